"""The domain ``openapi``: roles that lead to operations and schemas, from any page or project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from sphinx_sitejson.navigation.page_files.page_index import PageAnchor, PageIndex
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.index_entries import index_groups, is_one_entry
from sphinx_sitejson.sphinx_ext.common.labels import _
from sphinx_sitejson.sphinx_ext.navigation.site_map import is_hidden
from sphinx_sitejson.sphinx_ext.openapi.state import page_index, site_documents

from .role_targets import described_tags, find_target, security_schemes, used_tags, why_not_found
from .view_cache import reference_views

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument


class Listed(NamedTuple):
    """Something with a name, and where pages show it."""

    name: str
    title: str
    kind: str
    place: PageAnchor


def listed_pages(env: BuildEnvironment) -> Iterator[Listed]:
    """Yield operations, by name and by id, and schemas."""
    pages = page_index(env)
    for document in site_documents(env).library.documents:
        for operation in (*document.operations, *document.webhooks):
            if place := pages.operation_at(document.location, operation.key):
                kind = "webhook" if operation.is_webhook else "op"
                title = operation_title(operation)
                yield Listed(operation.name, title, kind, place)
                if operation.operation_id:
                    yield Listed(operation.operation_id, title, kind, place)
        for name in document.schemas:
            if place := pages.schema_at(document.location, name):
                yield Listed(name, name, "schema", place)


class Parts(NamedTuple):
    """What documents are made of, as long as the same pages show them."""

    pages: PageIndex
    listed: tuple[Listed, ...]


_parts_of_build: BuildState[Parts | None] = BuildState(lambda env: None)


def listed_parts(env: BuildEnvironment) -> tuple[Listed, ...]:
    """Return what operations, schemas and documents are made of; of one name, the first.

    The inventory and the search of Sphinx ask for all of them, one after the other.
    """
    known, pages = _parts_of_build(env), page_index(env)
    if known is None or known.pages is not pages:
        known = Parts(pages, tuple(_named_once(env)))
        _parts_of_build.set(env, known)
    return known.listed


def _named_once(env: BuildEnvironment) -> Iterator[Listed]:
    seen: set[tuple[str, str]] = set()
    for document in site_documents(env).library.documents:
        for part in _parts(env, document):
            key = (part.kind, part.name)
            if key not in seen and is_one_entry(part.name):
                seen.add(key)
                yield part


def _parts(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[Listed]:
    yield from _parameters(env, document)
    yield from _properties(env, document)
    used = used_tags(env, document)
    tags = {**used, **described_tags(env, document)}
    known = {*document.tags, *used}
    for name, place in tags.items():
        if name in known:
            yield Listed(name, name, "tag", place)
    for name, place in security_schemes(env, document).items():
        yield Listed(name, name, "security", place)


def _parameters(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[Listed]:
    pages, views = page_index(env), reference_views(env)
    for operation in document.operations:
        place = pages.operation_at(document.location, operation.key)
        names = filter(None, (operation.name, operation.operation_id)) if place else ()
        for owner in names:
            for name, id_ in views.parameter_ids(operation, place.anchor):
                yield Listed(f"{owner} {name}", name, "param", PageAnchor(place.docname, id_))


def _properties(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[Listed]:
    pages, views = page_index(env), reference_views(env)
    for schema in document.schemas:
        place = pages.schema_at(document.location, schema)
        if place:
            at = (document.location, schema, place.anchor, place.detail)
            for name, id_ in views.property_ids(*at):
                yield Listed(f"{schema} {name}", name, "property", PageAnchor(place.docname, id_))


DEFAULT_PRIORITY, NOT_FOUND = 1, -1
WRITTEN = "written"
"""The attribute of a reference with all that its role holds."""
logger = logging.getLogger(__name__)


class NameRole(XRefRole):
    """A role whose names may end like a title with a target, as ``Page<Pet>`` does."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Keep what was written, for the name that it may be as a whole."""
        if has_explicit_title:
            refnode[WRITTEN] = self.text
        return title, target


