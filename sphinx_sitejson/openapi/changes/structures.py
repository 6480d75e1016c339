"""Compare the keywords of a schema that contain other schemas: members and composition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from sphinx_sitejson.common.messages import Message, form

from ..raw import RawObject, as_list, as_object
from ..schemas import Discriminator, Schema
from .places import Changes, Place, append_note

_Allowance = tuple[str, str]
"""The sentences about something that is no longer allowed, and about something that is now."""
_PROPERTIES: _Allowance = (
    form("{place}: other properties are no longer allowed."),
    form("{place}: other properties are allowed now."),
)
_ITEMS: _Allowance = (
    form("{place}: other items are no longer allowed."),
    form("{place}: other items are allowed now."),
)
_MATCHING: _Allowance = (
    form('{place}: properties that match "{pattern}" are no longer allowed.'),
    form('{place}: properties that match "{pattern}" are allowed now.'),
)
_AT_POSITION: _Allowance = (
    form("{place}: items at position {number} are no longer allowed."),
    form("{place}: items at position {number} are allowed now."),
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


SchemaPair = tuple[Schema, Schema, Place]
"""Two corresponding subschemas and their place."""


def compare_members(old: Schema, new: Schema, place: Place) -> Changes:
    """Yield the changes of properties and items, without those of their schemas."""
    yield from _compare_properties(old, new, place)
    yield from _compare_required_names(old, new, place)
    are_items_changed = _item_schema(old).allows_anything != _item_schema(new).allows_anything
    for before, after, _, forms, values in _unnamed_members(old, new):
        # Items at a position follow the rule for all others, unless they have one of their own.
        if forms and not (are_items_changed and "number" in values):
            yield from place.toggle(
                "others-refused",
                not before.allows_anything,
                not after.allows_anything,
                forms,
                **values,
            )


def member_pairs(old: Schema, new: Schema, place: Place) -> Iterator[SchemaPair]:
    """Yield the corresponding schemas of properties and items."""
    known = old.properties
    for name, schema in new.properties.items():
        if name in known and all(_is_transmitted(each, place) for each in (known[name], schema)):
            yield known[name], schema, place.below(f".{name}")
    for before, after, location, _forms, _values in _unnamed_members(old, new):
        is_allowed = before.allows_anything and after.allows_anything
        if is_allowed and (before.raw or after.raw):
            yield before, after, place.below(location)


def _unnamed_members(
    old: Schema, new: Schema
) -> Iterator[tuple[Schema, Schema, str, _Allowance | None, dict[str, str]]]:
    """Yield the schemas for members without a name, and the sentences if one side forbids them."""
    for key, location, forms in _UNNAMED_MEMBERS:
        yield _keyword_schema(old, key), _keyword_schema(new, key), location, forms, {}
    for pattern in {**old.pattern_properties, **new.pattern_properties}:
        before, after = (_pattern_schema(schema, pattern) for schema in (old, new))
        yield before, after, f'.["{pattern}"]', _MATCHING, {"pattern": pattern}
    before, after = _item_schema(old), _item_schema(new)
    positions = zip_longest(_prefix_schemas(old), _prefix_schemas(new))
    for number, (first, second) in enumerate(positions):
        values = {"number": f"{number + 1}"}
        yield first or before, second or after, f"[{number}]", _AT_POSITION, values
    yield before, after, "[]", _ITEMS, {}
    for key, note in _ANNOTATED_KEYWORDS:
        yield _keyword_schema(old, key), _keyword_schema(new, key), append_note(note), None, {}


def _compare_properties(old: Schema, new: Schema, place: Place) -> Changes:
    before, after = old.properties, new.properties
    for name, schema in before.items():
        if name not in after and _is_transmitted(schema, place):
            yield place.below(f".{name}").removal(
                "property-removed", schema.raw, is_deprecated=schema.is_deprecated
            )
    for name, schema in after.items():
        at, is_required = place.below(f".{name}"), name in new.required
        if name in before:
            yield from _compare_access(before[name], schema, at, is_required)
            if _is_transmitted(schema, place) and _is_transmitted(before[name], place):
                yield from at.toggle("became-required", name in old.required, is_required)
        elif _is_transmitted(schema, place):
            yield at.change("required-property-added" if is_required else "property-added")


def _compare_access(old: Schema, new: Schema, place: Place, is_required: bool) -> Changes:
    before, after = old.merged, new.merged
    yield from place.toggle("read-only-set", before.is_read_only, after.is_read_only)
    is_sent_now = before.is_read_only and not after.is_read_only
    if is_required and place.direction == "sent" and is_sent_now:
        yield place.change("became-required")
    yield from place.toggle("write-only-set", before.is_write_only, after.is_write_only)


def _compare_required_names(old: Schema, new: Schema, place: Place) -> Changes:
    """Yield changes of ``required`` for names without an entry in ``properties``."""
    described = {**old.properties, **new.properties}
    for name in sorted(old.required ^ new.required):
        if name not in described:
            yield from place.below(f".{name}").toggle(
                "became-required", name in old.required, name in new.required
            )


def _is_transmitted(member: Schema, place: Place) -> bool:
    """Return whether a property is sent in a direction, given readOnly and writeOnly."""
    schema = member.merged
    return not (schema.is_read_only if place.direction == "sent" else schema.is_write_only)


def _keyword_schema(schema: Schema, key: str) -> Schema:
    return Schema.of(schema.raw.get(key, True), schema.references)


def _pattern_schema(schema: Schema, pattern: str) -> Schema:
    """Return the schema of names that match a pattern; without it, ``additionalProperties``."""
    return schema.pattern_properties.get(pattern) or _keyword_schema(schema, "additionalProperties")


def _item_schema(schema: Schema) -> Schema:
    value = schema.raw.get("items", True)
    return Schema.of(True if isinstance(value, list) else value, schema.references)


def _prefix_schemas(schema: Schema) -> tuple[Schema, ...]:
    items = as_list(schema.raw.get("prefixItems")) or as_list(schema.raw.get("items"))
    return tuple(Schema.of(raw, schema.references) for raw in items)


_DEPENDENCY = (
    form("{place}: a requirement that depends on {name} was added."),
    form("{place}: a requirement that depends on {name} was removed."),
)
_CHOICE = (
    form("{place}: another choice is now required."),
    form("{place}: a choice is no longer required."),
)


def compare_composition(old: Schema, new: Schema, place: Place) -> Changes:
    """Yield the changes of conditions, dependencies, variants and discriminators."""
    for key in ("contains", "not"):
        yield from place.toggle(f"{key}-added", key in old.raw, key in new.raw, name=key)
    before, after = _condition_of(old.raw), _condition_of(new.raw)
    yield from place.toggle("condition-added", before, after)
    if before and after and before["if"] != after["if"]:
        yield place.change("condition-changed")
    yield from _compare_dependencies(old.raw, new.raw, place)
    yield from _compare_choices(old, new, place)
    yield from _compare_discriminators(old.discriminator, new.discriminator, place)


def composition_pairs(old: Schema, new: Schema, place: Place) -> Iterator[SchemaPair]:
    """Yield the corresponding subschemas of composition keywords that both sides have."""

    def pair(before: Any, after: Any, location: str) -> SchemaPair:
        schemas = Schema.of(before, old.references), Schema.of(after, new.references)
        return *schemas, place.below(location)

    def pairs(key: str, default: Any = None) -> Iterator[SchemaPair]:
        before, after = old.raw.get(key, default), new.raw.get(key, default)
        if before is not None and after is not None:
            yield pair(before, after, f" ({key})")

    yield from pairs("contains")
    # A wider schema makes the parent narrower.
    yield from ((before, after, at.reversed()) for before, after, at in pairs("not"))
    if _condition_of(old.raw) and _condition_of(new.raw) and old.raw["if"] == new.raw["if"]:
        yield from (*pairs("then", default=True), *pairs("else", default=True))
    before, after = dependent_schemas(old.raw), dependent_schemas(new.raw)
    for name in (name for name in before if name in after):
        location = append_note(Message("(beside {name})", name=name))
        yield pair(before[name], after[name], location)
    for first, second in zip(_choice_parts(old), _choice_parts(new), strict=False):
        yield pair(first, second, "")
    for first, second in zip_longest(_rule_parts(old), _rule_parts(new), fillvalue={}):
        yield pair(first, second, "")


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


def _condition_of(raw: RawObject) -> RawObject:
    return raw if "if" in raw and ("then" in raw or "else" in raw) else {}


def _compare_dependencies(old: RawObject, new: RawObject, place: Place) -> Changes:
    before, after = _dependent_names(old), _dependent_names(new)
    for name in {**before, **after}:
        was, now = before.get(name, set()), after.get(name, set())
        for other in sorted(was ^ now):
            yield from place.below(f".{name}").toggle(
                "dependency-added", other in was, other in now, name=other
            )
    first, second = dependent_schemas(old), dependent_schemas(new)
    for name in {**first, **second}:
        yield from place.toggle(
            "dependency-added", name in first, name in second, _DEPENDENCY, name=name
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


def _compare_choices(old: Schema, new: Schema, place: Place) -> Changes:
    yield from place.toggle("choice-needed", old.has_variants, new.has_variants)
    if old.has_variants and new.has_variants and bool(old.one_of) != bool(new.one_of):
        exactly = form("{place}: exactly one variant must match now.")
        at_least = form("{place}: at least one variant must match now.")
        yield place.change("choice-changed", exactly if new.one_of else at_least)
    before, after = (len(_choice_parts(schema)) for schema in (old, new))
    yield from place.toggle("choice-needed", before > after, after > before, _CHOICE)


def _compare_discriminators(
    old: Discriminator | None, new: Discriminator | None, place: Place
) -> Changes:
    yield from place.toggle("discriminator-added", old, new)
    if old is None or new is None:
        return
    if old.property_name != new.property_name:
        yield place.change("discriminator-changed", was=old.property_name, now=new.property_name)
    before, after = _complete_mapping(old), _complete_mapping(new)
    for value in {**before, **after}:
        was, now = before.get(value), after.get(value)
        yield from place.toggle("mapping-added", was is not None, now is not None, value=value)
        if was is not None and now is not None and was != now:
            yield place.change("mapping-changed", value=value, was=was, now=now)


def _complete_mapping(discriminator: Discriminator) -> dict[str, str]:
    mapping = dict(discriminator.mapping)
    if discriminator.default:
        mapping[Message("any other")] = discriminator.default
    return mapping
