"""Expressions are data, or nothing."""

from __future__ import annotations

from contextlib import suppress

import pytest

from sphinx_sitejson.mdx.expressions.evaluating import evaluate, evaluate_constant
from sphinx_sitejson.mdx.expressions.values import JsxValue, NotData, PropValue, shown

SCOPE: dict[str, PropValue] = {
    "name": "Ada",
    "site": {"url": "https://a.example", "tags": ["x", "y"]},
    "n": 3,
}
SCOPE["hello"] = evaluate_constant("(who, much) => `Hello ${who}, ${much} and ${n}!`", SCOPE)
SCOPE["words"] = evaluate_constant(
    """{
        plain: "one", // the first
        bye: who => `Bye ${who}`,
        sum: 1 + 2, call: f({ a: ",}" }, [1]), made() { return "}" }, later,
        "last-one": { deep: true, deeper: () => { return `,${1}` } },
    }""",
    SCOPE,
)


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
        ('hello("Ada", 2)', "Hello Ada, 2 and 3!"),
        ("hello()", "Hello ,  and 3!"),
        ("words.bye('you') ", "Bye you"),
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


def test_a_constant_keeps_its_members_that_are_data() -> None:
    words = SCOPE["words"]
    assert isinstance(words, dict)
    assert list(words) == ["plain", "bye", "last-one"]
    assert (words["plain"], words["last-one"]) == ("one", {"deep": True})


@pytest.mark.parametrize(
    "source", ["hello", "words.bye", "words.sum", "name()", "hello(missing)", "hello(1"]
)
def test_a_text_with_gaps_is_no_value_by_itself(source: str) -> None:
    with pytest.raises(NotData):
        evaluate(source, SCOPE)


def test_texts_with_gaps_cannot_fill_in_each_other() -> None:
    scope = {"one": evaluate_constant("() => `x`", {})}
    scope["two"] = evaluate_constant("() => `${one()}${one()}`", scope)
    assert evaluate("one()", scope) == "x"
    with pytest.raises(NotData):
        evaluate("two()", scope)


def test_values_cannot_grow_without_end() -> None:
    scope: dict[str, PropValue] = {"text": "x" * 1000, "many": ["x"]}
    for _ in range(40):
        with suppress(NotData):
            scope["text"] = evaluate("`${text}${text}`", scope)
        scope["many"] = evaluate("[many, many]", scope)
    assert len(str(scope["text"])) < 1_000_000
    with pytest.raises(NotData):
        shown(scope["many"])


def test_values_as_text() -> None:
    values = ["a", 1, 2.0, 2.5, True, None, {"a": 1}, ["x", 1]]
    assert [shown(value) for value in values] == ["a", "1", "2", "2.5", "", "", "", "x1"]
