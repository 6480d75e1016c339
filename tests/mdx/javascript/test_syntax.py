"""JSX and module statements become plain JavaScript."""

import pytest

from sphinx_sitejson.mdx.javascript.syntax import (
    Module,
    compile_expression,
    decode_entities,
    jsx_text,
)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", "(a < b\n)"),
        ("a.b", "a.b"),
        ("<b/>", '($h("b",{})\n)'),
        ("<b>x</b>", '($h("b",{},"x")\n)'),
        ("<></>", "($h($F,{})\n)"),
        ("<A/>", '($h($t(()=>A,"A"),{})\n)'),
        ("<a.B/>", '($h($t(()=>a.B,"a.B"),{})\n)'),
        ("<my-element/>", '($h("my-element",{})\n)'),
        ("<svg:path/>", '($h("svg:path",{})\n)'),
        ("<b a='1' b={2} c d={<i/>} {...e} data-f=\"&lt;\"/>",
         '($h("b",{"a":"1","b":(2),"c":true,"d":($h("i",{})),...e,"data-f":"<"})\n)'),
        ("<b class='x' for=\"y\" default={1}/>",
         '($h("b",{"class":"x","for":"y","default":(1)})\n)'),
        ("<b>{/* nothing */}{a}{'x'}</b>", "($h(\"b\",{},(a),('x'))\n)"),
        ("<b a='?x=1&y=2'>Q & A && B{c && d & e}</b>",
         '($h("b",{"a":"?x=1&y=2"},"Q & A && B",(c && d & e))\n)'),
        ("<b>{a, c}</b>", '($h("b",{},(a, c))\n)'),
        ("<b a={/* none */}/>", '($h("b",{"a":undefined})\n)'),
        ("<p>a\n</div>", '((()=>{throw new SyntaxError("<p> is closed by </div>")})()\n\n)'),
        ("a.map(x => <i key={x}>{x}</i>)", 'a.map(x => $h("i",{"key":(x)},(x)))'),
    ],
)  # fmt: skip
def test_jsx_becomes_calls(source, expected):
    compiled = compile_expression(source)

    assert compiled == expected or compiled == f"({expected}\n)"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("a b", "a b"),
        ("  a  b  ", "  a  b  "),
        ("\n  a\n  b\n", "a b"),
        ("a \n", "a"),
        ("\n \n", ""),
        ("a\n\n\nb", "a b"),
        (" &amp;&nbsp;&#65;&#x42;&copy; &nothing; & a", " &\u00a0AB© &nothing; & a"),
    ],
)
def test_text_between_tags(raw, text):
    assert jsx_text(raw) == text


@pytest.mark.parametrize("text", ["&#55296;", "&#x110000;", "&#xdfff;"])
def test_references_to_no_character_are_replaced(text):
    assert decode_entities(text) == "\ufffd"


def test_names_imports_and_exports():
    module = Module(
        "import A, { b as c, d } from './x.jsx'\n"
        "import * as e from '/y.js'\n"
        "import './style.css'\n"
        "export const f = 1, { g, h: [i = 2, ...j], ...k } = l; export let m\n"
        "export function n() {}\n"
        "export default class O {}\n"
        "function p() {}\n"
        "export { p as q }\n"
        "export { r as s } from './z.jsx'\n"
        "export * from './all.jsx'\n"
    )

    names = [("A", "default"), ("c", "b"), ("d", "d")]
    assert module.imports == [*((*name, "./x.jsx") for name in names), ("e", "*", "/y.js")]
    assert module.specifiers == ["./x.jsx", "/y.js", "./style.css", "./z.jsx", "./all.jsx"]
    declared = {name for statement in module.statements for name in statement.names}
    assert declared == {*"fgijkmnOp"}
    assert module.exports == {**{name: name for name in "fgijkmn"}, "default": "O", "q": "p"}
    assert module.reexports == [("s", "r", "./z.jsx"), ("*", "*", "./all.jsx")]


def test_types_are_left_out():
    source = "type A = { b: 1 }\nexport interface C { d: string }\nimport type { E } from 'e'\n1;"

    assert len(Module(source).statements) == 1


@pytest.mark.parametrize(
    "source",
    [
        "<b\n\n  a='1'\n  b={2}>\n  text\n  {c}\n</b>",
        "<b>\n\n</b>",
        "<b a='x\ny' />",
        "<>\n<i/>\n</>",
    ],
)
def test_lines_stay_where_they_are(source):
    code = compile_expression(f"{source}.then(here)")
    before = code[: code.index(".then")]

    assert before.count("\n") == source.count("\n")
