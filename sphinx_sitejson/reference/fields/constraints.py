"""The constraints of a schema, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.raw import RawObject, text_of
from sphinx_sitejson.reference.texts.value_formatting import json_text

Unit = Literal["characters", "items", "properties", "entries"]

_UNITS: dict[Unit, tuple[str, str]] = {
    "characters": (form("{number} character"), form("{number} characters")),
    "items": (form("{number} item"), form("{number} items")),
    "properties": (form("{number} property"), form("{number} properties")),
    "entries": (form("{number} entry"), form("{number} entries")),
}
_COUNTS: tuple[tuple[str, str, Unit], ...] = (
    ("minLength", "maxLength", "characters"),
    ("minItems", "maxItems", "items"),
    ("minProperties", "maxProperties", "properties"),
)


def constraint_facts(raw: RawObject) -> Iterator[str]:
    """Yield what a schema says of its own values, schemas inside it left aside."""
    if "const" in raw:
        yield Message("always {value}", value=json_text(raw["const"]))
    yield from _range(raw)
    if _is_number(raw.get("multipleOf")):
        yield Message("multiple of {number}", number=_number(raw["multipleOf"]))
    for low, high, unit in _COUNTS:
        if low in raw or high in raw:
            yield from _count(raw.get(low), raw.get(high), unit)
    if text_of(raw, "pattern"):
        yield Message("matches {pattern}", pattern=text_of(raw, "pattern"))
    if raw.get("uniqueItems") is True:
        yield Message("unique items")
    if text_of(raw, "contentEncoding"):
        yield Message("encoded as {encoding}", encoding=text_of(raw, "contentEncoding"))
    if text_of(raw, "contentMediaType"):
        yield Message("media type {type}", type=text_of(raw, "contentMediaType"))


def count_words(low: Any, high: Any, unit: Unit) -> str:
    """Say how many there may be; nothing when any number may."""
    return next(_count(low, high, unit), "")


def _range(raw: RawObject) -> Iterator[str]:
    low, is_above = _bound(raw, "minimum", "exclusiveMinimum", larger=True)
    high, is_below = _bound(raw, "maximum", "exclusiveMaximum", larger=False)
    if low is not None and high is not None and not is_above and not is_below:
        yield _number(low) if low == high else _span(low, high)
        return
    if low is not None:
        amount = _number(low)
        yield (
            Message("greater than {amount}", amount=amount)
            if is_above
            else Message("at least {amount}", amount=amount)
        )
    if high is not None:
        amount = _number(high)
        yield (
            Message("less than {amount}", amount=amount)
            if is_below
            else Message("at most {amount}", amount=amount)
        )


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


def _count(low: Any, high: Any, unit: Unit) -> Iterator[str]:
    has_low, has_high = _is_number(low) and low > 0, _is_number(high)
    is_one = (high if has_high else low) == 1
    if has_low and has_high and low != high:
        yield _amount(_span(low, high), unit, is_one)
    elif has_low and has_high:
        yield Message("exactly {amount}", amount=_amount(_number(low), unit, is_one))
    elif has_low:
        yield Message("at least {amount}", amount=_amount(_number(low), unit, is_one))
    elif has_high:
        yield Message("at most {amount}", amount=_amount(_number(high), unit, is_one))


def _span(low: Any, high: Any) -> Message:
    return Message("{low} to {high}", low=_number(low), high=_number(high))


def _amount(number: str, unit: Unit, is_one: bool) -> Message:
    one, many = _UNITS[unit]
    return Message(one if is_one else many, number=number)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Any) -> str:
    is_complete = type(value) is float and value.is_integer() and abs(value) < 1e15
    return json_text(int(value) if is_complete else value)
