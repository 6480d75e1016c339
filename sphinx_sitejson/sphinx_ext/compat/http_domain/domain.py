"""The domain itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, Index, ObjType
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from sphinx_sitejson.common.problems import did_you_mean
from sphinx_sitejson.compat.http_domain.routes import METHODS
from sphinx_sitejson.sphinx_ext.common.output.index_groups import is_one_entry

from .directives import DIRECTIVES
from .documented_routes import find_route, record_route, shown_routes, table_routes, written_routes
from .endpoint_index import PAGE, TABLE, RoutingTable
from .roles import FINDERS, EndpointRole, StandardRole, standard_node

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

WRITTEN, SHOWN_ELSEWHERE = 1, -1
"""Ranks in the search: operations of documents are found by another domain."""

logger = logging.getLogger(__name__)


class HttpDomain(Domain):
    """Endpoints that are described by hand, and those of OpenAPI documents."""

    name = "http"
    label = "HTTP"
    object_types: ClassVar[dict[str, ObjType]] = {
        method: ObjType(method, method) for method in METHODS
    }
    directives: ClassVar[dict[str, Any]] = dict(DIRECTIVES)
    roles: ClassVar[dict[str, Any]] = {
        **{method: EndpointRole(method) for method in METHODS},
        **{kind: StandardRole(kind) for kind in FINDERS},
    }
    indices: ClassVar[list[type[Index]]] = [RoutingTable]
    initial_data: ClassVar[dict[str, Any]] = {method: {} for method in METHODS}

    def clear_doc(self, docname: str) -> None:
        """Forget what a page describes."""
        for method, routes in written_routes(self.env).items():
            kept = {path: route for path, route in routes.items() if route.docname != docname}
            self.data[method] = kept

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process has read."""
        for method in METHODS:
            for path, route in otherdata[method].items():
                if route.docname in docnames:
                    record_route(self.env, method, path, route)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield what other projects can link to."""
        by_hand = written_routes(self.env)
        for method, path, route in table_routes(self.env):
            rank = WRITTEN if path in by_hand[method] else SHOWN_ELSEWHERE
            if is_one_entry(path):
                yield path, path, method, route.docname, route.anchor, rank

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Return a link to an endpoint, or to the standard that defines a word."""
        if typ in FINDERS:
            found = standard_node(FINDERS[typ](target), target)
            return found if isinstance(found, nodes.reference) else None
        route = find_route(written_routes(env), typ, target) or find_route(
            shown_routes(env), typ, target
        )
        if route is None:
            return None
        path, (docname, *_facts, anchor) = route
        title = f"{typ.upper()} {path}"
        return make_refnode(builder, fromdocname, docname, anchor, contnode, title)

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Return nothing: a path alone does not say which method is meant."""
        return []


def warn_of_dead_endpoint(
    app: Sphinx, domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Say which endpoint a role may mean that leads nowhere."""
    if not isinstance(domain, HttpDomain):
        return None
    method, path = node["reftype"], node["reftarget"]
    if method in METHODS:
        known = [*written_routes(app.env)[method], *shown_routes(app.env)[method]]
        logger.warning(
            'http:%s: no page describes "%s %s".%s',
            method,
            method.upper(),
            path,
            did_you_mean(path, known),
            location=node,
            type="ref",
            subtype=method,
        )
    return True


def label_table(app: Sphinx, env: BuildEnvironment) -> None:
    """Let texts refer to the table of endpoints by a label, if there is one."""
    domain = env.domains.get("http")
    if not isinstance(domain, HttpDomain):
        return
    shown_routes.clear(env)
    labels = env.domains.standard_domain.labels
    anonymous = env.domains.standard_domain.anonlabels
    if next(table_routes(env), None) is None:
        # Sphinx notes the second in each build, whether the page is there or not.
        for name in (TABLE, PAGE):
            labels.pop(name, None)
            anonymous.pop(name, None)
        return
    labels[TABLE] = PAGE, "", str(app.config.http_index_localname)
    anonymous[TABLE] = PAGE, ""


def domain_for(localname: str, shortname: str) -> type[HttpDomain]:
    """Return the domain with the names that the author wants for its table.

    Sphinx asks the class of an index for them, never an index itself.
    """
    names = {"localname": localname, "shortname": shortname}
    table = type("RoutingTable", (RoutingTable,), names)
    return type("HttpDomain", (HttpDomain,), {"indices": [table]})
