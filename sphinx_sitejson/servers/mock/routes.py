"""Find the operation for the URL of a request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from sphinx_sitejson.common.network.urls import BadUrlError, read_http_address
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation

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


_PATH = re.compile(r"^[a-z][a-z0-9+.-]*:(?://[^/]*)?|^//[^/]*|^\.(?=/)", re.IGNORECASE)
"""What stands before the path in an address that is no whole one, or not one of http."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A base URL of an operation, as far as it is fixed."""

    origin: str
    """Scheme, host and port; empty when the address does not say them."""
    path: str

    @classmethod
    def of(cls, url: str) -> Base:
        """Read a base URL, which may be a path alone."""
        try:
            target = read_http_address(url.strip())
            return cls(origin=target.origin, path=target.path.rstrip("/"))
        except BadUrlError:
            path = _PATH.sub("", url.strip()).partition("?")[0].partition("#")[0].strip("/")
            return cls(origin="", path=f"/{path}" if path else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedOperation:
    """An operation, the document it stands in, and the base URLs it is found below."""

    document: OpenApiDocument
    operation: Operation
    bases: tuple[Base, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An operation that a request may mean."""

    served: ServedOperation
    values: Mapping[str, str]
    """The texts of the parameters in the path, not decoded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRoute:
    """What a path leads to."""

    matches: tuple[Match, ...] = ()
    """The operations of the method; several only if their paths differ in nothing but names."""
    methods: tuple[str, ...] = ()
    """The methods that the path has."""


@dataclass(frozen=True, slots=True)
class _Route:
    served: ServedOperation
    template: PathTemplate
    prefix: str
    origins: frozenset[str]
    order: int
    """Routes of a lower number win, however well others fit."""


class Routes:
    """Finds operations by their addresses.

    Each is found below the paths of its base URLs. Behind those come its bare path, so that a
    client need not know any base URL, and, if there are several documents, its path behind the
    name of its document, so that no document hides another.
    """

    def __init__(self, operations: Sequence[ServedOperation]) -> None:
        names = {served.document.name for served in operations}
        self._routes = [
            route for served in operations for route in _routes_of(served, len(names) > 1)
        ]
        self._origins = frozenset().union(*(route.origins for route in self._routes))

    def knows(self, origin: str) -> bool:
        """Tell whether any document names this server."""
        return origin in self._origins

    def find(
        self, method: str, path: str, query: str = "", origin: str | None = None
    ) -> FoundRoute:
        """Return the operations that a path of a server leads to."""
        found = list(self._matching(path, query, origin))
        if not found:
            return FoundRoute()
        best = min(found, key=lambda each: each[0])[0]
        likely = [match for rank, match in found if rank == best]
        return FoundRoute(
            matches=tuple(
                match for match in likely if match.served.operation.method.upper() == method.upper()
            ),
            methods=tuple(dict.fromkeys(match.served.operation.method for match in likely)),
        )

    def _matching(
        self, path: str, query: str, origin: str | None
    ) -> Iterator[tuple[tuple[object, ...], Match]]:
        for route in self._routes:
            if not path.startswith(route.prefix) or not _is_for(route, origin):
                continue
            values = route.template.match(path[len(route.prefix) :], query)
            if values is not None:
                # A longer base path says more than a parameter that could stand for it.
                rank = (route.order, -len(route.prefix), route.template.rank)
                yield rank, Match(served=route.served, values=values)


def _is_for(route: _Route, origin: str | None) -> bool:
    return origin is None or origin in route.origins


def _routes_of(served: ServedOperation, has_others: bool) -> Iterator[_Route]:
    template = PathTemplate.of(_absolute(served.operation.path))
    paths: dict[str, set[str]] = {}
    for base in served.bases:
        paths.setdefault(base.path, set()).add(base.origin)
    for path, origins in paths.items():
        yield _Route(served, template, path, frozenset(origins) - {""}, 0)
    if "" not in paths:
        yield _Route(served, template, "", frozenset(), 2)
    if has_others:
        for path in dict.fromkeys((*paths, "")):
            yield _Route(served, template, f"/{served.document.name}{path}", frozenset(), 1)


def _absolute(path: str) -> str:
    return path if path.startswith("/") else f"/{path}"


def hidden_operations(operations: Iterable[ServedOperation]) -> Iterator[ServedOperation]:
    """Yield the operations that another document hides, unless its name stands before the path."""
    seen: dict[tuple[str, str], str] = {}
    for served in operations:
        for base in served.bases:
            address = (served.operation.method, f"{base.path}{served.operation.path}")
            first = seen.setdefault(address, served.document.location)
            if first != served.document.location:
                yield served
                break
