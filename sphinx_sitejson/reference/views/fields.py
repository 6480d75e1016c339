"""Fields of a page with their nested fields, within a budget.

All fields of a page are drafted first and then expanded together, level by level, so that the
budget is spent on the outermost levels. Then they become views.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.http_messages.visible_examples import RenderedExample
from sphinx_sitejson.openapi.document import read_external_docs
from sphinx_sitejson.openapi.raw import RawObject, as_object, get_text
from sphinx_sitejson.openapi.schemas import Schema

from .ids import PageIds
from .model import (
    DiscriminatorView,
    EnumValue,
    ExtensionView,
    FieldGroup,
    FieldView,
    SchemaLink,
    VariantView,
)
from .nested_schemas import ALSO_MATCHES
from .schema_info import SchemaInfo, SchemaInfos
from .schema_model import Member, Variant


def add_discriminator_values(group: FieldGroup) -> FieldGroup:
    """Add to each variant the values of the discriminator that select it."""
    discriminator = group.discriminator
    if discriminator is None or not group.variants:
        return group
    variants = tuple(_add_discriminator_value(variant, discriminator) for variant in group.variants)
    return replace(group, variants=variants)


def _add_discriminator_value(variant: VariantView, discriminator: DiscriminatorView) -> VariantView:
    link = variant.link
    values = tuple(
        EnumValue(value=value)
        for value, target in discriminator.mapping
        if link is not None and target.name == link.name
    )
    name = discriminator.property_name
    if not values:
        return variant
    members = variant.group.fields if variant.group else ()
    if variant.group is None or not any(field.name == name for field in members):
        values_text = ", ".join(value.value for value in values)
        return replace(variant, facts=(*variant.facts, f"{name}: {values_text}"))
    fields = tuple(
        _restrict_enum(field, values) if field.name == name else field for field in members
    )
    return replace(variant, group=replace(variant.group, fields=fields))


def list_variants(group: FieldGroup) -> FieldGroup:
    """Reduce the variants to links: on a page with many operations, their schemas are elsewhere."""
    discriminator = group.discriminator
    values: dict[str, list[str]] = {}
    for value, link in discriminator.mapping if discriminator else ():
        if value != link.label:
            values.setdefault(link.name, []).append(value)
    variants = tuple(
        replace(
            variant,
            description="",
            facts=tuple(values.get(variant.link.name, ())) if variant.link else (),
        )
        for variant in group.variants
    )
    return replace(
        group,
        variants=variants,
        discriminator=replace(discriminator, mapping=()) if discriminator else None,
        variants_form="links",
    )


def _has_only_links(variants: tuple[VariantView, ...]) -> bool:
    return bool(variants) and all(variant.is_cut and variant.link for variant in variants)


def _restrict_enum(field: FieldView, values: tuple[EnumValue, ...]) -> FieldView:
    """Restrict the allowed values of the discriminator property to those of this variant."""
    known = {value.value for value in values}
    allowed = tuple(value for value in field.enum if value.value in known)
    return replace(field, enum=allowed or values)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldOverrides:
    """Values of a parameter, header or body that override those of its schema."""

    description: str = ""
    facts: tuple[str, ...] = ()
    deprecated: bool = False
    examples: tuple[RenderedExample, ...] | None = None
    extensions: tuple[ExtensionView, ...] = ()


@dataclass(slots=True, kw_only=True, eq=False)
class FieldDraft:
    """A field or variant whose nested fields may still be added."""

    id: str
    prefix: str
    """What the ids of all that is nested in it begin with."""
    info: SchemaInfo
    direction: Direction
    name: str = ""
    required: bool = False
    overrides: FieldOverrides | None = None
    level: int = 0
    top_level: int = 0
    """The deepest level that still counts as the top of its section."""
    is_minor: bool = False
    """Whether only its first level is shown, as for errors, which all operations share."""
    is_xml: bool = False
    """Whether it is part of a body that is XML."""
    parent: FieldDraft | None = None
    is_cut: bool = False
    is_expanded: bool = False
    """Whether its nested fields are shown."""
    fields: list[FieldDraft] = field(default_factory=list)
    variants: list[FieldDraft] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    @property
    def link(self) -> SchemaLink | None:
        """The link to its schema, or to a named part of it where the field is cut."""
        info = self.info
        return info.link or (info.base_link if self.is_cut else None)

    def is_recursive(self) -> bool:
        """Whether an enclosing field has the same schema."""
        names, ancestor = self.info.names, self.parent
        while ancestor is not None:
            if ancestor.info is self.info or not names.isdisjoint(ancestor.info.names):
                return True
            ancestor = ancestor.parent
        return False


class PageFields:
    """The fields of a page, drafted and then expanded within the budget."""

    def __init__(
        self,
        infos: SchemaInfos,
        ids: PageIds,
        *,
        separate_schemas: frozenset[str] = frozenset(),
        budget: int | None = None,
    ) -> None:
        """Begin a page.

        :param separate_schemas: named schemas that are shown elsewhere, whatever the budget.
        :param budget: the maximum number of fields; by default that of the options.
        """
        self._budget = infos.options.field_budget if budget is None else budget
        self.ids = ids
        self._separate_schemas = separate_schemas
        self._infos = infos
        self._options = infos.options
        self._queue: deque[FieldDraft] = deque()
        self._field_count = 0

    def draft(
        self,
        prefix: str,
        schema: Schema,
        *,
        direction: Direction,
        name: str = "",
        body_id: str = "",
        required: bool = False,
        overrides: FieldOverrides | None = None,
        is_minor: bool = False,
        is_xml: bool = False,
    ) -> FieldDraft:
        """Create the draft of a field; a field without a name is a complete body.

        :param prefix: what its id begins with, and the ids of all that is nested in it.
        :param body_id: the id of a body, when its prefix is the id of something else.
        """
        field_id = self.ids.new(prefix, name) if name else self.ids.new(body_id or prefix)
        draft = FieldDraft(
            id=field_id,
            prefix=field_id if name else prefix,
            info=self._infos.get(schema),
            direction=direction,
            name=name,
            required=required,
            overrides=overrides,
            is_minor=is_minor,
            is_xml=is_xml,
            top_level=0 if name else 1,
        )
        self._enqueue(draft)
        return draft

    def expand(self, max_fields: int | None = None) -> None:
        """Add nested fields, breadth first, until the budget is used up.

        :param max_fields: the maximum number of fields to expand.
        """
        while self._queue and max_fields != 0:
            draft = self._queue.popleft()
            # Computed late: most fields do not need it.
            if draft.info.has_nested:
                self._expand(draft)
                max_fields = None if max_fields is None else max_fields - 1

    def view(self, draft: FieldDraft) -> FieldView:
        """Return the view of a field."""
        info, group = draft.info, self._group(draft)
        overrides = draft.overrides or FieldOverrides()
        return FieldView(
            id=draft.id,
            name=draft.name,
            type_label=info.type_label,
            facts=(*overrides.facts, *_title_fact(draft), *info.facts, *_xml_facts(draft)),
            required=draft.required,
            deprecated=overrides.deprecated or info.is_deprecated,
            read_only=info.is_read_only,
            write_only=info.is_write_only,
            description=_join_descriptions(
                overrides.description, _add_docs_link(info.description, info)
            ),
            default=info.default,
            enum=info.effective_enum,
            examples=info.examples if overrides.examples is None else overrides.examples,
            link=draft.link,
            is_cut=draft.is_cut,
            group=group,
            is_open=group is not None and self._is_open(draft),
            extensions=overrides.extensions or info.extensions,
        )

    def views(self, drafts: Iterable[FieldDraft]) -> tuple[FieldView, ...]:
        """Return the views of fields."""
        return tuple(self.view(draft) for draft in drafts)

    def _expand(self, draft: FieldDraft) -> None:
        nested, is_root = draft.info.nested, draft.parent is None
        if not is_root and draft.is_recursive():
            self._cut_recursion(draft)
            return
        budget = self._budget
        link = draft.info.link
        if link is not None and link.name in self._separate_schemas:
            draft.is_cut = True
            return
        is_deep = draft.is_minor and draft.level > draft.top_level
        if (
            link is not None
            and not is_root
            and (is_deep or self._field_count + nested.size > budget)
        ):
            draft.is_cut = True
            return
        draft.is_expanded = True
        draft.notes, draft.endings = nested.notes, nested.endings
        max_fields = MAX_BUDGET_FACTOR * max(budget, 1)
        if not is_root and (draft.level >= MAX_DEPTH or self._field_count > max_fields):
            draft.notes, draft.endings = (_DEPTH_NOTE,), ()
            return
        self._add_members(draft, nested.members)
        self._add_variants(draft, nested.variants)

    def _cut_recursion(self, draft: FieldDraft) -> None:
        """Link a recursive schema to its page, or add a note where it has none."""
        draft.is_cut = bool(draft.info.link or draft.info.base_link)
        if not draft.is_cut:
            draft.is_expanded, draft.notes = True, (_RECURSION_NOTE,)

    def _add_members(self, draft: FieldDraft, members: tuple[Member, ...]) -> None:
        for member in members:
            info, is_combined = self._infos.get(member.schema), member.name is ALSO_MATCHES
            if _is_in_direction(info, draft.direction):
                child = self._child(draft, info, "further" if is_combined else member.name)
                child.name, child.required = member.name, member.required
                child.level += 1
                draft.fields.append(child)

    def _add_variants(self, draft: FieldDraft, variants: tuple[Variant, ...]) -> None:
        for variant in variants:
            child = self._child(draft, self._infos.get(variant.schema), variant.title)
            child.name = variant.title
            draft.variants.append(child)

    def _child(self, parent: FieldDraft, info: SchemaInfo, name: str) -> FieldDraft:
        child_id = self.ids.new(parent.prefix, name)
        child = FieldDraft(
            id=child_id,
            prefix=child_id,
            info=info,
            direction=parent.direction,
            level=parent.level,
            top_level=parent.top_level,
            is_minor=parent.is_minor,
            is_xml=parent.is_xml,
            parent=parent,
        )
        self._enqueue(child)
        return child

    def _enqueue(self, draft: FieldDraft) -> None:
        self._field_count += 1
        self._queue.append(draft)

    def _group(self, draft: FieldDraft) -> FieldGroup | None:
        if not draft.is_expanded:
            return None
        nested = draft.info.nested
        group = FieldGroup(
            label=nested.label,
            fields=self.views(draft.fields),
            variants=tuple(self._variant(variant) for variant in draft.variants),
            variants_label=nested.variants_label,
            discriminator=nested.discriminator,
            notes=draft.notes,
            endings=draft.endings,
        )
        if group.is_empty:
            return None
        if self._options.links_shared_schemas and _has_only_links(group.variants):
            return list_variants(group)
        return add_discriminator_values(group)

    def _variant(self, draft: FieldDraft) -> VariantView:
        info = draft.info
        return VariantView(
            id=draft.id,
            title=draft.name,
            type_label=info.type_label,
            description=info.description,
            facts=info.facts,
            enum=info.effective_enum,
            link=draft.link,
            is_cut=draft.is_cut,
            group=self._group(draft),
        )

    def _is_open(self, draft: FieldDraft) -> bool:
        if self._options.expanded == "all":
            return True
        if draft.level > draft.top_level:
            return False
        if self._options.expanded == "topLevelOneOfs":
            return bool(draft.variants)
        return self._options.expanded == "topLevel"


def _is_in_direction(info: SchemaInfo, direction: Direction) -> bool:
    """Whether a field is sent in this direction (``readOnly``, ``writeOnly``)."""
    if direction == "request":
        return not info.is_read_only
    return direction == "both" or not info.is_write_only


def _join_descriptions(text: str, schema_text: str) -> str:
    """Join the descriptions of a parameter and its schema, unless one includes the other."""
    is_included = " ".join(schema_text.split()) in " ".join(text.split())
    return text if is_included else "\n\n".join(filter(None, (text, schema_text)))


def _add_docs_link(text: str, info: SchemaInfo) -> str:
    """Add the link of ``externalDocs``; the page of a named schema shows it."""
    docs = read_external_docs(info.schema.raw) if info.schema_link is None else None
    if docs is None or set(docs.url) & set("<>\n"):
        return text
    label = _MARKDOWN.sub(r"\\\g<0>", " ".join((docs.description or docs.url).split()))
    return "\n\n".join(filter(None, (text, f"[{label}](<{docs.url}>)")))


_MARKDOWN = re.compile(r"[\\\[\]<>*_`]")


def _xml_facts(draft: FieldDraft) -> Iterable[str]:
    """Return the XML facts of a field in an XML body."""
    return xml_facts(draft.info.schema.raw, draft.name) if draft.is_xml else ()


def _title_fact(draft: FieldDraft) -> tuple[str, ...]:
    """Return the title of a field's schema, unless it repeats its name or type."""
    info = draft.info
    if not draft.name or not info.schema.raw.get("title") or info.schema_link is not None:
        return ()
    title = " ".join(info.schema.title.split())
    has_new_title = _normalize_label(title) not in (
        "",
        _normalize_label(draft.name),
        _normalize_label(info.type_label),
    )
    return (title,) if has_new_title else ()


def _normalize_label(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
