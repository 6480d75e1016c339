"""Compare the scalar keywords of two schemas: types, enums, limits, patterns, defaults."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sphinx_sitejson.common.messages import Message

from ..raw import RawObject, as_list, as_object, get_flag, get_text
from ..schemas import Schema
from .places import (
    MAX_DIGITS,
    NO_VALUE,
    Changes,
    Number,
    Place,
    exact_number,
    format_number,
    format_value,
    join_alternatives,
    quote_text,
)

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


def compare_types(old: Schema, new: Schema, place: Place, *, is_text: bool = False) -> Changes:
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
