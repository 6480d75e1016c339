"""Fields of a page with their nested fields, within a budget.

All fields of a page are added first and then expanded together, level by level, so that the
budget is spent on the outermost levels. Until then, their views change.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.http_messages.visible_examples import RenderedExample
from sphinx_sitejson.openapi.document import read_external_docs
from sphinx_sitejson.openapi.raw import RawObject, as_object, get_text
from sphinx_sitejson.openapi.schemas import Schema

from .context import ReferenceContext
from .ids import PageIds
from .model import DiscriminatorView, EnumValue, Facts, FieldGroup, FieldView, VariantView
from .nested_schemas import ALSO_MATCHES, nested_schemas
from .schema_info import Member, NestedSchemas, SchemaInfo


def _add_discriminator_values(
    variants: tuple[VariantView, ...], discriminator: DiscriminatorView
) -> None:
    """Add to each variant the values of the discriminator that select it."""
    name = discriminator.property_name
    for variant in variants:
        values = tuple(
            EnumValue(value=value)
            for value, target in discriminator.mapping
            if variant.link is not None and target.name == variant.link.name
        )
        members = variant.group.fields if variant.group else ()
        selecting = [member for member in members if member.name == name]
        if values and not selecting:
            values_text = ", ".join(value.value for value in values)
            variant.facts = (*variant.facts, f"{name}: {values_text}")
        elif values:
            known = {value.value for value in values}
            for member in selecting:
                allowed = tuple(value for value in member.enum if value.value in known)
                member.enum = allowed or values


def _list_variants(group: FieldGroup) -> None:
    """Reduce the variants to links: on a page with many operations, their schemas are elsewhere."""
    values: dict[str, list[str]] = {}
    for value, link in group.discriminator.mapping if group.discriminator else ():
        if value != link.label:
            values.setdefault(link.name, []).append(value)
    for variant in group.variants:
        variant.description = ""
        variant.facts = tuple(values.get(variant.link.name, ())) if variant.link else ()
    if group.discriminator:
        group.discriminator = replace(group.discriminator, mapping=())
    group.variants_form = "links"


def xml_facts(raw: RawObject, name: str) -> Iterator[str]:
    """Yield how a field is written in XML, unless by its name (OpenAPI XML Object)."""
    hints = as_object(raw.get("xml"))
    kind, xml_name = get_text(hints, "nodeType"), get_text(hints, "name")
    other = xml_name if xml_name != name else ""
    if hints.get("attribute") is True or kind == "attribute":
        yield Message("XML attribute {name}", name=other) if other else Message("XML attribute")
    elif kind == "text":
        yield Message("text of the XML element")
    elif kind == "cdata":
        yield Message("CDATA section of the XML element")
    elif other:
        yield Message("XML element {name}", name=other)
    items = as_object(as_object(raw.get("items")).get("xml"))
    if entry := get_text(items, "name"):
        yield Message("each in an XML element {name}", name=entry)
    if hints.get("wrapped") is True:
        yield Message("wrapped in an XML element {name}", name=xml_name or name)
    if namespace := get_text(hints, "namespace"):
        prefix = get_text(hints, "prefix")
        qualified = f"{prefix}={namespace}" if prefix else namespace
        yield Message("XML namespace {address}", address=qualified)


Direction = Literal["request", "response", "both"]

MAX_DEPTH = 12
"""The number of levels on a page, regardless of its budget."""
MAX_BUDGET_FACTOR = 10
"""The limit for fields without a page of their own, as a multiple of the budget."""

_RECURSION_NOTE = Message("Recursive: the same as the enclosing schema.")
_DEPTH_NOTE = Message("Nested too deeply to show here.")


@dataclass(kw_only=True, eq=False)
class _Nesting:
    """Where a field or variant stands, until its nested fields are added."""

    view: FieldView | VariantView
    info: SchemaInfo
    prefix: str
    """What the ids of all that is nested in it begin with."""
    direction: Direction
    level: int = 0
    top_level: int
    """The deepest level that still counts as the top of its section."""
    is_minor: bool
    """Whether only its first level is shown, as for errors, which all operations share."""
    is_xml: bool
    """Whether it is part of a body that is XML."""
    parent: _Nesting | None = None

    def is_recursive(self) -> bool:
        """Whether an enclosing field has the same schema."""
        names, ancestor = self.info.names, self.parent
        while ancestor is not None:
            if ancestor.info is self.info or not names.isdisjoint(ancestor.info.names):
                return True
            ancestor = ancestor.parent
        return False


class PageFields:
    """The fields of a page: all are added first and then expanded together, within the budget."""

    def __init__(
        self, context: ReferenceContext, *, separate_schemas: frozenset[str], budget: int
    ) -> None:
        """Begin a page.

        :param separate_schemas: named schemas that are shown elsewhere, whatever the budget.
        :param budget: the maximum number of fields.
        """
        self.context = context
        self.options = context.options
        self.ids = PageIds()
        self._infos = context.schemas
        self._budget = budget
        self._separate_schemas = separate_schemas
        self._queue: deque[_Nesting] = deque()
        self._choices: list[FieldGroup] = []
        self._field_count = 0

    def add(
        self,
        prefix: str,
        schema: Schema,
        *,
        direction: Direction,
        name: str = "",
        body_id: str = "",
        required: bool = False,
        description: str = "",
        facts: Iterable[str] = (),
        deprecated: bool = False,
        examples: tuple[RenderedExample, ...] | None = None,
        extensions: Facts = (),
        is_minor: bool = False,
        is_xml: bool = False,
    ) -> FieldView:
        """Add a field; one without a name is a complete body.

        What a parameter, a header or a body says itself overrides its schema.

        :param prefix: what its id begins with, and the ids of all that is nested in it.
        :param body_id: the id of a body, when its prefix is the id of something else.
        """
        field_id = self.ids.new(prefix, name) if name else self.ids.new(body_id or prefix)
        info = self._infos.get(schema)
        view = _field_view(info, field_id, name, required=required, is_xml=is_xml)
        view.facts = (*facts, *view.facts)
        view.deprecated = deprecated or view.deprecated
        view.description = _join_descriptions(description, view.description)
        if examples is not None:
            view.examples = examples
        view.extensions = extensions or view.extensions
        if self._has_more(view, info):
            self._queue.append(
                _Nesting(
                    view=view,
                    info=info,
                    prefix=field_id if name else prefix,
                    direction=direction,
                    is_minor=is_minor,
                    is_xml=is_xml,
                    top_level=0 if name else 1,
                )
            )
        return view

    def expand(self) -> None:
        """Add nested fields, breadth first, until the budget is used up."""
        while self._queue:
            self._expand(self._queue.popleft())
        # From the inside out: what a value selects depends on the fields of each variant.
        while self._choices:
            group = self._choices.pop()
            if self.options.links_shared_schemas and all(
                variant.is_cut and variant.link for variant in group.variants
            ):
                _list_variants(group)
            elif group.discriminator is not None:
                _add_discriminator_values(group.variants, group.discriminator)

    def _has_more(self, view: FieldView | VariantView, info: SchemaInfo) -> bool:
        """Count a field; return whether nested fields may be added to it."""
        self._field_count += 1
        if nested_schemas(info).is_empty:
            return False
        view.is_cut = info.link is not None and info.link.name in self._separate_schemas
        return not view.is_cut

    def _expand(self, nesting: _Nesting) -> None:
        info, view, nested = nesting.info, nesting.view, nested_schemas(nesting.info)
        if nesting.parent is not None:
            if nesting.is_recursive():
                view.link = info.link or info.base_link
                view.is_cut = view.link is not None
                if not view.is_cut:
                    self._show(nesting, _only_note(nested, _RECURSION_NOTE))
                return
            is_deep = nesting.is_minor and nesting.level > nesting.top_level
            if info.link and (is_deep or self._field_count + nested.size > self._budget):
                view.is_cut = True
                return
            max_fields = MAX_BUDGET_FACTOR * max(self._budget, 1)
            if nesting.level >= MAX_DEPTH or self._field_count > max_fields:
                nested = _only_note(nested, _DEPTH_NOTE)
        self._show(nesting, nested)

    def _show(self, nesting: _Nesting, nested: NestedSchemas) -> None:
        """Show the nested fields and variants of a field."""
        group = replace(
            nested.group,
            fields=tuple(self._members(nesting, nested.members)),
            variants=tuple(self._variant(nesting, variant) for variant in nested.variants),
        )
        if group.is_empty:
            return
        nesting.view.group = group
        if isinstance(nesting.view, FieldView):
            nesting.view.is_open = self._is_open(nesting, group)
        if group.variants:
            self._choices.append(group)

    def _members(self, parent: _Nesting, members: tuple[Member, ...]) -> Iterator[FieldView]:
        for member in members:
            info = self._infos.get(member.schema)
            # ``readOnly`` and ``writeOnly`` say in which direction a field is sent.
            if parent.direction == "request" and info.schema.is_read_only:
                continue
            if parent.direction == "response" and info.schema.is_write_only:
                continue
            field_id = self.ids.new(parent.prefix, member_id_name(member))
            view = _field_view(
                info, field_id, member.name, required=member.required, is_xml=parent.is_xml
            )
            self._enqueue(parent, view, info, level=parent.level + 1)
            yield view

    def _variant(self, parent: _Nesting, variant: Member) -> VariantView:
        info = self._infos.get(variant.schema)
        view = VariantView(
            id=self.ids.new(parent.prefix, variant.name),
            title=variant.name,
            type_label=info.type_label,
            description=info.description,
            facts=info.facts,
            enum=info.effective_enum,
            link=info.link,
        )
        self._enqueue(parent, view, info, level=parent.level)
        return view

    def _enqueue(
        self, parent: _Nesting, view: FieldView | VariantView, info: SchemaInfo, *, level: int
    ) -> None:
        if self._has_more(view, info):
            self._queue.append(
                replace(parent, view=view, info=info, prefix=view.id, level=level, parent=parent)
            )

    def _is_open(self, nesting: _Nesting, group: FieldGroup) -> bool:
        expanded = self.options.expanded
        if expanded == "all":
            return True
        if nesting.level > nesting.top_level:
            return False
        if expanded == "topLevelOneOfs":
            return bool(group.variants)
        return expanded == "topLevel"


def member_id_name(member: Member) -> str:
    return "further" if member.name is ALSO_MATCHES else member.name


def _only_note(nested: NestedSchemas, note: str) -> NestedSchemas:
    return NestedSchemas(group=replace(nested.group, notes=(note,), endings=()))


def _field_view(
    info: SchemaInfo, field_id: str, name: str, *, required: bool, is_xml: bool
) -> FieldView:
    """Return the view of a field as its schema describes it, without nested fields."""
    return FieldView(
        id=field_id,
        name=name,
        type_label=info.type_label,
        facts=(
            *_title_fact(name, info),
            *info.facts,
            *(xml_facts(info.schema.raw, name) if is_xml else ()),
        ),
        required=required,
        deprecated=info.schema.is_deprecated,
        read_only=info.schema.is_read_only,
        write_only=info.schema.is_write_only,
        description=_add_docs_link(info.description, name, info),
        default=info.default,
        enum=info.effective_enum,
        examples=info.examples,
        link=info.link,
        extensions=info.extensions,
    )


def _join_descriptions(text: str, schema_text: str) -> str:
    """Join the descriptions of a parameter and its schema, unless one includes the other."""
    is_included = " ".join(schema_text.split()) in " ".join(text.split())
    return text if is_included else "\n\n".join(filter(None, (text, schema_text)))


def _add_docs_link(text: str, name: str, info: SchemaInfo) -> str:
    """Add the link of ``externalDocs``; of a field with a named schema, only its page shows it."""
    is_shown = not name or info.schema_link is None
    docs = read_external_docs(info.schema.raw) if is_shown else None
    if docs is None or set(docs.url) & set("<>\n"):
        return text
    label = _MARKDOWN.sub(r"\\\g<0>", " ".join((docs.description or docs.url).split()))
    return "\n\n".join(filter(None, (text, f"[{label}](<{docs.url}>)")))


_MARKDOWN = re.compile(r"[\\\[\]<>*_`]")


def _title_fact(name: str, info: SchemaInfo) -> tuple[str, ...]:
    """Return the title of a field's schema, unless it repeats its name or type."""
    if not name or not info.schema.raw.get("title") or info.schema_link is not None:
        return ()
    title = " ".join(info.schema.title.split())
    known = ("", _normalize_label(name), _normalize_label(info.type_label))
    return () if _normalize_label(title) in known else (title,)


def _normalize_label(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
