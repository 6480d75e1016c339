"""Compare the keywords of a schema that contain other schemas: members and composition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from sphinx_sitejson.common.messages import Message, form

from ..raw import RawObject, as_list, as_object
from ..schemas import Discriminator, Schema
from .results import (
    Statement,
    added_statement,
    append_note,
    compare_required,
    describe_removal,
    make_statement,
)
from .rules import Direction

LocatedStatement = tuple[str, str, Statement]
"""The name of a rule, the location relative to the schema, and the statement."""

_Allowance = tuple[str, str]
"""The statements for something that is allowed now, and for something that no longer is."""
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
_UNNAMED_MEMBERS = (
    ("additionalProperties", ".*", _PROPERTIES),
    ("unevaluatedProperties", ".*", _PROPERTIES),
    ("unevaluatedItems", "[]", _ITEMS),
)
_ANNOTATED_KEYWORDS = (
    ("propertyNames", Message("(names)")),
    ("contentSchema", Message("(content)")),
)


@dataclass(frozen=True, slots=True)
class SchemaPair:
    """Two corresponding subschemas, and their location relative to their parents."""

    old: Schema
    new: Schema
    location: str
    is_inverted: bool = False
    """Whether a wider subschema makes the parent narrower, as in ``not``."""


def compare_members(old: Schema, new: Schema, direction: Direction) -> Iterator[LocatedStatement]:
    """Yield the changes of properties and items, without those of their schemas."""
    yield from _compare_properties(old, new, direction)
    yield from _compare_required_names(old, new)
    for key, _, allowance in _UNNAMED_MEMBERS:
        yield from _compare_allowance(
            _keyword_schema(old, key), _keyword_schema(new, key), allowance
        )
    yield from _compare_patterns(old, new)
    yield from _compare_items(old, new)


def member_pairs(old: Schema, new: Schema, direction: Direction) -> Iterator[SchemaPair]:
    """Yield the corresponding schemas of properties and items."""
    before, after = old.properties, new.properties
    for name, schema in after.items():
        if (
            name in before
            and _is_transmitted(before[name], direction)
            and _is_transmitted(schema, direction)
        ):
            yield SchemaPair(before[name], schema, f".{name}")
    for key, location, _ in _UNNAMED_MEMBERS:
        yield from _pair_if_allowed(_keyword_schema(old, key), _keyword_schema(new, key), location)
    for pattern in {**old.pattern_properties, **new.pattern_properties}:
        location = f'.["{pattern}"]'
        yield from _pair_if_allowed(
            _pattern_schema(old, pattern), _pattern_schema(new, pattern), location
        )
    for number, (first, second) in enumerate(_prefix_pairs(old, new)):
        yield from _pair_if_allowed(first, second, f"[{number}]")
    yield from _pair_if_allowed(_item_schema(old), _item_schema(new), "[]")
    for key, note in _ANNOTATED_KEYWORDS:
        if key in old.raw or key in new.raw:
            yield from _pair_if_allowed(
                _keyword_schema(old, key), _keyword_schema(new, key), append_note(note)
            )


def _compare_properties(
    old: Schema, new: Schema, direction: Direction
) -> Iterator[LocatedStatement]:
    before, after = old.properties, new.properties
    for name, schema in before.items():
        if name not in after and _is_transmitted(schema, direction):
            rule, statement = describe_removal(schema.raw, schema.is_deprecated, "property-removed")
            yield rule, f".{name}", statement
    for name, schema in after.items():
        is_required = name in new.required
        if name in before:
            yield from _compare_access(before[name], schema, f".{name}", direction, is_required)
            if _is_transmitted(schema, direction) and _is_transmitted(before[name], direction):
                yield from _compare_requirement(name in old.required, is_required, f".{name}")
        elif _is_transmitted(schema, direction):
            rule = "required-property-added" if is_required else "property-added"
            yield rule, f".{name}", added_statement(is_required)


def _compare_access(
    old: Schema, new: Schema, location: str, direction: Direction, is_required: bool
) -> Iterator[LocatedStatement]:
    before, after = old.merged, new.merged
    if before.is_read_only != after.is_read_only:
        yield (
            ("read-only-set", location, make_statement("{place} is now read-only."))
            if after.is_read_only
            else ("read-only-unset", location, make_statement("{place} may be sent now."))
        )
        if is_required and direction == "sent" and not after.is_read_only:
            yield from _compare_requirement(False, True, location)
    if before.is_write_only != after.is_write_only:
        yield (
            ("write-only-set", location, make_statement("{place} is now write-only."))
            if after.is_write_only
            else ("write-only-unset", location, make_statement("{place} may be received now."))
        )


def _compare_requirement(before: bool, after: bool, location: str) -> Iterator[LocatedStatement]:
    for rule, statement in compare_required(before, after):
        yield rule, location, statement


def _compare_required_names(old: Schema, new: Schema) -> Iterator[LocatedStatement]:
    """Yield changes of ``required`` for names without an entry in ``properties``."""
    described = {**old.properties, **new.properties}
    for name in sorted(old.required ^ new.required):
        if name not in described:
            yield from _compare_requirement(name in old.required, name in new.required, f".{name}")


def _is_transmitted(member: Schema, direction: Direction) -> bool:
    """Return whether a property is sent in a direction, given readOnly and writeOnly."""
    schema = member.merged
    return not (schema.is_read_only if direction == "sent" else schema.is_write_only)


def _keyword_schema(schema: Schema, key: str) -> Schema:
    return Schema.of(schema.raw.get(key, True), schema.references)


def _compare_allowance(
    old: Schema, new: Schema, allowance: _Allowance, **values: str
) -> Iterator[LocatedStatement]:
    allowed, refused = allowance
    if old.allows_anything and not new.allows_anything:
        yield "others-refused", "", make_statement(refused, **values)
    elif new.allows_anything and not old.allows_anything:
        yield "others-allowed", "", make_statement(allowed, **values)


def _pair_if_allowed(old: Schema, new: Schema, location: str) -> Iterator[SchemaPair]:
    """Yield the pair of schemas for unnamed members, if both sides allow them."""
    if old.allows_anything and new.allows_anything and (old.raw or new.raw):
        yield SchemaPair(old, new, location)


def _pattern_schema(schema: Schema, pattern: str) -> Schema:
    """Return the schema of names that match a pattern; without it, ``additionalProperties``."""
    schema_for_pattern = schema.pattern_properties.get(pattern)
    return (
        _keyword_schema(schema, "additionalProperties")
        if schema_for_pattern is None
        else schema_for_pattern
    )


def _compare_patterns(old: Schema, new: Schema) -> Iterator[LocatedStatement]:
    for pattern in {**old.pattern_properties, **new.pattern_properties}:
        before, after = _pattern_schema(old, pattern), _pattern_schema(new, pattern)
        yield from _compare_allowance(before, after, _MATCHING, pattern=pattern)


def _item_schema(schema: Schema) -> Schema:
    value = schema.raw.get("items", True)
    return Schema.of(True if isinstance(value, list) else value, schema.references)


def _prefix_schemas(schema: Schema) -> tuple[Schema, ...]:
    items = as_list(schema.raw.get("prefixItems")) or as_list(schema.raw.get("items"))
    return tuple(Schema.of(raw, schema.references) for raw in items)


def _prefix_pairs(old: Schema, new: Schema) -> Iterator[tuple[Schema, Schema]]:
    """Yield the pairs of schemas of items that either side describes by position."""
    before, after = _prefix_schemas(old), _prefix_schemas(new)
    for number in range(max(len(before), len(after))):
        yield (
            before[number] if number < len(before) else _item_schema(old),
            after[number] if number < len(after) else _item_schema(new),
        )


def _compare_items(old: Schema, new: Schema) -> Iterator[LocatedStatement]:
    yield from _compare_allowance(_item_schema(old), _item_schema(new), _ITEMS)
    for number, (first, second) in enumerate(_prefix_pairs(old, new)):
        if _item_schema(old).allows_anything == _item_schema(new).allows_anything:
            yield from _compare_allowance(first, second, _AT_POSITION, number=f"{number + 1}")


_Presence = tuple[str, str]
"""The statements for something that was added, and for something that was removed."""
_KEYWORD: _Presence = (form("{place}: {name} was added."), form("{place}: {name} was removed."))
_CONDITION: _Presence = (
    form("{place}: a condition was added."),
    form("{place}: a condition was removed."),
)
_DEPENDENCY: _Presence = (
    form("{place}: a requirement that depends on {name} was added."),
    form("{place}: a requirement that depends on {name} was removed."),
)
_DISCRIMINATOR: _Presence = (
    form("{place}: the discriminator was added."),
    form("{place}: the discriminator was removed."),
)
_MAPPING: _Presence = (
    form('{place}: the discriminator value "{value}" was added.'),
    form('{place}: the discriminator value "{value}" was removed.'),
)


def compare_composition(old: Schema, new: Schema) -> Iterator[LocatedStatement]:
    """Yield the changes of conditions, dependencies, variants and discriminators."""
    for key, rule in (("contains", "contains"), ("not", "not")):
        yield from _compare_presence(rule, _KEYWORD, key in old.raw, key in new.raw, name=key)
    yield from _compare_conditions(old.raw, new.raw)
    yield from _compare_dependencies(old.raw, new.raw)
    yield from _compare_choices(old, new)
    yield from _compare_discriminators(old, new)


def composition_pairs(old: Schema, new: Schema) -> Iterator[SchemaPair]:
    """Yield the corresponding subschemas of composition keywords that both sides have."""
    yield from _pair_keyword(old, new, "contains", " (contains)")
    yield from _pair_keyword(old, new, "not", " (not)", is_inverted=True)
    if _condition_of(old.raw) and _condition_of(new.raw) and old.raw["if"] == new.raw["if"]:
        for key in ("then", "else"):
            yield from _pair_keyword(old, new, key, f" ({key})", default=True)
    before, after = dependent_schemas(old.raw), dependent_schemas(new.raw)
    for name in before.keys() & after.keys():
        location = append_note(Message("(beside {name})", name=name))
        yield _make_pair(old, new, before[name], after[name], location)
    for first, second in zip(_choice_parts(old), _choice_parts(new), strict=False):
        yield _make_pair(old, new, first, second, "")
    for first, second in zip_longest(_rule_parts(old), _rule_parts(new), fillvalue={}):
        yield _make_pair(old, new, first, second, "")


def _choice_parts(schema: Schema) -> list[Any]:
    """Return the other choices of a merged schema, after the first."""
    return [part for part in as_list(schema.raw.get("allOf")) if _is_choice(part)]


def _rule_parts(schema: Schema) -> list[Any]:
    """Return the rules that hold beside others of the same keyword, such as a second pattern.

    Longer lists of values are left out: the values that all parts allow were compared already.
    """
    parts = as_list(schema.raw.get("allOf"))
    return [part for part in parts if not _is_choice(part) and "enum" not in as_object(part)]


def _is_choice(part: Any) -> bool:
    return not as_object(part).keys().isdisjoint(("oneOf", "anyOf"))


def _pair_keyword(
    old: Schema,
    new: Schema,
    key: str,
    location: str,
    *,
    default: Any = None,
    is_inverted: bool = False,
) -> Iterator[SchemaPair]:
    before, after = old.raw.get(key, default), new.raw.get(key, default)
    if before is not None and after is not None:
        yield _make_pair(old, new, before, after, location, is_inverted=is_inverted)


def _make_pair(
    old: Schema, new: Schema, before: Any, after: Any, location: str, *, is_inverted: bool = False
) -> SchemaPair:
    first, second = Schema.of(before, old.references), Schema.of(after, new.references)
    return SchemaPair(first, second, location, is_inverted)


def _compare_presence(
    rule: str, presence: _Presence, before: bool, after: bool, **values: str
) -> Iterator[LocatedStatement]:
    added, removed = presence
    if after and not before:
        yield f"{rule}-added", "", make_statement(added, **values)
    elif before and not after:
        yield f"{rule}-removed", "", make_statement(removed, **values)


def _compare_conditions(old: RawObject, new: RawObject) -> Iterator[LocatedStatement]:
    before, after = _condition_of(old), _condition_of(new)
    yield from _compare_presence("condition", _CONDITION, bool(before), bool(after))
    if before and after and before["if"] != after["if"]:
        yield "condition-changed", "", make_statement("{place}: a condition changed.")


def _condition_of(raw: RawObject) -> RawObject:
    return raw if "if" in raw and ("then" in raw or "else" in raw) else {}


def _compare_dependencies(old: RawObject, new: RawObject) -> Iterator[LocatedStatement]:
    before, after = _dependent_names(old), _dependent_names(new)
    for name in {**before, **after}:
        for other in sorted(before.get(name, set()) ^ after.get(name, set())):
            if other in after.get(name, ()):
                yield (
                    "dependency-added",
                    f".{name}",
                    make_statement("{place} needs {name}.", name=other),
                )
            else:
                statement = make_statement("{place} no longer needs {name}.", name=other)
                yield "dependency-removed", f".{name}", statement
    first, second = dependent_schemas(old), dependent_schemas(new)
    for name in {**first, **second}:
        yield from _compare_presence(
            "dependency", _DEPENDENCY, name in first, name in second, name=name
        )


def _dependent_names(raw: RawObject) -> dict[str, set[str]]:
    """Return the names that each property requires, in both spellings of the keyword."""
    return {
        name: {other for other in as_list(names) if isinstance(other, str)}
        for key in ("dependentRequired", "dependencies")
        for name, names in as_object(raw.get(key)).items()
        if isinstance(names, list)
    }


def dependent_schemas(raw: RawObject) -> dict[str, RawObject]:
    """Return the schemas that apply when a property is present, in both spellings."""
    return {
        name: schema
        for key in ("dependentSchemas", "dependencies")
        for name, schema in as_object(raw.get(key)).items()
        if isinstance(schema, Mapping)
    }


def _compare_choices(old: Schema, new: Schema) -> Iterator[LocatedStatement]:
    if new.has_variants and not old.has_variants:
        yield (
            "choice-needed",
            "",
            make_statement("{place}: one of several variants is now required."),
        )
    elif old.has_variants and not new.has_variants:
        yield "choice-dropped", "", make_statement("{place}: no variant is required anymore.")
    elif old.has_variants and bool(old.one_of) != bool(new.one_of):
        statement = (
            make_statement("{place}: exactly one variant must match now.")
            if new.one_of
            else make_statement("{place}: at least one variant must match now.")
        )
        yield "choice-changed", "", statement
    before, after = (len(_choice_parts(schema)) for schema in (old, new))
    if after > before:
        yield "choice-needed", "", make_statement("{place}: another choice is now required.")
    elif after < before:
        yield "choice-dropped", "", make_statement("{place}: a choice is no longer required.")


def _compare_discriminators(old: Schema, new: Schema) -> Iterator[LocatedStatement]:
    before, after = old.discriminator, new.discriminator
    yield from _compare_presence("discriminator", _DISCRIMINATOR, bool(before), bool(after))
    if before is None or after is None:
        return
    if before.property_name != after.property_name:
        changed = make_statement(
            "{place}: the discriminator changed from {was} to {now}.",
            was=before.property_name,
            now=after.property_name,
        )
        yield "discriminator-changed", "", changed
    mappings = [_complete_mapping(before), _complete_mapping(after)]
    for value in {**mappings[0], **mappings[1]}:
        was, now = (mapping.get(value) for mapping in mappings)
        yield from _compare_presence(
            "mapping", _MAPPING, was is not None, now is not None, value=value
        )
        if was is not None and now is not None and was != now:
            statement = make_statement(
                '{place}: the discriminator value "{value}" maps to {now}, no longer to {was}.',
                value=value,
                was=was,
                now=now,
            )
            yield "mapping-changed", "", statement


def _complete_mapping(discriminator: Discriminator) -> dict[str, str]:
    mapping = dict(discriminator.mapping)
    if discriminator.default:
        mapping[Message("any other")] = discriminator.default
    return mapping
