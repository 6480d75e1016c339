"""Nested schemas: the properties, items and variants of a schema, and the titles of variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of, texts_of
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.texts.value_formatting import listed, typed_value
from sphinx_sitejson.reference.views import DiscriminatorView, SchemaLink

from .constraints import closing_notes, rule_notes, rules_beside
from .protocols import Inside, Member, Variant
from .type_labels import choice_labels, map_values

if TYPE_CHECKING:
    from .protocols import Described, SchemaBook


ADDITIONAL = Message("additional properties")
ALSO = Message("must also be")
"""The name of what a value has to follow beside all others."""
MOST_MEMBERS = 1_000
"""How many members or variants of one schema are shown, whatever the budget of a page."""


def inside_of(described: Described, book: SchemaBook) -> Inside:
    """Return what is nested in a schema; of a list or a map, in what it holds."""
    element = described.element
    if element is not described:
        inner = element.inside
        return Inside(
            label=_label_of_held(described),
            members=inner.members,
            variants=inner.variants,
            variants_label=inner.variants_label,
            discriminator=inner.discriminator,
            notes=(*rule_notes(described.schema, book), *inner.notes),
            endings=(*inner.endings, *closing_notes(described.schema, book)),
        )
    members = tuple(islice(_members(described, book), MOST_MEMBERS))
    key, variants = _choice(described, book)
    return Inside(
        label=_label(described, members, variants),
        members=members,
        variants=variants,
        variants_label={"oneOf": Message("One of"), "anyOf": Message("Any of")}.get(key, ""),
        discriminator=_discriminator(described, book),
        notes=(*rule_notes(described.schema, book), *_additional_notes(described, book)),
        endings=closing_notes(described.schema, book),
    )


def _label_of_held(described: Described) -> str:
    return Message("Value attributes") if described.is_held_by_map else Message("Item attributes")


def _label(described: Described, members: tuple[Member, ...], variants: tuple[Variant, ...]) -> str:
    if "prefixItems" in described.schema.raw:
        return Message("Item attributes")
    if members:
        return Message("Child attributes")
    return Message("Options") if variants else Message("Rules")


def _members(described: Described, book: SchemaBook) -> Iterator[Member]:
    schema = described.schema
    properties, required = schema.properties, schema.required
    names = list(properties)
    if required and not book.options.maintain_order:
        names.sort(key=lambda name: name not in required)
    for name in names:
        yield Member(name=name, schema=properties[name], required=name in required)
    for pattern, values in schema.pattern_properties.items():
        yield Member(name=f"/{pattern}/", schema=values)
    additional = schema.additional_properties
    if (
        additional is not None
        and additional.raw
        and not _is_in_type_label(additional, schema, book)
    ):
        yield Member(name=ADDITIONAL, schema=additional)
    yield from _entries(schema)
    yield from _content(schema)
    yield from _additional_choices(schema)


def _is_in_type_label(additional: Schema, schema: Schema, book: SchemaBook) -> bool:
    """Whether the type already says all of a map's values."""
    return map_values(schema) is not None and book.of(additional).is_bare


def _entries(schema: Schema) -> Iterator[Member]:
    is_array = "type" not in schema.raw or "array" in schema.types
    prefix = schema.prefix_items if is_array else ()
    for position, entry in enumerate(prefix):
        yield Member(name=f"[{position}]", schema=entry)
    items = schema.items
    is_beside = not schema.raw.keys().isdisjoint(("prefixItems", "properties", "oneOf", "anyOf"))
    if items is not None and items.raw and is_beside:
        yield Member(name=Message("other items") if prefix else Message("items"), schema=items)


def _content(schema: Schema) -> Iterator[Member]:
    content = object_of(schema.raw.get("contentSchema"))
    if content:
        yield Member(name=Message("decoded value"), schema=Schema(content, schema.references))


def _additional_choices(schema: Schema) -> Iterator[Member]:
    """Yield choices that stand beside the first one: a value has to follow each."""
    raw = schema.raw
    if schema.one_of and schema.any_of:
        yield Member(name=ALSO, schema=Schema({"anyOf": raw["anyOf"]}, schema.references))
    facts = rules_beside(raw)
    for part in list_of(raw.get("allOf")):
        if object_of(part) and part not in facts:
            yield Member(name=ALSO, schema=Schema(part, schema.references))


def _choice(described: Described, book: SchemaBook) -> tuple[str, tuple[Variant, ...]]:
    schema = described.schema
    key, variants = ("oneOf", schema.one_of) if schema.one_of else ("anyOf", schema.any_of)
    if not variants or described.enum:
        return "", ()
    is_reported = all(book.of(variant).is_bare for variant in variants)
    if is_reported and choice_labels(described, book) and not schema.raw.get("properties"):
        return "", ()
    shown = variants[:MOST_MEMBERS]
    titles = variant_titles(shown, book)
    return key, tuple(
        Variant(title=title, schema=variant) for title, variant in zip(titles, shown, strict=True)
    )


