"""Attributes of JSX as HTML has them."""

import pytest

from sphinx_sitejson.common.network.urls import is_unsafe_url
from sphinx_sitejson.mdx.html_attributes import find_script_attributes, html_attributes


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
def test_attributes(props, expected):
    assert html_attributes(props) == expected


def test_what_would_run_code_is_named():
    props = {"onClick": True, "href": "javascript:x", "title": "javascript:x"}

    assert find_script_attributes(props) == ["onClick", "href"]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:x", " javascript:x", "java\nscript:x", "\x01vbscript:x", "data:text/html,x",
        "FILE:///etc", "filesystem:https://a.example.com/temporary/x", "view-source:javascript:x",
        "feed: java\tscript:x", "jar:feed:data:text/html,x!/", "feed:" * 1000 + "x",
    ],
)  # fmt: skip
def test_unsafe_urls(address):
    assert is_unsafe_url(address)


@pytest.mark.parametrize(
    "address", ["/a", "a:b/c", "https://x", "mailto:a@b", "#a", "javascript", "feed:https://x"]
)
def test_safe_urls(address):
    assert not is_unsafe_url(address)


# fmt: off
LIVE = [
    ("p", "ONCLICK", "x()"), ("p", "OnMouseOver", True), ("svg", "onbegin", "x()"),
    ("iframe", "sRcDoC", "<b>"), ("a", "href", "java\tscript:x"),
    ("a", "href", "\x01 JAVA\nSCRIPT\t:x"), ("a", "href", "view-source:javascript:x"),
    ("a", "XLink:Href", "vbscript:x"), ("use", "href", "data:image/svg+xml,<svg/>"),
    ("iframe", "src", "data:text/html,x"), ("iframe", "src", "data:image/svg+xml,<svg onload=x()>"),
    ("embed", "src", "data:image/svg+xml,x"), ("object", "data", "data:image/svg+xml,x"),
    ("object", "archive", "a.jar javascript:x"), ("img", "srcSet", "a.png 1x, javascript:x 2x"),
    ("a", "ping", "https://a javascript:x"), ("animate", "values", "https://a;javascript:x"),
    ("animate", "to", "JavaScript:x"), ("set", "from", " javascript:x"),
    ("animate", "by", "data:text/html,x"), ("set", "attributeName", "onclick"),
    ("set", "attributename", "ONload"), ("rect", "fill", "url(javascript:x)"),
    ("rect", "filter", "url( 'java\\73 cript:x' )"),
    ("p", "style", "background: url(javascript:x)"),
    ("p", "STYLE", "background: url(java/**/script:x)"),
    ("p", "style", "background: url(\\6a avascript:x)"), ("p", "style", "width: expression(x())"),
    ("p", "style", "behavior: url(x)"), ("p", "style", "-moz-binding: url(x)"),
    *((*pair.split(), "javascript:x") for pair in [
        "a HREF", "a xlinkHref", "a any:href", "iframe src", "object classid", "object codebase",
        "param value", "form action", "button formAction", "video poster", "img longDesc",
        "img useMap", "img dynsrc", "img lowsrc", "body background", "q cite", "html manifest",
        "menuitem icon", "math definitionURL", "maction xlink:href", "svg xml:base",
        "p some-new-attribute",
    ]),
]
# fmt: on


@pytest.mark.parametrize(("tag", "name", "value"), LIVE)
def test_live_attributes_are_left_out_and_named(tag, name, value):
    assert html_attributes({name: value, "id": "a"}, tag) == {"id": "a"}
    assert find_script_attributes({name: value, "id": "a"}, tag) == [name]


# fmt: off
HARMLESS = [
    ("p", "title", "javascript: the good parts"), ("p", "data-onclick", "javascript:x"),
    ("p", "aria-label", "javascript:x"), ("img", "alt", "javascript:x (1)"),
    ("input", "value", "javascript:x"), ("input", "placeholder", "url(javascript:x)"),
    ("animate", "values", "0;1;0"), ("animate", "values", "0 0 10 10; 5 5 10 10"),
    ("animate", "attributeName", "opacity"), ("animate", "to", "#ff0000"),
    ("animateTransform", "from", "rotate(0 1 1)"), ("svg", "viewBox", "0 0 1 1"),
    ("rect", "fill", "url(#gradient)"), ("rect", "transform", "translate(1 2)"),
    ("image", "href", "data:image/png;base64,AA"), ("img", "src", "data:image/svg+xml,x"),
    ("video", "poster", "data:image/png;base64,AA"),
    ("iframe", "src", "https://a.test/?next=javascript:x(1)"), ("iframe", "allow", "fullscreen"),
    ("p", "style", "background: url(data:image/png;base64,AA); color: red"), ("td", "colSpan", "2"),
    ("a", "download", "x"),
]
# fmt: on


@pytest.mark.parametrize(("tag", "name", "value"), HARMLESS)
def test_harmless_attributes_stay(tag, name, value):
    (kept,) = html_attributes({name: value}, tag).values()
    assert kept == value
    assert find_script_attributes({name: value}, tag) == []
