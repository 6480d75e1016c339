"""The constraints of a schema, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.openapi.raw import RawObject, text_of

from .wording import json_text

_COUNTS = (
    ("minLength", "maxLength", "character", "characters"),
    ("minItems", "maxItems", "item", "items"),
    ("minProperties", "maxProperties", "property", "properties"),
)


def constraint_facts(raw: RawObject) -> Iterator[str]:
    """Yield what a schema says of its own values, schemas inside it left aside."""
    if "const" in raw:
        yield f"always {json_text(raw['const'])}"
    yield from _range(raw)
    if _is_number(raw.get("multipleOf")):
        yield f"multiple of {_number(raw['multipleOf'])}"
    for low, high, one, many in _COUNTS:
        if low in raw or high in raw:
            yield from _count(raw.get(low), raw.get(high), one, many)
    if text_of(raw, "pattern"):
        yield f"matches {text_of(raw, 'pattern')}"
    if raw.get("uniqueItems") is True:
        yield "unique items"
    if text_of(raw, "contentEncoding"):
        yield f"encoded as {text_of(raw, 'contentEncoding')}"
    if text_of(raw, "contentMediaType"):
        yield f"media type {text_of(raw, 'contentMediaType')}"


def count_words(low: Any, high: Any, one: str, many: str) -> str:
    """Say how many there may be; nothing when any number may."""
    return next(_count(low, high, one, many), "")


def _range(raw: RawObject) -> Iterator[str]:
    low, is_above = _bound(raw, "minimum", "exclusiveMinimum", larger=True)
    high, is_below = _bound(raw, "maximum", "exclusiveMaximum", larger=False)
    if low is not None and high is not None and not is_above and not is_below:
        yield _number(low) if low == high else f"{_number(low)} to {_number(high)}"
        return
    if low is not None:
        yield f"{'greater than' if is_above else 'at least'} {_number(low)}"
    if high is not None:
        yield f"{'less than' if is_below else 'at most'} {_number(high)}"


def _bound(
    raw: RawObject, inclusive: str, exclusive: str, *, larger: bool
) -> tuple[float | None, bool]:
    """Return the bound that counts, and whether it lies outside: 3.0 says so with a flag."""
    bound: Any = raw.get(inclusive)
    other: Any = raw.get(exclusive)
    if not _is_number(bound):
        return (other, True) if _is_number(other) else (None, False)
    if not _is_number(other):
        return bound, other is True
    other_is_tighter = other >= bound if larger else other <= bound
    return (other, True) if other_is_tighter else (bound, False)


def _count(low: Any, high: Any, one: str, many: str) -> Iterator[str]:
    has_low, has_high = _is_number(low) and low > 0, _is_number(high)
    unit = one if (high if has_high else low) == 1 else many
    if has_low and has_high:
        numbers = f"exactly {_number(low)}" if low == high else f"{_number(low)} to {_number(high)}"
        yield f"{numbers} {unit}"
    elif has_low:
        yield f"at least {_number(low)} {unit}"
    elif has_high:
        yield f"at most {_number(high)} {unit}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Any) -> str:
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15
    return json_text(int(value) if is_whole else value)
