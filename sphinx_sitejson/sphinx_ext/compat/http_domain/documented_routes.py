"""Where endpoints are described: by hand, or as operations of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sphinx_sitejson.compat.http_domain.routes import METHODS, Route, comparable
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain
from sphinx_sitejson.sphinx_ext.reference.listings.listing import operations_on_pages

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

Routes = Mapping[str, Mapping[str, Route]]
"""Endpoints by method and path."""


def written_routes(env: BuildEnvironment) -> dict[str, dict[str, Route]]:
    """Return the endpoints that pages describe by hand, by method and path."""
    data = env.domaindata["http"]
    return {method: data[method] for method in METHODS}


def record_route(env: BuildEnvironment, method: str, path: str, route: Route) -> None:
    """Keep where an endpoint is described by hand; of several places, the first."""
    env.domaindata["http"][method].setdefault(path, route)


def operation_routes(env: BuildEnvironment) -> dict[str, dict[str, Route]]:
    """Return the operations that some page shows, by method and path."""
    routes: dict[str, dict[str, Route]] = {method: {} for method in METHODS}
    for found, place in operations_on_pages(env):
        operation = found.operation
        method = operation.method.lower()
        if operation.is_webhook or operation.is_hidden or method not in routes:
            continue
        route = Route(place.docname, operation.summary, operation.deprecated, place.anchor)
        routes[method].setdefault(operation.path, route)
    return routes


shown_routes: BuildState[dict[str, dict[str, Route]]] = BuildState(operation_routes)
"""The operations that some page shows; known when all pages are read."""


def find_route(routes: Routes, method: str, path: str) -> tuple[str, Route] | None:
    """Find an endpoint as it is written, else one that differs in names of parameters only."""
    known = routes.get(method, {})
    if path in known:
        return path, known[path]
    wanted = comparable(path)
    alike = (item for item in known.items() if comparable(item[0]) == wanted)
    return next(alike, None)


def table_routes(env: BuildEnvironment) -> Iterator[tuple[str, str, Route]]:
    """Yield every endpoint once; what an author wrote by hand comes before a document.

    There are none if no page is written about them: a site whose operations all have pages of
    their own has an index of them already.
    """
    by_hand = written_routes(env)
    if not any(by_hand.values()) and not site_domain(env).listings:
        return
    shown = shown_routes(env)
    for method in METHODS:
        alike = {comparable(path) for path in by_hand[method]}
        yield from ((method, path, route) for path, route in by_hand[method].items())
        for path, route in shown[method].items():
            if comparable(path) not in alike:
                yield method, path, route
