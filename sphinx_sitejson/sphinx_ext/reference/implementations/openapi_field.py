"""The field ``openapi`` in the description of a Python object: the operations that it serves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_sitejson.navigation.page_files.page_index import Implementation
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.labels import _
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FIELD = "openapi"
PYTHON = "py"


def record_implementations(app: Sphinx, doctree: nodes.document) -> None:
    """Turn the fields of a page into links to operations, and note who has them."""
    if not site_documents(app.env).library.documents:
        return
    found: list[Implementation] = []
    for field in list(doctree.findall(nodes.field)):
        signature = _signature(field)
        name, body = field.children
        assert isinstance(body, nodes.Element)
        if signature is None or name.astext().lower() != FIELD:
            continue
        operations = [words for line in body.astext().splitlines() if (words := line.strip(" ,"))]
        owner = ".".join(filter(None, (signature.get("module"), signature.get("fullname"))))
        found += [Implementation(each, owner, signature["ids"][0]) for each in operations]
        label = str(_("Implements"))
        links = nodes.field_body("", *_links(operations, body))
        field[:] = [nodes.field_name(label, label), links]
    if found:
        site_domain(app.env).implementations[app.env.docname] = tuple(found)


def _signature(field: nodes.field) -> nodes.Element | None:
    """Return the line of the Python object that a field belongs to; some have no place."""
    above: nodes.Element | None = field.parent
    while above is not None and not isinstance(above, addnodes.desc):
        above = above.parent
    if above is None or above.get("domain") != PYTHON:
        return None
    signature = above.next_node(addnodes.desc_signature)
    return signature if signature is not None and signature["ids"] else None


def _links(operations: list[str], place: nodes.Element) -> Iterator[nodes.Node]:
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
        link.source, link.line = place.source, place.line
        yield nodes.paragraph("", "", link)
