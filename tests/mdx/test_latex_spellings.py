from __future__ import annotations

import pytest
from docutils.utils.math import latex2mathml

from sphinx_sitejson.mdx.latex_spellings import formulas_below_each_other, normalize_spelling


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            r"\begin{align*}a &= b \\ c &= d\end{align*}",
            r"\begin{aligned}a &= b \\ c &= d\end{aligned}",
        ),
        (r"\begin{alignat}{2}a &= b\end{alignat}", r"\begin{aligned}a &= b\end{aligned}"),
        (r"\begin{equation}\label{e}a\end{equation}", "a"),
        (r"\begin{array}{l|r}a & b\end{array}", r"\begin{matrix}a & b\end{matrix}"),
        (r"\begin{cases}a & b\end{cases}", r"\begin{cases}a & b\end{cases}"),
        (r"\begin{aligned}[t]a\end{aligned}", r"\begin{aligned}[t]a\end{aligned}"),
        (r"a \nonumber \tag{7}", "a  "),
        (r"{\rm d}x + {\bf v}", r"\mathrm{d}x + \mathbf{v}"),
        (r"\Bigl(\Big|a\dots b", r"\Bigl(|a\ldots b"),
        (r"\\bm", r"\\bm"),
        (r"\bmod n \ltimes", r"\bmod n \ltimes"),
        (r"\sum_{\substack{i\\j_{k}}}", r"\sum_{\begin{matrix}i\\j_{k}\end{matrix}}"),
    ],
)
def test_other_spellings_of_the_same(written, expected):
    assert normalize_spelling(written) == expected
    # A reader of formulas is asked whether it knows what we write.
    if expected.strip():
        latex2mathml.tex2mathml(expected.replace("[t]", ""), as_block=True)


def test_an_empty_line_begins_the_next_formula():
    assert formulas_below_each_other(" a = b \n") == "a = b"

    both = formulas_below_each_other("a = b\n\n  \nc &= d \\\\\ne &= f\n")
    rows = latex2mathml.tex2mathml(both, as_block=True)

    assert both.count(r"\begin{aligned}") == 2
    assert "\\" not in str(rows)
    assert str(rows).count("<mtable") >= 3
