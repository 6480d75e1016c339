"""What docutils and Sphinx make of pages, measured in a browser in every look."""

from itertools import product

import pytest

from support.accessibility import accessibility_violations
from support.small_sites import settings
from support.windows import DESKTOP, PHONE, own_page, resize, visit

pytestmark = pytest.mark.wide

MODULE = '''\
"""Lamps of all kinds."""


class Lamp:
    """A lamp.

    :param name: what it is called
    """

    def shine(self, power: int = 3, *, colour: str = "white", seconds: float = 1.0) -> bool:
        """Shine.

        .. versionadded:: 1.2

        .. deprecated:: 2.0
           Use something else.
        """
'''
INDEX = """\
Lamps
=====

.. contents:: Contents

Code
----

.. code-block:: python
   :caption: A caption of a listing

   print(1)

.. productionlist::
   lamp: "on" | "off"

H\\ :sub:`2`\\ O is water. See [1]_ and [1]_ again.

.. [1] A note with two ways back.

After the notes.

Signatures
----------

.. automodule:: lamps_of_page
   :members:

.. cpp:function:: bool shine(int power)

   Compare :cpp:expr:`a + b`.

.. object:: anything

   Text of it.

   .. object:: a part

      Text of the part.

   Text after the part.

Lists
-----

.. glossary::

   lens
   ring
      It gathers.

   lamp
      It shines.

.. hlist::
   :columns: 3

   * A list of
   * short items that
   * stand side by side

--long-option=VALUE  What it does.

Tables
------

.. list-table::
   :width: 100%
   :header-rows: 1

   * - One
     - Two
   * - a
     - b

Pictures
--------

.. image:: dot.svg
   :alt: A dot

.. figure:: dot.svg
   :alt: A dot

   A caption.

   A legend.

After the figure.

.. image:: dot.svg
   :alt: A dot
   :align: right
   :width: 40

Text beside it.

.. math::

   a = b

   c = d

.. math:: e = mc^2
   :label: energy

.. math::

   \\begin{align}
   k + l + m &= n \\\\
   p &= q + r
   \\end{align}

A line with :math:`x = \\frac{a}{b}` and :math:`a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9
+ b_1 + b_2 + b_3 + b_4 + b_5 + b_6 + b_7 + b_8 + b_9 = c`.
"""
DOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><path d="M0 0h60v60H0z"/></svg>'
)
CONF = """
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
extensions = ["sphinx_sitejson", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
numfig = True
maximum_signature_line_length = 40
"""
FILES = {"index.rst": INDEX, "dot.svg": DOT, "lamps_of_page.py": MODULE}
LOOKS = [*product(("venus", "quill", "prism"), ("topnav", "sidenav", "solidSidenav"))]


@pytest.fixture(scope="module")
def home_in(publish):
    """Publish the page in a look."""

    def build(theme="venus", layout="topnav"):
        files = {**FILES, "site.json": settings(theme=theme, layout=layout)}
        return publish(files, conf=CONF)

    return build


@pytest.fixture(scope="module")
def opened(browser, home_in):
    """The page on a desktop, opened once for all tests that only measure it."""
    with own_page(browser, DESKTOP) as page:
        page.goto(home_in() + "/index.html")
        yield page


def violations(page) -> list[str]:
    """Return what is against the rules, but for the lists that Sphinx makes of long signatures."""
    return [
        found for found in accessibility_violations(page) if not found.startswith("definition-list")
    ]


def style(page, selector: str, name: str) -> str:
    return page.locator(selector).first.evaluate(
        f"it => getComputedStyle(it).getPropertyValue('{name}')"
    )


def box(page, selector: str) -> dict[str, float]:
    return page.locator(selector).first.bounding_box()


@pytest.mark.parametrize(("theme", "layout"), LOOKS)
def test_no_look_is_wider_than_its_window_or_breaks_a_rule(page, home_in, theme, layout):
    for size, mode in ((DESKTOP, "light"), (PHONE, "dark")):
        visit(
            page,
            f"{home_in(theme, layout)}/index.html",
            size,
            color_scheme=mode,
            reduced_motion="reduce",
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], mode
        # The layout changes what surrounds the text, which other tests look at.
        assert layout != "topnav" or violations(page) == [], mode


def test_headings_with_a_way_back_look_like_headings(opened):
    assert opened.locator("h2 .toc-backref").count() >= 5
    for name in ("color", "text-decoration-line"):
        assert style(opened, "h2 .toc-backref", name) == style(opened, "h2", name)


def test_the_number_of_a_listing_is_apart_from_its_caption(opened):
    number, text = box(opened, ".caption-number"), box(opened, ".code-block-caption .caption-text")

    assert text["x"] - (number["x"] + number["width"]) >= 4


@pytest.mark.parametrize("theme", ["venus", "quill", "prism"])
def test_the_link_to_the_source_is_on_the_first_line_of_a_signature(page, home_in, theme):
    for size in (DESKTOP, PHONE):
        visit(page, f"{home_in(theme)}/index.html", size)
        for signature in page.locator("dt.sig:has(.viewcode-link)").all():
            name = signature.locator(".sig-name").bounding_box()
            link = signature.locator(".viewcode-link").bounding_box()
            frame = signature.bounding_box()
            middle = abs((name["y"] + name["height"] / 2) - (link["y"] + link["height"] / 2))
            assert middle <= 2
            assert link["x"] + link["width"] <= frame["x"] + frame["width"]
            assert link["y"] >= frame["y"]


