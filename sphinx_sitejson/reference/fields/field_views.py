"""Fields with all that is nested in them, as far as a page has room for it.

All fields of a page are drafted first and then expanded together, level by level, so that
the budget is spent on what stands nearest to the top. Only then they become views.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.raw import RawObject, object_of, text_of
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.ids import PageIds
from sphinx_sitejson.reference.views import (
    DiscriminatorView,
    EnumValue,
    ExampleView,
    ExtensionView,
    FieldGroup,
    FieldView,
    SchemaLink,
    VariantView,
)

from .nested_schemas import ALSO
from .protocols import Member, Variant
from .schema_descriptions import DescribedSchema, DescribedSchemas


def with_values_in_place(group: FieldGroup) -> FieldGroup:
    """Return a group whose variants say which value the property has that tells them apart."""
    discriminator = group.discriminator
    if discriminator is None or not group.variants:
        return group
    variants = tuple(_with_value(variant, discriminator) for variant in group.variants)
    return replace(group, variants=variants)


def _with_value(variant: VariantView, discriminator: DiscriminatorView) -> VariantView:
    link = variant.link
    values = tuple(
        EnumValue(value=value)
        for value, target in discriminator.mapping
        if link is not None and target.name == link.name
    )
    name = discriminator.property_name
    if not values:
        return variant
    own = variant.group.fields if variant.group else ()
    if variant.group is None or not any(field.name == name for field in own):
        said = ", ".join(value.value for value in values)
        return replace(variant, facts=(*variant.facts, f"{name}: {said}"))
    fields = tuple(_known_by(field, values) if field.name == name else field for field in own)
    return replace(variant, group=replace(variant.group, fields=fields))


def _known_by(field: FieldView, values: tuple[EnumValue, ...]) -> FieldView:
    """Return the property with the values it has here, of those that all variants have."""
    known = {value.value for value in values}
    allowed = tuple(value for value in field.enum if value.value in known)
    return replace(field, enum=allowed or values)


def xml_facts(raw: RawObject, name: str) -> Iterator[str]:
    """Yield what the XML of a field differs in from its name and its structure."""
    hints = object_of(raw.get("xml"))
    kind, own = text_of(hints, "nodeType"), text_of(hints, "name")
    other = own if own != name else ""
    if hints.get("attribute") is True or kind == "attribute":
        yield Message("XML attribute {name}", name=other) if other else Message("XML attribute")
    elif kind in ("text", "cdata"):
        yield Message("text of the XML element")
    elif other:
        yield Message("XML element {name}", name=other)
    items = object_of(object_of(raw.get("items")).get("xml"))
    if entry := text_of(items, "name"):
        yield Message("each in an XML element {name}", name=entry)
    if hints.get("wrapped") is True:
        yield Message("wrapped in an XML element {name}", name=own or name)
    if namespace := text_of(hints, "namespace"):
        prefix = text_of(hints, "prefix")
        address = f"{prefix}={namespace}" if prefix else namespace
        yield Message("XML namespace {address}", address=address)


Direction = Literal["request", "response", "both"]

DEEPEST = 12
"""How many levels a page shows, whatever its budget."""
MOST_PER_BUDGET = 10
"""How many times its budget a page may have in fields that have no page of their own."""

_SAME_AGAIN = Message("Recursive: the same as the enclosing schema.")
_TOO_MUCH = Message("Nested too deeply to show here.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What stands around a schema and is said in its place: of a parameter, a header, a body."""

    description: str = ""
    facts: tuple[str, ...] = ()
    deprecated: bool = False
    examples: tuple[ExampleView, ...] | None = None
    extensions: tuple[ExtensionView, ...] = ()


