"""Long texts of documents whose headings are headings of the page.

Elsewhere the headings of a page are its own, and those of a text are only strong words. The
description of a whole API is what its page is about: its headings divide the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode

from sphinx_sitejson.sphinx_ext.common.translation import Translate
from sphinx_sitejson.sphinx_ext.reference.document_text import block_nodes, line_to_nodes, text_tree

NewId = Callable[[str], str]
"""Gives an id that nothing else on the page has."""
DEFAULT_ID = "section"


def text_to_sections(text: str, translate: Translate, new_id: NewId) -> list[nodes.Node]:
    """Turn a text into nodes; what stands below a heading is a section."""
    top: list[nodes.Node] = []
    opened: list[tuple[int, nodes.section]] = []
    # Other pages lead to sections by the words of the document.
    sources = headings_in(text)
    for child in text_tree(translate(text)).children:
        level = _level(child)
        if not level:
            _into(top, opened, block_nodes([child]))
            continue
        while opened and opened[-1][0] >= level:
            opened.pop()
        words = _source(child)
        section = _section(words, next(sources, words), new_id)
        _into(top, opened, [section])
        opened.append((level, section))
    return top


def headings_in(text: str) -> Iterator[str]:
    """Yield the headings of a text that divide it."""
    for child in text_tree(text).children:
        if _level(child):
            yield _source(child)


def _into(
    top: list[nodes.Node],
    opened: list[tuple[int, nodes.section]],
    content: list[nodes.Node],
) -> None:
    if opened:
        opened[-1][1].extend(content)
    else:
        top.extend(content)


def _section(words: str, source: str, new_id: NewId) -> nodes.section:
    title = nodes.title(words, "", *line_to_nodes(words))
    own = new_id(nodes.make_id(source) or DEFAULT_ID)
    return nodes.section("", title, ids=[own], names=[])


def _level(node: SyntaxTreeNode) -> int:
    """Return the level of a heading, 0 for all else; one without words is none."""
    return int(node.tag[1]) if node.type == "heading" and _source(node) else 0


def _source(node: SyntaxTreeNode) -> str:
    """Return the words of a heading as the document has them."""
    return " ".join(" ".join(child.content for child in node.children).split())
