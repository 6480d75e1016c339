"""How docutils walks the tree of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.nodes import NodeMatcher

from .application import replace_for

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Condition = Callable[[nodes.Node], bool]


EVERYWHERE = frozenset({nodes.Node, nodes.Element, nodes.TextElement, nodes.Text})
"""Kinds that no page is without."""


def walk_trees_faster(app: Sphinx) -> None:
    """Look for nodes with one generator for each walk, until the application ends.

    The steps of Sphinx, docutils and extensions walk a page about eighty times, and most of them
    find nothing. docutils makes a generator for each node of each walk, which takes a fifth of a
    build. Walks to siblings are left to it. docutils 0.20 to 0.22.
    """
    if hasattr(nodes.Node.findall, "usual"):
        return
    kinds = KindsOfNodes()
    _note_changes(app, kinds)
    _find_faster(app, kinds)
    _visit_faster(app)
    _walk_faster(app)
    _read_faster(app)


class KindsOfNodes:
    """Knows which kinds of nodes a page may have, since nodes that are made or placed are noted.

    Three of four walks look for something that a page has not.
    """

    def __init__(self) -> None:
        self._root: nodes.Node | None = None
        self._kinds: set[type] = set()
        self._answers: dict[type | tuple[type, ...], bool] = {}

    def note(self, kind: type) -> None:
        """Count a kind among those that a page may have."""
        if kind not in self._kinds:
            self._kinds.add(kind)
            self._answers.clear()

    def forget(self) -> None:
        """Look at the page again when next asked: a whole tree was placed in it."""
        self._root = None

    def miss(self, root: nodes.Node, kind: type | tuple[type, ...]) -> bool:
        """Whether there is no node of a class, or of some, in a tree."""
        if root is not self._root:
            self._root = root
            self._kinds = _kinds_in(root)
            self._answers = {}
        answer = self._answers.get(kind)
        if answer is None:
            answer = not any(issubclass(each, kind) for each in self._kinds)
            self._answers[kind] = answer
        return answer


def _kinds_in(root: nodes.Node) -> set[type]:
    kinds: set[type] = {type(root)}
    level = root.children
    while level:
        kinds.update(map(type, level))
        level = [*chain.from_iterable(map(attrgetter("children"), level))]
    return kinds


def _note_changes(app: Sphinx, kinds: KindsOfNodes) -> None:
    """Note the nodes that are placed, and those that are made, as some are placed without a call.

    Each element is extended by its children when it is made, also where it has none. What stands
    here is what docutils does, but for asking for the document once.
    """

    def setup_child(self: nodes.Node, child: nodes.Node) -> None:
        if child.children:
            kinds.forget()
        else:
            kinds.note(type(child))
        child.parent = self
        document = self.document
        if document is not None:
            child.document = document
            if child.source is None:
                child.source = document.current_source
            if child.line is None:
                child.line = document.current_line

    def extend(self: nodes.Element, item: Iterable[nodes.Node]) -> None:
        kinds.note(type(self))
        for node in item:
            self.append(node)

    replace_for(app, nodes.Node, "setup_child", setup_child)
    replace_for(app, nodes.Element, "extend", extend)


def _find_faster(app: Sphinx, kinds: KindsOfNodes) -> None:
    usual = nodes.Node.findall

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
            return _nodes_of_kind(self, nodes.Node, kinds)
        if isinstance(condition, type):
            return _nodes_of_kind(self, condition, kinds)
        if type(condition) is NodeMatcher:
            return _matched_nodes(self, condition, kinds)
        return (node for node in _nodes_of_kind(self, nodes.Node, kinds) if condition(node))

    replace_for(app, nodes.Node, "findall", findall)


def _matched_nodes(
    root: nodes.Node, matcher: NodeMatcher[Any], kinds: KindsOfNodes
) -> Iterator[nodes.Node]:
    """Yield what a matcher of Sphinx matches, which looks at classes and at attributes.

    So do we, before it is called: most nodes are of another class, or have no such attribute.
    """
    found = _nodes_of_kind(root, matcher.classes or nodes.Node, kinds)
    if matcher.attrs:
        name = next(iter(matcher.attrs))
        found = (node for node in found if name in getattr(node, "attributes", ()))
    return (node for node in found if matcher(node))


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

    replace_for(app, nodes.Node, "walkabout", walkabout)


def _walk_faster(app: Sphinx) -> None:
    """Walk without a line for each node, for the same reason."""
    usual = nodes.Node.walk

    def walk(self: nodes.Node, visitor: nodes.NodeVisitor) -> bool:
        if visitor.document.reporter.debug_flag:
            return usual(self, visitor)
        stops = False
        try:
            try:
                visitor.dispatch_visit(self)
            except (nodes.SkipChildren, nodes.SkipNode):
                return False
            except nodes.SkipDeparture:
                stops = False
            try:
                for child in self.children[:]:
                    if child.walk(visitor):
                        stops = True
                        break
            except nodes.SkipSiblings:
                pass
        except nodes.StopTraversal:
            stops = True
        return stops

    replace_for(app, nodes.Node, "walk", walk)


def _read_faster(app: Sphinx) -> None:
    """Return texts as they are where nothing in them is escaped: nearly all."""
    usual = nodes.Text.astext

    def astext(self: nodes.Text) -> str:
        return usual(self) if "\0" in self else str(self)

    replace_for(app, nodes.Text, "astext", astext)


def _nodes_of_kind(
    root: nodes.Node, kind: type | tuple[type, ...], kinds: KindsOfNodes
) -> Iterator[nodes.Node]:
    """Yield the nodes of a class, or of some, from a node downwards, one level after the other.

    Lists of children are read while they are walked, as docutils does it, so that whoever changes
    the tree on the way meets the same nodes.
    """
    is_page = kind not in EVERYWHERE and isinstance(root, nodes.document)
    if is_page and kinds.miss(root, kind):
        return
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
