"""Expressions are data, or nothing."""

from __future__ import annotations

import pytest

from sphinx_sitejson.mdx.expressions import NotData, evaluate, shown
from sphinx_sitejson.mdx.values import JsxValue

SCOPE = {"name": "Ada", "site": {"url": "https://a.example", "tags": ["x", "y"]}, "n": 3}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ('"a"', "a"),
        ("'it\\'s'", "it's"),
        ('"\\u0041\\x42\\u{43}\\n"', "ABC\n"),
        ("3", 3),
        ("-1.5", -1.5),
        ("0x1F", 31),
        ("true", True),
        ("null", None),
        ("undefined", None),
        ("[1, 'a', [true]]", [1, "a", [True]]),
        ("[1, ]", [1]),
        ("[]", []),
        ('{ a: 1, "b-c": [2], d: {} }', {"a": 1, "b-c": [2], "d": {}}),
        ("{ name }", {"name": "Ada"}),
        ("`plain`", "plain"),
        ("`Hello ${name}, ${ n }`", "Hello Ada, 3"),
        ("`\\``", "`"),
        ("(((1)))", 1),
        ("/* a */ 1 // b", 1),
        ("name", "Ada"),
        ("site.url", "https://a.example"),
        ("site.tags[1]", "y"),
        ('site["url"]', "https://a.example"),
        ("<b/>", JsxValue(name="b", props={})),
        (
            '<svg w={1}><path d="M0>1"/> a  b {name}{}</svg>',
            JsxValue(
                name="svg",
                props={"w": 1},
                children=(JsxValue(name="path", props={"d": "M0>1"}), "a b", "Ada", ""),
            ),
        ),
        ("<>x</>", JsxValue(name="", props={}, children=("x",))),
    ],
)
def test_data(source: str, value: object) -> None:
    assert evaluate(source, SCOPE) == value


@pytest.mark.parametrize(
    "source",
    [
        "",
        "missing",
        "name.length",
        "site.tags[9]",
        "f()",
        "a + b",
        "1 2",
        "() => 1",
        "x ? 1 : 2",
        "{...site}",
        "`${missing}`",
        "`open",
        "'open",
        "[1",
        "{a",
        "(1",
        "<b>",
        "<b></b",
        "new Date()",
        "this",
        "[" * 500,
        "(" * 500 + "1" + ")" * 500,
        "9" * 5000,
    ],
)
def test_programs_are_refused(source: str) -> None:
    with pytest.raises(NotData):
        evaluate(source, SCOPE)


def test_values_as_text() -> None:
    values = ["a", 1, 2.0, 2.5, True, None, {"a": 1}, ["x", 1]]
    assert [shown(value) for value in values] == ["a", "1", "2", "2.5", "", "", "", "x1"]
