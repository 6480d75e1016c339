"""The table of all endpoints."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx.domains import Index, IndexEntry

from sphinx_sitejson.compat.http_domain.routes import METHODS, group_of, ignored_prefixes
from sphinx_sitejson.sphinx_ext.common.labels import _
from sphinx_sitejson.sphinx_ext.common.output.index_groups import index_groups

from .documented_routes import table_routes

TABLE = "routingtable"
PAGE = f"http-{TABLE}"


class RoutingTable(Index):
    """A page that lists the endpoints by the first parts of their paths."""

    name = TABLE
    localname = _("HTTP Routing Table")
    shortname = "routing table"

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the entries by their groups, in the order of paths and methods."""
        wanted = None if docnames is None else set(docnames)
        ignored = ignored_prefixes(self.domain.env.config.http_index_ignore_prefixes)
        groups: dict[str, list[tuple[str, int, IndexEntry]]] = {}
        for method, path, route in table_routes(self.domain.env):
            if wanted is not None and route.docname not in wanted:
                continue
            note = str(_("Deprecated")) if route.is_deprecated else ""
            entry = IndexEntry(
                f"{method.upper()} {path}", 0, route.docname, route.anchor, "", note, route.synopsis
            )
            group = groups.setdefault(group_of(path, ignored), [])
            group.append((path, METHODS.index(method), entry))
        content = (
            (name, [entry for _path, _method, entry in sorted(group)])
            for name, group in sorted(groups.items())
        )
        return index_groups(self.domain.env, content), True
