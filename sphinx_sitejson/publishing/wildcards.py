"""Wildcards of redirects: ``:slug*`` for any rest, ``:slug`` for one name, ``*`` at the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

_NAMED = re.compile(r":(?P<name>[A-Za-z_]\w*)(?P<rest>\*?)|(?P<star>\*)\Z")
_LAST = "*"
"""The name of the part that a bare ``*`` stands for."""


@dataclass(frozen=True)
class PathPattern:
    """A path with wildcards, or without."""

    text: str

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of its wildcards."""
        return frozenset(_name_of(found) for found in _NAMED.finditer(self.text))

    @cached_property
    def is_for_the_rest(self) -> bool:
        """Whether its only wildcard takes all that follows."""
        found = [*_NAMED.finditer(self.text)]
        return len(found) == 1 and _takes_rest(found[0]) and found[0].end() == len(self.text)

    @property
    def prefix(self) -> str:
        """What stands before the first wildcard."""
        found = _NAMED.search(self.text)
        return self.text[: found.start()] if found else self.text

    def match(self, path: str) -> dict[str, str] | None:
        """Return what the wildcards stand for in a path, or None if it does not fit."""
        found = self._expression.fullmatch(path)
        if found is None:
            return None
        return {name: found[index] or "" for index, name in enumerate(self._order, 1)}

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the path with values in place of the wildcards."""
        text = _NAMED.sub(lambda found: values.get(_name_of(found), ""), self.text)
        return re.sub(r"/{2,}", "/", text).rstrip("/")

    @cached_property
    def _order(self) -> list[str]:
        return list(dict.fromkeys(_name_of(found) for found in _NAMED.finditer(self.text)))

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        pattern, end = "", 0
        seen: set[str] = set()
        for found in _NAMED.finditer(self.text):
            before = self.text[end : found.start()]
            pattern += _wildcard(before, found, seen, self._order)
            end = found.end()
        return re.compile(pattern + re.escape(self.text[end:]))


def has_wildcard(text: str) -> bool:
    """Whether a path has a wildcard."""
    return _NAMED.search(text) is not None


def _wildcard(before: str, found: re.Match[str], seen: set[str], order: list[str]) -> str:
    name = _name_of(found)
    if name in seen:
        return re.escape(before) + rf"(?:\{order.index(name) + 1})"
    seen.add(name)
    if not _takes_rest(found):
        return re.escape(before) + "([^/]+)"
    if before.endswith("/"):
        # "/guides/:slug*" is "/guides" as well.
        return re.escape(before[:-1]) + r"(?:/(.*))?"
    return re.escape(before) + "(.*)"


def _name_of(found: re.Match[str]) -> str:
    return found["name"] or _LAST


def _takes_rest(found: re.Match[str]) -> bool:
    return bool(found["star"] or found["rest"])
