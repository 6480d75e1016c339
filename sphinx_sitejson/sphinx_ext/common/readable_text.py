"""The text of nodes as readers see it."""

from __future__ import annotations

import re

from docutils import nodes

_BREAK = re.compile(r"\s*<br\b[^>]*>\s*", re.IGNORECASE)


def is_line_break(node: nodes.Node) -> bool:
    """Return whether a node is a line break, which docutils has no node for."""
    if isinstance(node, nodes.raw):
        return "html" in node.get("format", "") and bool(_BREAK.fullmatch(node.astext()))
    return isinstance(node, nodes.Element) and node.get("tag") == "br"


def readable_text(node: nodes.Node) -> str:
    """Return the text of a node on one line, without markup; line breaks separate words."""
    return " ".join(_text(node).split())


def _text(node: nodes.Node) -> str:
    if is_line_break(node):
        return " "
    if isinstance(node, nodes.raw):
        return ""
    if isinstance(node, nodes.Element) and any(map(_has_other_text, node.findall())):
        return node.child_text_separator.join(map(_text, node.children))
    return node.astext()


def _has_other_text(node: nodes.Node) -> bool:
    return isinstance(node, nodes.raw) or is_line_break(node)
