"""Small nodes that every writer supports, for API pages without templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _

from .document_text import is_safe_link

if TYPE_CHECKING:
    from sphinx_sitejson.reference.views import OperationLink, SchemaLink

    from .outline import Piece


def inline_text(piece: Piece) -> nodes.Node:
    """Return a piece as text, link or literal."""
    if piece.link and piece.text:
        return page_link(piece.link, piece.text)
    return nodes.literal(text=piece.text) if piece.kind == "address" else nodes.Text(piece.text)


def label(piece: Piece) -> nodes.Node:
    """Return a piece of a label; its name is strong."""
    return nodes.strong(text=piece.text) if piece.kind in ("label", "name") else inline_text(piece)


def title_text(piece: Piece) -> nodes.Node:
    """Return a piece of a title without a level."""
    return inline_text(piece) if piece.kind == "address" else nodes.strong(text=piece.text)


def item(
    term: str | Iterable[nodes.Node], *content: nodes.Node, ids: Sequence[str] = ()
) -> nodes.definition_list_item:
    """Return a term and its definition.

    :param ids: what links to the term name.
    """
    children = [nodes.Text(term)] if isinstance(term, str) else term
    return nodes.definition_list_item(
        "", nodes.term("", "", *children, ids=list(ids)), nodes.definition("", *content)
    )


def labeled(label: str, *texts: str | nodes.Node) -> nodes.paragraph:
    """Return a paragraph that begins with a label."""
    children = [nodes.Text(text) if isinstance(text, str) else text for text in texts]
    gap = [nodes.Text(": ")] if any(node.astext() for node in children) else []
    return nodes.paragraph("", "", nodes.strong(text=label), *gap, *children)


def page_reference(link: SchemaLink) -> nodes.paragraph:
    """Return a paragraph that refers to another page."""
    before, _mark, after = _("See %s").partition("%s")
    return nodes.paragraph("", "", nodes.Text(before), page_link(link), nodes.Text(after))


def page_link(link: SchemaLink | OperationLink, label: str = "") -> addnodes.pending_xref:
    """Return a cross-reference to a schema or operation, which stays text if it has no page."""
    from sphinx_sitejson.reference.views import SchemaLink

    kind, name = ("schema", link.name) if isinstance(link, SchemaLink) else ("op", link.key)
    return addnodes.pending_xref(
        "",
        nodes.inline(text=label or link.label),
        refdomain="openapi",
        reftype=kind,
        reftarget=f"{link.document}#{name}",
        refexplicit=True,
        refwarn=False,
    )


def reference(label: str, url: str) -> Iterator[nodes.Node]:
    """Yield a link, or its text where the URL is not safe."""
    if is_safe_link(url):
        yield nodes.reference("", label or url, refuri=url)
    else:
        yield nodes.Text(f"{label} {url}".strip())


def highlighted_block(code: str, language: str) -> nodes.literal_block:
    """Return a code block, highlighted if its language is known."""
    return nodes.literal_block(code, code, language=language or "none", force=True)
