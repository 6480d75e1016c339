"""Small nodes that every writer knows, for the plain form of API pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _

from .document_text import is_safe_link

if TYPE_CHECKING:
    from sphinx_sitejson.reference.views import OperationLink, SchemaLink


def type_words(label: str, link: SchemaLink | None) -> nodes.Node:
    """Return the words for a type, as a link where its schema has a page."""
    return page_link(link, label) if link and label else nodes.Text(label)


def item(term: str | Iterable[nodes.Node], *content: nodes.Node) -> nodes.definition_list_item:
    """Return one term and what belongs to it."""
    words = [nodes.Text(term)] if isinstance(term, str) else term
    return nodes.definition_list_item(
        "", nodes.term("", "", *words), nodes.definition("", *content)
    )


def labelled(label: str, *words: str | nodes.Node) -> nodes.paragraph:
    """Return a paragraph that begins with a label."""
    said = [nodes.Text(word) if isinstance(word, str) else word for word in words]
    gap = [nodes.Text(": ")] if any(node.astext() for node in said) else []
    return nodes.paragraph("", "", nodes.strong(text=label), *gap, *said)


def see_page(link: SchemaLink) -> nodes.paragraph:
    """Return the pointer that stands for what is shown only on another page."""
    before, _mark, after = _("See %s").partition("%s")
    return nodes.paragraph("", "", nodes.Text(before), page_link(link), nodes.Text(after))


def page_link(link: SchemaLink | OperationLink, label: str = "") -> addnodes.pending_xref:
    """Return a reference that becomes a link where there is a page, and stays words elsewhere."""
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


def fact(label: str, value: str) -> str:
    """Return a named fact, or nothing without a value."""
    return f"{label}: {value}" if value else ""


def reference(label: str, url: str) -> Iterator[nodes.Node]:
    """Yield a link, or its words where the address is not safe."""
    if is_safe_link(url):
        yield nodes.reference("", label or url, refuri=url)
    else:
        yield nodes.Text(f"{label} {url}".strip())


def code_block(code: str, language: str) -> nodes.literal_block:
    """Return code that is highlighted as far as its language is known."""
    return nodes.literal_block(code, code, language=language or "none", force=True)
