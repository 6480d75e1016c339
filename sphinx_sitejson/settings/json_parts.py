"""Parts of a JSON value: those that lie too deep, its texts, and copies with other parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any

from sphinx_sitejson.problems import JsonPath


def deeper_than(value: Any, levels: int) -> list[JsonPath]:
    """Return the paths of the outermost objects and arrays below a number of levels."""
    # A stack, not recursion: a file may nest more deeply than Python can call.
    too_deep: list[JsonPath] = []
    waiting: list[tuple[JsonPath, Any]] = [((), value)]
    while waiting:
        path, container = waiting.pop()
        if len(path) > levels:
            too_deep.append(path)
            continue
        waiting += [
            ((*path, key), member)
            for key, member in _members(container)
            if isinstance(member, dict | list)
        ]
    return too_deep


def texts_in(value: Any) -> Iterator[tuple[JsonPath, str]]:
    """Yield the texts of a value with their paths, in the order of the file."""
    waiting: list[tuple[JsonPath, Any]] = [((), value)]
    while waiting:
        path, member = waiting.pop()
        if isinstance(member, str):
            yield path, member
        elif isinstance(member, dict | list):
            waiting += [((*path, key), inner) for key, inner in reversed([*_members(member)])]


def with_texts(value: Any, texts: Mapping[JsonPath, str]) -> Any:
    """Return a copy with other texts at some paths."""
    copies: dict[JsonPath, Any] = {(): copy(value)}
    for path, text in texts.items():
        if not path:
            return text
        _own_copy(copies, path[:-1])[path[-1]] = text
    return copies[()]


def without(value: Any, paths: Iterable[JsonPath]) -> Any:
    """Return a copy without the values at some paths; in an array, None takes their place."""
    copies: dict[JsonPath, Any] = {(): copy(value)}
    removed: set[JsonPath] = set()
    for path in sorted(paths, key=len):
        if not path:
            return None
        if any(path[:length] in removed for length in range(len(path))):
            continue
        parent = _own_copy(copies, path[:-1])
        if isinstance(parent, dict):
            del parent[path[-1]]
        else:
            parent[path[-1]] = None
        removed.add(path)
    return copies[()]


def _own_copy(copies: dict[JsonPath, Any], path: JsonPath) -> Any:
    """Return the container at a path, copied with all those around it."""
    for length in range(1, len(path) + 1):
        around, inner = path[: length - 1], path[:length]
        if inner not in copies:
            container = copies[around]
            container[inner[-1]] = copies[inner] = copy(container[inner[-1]])
    return copies[path]


def _members(value: Any) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return value.items()
    # The whole of a file may be a plain value.
    return enumerate(value) if isinstance(value, list) else ()
