"""Compare two schemas recursively, for values that clients send or receive."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from sphinx_sitejson.common.messages import Message, form, join_messages

from ..keywords import ANNOTATIONS
from ..raw import RawObject, as_list, as_object, get_flag, get_text, without_keys
from ..schemas import Discriminator, Schema
from .places import (
    MAX_DIGITS,
    NO_VALUE,
    Change,
    Changes,
    Number,
    Place,
    append_note,
    exact_number,
    format_number,
    format_value,
    join_alternatives,
    quote_text,
)
from .rules import Direction

Bound = tuple[Number, bool]
"""A number, and whether it is exclusive."""

_LIMITS = (
    *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"),
    *("minProperties", "maxProperties", "minContains", "maxContains"),
)
_DEFAULT_MINIMUMS = {"minLength": 0, "minItems": 0, "minProperties": 0, "minContains": 1}
"""The effective values of absent keywords."""


def _compare_limits(old: Schema, new: Schema, place: Place) -> Changes:
    for key in _LIMITS:
        is_lower = key.startswith("min")
        before, after = (_effective_bound(schema.raw, key, is_lower) for schema in (old, new))
        if before == after:
            continue
        if before is None or after is None:
            is_tighter = before is None
        elif before[0] == after[0]:
            is_tighter = after[1]
        else:
            is_tighter = (after[0] > before[0]) == is_lower
        was, now = (_format_bound(bound, is_lower) for bound in (before, after))
        rule = "limit-tighter" if is_tighter else "limit-looser"
        yield place.change(rule, name=key, was=was, now=now)


def _compare_multiples(old: Schema, new: Schema, place: Place) -> Changes:
    before, after = _multiple_of(old.raw), _multiple_of(new.raw)
    if before == after:
        return
    rule = "multiple-changed"
    if before is None or (after is not None and after % before == 0):
        rule = "multiple-narrower"
    elif after is None or before % after == 0:
        rule = "multiple-wider"
    was, now = (format_number(exact_number(each.raw.get("multipleOf"))) for each in (old, new))
    yield place.change(rule, name="multipleOf", was=was, now=now)


def _format_bound(bound: Bound | None, is_lower: bool) -> str:
    number = format_number(bound[0] if bound else None)
    if bound is None or not bound[1]:
        return number
    if is_lower:
        return Message("more than {number}", number=number)
    return Message("less than {number}", number=number)


def _effective_bound(raw: RawObject, key: str, is_lower: bool) -> Bound | None:
    """Return the tighter of two bounds; ``exclusiveMinimum: true`` is how OpenAPI 3.0 spells it."""
    exclusive = raw.get(f"exclusive{key.capitalize()}")
    inclusive, other = exact_number(raw.get(key)), exact_number(exclusive)
    if inclusive is None or inclusive == _DEFAULT_MINIMUMS.get(key):
        return None if other is None else (other, True)
    if other is None:
        return (inclusive, exclusive is True)
    other_counts = other >= inclusive if is_lower else other <= inclusive
    return (other, True) if other_counts else (inclusive, False)


def _multiple_of(raw: RawObject) -> Fraction | None:
    value = exact_number(raw.get("multipleOf"))
    # The fraction of 1e-4000 would have 4,000 digits; no API uses such steps.
    if not value or abs(Decimal(value).adjusted()) > MAX_DIGITS:
        return None
    return Fraction(value)


_WIDER_TYPES = frozenset({("integer", "number")})
_WIDER_TEXT_TYPES = frozenset({(name, "string") for name in ("integer", "number", "boolean")})
"""In paths, queries and headers every value is serialized as text."""
_WIDER_FORMATS = frozenset({("int32", "int64"), ("float", "double")})
_MATCH_ALL_PATTERNS = ("", ".*", "^.*$", "^.*", ".*$")
_XML = ("name", "namespace", "prefix", "attribute", "wrapped", "nodeType")


def compare_types(old: Schema, new: Schema, place: Place, *, is_text: bool) -> Changes:
    """Yield the changes of ``type`` and ``format``.

    :param is_text: whether values are serialized as text, so that any type widens to string.
    """
    before, after = _type_names(old, new), _type_names(new, old)
    wider = _WIDER_TYPES | _WIDER_TEXT_TYPES if is_text else _WIDER_TYPES
    if before.keys() != after.keys():
        is_wider = not after or (bool(before) and _covers(after, before, wider))
        is_narrower = not before or (bool(after) and _covers(before, after, wider))
        rule = _width_rule("type", is_narrower=is_narrower, is_wider=is_wider)
        yield place.change(rule, was=_join_types(before), now=_join_types(after))
    elif old.format != new.format:
        pair = (old.format, new.format)
        is_wider = not new.format or pair in _WIDER_FORMATS
        is_narrower = not old.format or pair[::-1] in _WIDER_FORMATS
        rule = _width_rule("format", is_narrower=is_narrower, is_wider=is_wider)
        yield from place.compare_texts(rule, *pair)


def _width_rule(what: str, *, is_narrower: bool, is_wider: bool) -> str:
    if is_narrower == is_wider:
        return f"{what}-changed"
    return f"{what}-{'narrower' if is_narrower else 'wider'}"


def _covers(
    more: Collection[str], fewer: Collection[str], wider: frozenset[tuple[str, str]]
) -> bool:
    return all(name in more or any((name, one) in wider for one in more) for name in fewer)


def _type_names(schema: Schema, other: Schema) -> dict[str, None]:
    """Return the types in document order; null only if it is the only type.

    If neither side has ``type``, the keywords that imply one are compared instead.
    """
    if "type" not in schema.raw and "type" not in other.raw:
        return {}
    return dict.fromkeys(("null",) if is_only_null(schema) else schema.types)


def is_only_null(schema: Schema) -> bool:
    """Return whether null is the only allowed type."""
    return schema.raw.get("type") in ("null", ["null"])


def _join_types(names: Collection[str]) -> str:
    return join_alternatives(names) or Message("any")


def _compare_schema_deprecation(old: Schema, new: Schema, place: Place) -> Changes:
    yield from place.compare_deprecation(old.is_deprecated, new.is_deprecated, old.raw, new.raw)


def compare_nullability(old: Schema, new: Schema, place: Place) -> Changes:
    """Yield the change of a schema that began or ceased to allow null."""
    if not (is_only_null(old) or is_only_null(new)):
        yield from place.toggle("null-allowed", old.is_nullable, new.is_nullable)


def _compare_enums(old: Schema, new: Schema, place: Place) -> Changes:
    before, after = _allowed_values(old.raw), _allowed_values(new.raw)
    yield from place.toggle("values-limited", before is not None, after is not None)
    if before is not None and after is not None:
        yield from place.compare_names("value-added", "value", before, after)
    key = "x-extensible-enum"
    if key in old.raw and key in new.raw:
        before, after = _index_values(old.raw[key]), _index_values(new.raw[key])
        yield from place.compare_names("open-value-added", "value", before, after)


def _allowed_values(raw: RawObject) -> dict[str, str] | None:
    if "const" in raw:
        return _index_values([raw["const"]])
    return _index_values(raw["enum"]) if isinstance(raw.get("enum"), list) else None


def _index_values(values: Any) -> dict[str, str]:
    """Index formatted values by a key that is equal for 1 and 1.0, but not for 1 and true."""
    return {
        json.dumps(
            int(value) if isinstance(value, float) and value.is_integer() else value,
            sort_keys=True,
            default=str,
        ): format_value(value)
        for value in as_list(values)
    }


def _compare_uniqueness(old: Schema, new: Schema, place: Place) -> Changes:
    before, after = (get_flag(schema.raw, "uniqueItems") for schema in (old, new))
    yield from place.toggle("unique-needed", before, after)


def _compare_patterns(old: Schema, new: Schema, place: Place) -> Changes:
    before, after = (_pattern_of(schema.raw) for schema in (old, new))
    yield from place.toggle("pattern-added", before, after, pattern=quote_text(after or before))
    if before and after and before != after:
        yield place.change("pattern-changed")


def _pattern_of(raw: RawObject) -> str:
    pattern = raw.get("pattern")
    return pattern if isinstance(pattern, str) and pattern not in _MATCH_ALL_PATTERNS else ""


def _compare_defaults(old: Schema, new: Schema, place: Place) -> Changes:
    has_old, has_new = "default" in old.raw, "default" in new.raw
    before, after = (format_value(schema.raw.get("default")) for schema in (old, new))
    yield from place.toggle("default-added", has_old, has_new, value=after if has_new else before)
    if has_old and has_new and before != after:
        yield place.change("default-changed", was=before, now=after)


def _compare_content(old: Schema, new: Schema, place: Place) -> Changes:
    for key in ("contentEncoding", "contentMediaType"):
        before, after = get_text(old.raw, key), get_text(new.raw, key)
        if before.lower() != after.lower():
            yield from place.compare_texts("content-changed", before, after, name=key)


def compare_xml(old: Schema, new: Schema, place: Place) -> Changes:
    """Yield the changes of the ``xml`` keyword."""
    before, after = as_object(old.raw.get("xml")), as_object(new.raw.get("xml"))
    for key in _XML:
        if before.get(key) != after.get(key):
            was, now = (
                format_value(one[key]) if key in one else NO_VALUE for one in (before, after)
            )
            yield place.change("xml-changed", name=key, was=was, now=now)


VALUE_CHECKS: tuple[Callable[[Schema, Schema, Place], Changes], ...] = (
    compare_nullability,
    _compare_schema_deprecation,
    _compare_enums,
    _compare_limits,
    _compare_multiples,
    _compare_uniqueness,
    _compare_patterns,
    _compare_defaults,
    _compare_content,
)


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
    # Names may be required without an entry in ``properties``.
    for name in sorted((old.required ^ new.required).difference(old.properties, new.properties)):
        yield from place.below(f".{name}").toggle(
            "became-required", name in old.required, name in new.required
        )
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
        # Without the pattern, names that match it follow the rule for all others.
        before, after = (
            schema.pattern_properties.get(pattern)
            or _keyword_schema(schema, "additionalProperties")
            for schema in (old, new)
        )
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


def _is_transmitted(member: Schema, place: Place) -> bool:
    """Return whether a property is sent in a direction, given readOnly and writeOnly."""
    schema = member.merged
    return not (schema.is_read_only if place.direction == "sent" else schema.is_write_only)


def _keyword_schema(schema: Schema, key: str) -> Schema:
    return Schema.of(schema.raw.get(key, True), schema.references)


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
        if isinstance(schema, dict)
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


_VARIANT_SIBLINGS = ANNOTATIONS | {"discriminator", "oneOf", "anyOf"}
"""Keywords beside variants that do not constrain values."""
_MAX_PAIRED_VARIANTS = 40
"""The number of unmatched variants up to which all pairs are compared."""


def is_pure_choice(schema: Schema, plain: Schema) -> bool:
    """Return whether a schema has variants and no constraints besides those of a plain one."""
    return schema.has_variants and all(
        key in _VARIANT_SIBLINGS
        or key.startswith("x-")
        or (key == "type" and value == plain.raw.get("type"))
        for key, value in schema.raw.items()
    )


def strip_null(schema: Schema) -> Schema:
    """Return a schema without null, as a variant: null counts as a variant of its own."""
    merged = schema.merged
    if not merged.is_nullable:
        return schema
    constraints = without_keys(merged.raw, "nullable", "type")
    types = {"type": [*merged.types]} if merged.types else {}
    return Schema({**constraints, **types}, schema.references)


def match_variants(old: Sequence[Schema], new: Sequence[Schema]) -> dict[int, int]:
    """Match variants by name, then by content, then by similarity; their order is ignored."""
    pairs: dict[int, int] = {}
    for key in (_variant_name, _variant_content):
        pairs |= _match_by_key(_unmatched(old, pairs), _unmatched(new, pairs.values()), key)
    before, after = _unmatched(old, pairs), _unmatched(new, pairs.values())
    if len(before) * len(after) <= _MAX_PAIRED_VARIANTS**2:
        pairs |= _match_by_similarity(before, after)
    return pairs


def _unmatched(variants: Sequence[Schema], matched: Collection[int]) -> dict[int, Schema]:
    paired = set(matched)
    return {index: one for index, one in enumerate(variants) if index not in paired}


def _match_by_key(
    before: Mapping[int, Schema], after: Mapping[int, Schema], key: Callable[[Schema], str]
) -> dict[int, int]:
    waiting: dict[str, deque[int]] = {}
    for index, variant in after.items():
        waiting.setdefault(key(variant), deque()).append(index)
    pairs = {}
    for index, variant in before.items():
        name = key(variant)
        if name and waiting.get(name):
            pairs[index] = waiting[name].popleft()
    return pairs


def _match_by_similarity(
    before: Mapping[int, Schema], after: Mapping[int, Schema]
) -> dict[int, int]:
    """Match the most similar variants first; variants without common properties do not match."""
    ranked = sorted(
        (-_similarity(one, other), i, j) for i, one in before.items() for j, other in after.items()
    )
    pairs: dict[int, int] = {}
    for unlikeness, i, j in ranked:
        if unlikeness < 0 and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _variant_name(variant: Schema) -> str:
    return variant.reference_name or variant.title


def _similarity(one: Schema, other: Schema) -> float:
    first, second = one.merged, other.merged
    if (_variant_name(one) and _variant_name(other)) or set(first.types) != set(second.types):
        return 0
    names, others = set(first.properties), set(second.properties)
    if not names and not others:
        return 1
    return len(names & others) / len(names | others)


def _variant_content(variant: Schema) -> str:
    rest = without_keys(variant.resolved.raw, "title", "description")
    return json.dumps(rest, sort_keys=True, default=str)


def _variant_label(variant: Schema, index: int) -> str:
    name = variant.reference_name or " ".join(variant.title.split())
    return name or join_alternatives(variant.merged.types) or f"{index + 1}"


DEEPEST_LEVEL = 100
MAX_COMPARED_PAIRS = 5_000
"""The number of schema pairs that are compared for one body."""
MAX_CHANGES = 100
"""The number of changes of one body that are listed individually."""
_DOCUMENTATION_KEYWORDS = ("$ref", "title", "summary", "description")


class SchemaComparison:
    """Compares the schemas of one body or parameter.

    :param is_text: whether values are serialized as text, as in a path, a query or a header.
    :param is_xml: whether to compare the ``xml`` keyword.
    """

    def __init__(self, *, is_text: bool = False, is_xml: bool = False) -> None:
        self._is_text = is_text
        self._is_xml = is_xml
        self._seen: dict[tuple[int, int, Direction, str], tuple[object, object]] = {}
        self._waiting: deque[SchemaPair] = deque()
        self._is_complete = True

    def compare(self, old: Schema | None, new: Schema | None, place: Place) -> Changes:
        """Yield the changes at a place and below it; None is a schema that allows anything."""
        known = old or new
        if known is None:
            return
        anything = Schema.of(True, known.references)
        self._waiting.append((old or anything, new or anything, place))
        yield from _limit_changes(self._compare_all(), place.location)
        if not self._is_complete:
            yield place.change("not-compared")

    def _compare_all(self) -> Changes:
        """Compare breadth-first, so that a repeated change is reported at its highest level."""
        while self._waiting:
            yield from self._compare_pair(*self._waiting.popleft())

    def _compare_pair(self, old: Schema, new: Schema, place: Place) -> Changes:
        is_equal = place.equality.is_equal(old.raw, new.raw)
        if is_equal and old.allows_anything == new.allows_anything:
            return
        # The cache holds the objects too, so that no other object can get the same id().
        key = (id(old.raw), id(new.raw), place.direction, "")
        if key in self._seen:
            return
        if place.depth > DEEPEST_LEVEL or len(self._seen) >= MAX_COMPARED_PAIRS:
            self._is_complete = False
            return
        self._seen[key] = (old, new)
        if old.reference_name and new.reference_name:
            named = (old.references.resolve(old.raw), new.references.resolve(new.raw))
            # What is beside the references counts only if it differs.
            siblings = [without_keys(each.raw, *_DOCUMENTATION_KEYWORDS) for each in (old, new)]
            is_same = siblings[0] == siblings[1]
            beside = "" if is_same else json.dumps(siblings, sort_keys=True, default=str)
            name_key = (id(named[0]), id(named[1]), place.direction)
            if (*name_key, beside) in self._seen:
                return
            self._seen[*name_key, beside] = self._seen[*name_key, ""] = named
        yield from self._compare_merged(old, new, place)

    def _compare_merged(self, named_old: Schema, named_new: Schema, place: Place) -> Changes:
        old, new = named_old.merged, named_new.merged
        if not (old.allows_anything and new.allows_anything):
            yield from place.toggle("something-allowed", old.allows_anything, new.allows_anything)
            return
        if old.has_variants != new.has_variants and (
            is_pure_choice(old, new) or is_pure_choice(new, old)
        ):
            # A plain schema became one of several variants, or the other way round.
            plain_old = old if old.has_variants else strip_null(named_old)
            plain_new = new if new.has_variants else strip_null(named_new)
            yield from compare_nullability(old, new, place)
            yield from self._compare_variants(plain_old, plain_new, place)
            return
        yield from compare_types(old, new, place, is_text=self._is_text)
        for check in VALUE_CHECKS:
            yield from check(old, new, place)
        if self._is_xml:
            yield from compare_xml(old, new, place)
        if old.types and new.types and set(old.types).isdisjoint(new.types):
            # What is inside values of another kind cannot be compared.
            return
        yield from compare_members(old, new, place)
        yield from compare_composition(old, new, place)
        self._waiting += member_pairs(old, new, place)
        self._waiting += composition_pairs(old, new, place)
        if old.has_variants and new.has_variants:
            yield from self._compare_variants(old, new, place)

    def _compare_variants(self, old: Schema, new: Schema, place: Place) -> Changes:
        """Compare the variants of two schemas; a schema without variants is its only one."""
        before, after = ((*one.one_of, *one.any_of) or (one,) for one in (old, new))
        pairs = match_variants(before, after)
        for index, variant in _unmatched(before, pairs).items():
            yield place.change("variant-removed", name=_variant_label(variant, index))
        for index, variant in _unmatched(after, pairs.values()).items():
            yield place.change("variant-added", name=_variant_label(variant, index))
        for i, j in sorted(pairs.items()):
            location = join_messages("", (" (", _variant_label(after[j], j), ")"))
            self._waiting.append((before[i], after[j], place.below(location)))


def _limit_changes(changes: Iterable[Change], location: str) -> Changes:
    """Yield at most `MAX_CHANGES`, the most severe ones, and a summary of the rest."""
    found = list(dict.fromkeys(changes))
    if len(found) <= MAX_CHANGES:
        yield from found
        return
    found.sort(key=lambda one: one.rank)
    yield from found[:MAX_CHANGES]
    rest = found[MAX_CHANGES:]
    more = form("{place}: {number} more changes.")
    number = ("number", f"{len(rest)}")
    yield replace(rest[0], location=location, form=more, values=(number,))
