"""Fields, and what is nested in them, as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sphinx.locale import _

from .rows import (
    Entries,
    Entry,
    ExampleRow,
    Fact,
    Fields,
    Note,
    Piece,
    Pieces,
    Row,
    Rows,
    See,
    Summary,
    Title,
    Values,
)

if TYPE_CHECKING:
    from sphinx_sitejson.reference.views import (
        ExtensionView,
        FieldGroup,
        FieldView,
        SchemaLink,
        VariantView,
    )


def field_entry(field: FieldView) -> Entry:
    """Return all about one field."""
    return Entry(
        head=(Piece(field.name, "name"),),
        kind=(*_type(field.type_label, field.link), *_marks(field)),
        id=field.id,
        rules=field.facts,
        default=field.default,
        text=field.description,
        rows=tuple(_inside(field)),
    )


def field_rows(fields: tuple[FieldView, ...]) -> Rows:
    """Yield all fields of a section; nothing if it has none."""
    if fields:
        yield Fields(fields)


def field_summary_rows(body: FieldView) -> Rows:
    """Say what a body or a schema is as a whole."""
    kind = (Piece(body.type_label, link=body.link),)
    yield Summary(_("Type"), kind, body.facts, body.default, body.description)
    yield from _inside(body)


def _type(label: str, link: SchemaLink | None) -> Pieces:
    return (Piece(label, link=link),) if label else ()


def _marks(field: FieldView) -> Iterator[Piece]:
    if field.required:
        yield Piece(_("required"))
    if field.deprecated:
        yield Piece(_("deprecated"))
    if field.read_only:
        yield Piece(_("read-only"))
    if field.write_only:
        yield Piece(_("write-only"))


def _inside(field: FieldView) -> Rows:
    if field.enum:
        yield Values(field.enum)
    yield from map(ExampleRow, field.examples)
    yield from map(extension_fact, field.extensions)
    if field.is_cut and field.link:
        yield See(field.link)
    if field.group:
        yield from _group(field.group)


def extension_fact(extension: ExtensionView) -> Fact:
    """Return a vendor extension that the owner wants to see."""
    return Fact((Piece(extension.name, "name"),), (Piece(extension.value, "name"),))


def _group(group: FieldGroup) -> Rows:
    if group.fields:
        yield Fields(group.fields)
    yield from map(Note, group.notes)
    if group.discriminator:
        values = tuple(
            Fact((Piece(value, "name"),), (Piece(link.label, link=link),))
            for value, link in group.discriminator.mapping
        )
        name = Piece(group.discriminator.property_name, "name")
        yield Fact((Piece(_("Distinguished by"), "label"),), (name,), rows=values)
    if group.variants:
        variants = Entries(tuple(map(_variant, group.variants)))
        yield Title((Piece(group.variants_label),), (variants,))
    yield from map(Note, group.endings)


def _variant(variant: VariantView) -> Entry:
    label = "" if variant.type_label == variant.title else variant.type_label
    rows: list[Row] = [Values(variant.enum)] if variant.enum else []
    return Entry(
        head=(Piece(variant.title, link=variant.link),),
        kind=_type(label, None),
        rules=variant.facts,
        text=variant.description,
        rows=(*rows, *(_group(variant.group) if variant.group else ())),
    )


def rule_pieces(facts: Iterable[str]) -> Pieces:
    """Return rules side by side."""
    return in_a_row("; ", ((Piece(fact, "rule"),) for fact in facts))


def in_a_row(separator: str, groups: Iterable[Pieces]) -> Pieces:
    """Return groups of pieces side by side."""
    pieces = [piece for group in groups for piece in (Piece(separator), *group)]
    return tuple(pieces[1:])
