"""The domain ``openapi``: roles that lead to operations and schemas, from any page or project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from sphinx_sitejson.openapi.titles import operation_title
from sphinx_sitejson.sphinx_ext.labels import _
from sphinx_sitejson.sphinx_ext.navigation.site_map import is_hidden
from sphinx_sitejson.sphinx_ext.openapi.state import page_index, site_documents

from .targets import find_target, why_not_found

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


USUAL, NOT_FOUND = 1, -1
logger = logging.getLogger(__name__)


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
        for name, label, kind, docname, anchor, _priority in self.domain.get_objects():
            place = (docname, anchor, kind)
            if (wanted is None or docname in wanted) and place not in seen:
                seen.add(place)
                first = name.partition(" ")[2].lstrip("/")[:1] or name[:1]
                extra = "" if kind == "schema" else name
                described = self.domain.object_types[kind].lname
                entry = IndexEntry(label, 0, docname, anchor, extra, "", described)
                entries.setdefault(first.upper(), []).append(entry)
        content = [(letter, sorted(group)) for letter, group in sorted(entries.items())]
        return content, False


class OpenApiDomain(Domain):
    """Operations, webhooks and schemas as things that text can refer to."""

    name = "openapi"
    label = "OpenAPI"
    object_types: ClassVar[dict[str, ObjType]] = {
        "op": ObjType(_("operation"), "op"),
        "webhook": ObjType(_("webhook"), "webhook", "op"),
        "schema": ObjType(_("schema"), "schema"),
        "param": ObjType(_("parameter"), "param"),
        "property": ObjType(_("property"), "property"),
        "tag": ObjType(_("tag"), "tag"),
    }
    roles: ClassVar[dict[str, Any]] = {kind: XRefRole(warn_dangling=True) for kind in object_types}
    indices: ClassVar[list[type[Index]]] = [OperationIndex]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield what other projects can link to, by name and, for operations, by id."""
        pages = page_index(self.env)
        for document in site_documents(self.env).library.documents:
            for operation in (*document.operations, *document.webhooks):
                place = pages.operation_at(document.location, operation.key)
                if place:
                    kind = "webhook" if operation.is_webhook else "op"
                    title = operation_title(operation)
                    at = (kind, place.docname, place.anchor, self._rank(place.docname))
                    yield operation.name, title, *at
                    if operation.operation_id:
                        yield operation.operation_id, title, *at
            for name in document.schemas:
                place = pages.schema_at(document.location, name)
                if place:
                    rank = self._rank(place.docname)
                    yield name, name, "schema", place.docname, place.anchor, rank

    def _rank(self, page: str) -> int:
        """Return Sphinx's rank of a search result: none for what stands on hidden pages."""
        return NOT_FOUND if is_hidden(self.env, page) else USUAL

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
        found = find_target(env, typ, target, near=fromdocname)
        if found is None:
            return None
        words = contnode if node.get("refexplicit") else nodes.literal(text=found.title)
        return make_refnode(builder, fromdocname, found.page, found.anchor, words, found.title)

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Return nothing: names of operations and schemas are too common for a guess."""
        return []


def forget_empty_index(app: Sphinx, env: BuildEnvironment) -> None:
    """Take back the label of the index page where there is none: projects would list it.

    Sphinx notes it anew in each build.
    """
    domain = env.get_domain(OpenApiDomain.name)
    if next(iter(domain.get_objects()), None) is None:
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
