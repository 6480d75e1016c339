"""Compare what two schemas say of scalar values: types, enums, limits, patterns and defaults."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of, text_of
from sphinx_sitejson.openapi.schemas import Schema

from .results import (
    MOST_DIGITS,
    NONE,
    Number,
    RuleStatement,
    deprecation,
    either,
    exact,
    moved,
    number_text,
    phrase,
    value_text,
    word_text,
)

Bound = tuple[Number, bool]
"""A number, and whether it is itself outside."""

_COUNTS = (
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
)
_LEAST = {"minLength": 0, "minItems": 0, "minProperties": 0, "minContains": 1}
"""What is asked for where a schema says nothing."""


def limits(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    """Yield what became of the limits."""
    for key, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        is_lower = key == "minimum"
        before = _bound(old.raw, key, exclusive, is_lower=is_lower)
        after = _bound(new.raw, key, exclusive, is_lower=is_lower)
        yield from _moved(key, before, after, is_lower=is_lower)
    for low, high in _COUNTS:
        yield from _moved(low, _count(old.raw, low), _count(new.raw, low), is_lower=True)
        yield from _moved(high, _count(old.raw, high), _count(new.raw, high), is_lower=False)


def multiples(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    """Yield what became of ``multipleOf``."""
    before, after = _step(old.raw), _step(new.raw)
    if before == after:
        return
    statement = moved("multipleOf", _shown_step(old.raw), _shown_step(new.raw))
    if before is None or (after is not None and after % before == 0):
        yield "multiple-narrower", statement
    elif after is None or before % after == 0:
        yield "multiple-wider", statement
    else:
        yield "multiple-changed", statement


def _moved(
    key: str, before: Bound | None, after: Bound | None, *, is_lower: bool
) -> Iterator[RuleStatement]:
    if before == after:
        return
    if before is None or after is None:
        is_tighter = before is None
    elif before[0] == after[0]:
        is_tighter = after[1]
    else:
        is_tighter = (after[0] > before[0]) == is_lower
    statement = moved(key, _shown(before, is_lower), _shown(after, is_lower))
    yield ("limit-tighter" if is_tighter else "limit-looser"), statement


def _shown(bound: Bound | None, is_lower: bool) -> str:
    if bound is None or not bound[1]:
        return number_text(bound[0] if bound else None)
    number = number_text(bound[0])
    if is_lower:
        return Message("more than {number}", number=number)
    return Message("less than {number}", number=number)


def _bound(raw: RawObject, key: str, exclusive: str, *, is_lower: bool) -> Bound | None:
    """Return the bound that counts, in both spellings of an exclusive one."""
    own, other = exact(raw.get(key)), exact(raw.get(exclusive))
    if own is None:
        return None if other is None else (other, True)
    if other is None:
        return (own, raw.get(exclusive) is True)
    other_counts = other >= own if is_lower else other <= own
    return (other, True) if other_counts else (own, False)


def _count(raw: RawObject, key: str) -> Bound | None:
    value = exact(raw.get(key))
    if value is None or value == _LEAST.get(key):
        return None
    return (value, False)


def _step(raw: RawObject) -> Fraction | None:
    value = exact(raw.get("multipleOf"))
    # Beyond that nobody counts in steps, and a fraction would have as many digits.
    is_usual = bool(value) and abs(Decimal(value or 0).adjusted()) <= MOST_DIGITS
    return Fraction(value) if is_usual and value is not None else None


def _shown_step(raw: RawObject) -> str:
    return number_text(exact(raw.get("multipleOf")))


_WIDER_TYPES = frozenset({("integer", "number")})
_WIDER_AS_TEXT = frozenset({(name, "string") for name in ("integer", "number", "boolean")})
"""In a path, a query or a header each value is a text."""
_WIDER_FORMATS = frozenset({("int32", "int64"), ("float", "double")})
_ANY_TEXT = ("", ".*", "^.*$", "^.*", ".*$")
_XML = ("name", "namespace", "prefix", "attribute", "wrapped", "nodeType")


def types(old: Schema, new: Schema, *, is_text: bool = False) -> Iterator[RuleStatement]:
    """Yield what became of type and format.

    :param is_text: whether values are sent as text, of which numbers are a part.
    """
    before, after = _types_of(old, new), _types_of(new, old)
    wider = _WIDER_TYPES | _WIDER_AS_TEXT if is_text else _WIDER_TYPES
    if before.keys() != after.keys():
        changed = phrase(
            "{place}: the type changed from {was} to {now}.",
            was=_listed(before),
            now=_listed(after),
        )
        is_wider = not after or (bool(before) and _covers(after, before, wider))
        is_narrower = not before or (bool(after) and _covers(before, after, wider))
        yield _by_width("type", is_narrower=is_narrower, is_wider=is_wider), changed
    elif old.format != new.format:
        changed = phrase(
            "{place}: the format changed from {was} to {now}.",
            was=word_text(old.format),
            now=word_text(new.format),
        )
        pair = (old.format, new.format)
        is_wider = not new.format or pair in _WIDER_FORMATS
        is_narrower = not old.format or pair[::-1] in _WIDER_FORMATS
        yield _by_width("format", is_narrower=is_narrower, is_wider=is_wider), changed


def _by_width(what: str, *, is_narrower: bool, is_wider: bool) -> str:
    if is_narrower == is_wider:
        return f"{what}-changed"
    return f"{what}-{'narrower' if is_narrower else 'wider'}"


def _covers(
    more: Collection[str], fewer: Collection[str], wider: frozenset[tuple[str, str]]
) -> bool:
    return all(name in more or any((name, one) in wider for one in more) for name in fewer)


def _types_of(schema: Schema, other: Schema) -> dict[str, None]:
    """Return the types in their order; null only where it is the only one.

    If neither side names a type, the keywords that imply one are reported separately.
    """
    if "type" not in schema.raw and "type" not in other.raw:
        return {}
    return dict.fromkeys(("null",) if is_only_null(schema) else schema.types)


def is_only_null(schema: Schema) -> bool:
    """Tell whether null is the only value."""
    return schema.raw.get("type") in ("null", ["null"])


def _listed(names: Collection[str]) -> str:
    return either(names) or Message("any")


def _deprecation(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    yield from deprecation(old.is_deprecated, new.is_deprecated, old.raw, new.raw)


def null(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    """Yield whether null became allowed, or is no longer."""
    if is_only_null(old) or is_only_null(new):
        return
    if new.is_nullable and not old.is_nullable:
        yield "null-allowed", phrase("{place} may be null now.")
    elif old.is_nullable and not new.is_nullable:
        yield "null-refused", phrase("{place} may no longer be null.")


def _values(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    before, after = _allowed(old.raw), _allowed(new.raw)
    if before is None and after is not None:
        yield "values-limited", phrase("{place}: only certain values are allowed.")
    elif after is None and before is not None:
        yield "values-open", phrase("{place}: any value is allowed.")
    elif before is not None and after is not None:
        yield from _members("value", before, after)
    key = "x-extensible-enum"
    if key in old.raw and key in new.raw:
        yield from _members("open-value", _by_text(old.raw[key]), _by_text(new.raw[key]))


def _members(
    rule: str, before: Mapping[str, str], after: Mapping[str, str]
) -> Iterator[RuleStatement]:
    for value, text in before.items():
        if value not in after:
            yield f"{rule}-removed", phrase("{place}: the value {value} was removed.", value=text)
    for value, text in after.items():
        if value not in before:
            yield f"{rule}-added", phrase("{place}: the value {value} was added.", value=text)


def _allowed(raw: RawObject) -> Mapping[str, str] | None:
    if "const" in raw:
        return _by_text([raw["const"]])
    return _by_text(raw["enum"]) if isinstance(raw.get("enum"), list) else None


def _by_text(values: Any) -> dict[str, str]:
    """Return values in words, by a text that is the same for 1 and 1.0 and not for 1 and true."""
    return {
        json.dumps(_plain(value), sort_keys=True, default=str): value_text(value)
        for value in list_of(values)
    }


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _unique(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    before, after = (schema.raw.get("uniqueItems") is True for schema in (old, new))
    if after and not before:
        yield "unique-needed", phrase("{place}: items have to be unique now.")
    elif before and not after:
        yield "unique-dropped", phrase("{place}: items may be the same now.")


def _pattern(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    before, after = (_pattern_of(schema.raw) for schema in (old, new))
    if before == after:
        return
    if before and after:
        yield "pattern-changed", phrase("{place}: the pattern changed.")
    elif after:
        yield (
            "pattern-added",
            phrase("{place}: the pattern {pattern} was added.", pattern=word_text(after)),
        )
    else:
        gone = phrase("{place}: the pattern {pattern} was removed.", pattern=word_text(before))
        yield "pattern-removed", gone


def _pattern_of(raw: RawObject) -> str:
    pattern = raw.get("pattern")
    return pattern if isinstance(pattern, str) and pattern not in _ANY_TEXT else ""


def _default(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    has_old, has_new = "default" in old.raw, "default" in new.raw
    before, after = value_text(old.raw.get("default")), value_text(new.raw.get("default"))
    if has_new and not has_old:
        yield "default-added", phrase("{place}: the default {value} was added.", value=after)
    elif has_old and not has_new:
        gone = phrase("{place}: the default {value} was removed.", value=before)
        yield "default-removed", gone
    elif before != after:
        changed = phrase("{place}: the default changed from {was} to {now}.", was=before, now=after)
        yield "default-changed", changed


def _content(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    for key in ("contentEncoding", "contentMediaType"):
        before, after = text_of(old.raw, key), text_of(new.raw, key)
        if before.lower() != after.lower():
            yield "content-changed", moved(key, word_text(before), word_text(after))


def xml(old: Schema, new: Schema) -> Iterator[RuleStatement]:
    """Yield what became of the names in XML."""
    before, after = object_of(old.raw.get("xml")), object_of(new.raw.get("xml"))
    for key in _XML:
        if before.get(key) != after.get(key):
            was, now = (value_text(one[key]) if key in one else NONE for one in (before, after))
            changed = phrase(
                "{place}: {name} in XML changed from {was} to {now}.", name=key, was=was, now=now
            )
            yield "xml-changed", changed


VALUE_CHECKS: tuple[Callable[[Schema, Schema], Iterator[RuleStatement]], ...] = (
    null,
    _deprecation,
    _values,
    limits,
    multiples,
    _unique,
    _pattern,
    _default,
    _content,
)
