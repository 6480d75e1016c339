"""One search finds several classes of nodes, as ``findall`` of docutils finds one."""

from typing import Any

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st

from sphinx_sitejson.site_build.nodes import find_nodes

pytestmark = pytest.mark.oldest

KINDS = (nodes.section, nodes.paragraph, nodes.emphasis, nodes.literal)


def tree(shape: list[Any], number: int = 0) -> nodes.Element:
    """Return a tree with an element for each list and a text for each number."""
    element = KINDS[number % len(KINDS)](ids=[str(number)])
    for place, inner in enumerate(shape):
        child = (
            nodes.Text(str(inner)) if isinstance(inner, int) else tree(inner, number + place + 1)
        )
        element.append(child)
    return element


SHAPES = st.recursive(
    st.integers(0, 9), lambda inner: st.lists(inner, max_size=4), max_leaves=40
).filter(lambda shape: isinstance(shape, list))


@given(SHAPES, st.sampled_from([(nodes.paragraph, nodes.Text), nodes.TextElement, nodes.Text]))
def test_one_search_finds_several_classes(shape, kinds):
    root = tree([shape, [1, shape]])

    expected = [id(node) for node in root.findall() if isinstance(node, kinds)]
    assert [id(node) for node in find_nodes(root, kinds)] == expected


def test_a_node_that_contains_itself_ends_the_search():
    node = nodes.section()
    node.children = [node]
    with pytest.raises(RecursionError):
        [*find_nodes(node, nodes.Text)]
