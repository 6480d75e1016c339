from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from hypothesis import given
from hypothesis import strategies as st
from sphinx.util.nodes import NodeMatcher

from sphinx_sitejson.sphinx_ext.foreign.tree_walks import walk_trees_faster

pytestmark = pytest.mark.oldest

USUAL = getattr(nodes.Node.findall, "usual", nodes.Node.findall)
USUAL_WALK = getattr(nodes.Node.walkabout, "usual", nodes.Node.walkabout)
KINDS = (nodes.section, nodes.paragraph, nodes.emphasis, nodes.literal)


class Application:
    """Stands for one of Sphinx, which lives as long as somebody holds it."""


@pytest.fixture(scope="module", autouse=True)
def faster() -> Iterator[None]:
    before = nodes.Node.findall
    app = Application()
    walk_trees_faster(app)
    yield
    del app
    assert nodes.Node.findall is before


def tree(shape: list[Any], number: int = 0) -> nodes.Element:
    """Return a tree with an element for each list and a text for each number."""
    element = KINDS[number % len(KINDS)](ids=[str(number)])
    for place, inner in enumerate(shape):
        child = (
            nodes.Text(str(inner)) if isinstance(inner, int) else tree(inner, number + place + 1)
        )
        element.append(child)
    return element


def is_even(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and int(node["ids"][0]) % 2 == 0


SHAPES = st.recursive(
    st.integers(0, 9), lambda inner: st.lists(inner, max_size=4), max_leaves=40
).filter(lambda shape: isinstance(shape, list))
WALKS = st.sampled_from(
    [
        {},
        {"condition": nodes.paragraph},
        {"condition": nodes.Text},
        {"condition": nodes.TextElement},
        {"condition": is_even},
        {"condition": NodeMatcher(nodes.emphasis, nodes.Text)},
        {"condition": NodeMatcher(nodes.Element, ids=["2"])},
        {"condition": NodeMatcher(ids=["2"])},
        {"condition": nodes.emphasis, "include_self": False},
        {"condition": is_even, "descend": False},
        {"siblings": True},
        {"condition": nodes.Text, "ascend": True},
    ]
)


@given(SHAPES, WALKS, st.integers(0, 5))
def test_a_walk_meets_the_same_nodes_in_the_same_order(shape, walk, start):
    root = tree([shape, [1, shape]])
    node = [*USUAL(root)][start % 4]

    assert [id(found) for found in node.findall(**walk)] == [
        id(found) for found in USUAL(node, **walk)
    ]


CHANGES = {
    "removed": lambda node: node.parent.remove(node),
    "replaced by its children": lambda node: node.parent.replace(node, node.children),
    "given a child": lambda node: node.append(nodes.Text("new")),
    "given a neighbor": lambda node: node.parent.append(nodes.emphasis(ids=["0"])),
    "emptied": lambda node: node.clear(),
}


@given(SHAPES, st.sampled_from(sorted(CHANGES)), st.sets(st.integers(0, 30), max_size=6))
def test_a_walk_meets_the_same_nodes_while_the_tree_changes(shape, change, numbers):
    def walked(findall) -> list[str]:
        root = tree([shape, [1, shape]])
        met = []
        for number, node in enumerate(findall(root, nodes.Element)):
            met.append(node.pformat())
            if number in numbers and node.parent is not None and number < 200:
                CHANGES[change](node)
        return [*met, root.pformat()]

    assert walked(nodes.Node.findall) == walked(USUAL)


class Visitor(nodes.NodeVisitor):
    """Notes whom it visits and leaves, and does at each node what a test asks for."""

    def __init__(self, document: nodes.document, wishes: dict[int, type[Exception]]) -> None:
        super().__init__(document)
        self.wishes = wishes
        self.met: list[str] = []

    def dispatch_visit(self, node: nodes.Node) -> None:
        self.met.append(f"visit {node.pformat()}")
        if wish := self.wishes.get(len(self.met)):
            raise wish

    def dispatch_departure(self, node: nodes.Node) -> None:
        self.met.append(f"leave {node.pformat()}")


WISHES = st.dictionaries(
    st.integers(0, 30),
    st.sampled_from(
        [
            nodes.SkipNode,
            nodes.SkipDeparture,
            nodes.SkipChildren,
            nodes.SkipSiblings,
            nodes.StopTraversal,
        ]
    ),
)


@given(SHAPES, WISHES)
def test_a_visitor_visits_and_leaves_the_same_nodes(shape, wishes):
    def visited(walkabout) -> tuple[bool, list[str]]:
        document = new_document("page")
        document += tree([shape, [1, shape]])
        visitor = Visitor(document, wishes)
        return walkabout(document, visitor), visitor.met

    # A walk that begins with leaving out siblings ends with that exception in both.
    with suppress(nodes.SkipSiblings):
        assert visited(nodes.Node.walkabout) == visited(USUAL_WALK)
