"""Fields and examples of endpoints that are documented by hand."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.common.problems import Location, ProblemCode
from sphinx_sitejson.http_messages.options import FIELD_LOCATIONS, FieldLocation
from sphinx_sitejson.reference.views.ids import id_part

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    PropValue,
    block,
    component,
    component_content,
    indent_below_title,
    is_component,
)
from ..props import flag_prop, text_prop, text_slot
from ..specs import ComponentSpec, NodeShape
from .tabs import build_code_group, code_blocks_in, code_title

if TYPE_CHECKING:
    from sphinx_sitejson.http_messages.example_validation import PageExample
    from sphinx_sitejson.http_messages.samples import CodeSample
    from sphinx_sitejson.reference.views.manual_endpoint import ManualExamples, ManualField
    from sphinx_sitejson.reference.views.model import FieldView, ResponseExample

_NESTED = ("field", "expandable")
MAX_INDEXED_TEXT = 2_000


def build_param_field(call: ComponentCall) -> NodeSequence:
    """Return a field of a request."""

    location = next((each for each in FIELD_LOCATIONS if each in call.props), None)
    return _build_field(call, location or "body", text_prop(call, location or "name", "name"))


def build_response_field(call: ComponentCall) -> NodeSequence:
    return _build_field(call, "response", text_prop(call, "name", "body"))


def build_expandable(call: ComponentCall) -> NodeSequence:
    """Return a fold around fields."""
    title = text_prop(call, "title", "summary")
    return [
        block(
            "expandable",
            call,
            _wrap_texts(call),
            slots=text_slot("title", title, call),
            is_open=flag_prop(call, "defaultOpen", "openDefault"),
        )
    ]


def _build_field(call: ComponentCall, location: FieldLocation, name: str) -> NodeSequence:
    from sphinx_sitejson.reference.views.manual_endpoint import ManualField

    field = ManualField(
        name=name,
        location=location,
        type_text=text_prop(call, "type"),
        required=flag_prop(call, "required") and not flag_prop(call, "optional"),
        deprecated=flag_prop(call, "deprecated"),
        default=_format_json(call.props.get("default")),
        initial=_format_json(call.props.get("initialValue")),
        placeholder=text_prop(call, "placeholder"),
        example=_format_json(call.props.get("example")),
    )
    if not name and not field.type_text:
        message = f"<{call.name}> has no name; its text is shown without a field."
        call.report(ProblemCode.WRONG_PROP, message)
        return call.children
    # A response that is a single value has a type and no name.
    if not name and location != "response":
        call.report(ProblemCode.WRONG_PROP, f"<{call.name}> has no name; add one.")
    return [
        block(
            "field",
            call,
            _wrap_texts(call),
            wanted_id=f"{location}-{id_part(name)}" if name else "",
            view=field_view(field),
            written=field if name else None,
        )
    ]


def field_view(field: ManualField) -> FieldView:
    """Return the view of a field; its description and nested fields come from the page."""
    from sphinx_sitejson.reference.views.model import FieldView

    default = field.default
    if default and isinstance(text := json.loads(default), str):
        # Strings are shown without their quotes.
        default = text or default
    return FieldView(
        id="",
        name=field.name,
        type_label=field.type_text,
        facts=() if field.location == "response" else (field.location,),
        required=field.required,
        deprecated=field.deprecated,
        default=default,
    )


def _wrap_texts(call: ComponentCall) -> Iterator[nodes.Node]:
    """Put a frame around texts, so that fields and texts can be drawn differently."""
    for is_nested, run in groupby(call.children, key=lambda child: is_component(child, *_NESTED)):
        if is_nested:
            yield from run
        else:
            yield block("field_text", call, run)


def _format_json(value: PropValue) -> str | None:
    """Return a value as JSON, or ``None`` if there is none."""
    if value is None:
        return None
    from sphinx_sitejson.reference.views.schema_texts import json_text

    return json_text(value)


def collect_fields(children: Iterable[nodes.Node]) -> Iterator[ManualField]:
    """Yield the fields in some nodes, with those that are nested in them."""
    for child in children:
        if is_component(child, "field") and child["values"]["written"] is not None:
            field: ManualField = child["values"]["written"]
            texts = (each.astext() for each in child if is_component(each, "field_text"))
            yield replace(
                field,
                description=" ".join(" ".join(texts).split())[:MAX_INDEXED_TEXT],
                fields=tuple(collect_fields(child.children)),
            )
        elif isinstance(child, nodes.Element):
            yield from collect_fields(child.children)


def _plain_field(node: nodes.Element) -> Nodes:
    view: FieldView = node["values"]["view"]
    required = _("required") if view.required else ""
    deprecated = _("deprecated") if view.deprecated else ""
    facts = (view.type_label, *view.facts, required, deprecated)
    details = ", ".join(filter(None, facts))
    head: Nodes = [nodes.Text(details)]
    if view.name:
        details = f" ({details})" if details else ""
        head = [nodes.literal(text=view.name), nodes.Text(details)]
    content = component_content(node)
    if view.default is not None:
        default = nodes.Text(f": {view.default}")
        content.append(nodes.paragraph("", "", nodes.strong(text=_("Default")), default))
    return indent_below_title(head, content)


_PROPS = (
    "path query header body cookie auth name type required optional deprecated default "
    "placeholder initialValue example"
)

_STATUS = re.compile(r"\b([1-5])(\d\d|XX)\b", re.IGNORECASE)


def build_example(call: ComponentCall) -> NodeSequence:
    """Return samples of requests or responses: views for the code column, and tabs elsewhere."""
    kind = call.name.lower().removesuffix("example")
    codes = code_blocks_in(call.children)
    if not codes:
        message = f"<{call.name}> contains no code block; its content is shown."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return call.children
    make = _make_sample if kind == "request" else _make_response
    views = tuple(map(make, codes))
    node = block("example", call, build_code_group(call), kind=kind, views=views)
    node["json_blocks"] = tuple(_json_blocks(codes, call, is_response=kind == "response"))
    return [node]


def _json_blocks(
    codes: Iterable[nodes.literal_block], call: ComponentCall, *, is_response: bool
) -> Iterator[PageExample]:
    """Yield the blocks of JSON, which can be compared with a schema."""
    from sphinx_sitejson.http_messages.example_validation import PageExample

    for code in codes:
        if code.get("language") == "json":
            location = Location(code.source or call.source, line=code.line or call.line)
            yield PageExample(
                is_response=is_response,
                title=code_title(code),
                code=code.astext(),
                location=location,
            )


def collect_examples(examples: Sequence[component]) -> ManualExamples:
    """Return the examples of a page."""
    from sphinx_sitejson.reference.views.manual_endpoint import ManualExamples

    views: dict[str, list[Any]] = {"request": [], "response": []}
    for example in examples:
        views[example["values"]["kind"]] += example["values"]["views"]
    # Responses with the same title are numbered, so that a reader can select one.
    seen: Counter[str] = Counter()
    responses = []
    for response in views["response"]:
        seen[response.status] += 1
        if (count := seen[response.status]) > 1:
            response = replace(response, status=f"{response.status} {count}")
        responses.append(response)
    return ManualExamples(requests=tuple(views["request"]), responses=tuple(responses))


def _make_sample(code: nodes.literal_block) -> CodeSample:
    from sphinx_sitejson.http_messages.samples import CodeSample

    return CodeSample(
        language=str(code.get("language", "text")), label=code_title(code), code=code.astext()
    )


def _make_response(code: nodes.literal_block) -> ResponseExample:
    from sphinx_sitejson.http_messages.visible_examples import RenderedExample
    from sphinx_sitejson.reference.views.model import ResponseExample

    title = code_title(code)
    status = _STATUS.search(title)
    example = RenderedExample(language=str(code.get("language", "json")), code=code.astext())
    return ResponseExample(
        status=title,
        kind=f"{status[1]}xx" if status else "default",
        media_type="",
        examples=(example,),
        is_manual=True,
    )


COMPONENTS = (
    ComponentSpec("ParamField", build_param_field, _PROPS),
    ComponentSpec("Param", build_param_field, _PROPS),
    ComponentSpec("ResponseField", build_response_field, _PROPS, argument="name"),
    ComponentSpec(
        "Expandable",
        build_expandable,
        "title summary defaultOpen openDefault defaultClosed",
        argument="title",
    ),
    ComponentSpec("RequestExample", build_example),
    ComponentSpec("ResponseExample", build_example),
)

SHAPES = (
    NodeShape("field", _plain_field, files="api"),
    NodeShape("expandable", files="api"),
    NodeShape("field_text"),
    NodeShape("example", files="api"),
)
