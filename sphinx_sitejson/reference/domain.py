"""The domain ``openapi``: roles, index and objects."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Set
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from sphinx_sitejson.navigation.document_state import site_documents
from sphinx_sitejson.site_build.build_state import NamedDomain, site_of, uses_api
from sphinx_sitejson.site_build.labels import lazy_label as _

Groups = list[tuple[str, list["IndexEntry"]]]


def index_groups(env: BuildEnvironment, groups: Iterable[tuple[str, list[IndexEntry]]]) -> Groups:
    """Escape names and anchors for HTML, since the template of Sphinx does not."""
    if site_of(env).builder.format != "html":
        return [*groups]
    return [
        (html.escape(name), [entry._replace(anchor=html.escape(entry.anchor)) for entry in group])
        for name, group in groups
    ]


def is_one_entry(name: str) -> bool:
    """Return whether an inventory can contain a name.

    Its lines have columns: a number after the second word would be read as the priority.
    """
    if not name.isprintable():
        return False
    extra = name.split(maxsplit=2)[2:]
    return not extra or not any(word.lstrip("-").isdecimal() for word in extra[0].split())


DEFAULT_PRIORITY, NOT_FOUND = 1, -1
PAGE_KINDS = ("op", "webhook", "schema")
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

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[Groups, bool]:
        """Return the entries by their first letters."""
        env = self.domain.env
        if not uses_api(env):
            return [], False

        from .role_targets import page_entries

        entries: dict[str, list[IndexEntry]] = {}
        included = None if docnames is None else set(docnames)
        seen = set()
        for name, label, kind, location in page_entries(env):
            docname, anchor = location.docname, location.anchor
            if (included is None or docname in included) and (location, kind) not in seen:
                seen.add((location, kind))
                first = name.partition(" ")[2].lstrip("/")[:1] or name[:1]
                extra = "" if kind == "schema" else name
                described = self.domain.object_types[kind].lname
                entry = IndexEntry(label, 0, docname, anchor, extra, "", described)
                entries.setdefault(first.upper(), []).append(entry)
        content = ((letter, sorted(group)) for letter, group in sorted(entries.items()))
        return index_groups(env, content), False


class OpenApiDomain(NamedDomain):
    """Operations, webhooks, schemas and their parts as things that text can refer to.

    Their names are too common for a guess.
    """

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
        env = self.env
        if not uses_api(env):
            return

        from sphinx_sitejson.navigation.toctrees import is_hidden

        from .role_targets import page_entries, part_entries

        for name, title, kind, location in (*page_entries(env), *part_entries(env)):
            if is_one_entry(name):
                is_found = kind in PAGE_KINDS and not is_hidden(env, location.docname)
                rank = DEFAULT_PRIORITY if is_found else NOT_FOUND
                yield name, title, kind, location.docname, location.anchor, rank

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
        page, anchor = found.location.docname, found.location.anchor
        return make_refnode(builder, fromdocname, page, anchor, content, found.title)


def warn_unresolved_role(
    app: Sphinx, domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Warn of an unresolved role with the reason; generated references of API pages stay text."""
    is_role = domain is not None and domain.name == OpenApiDomain.name
    if not is_role and node.get("reftype") != "doc":
        return None
    # Projects without API pages do not import what follows.

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
