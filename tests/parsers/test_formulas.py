"""Formulas of Sphinx projects, which were written for MathJax."""

import pytest

FORMULAS = [
    r"{n \choose k} = \frac12 \hbox{ if } u^{\*} = v",
    r"\large a \mathrel{:=} \textcolor{red}{b}",
    r"^2 + \pmatrix{1 & 2 \cr 3 & 4}",
    r"$$\left(\begin{array}{r|l}a\hspace{-1em}&\phantom{.}b\end{array}\right)$$",
]
INDEX = "Tides\n=====\n\n" + "\n".join(f".. math::\n\n   {each}\n" for each in FORMULAS)


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
    assert len(page.select("div.math > math")) == len(FORMULAS)
    assert not page.select(".sj-formula")
    assert "\\" not in page.select_one("main").get_text()


CHARACTERS = [
    ("a ≤ b", "mo", "≤"), ("a · b", "mo", "⋅"), ("x_∞", "mi", "∞"), ("∑_{i ∈ S} i", "mo", "∑"),
    ("a – b", "mtext", "–"), (r"\text{a – b}", "mtext", "a – b"), ("b + 日", "mi", "日"),
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
    assert formula.mn.get_text() == "\N{MATHEMATICAL BOLD DIGIT ZERO}"


def test_words_in_formulas_have_no_commands(build):
    site = build(
        "Tides\n=====\n\n:math:`\\mathop{\\mathrm{max}}_x \\textrm{\\{a, \\textbf{b}\\}, 5\\$}`\n"
    )

    assert site.warnings == ""
    words = site.page("index.html").select_one("span.math").get_text(strip=True).split()
    assert words == ["maxx{a,", "b},", "5$"]


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
