"""Generate example strings and numbers that satisfy the format and bounds of a schema."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations
from sys import float_info
from typing import Any

import jsonschema_rs

from sphinx_sitejson.common.json_documents.exact_json import ExactNumber, convert_for_validator
from sphinx_sitejson.openapi.raw import RawObject, as_count, as_list, as_object, select_keys
from sphinx_sitejson.openapi.schemas import write_exclusive_bounds

LONGEST_TEXT = 256
"""The length of a text for a pattern: a SHA-512 hash in hexadecimal has 128 digits."""
_LONGEST_NEEDED_TEXT = 1_000
"""The maximum length of a generated text."""
_LONGEST_PATTERN = 4_000
_TYPICAL_REPEATS = 3
_DEEPEST_GROUP = 8
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "123456789"
_CLASSES = {"d": _DIGITS + "0", "w": _LETTERS, "s": " ", "D": _LETTERS, "W": "-", "S": _LETTERS}
_ESCAPED_CONTROLS = {"t": "\t", "n": "\n", "r": "\r"}


class _UnsupportedPatternError(Exception):
    """The pattern uses a feature that the parser does not support."""


@dataclass(frozen=True)
class _Piece:
    """A quantified part of a pattern: one of several characters, or a fixed text."""

    choices: str
    is_text: bool
    least: int
    most: int

    def repeated(self, times: int) -> str:
        text = self.choices * times
        return text if self.is_text else text[:times]

    @property
    def typical_count(self) -> int:
        """The number of repetitions that looks natural in an example."""
        return max(self.least, min(self.most, _TYPICAL_REPEATS if self.most > 1 else self.least))


def generate_matching_text(
    pattern: str, *, shortest: int = 0, longest: int = LONGEST_TEXT
) -> str | None:
    """Return a text that matches a pattern and its bounds, or None if that is not supported.

    ``^[A-Z]{2}-\\d+$`` gives ``AB-123``.
    """
    if len(pattern) > _LONGEST_PATTERN:
        return None
    parser = _PatternParser(pattern)
    try:
        pieces = parser.pieces()
    except _UnsupportedPatternError:
        return None
    times = _fit_repeats(pieces, shortest, min(longest, LONGEST_TEXT))
    text = "".join(piece.repeated(count) for piece, count in zip(pieces, times, strict=True))
    if not shortest <= len(text) <= min(longest, LONGEST_TEXT):
        return None
    is_certain = not parser.has_lookaround or _matches_all(text, (pattern,), shortest, longest)
    return text if is_certain else None


def _fit_repeats(pieces: list[_Piece], shortest: int, longest: int) -> list[int]:
    """Return the repetitions of each piece for a text between two lengths."""
    times = [min(piece.typical_count, LONGEST_TEXT + 1) for piece in pieces]
    length = sum(len(piece.repeated(count)) for piece, count in zip(pieces, times, strict=True))
    for index, piece in enumerate(pieces):
        size = len(piece.choices) if piece.is_text else 1
        while size and length > longest and times[index] > piece.least:
            times[index] -= 1
            length -= size
        while size and length < min(shortest, longest) and times[index] < piece.most:
            times[index] += 1
            length += size
    return times


class _PatternParser:
    """Parse a regular expression; of alternatives only the first is used."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self.has_lookaround = False

    def pieces(self, depth: int = 0) -> list[_Piece]:
        """Parse up to the end of the group or pattern."""
        if depth > _DEEPEST_GROUP:
            raise _UnsupportedPatternError
        found: list[_Piece] = []
        alternatives = 0
        while self._at < len(self._pattern) and self._peek() != ")":
            if self._peek() == "|":
                alternatives += 1
                self._at += 1
                continue
            piece = self._piece(depth)
            if piece is not None and not alternatives:
                found.append(piece)
        return found

    def _piece(self, depth: int) -> _Piece | None:
        char = self._take()
        if char in "^$":
            return None
        if char in "*+?{":
            raise _UnsupportedPatternError
        if char == "(":
            choices = self._group(depth)
        elif char == "[":
            choices = self._class()
        elif char == "\\":
            choices = self._escape()
        else:
            choices = _LETTERS if char == "." else char
        return _Piece(choices, char == "(", *self._repeats())

    def _group(self, depth: int) -> str:
        rest = self._pattern[self._at : self._at + 3]
        start = next((sign for sign in _GROUP_STARTS if rest.startswith(sign)), "")
        if self._peek() == "?" and not start:
            raise _UnsupportedPatternError
        self._at += len(start)
        pieces = self.pieces(depth + 1)
        if self._take() != ")":
            raise _UnsupportedPatternError
        if start in _LOOKAROUNDS:
            self.has_lookaround = True
            return ""
        text = "".join(piece.repeated(min(piece.typical_count, LONGEST_TEXT)) for piece in pieces)
        return text[: LONGEST_TEXT + 1]

    def _class(self) -> str:
        is_negated = self._peek() == "^"
        self._at += is_negated
        choices = "".join(self._class_members())
        if is_negated:
            choices = "".join(char for char in _LETTERS + _DIGITS if char not in choices)
        if not choices:
            raise _UnsupportedPatternError
        return choices

    def _class_members(self) -> Iterator[str]:
        first = self._at
        while (char := self._take()) != "]" or self._at == first + 1:
            if char == "\\":
                yield from self._escape()
            elif _RANGE.match(self._pattern, self._at):
                self._at += 1
                yield from _range(char, self._take())
            else:
                yield char

    def _escape(self) -> str:
        char = self._take()
        known = _CLASSES.get(char) or _ESCAPED_CONTROLS.get(char)
        if known is None and char.isalnum():
            raise _UnsupportedPatternError
        return known or char

    def _repeats(self) -> tuple[int, int]:
        sign = self._peek()
        if sign not in ("*", "+", "?", "{"):
            return 1, 1
        self._at += 1
        least, most = self._counts() if sign == "{" else _QUANTIFIERS[sign]
        if self._peek() in ("?", "+"):
            self._at += 1
        return least, most

    def _counts(self) -> tuple[int, int]:
        match = _COUNTS.match(self._pattern, self._at)
        if match is None or int(match["least"]) > LONGEST_TEXT:
            raise _UnsupportedPatternError
        self._at = match.end()
        least = int(match["least"])
        most = int(match["most"] or (LONGEST_TEXT if match["comma"] else least))
        return least, max(least, most)

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        char = self._peek()
        if not char:
            raise _UnsupportedPatternError
        self._at += 1
        return char


