"""Formulas of Sphinx projects, which were written for MathJax."""

import pytest

# Each with an element of its MathML, and the text of that element.
FORMULAS = [
    (r"{n \choose k} = \frac12 \hbox{ if } u^{\*} = v", "mfrac", "nk"),
    (r"\large a \mathrel{:=} \textcolor{red}{b}", "[style^=color]", "b"),
    (r"^2 + \pmatrix{1 & 2 \cr 3 & 4}", "mtr", "12"),
    (r"$$\left(\begin{array}{r|l}a\hspace{-1em}&\phantom{.}b\end{array}\right)$$", "mtd", "a"),
    (r"\begin{align*}a &= b \\ c &= d\end{align*}", ".tml-jot > mtr + mtr", "c=d"),
    (r"\begin{alignat}{2}a &= b\end{alignat}", ".tml-jot .tml-left", "=b"),
    (r"\begin{eqnarray}a &=& b\end{eqnarray}", "mtd + mtd", "="),
    (r"\begin{equation}\label{e}a\end{equation}", "mi", "a"),
    (r"\begin{gather}a \\ b\end{gather}", "mtr + mtr", "b"),
    (r"\begin{bmatrix*}[r]1\end{bmatrix*}", "mtd", "1"),
    (r"\begin{dcases}a & b\end{dcases}", "mtd + mtd", "b"),
    (r"\[\sum_{\substack{i\\j_{k}}} i\]", "munder mtr + mtr", "jk"),
    (r"\(\sqrt{a\over{b}}\)", "msqrt > mfrac", "ab"),
    (r"{n \brack k} {n \brace k} {a \atop b}", "mfrac", "nk"),
    (r"\operatorname*{arg\,min}_x f", "munder > mi", "arg\N{THIN SPACE}min"),
    (r"\mathop\sum_x \mathop{\rm max}_x", "munder > mi", "x"),
    (r"\overbrace{\underbrace{a}_{b}}^{c}", "mover > mi", "c"),
    (r"\class{wide}{a} \href{javascript:b}{c} \require{cancel}\cancel{x}", "menclose mi", "x"),
    (r"\bra{\psi}\Ket{\{x\}} \nicefrac{a}{b} \hat{x}_i", "msub > mover > mi", "x"),
    (r"x_\texttt{\{a\}} \text{5\$ if $\text{b}$}", "mtext", "{\N{MATHEMATICAL MONOSPACE SMALL A}}"),
]
INDEX = "Tides\n=====\n\n" + "\n".join(f".. math::\n\n   {each}\n" for each, *_ in FORMULAS)


@pytest.fixture
def build(build_site):
    def build(index, conf=""):
        conf = f'html_theme = "sitejson"\nproject = "Tides"\n{conf}\n'
        return build_site({"index.rst": index}, conf=conf)

    return build


def test_formulas_for_mathjax_are_converted(build):
    site = build(INDEX)

    assert site.warnings == ""
    page = site.page("index.html")
    formulas = page.select("div.math > math")
    for formula, (written, element, text) in zip(formulas, FORMULAS, strict=True):
        assert formula.select_one(element).get_text() == text, written
    assert "\\" not in page.select_one("main").get_text()
    assert not page.select("main [class=wide], main [href^=javascript]")
    assert page.select_one('link[href*="sitejson-formulas.css"]')


def test_formulas_cannot_name_files_or_end(build):
    formulas = [r"\includegraphics{https://example.com/a.png}", "{" * 30_000 + "}" * 30_000]
    formulas += [r"\def\x{\x\x}\x", "a < script >", r"\text{<b onclick=x>}"]
    site = build("Tides\n=====\n\n" + "".join(f".. math:: {each}\n\n" for each in formulas))

    main = site.page("index.html").select_one("main")
    assert not main.select("img, script, b")
    assert site.warnings.count("could not be read") == 3


CHARACTERS = [
    ("a ≤ b", "mo", "≤"), ("a · b", "mo", "⋅"), ("x_∞", "mi", "∞"), ("∑_{i ∈ S} i", "mo", "∑"),
    ("a – b", "mtext", "–"), (r"\text{a – b}", "mtext", "a – b"), ("b + 日", "mtext", "日"),
]  # fmt: skip


def test_formulas_may_contain_any_character(build):
    lines = "".join(f":math:`{written}`\n\n" for written, *_ in CHARACTERS)
    site = build(f"Tides\n=====\n\n{lines}")

    assert site.warnings == ""
    formulas = site.page("index.html").select("span.math > math")
    for formula, (_, element, character) in zip(formulas, CHARACTERS, strict=True):
        found = [
            each.get_text().replace("\N{NO-BREAK SPACE}", " ") for each in formula.select(element)
        ]
        assert character in found


def test_large_delimiters_may_be_in_different_cells(build):
    site = build(
        "Tides\n=====\n\n.. math:: \\begin{align} a &= \\Bigl( b \\\\ &+ c \\Bigr) \\end{align}\n"
    )

    assert site.warnings == ""
    rows = site.page("index.html").select("mtable > mtr")
    assert [len(row.select("mtd")) for row in rows] == [2, 2]
    assert [it.get_text() for it in rows[0].parent.select("mo[minsize]")] == ["(", ")"]


def test_bold_symbols_end_with_their_argument(build):
    site = build(
        "Tides\n=====\n\n:math:`\\frac{\\boldsymbol{x}y}{\\hat{\\boldsymbol\\theta} z} + \\bm{0}`\n"
    )

    assert site.warnings == ""
    formula = site.page("index.html").select_one("math")
    above, below = formula.mfrac.find_all(recursive=False)
    assert above.get_text(strip=True) == "\N{MATHEMATICAL BOLD ITALIC SMALL X}y"
    assert below.mover.mi.get_text() == "\N{MATHEMATICAL BOLD ITALIC SMALL THETA}"
    assert below.find_all(recursive=False)[-1].get_text() == "z"


@pytest.mark.parametrize(
    "conf",
    [
        'mathjax3_config = {"tex": {"macros": {"R": "\\\\mathbb{R}"}}}',
        'mathjax_path = "https://example.com/mathjax.js"',
        'extensions = ["sphinx_sitejson", "sphinx.ext.mathjax"]',
    ],
)
def test_projects_that_configure_mathjax_keep_it(build, conf):
    site = build("Tides\n=====\n\n:math:`x \\in \\R`\n", conf)

    assert site.warnings == ""
    assert site.page("index.html").select_one("span.math").get_text() == r"\(x \in \R\)"
