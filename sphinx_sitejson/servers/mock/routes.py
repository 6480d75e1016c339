"""Find the operation for the URL of a request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_sitejson.common.network.urls import InvalidUrlError, normalize_escapes, parse_http_url
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation

_PARAMETER = re.compile(r"\{([^{}/]+)\}")


class PathTemplate:
    """A path such as ``/ships/{shipId}``, compiled."""

    def __init__(self, text: str) -> None:
        path, _, query = text.partition("#")[0].partition("?")
        segments = path.split("/")
        self._segments = [
            tuple(map(_normalize_path, _PARAMETER.split(segment)[::2])) for segment in segments
        ]
        """The literal texts of each segment; there is a parameter between any two of them."""
        self._names = _PARAMETER.findall(path)
        self._openness = tuple(map(_openness, segments))
        """For each segment 0 if it is literal, 1 if partly, 2 if it is a parameter; lowest wins."""
        self._query = {entry for entry in query.split("&") if entry and "{" not in entry}
        """Query pairs of the template: some documents have paths such as ``/ships?action=list``."""

    def match(self, path: str, query: str) -> Mapping[str, str] | None:
        """Return the values of the parameters, not decoded; None if the path does not match."""
        segments = _normalize_path(path).split("/")
        if len(segments) != len(self._segments) or not self._query <= set(query.split("&")):
            return None
        values: list[str] = []
        for segment, fixed in zip(segments, self._segments, strict=True):
            result = _segment_values(segment, fixed)
            if result is None:
                return None
            values += result
        return dict(zip(self._names, values, strict=True))

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """The sort key of templates: the most specific comes first."""
        return (-len(self._query), self._openness)


def _segment_values(segment: str, fixed: tuple[str, ...]) -> list[str] | None:
    """Return the texts between the literal texts of a segment, if it contains all of them.

    ``("", "-", ".json")`` and ``a-b-c.json`` give ``["a-b", "c"]``. Literals are matched from the
    end and each only once: backtracking would take exponential time on a long segment.
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


def _normalize_path(path: str) -> str:
    return normalize_escapes(path, "%/:?#[]@!$&'()*+,;={}")


def _openness(segment: str) -> int:
    if "{" not in segment:
        return 0
    return 2 if _PARAMETER.fullmatch(segment) else 1


_PATH = re.compile(r"^[a-z][a-z0-9+.-]*:(?://[^/]*)?|^//[^/]*|^\.(?=/)", re.IGNORECASE)
"""What precedes the path of a URL that is relative or has another scheme than HTTP."""


@record
class BaseUrl:
    """A base URL of an operation."""

    origin: str
    """Scheme, host and port; empty for a relative URL."""
    path: str

    @classmethod
    def of(cls, url: str) -> BaseUrl:
        """Parse a base URL, which may be a path only."""
        try:
            target = parse_http_url(url.strip())
            return cls(origin=target.origin, path=target.path.rstrip("/"))
        except InvalidUrlError:
            path = _PATH.sub("", url.strip()).partition("?")[0].partition("#")[0].strip("/")
            return cls(origin="", path=f"/{path}" if path else "")


@record
class ServedOperation:
    """An operation, its document and its base URLs."""

    document: OpenApiDocument
    operation: Operation
    bases: tuple[BaseUrl, ...]


@record
class RouteMatch:
    """An operation that matches a request."""

    served: ServedOperation
    values: Mapping[str, str]
    """The path parameters, not decoded."""

    @property
    def method(self) -> str:
        return self.served.operation.method


@dataclass(frozen=True)
class _Route:
    served: ServedOperation
    template: PathTemplate
    prefix: str
    origins: frozenset[str]
    order: int
    """Routes with a lower number have precedence over all others."""


class Routes:
    """Finds operations by URL.

    Each operation has a route below the paths of its base URLs. After those come its bare path, so
    that a client does not need a base URL, and, if there are several documents, its path below the
    name of its document, so that no document shadows another.
    """

    def __init__(self, operations: Sequence[ServedOperation]) -> None:
        names = {served.document.name for served in operations}
        self._routes = [
            route for served in operations for route in _operation_routes(served, len(names) > 1)
        ]
        self.origins = frozenset().union(*(route.origins for route in self._routes))
        """The servers that the documents name."""

    def find(self, path: str, query: str = "", origin: str | None = None) -> list[RouteMatch]:
        """Return the operations of a path.

        Several have the same method if only the names of their parameters differ.
        """
        results = list(self._matching(path, query, origin))
        best_rank = min((rank for rank, _ in results), default=())
        return [match for rank, match in results if rank == best_rank]

    def _matching(
        self, path: str, query: str, origin: str | None
    ) -> Iterator[tuple[tuple[object, ...], RouteMatch]]:
        for route in self._routes:
            if not path.startswith(route.prefix) or origin not in (None, *route.origins):
                continue
            values = route.template.match(path[len(route.prefix) :], query)
            if values is not None:
                # A longer base path is more specific than a parameter that could match it.
                rank = (route.order, -len(route.prefix), route.template.rank)
                yield rank, RouteMatch(served=route.served, values=values)


def _operation_routes(served: ServedOperation, has_others: bool) -> Iterator[_Route]:
    template = PathTemplate(f"/{served.operation.path.removeprefix('/')}")
    paths: dict[str, set[str]] = {}
    for base in served.bases:
        paths.setdefault(base.path, set()).add(base.origin)
    for path, origins in paths.items():
        yield _Route(served, template, path, frozenset(origins), 0)
    if "" not in paths:
        yield _Route(served, template, "", frozenset(), 2)
    if has_others:
        for path in dict.fromkeys((*paths, "")):
            yield _Route(served, template, f"/{served.document.name}{path}", frozenset(), 1)


def shadowed_operations(operations: Iterable[ServedOperation]) -> Iterator[ServedOperation]:
    """Yield the operations that can only be reached below the name of their document."""
    seen: dict[tuple[str, str], str] = {}
    for served in operations:
        for base in served.bases:
            route = (served.operation.method, f"{base.path}{served.operation.path}")
            first = seen.setdefault(route, served.document.location)
            if first != served.document.location:
                yield served
                break
