"""Where values stand in a text: one pass for all the paths that someone asks about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml

from sphinx_sitejson.problems import JsonPath

from .json_reading import json_tokens
from .yaml_reading import YamlFaultError, yaml_events

Position = tuple[int, int]
"""Line and column, from 1."""


@dataclass(slots=True)
class _Wanted:
    """A step of the wanted paths, with those that go on from it."""

    path: JsonPath = ()
    steps: dict[str | int, _Wanted] = field(default_factory=dict)
    position: Position | None = None


@dataclass(slots=True)
class _Open:
    """A mapping or list that is being passed; for a list the key is the present position."""

    wanted: _Wanted | None
    is_mapping: bool
    key: str | int | None
    keys: set[str] = field(default_factory=set)


OnRepeated = Callable[[JsonPath, Position], object]


class _Pass:
    """Follows the values of a text and notes the positions of the wanted ones."""

    def __init__(self, paths: Iterable[JsonPath], on_repeated: OnRepeated | None = None) -> None:
        self.root = _Wanted()
        for path in paths:
            step = self.root
            for length, part in enumerate(path, start=1):
                step = step.steps.setdefault(part, _Wanted(path[:length]))
        self._open: list[_Open] = []
        self._key_position: Position | None = None
        self._on_repeated = on_repeated

    @property
    def expects_key(self) -> bool:
        """Whether the next scalar is the key of a mapping."""
        return bool(self._open) and self._open[-1].is_mapping and self._open[-1].key is None

    def key(self, name: str, position: Position) -> None:
        """Note the key whose value comes next."""
        mapping = self._open[-1]
        mapping.key, self._key_position = name, position
        if self._on_repeated is None:
            return
        if name in mapping.keys:
            path = tuple(part.key for part in self._open if part.key is not None)
            self._on_repeated(path, position)
        mapping.keys.add(name)

    def value(self, position: Position) -> _Wanted | None:
        """Note where a value begins; return the wanted paths that lead into it."""
        if not self._open:
            self.root.position = position
            return self.root
        parent = self._open[-1]
        if parent.wanted is None or parent.key is None:
            return None
        wanted = parent.wanted.steps.get(parent.key)
        if wanted is not None:
            wanted.position = (parent.is_mapping and self._key_position) or position
        return wanted

    def begin(self, *, is_mapping: bool, position: Position) -> None:
        """Go into a mapping or a list."""
        wanted = self.value(position)
        self._open.append(_Open(wanted, is_mapping, None if is_mapping else 0))

    def end(self) -> None:
        """Leave it."""
        self._open.pop()
        self.next()

    def next(self) -> None:
        """Go on behind a value."""
        if self._open:
            parent = self._open[-1]
            parent.key = parent.key + 1 if isinstance(parent.key, int) else None

    def positions(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Position]:
        """Return the position of each path, or of the nearest value around it."""
        found: dict[JsonPath, Position] = {}
        for path in paths:
            step, position = self.root, self.root.position
            for part in path:
                step = step.steps[part]
                position = step.position or position
            if position is not None:
                found[path] = position
        return found


def json_positions(
    text: str,
    paths: Iterable[JsonPath],
    *,
    repeated: list[tuple[JsonPath, Position]] | None = None,
) -> dict[JsonPath, Position]:
    """Find values of a sound JSON text; collect the keys that an object has twice."""
    wanted = tuple(paths)
    on_repeated = None if repeated is None else lambda *found: repeated.append(found)
    run = _Pass(wanted, on_repeated)
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
    return run.positions(wanted)


def yaml_positions(text: str, paths: Iterable[JsonPath]) -> dict[JsonPath, Position]:
    """Find values of a YAML text; what an alias repeats is found where the alias stands."""
    wanted = tuple(paths)
    run = _Pass(wanted)
    try:
        for event in yaml_events(text):
            if isinstance(event, yaml.DocumentEndEvent):
                break
            _follow(run, event)
    except YamlFaultError:
        # A fault behind the first document does not matter.
        pass
    return run.positions(wanted)


def _follow(run: _Pass, event: Any) -> None:
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
