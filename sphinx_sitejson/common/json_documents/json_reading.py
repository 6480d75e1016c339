"""JSON from text: the value, its tokens, and texts made plain enough to be read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from sphinx_sitejson.common.nesting import is_deeper_than, without_deep_json

from .exact_json import decimal_number, parse_integer

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
"""The tokens of a JSON text that is known to be sound."""

_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|.)", re.DOTALL)
_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_COMMENT = re.compile(rf"{_STRING}|(?P<comment>//[^\n]*+|/\*.*?\*/)", re.DOTALL)
_LAST_COMMA = re.compile(rf"{_STRING}|(?P<comma>,)(?=\s*[\]}}])", re.DOTALL)
_NO_LINE_END = re.compile(r"[^\n]")


class JsonReader:
    """Python's JSON reader, made safe: it never raises but for a fault of the text.

    :param constant: what is made of NaN and Infinity, which no page could hold.
    """

    def __init__(
        self,
        *,
        whole: Callable[[str], Any] = parse_integer,
        decimal: Callable[[str], Any] = decimal_number,
        constant: Callable[[str], Any] = str,
    ) -> None:
        self.has_repeated_keys = False
        self._whole = whole
        self._decimal = decimal
        self._constant = constant

    def read(self, text: str) -> Any:
        """Return the value; raise JSONDecodeError or RecursionError."""
        return json.loads(
            text,
            object_pairs_hook=self._object,
            parse_int=self._whole,
            parse_float=self._decimal,
            parse_constant=self._constant,
        )

    def read_shallow(self, text: str, limit: int) -> tuple[Any, str, list[int]]:
        """Read a text without what is nested too deeply in it; return where that stood."""
        try:
            value = self.read(text)
            if not is_deeper_than(value, limit):
                return value, text, []
        except RecursionError:
            pass
        shallow, starts = without_deep_json(text, limit)
        return self.read(shallow), shallow, starts

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            self.has_repeated_keys = True
        return members


def json_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the tokens of a sound JSON text, each with its line and column from 1."""
    line, line_start, position = 1, 0, 0
    for token in TOKEN.finditer(text):
        start = token.start()
        breaks = text.count("\n", position, start)
        if breaks:
            line += breaks
            line_start = text.rfind("\n", position, start) + 1
        position = start
        yield token.group(), line, start - line_start + 1


def without_comments(text: str) -> str:
    """Put space in the place of comments, and of the commas behind the last entries.

    JSON has neither; everything else keeps its place. A comma that follows no entry stays, as does
    a comment without an end.
    """
    if "//" in text or "/*" in text:
        text = _COMMENT.sub(_blank_comment, text)
    return _LAST_COMMA.sub(_blank_comma, text)


def _blank_comment(found: re.Match[str]) -> str:
    return found[0] if found["comment"] is None else _NO_LINE_END.sub(" ", found[0])


def _blank_comma(found: re.Match[str]) -> str:
    if found["comma"] is None:
        return found[0]
    before = found.start() - 1
    while before >= 0 and found.string[before].isspace():
        before -= 1
    return "," if before < 0 or found.string[before] in "[{,:" else " "


def without_half_characters(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Replace escapes of half a character, which no page could hold; return them with offsets.

    The replacement has the same length, so that positions stay.
    """
    if _HALF_ESCAPE.search(text) is None:
        return text, []
    halves = [(offset, text[offset : offset + 6]) for offset in _half_characters(text)]
    parts, end = [], 0
    for offset, escape in halves:
        parts += [text[end:offset], "\\ufffd"]
        end = offset + len(escape)
    return "".join([*parts, text[end:]]), halves


def _half_characters(text: str) -> Iterator[int]:
    high: int | None = None
    for escape in _ESCAPE.finditer(text):
        code = int(escape[1], 16) if escape[1] else 0
        is_low = 0xDC00 <= code <= 0xDFFF
        if high is not None and is_low and escape.start() == high + 6:
            high = None
            continue
        if high is not None:
            yield high
        high = escape.start() if 0xD800 <= code <= 0xDBFF else None
        if is_low:
            yield escape.start()
    if high is not None:
        yield high
