"""Links between operations and the Python objects that implement them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_sitejson.navigation.document_state import page_index, site_documents
from sphinx_sitejson.navigation.page_index import Implementation
from sphinx_sitejson.openapi.library import NotFound
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of, uses_api
from sphinx_sitejson.site_build.labels import _

from .nodes import api_block
from .role_targets import find_operation

ObjectLocation = tuple[str, str, str]
"""The name of a Python object, its page and its anchor."""
Implementations = dict[tuple[str, str], tuple[ObjectLocation, ...]]
"""The objects that implement an operation, by the location of its document and its key."""


@BuildState
def operation_implementations(env: BuildEnvironment) -> Implementations:
    """Return the implementations of all operations; available when all pages are read."""
    library = site_documents(env).library
    found: dict[tuple[str, str], list[ObjectLocation]] = {}
    for docname, implementations in sorted(site_domain(env).implementations.items()):
        for each in implementations:
            document, _separator, name = each.operation.rpartition("#")
            operation = find_operation(library, "op", name, document)
            if not isinstance(operation, NotFound):
                key = (operation.document.location, operation.operation.key)
                found.setdefault(key, []).append((each.owner, docname, each.anchor))
    return {key: tuple(dict.fromkeys(locations)) for key, locations in found.items()}


def outdated_implementations(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return the pages of operations whose implementations have changed since the last build."""
    if not uses_api(env):
        return ()
    domain, index = site_domain(env), page_index(env)
    operation_implementations.clear(env)
    current, previous = operation_implementations(env), domain.data["served"]
    domain.data["served"] = current
    changed = [key for key in {**previous, **current} if previous.get(key) != current.get(key)]
    return [page for key in changed if (page := index.operation_at(*key).docname) in env.found_docs]


class ImplementationLinks(SphinxPostTransform):
    """Add links to Python objects to the operations of a page."""

    # Before blocks become ordinary nodes.
    default_priority = 4

    def is_supported(self) -> bool:
        """Skip the gettext builder, and projects without an API."""
        return uses_api(self.env) and site_of(self.env).builder.name != "gettext"

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        current = operation_implementations(self.env)
        if not current:
            return
        last = {
            (block["document"], block["key"]): block
            for block in self.document.findall(api_block)
            if block["kind"] == "operation"
        }
        for key, block in last.items():
            if key in current:
                index = block.parent.index(block) + 1
                # The style sheet applies to elements inside API blocks.
                container = nodes.container("", self._paragraph(current[key]), classes=["sj-api"])
                block.parent.insert(index, container)

    def _paragraph(self, locations: tuple[ObjectLocation, ...]) -> nodes.paragraph:
        label = nodes.strong(text=_("In Python"))
        paragraph = nodes.paragraph("", "", label, classes=["sj-implemented"])
        for number, (name, docname, anchor) in enumerate(locations):
            paragraph += nodes.Text(", " if number else " ")
            paragraph += make_refnode(
                site_of(self.env).builder,
                self.env.docname,
                docname,
                anchor,
                nodes.literal(text=name),
                name,
            )
        return paragraph


FIELD = "openapi"
PYTHON = "py"


def record_implementations(app: Sphinx, doctree: nodes.document) -> None:
    """Convert the ``openapi`` fields of a page to links, and record the objects that have them."""
    env = app.env
    if not uses_api(env) or not site_documents(env).library.documents:
        return
    found: list[Implementation] = []
    for field in list(doctree.findall(nodes.field)):
        signature = _signature(field)
        name, body = field.children
        assert isinstance(body, nodes.Element)
        if signature is None or name.astext().lower() != FIELD:
            continue
        operations = [key for line in body.astext().splitlines() if (key := line.strip(" ,"))]
        owner = ".".join(filter(None, (signature.get("module"), signature.get("fullname"))))
        found += [Implementation(each, owner, signature["ids"][0]) for each in operations]
        label = _("API operation")
        links = nodes.field_body("", *_links(operations, body))
        field[:] = [nodes.field_name(label, label), links]
    if found:
        site_domain(env).implementations[env.docname] = tuple(found)


def _signature(field: nodes.field) -> nodes.Element | None:
    """Return the signature of the Python object that a field belongs to, if it has an id."""
    above: nodes.Element | None = field.parent
    while above is not None and not isinstance(above, addnodes.desc):
        above = above.parent
    if above is None or above.get("domain") != PYTHON:
        return None
    signature = above.next_node(addnodes.desc_signature)
    return signature if signature is not None and signature["ids"] else None


def _links(operations: list[str], block: nodes.Element) -> Iterator[nodes.Node]:
    for operation in operations:
        link = addnodes.pending_xref(
            "",
            nodes.literal(text=operation),
            refdomain="openapi",
            reftype="op",
            reftarget=operation,
            refexplicit=False,
            refwarn=True,
        )
        link.source, link.line = block.source, block.line
        yield nodes.paragraph("", "", link)
