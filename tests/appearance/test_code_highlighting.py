"""Words of code have the colors that a reader expects; nothing of the code is lost."""

import re
from html import unescape

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import Generic, Keyword, Name, Number, String, Text

from sphinx_sitejson.appearance.lexers import LineDiffLexer, MdxLexer, mark_words, refine_lexer

CASES = {
    ("bash", "curl --request GET 'https://a.b'"): {
        "curl": Name.Function,
        "--request": Name.Attribute,
        "GET": Text,
    },
    ("bash", "TOKEN=1 curl -X GET https://a.b/c | jq ."): {
        "TOKEN": Name.Variable,
        "curl": Name.Function,
        "-X": Name.Attribute,
        "https://a.b/c": String,
        "jq": Name.Function,
        ".": Text,
    },
    ("console", "$ sudo pip install x --pre\ndone -a\n"): {
        "$ ": Generic.Prompt,
        "sudo": Name.Function,
        "pip": Name.Function,
        "install": Text,
        "--pre": Name.Attribute,
    },
    ("bash", "cd a \\\n  b\nls"): {"b": Text, "ls": Name.Function},
    ("python", "@app.get('/a')\ndef f(a=1):\n    x = g.h(b=2)\n"): {
        "@app": Name.Decorator,
        "get": Name.Decorator,
        "a": Name.Attribute,
        "x": Name,
        "g": Name,
        "h": Name.Function,
        "b": Name.Attribute,
    },
    ("javascript", "const a = fetch(b, {method: 'GET'})"): {
        "fetch": Name.Function,
        "b": Name.Other,
        "method": Name.Attribute,
    },
    ("go", "r := http.Get(url)"): {"Get": Name.Function, "url": Name.Other},
    ("json", '{"a": 1}'): {'"a"': Name.Tag},
}


@pytest.mark.parametrize(("language", "code"), CASES)
def test_words_have_the_kind_that_they_mean(language, code):
    tokens = [*refine_lexer(get_lexer_by_name(language)).get_tokens(code)]
    kinds = {value: kind for kind, value in tokens}

    assert "".join(value for _, value in tokens).rstrip("\n") == code.rstrip("\n")
    assert {word: kinds[word] for word in CASES[language, code]} == CASES[language, code]


def test_a_lexer_that_others_use_stays_as_it_is():
    lexer = get_lexer_by_name("bash")
    assert refine_lexer(lexer).filters != lexer.filters == []


def test_pages_in_mdx_have_colors():
    code = (
        "---\ntitle: A\n---\nimport B from 'b'\n\n# Head\n\n"
        '<Card title="a" cols={2} plain>\n  A **b** <Badge>c</Badge> {1 + 2}.\n</Card>\n'
    )
    tokens = [*MdxLexer().get_tokens(code)]
    kinds = {value: kind for kind, value in tokens}

    assert "".join(value for _, value in tokens) == code
    assert kinds["title"] is Name.Attribute
    assert kinds["Card"] is kinds["Badge"] is Name.Tag
    assert kinds['"a"'] is String
    assert kinds["2"] in Number
    assert kinds["import"] in Keyword
    assert kinds["# Head"] is Generic.Heading
    assert kinds["**b**"] is Generic.Strong


def test_changed_lines_keep_the_colors_of_their_language():
    code = " def f():\n-    return 1\n+    return 'two\n"
    tokens = [*LineDiffLexer(get_lexer_by_name("python")).get_tokens(code)]

    assert "".join(value for _, value in tokens) == code
    assert (Generic.Deleted, "-") in tokens and (Generic.Inserted, "+") in tokens
    assert [value for kind, value in tokens if kind is Keyword] == ["def", "return", "return"]


CODE = 'def hoist(sail="main"):\n    return hoist(sail) & 12\n'


def code_of(**options) -> str:
    return highlight(CODE, get_lexer_by_name("python"), HtmlFormatter(**options))


def marks(code: str) -> list[str]:
    return [
        unescape(re.sub("<[^>]*>", "", mark))
        for mark in re.findall("<mark>(.*?)</mark>", code, re.DOTALL)
    ]


@pytest.mark.parametrize("options", [{}, {"linenos": "table"}, {"linenos": "inline"}], ids=str)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["hoist"], ["hoist", "hoist"]),
        (["ois"], ["ois", "ois"]),
        (["return hoist"], ["return hoist"]),
        (['sail="main"'], ['sail="main"']),
        (["&"], ["&"]),
        (["hoist", "hoist(sail"], ["hoist(sail", "hoist(sail"]),
        (["1"], ["1"]),
        (["sail", "=", '"main"'], ["sail", "=", '"main"', "sail"]),
        (["Hoist", "", " "], []),
        (["amp"], []),
        (["span"], []),
    ],
)
def test_every_place_of_a_word_is_marked_once(options, words, expected):
    plain = code_of(**options, hl_lines=[2], linespans="line")
    marked = mark_words(plain, words)

    assert marks(marked) == expected
    unmarked = re.sub("</?mark>", "", marked)
    assert re.sub("<[^>]*>", "", unmarked) == re.sub("<[^>]*>", "", plain)
    assert marked.count("<span") == marked.count("</span>")


def test_a_marked_phrase_keeps_its_colors():
    marked = mark_words(code_of(), ["def hoi"])

    assert '<mark><span class="k">def</span><span class="w"> </span>' in marked
    assert '<span class="nf">hoi</span></mark><span class="nf">st</span>' in marked


def test_lines_stay_around_marks():
    marked = mark_words(code_of(hl_lines=[1]), ["def"])

    assert '<span class="hll"><mark><span class="k">def</span></mark>' in marked
