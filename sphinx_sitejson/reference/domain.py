"""The domain ``openapi``: cross-references to operations, schemas and their parts."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.page_index import PageAnchor, PageIndex
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.site_build.build_state import BuildState, site_of, uses_api
from sphinx_sitejson.site_build.labels import lazy_label as _

from .role_targets import scheme_locations, tag_locations, tag_usages
from .view_cache import reference_views

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument


Groups = list[tuple[str, list["IndexEntry"]]]


def index_groups(env: BuildEnvironment, groups: Iterable[tuple[str, list[IndexEntry]]]) -> Groups:
    """Escape names and anchors for HTML, since the template of Sphinx does not."""
    if site_of(env).builder.format != "html":
        return [*groups]
    return [(html.escape(name), [_escaped(entry) for entry in group]) for name, group in groups]


def _escaped(entry: IndexEntry) -> IndexEntry:
    return entry._replace(anchor=html.escape(entry.anchor))


def is_one_entry(name: str) -> bool:
    """Return whether an inventory can contain a name.

    Its lines have columns: a number after the second word would be read as the priority.
    """
    if not name.isprintable():
        return False
    extra = name.split(maxsplit=2)[2:]
    return not extra or not any(word.lstrip("-").isdecimal() for word in extra[0].split())


class InventoryEntry(NamedTuple):
    """An object with its name, title, type and location."""

    name: str
    title: str
    kind: str
    location: PageAnchor


def iter_page_entries(env: BuildEnvironment) -> Iterator[InventoryEntry]:
    """Yield operations, by name and by ``operationId``, and schemas."""
    pages = page_index(env)
    for document in site_documents(env).library.documents:
        for operation in (*document.operations, *document.webhooks, *document.messages):
            if location := pages.operation_at(document.location, operation.key):
                kind = "webhook" if operation.is_webhook else "op"
                title = operation_title(operation)
                yield InventoryEntry(operation.name, title, kind, location)
                if operation.operation_id:
                    yield InventoryEntry(operation.operation_id, title, kind, location)
        for name in document.schemas:
            if location := pages.schema_at(document.location, name):
                yield InventoryEntry(name, name, "schema", location)


class CachedEntries(NamedTuple):
    """The entries of all documents, valid for one page index."""

    pages: PageIndex
    on_pages: tuple[InventoryEntry, ...]
    parts: tuple[InventoryEntry, ...]


_cached_entries: BuildState[CachedEntries | None] = BuildState(lambda env: None)


def page_entries(env: BuildEnvironment) -> tuple[InventoryEntry, ...]:
    """Return operations, by name and by ``operationId``, and schemas."""
    return _all_entries(env).on_pages


def part_entries(env: BuildEnvironment) -> tuple[InventoryEntry, ...]:
    """Return parameters, properties, tags and security schemes; of one name, the first."""
    return _all_entries(env).parts


def _all_entries(env: BuildEnvironment) -> CachedEntries:
    """Return all entries: the inventory and the search of Sphinx both need them."""
    known, pages = _cached_entries(env), page_index(env)
    if known is None or known.pages is not pages:
        known = CachedEntries(pages, tuple(iter_page_entries(env)), tuple(_unique_parts(env)))
        _cached_entries.set(env, known)
    return known


def _unique_parts(env: BuildEnvironment) -> Iterator[InventoryEntry]:
    seen: set[tuple[str, str]] = set()
    for document in site_documents(env).library.documents:
        for part in _iter_parts(env, document):
            key = (part.kind, part.name)
            if key not in seen and is_one_entry(part.name):
                seen.add(key)
                yield part


def _iter_parts(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[InventoryEntry]:
    yield from _iter_parameters(env, document)
    yield from _iter_properties(env, document)
    used = tag_usages(env, document)
    tags = {**used, **tag_locations(env, document)}
    known = {*document.tags, *used}
    for name, location in tags.items():
        if name in known:
            yield InventoryEntry(name, name, "tag", location)
    for name, location in scheme_locations(env, document).items():
        yield InventoryEntry(name, name, "security", location)


def _iter_parameters(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[InventoryEntry]:
    pages, views = page_index(env), reference_views(env)
    for operation in document.operations:
        location = pages.operation_at(document.location, operation.key)
        names = filter(None, (operation.name, operation.operation_id)) if location else ()
        for owner in names:
            for name, id_ in views.parameter_ids(operation, location.anchor):
                yield InventoryEntry(
                    f"{owner} {name}", name, "param", PageAnchor(location.docname, id_)
                )


def _iter_properties(env: BuildEnvironment, document: OpenApiDocument) -> Iterator[InventoryEntry]:
    pages, views = page_index(env), reference_views(env)
    for schema in document.schemas:
        location = pages.schema_at(document.location, schema)
        if location:
            at = (document.location, schema, location.anchor, location.detail)
            for name, id_ in views.property_ids(*at):
                yield InventoryEntry(
                    f"{schema} {name}", name, "property", PageAnchor(location.docname, id_)
                )


DEFAULT_PRIORITY, NOT_FOUND = 1, -1
FULL_TEXT = "written"
"""The attribute of a reference with the full text of its role."""
logger = logging.getLogger(__name__)


class ApiRole(XRefRole):
    """A role whose names may look like a title with a target: ``Page<Pet>``."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Store the full text, which may be a name with angle brackets."""
        if has_explicit_title:
            refnode[FULL_TEXT] = self.text
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
        if not uses_api(self.domain.env):
            return [], False

        entries: dict[str, list[IndexEntry]] = {}
        included = None if docnames is None else set(docnames)
        seen = set()
        for name, label, kind, location in iter_page_entries(self.domain.env):
            docname, anchor = location.docname, location.anchor
            if (included is None or docname in included) and (location, kind) not in seen:
                seen.add((location, kind))
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
    roles: ClassVar[dict[str, Any]] = {kind: ApiRole(warn_dangling=True) for kind in object_types}
    indices: ClassVar[list[type[Index]]] = [OperationIndex]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield all objects; parts of operations and schemas are left out of Sphinx's search."""
        if not uses_api(self.env):
            return

        for name, title, kind, location in page_entries(self.env):
            if is_one_entry(name):
                yield (
                    name,
                    title,
                    kind,
                    location.docname,
                    location.anchor,
                    self._rank(location.docname),
                )
        for name, title, kind, location in part_entries(self.env):
            yield name, title, kind, location.docname, location.anchor, NOT_FOUND

    def _rank(self, page: str) -> int:
        """Return the search priority: hidden pages are not found."""
        from sphinx_sitejson.navigation.toctrees import is_hidden

        return NOT_FOUND if is_hidden(self.env, page) else DEFAULT_PRIORITY

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Merge nothing: all data of the domain is in the documents."""

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
        """Return a link to the target, if a page shows it."""
        from .role_targets import find_target

        full_text = node.get(FULL_TEXT, "")
        full_target = find_target(env, typ, full_text, near=fromdocname) if full_text else None
        found = full_target or find_target(env, typ, target, near=fromdocname)
        if found is None:
            return None
        has_title = node.get("refexplicit") and not full_target
        content = contnode if has_title else nodes.literal(text=found.title)
        return make_refnode(builder, fromdocname, found.page, found.anchor, content, found.title)

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Return nothing: names of operations and schemas are too common for a guess."""
        return []


