"""Paths with parameters in them, and which of several fits a request best."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

_PARAMETER = re.compile(r"\{([^{}/]+)\}")


@dataclass(frozen=True, slots=True)
class PathTemplate:
    """A path such as ``/ships/{shipId}``, compiled."""

    text: str
    segments: tuple[tuple[str, ...], ...]
    """The fixed texts of each segment; between any two of them stands a parameter."""
    names: tuple[str, ...]
    openness: tuple[int, ...]
    """For each segment 0 if it is fixed, 1 if a part of it is, 2 if none: the least fits best."""
    query: frozenset[str]
    """Pairs of the query that belong to the path: some documents tell operations apart by them."""

    @classmethod
    def of(cls, text: str) -> PathTemplate:
        """Compile a template."""
        path, _, query = text.partition("#")[0].partition("?")
        names = tuple(_PARAMETER.findall(path))
        segments = tuple(
            tuple(_normal(piece) for piece in _PARAMETER.split(segment)[::2])
            for segment in path.split("/")
        )
        pairs = frozenset(entry for entry in query.split("&") if entry and "{" not in entry)
        openness = tuple(_openness(segment) for segment in path.split("/"))
        return cls(text, segments, names, openness, pairs)

    def match(self, path: str, query: str) -> Mapping[str, str] | None:
        """Return the texts of the parameters, not decoded, if a path is of this kind."""
        given = _normal(path).split("/")
        if len(given) != len(self.segments) or not self.query <= set(query.split("&")):
            return None
        values: list[str] = []
        for segment, fixed in zip(given, self.segments, strict=True):
            found = _values(segment, fixed)
            if found is None:
                return None
            values += found
        return dict(zip(self.names, values, strict=True))

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """What templates are sorted by: the best comes first."""
        return (-len(self.query), self.openness)


def _values(segment: str, fixed: tuple[str, ...]) -> list[str] | None:
    """Return what stands between the fixed texts of a segment, if they are all there.

    From the end, so that the first parameters get the most; each text is looked for once, since
    trying all ways to share a long segment would take for ever.
    """
    first, *others = fixed
    if not others:
        return [] if segment == first else None
    if not (segment.startswith(first) and segment.endswith(others[-1])):
        return None
    values = []
    end = len(segment) - len(others.pop())
    for text in reversed(others):
        start = segment.rfind(text, len(first) + 1, max(end - 1, 0))
        if start < 0:
            return None
        values.append(segment[start + len(text) : end])
        end = start
    values.append(segment[len(first) : end])
    return values[::-1] if all(values) else None


_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


def _normal(path: str) -> str:
    """Write each character of a path in its one way; what means something stays escaped."""
    return _ESCAPE.sub(lambda found: _plain(found[0]), _percent_encoded(path))


def _plain(escape: str) -> str:
    character = unquote(escape, errors="replace")
    return character if _UNRESERVED.fullmatch(character) else escape.upper()


def _percent_encoded(path: str) -> str:
    return "".join(
        char if char.isascii() and char not in ' "<>\\^`|' else _escaped(char) for char in path
    )


def _escaped(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))


def _openness(segment: str) -> int:
    if "{" not in segment:
        return 0
    return 2 if _PARAMETER.fullmatch(segment) else 1
