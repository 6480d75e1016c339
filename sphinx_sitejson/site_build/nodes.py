"""Find nodes, and their text as readers see it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from docutils import nodes

Nodes = list[nodes.Node]

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
    if not isinstance(node, nodes.Element):
        return node.astext()
    if is_line_break(node):
        return " "
    if isinstance(node, nodes.raw):
        return ""
    # Some elements have a text of their own, such as the text of an image.
    has_own_text = type(node).astext is not nodes.Element.astext
    if has_own_text and not any(map(_has_other_text, node.findall())):
        return node.astext()
    return node.child_text_separator.join(map(_text, node.children))


def _has_other_text(node: nodes.Node) -> bool:
    return isinstance(node, nodes.raw) or is_line_break(node)


def clear_document(document: nodes.document) -> None:
    """Remove all nodes from a document, also those that only its tables of ids and names have.

    They would be pickled with it, however deep they are.
    """
    attributes = document.attributes
    for name, collected in vars(document).items():
        if isinstance(collected, dict | list) and name != "attributes":
            collected.clear()
    attributes.update(ids=[], names=[], classes=[], dupnames=[], backrefs=[])


def find_nodes(root: nodes.Node, kinds: type | tuple[type, ...]) -> Iterator[Any]:
    """Yield the instances of some classes from a node downwards, in one search.

    The children of a node are looked up after it was yielded, and lists of children are read while
    they are walked, as in docutils: a caller that changes the tree meanwhile gets the same nodes.
    Two nodes of five are text, without children: where none is looked for, it is passed over.
    """
    if isinstance(root, kinds):
        yield root
    deepest = sys.getrecursionlimit()
    ignored = None if issubclass(nodes.Text, kinds) else nodes.Text
    above: list[Iterator[nodes.Node]] = []
    level = iter(root.children)
    while True:
        for node in level:
            if type(node) is ignored:
                continue
            if isinstance(node, kinds):
                yield node
            if children := node.children:
                if len(children) == 1 and type(children[0]) is ignored:
                    continue
                above.append(level)
                level = iter(children)
                break
        else:
            if not above:
                return
            level = above.pop()
            continue
        # A node that contains itself ends the search, as it does in docutils.
        if len(above) > deepest:
            raise RecursionError
