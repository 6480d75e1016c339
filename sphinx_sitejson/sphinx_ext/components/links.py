"""Texts of props that are links, and texts with Markdown in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from sphinx_sitejson.common.markdown_limits import limits_plugin
from sphinx_sitejson.sphinx_ext.links.page_links import link_node

from .component_nodes import component_slot, slot, text

if TYPE_CHECKING:
    from .calls import ComponentCall

_MARKS = frozenset("[*_`")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).disable(["image"]).use(limits_plugin)
_ELEMENTS = {"strong": nodes.strong, "em": nodes.emphasis}


def text_slot(
    name: str, words: str, call: ComponentCall, *, href: str = ""
) -> list[component_slot]:
    """Return the part for a text, or none when there is no text.

    :param href: where the text leads.
    """
    if not words:
        return []
    shown: nodes.Node = text(words, call)
    if href:
        shown = link_node(href, shown, env=call.env, source=call.source, line=call.line)
    return [slot(name, shown)]


def marked_slot(name: str, words: str, call: ComponentCall) -> list[component_slot]:
    """Return the part for a text in which links, code and emphasis are allowed."""
    if not _MARKS & set(words):
        return text_slot(name, words, call)
    tree = SyntaxTreeNode(_MARKDOWN.parseInline(words))
    return [slot(name, text(words, call, *_inline_nodes(tree, call)))]


def _inline_nodes(tree: SyntaxTreeNode, call: ComponentCall) -> Iterator[nodes.Node]:
    for token in tree.children:
        inside = [*_inline_nodes(token, call)]
        if token.type in _ELEMENTS:
            yield _ELEMENTS[token.type]("", "", *inside)
        elif token.type == "code_inline":
            yield nodes.literal(text=token.content)
        elif token.type == "link":
            href = str(token.attrs.get("href", ""))
            yield link_node(href, *inside, env=call.env, source=call.source, line=call.line)
        elif inside:
            yield from inside
        else:
            yield nodes.Text(token.content or " ")
