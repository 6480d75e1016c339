"""The ``http`` domain: endpoints documented by hand, and roles that link to operations.

The domain is registered only if no other extension has one of this name. If one has, the
operations are added to its tables, so that its roles and its index find them.

Why not sphinxcontrib-httpdomain alone (2.2.1, set up on demand): it fails 9 of the 20 tests of
this domain, among them that markup in the paths of a document stays text in the routing table,
that a parallel build knows the label ``routingtable``, and that ``5XX`` is accepted, and the role
``:http:header:`content-type``` ends its build with a KeyError. It neither finds operations whose
parameters have other names nor leaves out the table where each operation has its own page.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urljoin

from docutils import nodes
from docutils.nodes import Element
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.directives import ObjectDescription
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docfields import Field, GroupedField, TypedField
from sphinx.util.docutils import SphinxRole
from sphinx.util.nodes import make_refnode

from sphinx_sitejson.common.problems import Location, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.navigation.document_state import site_documents
from sphinx_sitejson.reference.domain import Groups, index_groups, is_one_entry
from sphinx_sitejson.site_build.build_state import BuildState, NamedDomain, site_domain, uses_api
from sphinx_sitejson.site_build.labels import lazy_label as _
from sphinx_sitejson.site_build.reports import report_at

from .viewers import ConfigValues, add_config_values

_RFCS = "https://www.rfc-editor.org/rfc/"


def _sections(rfc: int, **sections: str) -> dict[str, str]:
    """Return the URLs of sections of an RFC by the names that they define."""
    return {name: f"{_RFCS}rfc{rfc}.html#section-{number}" for name, number in sections.items()}


METHOD_URLS: Mapping[str, str] = {
    **_sections(9110, head="9.3.2", get="9.3.1", post="9.3.3", put="9.3.4", delete="9.3.5"),
    **_sections(5789, patch="2"),
    **_sections(9110, options="9.3.7", trace="9.3.8", connect="9.3.6"),
    **_sections(4918, copy="9.8"),
    "query": "https://www.rfc-editor.org/info/rfc10008",
    "any": "",
}
"""The URL of the standard of each method; ``any`` stands for all methods."""
METHODS = tuple(METHOD_URLS)
"""The methods with a directive and a role, in the order of the index."""

_EXTRA_PHRASES: Mapping[int, str] = {306: "(Unused)", 418: "I'm a teapot", 449: "Retry With"}


@cache
def _standards() -> Mapping[str, Mapping[str, str]]:
    """Return the URLs of the standards of status codes and of headers."""
    text = Path(__file__).with_name("http_standards.toml").read_text(encoding="utf-8")
    return {
        kind: {name: urljoin(_RFCS, section) for name, section in sections.items()}
        for kind, sections in tomllib.loads(text).items()
    }


class Standard(NamedTuple):
    """The canonical text of a method, status code or header, and the URL of its standard."""

    text: str
    url: str = ""


def method_standard(text: str) -> Standard | None:
    """Find a method; case is ignored."""
    name = text.strip().lower()
    return Standard(name.upper(), METHOD_URLS[name]) if name in METHOD_URLS else None


def header_standard(text: str) -> Standard | None:
    """Find a header; its spelling is kept."""
    url = _standards()["headers"].get(text.strip().lower())
    return Standard(text.strip(), url) if url else None


def status_standard(text: str) -> Standard | None:
    """Find a status code: ``404``, or ``404 Not Found`` with any reason phrase."""
    number, _space, phrase = text.strip().partition(" ")
    url = _standards()["status-codes"].get(number)
    if not url:
        return None
    code = int(number)
    phrase = phrase.strip() or _EXTRA_PHRASES.get(code) or HTTPStatus(code).phrase
    return Standard(f"{code} {phrase}", url)


# "(int:id)" and "(name)"; parameters in any of the ways that frameworks write them: "{id}", "<id>",
# "(id)" and "/:id"; and slashes at the end, but not "/" alone.
_TYPED = re.compile(r"\((?:(?P<type>[^:)]+):)?(?P<name>\w+)\)")
_PLACEHOLDER = re.compile(r"\{[^{}/]*\}|<[^<>/]*>|\([^()/]*\)|(?<=/):\w+")
_OPTIONAL_END = re.compile(r"(?<=.)/+$")


class Route(NamedTuple):
    """The description of an endpoint; the first three fields as in sphinxcontrib-httpdomain."""

    docname: str
    synopsis: str = ""
    is_deprecated: bool = False
    anchor: str = ""


class PathPart(NamedTuple):
    """A part of a path: literal text, or a parameter with its type."""

    text: str
    is_parameter: bool = False
    type: str = ""


def parts_of(path: str) -> list[PathPart]:
    """Split a path at its parameters: ``/ships/(int:id)`` gives ``/ships/`` and ``id``."""
    parts: list[PathPart] = []
    position = 0
    for match in _TYPED.finditer(path):
        parts.append(PathPart(path[position : match.start()]))
        parts.append(PathPart(match["name"], is_parameter=True, type=match["type"] or ""))
        position = match.end()
    return [part for part in (*parts, PathPart(path[position:])) if part.text]


def comparable(path: str) -> str:
    """Remove the names of parameters from a path: ``/ships/{int:id}`` gives ``/ships/{}``."""
    return _OPTIONAL_END.sub("", _PLACEHOLDER.sub("{}", path.strip().partition("?")[0]))


def group_of(path: str, ignored: Iterable[Sequence[str]]) -> str:
    """Return the index heading of a path: its first part.

    :param ignored: the parts of prefixes to skip, the longest first.
    """
    parts = [*filter(None, path.split("/"))]
    for prefix in ignored:
        if parts[: len(prefix)] == list(prefix):
            return "/" + "/".join(parts[: len(prefix) + 1])
    return "/" + "/".join(parts[:1])


def ignored_prefixes(prefixes: Iterable[str]) -> list[list[str]]:
    """Split prefixes into parts, the longest first."""
    return sorted(([*filter(None, str(each).split("/"))] for each in prefixes), reverse=True)


Routes = dict[str, dict[str, Route]]
"""Endpoints by method and path."""


def operation_routes(env: BuildEnvironment) -> Routes:
    """Return the operations shown on pages, by method and path."""
    routes: Routes = {method: {} for method in METHODS}
    if not uses_api(env):
        return routes
    from sphinx_sitejson.reference.role_targets import operations_on_pages
    from sphinx_sitejson.reference.site_documents import in_reading_order

    order = {docname: number for number, docname in enumerate(in_reading_order(env))}
    documents = site_documents(env).library.documents
    operations = [each for document in documents for each in operations_on_pages(env, document)]
    operations.sort(key=lambda pair: order.get(pair[1].docname, len(order)))
    for operation, anchor in operations:
        method = operation.method.lower()
        if not (operation.is_webhook or operation.is_hidden) and method in routes:
            route = Route(anchor.docname, operation.summary, operation.deprecated, anchor.anchor)
            routes[method].setdefault(operation.path, route)
    return routes


shown_routes: BuildState[Routes] = BuildState(operation_routes)
"""The operations shown on pages; complete when all pages are read."""


def find_route(known: Mapping[str, Route], path: str) -> tuple[str, Route] | None:
    """Find an endpoint by its path, else one that differs only in the names of parameters."""
    if path in known:
        return path, known[path]
    comparable_path = comparable(path)
    alike = (item for item in known.items() if comparable(item[0]) == comparable_path)
    return next(alike, None)


def table_routes(env: BuildEnvironment) -> Iterator[tuple[str, str, Route]]:
    """Yield every endpoint once; descriptions by hand take precedence over documents.

    Yields nothing if no page documents or lists endpoints: a site with a page for each operation
    has an index already.
    """
    by_hand = {method: env.domaindata["http"][method] for method in METHODS}
    if not any(by_hand.values()) and not site_domain(env).listings:
        return
    routes = shown_routes(env)
    for method in METHODS:
        alike = {comparable(path) for path in by_hand[method]}
        yield from ((method, path, route) for path, route in by_hand[method].items())
        for path, route in routes[method].items():
            if comparable(path) not in alike:
                yield method, path, route


_ANY_CODE = re.compile(r"[1-5]xx|default", re.IGNORECASE)
"""Placeholders for several status codes in documents."""

FINDERS: dict[str, Callable[[str], Standard | None]] = {
    "method": method_standard,
    "statuscode": status_standard,
    "header": header_standard,
}


class EndpointRole(XRefRole):
    """A link to the description of an endpoint, shown as ``GET /ships``."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Prepend the method to a path without an explicit title."""
        text = title if has_explicit_title else f"{refnode['reftype'].upper()} {title}"
        return text, target.strip()


