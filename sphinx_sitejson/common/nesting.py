"""The nesting limit of all parsers, and functions that enforce it.

Sphinx, docutils and this package traverse pages recursively, with up to eight calls per level;
Python's recursion limit is 1000.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

MAX_NESTING = 50
"""How many lists, quotes, elements, groups or schemas may be nested."""

MAX_LEVELS = 2 * MAX_NESTING
"""The same limit in brackets of JSON, levels of YAML and tokens of Markdown.

A list with its items, a group with its pages or a schema with its properties takes two levels.
"""

TOO_DEEP = f"nested too deeply (more than {MAX_NESTING} levels)"

JsonPath = tuple[str | int, ...]
"""The path of a value in a JSON file: keys and list indexes from the root."""

_JSON_PART = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)
_NO_LINE_END = re.compile(r"[^\n]")


def iter_values(value: Any) -> Iterator[tuple[JsonPath, Any]]:
    """Yield a value and all values in its objects and lists, with their paths, in order."""
    # A stack, not recursion: a value may nest deeply.
    waiting: list[tuple[JsonPath, Any]] = [((), value)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict | list | tuple):
            members = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*path, key), member) for key, member in reversed([*members])]


def is_deeper_than(value: Any, limit: int) -> bool:
    """Return whether objects and lists are nested deeper than a limit; no cycles allowed."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(limit + 1):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def prune_deep_values(value: Any, limit: int, path: JsonPath = ()) -> tuple[Any, list[JsonPath]]:
    """Return a copy in which objects and lists below the limit are empty, and their paths."""
    if not isinstance(value, dict | list):
        return value, []
    if limit < 0:
        return type(value)(), [path] if value else []
    cut: list[JsonPath] = []
    copy: Any = type(value)(value)
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(member, dict | list):
            copy[key], inside = prune_deep_values(member, limit - 1, (*path, key))
            cut += inside
    return copy, cut


def find_deep_json(text: str, limit: int) -> Iterator[tuple[int, int]]:
    """Yield start and end of each object and list in JSON text that is below the limit.

    An unclosed bracket extends to the end of the text.
    """
    depth, start = 0, 0
    for match in _JSON_PART.finditer(text):
        mark = match[0]
        if mark in "[{":
            depth += 1
            if depth == limit + 1:
                start = match.start()
        elif mark in "]}":
            if depth == limit + 1:
                yield start, match.end()
            depth -= 1
    if depth > limit:
        yield start, len(text)


def empty_container(text: str) -> str:
    """Empty the text of an object or a list, whose lines and length stay the same."""
    return ("{}" if text[0] == "{" else "[]") + blank(text[2:])


def blank(text: str) -> str:
    """Replace a text with spaces, except for its line ends."""
    return _NO_LINE_END.sub(" ", text)


def prune_deep_json(text: str, limit: int) -> tuple[str, list[int]]:
    """Empty the objects and lists of JSON text below the limit; return their offsets.

    The positions of everything else stay the same: with limit 1, ``[[1], 2]`` becomes
    ``[[] , 2]``.
    """
    parts: list[str] = []
    starts: list[int] = []
    position = 0
    for start, end in find_deep_json(text, limit):
        parts += [text[position:start], empty_container(text[start:end])]
        starts.append(start)
        position = end
    return "".join([*parts, text[position:]]), starts
