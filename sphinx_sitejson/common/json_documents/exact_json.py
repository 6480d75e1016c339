"""JSON whose numbers keep the digits that they are written with.

A double cannot represent ``1.10``, ``1E400`` or thirty digits. Such numbers are parsed as
:class:`ExactNumber`, a float that is serialized as it was written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from json.encoder import encode_basestring, encode_basestring_ascii
from sys import float_info
from typing import Any, ClassVar, Self

_MAX_INTEGER_LENGTH = 100
"""In digits; Python refuses to parse integers of thousands of digits."""


class ExactNumber(float):
    """A float that keeps its text in the file."""

    __slots__ = ("text",)
    text: str
    exists: ClassVar[bool] = False
    """Whether this process has read any: most documents have none."""

    def __new__(cls, text: str) -> Self:
        """Parse the text of a JSON number."""
        number = super().__new__(cls, text)
        number.text = text
        ExactNumber.exists = True
        return number

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[ExactNumber], tuple[str]]:
        return (ExactNumber, (self.text,))


def parse_integer(text: str) -> int | float:
    """Parse a JSON number without fraction and exponent."""
    # An int has no negative zero.
    is_exact = len(text) < _MAX_INTEGER_LENGTH and text != "-0"
    return int(text) if is_exact else ExactNumber(text)


def parse_decimal(text: str) -> float:
    """Parse a JSON number: ``1.5`` is a float, ``1.50`` an ExactNumber."""
    number = float(text)
    return number if repr(number) == text else ExactNumber(text)


def read_json(text: str, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """Parse JSON with exact numbers; raise ValueError or RecursionError.

    :param parse_constant: converts ``NaN`` and ``Infinity``.
    """
    return json.loads(
        text, parse_int=parse_integer, parse_float=parse_decimal, parse_constant=parse_constant
    )


def exact_json(
    value: Any,
    *,
    indent: int | None = None,
    is_compact: bool = False,
    ensure_ascii: bool = False,
    allow_nan: bool = True,
) -> str:
    """Serialize a value as JSON; objects of other types become strings.

    :param is_compact: whether there is no space after commas and colons.
    """
    if has_exact_numbers(value):
        return "".join(_Writer(indent, is_compact, ensure_ascii, allow_nan).chunks(value))
    return json.dumps(
        value,
        default=str,
        indent=indent,
        separators=(",", ":") if is_compact else None,
        ensure_ascii=ensure_ascii,
        allow_nan=allow_nan,
    )


def json_chunks(value: Any, *, indent: int | None) -> Iterator[str]:
    """Yield a value as JSON in chunks, for values that may be too long."""
    return _Writer(indent).chunks(value)


def has_exact_numbers(value: Any) -> bool:
    """Return whether a value contains an ExactNumber at any depth."""
    if not ExactNumber.exists:
        return False
    waiting, seen = [value], set[int]()
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is dict or kind is list or kind is tuple:
            # Parts of documents are shared, and values built in Python may have cycles.
            if id(each) not in seen:
                seen.add(id(each))
                waiting.extend(each.values() if kind is dict else each)
        elif kind is ExactNumber:
            return True
    return False


def convert_for_validator(value: Any) -> Any:
    """Return a value with decimals instead of exact numbers."""
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
    # Some validators would write out its digits, of which there may be billions.
    return float_info.max if value > 0 else -float_info.max


@dataclass(frozen=True)
class _Writer:
    indent: int | None = None
    is_compact: bool = False
    ensure_ascii: bool = False
    allow_nan: bool = True

    def chunks(self, value: Any, depth: int = 0) -> Iterator[str]:
        """Yield the chunks of one value."""
        if isinstance(value, dict):
            colon = ":" if self.is_compact else ": "
            entries = [(f"{self._key(key)}{colon}", member) for key, member in value.items()]
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

    def _key(self, key: Any) -> str:
        text = key if isinstance(key, str) else json.dumps(key, default=str).strip('"')
        return self._text(text)

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
            yield f"{before}{key}"
            yield from self.chunks(member, depth + 1)
            before = comma
        yield end if is_one_line else f"\n{' ' * ((self.indent or 0) * depth)}{end}"
