"""JSON from text, with its repeated keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.openapi.exact_json import decimal_number, whole_number

_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


class JsonReader:
    """Python's JSON reader, made safe: it never raises but for a fault of the text."""

    def __init__(self) -> None:
        self.has_repeated_keys = False

    def read(self, text: str) -> Any:
        """Return the value; raise JSONDecodeError or RecursionError."""
        value = json.loads(
            text,
            object_pairs_hook=self._object,
            parse_int=whole_number,
            parse_float=decimal_number,
            # NaN and Infinity could not be written into a page again.
            parse_constant=str,
        )
        return whole_characters(value) if _HALF_ESCAPE.search(text) else value

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            self.has_repeated_keys = True
        return members


def whole_characters(value: Any) -> Any:
    """Replace the half characters that escapes can make, which no file could hold."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {whole_characters(key): whole_characters(item) for key, item in value.items()}
    if isinstance(value, list):
        return [whole_characters(item) for item in value]
    return value


def json_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the tokens of a sound JSON text, each with its line and column from 1."""
    line, line_start, position = 1, 0, 0
    for token in _TOKEN.finditer(text):
        start = token.start()
        breaks = text.count("\n", position, start)
        if breaks:
            line += breaks
            line_start = text.rfind("\n", position, start) + 1
        position = start
        yield token.group(), line, start - line_start + 1
