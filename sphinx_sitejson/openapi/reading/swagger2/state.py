"""The state of one conversion: moved positions, lost features and pending references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.keywords import is_extension
from sphinx_sitejson.openapi.reading.pointers import (
    NoTargetError,
    fragment_of,
    pointer_path,
    value_at,
)


@dataclass(frozen=True, slots=True)
class At:
    """A value on its way: where it will stand, and where it was written."""

    new: JsonPath
    old: JsonPath

    def __truediv__(self, key: str | int) -> At:
        """Return the place of a member that keeps its key."""
        return At((*self.new, key), (*self.old, key))


@dataclass(slots=True)
class Moves:
    """Places that changed; whatever lies below one of them moved along."""

    _old: dict[JsonPath, JsonPath] = field(default_factory=dict)
    _new: dict[JsonPath, JsonPath] = field(default_factory=dict)

    def note(self, at: At) -> None:
        """Keep that a value moved; of several copies, references lead to the first."""
        self._old[at.new] = at.old
        self._new.setdefault(at.old, at.new)

    def old(self, path: JsonPath) -> JsonPath:
        """Return where a value of the new document was written."""
        return _moved(path, self._old)

    def new(self, path: JsonPath) -> JsonPath:
        """Return where a value of the old document stands now."""
        return _moved(path, self._new)


def _moved(path: JsonPath, places: Mapping[JsonPath, JsonPath]) -> JsonPath:
    for length in range(len(path), 0, -1):
        place = places.get(path[:length])
        if place is not None:
            return (*place, *path[length:])
    return path


_LONGEST_CHAIN = 20

Raw = dict[str, Any]
Finding = tuple[JsonPath, str]


class FoundObject(NamedTuple):
    """An object behind references, and where it was written."""

    raw: Raw
    path: JsonPath


@dataclass(frozen=True, slots=True)
class ConversionState:
    """The state of one conversion, which every rule gets.

    :param data: the document of Swagger 2.0; nobody changes it.
    """

    data: Raw
    moves: Moves = field(default_factory=Moves)
    losses: list[Finding] = field(default_factory=list)
    late: list[Raw] = field(default_factory=list)
    """References whose target may move after they are met."""

    def lose(self, path: JsonPath, message: str) -> None:
        """Say what OpenAPI 3.0 has no word for; each once."""
        if (path, message) not in self.losses:
            self.losses.append((path, message))

    def moved(self, at: At, key: str, old_key: str) -> At:
        """Note that a member has another key than before; return its place."""
        place = At((*at.new, key), (*at.old, old_key))
        self.moves.note(place)
        return place

    def followed(self, raw: Any, path: JsonPath) -> FoundObject:
        """Return the object behind references inside the document; an empty one if none is."""
        for _ in range(_LONGEST_CHAIN):
            ref = raw.get("$ref") if isinstance(raw, dict) else None
            if not isinstance(ref, str):
                return FoundObject(mapping(raw), path)
            if not ref.startswith("#/"):
                break
            path = self.target(ref)
            try:
                raw = value_at(self.data, path)
            except NoTargetError:
                break
        return FoundObject({}, path)

    def target(self, ref: str) -> JsonPath:
        """Return the path that a reference has, with entries of lists by their numbers."""
        value: Any = self.data
        path: JsonPath = ()
        for part in pointer_path(ref[1:]):
            is_entry = isinstance(value, list) and str(part).isdecimal()
            path = (*path, int(part) if is_entry else part)
            try:
                value = value_at(value, path[-1:])
            except NoTargetError:
                value = None
        return path

    def reference(self, raw: Raw) -> Raw:
        """Return a reference that will lead to the new place of its target."""
        new = dict(raw)
        if str(raw["$ref"]).startswith("#/"):
            self.late.append(new)
        return new

    def resolve_references(self) -> None:
        """Let all references lead to where their targets stand now."""
        known: dict[str, str] = {}
        for raw in self.late:
            ref = raw["$ref"]
            if ref not in known:
                known[ref] = fragment_of(self.moves.new(self.target(ref)))
            raw["$ref"] = known[ref]


def mapping(value: Any) -> Raw:
    """Return a value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def entries(value: Any) -> list[Any]:
    """Return a value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def extensions(raw: Mapping[str, Any], *, read: frozenset[str] = frozenset()) -> Raw:
    """Return the extensions of an object, without those that got a key of their own."""
    return {key: value for key, value in raw.items() if is_extension(key) and key not in read}


def objects(value: Any) -> Iterator[tuple[str, Raw]]:
    """Yield the members of a map that are objects."""
    for name, member in mapping(value).items():
        if isinstance(member, dict):
            yield name, member
