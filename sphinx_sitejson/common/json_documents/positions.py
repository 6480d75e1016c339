"""Where keys and values stand in a text: one pass for all the paths that someone asks about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml

from sphinx_sitejson.common.problems import JsonPath

from .json_reading import json_tokens
from .source_text import Position, TextFault, TextFaultError, repeated_key
from .yaml_reading import yaml_events


@dataclass(slots=True)
class PositionNode:
    """A value of the text: where it stands, where its key stands, and its members."""

    value: Position | None = None
    key: Position | None = None
    members: dict[str | int, PositionNode] = field(default_factory=dict)
    found: list[PositionNode] = field(default_factory=list)
    """Those of the members that have been passed."""

    def nearest(self, path: JsonPath) -> PositionNode:
        """Return the value at a path below this one; of what is not there, the one around it."""
        node = self
        for part in path:
            inner = node.members.get(part)
            if inner is None or inner.value is None:
                break
            node = inner
        return node

    def clear(self) -> None:
        """Take back what was found inside: a later value of the same key counts."""
        for member in self.found:
            member.value = None
            member.clear()
        self.found.clear()


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being passed; for a list the key is the present position."""

    node: PositionNode | None
    is_mapping: bool
    key: str | int | None
    keys: dict[str, Position] = field(default_factory=dict)


class _PositionCollector:
    """Follows the values of a text and notes the positions of the wanted ones, or of all."""

    def __init__(self, paths: Iterable[JsonPath] | None) -> None:
        self.root = PositionNode()
        self.repeated: list[TextFault] = []
        self._takes_all = paths is None
        for path in paths or ():
            node = self.root
            for part in path:
                node = node.members.setdefault(part, PositionNode())
        self._open: list[_Open] = []
        self._key_position: Position | None = None

    @property
    def expects_key(self) -> bool:
        """Whether the next scalar is the key of a mapping."""
        return bool(self._open) and self._open[-1].is_mapping and self._open[-1].key is None

    def key(self, name: str, position: Position) -> None:
        """Note the key whose value comes next."""
        mapping = self._open[-1]
        mapping.key, self._key_position = name, position
        earlier = mapping.keys.get(name)
        if earlier is not None:
            path = tuple(part.key for part in self._open if part.key is not None)
            self.repeated.append(repeated_key(path, position, earlier))
        mapping.keys[name] = position

    def value(self, position: Position) -> PositionNode | None:
        """Note where a value begins; return its spot if someone asks about it."""
        if not self._open:
            self.root.value = position
            return self.root
        parent = self._open[-1]
        if parent.node is None or parent.key is None:
            return None
        node = parent.node.members.get(parent.key)
        if node is None:
            if not self._takes_all:
                return None
            node = parent.node.members[parent.key] = PositionNode()
        elif node.value is not None:
            node.clear()
        node.value = position
        node.key = self._key_position if parent.is_mapping else None
        parent.node.found.append(node)
        return node

    def begin(self, *, is_mapping: bool, position: Position) -> None:
        """Go into a mapping or a list."""
        node = self.value(position)
        self._open.append(_Open(node, is_mapping, None if is_mapping else 0))

    def end(self) -> None:
        """Leave it."""
        self._open.pop()
        self.next()

    def next(self) -> None:
        """Go on behind a value."""
        if self._open:
            parent = self._open[-1]
            parent.key = parent.key + 1 if isinstance(parent.key, int) else None


def find_json_positions(
    text: str, paths: Iterable[JsonPath] | None
) -> tuple[PositionNode, tuple[TextFault, ...]]:
    """Find values of a sound JSON text, or all, and the keys that an object has twice."""
    run = _PositionCollector(paths)
    for token, line, column in json_tokens(text):
        if token in "{[":
            run.begin(is_mapping=token == "{", position=(line, column))
        elif token in "}]":
            run.end()
        elif token in ",:":
            continue
        elif run.expects_key:
            run.key(json.loads(token, strict=False), (line, column))
        else:
            run.value((line, column))
            run.next()
    return run.root, tuple(run.repeated)


def find_yaml_positions(text: str, paths: Iterable[JsonPath] | None) -> PositionNode:
    """Find values of a YAML text; what an alias repeats is found where the alias stands."""
    run = _PositionCollector(paths)
    try:
        for event in yaml_events(text):
            if isinstance(event, yaml.DocumentEndEvent):
                break
            _handle_yaml_event(run, event)
    except TextFaultError:
        # A fault behind the first document does not matter.
        pass
    return run.root


def _handle_yaml_event(run: _PositionCollector, event: Any) -> None:
    position = (event.start_mark.line + 1, event.start_mark.column + 1)
    if isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
        if run.expects_key:
            run.key(getattr(event, "value", ""), position)
        else:
            run.value(position)
            run.next()
    elif isinstance(event, yaml.CollectionStartEvent):
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        run.begin(is_mapping=is_mapping, position=position)
    elif isinstance(event, yaml.CollectionEndEvent):
        run.end()


_SPACE = re.compile(r"[ \t\n\r]*")


def find_selected_positions(text: str, paths: Iterable[JsonPath]) -> PositionNode:
    """Find the values at some paths of a sound JSON text."""
    root = PositionNode()
    for path in paths:
        node = root
        for part in path:
            node = node.members.setdefault(part, PositionNode())
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

    def value(self, node: PositionNode, at: int) -> int:
        """Note a value and what is wanted inside; return where it ends."""
        if node.value is not None:
            # A later value of the same key counts.
            node.clear()
        node.value = self._position(at)
        first = self._text[at]
        if not node.members or first not in "{[":
            return self._read(self._text, at)[1]
        return self._object(node, at + 1) if first == "{" else self._list(node, at + 1)

    def _object(self, node: PositionNode, at: int) -> int:
        at = self.next_at(at)
        while self._text[at] != "}":
            key_at = at
            key, at = self._read(self._text, at)
            # Behind the colon.
            at = self.next_at(self.next_at(at) + 1)
            at = self._behind(self._member(node, key, at, key_at))
        return at + 1

    def _list(self, node: PositionNode, at: int) -> int:
        at, number = self.next_at(at), 0
        while self._text[at] != "]":
            at = self._behind(self._member(node, number, at, None))
            number += 1
        return at + 1

    def _member(self, node: PositionNode, key: str | int, at: int, key_at: int | None) -> int:
        member = node.members.get(key)
        if member is None:
            return self._read(self._text, at)[1]
        member_key = None if key_at is None else self._position(key_at)
        end = self.value(member, at)
        member.key = member_key
        node.found.append(member)
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
