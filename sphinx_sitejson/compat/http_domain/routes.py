"""Paths of endpoints: how they are written, compared and put into an index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

METHODS = (
    "head",
    "get",
    "post",
    "put",
    "delete",
    "patch",
    "options",
    "trace",
    "connect",
    "copy",
    "query",
    "any",
)
"""The methods that have a directive and a role, in the order of an index."""

_TYPED = re.compile(r"\((?:(?P<type>[^:)]+):)?(?P<name>\w+)\)")
_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|\([^()/]*\)|(?<=/):\w+")
_OPTIONAL_END = re.compile(r"(?<=.)/+$")


class Route(NamedTuple):
    """Where an endpoint is described; the first three are as other extensions keep them."""

    docname: str
    synopsis: str = ""
    is_deprecated: bool = False
    anchor: str = ""


class PathPart(NamedTuple):
    """A part of a written path: words, or a parameter with its type."""

    words: str
    is_parameter: bool = False
    type: str = ""


def parts_of(path: str) -> list[PathPart]:
    """Split a path at parameters that are written ``(int:id)``."""
    parts: list[PathPart] = []
    position = 0
    for found in _TYPED.finditer(path):
        if found.start() > position:
            parts.append(PathPart(path[position : found.start()]))
        parts.append(PathPart(found["name"], is_parameter=True, type=found["type"] or ""))
        position = found.end()
    if position < len(path):
        parts.append(PathPart(path[position:]))
    return parts


def comparable(path: str) -> str:
    """Return a path without the names of its parameters: ``/ships/{int:id}`` is ``/ships/{}``."""
    bare = path.strip().partition("?")[0]
    return _OPTIONAL_END.sub("", _PLACEHOLDER.sub("{}", bare))


def group_of(path: str, ignored: Iterable[Sequence[str]]) -> str:
    """Return the heading of an index below which a path stands: its first part.

    :param ignored: the parts of prefixes that say nothing, the longest first.
    """
    parts = [part for part in path.split("/") if part]
    for prefix in ignored:
        if parts[: len(prefix)] == list(prefix):
            return "/" + "/".join(parts[: len(prefix) + 1])
    return "/" + (parts[0] if parts else "")


def ignored_prefixes(written: Iterable[str]) -> list[list[str]]:
    """Return the parts of prefixes, the longest first."""
    found = [[part for part in str(prefix).split("/") if part] for prefix in written]
    return sorted(found, reverse=True)
