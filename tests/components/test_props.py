"""Values of props, as components read them."""

from __future__ import annotations

import pytest

from sphinx_sitejson.components.nodes import JsxValue
from sphinx_sitejson.components.props import value_as_text


def element(*children: JsxValue | str) -> JsxValue:
    return JsxValue(name="span", props={}, children=children)


@pytest.mark.parametrize(
    ("children", "text"),
    [
        (("Light", element("house")), "Lighthouse"),
        ((element("Farmer"), element("plugin")), "Farmer plugin"),
        ((element(element("Farmer"), element("")), element("+4")), "Farmer +4"),
    ],
)
def test_elements_beside_each_other_are_separate_words(children, text):
    assert value_as_text(element(*children)) == text
