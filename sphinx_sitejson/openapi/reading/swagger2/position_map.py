"""Which place of the new document was which place of the old one, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sphinx_sitejson.common.problems import JsonPath


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
