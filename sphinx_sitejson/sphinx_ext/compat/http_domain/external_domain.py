"""Operations in the tables of another extension's domain.

sphinxcontrib-httpdomain keeps, by method and path, where an endpoint is described, its synopsis
and whether it is deprecated; the id on the page follows from method and path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.compat.http_domain.routes import METHODS, Route

from .documented_routes import shown_routes
from .domain import HttpDomain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def remove_operations(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Take our entries out before pages are read, which may describe the same endpoints."""
    for table in _tables(env).values():
        for path in [path for path, entry in table.items() if isinstance(entry, Route)]:
            del table[path]


def register_operations(app: Sphinx, env: BuildEnvironment) -> None:
    """Enter the operations that pages show, except where a page describes one by hand."""
    tables = _tables(env)
    if not tables:
        return
    remove_operations(app, env, [])
    shown_routes.clear(env)
    for method, routes in shown_routes(env).items():
        for path, route in routes.items():
            # Its index writes the first part of a path into the page without escaping it.
            if method in tables and not {"<", '"'} & {*path}:
                tables[method].setdefault(path, route)


def _tables(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """Return the tables of a domain that is not ours, by method."""
    return dict(_external_tables(env))


def _external_tables(env: BuildEnvironment) -> Iterator[tuple[str, dict[str, Any]]]:
    domain = env.domains.get("http")
    if domain is None or isinstance(domain, HttpDomain):
        return
    for method in METHODS:
        table = domain.data.get(method)
        if isinstance(table, dict):
            yield method, table