@dataclass(slots=True, kw_only=True, eq=False)
class FieldDraft:
    """A field or variant whose inside may still be added."""

    id: str
    prefix: str
    """What the ids of all that is nested in it begin with."""
    described: DescribedSchema
    direction: Direction
    name: str = ""
    required: bool = False
    around: Surroundings | None = None
    level: int = 0
    top_level: int = 0
    """The deepest level that still counts as the top of its section."""
    is_minor: bool = False
    """Whether only its top is shown, as of errors, which all operations share."""
    is_xml: bool = False
    """Whether it is part of a body that is XML."""
    parent: FieldDraft | None = None
    is_cut: bool = False
    is_shown: bool = False
    """Whether what is nested in it is shown."""
    fields: list[FieldDraft] = field(default_factory=list)
    variants: list[FieldDraft] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    @property
    def link(self) -> SchemaLink | None:
        """The page of its schema; where it is cut, at least that of a named part."""
        described = self.described
        return described.link or (described.base_link if self.is_cut else None)

    def is_circle(self) -> bool:
        """Whether the same schema surrounds this one."""
        names, above = self.described.names, self.parent
        while above is not None:
            if above.described is self.described or not names.isdisjoint(above.described.names):
                return True
            above = above.parent
        return False


class PageFields:
    """All fields of a page."""

    def __init__(
        self,
        book: DescribedSchemas,
        ids: PageIds,
        *,
        apart: frozenset[str] = frozenset(),
        budget: int | None = None,
    ) -> None:
        """Begin a page.

        :param apart: the named schemas that are shown elsewhere, whatever the budget is.
        :param budget: how many fields the page shows, unless it is what the options say.
        """
        self._budget = book.options.field_budget if budget is None else budget
        self.ids = ids
        self._apart = apart
        self._book = book
        self._options = book.options
        self._waiting: deque[FieldDraft] = deque()
        self._spent = 0

    def draft(
        self,
        prefix: str,
        schema: Schema,
        *,
        direction: Direction,
        name: str = "",
        body_id: str = "",
        required: bool = False,
        around: Surroundings | None = None,
        is_minor: bool = False,
        is_xml: bool = False,
    ) -> FieldDraft:
        """Begin a field; without a name it is the whole of a body.

        :param prefix: what its id begins with, and the ids of all that is nested in it.
        :param body_id: the id of a body, when its prefix is the id of something else.
        """
        own_id = self.ids.new(prefix, name) if name else self.ids.new(body_id or prefix)
        drafted = FieldDraft(
            id=own_id,
            prefix=own_id if name else prefix,
            described=self._book.of(schema),
            direction=direction,
            name=name,
            required=required,
            around=around,
            is_minor=is_minor,
            is_xml=is_xml,
            top_level=0 if name else 1,
        )
        self._wait(drafted)
        return drafted

    def expand(self, most: int | None = None) -> None:
        """Add what is nested in the fields, until the budget is spent.

        :param most: how many fields get what is nested in them.
        """
        while self._waiting and most != 0:
            draft = self._waiting.popleft()
            # Asked only now: of most fields nobody wants to know it.
            if draft.described.has_inside:
                self._open(draft)
                most = None if most is None else most - 1

    def view(self, draft: FieldDraft) -> FieldView:
        """Return a field as it is shown."""
        described, group = draft.described, self._group(draft)
        around = draft.around or Surroundings()
        return FieldView(
            id=draft.id,
            name=draft.name,
            type_label=described.type_label,
            facts=(*around.facts, *_title_fact(draft), *described.facts, *_xml_facts(draft)),
            required=draft.required,
            deprecated=around.deprecated or described.is_deprecated,
            read_only=described.is_read_only,
            write_only=described.is_write_only,
            description=_both(around.description, described.description),
            default=described.default,
            enum=described.shown_enum,
            examples=described.examples if around.examples is None else around.examples,
            link=draft.link,
            is_cut=draft.is_cut,
            group=group,
            is_open=group is not None and self._is_open(draft),
            extensions=around.extensions or described.extensions,
        )

    def views(self, drafts: Iterable[FieldDraft]) -> tuple[FieldView, ...]:
        """Return fields as they are shown."""
        return tuple(self.view(draft) for draft in drafts)

    def _open(self, draft: FieldDraft) -> None:
        inside, is_root = draft.described.inside, draft.parent is None
        if not is_root and draft.is_circle():
            self._end_circle(draft)
            return
        budget = self._budget
        link = draft.described.link
        if link is not None and link.name in self._apart:
            draft.is_cut = True
            return
        is_deep = draft.is_minor and draft.level > draft.top_level
        if link is not None and not is_root and (is_deep or self._spent + inside.size > budget):
            draft.is_cut = True
            return
        draft.is_shown = True
        draft.notes, draft.endings = inside.notes, inside.endings
        most = MOST_PER_BUDGET * max(budget, 1)
        if not is_root and (draft.level >= DEEPEST or self._spent > most):
            draft.notes, draft.endings = (_TOO_MUCH,), ()
            return
        self._add_members(draft, inside.members)
        self._add_variants(draft, inside.variants)

    def _end_circle(self, draft: FieldDraft) -> None:
        """Leave what comes round again to its page; a schema without one says so in place."""
        draft.is_cut = bool(draft.described.link or draft.described.base_link)
        if not draft.is_cut:
            draft.is_shown, draft.notes = True, (_SAME_AGAIN,)

    def _add_members(self, draft: FieldDraft, members: tuple[Member, ...]) -> None:
        for member in members:
            described, is_also = self._book.of(member.schema), member.name is ALSO
            if _belongs(described, draft.direction):
                child = self._child(draft, described, "further" if is_also else member.name)
                child.name, child.required = member.name, member.required
                child.level += 1
                draft.fields.append(child)

    def _add_variants(self, draft: FieldDraft, variants: tuple[Variant, ...]) -> None:
        for variant in variants:
            child = self._child(draft, self._book.of(variant.schema), variant.title)
            child.name = variant.title
            draft.variants.append(child)

    def _child(self, parent: FieldDraft, described: DescribedSchema, name: str) -> FieldDraft:
        child_id = self.ids.new(parent.prefix, name)
        child = FieldDraft(
            id=child_id,
            prefix=child_id,
            described=described,
            direction=parent.direction,
            level=parent.level,
            top_level=parent.top_level,
            is_minor=parent.is_minor,
            is_xml=parent.is_xml,
            parent=parent,
        )
        self._wait(child)
        return child

    def _wait(self, draft: FieldDraft) -> None:
        self._spent += 1
        self._waiting.append(draft)

    def _group(self, draft: FieldDraft) -> FieldGroup | None:
        if not draft.is_shown:
            return None
        inside = draft.described.inside
        group = FieldGroup(
            label=inside.label,
            fields=self.views(draft.fields),
            variants=tuple(self._variant(variant) for variant in draft.variants),
            variants_label=inside.variants_label,
            discriminator=inside.discriminator,
            notes=draft.notes,
            endings=draft.endings,
        )
        return None if group.is_empty else with_values_in_place(group)

    def _variant(self, draft: FieldDraft) -> VariantView:
        described = draft.described
        return VariantView(
            id=draft.id,
            title=draft.name,
            type_label=described.type_label,
            description=described.description,
            facts=described.facts,
            enum=described.shown_enum,
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


def _belongs(described: DescribedSchema, direction: Direction) -> bool:
    """Whether a field is part of what is sent this way."""
    if direction == "request":
        return not described.is_read_only
    return direction == "both" or not described.is_write_only


def _both(own: str, of_schema: str) -> str:
    """Return the words of a parameter or header, and below them what its schema adds."""
    is_included = " ".join(of_schema.split()) in " ".join(own.split())
    return own if is_included else "\n\n".join(filter(None, (own, of_schema)))


def _xml_facts(draft: FieldDraft) -> Iterable[str]:
    """Return how a field of an XML body is written."""
    return xml_facts(draft.described.schema.raw, draft.name) if draft.is_xml else ()


def _title_fact(draft: FieldDraft) -> tuple[str, ...]:
    """Return the title of a field's schema, where it says more than name and type do."""
    described = draft.described
    if not draft.name or not described.schema.raw.get("title") or described.own_link is not None:
        return ()
    title = " ".join(described.schema.title.split())
    is_news = _bare(title) not in ("", _bare(draft.name), _bare(described.type_label))
    return (title,) if is_news else ()


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
