"""The text of a JSONPath query (RFC 9535), read into its parts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

DEEPEST_FILTER = 30
LARGEST_INDEX = 2**53 - 1

FUNCTIONS = {"length": 1, "count": 1, "value": 1, "match": 2, "search": 2}
"""How many arguments each function has."""


class JsonPathError(Exception):
    """A query that is none; the message says why, and where."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Entries of a list: ``[1:5:2]``."""

    start: int | None
    end: int | None
    step: int


@dataclass(frozen=True, slots=True)
class FilterConstant:
    """A value that stands in a filter itself."""

    value: Any


@dataclass(frozen=True, slots=True)
class FilterCall:
    """A function of a filter."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two values compared in a filter."""

    left: Expression
    operator: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic:
    """Conditions together: all of them, one of them, or not the one."""

    kind: Literal["and", "or", "not"]
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """Those members that meet a condition: ``[?@.deprecated == true]``."""

    condition: Expression


class Wildcard:
    """All members: ``*``."""


Selector = str | int | Slice | Filter | Wildcard


@dataclass(frozen=True, slots=True)
class Segment:
    """One step of a query; a descendant one begins at everything below, too."""

    selectors: tuple[Selector, ...]
    is_descendant: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """Steps from the root, or in a filter from the member in question."""

    segments: tuple[Segment, ...]
    is_relative: bool = False

    @property
    def is_singular(self) -> bool:
        """Whether it finds at most one value."""
        return all(
            not segment.is_descendant
            and len(segment.selectors) == 1
            and isinstance(segment.selectors[0], str | int)
            for segment in self.segments
        )


Expression = Query | FilterConstant | FilterCall | Comparison | Logic

_NAME = re.compile(r"[A-Za-z_\u0080-\U0010ffff][A-Za-z0-9_\u0080-\U0010ffff]*")
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_STRING = re.compile(r"'(?:[^'\\\x00-\x1f]|\\.)*'|\"(?:[^\"\\\x00-\x1f]|\\.)*\"")
_OPERATOR = re.compile(r"==|!=|<=|>=|<|>")
_SPACE = re.compile(r"[ \t\n\r]*")
_FUNCTION = re.compile(r"([a-z][a-z0-9_]*)\(")
_WORDS = {"true": True, "false": False, "null": None}
_ESCAPED_QUOTE = re.compile(r"\\(.)|\"", re.DOTALL)


def read_json_path(text: str) -> Query:
    """Read a query; raise JsonPathError."""
    reader = _Reader(text)
    reader.expect("$")
    query = Query(reader.segments())
    if reader.at < len(text):
        raise reader.error("there is more behind the query")
    return query