def _discriminator(described: Described, book: SchemaBook) -> DiscriminatorView | None:
    discriminator = described.schema.discriminator
    if discriminator is None:
        return None
    given = discriminator.mapping
    variants = described.schema.one_of or described.schema.any_of
    names = [variant.reference_name for variant in variants if variant.reference_name]
    implied = {name: name for name in names if name not in given.values()}
    found: list[tuple[str, SchemaLink]] = []
    for value, name in {**given, **implied}.items():
        link = book.link(name)
        if link:
            found.append((value, link))
    return DiscriminatorView(property_name=discriminator.property_name, mapping=tuple(found))


def _additional_notes(described: Described, book: SchemaBook) -> Iterator[str]:
    """Say what has no place among the members: too many of them, and dead links."""
    raw = described.schema.raw
    variants = list_of(raw.get("oneOf")) or list_of(raw.get("anyOf"))
    for count in (len(object_of(raw.get("properties"))), len(variants)):
        if count > MOST_MEMBERS:
            yield Message("{number} more not shown.", number=str(count - MOST_MEMBERS))
    discriminator = described.schema.discriminator
    for value, name in (discriminator.mapping if discriminator else {}).items():
        if book.link(name) is None:
            yield Message('"{value}" stands for {name}.', value=value, name=name)


MOST_NAMES = 2
"""How many properties a title names."""
_SAYS_NOTHING = ("", "any", "never")


def variant_titles(variants: Sequence[Schema], book: SchemaBook) -> tuple[str, ...]:
    """Return a title for each variant of a choice."""
    described = [book.of(variant) for variant in variants]
    titles = [_name(*pair) for pair in zip(variants, described, strict=True)]
    for way in _WAYS:
        nameless = [number for number, title in enumerate(titles) if not title]
        if not nameless:
            break
        found = way([described[number] for number in nameless], book)
        taken = Counter((*titles, *found))
        for number, title in zip(nameless, found, strict=True):
            if taken[title] == 1:
                titles[number] = title
    return tuple(
        title or Message("Option {number}", number=str(number))
        for number, title in enumerate(titles, 1)
    )


def _name(variant: Schema, described: Described) -> str:
    if described.own_link:
        return described.own_link.label
    own: Any = variant.raw.get("title")
    title = " ".join(own.split()) if isinstance(own, str) else ""
    return title or described.schema.title or variant.reference_name


def _constants(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by a property that has another value in each of them."""
    fixed = [_fixed_values(variant, book) for variant in variants]
    different = {(name, value): None for values in fixed for name, value in values.items()}
    counts = Counter(name for name, _ in different)
    best = max(counts, key=lambda name: counts[name], default="")
    return [values.get(best, "") for values in fixed]


def _fixed_values(variant: Described, book: SchemaBook) -> dict[str, str]:
    only = _only_value(variant.schema.raw)
    if only:
        return {"": only}
    members = variant.schema.properties.items()
    values = ((name, _only_value(book.of(member).schema.raw)) for name, member in members)
    return {name: value for name, value in values if value}


def _only_value(raw: RawObject) -> str:
    values = [raw["const"]] if "const" in raw else list_of(raw.get("enum"))
    return typed_value(values[0]) if len(values) == 1 else ""


def _own_needs(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by the properties that only they require."""
    needs = [texts_of(variant.schema.raw, "required") for variant in variants]
    counts = Counter(name for names in needs for name in set(names))
    titles = []
    for variant, names in zip(variants, needs, strict=True):
        own = [name for name in names if counts[name] == 1][:MOST_NAMES]
        # An object of one property is known by it.
        is_wrapper = len(own) == 1 and list(_properties(variant)) == own
        titles.append(listed(own) if is_wrapper or not own else _with(own))
    return titles


def _own_properties(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by the properties that only they have."""
    counts = Counter(name for variant in variants for name in _properties(variant))
    each = ([name for name in _properties(variant) if counts[name] == 1] for variant in variants)
    return [_with(own[:MOST_NAMES]) if own else "" for own in each]


def _types(variants: Sequence[Described], book: SchemaBook) -> list[str]:
    """Name variants by their types."""
    labels = (variant.type_label for variant in variants)
    return ["" if label in _SAYS_NOTHING else label for label in labels]


def _with(names: Iterable[str]) -> str:
    return Message("with {names}", names=listed(names))


def _properties(variant: Described) -> RawObject:
    return object_of(variant.schema.raw.get("properties"))


_WAYS: tuple[Callable[[Sequence[Described], SchemaBook], list[str]], ...] = (
    _constants,
    _types,
    _own_needs,
    _own_properties,
)
