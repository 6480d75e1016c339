"""Changes of the limits of a schema: each bound is looser, tighter, or the same."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.raw import RawObject
from sphinx_sitejson.openapi.schemas import Schema

from .sentences import RuleStatement, moved
from .value_texts import MOST_DIGITS, Number, exact, number_text

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
