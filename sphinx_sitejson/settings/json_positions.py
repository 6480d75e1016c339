"""Where the keys and values of a JSON text stand, found only when someone asks."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from sphinx_sitejson.problems import JsonPath, Place, key_path

TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
"""The tokens of a JSON text that is known to be sound."""


@dataclass(slots=True)
class _Spot:
    """A value in the text: its offset, the offset of its key, and its members."""

    offset: int
    key_offset: int
    members: dict[str | int, _Spot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedKey:
    """A key that an object already had."""

    path: JsonPath
    offset: int
    earlier_offset: int


@dataclass(frozen=True, kw_only=True)
class JsonSource:
    """The text of a JSON file, and the places in it."""

    file: str
    text: str = ""

    def place(self, path: JsonPath, *, at_key: bool = False) -> Place:
        """Return where a value stands, or its key; of what is not there, the nearest around it."""
        if not self.text:
            return Place(file=self.file, key_path=key_path(path))
        spot, found = self._scan[0], 0
        for part in path:
            if part not in spot.members:
                break
            spot, found = spot.members[part], found + 1
        wants_key = at_key and found == len(path)
        return self.place_at(spot.key_offset if wants_key else spot.offset, path)

    def place_at(self, offset: int, path: JsonPath = ()) -> Place:
        """Return the place of one character of the text."""
        return Place(
            file=self.file,
            line=self.line_at(offset),
            column=offset - self._line_starts[self.line_at(offset) - 1] + 1,
            key_path=key_path(path),
        )

    def line_at(self, offset: int) -> int:
        """Return the number of the line, from 1."""
        return bisect_right(self._line_starts, offset)

    def repeated_keys(self) -> tuple[RepeatedKey, ...]:
        """Return the keys that stand more than once in one object."""
        return self._scan[1]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @cached_property
    def _scan(self) -> tuple[_Spot, tuple[RepeatedKey, ...]]:
        scan = _Scan()
        for token in TOKEN.finditer(self.text):
            scan.read(token.group(), token.start())
        return scan.root.members["root"], tuple(scan.repeated)


class _Scan:
    """One pass over the tokens, with a stack instead of recursion: files may nest deeply."""

    def __init__(self) -> None:
        self.root = _Spot(0, 0)
        self.repeated: list[RepeatedKey] = []
        self._open = [self.root]
        # For each open object its present key, for each open array its present position.
        self._keys: list[str | int | None] = ["root"]
        self._key_offset = 0

    def read(self, token: str, offset: int) -> None:
        if token in "}]":
            self._open.pop()
            self._keys.pop()
        elif token == ",":
            present = self._keys[-1]
            self._keys[-1] = present + 1 if isinstance(present, int) else None
        elif self._keys[-1] is None:
            self._read_key(json.loads(token), offset)
        elif token != ":":
            self._read_value(token, offset)

    def _read_key(self, key: str, offset: int) -> None:
        self._keys[-1], self._key_offset = key, offset
        earlier = self._open[-1].members.get(key)
        if earlier is not None:
            path = tuple(self._path())
            self.repeated.append(
                RepeatedKey(path=path, offset=offset, earlier_offset=earlier.key_offset)
            )

    def _read_value(self, token: str, offset: int) -> None:
        key = self._keys[-1]
        assert key is not None
        spot = _Spot(offset, self._key_offset if isinstance(key, str) else offset)
        self._open[-1].members[key] = spot
        if token in "{[":
            self._open.append(spot)
            self._keys.append(None if token == "{" else 0)

    def _path(self) -> Iterator[str | int]:
        for key in self._keys[1:]:
            assert key is not None
            yield key
