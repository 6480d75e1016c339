"""Formulas between single dollar signs, told from prices, names of variables and words."""

import pytest
from docutils.utils.math import latex2mathml

from sphinx_sitejson.mdx.formulas import (
    FORMULA,
    UNPARSED,
    convert_infix_commands,
    normalize_latex,
    stack_formulas,
)

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
        (r"\Bigl(\Big|a\dots b", r"{\Bigl({}\Bigr.}{\Bigl|{}\Bigr.}a\ldots b"),
        (r"\bigm\| \Biggr\rangle \big<", r"{\bigl\|{}\bigr.} {\Biggl.{}\Biggr\rangle} <"),
        (r"|a| \| \left|b\right\| \{", r"\text{|}a\text{|} \text{‖} \left|b\right\| \{"),
        (r"\lvert a\rvert \Vert \lvert -1", r"\text{|} a\text{|} \text{‖} \lvert -1"),
        (r"\text{|:=} a:=b", r"\text{|:=} a\;\text{:=}\;b"),
        ("a\tb\N{THIN SPACE}c", "a b c"),
        (r"\\bm", r"\\bm"),
        (r"\bm{x} \boldsymbol\theta \bmod", r"\mathbfit{x} \mathbfit\theta \bmod"),
        (r"\boldsymbol{0} \bm 1", r"\mathbf{0} \mathbf 1"),
        (r"\bmod n \ltimes", r"\bmod n \ltimes"),
        (r"\sum_{\substack{i\\j_{k}}}", r"\sum_{\begin{matrix}i\\j_{k}\end{matrix}}"),
        ("$$\na\n$$", "\na\n"),
        (r"$a$", "a"),
        (r"\[a\]", "a"),
        (r"\(a\)", "a"),
        ("a % the first\n+ 50\\%", "a \n+ 50\\%"),
        (r"\frac12 + \dfrac 3 4", r"\frac{1}{2} + \dfrac{3}{4}"),
        (r"^2 + {_i}x", r"{}^2 + {{}_i}x"),
        (r"u^{\*} \> v", r"u^{*} \: v"),
        (r"{\large a} \Huge b", r"{ a}  b"),
        (r"a \mathrel{:=} \smash{b}", r"a {\;\text{:=}\;} {b}"),
        (r"\hbox{if } \rm d \bf{x}", r"\text{if } \mathrm d \mathbf{x}"),
        (r"\color{red} a \textcolor{blue}{b_{c}}", r" a {b_{c}}"),
        (r"\textcolor{red}{\vphantom{a}b}", "{b}"),
        (r"\bra{\psi}\Ket{\{x\}}", r"\langle \psi\text{|}\text{|}\{x\}\rangle"),
        (r"\pmatrix{a & b \cr c & d}", r"\begin{pmatrix}a & b \\ c & d\end{pmatrix}"),
        (r"\begin{bmatrix*}[r]1\end{bmatrix*}", r"\begin{bmatrix}1\end{bmatrix}"),
        (r"\begin{dcases}a & b\end{dcases}", r"\begin{cases}a & b\end{cases}"),
        (r"a\kern-0.1em b\mskip 3mu c", "a b c"),
        (r"\Alpha \Rho", r"\mathrm{A} \mathrm{P}"),
        (r"\hat{x}_i + \dot\theta_1", r"{\hat{x}{}}_i + {\dot\theta{}}_1"),
        (r"\bar{\vec{x}_1}_2 \ddots_1", r"{\bar{{\vec{x}{}}_1}{}}_2 \ddots_1"),
        (r"\underbrace{a_{b}}_{n}", r"\underset{n}{\underbrace{a_{b}}}"),
        (r"\overbrace{a}^{n}", r"\overset{n}{\overbrace{a}}"),
        (r"\operatorname*{arg\,min}_x f", r"\underset{x}{\operatorname{arg min}} f"),
        (r"\operatorname*{min}_{x} f", r"\underset{{x}}{\operatorname{min}} f"),
        (r"\operatorname*{tr} A", r"\operatorname{tr} A"),
        (r"\operatorname{tr}_A \operatorname{\mathsf{T}}_B", r"\operatorname{tr}_A {\mathsf{T}}_B"),
        (r"\mathop{\mathrm{max}} _ {x} f", r"\underset{{x}}{{\mathrm{max}}} f"),
        (r"\mathop{\rm max}_x \mathop{min}", r"\underset{x}{\mathrm{max}} \operatorname{min}"),
        (r"\mathop\sum_x", r"\sum_x"),
        (
            r"\overbrace{\underbrace{a}_{b}}^{c}",
            r"\overset{c}{\overbrace{\underset{b}{\underbrace{a}}}}",
        ),
        (r"a \\[0.5ex] b \\ [2pt] c", r"a \\ b \\ c"),
        (r"\text{a\_b, 5\%} \hspace*{1em} c", r"\text{a_b, 5%} \hspace{1em} c"),
        (r"x_\texttt{\{a\}}", r"x_{\text{}\{\text{a}\}\text{}}"),
        (r"\text{5\$ if $\text{b}$}", r"{\text{5}\$\text{ if $\text{b}$}}"),
        (r"\text{an \emph{old~man}\ldots}", r"\text{an old man…}"),
    ],
)
def test_other_spellings_of_the_same(written, expected):
    assert normalize_latex(written) == expected
    # A reader of formulas is asked whether it knows what we write.
    if expected.strip():
        latex2mathml.tex2mathml(expected.replace("[t]", ""), as_block=True)


def test_an_empty_line_begins_the_next_formula():
    assert stack_formulas(" a = b \n") == "a = b"

    both = stack_formulas("a = b\n\n  \nc &= d \\\\\ne &= f\n")
    rows = latex2mathml.tex2mathml(both, as_block=True)

    assert both.count(r"\begin{aligned}") == 2
    assert "\\" not in str(rows)
    assert str(rows).count("<mtable") >= 3


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (r"a \over b", r"\frac{a }{ b}"),
        (r"x {a \over b} y", r"x {\frac{a }{ b}} y"),
        (r"\sqrt{a\over{b}}", r"\sqrt{\frac{a}{{b}}}"),
        (r"{{a \over b} \over c}", r"{\frac{{\frac{a }{ b}} }{ c}}"),
        (r"\left( a \over b \right)^2", r"\left(\frac{ a }{ b }\right)^2"),
        (r"\left\{ a \over b \right.", r"\left\{\frac{ a }{ b }\right."),
        (r"\overline{a} \{ \leftarrow b", r"\overline{a} \{ \leftarrow b"),
        (r"\{a \over b\}", r"\frac{\{a }{ b\}}"),
        ("a} \\over {b\\", "\\frac{a} }{ {b\\}"),
        (r"{n \choose k} x", r"{\binom{n }{ k}} x"),
        (r"{a \atop b}", r"{\begin{matrix}a \\ b\end{matrix}}"),
        (r"{n \brack k}", r"{\begin{bmatrix}n \\ k\end{bmatrix}}"),
        (r"{n \brace k}", r"{\begin{Bmatrix}n \\ k\end{Bmatrix}}"),
    ],
)
def test_infix_commands(written, expected):
    assert convert_infix_commands(written) == expected
