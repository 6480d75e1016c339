"""JSON whose numbers keep the digits that they are written with.

A double holds neither ``1.10`` nor ``1E400`` nor thirty digits. Numbers that it would change are
read as :class:`ExactNumber`, which counts like a float and is written out as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from json.encoder import encode_basestring, encode_basestring_ascii
from sys import float_info
from typing import Any, Self

_MAX_INTEGER_LENGTH = 100
"""In digits; Python refuses to read whole numbers of thousands of digits."""


class ExactNumber(float):
    """A number with its text, which says more than the double it is near to."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        """Read the text of a JSON number."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[ExactNumber], tuple[str]]:
        return (ExactNumber, (self.text,))


def parse_integer(text: str) -> int | float:
    """Return the value of a JSON number without point and exponent."""
    # Python knows no negative zero among whole numbers.
    is_exact = len(text) < _MAX_INTEGER_LENGTH and text != "-0"
    return int(text) if is_exact else ExactNumber(text)


def parse_decimal(text: str) -> float:
    """Return the value of a JSON number: a plain float if that is written the same way."""
    number = float(text)
    return number if repr(number) == text else ExactNumber(text)


def read_json(text: str) -> Any:
    """Return what a JSON text stands for; raise ValueError or RecursionError."""
    return json.loads(text, parse_int=parse_integer, parse_float=parse_decimal)


def exact_json(
    value: Any,
    *,
    indent: int | None = None,
    is_compact: bool = False,
    ensure_ascii: bool = False,
    sort_keys: bool = False,
    allow_nan: bool = True,
) -> str:
    """Write a value as JSON; what JSON does not know becomes text.

    :param is_compact: whether there is no space after commas and colons.
    """
    if has_exact_numbers(value):
        writer = _Writer(indent, is_compact, ensure_ascii, sort_keys, allow_nan)
        return "".join(writer.chunks(value))
    return plain_json(
        value,
        indent=indent,
        separators=(",", ":") if is_compact else None,
        ensure_ascii=ensure_ascii,
        sort_keys=sort_keys,
        allow_nan=allow_nan,
    )


plain_json = partial(json.dumps, default=str)
"""Writes a value that is known to have no such number: in C, which counts for megabytes."""


def json_chunks(value: Any, *, indent: int | None = None) -> Iterator[str]:
    """Yield a value as JSON piece by piece, for values that may be too long to be written."""
    return _Writer(indent).chunks(value)


def has_exact_numbers(value: Any) -> bool:
    """Whether a number in a value, at any depth, has a text of its own."""
    waiting, seen = [value], set[int]()
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is dict or kind is list or kind is tuple:
            # Parts of documents are shared, and what is made by hand may lead in a circle.
            if id(each) not in seen:
                seen.add(id(each))
                waiting.extend(each.values() if kind is dict else each)
        elif kind is ExactNumber:
            return True
    return False


def convert_for_validator(value: Any) -> Any:
    """Return a value with numbers that validators know; most are returned as they are."""
    return _with_decimals(value) if has_exact_numbers(value) else value


def _with_decimals(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_decimals(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_with_decimals(entry) for entry in value]
    if not isinstance(value, ExactNumber):
        return value
    if abs(value) <= float_info.max:
        return Decimal(value.text)
    # Its digits would be written out by some validators, and there may be billions.
    return float_info.max if value > 0 else -float_info.max


@dataclass(frozen=True, slots=True)
class _Writer:
    indent: int | None = None
    is_compact: bool = False
    ensure_ascii: bool = False
    sort_keys: bool = False
    allow_nan: bool = True

    def chunks(self, value: Any, depth: int = 0) -> Iterator[str]:
        """Yield the pieces of one value: the lines of what holds others, and all else whole."""
        if isinstance(value, dict):
            members = sorted(value.items()) if self.sort_keys else value.items()
            colon = ":" if self.is_compact else ": "
            entries = [(f"{self._text(_key(key))}{colon}", member) for key, member in members]
            yield from self._over_lines("{", entries, "}", depth)
        elif isinstance(value, list | tuple):
            yield from self._over_lines("[", [("", entry) for entry in value], "]", depth)
        else:
            yield self._scalar(value)

    def _scalar(self, value: Any) -> str:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, ExactNumber):
            return value.text
        if value is None or isinstance(value, bool | int | float):
            return json.dumps(value, allow_nan=self.allow_nan)
        return self._text(str(value))

    def _text(self, text: str) -> str:
        return encode_basestring_ascii(text) if self.ensure_ascii else encode_basestring(text)

    def _over_lines(
        self, start: str, entries: list[tuple[str, Any]], end: str, depth: int
    ) -> Iterator[str]:
        if not entries:
            yield start + end
            return
        is_one_line = self.indent is None
        line = "" if is_one_line else f"\n{' ' * ((self.indent or 0) * (depth + 1))}"
        comma = ", " if is_one_line and not self.is_compact else f",{line}"
        yield start
        before = line
        for key, member in entries:
            # Most members hold nothing: they need no generator of their own.
            if isinstance(member, dict | list | tuple):
                yield f"{before}{key}"
                yield from self.chunks(member, depth + 1)
            else:
                yield f"{before}{key}{self._scalar(member)}"
            before = comma
        yield end if is_one_line else f"\n{' ' * ((self.indent or 0) * depth)}{end}"


def _key(key: Any) -> str:
    return key if isinstance(key, str) else json.dumps(key, default=str).strip('"')
