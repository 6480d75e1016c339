"""Formulas between single dollar signs, told from prices, names of variables and words."""

from __future__ import annotations

import pytest

from sphinx_sitejson.mdx.formulas import FORMULA, UNREAD

FORMULAS = r"""
$E=mc^2$ | $d$ | $x'$ | $f(x)$ | $x_1$ | $a_b$ | $a + b = c$ | $\alpha$ | $n-1$
| $x_{max}$ | $x<y$ | $-a/b$
"""
NONE = r"""
$5 or $10 | $5-$6 | $5/mo or $6/mo | $HOME/.config:$PATH | $name$ | $user_name$
| US$5^2$ | $ x^2$ | $x^2 $
| $a^2$b | $5 (or 6$) | \$x^2$ | $the whole-sale price$ | $VAR1$VAR2
"""


def cases(text: str) -> list[str]:
    return [case.strip() for case in text.split("|")]


@pytest.mark.parametrize("text", cases(FORMULAS))
def test_a_formula_has_something_of_one(text):
    found = FORMULA.search(text)

    assert found is not None
    assert found[0] == text


@pytest.mark.parametrize("text", cases(NONE))
def test_prices_and_names_are_none(text):
    assert FORMULA.search(text) is None


def test_words_between_two_signs_may_have_been_meant_as_one():
    assert [text for text in cases(NONE) if UNREAD.search(text)] == [
        "$name$",
        "$user_name$",
        "$the whole-sale price$",
    ]
