"""The state of a conversion to OpenAPI 3, and what both conversions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, NamedTuple

from sphinx_sitejson.common.problems import Finding, JsonPath

from ..keywords import Slot
from ..raw import Raw, as_object, find_value, get_reference
from .locations import make_fragment, parse_pointer


@dataclass(frozen=True)
class Position:
    """The path of a value in the converted document and in the original, in one conversion."""

    state: ConversionState = field(repr=False, compare=False)
    new: JsonPath = ()
    old: JsonPath = ()

    def __truediv__(self, key: str | int) -> Position:
        """Return the position of a member whose key does not change."""
        return Position(self.state, (*self.new, key), (*self.old, key))

    def inside(self, *keys: str | int, old: JsonPath | None = None) -> Position:
        """Return the position of a value that is below this one in the converted document.

        :param old: the original path of the value, if it is not that of this position.
        """
        return Position(self.state, (*self.new, *keys), self.old if old is None else old)

    def move(self, *keys: str | int, old: JsonPath | None = None) -> Position:
        """Record that a value moved, and its members with it; return its position.

        References to a value with several copies use the first.
        """
        moved = self.inside(*keys, old=old)
        self.state.old_paths[moved.new] = moved.old
        self.state.new_paths.setdefault(moved.old, moved.new)
        return moved

    def rename(self, key: str, old_key: str) -> Position:
        """Record that a member was renamed; return its position."""
        return self.move(key, old=(*self.old, old_key))


def _follow_moves(path: JsonPath, original_paths: Mapping[JsonPath, JsonPath]) -> JsonPath:
    for length in range(len(path), 0, -1):
        original = original_paths.get(path[:length])
        if original is not None:
            return (*original, *path[length:])
    return path


_LONGEST_CHAIN = 20


class ResolvedObject(NamedTuple):
    """An object with references resolved, and its original path."""

    raw: Raw
    path: JsonPath


@dataclass(frozen=True)
class ConversionState:
    """The state of one conversion, which every position has.

    :param data: the document before its conversion; must not be modified.
    """

    data: Raw
    losses: list[Finding] = field(default_factory=list)
    """What is wrong with the document, or cannot be expressed in OpenAPI 3."""
    ignored: set[JsonPath] = field(default_factory=set)
    """The paths of the losses that are missing from pages; others are shown in another form."""
    pending_references: list[Raw] = field(default_factory=list)
    """References that are rewritten at the end, when all moves are known."""
    old_paths: dict[JsonPath, JsonPath] = field(default_factory=dict)
    """The original paths of values that moved, by their new paths."""
    new_paths: dict[JsonPath, JsonPath] = field(default_factory=dict)
    """The new paths of values that moved, by their original paths."""

    @property
    def root(self) -> Position:
        """The position of the document itself."""
        return Position(self)

    def old_path(self, path: JsonPath) -> JsonPath:
        """Return the original path of a value of the converted document."""
        return _follow_moves(path, self.old_paths)

    def report_loss(self, path: JsonPath, message: str) -> None:
        """Report a feature that OpenAPI 3.0 cannot express, once."""
        if (path, message) not in self.losses:
            self.losses.append((path, message))

    def report_ignored(self, path: JsonPath, message: str) -> None:
        """Report a part that was ignored, once."""
        self.report_loss(path, message)
        self.ignored.add(path)

    def resolve(self, raw: Any, path: JsonPath) -> ResolvedObject:
        """Return the object with local references resolved; empty if there is none."""
        for _ in range(_LONGEST_CHAIN):
            ref = get_reference(raw)
            if ref is None:
                return ResolvedObject(as_object(raw), path)
            if not ref.startswith("#/"):
                break
            path = self.target(ref)
            raw = find_value(self.data, path)
        return ResolvedObject({}, path)

    def target(self, ref: str) -> JsonPath:
        """Return the path of a reference's target, with list indexes as integers."""
        value: Any = self.data
        path: JsonPath = ()
        for part in parse_pointer(ref[1:]):
            is_entry = isinstance(value, list) and str(part).isdecimal()
            path = (*path, int(part) if is_entry else part)
            value = find_value(value, path[-1:])
        return path

    def copy_reference(self, raw: Raw) -> Raw:
        """Copy a reference object, to be rewritten to the new path of its target."""
        new = dict(raw)
        if str(raw["$ref"]).startswith("#/"):
            self.pending_references.append(new)
        return new

    def resolve_references(self) -> None:
        """Rewrite all references to the new paths of their targets."""
        known: dict[str, str] = {}
        for raw in self.pending_references:
            ref = raw["$ref"]
            if ref not in known:
                known[ref] = make_fragment(_follow_moves(self.target(ref), self.new_paths))
            raw["$ref"] = known[ref]


def convert_subschemas(
    value: Any, slot: Slot, at: Position, convert: Callable[[Any, Position], Any]
) -> Any:
    """Convert a schema, a list or a map of schemas."""
    if isinstance(value, list):
        return [convert(item, at / index) for index, item in enumerate(value)]
    if slot.form == "map" and isinstance(value, dict):
        return {name: convert(item, at / name) for name, item in value.items()}
    return convert(value, at)


def drop_empty(raw: Raw, *required: str) -> Raw:
    """Return an object without its empty members, but for those that are required."""
    return {key: value for key, value in raw.items() if value or key in required}


def free_name(name: str, is_free: Callable[[str], bool], *, separator: str = "-") -> str:
    """Return a name that is free: ``Pet``, else ``Pet-2``."""
    numbered = (f"{name}{separator}{number}" for number in count(2))
    return next(filter(is_free, chain((name,), numbered)))
