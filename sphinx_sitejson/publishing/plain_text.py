"""Plain text and manual pages: indentation and tables that fit into a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.text import MAXWIDTH, STDINDENT, TextTranslator

from sphinx_sitejson.reference.nodes import api_block, titled_section
from sphinx_sitejson.reference.site_documents import unlisted_schema_pages

WIDEST_INDENT = MAXWIDTH // 2


class NarrowTextTranslator(TextTranslator):
    """Limits indentation to half of the width; Sphinx's translator fails if no width is left."""

    def new_state(self, indent: int = STDINDENT) -> None:
        """Begin an indented block."""
        available = WIDEST_INDENT - sum(self.stateindent)
        super().new_state(max(min(indent, available), 0))


def set_minimum_column_width(app: Sphinx) -> None:
    """Use this translator, unless the project sets another one."""
    if app.builder.name == "text" and "text" not in app.registry.translators:
        app.set_translator("text", NarrowTextTranslator)


WIDTH = 78
"""The width of a man page, in characters."""

NO_ADJUSTMENT, ADJUSTMENT = ".na", ".ad"


class ManSchemaTransform(SphinxPostTransform):
    """Appends the schemas of the APIs that a man page shows.

    Other formats have them as pages or as an appendix; the man builder has no appendices.
    """

    # Before API blocks are converted (5).
    default_priority = 3
    formats = ("man",)

    def run(self, **kwargs: Any) -> None:
        """Handle one man page."""
        page_documents = {block.get("document", "") for block in self.document.findall(api_block)}
        pages = list(self._schema_pages(page_documents))
        if pages:
            title = _("Schemas")
            section = titled_section("sitejson-schemas", title, *pages)
            # Sections beside the first one have no title: it would be the name of the man page.
            next(iter(self.document.findall(nodes.section)), self.document).append(section)

    def _schema_pages(self, locations: set[str]) -> Iterator[addnodes.start_of_file]:
        for docname in unlisted_schema_pages(self.env):
            tree = self.env.get_doctree(docname)
            if any(block.get("document") in locations for block in tree.findall(api_block)):
                yield addnodes.start_of_file("", *tree.children, docname=docname)


class ManLinkTransform(SphinxPostTransform):
    """Replaces links inside of a man page by their text: docutils adds an empty URL to them."""

    # After cross-references are resolved (10).
    default_priority = 240
    formats = ("man",)

    def run(self, **kwargs: Any) -> None:
        """Handle one man page."""
        for link in list(self.document.findall(nodes.reference)):
            if not link.get("refuri", "").strip("#"):
                link.replace_self(link.children)


class ManTableTransform(SphinxPostTransform):
    """Disables adjustment in narrow tables, and converts wide ones to lists."""

    default_priority = 250
    formats = ("man",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        others: list[nodes.Node]
        for table in list(self.document.findall(nodes.table)):
            if is_narrow(table):
                others = [request(NO_ADJUSTMENT), table, request(ADJUSTMENT)]
            else:
                others = table_as_list(table)
            index = table.parent.index(table)
            table.parent[index : index + 1] = others


def request(command: str) -> nodes.raw:
    """Return a roff request."""
    return nodes.raw("", f"{command}\n", format="manpage")


def is_narrow(table: nodes.table) -> bool:
    """Whether the longest words fit into columns of equal width."""
    columns = max((len(row) for row in table.findall(nodes.row)), default=0)
    widest = WIDTH // (columns + 1)
    return all(
        "morecols" not in cell and "morerows" not in cell and longest_word(cell) <= widest
        for cell in table.findall(nodes.entry)
    )


def longest_word(cell: nodes.entry) -> int:
    """Return the minimum width of a cell; lines of code cannot be broken."""
    blocks = cell.findall(nodes.FixedTextElement)
    lines = (line for block in blocks for line in block.astext().splitlines())
    return max(map(len, [*cell.astext().split(), *lines]), default=0)


def table_as_list(table: nodes.table) -> list[nodes.Node]:
    """Convert a table to a definition list; the first cell of a row is the term."""
    heads = [row for head in table.findall(nodes.thead) for row in head.findall(nodes.row)]
    labels = [cell.astext() for cell in heads[-1]] if heads else []
    bodies = [row for body in table.findall(nodes.tbody) for row in body.findall(nodes.row)]
    titles = [nodes.paragraph("", "", *title.children) for title in table.findall(nodes.title)]
    items = [_item(row, labels) for row in bodies if len(row)]
    return [*titles, nodes.definition_list("", *items)]


def _item(row: nodes.row, labels: list[str]) -> nodes.definition_list_item:
    first, *others = row.children
    # Cells that span columns have no label of their own.
    labels = labels[1:] if len(labels) == len(row) else [""] * len(others)
    content = [
        node for cell, label in zip(others, labels, strict=True) for node in _labelled(cell, label)
    ]
    term_nodes = [child for block in first.findall(nodes.paragraph) for child in block.children]
    term = nodes.term("", "", *(term_nodes or [nodes.Text(first.astext() or "–")]))
    return nodes.definition_list_item("", term, nodes.definition("", *content))


def _labelled(cell: nodes.Node, label: str) -> Iterator[nodes.Node]:
    blocks = list(cell.children)
    label_nodes = [nodes.strong(text=f"{label}:"), nodes.Text(" ")] if label and blocks else []
    if label_nodes and isinstance(blocks[0], nodes.paragraph):
        yield nodes.paragraph("", "", *label_nodes, *blocks.pop(0).children)
    elif label_nodes:
        yield nodes.paragraph("", "", *label_nodes[:1])
    yield from blocks