_COUNTS = re.compile(r"(?P<least>[0-9]{1,9})(?P<comma>,?)(?P<most>[0-9]{0,9})\}")
"""The numbers of a quantifier: ``{2}``, ``{2,}`` and ``{2,5}``."""
_LOOKAROUNDS = ("?=", "?!", "?<=", "?<!")
_GROUP_STARTS = ("?:", *_LOOKAROUNDS)
_RANGE = re.compile(r"-[^\]]", re.DOTALL)
_QUANTIFIERS = {"*": (0, LONGEST_TEXT), "+": (1, LONGEST_TEXT), "?": (0, 1)}


def _range(first: str, last: str) -> Iterator[str]:
    if last == "\\" or ord(last) < ord(first):
        raise _UnsupportedPatternError
    members = [chr(code) for code in range(ord(first), min(ord(last), ord(first) + 127) + 1)]
    # [0-9] begins with 1: "123" looks better than "012".
    yield from [*members[1:], members[0]] if first == "0" and len(members) > 1 else members


_BYTES = "aGVsbG8="
_TEXT_BY_FORMAT: Mapping[str, str] = {
    "date": "2024-01-15",
    "date-time": "2024-01-15T09:30:00Z",
    "date-time-rfc1123": "Mon, 15 Jan 2024 09:30:00 GMT",
    "time": "09:30:00Z",
    "duration": "P1D",
    "email": "user@example.com",
    "idn-email": "user@example.com",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "ip": "192.0.2.1",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "cidr": "192.0.2.0/24",
    "cidr6": "2001:db8::/32",
    "uri": "https://example.com",
    "url": "https://example.com",
    "iri": "https://example.com",
    "uri-reference": "/path",
    "iri-reference": "/path",
    "uri-template": "/items/{id}",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "ulid": "01HM6ZQ4S8T5V9X2Y7B3C4D5E6",
    "json-pointer": "/name",
    "relative-json-pointer": "0/name",
    "regex": "^[a-z]+$",
    "byte": _BYTES,
    "base64": _BYTES,
    "base64url": "aGVsbG8",
    "binary": "<binary>",
    "password": "********",
    "phone": "+15550100",
    "phone-number": "+15550100",
    "decimal": "1.5",
    "int32": "1",
    "int64": "1",
}
_COMMON_TEXTS = tuple(
    dict.fromkeys((*_TEXT_BY_FORMAT.values(), *"1aA", "12", "123", "1234", "12345", "123456", "AB"))
)
"""Texts that match many patterns that cannot be analyzed."""
_NUMBER_BY_FORMAT: Mapping[str, int] = {"unix-time": 1705311000, "timestamp": 1705311000}
_LARGEST_BOUND = 1e15
"""Floats beyond it are not exact integers."""
_SMALLEST_STEP = 1e-9

