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
    "nothing": None,
}
SCOPE["hello"] = evaluate_constant("(who, much) => `Hello ${who}, ${much} and ${n}!`", SCOPE)
SCOPE["words"] = evaluate_constant(
    """{
        plain: "one", // the first
        bye: who => `Bye ${who}`,
        sum: new Sum(), call: f({ a: ",}" }, [1]), made() { return "}" }, later,
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
                children=(JsxValue(name="path", props={"d": "M0>1"}), " a b ", "Ada"),
            ),
        ),
        ("<>x</>", JsxValue(name="", props={}, children=("x",))),
        # Choices
        ("n > 2 ? 'many' : 'few'", "many"),
        ("n < 2 ? 'few' : n === 3 ? 'three' : 'many'", "three"),
        ("n && name", "Ada"),
        ("0 || name", "Ada"),
        ("site.missing ?? 'none'", "none"),
        ("site.missing || site['url']", "https://a.example"),
        ("site?.missing?.deeper", None),
        ("nothing?.x?.y.z()", None),
        ("site.missing?.map(x => x)", None),
        ("!name", False),
        ("!!site.tags", True),
        ("[] && 1", 1),
        ("typeof missing === 'undefined'", True),
        ("typeof name", "string"),
        ("1 === true", False),
        ("name !== 'Ada' || n >= 3", True),
        # Numbers
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("2 ** 3 ** 2", 512),
        ("7 % 4 - 1", 2),
        ("1 / 4", 0.25),
        ("-n + 1", -2),
        ("1_000", 1000),
        ("(1234567.891).toLocaleString()", "1,234,567.891"),
        ("(2.345).toFixed(1)", "2.3"),
        ("Math.round(2.5) + Math.max(1, n)", 6),
        # Texts
        ("'a' + 1 + true", "a1true"),
        ("name.length", 3),
        ("name.toUpperCase()", "ADA"),
        ("name[0] + name.slice(1, -1) + name.at(-1)", "Ada"),
        ("'a-b'.split('-')", ["a", "b"]),
        ("'a b a'.replace('a', 'c')", "c b a"),
        ("' x '.trim().padStart(3, '0')", "00x"),
        ("'abc'.substring(2, 0)", "ab"),
        ("encodeURIComponent('a b/c')", "a%20b%2Fc"),
        ("String(n) + Number('4')", "34"),
        # Lists and objects
        ("site.tags.length", 2),
        ("site.tags.map((tag, i) => `${i}${tag}`).join(', ')", "0x, 1y"),
        ("site.tags.filter(tag => tag !== 'x')", ["y"]),
        ("site.tags.includes('y') && site.tags.indexOf('y')", 1),
        ("[3, 1].reduce((sum, each) => sum + each, 0)", 4),
        ("[...site.tags, 'z'].slice(1)", ["y", "z"]),
        ("{ ...site, tags: 1 }", {"url": "https://a.example", "tags": 1}),
        ("{ ['a' + 'b']: 1 }", {"ab": 1}),
        ("Object.keys(site).concat(Object.values({ a: 1 }))", ["url", "tags", 1]),
        ("Object.entries({ a: 1 }).map(([key, value]) => key + value)", ["a1"]),
        ("Array.from({ length: 2 }, (_, i) => i + 1)", [1, 2]),
        ("JSON.stringify({ a: [1] })", '{"a":[1]}'),
        # Functions that only return
        ("(() => 1)()", 1),
        ("((a, b = 2) => a + b)(1)", 3),
        ("(function (a) { return a })('x')", "x"),
        ("(({ a, ...rest }) => rest)({ a: 1, b: 2 })", {"b": 2}),
        ("(({ a: { b } }) => b)({ a: { b: 4 } })", 4),
        (
            "(() => { const m = n * 2; if (m > 9) { return 'a' } else if (m > 5) return 'b'; })()",
            "b",
        ),
        ("(() => { const [a, b] = site.tags; return b + a; })()", "yx"),
        (
            "site.tags.map(tag => <b key={tag}>is {tag}</b>)",
            [
                JsxValue(name="b", props={"key": "x"}, children=("is ", "x")),
                JsxValue(name="b", props={"key": "y"}, children=("is ", "y")),
            ],
        ),
        (
            "<ul>\n  {site.tags.map(tag => (\n    <li>{tag}</li>\n  ))}\n  end of\n  it\n</ul>",
            JsxValue(
                name="ul",
                props={},
                children=(
                    JsxValue(name="li", props={}, children=("x",)),
                    JsxValue(name="li", props={}, children=("y",)),
                    "end of it",
                ),
            ),
        ),
    ],
)
def test_data(source: str, value: object) -> None:
    assert evaluate(source, SCOPE) == value


@pytest.mark.parametrize(
    "source",
    [
        "",
        "missing",
        "site.tags[9]",
        "f()",
        "a + b",
        "1 2",
        "() => 1",
        "x ? 1 : 2",
        "site.missing",
        "site.missing.deeper",
        "name.matchAll('x')",
        "site.tags.push('z')",
        "site.tags.sort()",
        "1 / 0",
        "name * 2",
        "'x'.repeat(1e9)",
        "'x'.padStart(1e9)",
        "2 ** 5000",
        "((f) => f(f))((f) => f(f))",
        "[1].map(function (x) { while (true) {} })",
        "(() => { name = 2; return name })()",
        "name = 2",
        "n++",
        "n => n",
        "fetch('x')",
        "window.location",
        "`${(() => `a`)}${missing}`",
        "Array.from({length: 1e9}).map(x => Array.from({length: 1e9}))",
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
    last = words["last-one"]
    assert isinstance(last, dict)
    assert (words["plain"], last["deep"]) == ("one", True)


@pytest.mark.parametrize(
    "source", ["hello", "words.bye", "words.sum", "name()", "hello(missing)", "hello(1"]
)
def test_a_text_with_gaps_is_no_value_by_itself(source: str) -> None:
    with pytest.raises(NotData):
        evaluate(source, SCOPE)


def test_functions_may_call_one_another_but_not_for_ever() -> None:
    scope: dict[str, PropValue] = {"f0": evaluate_constant("() => `x`", {})}
    for level in range(1, 30):
        source = f"() => `${{f{level - 1}()}}${{f{level - 1}()}}`"
        scope[f"f{level}"] = evaluate_constant(source, dict(scope))
    assert evaluate("f2()", scope) == "xxxx"
    with pytest.raises(NotData):
        evaluate("f29()", scope)


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
