"""A few places in a large JSON text: Python's own reader skips all that nobody asks about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from sphinx_sitejson.common.problems import JsonPath

from .positions import Spot
from .syntax_errors import Position

_SPACE = re.compile(r"[ \t\n\r]*")


def json_places(text: str, paths: Iterable[JsonPath]) -> Spot:
    """Find the values at some paths of a sound JSON text."""
    root = Spot()
    for path in paths:
        spot = root
        for part in path:
            spot = spot.members.setdefault(part, Spot())
    search = _Search(text)
    search.value(root, search.next_at(0))
    return root


class _Search:
    """Goes through a text once, and into nothing that no path leads through."""

    def __init__(self, text: str) -> None:
        self._text = text
        # Numbers may be longer than Python reads.
        reader = json.JSONDecoder(strict=False, parse_int=str, parse_float=str, parse_constant=str)
        self._read = reader.raw_decode
        self._at, self._line, self._line_start = 0, 1, 0

    def next_at(self, at: int) -> int:
        """Return where the next token begins."""
        space = _SPACE.match(self._text, at)
        assert space is not None
        return space.end()

    def value(self, spot: Spot, at: int) -> int:
        """Note a value and what is wanted inside; return where it ends."""
        if spot.value is not None:
            # A later value of the same key counts.
            spot.clear()
        spot.value = self._position(at)
        first = self._text[at]
        if not spot.members or first not in "{[":
            return self._read(self._text, at)[1]
        return self._object(spot, at + 1) if first == "{" else self._list(spot, at + 1)

    def _object(self, spot: Spot, at: int) -> int:
        at = self.next_at(at)
        while self._text[at] != "}":
            key_at = at
            key, at = self._read(self._text, at)
            # Behind the colon.
            at = self.next_at(self.next_at(at) + 1)
            at = self._behind(self._member(spot, key, at, key_at))
        return at + 1

    def _list(self, spot: Spot, at: int) -> int:
        at, number = self.next_at(at), 0
        while self._text[at] != "]":
            at = self._behind(self._member(spot, number, at, None))
            number += 1
        return at + 1

    def _member(self, spot: Spot, key: str | int, at: int, key_at: int | None) -> int:
        member = spot.members.get(key)
        if member is None:
            return self._read(self._text, at)[1]
        member_key = None if key_at is None else self._position(key_at)
        end = self.value(member, at)
        member.key = member_key
        spot.found.append(member)
        return end

    def _behind(self, at: int) -> int:
        """Return where the next entry begins, or the end of the whole."""
        at = self.next_at(at)
        return self.next_at(at + 1) if self._text[at] == "," else at

    def _position(self, at: int) -> Position:
        """Return line and column; each place lies behind the one before."""
        breaks = self._text.count("\n", self._at, at)
        if breaks:
            self._line += breaks
            self._line_start = self._text.rfind("\n", self._at, at) + 1
        self._at = at
        return self._line, at - self._line_start + 1
