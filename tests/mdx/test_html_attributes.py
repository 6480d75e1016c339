"""Attributes of JSX as HTML has them."""

from __future__ import annotations

import pytest

from sphinx_sitejson.mdx.addresses import is_unsafe
from sphinx_sitejson.mdx.html_attributes import dropped_attributes, html_attributes


@pytest.mark.parametrize(
    ("props", "expected"),
    [
        ({"className": "a b", "htmlFor": "x"}, {"class": "a b", "for": "x"}),
        (
            {"frameBorder": 0, "allowFullScreen": True},
            {"frameborder": "0", "allowfullscreen": None},
        ),
        ({"hidden": False, "aria-hidden": False}, {"aria-hidden": "false"}),
        ({"viewBox": "0 0 1 1", "strokeWidth": 2}, {"viewBox": "0 0 1 1", "stroke-width": "2"}),
        (
            {"style": {"marginTop": 4, "lineHeight": 1.5, "--x": "1", "color": "red"}},
            {"style": "margin-top: 4px; line-height: 1.5; --x: 1; color: red"},
        ),
        ({"style": {"background": "url(javascript:x)", "width": "a;b"}}, {}),
        ({"style": "color: red"}, {"style": "color: red"}),
        ({"onClick": "x()", "onclick": "x()", "dangerouslySetInnerHTML": "x", "srcDoc": "x"}, {}),
        ({"href": "JaVa\tScript:alert(1)", "src": "data:text/html,x"}, {}),
        ({"src": "data:image/png;base64,AA"}, {"src": "data:image/png;base64,AA"}),
        ({"a b": "x", "x>": "y"}, {}),
        ({"width": 3.0, "list": [1]}, {"width": "3"}),
    ],
)
def test_attributes(props, expected) -> None:
    assert html_attributes(props) == expected


def test_what_would_run_code_is_named() -> None:
    props = {"onClick": True, "href": "javascript:x", "title": "javascript:x"}

    assert dropped_attributes(props) == ["onClick", "href"]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:x",
        " javascript:x",
        "java\nscript:x",
        "\x01vbscript:x",
        "data:text/html,x",
        "FILE:///etc",
    ],
)
def test_unsafe_addresses(address: str) -> None:
    assert is_unsafe(address)


@pytest.mark.parametrize("address", ["/a", "a:b/c", "https://x", "mailto:a@b", "#a", "javascript"])
def test_safe_addresses(address: str) -> None:
    assert not is_unsafe(address)
