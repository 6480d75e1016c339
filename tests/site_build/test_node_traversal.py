"""The flat ``findall`` finds what docutils' own finds, whoever changes the tree meanwhile."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature
from itertools import islice
from typing import Any

import docutils
import pytest
from docutils import nodes
from docutils.utils import new_document
from hypothesis import given
from hypothesis import strategies as st
from sphinx.util.nodes import NodeMatcher

from sphinx_sitejson.site_build import nodes as node_traversal
from sphinx_sitejson.site_build.nodes import COMPARED_VERSIONS, find_nodes, flatten_findall

pytestmark = pytest.mark.oldest

ORIGINAL = getattr(nodes.Node.findall, "original", nodes.Node.findall)
KINDS = (nodes.section, nodes.paragraph, nodes.emphasis, nodes.literal)


class Application:
    """Stands for one of Sphinx, which lives as long as somebody holds it."""


@pytest.fixture(scope="module", autouse=True)
def flat() -> Iterator[None]:
    """Install the method for these tests, whichever application of another test still lives."""
    nodes.Node.findall = ORIGINAL
    app = Application()
    flatten_findall(app)
    yield
    del app
    assert nodes.Node.findall is ORIGINAL


@contextmanager
def original_findall() -> Iterator[None]:
    """Search as docutils does, in all steps: it calls the method again for the nodes below."""
    flat = nodes.Node.findall
    nodes.Node.findall = ORIGINAL
    try:
        yield
    finally:
        nodes.Node.findall = flat


def test_it_is_called_in_the_same_way():
    def arguments(function):
        return [(each.name, each.default) for each in signature(function).parameters.values()]

    assert arguments(nodes.Node.findall) == arguments(ORIGINAL)


def test_this_docutils_was_compared():
    """Fails with a new docutils: run these tests with it, then add it to the versions."""
    assert docutils.__version_info__[:2] in COMPARED_VERSIONS
    assert nodes.Node.findall is not ORIGINAL


def test_another_docutils_keeps_its_own_method(monkeypatch):
    monkeypatch.setattr(node_traversal, "__version_info__", (0, 99, 0))
    monkeypatch.setattr(nodes.Node, "findall", ORIGINAL)
    flatten_findall(Application())
    assert nodes.Node.findall is ORIGINAL


def test_an_application_that_ends_leaves_the_method_of_another_in_place(monkeypatch):
    monkeypatch.setattr(nodes.Node, "findall", ORIGINAL)
    first, second = Application(), Application()
    flatten_findall(first)
    monkeypatch.setattr(nodes.Node, "findall", ORIGINAL)
    flatten_findall(second)
    of_second = nodes.Node.findall
    del first
    assert nodes.Node.findall is of_second
    del second
    assert nodes.Node.findall is ORIGINAL


def test_only_findall_is_replaced():
    for kind in (nodes.Node, nodes.Element, nodes.Text):
        replaced = {
            name
            for name, value in vars(kind).items()
            if getattr(value, "__module__", "docutils.nodes").startswith("sphinx_sitejson")
        }
        assert replaced == ({"findall"} if kind is nodes.Node else set())


def test_a_node_that_was_placed_without_a_call_is_found():
    document = new_document("page")
    paragraph = nodes.paragraph("", "text")
    document += paragraph
    assert not [*document.findall(nodes.strong)]

    paragraph.children = [pickle.loads(pickle.dumps(nodes.strong("", "strong")))]
    assert len([*document.findall(nodes.strong)]) == 1


def test_a_node_that_contains_itself_ends_the_search():
    node = nodes.section()
    node.children = [node]
    for walk in ({}, {"condition": nodes.Text}, {"condition": lambda node: False}):
        with original_findall(), pytest.raises(RecursionError):
            [*node.findall(**walk)]
        with pytest.raises(RecursionError):
            [*node.findall(**walk)]


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
CONDITIONS = (
    None,
    nodes.Node,
    nodes.Element,
    nodes.paragraph,
    nodes.Text,
    nodes.TextElement,
    is_even,
    lambda node: True,
    NodeMatcher(nodes.emphasis, nodes.Text),
    NodeMatcher(nodes.Element, ids=["2"]),
    NodeMatcher(ids=["2"]),
    NodeMatcher(nodes.paragraph, ids=Any),
    NodeMatcher(),
)
WALKS = st.fixed_dictionaries(
    {"condition": st.sampled_from(CONDITIONS)},
    optional={name: st.booleans() for name in ("include_self", "descend", "siblings", "ascend")},
)


@given(SHAPES, WALKS, st.integers(0, 9))
def test_a_search_finds_the_same_nodes_in_the_same_order(shape, walk, start):
    root = tree([shape, [1, shape]])
    with original_findall():
        everything = [*root.findall()]
        node = everything[start % len(everything)]
        expected = [id(found) for found in node.findall(**walk)]

    assert [id(found) for found in node.findall(**walk)] == expected


def put_another_list(node: nodes.Element) -> None:
    placed = nodes.strong(ids=["0"])
    placed.parent = node
    node.children = [placed, *reversed(node.children)]


DIFF_PREFIX = {
    "removed": lambda node: node.parent.remove(node),
    "replaced by its children": lambda node: node.parent.replace(node, node.children),
    "replaced": lambda node: node.replace_self(nodes.topic("", nodes.Text("a"), ids=["0"])),
    "given a child": lambda node: node.append(nodes.Text("new")),
    "given a first child": lambda node: node.insert(0, nodes.emphasis(ids=["1"])),
    "given a neighbor": lambda node: node.parent.append(nodes.emphasis(ids=["0"])),
    "given a neighbor before": lambda node: node.parent.insert(0, nodes.emphasis(ids=["0"])),
    "emptied": lambda node: node.clear(),
    "emptied around": lambda node: node.parent.clear(),
    "given another list": put_another_list,
    "given another list around": lambda node: put_another_list(node.parent),
}


def found_while_changing(shape: Any, walk: dict[str, Any], changes: dict[int, str]) -> list[str]:
    """Return what a search finds when nodes are changed as soon as they are found, by number."""
    root = tree([shape, [1, shape]])
    met = []
    try:
        for number, node in enumerate(islice(root.findall(**walk), 200)):
            met.append(node.pformat())
            target = node if isinstance(node, nodes.Element) else node.parent
            if number in changes and target is not None and target.parent is not None:
                DIFF_PREFIX[changes[number]](target)
    except (AttributeError, ValueError, IndexError) as error:
        # Of a node that was removed, the search for siblings fails.
        met.append(repr(error))
    return [*met, root.pformat()]


@given(
    SHAPES,
    WALKS,
    st.dictionaries(st.integers(0, 30), st.sampled_from(sorted(DIFF_PREFIX)), max_size=6),
)
def test_a_search_finds_the_same_nodes_while_the_tree_changes(shape, walk, changes):
    with original_findall():
        expected = found_while_changing(shape, walk, changes)
    assert found_while_changing(shape, walk, changes) == expected


@pytest.mark.parametrize("change", DIFF_PREFIX)
def test_each_change_at_each_node_with_each_condition(change):
    shape = [[1, [2], [3]], [[4], 5], 6]
    for condition in CONDITIONS:
        for number in range(12):
            walk, changes = {"condition": condition}, {number: change}
            with original_findall():
                expected = found_while_changing(shape, walk, changes)
            assert found_while_changing(shape, walk, changes) == expected


@given(SHAPES)
def test_one_search_finds_several_classes(shape):
    root = tree([shape, [1, shape]])
    kinds = (nodes.paragraph, nodes.Text)

    with original_findall():
        expected = [id(node) for node in root.findall() if isinstance(node, kinds)]
    assert [id(node) for node in find_nodes(root, kinds)] == expected