def remove_empty_index_label(app: Sphinx, env: BuildEnvironment) -> None:
    """Remove the label of the index page if there is none, as inventories would list it.

    Sphinx notes it anew in each build.
    """
    if not _has_entries(env):
        standard = env.domains.standard_domain
        for labels in (standard.labels, standard.anonlabels):
            labels.pop(f"{OpenApiDomain.name}-{OperationIndex.name}", None)


def _has_entries(env: BuildEnvironment) -> bool:
    if not uses_api(env):
        return False

    return next(iter_page_entries(env), None) is not None


def warn_unresolved_role(
    app: Sphinx, domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Warn of an unresolved role with the reason; generated references of API pages stay text."""
    is_role = domain is not None and domain.name == OpenApiDomain.name
    if not is_role and node.get("reftype") != "doc":
        return None
    # Projects without API pages do not import what follows.
    from sphinx_sitejson.navigation.document_state import site_documents

    documents = site_documents(app.env)
    if not is_role:
        return documents.may_have_had(node["reftarget"]) or None
    if node["refwarn"]:
        from .role_targets import explain_missing_target

        kind = node["reftype"]
        reason = explain_missing_target(app.env, kind, node["reftarget"])
        # Without a document, one error names it; what it would contain is not known.
        log = logger.info if documents.unread else logger.warning
        log("openapi:%s: %s", kind, reason, location=node, type="ref", subtype=kind)
    return True
