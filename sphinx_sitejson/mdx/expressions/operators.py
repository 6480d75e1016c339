"""Operators of JavaScript on data: sums, comparisons and the like, without surprises."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping

from .values import LONGEST_TEXT, NotData, PropValue, is_true, shown

_EXACT = 2**53
"""Whole numbers beyond it are not exact in JavaScript, either."""

_COMPARISONS: Mapping[str, Callable[[str | float, str | float], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": math.fmod,
    "**": math.pow,
}


def applied(sign: str, left: PropValue, right: PropValue) -> PropValue:
    """Return what an operator makes of two values.

    :raises NotData: when the values are not of the kind that it is for.
    """
    if sign in ("===", "=="):
        return is_same(left, right)
    if sign in ("!==", "!="):
        return not is_same(left, right)
    if sign == "+" and (isinstance(left, str) or isinstance(right, str)):
        return _joined(left, right)
    if sign in _COMPARISONS:
        if isinstance(left, str) and isinstance(right, str):
            return _COMPARISONS[sign](left, right)
        return _COMPARISONS[sign](number(left), number(right))
    if sign == "+":
        return tidy(number(left) + number(right))
    try:
        return tidy(_ARITHMETIC[sign](number(left), number(right)))
    except (ArithmeticError, ValueError):
        raise NotData(sign) from None


def negated(sign: str, value: PropValue) -> PropValue:
    """Return what an operator before a value makes of it."""
    if sign == "!":
        return not is_true(value)
    if sign == "typeof":
        return type_name(value)
    return tidy(-number(value) if sign == "-" else number(value))


def is_same(left: PropValue, right: PropValue) -> bool:
    """Whether two values are equal; lists and objects only to themselves."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list | dict) or isinstance(right, list | dict):
        return left is right
    return left == right


def number(value: PropValue) -> int | float:
    """Return a number, or refuse what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NotData("no number")
    return value


def tidy(value: float) -> int | float:
    """Return a number as it is shown: whole ones without a fraction."""
    if math.isnan(value) or math.isinf(value):
        raise NotData("no number")
    return int(value) if float(value).is_integer() and abs(value) <= _EXACT else float(value)


def type_name(value: PropValue) -> str:
    """Return what JavaScript calls the kind of a value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int | float):
        return "number"
    return "undefined" if value is None else "object"


def _joined(left: PropValue, right: PropValue) -> str:
    if isinstance(left, list | dict) or isinstance(right, list | dict):
        raise NotData("no text")
    text = text_in_template(left) + text_in_template(right)
    if len(text) > LONGEST_TEXT:
        raise NotData("too long")
    return text


def text_in_template(value: PropValue) -> str:
    """Return a value as a part of a text: unlike on a page, truth values are words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return shown(value)
