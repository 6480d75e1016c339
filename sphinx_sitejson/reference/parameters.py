"""Parameters and headers as fields."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.model import PARAMETER_LOCATIONS, Example, Parameter

from .deprecation import deprecation_facts
from .fields.field_views import Direction, FieldDraft, PageFields, Surroundings
from .ids import PageIds
from .options import ReferenceOptions
from .texts.value_formatting import json_text, typed_value
from .views import ExampleView, ExtensionView, ParameterSection

_TITLES = {
    "path": Message("Path parameters"),
    "query": Message("Query parameters"),
    "header": Message("Header parameters"),
    "cookie": Message("Cookie parameters"),
    "querystring": Message("Query string"),
}
_DEFAULT_STYLES = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
_EXPLODED_STYLES = ("form", "cookie")


class ParameterPart:
    """The parameters of an operation, by place."""

    def __init__(
        self,
        parameters: tuple[Parameter, ...],
        fields: PageFields,
        options: ReferenceOptions,
        *,
        prefix: str = "",
    ) -> None:
        self._fields = fields
        self._prefix = prefix
        self._drafts: dict[str, list[FieldDraft]] = {}
        for one in _in_order(parameters, options):
            place = f"{prefix}{one.location}"
            drafted = draft_parameter(one, place, fields, options, direction="request")
            self._drafts.setdefault(one.location, []).append(drafted)

    def views(self) -> tuple[ParameterSection, ...]:
        """Return the sections that are not empty."""
        return tuple(
            ParameterSection(
                id=self._fields.ids.new(f"{self._prefix}{location}-parameters"),
                title=_TITLES[location],
                location=location,
                fields=self._fields.views(drafts),
            )
            for location, drafts in self._drafts.items()
        )


def parameter_ids(
    parameters: tuple[Parameter, ...], options: ReferenceOptions, *, prefix: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield names of parameters and the ids that their fields have; no fields are made for it."""
    ids = PageIds()
    for one in _in_order(parameters, options):
        yield one.name, ids.new(f"{prefix}{one.location}", one.name)


def _in_order(parameters: tuple[Parameter, ...], options: ReferenceOptions) -> Iterator[Parameter]:
    """Yield parameters by place and, in each, those first that a request needs."""
    ordered = sorted(parameters, key=lambda one: not one.required)
    for location in PARAMETER_LOCATIONS:
        for one in parameters if options.maintain_order else ordered:
            if one.location == location:
                yield one


def draft_parameter(
    parameter: Parameter,
    prefix: str,
    fields: PageFields,
    options: ReferenceOptions,
    *,
    direction: Direction,
) -> FieldDraft:
    """Begin the field of a parameter or a header."""
    examples = tuple(example_view(example) for example in parameter.examples)
    around = Surroundings(
        description=parameter.description,
        facts=tuple(_facts(parameter)),
        deprecated=parameter.deprecated,
        examples=examples or None,
        extensions=tuple(
            ExtensionView(name=name, value=typed_value(parameter.extensions[name]))
            for name in options.extensions
            if name in parameter.extensions
        ),
    )
    return fields.draft(
        prefix,
        parameter.schema,
        direction=direction,
        name=parameter.name,
        required=parameter.required,
        around=around,
    )


def example_view(example: Example) -> ExampleView:
    """Return an example of a parameter."""
    text = json_text(example.value, indent=2) if example.has_value else ""
    return ExampleView(
        title=example.summary or example.name,
        description=example.description,
        language="text" if example.serialized is not None else "json",
        code=text if example.serialized is None else example.serialized,
        url=example.external_url,
    )


def _facts(parameter: Parameter) -> Iterator[str]:
    if parameter.media_type:
        yield Message("sent as {type}", type=parameter.media_type)
    else:
        if parameter.style != _DEFAULT_STYLES.get(parameter.location, ""):
            yield f"style: {parameter.style}"
        if parameter.explode != (parameter.style in _EXPLODED_STYLES):
            yield f"explode: {json_text(parameter.explode)}"
    if parameter.allow_reserved:
        yield Message("reserved characters are not encoded")
    if parameter.allow_empty:
        yield Message("may be empty")
    if parameter.deprecated:
        yield from deprecation_facts(parameter.extensions)
