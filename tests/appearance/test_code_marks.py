"""Words that are marked in highlighted code."""

from __future__ import annotations

import re
from html import unescape

import pytest
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from sphinx_sitejson.appearance.code_marks import mark_words

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
