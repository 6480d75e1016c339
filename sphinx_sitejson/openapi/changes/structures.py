"""Changes of the rules of a schema that speak of other schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of
from sphinx_sitejson.openapi.schemas import Schema

from .results import Statement, added, aside, phrase, removed, requirement
from .rules import Direction

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


_Presence = tuple[str, str]
"""What is said of something that is there now, and of something that no longer is."""
_KEYWORD: _Presence = (form("{place}: {name} was added."), form("{place}: {name} was removed."))
_CONDITION: _Presence = (
    form("{place}: a condition was added."),
    form("{place}: a condition was removed."),
)
_DEPENDENCY: _Presence = (
    form("{place}: what is asked for beside {name} was added."),
    form("{place}: what is asked for beside {name} was removed."),
)
_DISCRIMINATOR: _Presence = (
    form("{place}: the discriminator was added."),
    form("{place}: the discriminator was removed."),
)
_MAPPING: _Presence = (
    form('{place}: the value "{value}" of the discriminator was added.'),
    form('{place}: the value "{value}" of the discriminator was removed.'),
)


def structure_changes(old: Schema, new: Schema) -> Iterator[Placed]:
    """Yield what became of conditions, dependencies, choices and discriminators."""
    for key, rule in (("contains", "contains"), ("not", "not")):
        yield from _presence(rule, _KEYWORD, key in old.raw, key in new.raw, name=key)
    yield from _conditions(old.raw, new.raw)
    yield from _dependencies(old.raw, new.raw)
    yield from _choices(old, new)
    yield from _discriminators(old, new)


def structure_insides(old: Schema, new: Schema) -> Iterator[InnerPair]:
    """Yield the schemas that belong together, for rules that both sides have."""
    yield from _both(old, new, "contains", " (contains)")
    yield from _both(old, new, "not", " (not)", is_turned=True)
    if _condition(old.raw) and _condition(new.raw) and old.raw["if"] == new.raw["if"]:
        for key in ("then", "else"):
            yield from _both(old, new, key, f" ({key})", default=True)
    before, after = dependent_schemas(old.raw), dependent_schemas(new.raw)
    for name in before.keys() & after.keys():
        place = aside(Message("(beside {name})", name=name))
        yield _inside(old, new, before[name], after[name], place)
    parts = (list_of(schema.raw.get("allOf")) for schema in (old, new))
    for first, second in zip(*parts, strict=False):
        yield _inside(old, new, first, second, "")


def _both(
    old: Schema, new: Schema, key: str, place: str, *, default: Any = None, is_turned: bool = False
) -> Iterator[InnerPair]:
    before, after = old.raw.get(key, default), new.raw.get(key, default)
    if before is not None and after is not None:
        yield _inside(old, new, before, after, place, is_turned=is_turned)


def _inside(
    old: Schema, new: Schema, before: Any, after: Any, place: str, *, is_turned: bool = False
) -> InnerPair:
    first, second = Schema.of(before, old.references), Schema.of(after, new.references)
    return InnerPair(first, second, place, is_turned)


def _presence(
    rule: str, presence: _Presence, before: bool, after: bool, **values: str
) -> Iterator[Placed]:
    added, removed = presence
    if after and not before:
        yield f"{rule}-added", "", phrase(added, **values)
    elif before and not after:
        yield f"{rule}-removed", "", phrase(removed, **values)


def _conditions(old: RawObject, new: RawObject) -> Iterator[Placed]:
    before, after = _condition(old), _condition(new)
    yield from _presence("condition", _CONDITION, bool(before), bool(after))
    if before and after and before["if"] != after["if"]:
        yield "condition-changed", "", phrase("{place}: a condition changed.")


def _condition(raw: RawObject) -> RawObject:
    return raw if "if" in raw and ("then" in raw or "else" in raw) else {}


def _dependencies(old: RawObject, new: RawObject) -> Iterator[Placed]:
    before, after = _needed(old), _needed(new)
    for name in {**before, **after}:
        for other in sorted(before.get(name, set()) ^ after.get(name, set())):
            if other in after.get(name, ()):
                yield "dependency-added", f".{name}", phrase("{place} needs {name}.", name=other)
            else:
                gone = phrase("{place} no longer needs {name}.", name=other)
                yield "dependency-removed", f".{name}", gone
    first, second = dependent_schemas(old), dependent_schemas(new)
    for name in {**first, **second}:
        yield from _presence("dependency", _DEPENDENCY, name in first, name in second, name=name)


def _needed(raw: RawObject) -> dict[str, set[str]]:
    """Return the names that each property needs, in both spellings."""
    return {
        name: {other for other in list_of(names) if isinstance(other, str)}
        for key in ("dependentRequired", "dependencies")
        for name, names in object_of(raw.get(key)).items()
        if isinstance(names, list)
    }


def dependent_schemas(raw: RawObject) -> dict[str, RawObject]:
    """Return the schemas that count where a property is given, in both spellings."""
    return {
        name: schema
        for key in ("dependentSchemas", "dependencies")
        for name, schema in object_of(raw.get(key)).items()
        if isinstance(schema, Mapping)
    }


def _choices(old: Schema, new: Schema) -> Iterator[Placed]:
    if new.has_variants and not old.has_variants:
        yield "choice-needed", "", phrase("{place}: one of several variants is now required.")
    elif old.has_variants and not new.has_variants:
        yield "choice-dropped", "", phrase("{place}: no variant is required anymore.")
    elif old.has_variants and bool(old.one_of) != bool(new.one_of):
        statement = (
            phrase("{place}: exactly one of the variants is meant now.")
            if new.one_of
            else phrase("{place}: at least one of the variants is meant now.")
        )
        yield "choice-changed", "", statement
    before, after = (len(list_of(schema.raw.get("allOf"))) for schema in (old, new))
    if after > before:
        yield "choice-needed", "", phrase("{place}: another choice is now required.")
    elif after < before:
        yield "choice-dropped", "", phrase("{place}: a choice is no longer required.")


def _discriminators(old: Schema, new: Schema) -> Iterator[Placed]:
    before, after = old.discriminator, new.discriminator
    yield from _presence("discriminator", _DISCRIMINATOR, bool(before), bool(after))
    if before is None or after is None:
        return
    if before.property_name != after.property_name:
        changed = phrase(
            "{place}: the discriminator changed from {was} to {now}.",
            was=before.property_name,
            now=after.property_name,
        )
        yield "discriminator-changed", "", changed
    for value in {**before.mapping, **after.mapping}:
        was, now = before.mapping.get(value), after.mapping.get(value)
        yield from _presence("mapping", _MAPPING, was is not None, now is not None, value=value)
        if was is not None and now is not None and was != now:
            meant = phrase(
                '{place}: the value "{value}" of the discriminator means {now}, no longer {was}.',
                value=value,
                was=was,
                now=now,
            )
            yield "mapping-changed", "", meant