GENERIC_VALUES = ("string", 1.5)
"""The values generated for schemas without constraints, to be replaced by better ones."""
_INTEGER_NAME = re.compile(
    r"(?:^|_)(?:count|counts|total|totals|size|page|pages|limit|offset|quantity|qty|decimals|digits"
    r"|number|index|position|age|year|years|month|months|day|days|hours|minutes|port|level|rank"
    r"|version|attempts|retries|items|seats|id|ids)$"
)
_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[-.\s]")
_TEXT_BY_NAME = (
    (re.compile(r"(?:^|_)(?:id|ids|uid|key|identifier)$"), "a1b2c3"),
    (re.compile(r"(?:^|_)e?mail$"), "user@example.com"),
    (re.compile(r"(?:^|_)(?:url|uri|href|website|homepage)$"), "https://example.com"),
)


def value_for_name(name: str, value: Any, raw: RawObject) -> Any:
    """Replace a generic value by one that suits the property name.

    ``count`` gets an integer, ``userId`` an id, ``email`` an address.
    """
    snake_name = _WORD_BOUNDARY.sub("_", name).lower()
    if value == 1.5:
        is_exact = str(raw.get("format")).lower() in ("float", "double", "decimal")
        is_integer = _INTEGER_NAME.search(snake_name) and not is_exact and "multipleOf" not in raw
        return generate_number(raw, is_integer=True) if is_integer else value
    has_length = "minLength" in raw or "maxLength" in raw
    found = next((text for pattern, text in _TEXT_BY_NAME if pattern.search(snake_name)), value)
    return value if has_length and len(found) != len(value) else found


def distinct_values(value: Any, raw: RawObject) -> Iterator[Any]:
    """Return more texts or numbers that satisfy the constraints; some may be repeated."""
    rules = select_keys(raw, *_SCALAR_RULES)
    return (other for other in _variations(value, raw) if is_valid(rules, other))


def _variations(value: Any, raw: RawObject) -> Iterator[Any]:
    numbers = range(2, _MOST_VARIATIONS + 2)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        if "format" not in raw:
            yield from (f"{value}{number}" for number in numbers)
        ends = [*map(str, numbers), *_LETTERS, *_LETTERS.upper()]
        yield from (f"{value[: -len(end)]}{end}" for end in ends if len(end) <= len(value))
        yield from (f"{start}{value[len(start) :]}" for start in ends)
        yield from (f"{number}{value}" for number in numbers)
    elif isinstance(value, int | float):
        step = _usable_bound(raw.get("multipleOf"), 1) or 1
        for each in (step, step / 100) if isinstance(value, float) else (step,):
            yield from (value + number * each for number in range(1, _MOST_VARIATIONS))
            yield from (value - number * each for number in range(1, _MOST_VARIATIONS))


_MOST_VARIATIONS = 300
_SCALAR_RULES = (
    *("type", "pattern", "format", "minLength", "maxLength", "multipleOf", "const", "enum"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "allOf", "not"),
)


@lru_cache(maxsize=512)
def _validator(rules: str) -> Any:
    return jsonschema_rs.Draft202012Validator(json.loads(rules), validate_formats=True)


def is_valid(rules: RawObject | bool, value: Any) -> bool:
    """Return whether a value follows a schema without references that the validator supports."""
    try:
        validator = _validator(json.dumps(rules, sort_keys=True))
        return bool(validator.is_valid(convert_for_validator(value)))
    except (ValueError, TypeError, RecursionError):
        return False


