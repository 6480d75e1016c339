"""Texts of props that are links, and texts with Markdown in them."""

from __future__ import annotations

from docutils import nodes

from ..document_text import text_to_nodes
from ..page_links import link_node
from .calls import ComponentCall
from .component_nodes import component_slot, slot, text

_MARKS = frozenset("[*_`~")


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
    if not words:
        return []
    if not _MARKS & set(words):
        return text_slot(name, words, call)
    paragraphs = [*text_to_nodes(words)]
    inline = paragraphs[0].children if len(paragraphs) == 1 else ()
    return [slot(name, text(words, call, *inline))]
