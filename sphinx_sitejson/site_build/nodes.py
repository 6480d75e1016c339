"""Find nodes, and their text as readers see it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from docutils import __version_info__, nodes
from sphinx.util.nodes import NodeMatcher

from .private_interfaces import replace_for

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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


COMPARED_VERSIONS = ((0, 20), (0, 21), (0, 22))
"""The versions of docutils whose results the tests compare; all others keep their own method."""


def flatten_findall(app: Sphinx) -> None:
    """Find nodes with one generator for each call, until the application ends.

    The steps of Sphinx, docutils and extensions search a page about eighty times. docutils makes a
    generator for each node of each search, which takes a tenth of a build. Nothing is remembered
    between calls, and searches that include siblings or exclude the node itself are left to
    docutils. There is no public way to replace it; it should become docutils' own implementation.
    """
    is_compared = __version_info__[:2] in COMPARED_VERSIONS
    if is_compared and not hasattr(nodes.Node.findall, "original"):
        replace_for(app, nodes.Node, "findall", _make_findall(nodes.Node.findall))


def _make_findall(original: Callable[..., Iterator[nodes.Node]]) -> Callable[..., object]:
    def findall(
        self: nodes.Node,
        condition: type | Callable[[nodes.Node], bool] | None = None,
        include_self: bool = True,
        descend: bool = True,
        siblings: bool = False,
        ascend: bool = False,
    ) -> Iterator[nodes.Node]:
        if not (include_self and descend) or siblings or ascend:
            return original(self, condition, include_self, descend, siblings, ascend)
        if condition is None:
            return find_nodes(self, nodes.Node)
        if isinstance(condition, type):
            return find_nodes(self, condition)
        # A matcher of Sphinx compares the classes first; this does the same without a call per
        # node.
        classes = condition.classes if type(condition) is NodeMatcher else ()
        return _find_matching(self, condition, classes or nodes.Node)

    return findall


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


def _find_matching(
    root: nodes.Node, condition: Callable[[nodes.Node], bool], kinds: type | tuple[type, ...]
) -> Iterator[nodes.Node]:
    """Yield the instances of some classes for which a condition holds, from a node downwards.

    Children are looked up by their number each time: here, docutils iterates over the node and not
    over its list of children, so a caller that replaces the list gets nodes of the new one.
    """
    if isinstance(root, kinds) and condition(root):
        yield root
    deepest = sys.getrecursionlimit()
    above: list[tuple[nodes.Node, int]] = []
    parent, index = root, 0
    while True:
        children = parent.children
        if index < len(children):
            node = children[index]
            index += 1
            if isinstance(node, kinds) and condition(node):
                yield node
            if node.children:
                above.append((parent, index))
                parent, index = node, 0
                if len(above) > deepest:
                    raise RecursionError
        elif above:
            parent, index = above.pop()
        else:
            return