class StandardRole(SphinxRole):
    """A link to the standard of a method, status code or header."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the link; unknown names become plain text."""
        kind, text = self.name.rpartition(":")[2], nodes.unescape(self.text)
        standard = FINDERS[kind](text)
        is_strict = self.config.http_strict_mode and kind != "header"
        if standard is None and is_strict and not _ANY_CODE.fullmatch(text.strip()):
            what = "an HTTP method" if kind == "method" else "an HTTP status code"
            message = (
                f"http:{kind}: {quoted(text)} is not {what}; "
                "set http_strict_mode = False to allow it."
            )
            location = Location(self.get_source_info()[0], line=max(self.lineno, 0) or None)
            report_at(ProblemCode.HTTP_ROLE, message, location)
        return [standard_node(standard, text)], []


def standard_node(standard: Standard | None, text: str) -> nodes.Node:
    """Return a link to a standard, or the text in emphasis."""
    if standard is None or not standard.url:
        label = standard.text if standard else text
        return nodes.emphasis(label, label)
    return nodes.reference(text, standard.text, refuri=standard.url, internal=False)


Endpoint = tuple[str, str]
"""A method and a path."""

TYPED_FIELDS = (
    ("parameter", _("Parameters"), "param parameter arg argument", "paramtype type"),
    (
        "jsonparameter",
        _("JSON Parameters"),
        "jsonparameter jsonparam json",
        "jsonparamtype jsontype",
    ),
    (
        "requestjsonobject",
        _("Request JSON Object"),
        "reqjsonobj reqjson <jsonobj <json",
        "reqjsonobj <jsonobj",
    ),
    (
        "requestjsonarray",
        _("Request JSON Array of Objects"),
        "reqjsonarr <jsonarr",
        "reqjsonarrtype <jsonarrtype",
    ),
    (
        "responsejsonobject",
        _("Response JSON Object"),
        "resjsonobj resjson >jsonobj >json",
        "resjsonobj >jsonobj",
    ),
    (
        "responsejsonarray",
        _("Response JSON Array of Objects"),
        "resjsonarr >jsonarr",
        "resjsonarrtype >jsonarrtype",
    ),
    (
        "queryparameter",
        _("Query Parameters"),
        "queryparameter queryparam qparam query",
        "queryparamtype querytype qtype",
    ),
)
"""Fields of items with types: their labels, their names, and the names of fields for the types."""
GROUPED_FIELDS = (
    ("formparameter", _("Form Parameters"), "formparameter formparam fparam form", ""),
    ("requestheader", _("Request Headers"), ">header reqheader requestheader", "header"),
    ("responseheader", _("Response Headers"), "<header resheader responseheader", "header"),
    ("statuscode", _("Status Codes"), "statuscode status code", "statuscode"),
)
"""Fields of items: their labels, their names, and the roles of the items."""