class OperationIndex(Index):
    """A page that lists every operation and schema that has a page."""

    name = "apiindex"
    localname = _("API index")
    shortname = "API"

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the entries by their first letters."""
        entries: dict[str, list[IndexEntry]] = {}
        wanted = None if docnames is None else set(docnames)
        seen = set()
        for name, label, kind, place in listed_pages(self.domain.env):
            docname, anchor = place.docname, place.anchor
            if (wanted is None or docname in wanted) and (place, kind) not in seen:
                seen.add((place, kind))
                first = name.partition(" ")[2].lstrip("/")[:1] or name[:1]
                extra = "" if kind == "schema" else name
                described = self.domain.object_types[kind].lname
                entry = IndexEntry(label, 0, docname, anchor, extra, "", described)
                entries.setdefault(first.upper(), []).append(entry)
        content = ((letter, sorted(group)) for letter, group in sorted(entries.items()))
        return index_groups(self.domain.env, content), False


class OpenApiDomain(Domain):
    """Operations, webhooks, schemas and their parts as things that text can refer to."""

    name = "openapi"
    label = "OpenAPI"
    object_types: ClassVar[dict[str, ObjType]] = {
        "op": ObjType(_("operation"), "op"),
        "webhook": ObjType(_("webhook"), "webhook", "op"),
        "schema": ObjType(_("schema"), "schema"),
        "param": ObjType(_("parameter"), "param"),
        "property": ObjType(_("property"), "property"),
        "tag": ObjType(_("tag"), "tag"),
        "security": ObjType(_("security scheme"), "security"),
    }
    roles: ClassVar[dict[str, Any]] = {kind: NameRole(warn_dangling=True) for kind in object_types}
    indices: ClassVar[list[type[Index]]] = [OperationIndex]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield what other projects can link to; the search of the site finds parts by itself."""
        for name, title, kind, place in listed_pages(self.env):
            if is_one_entry(name):
                yield name, title, kind, place.docname, place.anchor, self._rank(place.docname)
        for name, title, kind, place in listed_parts(self.env):
            yield name, title, kind, place.docname, place.anchor, NOT_FOUND

    def _rank(self, page: str) -> int:
        """Return Sphinx's rank of a search result: none for what stands on hidden pages."""
        return NOT_FOUND if is_hidden(self.env, page) else DEFAULT_PRIORITY

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over nothing: all that the domain knows is in the documents."""

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
        """Return a link to the page of what is named, if there is one."""
        whole = node.get(WRITTEN, "")
        as_written = find_target(env, typ, whole, near=fromdocname) if whole else None
        found = as_written or find_target(env, typ, target, near=fromdocname)
        if found is None:
            return None
        has_words = node.get("refexplicit") and not as_written
        shown = contnode if has_words else nodes.literal(text=found.title)
        return make_refnode(builder, fromdocname, found.page, found.anchor, shown, found.title)

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Return nothing: names of operations and schemas are too common for a guess."""
        return []


def remove_empty_index_label(app: Sphinx, env: BuildEnvironment) -> None:
    """Remove the label of the index page if there is none, as inventories would list it.

    Sphinx notes it anew in each build.
    """
    if next(listed_pages(env), None) is None:
        standard = env.domains.standard_domain
        for labels in (standard.labels, standard.anonlabels):
            labels.pop(f"{OpenApiDomain.name}-{OperationIndex.name}", None)


def warn_of_dead_role(
    app: Sphinx, domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Say why a role leads nowhere; names on API pages are words where there is no page."""
    if domain is None or domain.name != OpenApiDomain.name:
        return None
    if node["refwarn"]:
        kind = node["reftype"]
        reason = why_not_found(app.env, kind, node["reftarget"])
        logger.warning("openapi:%s: %s", kind, reason, location=node, type="ref", subtype=kind)
    return True
