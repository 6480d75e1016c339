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
USUAL_WALKABOUT = getattr(nodes.Node.walkabout, "usual", nodes.Node.walkabout)
USUAL_TEXT = getattr(nodes.Text.astext, "usual", nodes.Text.astext)
USUAL_SETUP = getattr(nodes.Node.setup_child, "usual", nodes.Node.setup_child)
USUAL_WALK = getattr(nodes.Node.walk, "usual", nodes.Node.walk)
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


def placed_by_hand(node: nodes.Element) -> None:
    placed = nodes.strong(ids=["0"])
    placed.parent = node
    node.children = [*node.children, placed]


WAYS_TO_PLACE = {
    "appended": lambda node: node.append(nodes.note(ids=["0"])),
    "added": lambda node: node.__iadd__([nodes.hint(ids=["0"])]),
    "inserted": lambda node: node.insert(0, nodes.tip(ids=["0"])),
    "inserted together": lambda node: node.insert(0, [nodes.danger(ids=["0"])]),
    "extended": lambda node: node.extend([nodes.caution(ids=["0"])]),
    "put in a place": lambda node: node.__setitem__(slice(0, 1), [nodes.image(ids=["0"])]),
    "put inside another": lambda node: node.append(nodes.line_block("", nodes.line())),
    "copied": lambda node: node.append(nodes.figure("", nodes.caption()).deepcopy()),
    "replaced": lambda node: node.replace_self(nodes.topic(ids=["0"])),
    "placed by hand": placed_by_hand,
}


@given(SHAPES, st.lists(st.tuples(st.sampled_from(sorted(WAYS_TO_PLACE)), st.integers(0, 30))))
def test_a_kind_that_a_page_had_not_is_found_once_it_is_there(shape, changes):
    document = new_document("page")
    document += tree([shape, [1, shape]])
    kinds = [nodes.Admonition, *(kind for kind in vars(nodes).values() if isinstance(kind, type))]
    kinds = [kind for kind in kinds if issubclass(kind, nodes.Node)]
    for way, number in changes:
        assert not [*document.findall(nodes.comment)]
        elements = [*USUAL(document, nodes.Element)][1:]
        if elements:
            WAYS_TO_PLACE[way](elements[number % len(elements)])
        for kind in kinds:
            assert [*document.findall(kind)] == [*USUAL(document, kind)]


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
    def visited(walk) -> tuple[bool, list[str]]:
        document = new_document("page")
        document += tree([shape, [1, shape]])
        visitor = Visitor(document, wishes)
        return walk(document, visitor), visitor.met

    # A walk that begins with leaving out siblings ends with that exception in both.
    with suppress(nodes.SkipSiblings):
        assert visited(nodes.Node.walkabout) == visited(USUAL_WALKABOUT)
    with suppress(nodes.SkipSiblings):
        assert visited(nodes.Node.walk) == visited(USUAL_WALK)


@given(st.text(st.sampled_from("a\0 \n\\ä"), max_size=8))
def test_a_text_reads_the_same_with_and_without_escapes(text):
    read = nodes.Text(text).astext()

    assert read == USUAL_TEXT(nodes.Text(text))
    assert type(read) is str


@pytest.mark.parametrize("line", [None, 7])
@pytest.mark.parametrize("is_in_page", [True, False])
@pytest.mark.parametrize("kind", [nodes.emphasis, lambda: nodes.Text("text")])
def test_a_placed_node_knows_its_page_and_line(kind, is_in_page, line):
    def placed(setup_child) -> nodes.Node:
        document = new_document("page")
        document.current_source, document.current_line = "source", 3
        parent = nodes.paragraph()
        if is_in_page:
            parent.document = document
        child = kind()
        child.line = line
        setup_child(parent, child)
        assert child.parent is parent
        assert (child.document is document) == is_in_page
        return child

    ours, theirs = placed(nodes.Node.setup_child), placed(USUAL_SETUP)
    assert (ours.source, ours.line) == (theirs.source, theirs.line)