class HttpEndpoint(ObjectDescription[Endpoint]):
    """The description of an endpoint: its request and its responses."""

    doc_field_types: list[Field] = [  # noqa: RUF012
        *(
            TypedField(
                name, label=label, names=tuple(names.split()), typenames=tuple(types.split())
            )
            for name, label, names, types in TYPED_FIELDS
        ),
        *(
            GroupedField(name, label=label, rolename=role, names=tuple(names.split()))
            for name, label, names, role in GROUPED_FIELDS
        ),
    ]
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        **(ObjectDescription.option_spec or {}),
        "deprecated": directives.flag,
        "synopsis": directives.unchanged,
        "addtoc": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Describe the endpoint; with ``no-index`` it is not listed, but keeps its id."""
        unlisted = [name for name in ("no-index", "noindex") if self.options.pop(name, 1) is None]
        self._is_listed = not unlisted
        return super().run()

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> Endpoint:
        """Add the method and the path to the signature, with parameters in emphasis."""
        path, method = sig.strip(), self.objtype.upper()
        classes = ["sj-http-method", f"sj-http-{self.objtype}"]
        signode += addnodes.desc_annotation(method, method, classes=classes)
        signode += addnodes.desc_sig_space()
        for part in parts_of(path):
            if not part.is_parameter:
                signode += addnodes.desc_name(part.text, part.text)
                continue
            text = f"{part.type}: {part.text}" if part.type else part.text
            parameters = addnodes.desc_parameterlist(text, "")
            parameters += addnodes.desc_parameter(text, text)
            signode += parameters
        if "deprecated" in self.options:
            signode += addnodes.desc_sig_space()
            text = str(_("Deprecated"))
            signode += nodes.inline(text, text, classes=["sj-http-deprecated"])
        signode["method"], signode["path"] = self.objtype, path
        return self.objtype, path

    def add_target_and_index(
        self, name: Endpoint, sig: str, signode: addnodes.desc_signature
    ) -> None:
        """Add the id of the endpoint, and record its description."""
        method, path = name
        from sphinx_sitejson.reference.views.ids import endpoint_anchor

        anchor = endpoint_anchor(method, path)
        document = self.state.document
        if anchor not in document.ids:
            signode["ids"].append(anchor)
            document.note_explicit_target(signode)
        if not self._is_listed:
            return
        synopsis = " ".join(str(self.options.get("synopsis", "")).split())
        route = Route(self.env.docname, synopsis, "deprecated" in self.options, anchor)
        # The first description wins.
        self.env.domaindata["http"][method].setdefault(path, route)

    def _object_hierarchy_parts(self, sig_node: addnodes.desc_signature) -> tuple[str, ...]:
        # Endpoints are listed in the table of contents only with the option "addtoc".
        return (sig_node["path"],) if "addtoc" in self.options else ()

    def _toc_entry_name(self, sig_node: addnodes.desc_signature) -> str:
        if not sig_node.get("_toc_parts"):
            return ""
        return f"{sig_node['method'].upper()} {sig_node['path']}"


TABLE = "routingtable"
PAGE = f"http-{TABLE}"


class RoutingTable(Index):
    """An index of the endpoints, grouped by the first part of their paths."""

    name = TABLE
    localname = _("HTTP Routing Table")
    shortname = "routing table"

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[Groups, bool]:
        """Return the entries by group, sorted by path and method."""
        env = self.domain.env
        included = None if docnames is None else set(docnames)
        ignored = ignored_prefixes(env.config.http_index_ignore_prefixes)
        groups: dict[str, list[tuple[str, int, IndexEntry]]] = {}
        for method, path, route in table_routes(env):
            if included is not None and route.docname not in included:
                continue
            note = str(_("Deprecated")) if route.is_deprecated else ""
            entry = IndexEntry(
                f"{method.upper()} {path}", 0, route.docname, route.anchor, "", note, route.synopsis
            )
            row = (path, METHODS.index(method), entry)
            groups.setdefault(group_of(path, ignored), []).append(row)
        content = (
            (name, [entry for _path, _method, entry in sorted(group)])
            for name, group in sorted(groups.items())
        )
        return index_groups(env, content), True


WRITTEN, SHOWN_ELSEWHERE = 1, -1
"""Search priorities: another domain adds operations of documents to the search."""

logger = logging.getLogger(__name__)


class HttpDomain(NamedDomain):
    """Endpoints documented by hand, and those of OpenAPI documents.

    A path without a method is ambiguous.
    """

    name = "http"
    label = "HTTP"
    object_types: ClassVar[dict[str, ObjType]] = {
        method: ObjType(method, method) for method in METHODS
    }
    directives: ClassVar[dict[str, Any]] = dict.fromkeys(METHODS, HttpEndpoint)
    roles: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(METHODS, EndpointRole(warn_dangling=True)),
        **dict.fromkeys(FINDERS, StandardRole()),
    }
    indices: ClassVar[list[type[Index]]] = [RoutingTable]
    initial_data: ClassVar[dict[str, Any]] = {method: {} for method in METHODS}

    def clear_doc(self, docname: str) -> None:
        """Remove the endpoints of a page."""
        for method in METHODS:
            routes = self.data[method].items()
            self.data[method] = {path: one for path, one in routes if one.docname != docname}

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Merge the endpoints read by another process."""
        for method in METHODS:
            for path, route in otherdata[method].items():
                if route.docname in docnames:
                    self.data[method].setdefault(path, route)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield the endpoints for the inventory."""
        for method, path, route in table_routes(self.env):
            rank = WRITTEN if path in self.data[method] else SHOWN_ELSEWHERE
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
        """Return a link to an endpoint or to a standard."""
        if typ in FINDERS:
            found = standard_node(FINDERS[typ](target), target)
            return found if isinstance(found, nodes.reference) else None
        found_route = find_route(self.data[typ], target) or find_route(
            shown_routes(env)[typ], target
        )
        if found_route is None:
            return None
        path, route = found_route
        title = f"{typ.upper()} {path}"
        return make_refnode(builder, fromdocname, route.docname, route.anchor, contnode, title)


def warn_of_dead_endpoint(
    app: Sphinx, domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Warn about a role without target, and suggest a similar endpoint."""
    if not isinstance(domain, HttpDomain):
        return None
    method, path = node["reftype"], node["reftarget"]
    if method in METHODS:
        known = [*domain.data[method], *shown_routes(app.env)[method]]
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


