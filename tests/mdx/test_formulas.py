"""Formulas between single dollar signs, told from prices, names of variables and words."""

import pytest

from sphinx_sitejson.mdx.formulas import FORMULA, UNPARSED

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


def test_a_word_may_end_after_a_formula():
    found = [match["formula"] for match in FORMULA.finditer(r"$\text{Quay}$s, $a_{b}$th, $a^2$b")]

    assert found == [r"\text{Quay}", "a_{b}"]


@pytest.mark.parametrize("text", cases(NONE))
def test_prices_and_names_are_none(text):
    assert FORMULA.search(text) is None


def test_text_between_two_dollar_signs_may_be_a_formula():
    found = [text for text in cases(NONE) if UNPARSED.search(text)]
    assert found == ["$name$", "$user_name$", "$the whole-sale price$"]
