"""How docutils walks the tree of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from weakref import finalize

from docutils import nodes
from sphinx.util.nodes import NodeMatcher

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Condition = Callable[[nodes.Node], bool]


def walk_trees_faster(app: Sphinx) -> None:
    """Look for nodes with one generator for each walk, until the application ends.

    The steps of Sphinx, docutils and extensions walk a page about eighty times, and most of them
    find nothing. docutils makes a generator for each node of each walk, which takes a fifth of a
    build. Walks to siblings are left to it. docutils 0.20 to 0.22.
    """
    usual = nodes.Node.findall
    if hasattr(usual, "usual"):
        return

    def findall(
        self: nodes.Node,
        condition: type | Condition | None = None,
        include_self: bool = True,
        descend: bool = True,
        siblings: bool = False,
        ascend: bool = False,
    ) -> Iterator[nodes.Node]:
        if not (include_self and descend) or siblings or ascend:
            return usual(self, condition, include_self, descend, siblings, ascend)
        if condition is None:
            return _nodes_of_kind(self, nodes.Node)
        if isinstance(condition, type):
            return _nodes_of_kind(self, condition)
        # A matcher of Sphinx looks at the class first; so do we, before it is called.
        kinds = condition.classes if type(condition) is NodeMatcher else ()
        found = _nodes_of_kind(self, kinds or nodes.Node)
        return (node for node in found if condition(node))

    findall.usual = usual  # type: ignore[attr-defined]
    nodes.Node.findall = findall  # type: ignore[method-assign, assignment]
    finalize(app, setattr, nodes.Node, "findall", usual).atexit = False
    _visit_faster(app)


def _visit_faster(app: Sphinx) -> None:
    """Visit nodes without the two lines for each that docutils writes to look for its own faults.

    Nobody sees them, and they take longer than many visits.
    """
    usual = nodes.Node.walkabout

    def walkabout(self: nodes.Node, visitor: nodes.NodeVisitor) -> bool:
        if visitor.document.reporter.debug_flag:
            return usual(self, visitor)
        departs = True
        stops = False
        try:
            try:
                visitor.dispatch_visit(self)
            except nodes.SkipNode:
                return False
            except nodes.SkipDeparture:
                departs = False
            # Plain loops: pages may nest deeply, and each level has but one call.
            try:
                for child in self.children[:]:
                    if child.walkabout(visitor):
                        stops = True
                        break
            except nodes.SkipSiblings:
                pass
        except nodes.SkipChildren:
            pass
        except nodes.StopTraversal:
            stops = True
        if departs:
            visitor.dispatch_departure(self)
        return stops

    walkabout.usual = usual  # type: ignore[attr-defined]
    nodes.Node.walkabout = walkabout  # type: ignore[method-assign]
    finalize(app, setattr, nodes.Node, "walkabout", usual).atexit = False


def _nodes_of_kind(root: nodes.Node, kind: type | tuple[type, ...]) -> Iterator[nodes.Node]:
    """Yield the nodes of a class, or of some, from a node downwards, one level after the other.

    Lists of children are read while they are walked, as docutils does it, so that whoever changes
    the tree on the way meets the same nodes.
    """
    if isinstance(root, kind):
        yield root
    above: list[Iterator[nodes.Node]] = []
    level = iter(root.children)
    while True:
        for node in level:
            if isinstance(node, kind):
                yield node
            if children := node.children:
                above.append(level)
                level = iter(children)
                break
        else:
            if not above:
                return
            level = above.pop()
