"""Changes of objects and arrays: properties, items, and which others are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.raw import list_of
from sphinx_sitejson.openapi.schemas import Schema

from .rules import Direction
from .sentences import Statement, added, phrase, removed, requirement
from .value_texts import aside

Placed = tuple[str, str, Statement]
"""The name of a rule, the place below the schema, and what is said of a change."""

_Allowance = tuple[str, str]
"""What is said of something that is allowed now, and of something that no longer is."""
_PROPERTIES: _Allowance = (
    form("{place}: other properties are allowed now."),
    form("{place}: other properties are no longer allowed."),
)
_ITEMS: _Allowance = (
    form("{place}: other items are allowed now."),
    form("{place}: other items are no longer allowed."),
)
_MATCHING: _Allowance = (
    form('{place}: properties that match "{pattern}" are allowed now.'),
    form('{place}: properties that match "{pattern}" are no longer allowed.'),
)
_AT_POSITION: _Allowance = (
    form("{place}: items at position {number} are allowed now."),
    form("{place}: items at position {number} are no longer allowed."),
)
_OTHERS = (
    ("additionalProperties", ".*", _PROPERTIES),
    ("unevaluatedProperties", ".*", _PROPERTIES),
    ("unevaluatedItems", "[]", _ITEMS),
)
_BESIDE = (("propertyNames", Message("(names)")), ("contentSchema", Message("(content)")))


@dataclass(frozen=True, slots=True)
class InnerPair:
    """Two schemas inside two others, and the place below these."""

    old: Schema
    new: Schema
    place: str
    is_turned: bool = False
    """Whether what is wider inside makes the whole narrower."""


def object_changes(old: Schema, new: Schema, direction: Direction) -> Iterator[Placed]:
    """Yield what became of the members of objects and arrays, their own schemas left aside."""
    yield from _properties(old, new, direction)
    yield from _required_names(old, new)
    for key, _, allowance in _OTHERS:
        yield from _allowed(_other(old, key), _other(new, key), allowance)
    yield from _patterns(old, new)
    yield from _items(old, new)


def insides(old: Schema, new: Schema, direction: Direction) -> Iterator[InnerPair]:
    """Yield the schemas inside two schemas that belong together."""
    before, after = old.properties, new.properties
    for name, schema in after.items():
        if name in before and _goes(before[name], direction) and _goes(schema, direction):
            yield InnerPair(before[name], schema, f".{name}")
    for key, place, _ in _OTHERS:
        yield from _if_allowed(_other(old, key), _other(new, key), place)
    for pattern in {**old.pattern_properties, **new.pattern_properties}:
        place = f'.["{pattern}"]'
        yield from _if_allowed(_by_pattern(old, pattern), _by_pattern(new, pattern), place)
    for number, (first, second) in enumerate(_prefixes(old, new)):
        yield from _if_allowed(first, second, f"[{number}]")
    yield from _if_allowed(_item(old), _item(new), "[]")
    for key, words in _BESIDE:
        if key in old.raw or key in new.raw:
            yield from _if_allowed(_other(old, key), _other(new, key), aside(words))


def _properties(old: Schema, new: Schema, direction: Direction) -> Iterator[Placed]:
    before, after = old.properties, new.properties
    for name, schema in before.items():
        if name not in after and _goes(schema, direction):
            yield "property-removed", f".{name}", removed()
    for name, schema in after.items():
        is_required = name in new.required
        if name in before:
            yield from _flags(before[name], schema, f".{name}", direction, is_required)
            if _goes(schema, direction) and _goes(before[name], direction):
                yield from _requirement(name in old.required, is_required, f".{name}")
        elif _goes(schema, direction):
            rule = "required-property-added" if is_required else "property-added"
            yield rule, f".{name}", added(is_required)


def _flags(
    old: Schema, new: Schema, place: str, direction: Direction, is_required: bool
) -> Iterator[Placed]:
    before, after = old.merged, new.merged
    if before.is_read_only != after.is_read_only:
        yield (
            ("read-only-set", place, phrase("{place} is only read now."))
            if after.is_read_only
            else ("read-only-unset", place, phrase("{place} may be sent now."))
        )
        if is_required and direction == "sent" and not after.is_read_only:
            yield from _requirement(False, True, place)
    if before.is_write_only != after.is_write_only:
        yield (
            ("write-only-set", place, phrase("{place} is only written now."))
            if after.is_write_only
            else ("write-only-unset", place, phrase("{place} may be received now."))
        )


def _requirement(before: bool, after: bool, place: str) -> Iterator[Placed]:
    for rule, statement in requirement(before, after):
        yield rule, place, statement


def _required_names(old: Schema, new: Schema) -> Iterator[Placed]:
    """Yield required names that no property describes."""
    described = {**old.properties, **new.properties}
    for name in sorted(old.required ^ new.required):
        if name not in described:
            yield from _requirement(name in old.required, name in new.required, f".{name}")


def _goes(member: Schema, direction: Direction) -> bool:
    """Tell whether a property exists in this direction."""
    schema = member.merged
    return not (schema.is_read_only if direction == "sent" else schema.is_write_only)


def _other(schema: Schema, key: str) -> Schema:
    return Schema.of(schema.raw.get(key, True), schema.references)


def _allowed(old: Schema, new: Schema, allowance: _Allowance, **values: str) -> Iterator[Placed]:
    allowed, refused = allowance
    if old.allows_anything and not new.allows_anything:
        yield "others-refused", "", phrase(refused, **values)
    elif new.allows_anything and not old.allows_anything:
        yield "others-allowed", "", phrase(allowed, **values)


def _if_allowed(old: Schema, new: Schema, place: str) -> Iterator[InnerPair]:
    """Yield the pair of schemas for other members, if both sides allow them."""
    if old.allows_anything and new.allows_anything and (old.raw or new.raw):
        yield InnerPair(old, new, place)


def _by_pattern(schema: Schema, pattern: str) -> Schema:
    """Return what names that match a pattern stand for; without the pattern that of all others."""
    own = schema.pattern_properties.get(pattern)
    return _other(schema, "additionalProperties") if own is None else own


def _patterns(old: Schema, new: Schema) -> Iterator[Placed]:
    for pattern in {**old.pattern_properties, **new.pattern_properties}:
        before, after = _by_pattern(old, pattern), _by_pattern(new, pattern)
        yield from _allowed(before, after, _MATCHING, pattern=pattern)


def _item(schema: Schema) -> Schema:
    value = schema.raw.get("items", True)
    return Schema.of(True if isinstance(value, list) else value, schema.references)


def _prefix(schema: Schema) -> tuple[Schema, ...]:
    written = list_of(schema.raw.get("prefixItems")) or list_of(schema.raw.get("items"))
    return tuple(Schema.of(raw, schema.references) for raw in written)


def _prefixes(old: Schema, new: Schema) -> Iterator[tuple[Schema, Schema]]:
    """Yield the items that have a schema by their position, on either side."""
    before, after = _prefix(old), _prefix(new)
    for number in range(max(len(before), len(after))):
        yield (
            before[number] if number < len(before) else _item(old),
            after[number] if number < len(after) else _item(new),
        )


def _items(old: Schema, new: Schema) -> Iterator[Placed]:
    yield from _allowed(_item(old), _item(new), _ITEMS)
    for number, (first, second) in enumerate(_prefixes(old, new)):
        if _item(old).allows_anything == _item(new).allows_anything:
            yield from _allowed(first, second, _AT_POSITION, number=f"{number + 1}")
