"""How deep things may stand inside each other: one limit for every reader of ours.

Walks over a page call themselves for each level, in our code and in that of Sphinx and docutils,
up to eight calls a level; Python allows a thousand in all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

MAX_NESTING = 50
"""How many lists, quotes, elements, groups or schemas may stand inside each other."""

MAX_LEVELS = 2 * MAX_NESTING
"""The same in brackets of JSON, levels of YAML and tokens of Markdown.

A list has its items, a group its pages and a schema its properties: each takes two of them.
"""

TOO_DEEP = f"nested too deeply (more than {MAX_NESTING} levels)"

_JSON_PART = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)
_NO_LINE_END = re.compile(r"[^\n]")


def is_deeper_than(value: Any, limit: int) -> bool:
    """Tell whether objects and lists nest more deeply than that; the value must be finite."""
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


def prune_deep_values(
    value: Any, limit: int, path: tuple[str | int, ...] = ()
) -> tuple[Any, list[tuple[str | int, ...]]]:
    """Return a copy in which objects and lists that lie too deep are empty, and where those are."""
    if not isinstance(value, dict | list):
        return value, []
    if limit < 0:
        return type(value)(), [path] if value else []
    cut: list[tuple[str | int, ...]] = []
    copy: Any = type(value)(value)
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(member, dict | list):
            copy[key], inside = prune_deep_values(member, limit - 1, (*path, key))
            cut += inside
    return copy, cut


def find_deep_json(text: str, limit: int) -> Iterator[tuple[int, int]]:
    """Yield where the objects and lists of a JSON text stand that lie deeper than a limit.

    Brackets that nothing closes reach to the end of the text.
    """
    depth, start = 0, 0
    for part in _JSON_PART.finditer(text):
        mark = part[0]
        if mark in "[{":
            depth += 1
            if depth == limit + 1:
                start = part.start()
        elif mark in "]}":
            if depth == limit + 1:
                yield start, part.end()
            depth -= 1
    if depth > limit:
        yield start, len(text)


def prune_deep_json(text: str, limit: int) -> tuple[str, list[int]]:
    """Empty the objects and lists of a JSON text that lie too deep; return where they begin.

    Everything else keeps its place.
    """
    parts: list[str] = []
    starts: list[int] = []
    position = 0
    for start, end in find_deep_json(text, limit):
        empty = "{}" if text[start] == "{" else "[]"
        parts += [text[position:start], empty, _NO_LINE_END.sub(" ", text[start + 2 : end])]
        starts.append(start)
        position = end
    return "".join([*parts, text[position:]]), starts