def label_indexes(app: Sphinx, env: BuildEnvironment) -> None:
    """Register the label ``routingtable``, and remove the labels of empty indexes.

    Sphinx registers those of all indexes in each build, whether their pages exist or not.
    """
    standard = env.domains.standard_domain
    empty = {"openapi-apiindex"}
    if uses_api(env):
        # Other projects import nothing that reads documents.
        from sphinx_sitejson.reference.role_targets import page_entries

        if page_entries(env):
            empty.clear()
    if isinstance(env.domains.get("http"), HttpDomain):
        shown_routes.clear(env)
        if next(table_routes(env), None) is None:
            empty |= {TABLE, PAGE}
        else:
            standard.labels[TABLE] = PAGE, "", str(app.config.http_index_localname)
            standard.anonlabels[TABLE] = PAGE, ""
    for name in empty:
        standard.labels.pop(name, None)
        standard.anonlabels.pop(name, None)


def remove_operations(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Remove our entries before pages are read, which may describe the same endpoints."""
    for table in _tables(env).values():
        for path in [path for path, entry in table.items() if isinstance(entry, Route)]:
            del table[path]


def register_operations(app: Sphinx, env: BuildEnvironment) -> None:
    """Add the operations shown on pages, unless they are documented by hand."""
    tables = _tables(env)
    if not tables:
        return
    remove_operations(app, env, [])
    shown_routes.clear(env)
    for method, routes in shown_routes(env).items():
        for path, route in routes.items():
            # The index of the other extension does not escape the first part of paths.
            if method in tables and not {"<", '"'} & {*path}:
                tables[method].setdefault(path, route)


def _tables(env: BuildEnvironment) -> dict[str, dict[str, Any]]:
    """Return the tables of another extension's domain, by method."""
    domain = env.domains.get("http")
    if domain is None or isinstance(domain, HttpDomain):
        return {}
    tables = {method: domain.data.get(method) for method in METHODS}
    return {method: table for method, table in tables.items() if isinstance(table, dict)}


HTTP_CONFIG_VALUES: ConfigValues = {
    "http_index_ignore_prefixes": ((), "html"),
    "http_index_shortname": ("routing table", "html"),
    "http_index_localname": (_("HTTP Routing Table"), "html"),
    "http_strict_mode": (True, "env"),
    "http_headers_ignore_prefixes": (("X-",), ""),
}
"""The values of ``conf.py`` of sphinxcontrib-httpdomain, and when they rebuild pages."""


def register_domain(app: Sphinx, config: Config) -> None:
    """Register the domain, unless another extension has one: Sphinx rejects a second one."""
    if app.registry.has_domain("http"):
        logger.info(
            'sphinx_sitejson leaves the domain "http" to another extension, and enters the '
            "operations of the documents there."
        )
        return
    add_config_values(app, config, HTTP_CONFIG_VALUES)
    # Sphinx reads the names of an index from its class, never from an instance.
    names = {"localname": config.http_index_localname, "shortname": config.http_index_shortname}
    table = type("RoutingTable", (RoutingTable,), names)
    app.add_domain(type("HttpDomain", (HttpDomain,), {"indices": [table]}))