class _Reader:
    """Reads one text from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._depth = 0

    def error(self, message: str) -> JsonPathError:
        return JsonPathError(f"{message}, at character {self.at + 1}")

    def skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            raise self.error(f'"{sign}" is missing')

    def match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def segments(self) -> tuple[Segment, ...]:
        found = []
        while True:
            before = self.at
            self.skip()
            if self.take(".."):
                found.append(Segment(self._selectors_of_descendant(), is_descendant=True))
            elif self.take("."):
                found.append(Segment((self._short_selector(),)))
            elif self.take("["):
                found.append(Segment(self._bracketed()))
            else:
                self.at = before
                return tuple(found)

    def _selectors_of_descendant(self) -> tuple[Selector, ...]:
        return self._bracketed() if self.take("[") else (self._short_selector(),)

    def _short_selector(self) -> Selector:
        if self.take("*"):
            return Wildcard()
        if name := self.match(_NAME):
            return name
        raise self.error("a name is missing")

    def _bracketed(self) -> tuple[Selector, ...]:
        found = []
        while True:
            self.skip()
            found.append(self._selector())
            self.skip()
            if self.take("]"):
                return tuple(found)
            self.expect(",")

    def _selector(self) -> Selector:
        if self.take("*"):
            return Wildcard()
        if self.take("?"):
            self.skip()
            return Filter(self._either())
        if self.text[self.at : self.at + 1] in ("'", '"'):
            return self._string()
        return self._index_or_slice()

    def _index_or_slice(self) -> Selector:
        start = self._integer()
        self.skip()
        if not self.take(":"):
            if start is None:
                raise self.error("a name in quotes, a number, * or ? is missing")
            return start
        self.skip()
        end = self._integer()
        self.skip()
        step: int | None = 1
        if self.take(":"):
            self.skip()
            step = self._integer()
        return Slice(start, end, 1 if step is None else step)

    def _integer(self) -> int | None:
        digits = self.match(_INTEGER)
        if len(digits) > 17 or (digits and abs(int(digits)) > LARGEST_INDEX):
            raise self.error("a number is too large")
        return int(digits) if digits else None

    def _string(self) -> str:
        quoted = self.match(_STRING)
        if not quoted:
            raise self.error("a text in quotes has no end")
        inner = quoted[1:-1]
        if quoted[0] == "'":
            inner = _ESCAPED_QUOTE.sub(_as_json, inner)
        try:
            return str(json.loads(f'"{inner}"'))
        except ValueError:
            raise self.error("a text in quotes has a wrong escape") from None

    # Filters

    def _either(self) -> Expression:
        self._depth += 1
        if self._depth > DEEPEST_FILTER:
            raise self.error("the filter is nested too deeply")
        parts = self._joined("||", self._all)
        self._depth -= 1
        return parts[0] if len(parts) == 1 else Logic("or", parts)

    def _all(self) -> Expression:
        parts = self._joined("&&", self._condition)
        return parts[0] if len(parts) == 1 else Logic("and", parts)

    def _joined(self, sign: str, read: Any) -> tuple[Expression, ...]:
        parts = [read()]
        self.skip()
        while self.take(sign):
            self.skip()
            parts.append(read())
            self.skip()
        return tuple(parts)

    def _condition(self) -> Expression:
        if self.text.startswith("!", self.at) and not self.text.startswith("!=", self.at):
            self.at += 1
            self.skip()
            return Logic("not", (self._condition(),))
        if self.take("("):
            self.skip()
            inner = self._either()
            self.skip()
            self.expect(")")
            return inner
        left = self._operand()
        self.skip()
        operator = self.match(_OPERATOR)
        if not operator:
            if isinstance(left, FilterConstant):
                raise self.error("a value alone is no condition")
            return left
        self.skip()
        right = self._operand()
        for side in (left, right):
            if isinstance(side, Query) and not side.is_singular:
                raise self.error("only a query that finds one value can be compared")
        return Comparison(left, operator, right)

    def _operand(self) -> Expression:
        if self.take("@"):
            return Query(self.segments(), is_relative=True)
        if self.take("$"):
            return Query(self.segments())
        if self.text[self.at : self.at + 1] in ("'", '"'):
            return FilterConstant(self._string())
        function = _FUNCTION.match(self.text, self.at)
        if function:
            return self._call(function)
        for word, value in _WORDS.items():
            if self.take(word):
                return FilterConstant(value)
        number = self.match(_NUMBER)
        if not number:
            raise self.error("a value or a query is missing")
        return FilterConstant(float(number) if set(number) & set(".eE") else int(number))

    def _call(self, function: re.Match[str]) -> FilterCall:
        name = function[1]
        if name not in FUNCTIONS:
            raise self.error(f'there is no function "{name}"')
        self.at = function.end()
        self.skip()
        arguments = self._joined(",", self._operand)
        self.expect(")")
        if len(arguments) != FUNCTIONS[name]:
            raise self.error(f'the function "{name}" has {FUNCTIONS[name]} arguments')
        return FilterCall(name, arguments)


def _as_json(found: re.Match[str]) -> str:
    if found[0] == '"':
        return '\\"'
    return "'" if found[1] == "'" else found[0]