def test_what_follows_a_member_keeps_its_distance(opened):
    member, after = box(opened, "text=Text of the part."), box(opened, "text=Text after the part.")

    assert after["y"] - (member["y"] + member["height"]) >= 16


def test_what_follows_a_picture_keeps_its_distance(opened):
    gap = float(style(opened, ".sj-prose p", "margin-bottom").removesuffix("px"))
    picture, figure = box(opened, "section > img"), box(opened, "figure")
    after = box(opened, "text=After the figure.")

    assert figure["y"] - (picture["y"] + picture["height"]) >= gap - 1
    assert after["y"] - (figure["y"] + figure["height"]) >= gap - 1
    legend, caption = box(opened, ".legend"), box(opened, ".caption-text")
    assert legend["y"] - (caption["y"] + caption["height"]) >= 8


def test_a_floating_picture_is_at_its_side(opened):
    picture, prose = box(opened, ".align-right"), box(opened, ".sj-prose")

    assert abs(picture["x"] + picture["width"] - prose["x"] - prose["width"]) <= 1


def test_terms_with_one_definition_are_together(opened):
    terms = opened.locator("dl.glossary > dt").all()
    tops = [term.bounding_box()["y"] for term in terms]
    heights = [term.bounding_box()["height"] for term in terms]

    assert tops[1] - tops[0] - heights[0] < 4 < tops[2] - tops[1] - heights[1]


def test_a_table_with_a_width_fills_it(opened):
    table, row = box(opened, "table[style*=width]"), box(opened, "table[style*=width] thead tr")

    assert row["width"] >= table["width"] - 4


def test_signatures_of_every_kind_have_the_same_frame(opened):
    for selector in ("dl.py > dt", "dl.cpp > dt", "dl.object > dt"):
        assert style(opened, selector, "border-top-width") == "1px"
    for selector in ("dl.py > dd", "dl.object > dd"):
        assert style(opened, selector, "border-left-width") == "1px"
    # An expression in a line is no signature.
    assert box(opened, ".sig-inline")["height"] < 30


def test_formulas_are_below_each_other_and_numbers_beside_them(opened):
    rows = opened.locator("div.math:not(:has(.eqno)) math").first
    first, second = (rows.locator("mi", has_text=name).bounding_box() for name in "bd")
    assert second["y"] > first["y"] + 10

    number, formula = box(opened, ".eqno"), box(opened, ".eqno ~ math")
    assert number["x"] >= formula["x"] + formula["width"] - 1


def test_the_relations_of_aligned_formulas_are_below_each_other(opened):
    cells = opened.locator("mtable", has_text="k").locator("mtd").all()
    ends = [cells[at].locator("> *").last.bounding_box() for at in (0, 2)]
    assert abs(ends[0]["x"] + ends[0]["width"] - ends[1]["x"] - ends[1]["width"]) < 2
    starts = [cells[at].locator("mo").first.bounding_box()["x"] for at in (1, 3)]
    assert abs(starts[0] - starts[1]) < 2
    assert starts[0] - ends[0]["x"] - ends[0]["width"] < 8


def test_a_long_formula_in_a_line_scrolls_and_short_ones_stay_on_the_line(page, home_in):
    visit(page, f"{home_in()}/index.html", PHONE)
    short, long = page.locator("p > span.math").all()

    assert long.evaluate("it => it.scrollWidth > it.clientWidth")
    assert [it.get_attribute("tabindex") for it in (short, long)] == [None, "0"]
    assert short.evaluate("it => it.scrollWidth === it.clientWidth")
    position = short.locator("mo").bounding_box()["y"]
    page.add_style_tag(content="span.math { display: inline !important; overflow: visible }")
    assert abs(short.locator("mo").bounding_box()["y"] - position) < 1


def test_back_references_of_a_footnote_are_before_its_text(opened):
    back, text = box(opened, ".backrefs"), box(opened, ".backrefs + p")

    assert abs(back["y"] - text["y"]) < 12
    assert text["x"] > back["x"]


def test_grammar_has_the_frame_of_code(opened):
    assert style(opened, "section > pre", "background-color") == style(
        opened, "div[class*=highlight-]", "background-color"
    )


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_pages_of_modules_and_their_index_are_finished(page, home_in, mode):
    resize(page, PHONE)
    page.emulate_media(color_scheme=mode)
    for name in ("_modules/lamps_of_page", "py-modindex", "genindex"):
        page.goto(f"{home_in('quill')}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], name
        assert accessibility_violations(page) == [], name
    page.goto(f"{home_in('quill')}/_modules/lamps_of_page.html")
    assert style(page, ".sj-prose > .highlight > pre", "border-top-width") == "1px"
    page.goto(f"{home_in('quill')}/py-modindex.html")
    rows = [row.bounding_box() for row in page.locator(".modindextable tr").all()]
    assert rows.count(None) == 1
    assert max(row["height"] for row in rows if row) < 70


def test_drawings_follow_the_mode(page, build_shared_site):
    graph = '<div class="graphviz"><img class="graphviz" src="x" alt="G"></div>'
    graph = f".. raw:: html\n\n   {graph}\n"
    site = build_shared_site(
        {"index.rst": f"Graph\n=====\n\n{graph}", "site.json": settings()},
        conf='extensions = ["sphinx_sitejson", "sphinx.ext.graphviz"]',
    )
    page.goto(site.url("index.html"))
    filters = {}
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        filters[mode] = style(page, "img.graphviz", "filter")

    assert filters["light"] == "none"
    assert filters["dark"].startswith("invert(1)")