def generate_text(raw: RawObject) -> str:
    """Generate a string for a schema: ``{"format": "date"}`` gives ``2024-01-15``."""
    shortest = min(as_count(raw.get("minLength"), 0), _LONGEST_NEEDED_TEXT)
    longest = max(shortest, as_count(raw.get("maxLength"), max(shortest, LONGEST_TEXT)))
    rules = (raw, *(as_object(part) for part in as_list(raw.get("allOf"))))
    patterns = tuple(rule["pattern"] for rule in rules if isinstance(rule.get("pattern"), str))
    formats = [text for text in map(_format_example, rules) if text is not None]
    plain = ("string" * (shortest // 6 + 1))[: max(shortest, min(6, longest))]
    if not patterns:
        return next((text for text in formats if shortest <= len(text) <= longest), plain)
    generated = (
        generate_matching_text(each, shortest=shortest, longest=longest) for each in patterns
    )
    texts = [*formats, *(text for text in generated if text is not None)]
    # Two patterns often constrain the beginning and the end: ^a and b$.
    orders = ("".join(order) for order in permutations(texts[:3]))
    candidates = chain(texts, orders, (plain, "string"), _COMMON_TEXTS)
    fitting = (text for text in candidates if _matches_all(text, patterns, shortest, longest))
    return next(fitting, texts[0] if texts else plain)


@lru_cache(maxsize=1024)
def _matches_all(text: str, patterns: tuple[str, ...], shortest: int, longest: int) -> bool:
    rules = {"allOf": [{"pattern": pattern} for pattern in patterns]}
    return shortest <= len(text) <= longest and is_valid(rules, text)


def _format_example(raw: RawObject) -> str | None:
    name = raw.get("format")
    if isinstance(name, str) and name.lower() in _TEXT_BY_FORMAT:
        return _TEXT_BY_FORMAT[name.lower()]
    if raw.get("contentEncoding") in ("base64", "base64url"):
        return _BYTES
    return None


def generate_number(raw: RawObject, *, is_integer: bool) -> int | float:
    """Generate a number for a schema: ``{"minimum": 5}`` gives ``5``."""
    bounds = _bounds(raw)
    value = _NUMBER_BY_FORMAT.get(str(raw.get("format")), 1 if is_integer else 1.5)
    number = _clamp(value, *bounds)
    step = _usable_bound(raw.get("multipleOf"), 0)
    if step >= _SMALLEST_STEP:
        number = _nearest_multiple(number, step, *bounds)
    if isinstance(number, ExactNumber) and (number.is_integer() or not is_integer):
        return number
    if is_integer:
        return math.ceil(number) if math.ceil(number) <= bounds[1] else int(number)
    rounded = round(number, 6)
    return int(rounded) if raw.get("multipleOf") == 1 else rounded


def _bounds(raw: RawObject) -> tuple[float, float, frozenset[float]]:
    """Return the lower and upper bound, and which of them are exclusive."""
    rules = dict(raw)
    write_exclusive_bounds(rules)
    low = _usable_bound(rules.get("minimum"), -math.inf)
    high = _usable_bound(rules.get("maximum"), math.inf)
    above = _usable_bound(rules.get("exclusiveMinimum"), -math.inf)
    below = _usable_bound(rules.get("exclusiveMaximum"), math.inf)
    exclusive = ((above, above >= low), (below, below <= high))
    excluded = frozenset(bound for bound, is_closest in exclusive if is_closest)
    return max(above, low), min(below, high), excluded


def _clamp(value: float, low: float, high: float, excluded: frozenset[float]) -> float:
    if low > high:
        return low
    if value < low or (value in excluded and low > -math.inf):
        value = low
    value = min(value, high)
    if value not in excluded:
        return value
    # The other bound is exclusive, too, or as good as any value.
    step, other = (1, high) if value == low else (-1, low)
    return value + step if (other - value - step) * step > 0 else (value + other) / 2


def _nearest_multiple(
    number: float, step: float, low: float, high: float, excluded: frozenset[float]
) -> float:
    """Return a multiple close to a number, inside the bounds if there is one."""
    up, down = math.ceil(-(-number // step)) or 1, math.floor(number // step)
    for count in (up, down, up + 1, down - 1):
        value = count * step
        if low <= value <= high and value not in excluded:
            return value
    return (up if up * step <= high else math.floor(high // step)) * step


def _usable_bound(value: Any, default: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    # Integers, and numbers that keep their spelling, are exact at any size.
    is_exact = isinstance(value, int | ExactNumber) and abs(value) <= float_info.max
    return value if is_exact or -_LARGEST_BOUND <= value <= _LARGEST_BOUND else default
