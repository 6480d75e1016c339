"""Pictures have their place before they come."""

import pytest

from support.small_sites import settings

pytestmark = pytest.mark.wide

DRAWING = "<svg xmlns='http://www.w3.org/2000/svg' {}><path d='M0 0h9v9z'/></svg>"
PAGE = """\
---
title: Start
---

![Wide](/wide.svg)

![Without a size](/shape.svg)

<Frame><img src="/small.svg" alt="" /></Frame>

<img src="/wide.svg" width="300" alt="" />

Words.
"""
RST = """\
Old
===

.. image:: wide.svg

.. image:: small.svg

.. figure:: small.svg

   Words.

.. image:: wide.svg
   :width: 50%

.. image:: wide.svg
   :height: 40px
"""
FILES = {
    "site.json": settings("index", "old"),
    "index.mdx": PAGE,
    "old.rst": RST,
    "wide.svg": DRAWING.format("width='2000' height='1000'"),
    "small.svg": DRAWING.format("width='60' height='30'"),
    "shape.svg": DRAWING.format("viewBox='0 0 40 10'"),
}
BOXES = """() => [...document.querySelectorAll("main img")].map((image) => {
  const box = image.getBoundingClientRect();
  return [Math.round(box.width), Math.round(box.height)];
})"""


@pytest.fixture
def address(publish):
    return publish(FILES)


def boxes_before_and_after(page, url):
    """Open a page, and return the places of its pictures before and after they come."""
    held = []
    page.route("**/_images/*", lambda route: held.append(route))
    page.goto(url, wait_until="domcontentloaded")
    page.wait_for_function("document.styleSheets.length > 0")
    before = page.evaluate(BOXES)
    for route in held:
        route.continue_()
    page.wait_for_function("[...document.images].every((image) => image.naturalWidth)")
    return before, page.evaluate(BOXES)


def test_nothing_moves_when_pictures_come(page, address):
    before, after = boxes_before_and_after(page, f"{address}/index.html")
    width = after[0][0]
    assert width > 300
    assert before == after
    assert after == [[width, width // 2], [width, width // 4], [60, 30], [300, 150]]


def test_nothing_moves_on_pages_in_restructuredtext(page, address):
    before, after = boxes_before_and_after(page, f"{address}/old.html")
    width = after[0][0]
    assert before[:4] == after[:4]
    assert after == [[width, width // 2], [60, 30], [60, 30], [width // 2, width // 4], [80, 40]]


def test_pictures_are_round_captions_quiet_and_dark_drawings_on_a_plate(page, address):
    ground = "image => getComputedStyle(image).backgroundColor"
    page.goto(f"{address}/old.html")
    image = page.locator("main > .sj-prose img").first
    round_ = image.evaluate("image => getComputedStyle(image).borderTopLeftRadius")
    assert round_ == "min(12px, 10%)"
    style = page.locator("figcaption").evaluate(
        "it => [getComputedStyle(it).fontSize, getComputedStyle(it).textAlign]"
    )
    assert style == ["13px", "center"]
    assert image.evaluate(ground) == "rgba(0, 0, 0, 0)"
    page.emulate_media(color_scheme="dark")
    assert image.evaluate(ground) == "rgb(244, 245, 247)"
    image.click()
    assert page.locator("dialog.sj-zoom img").evaluate(ground) == "rgb(244, 245, 247)"
    page.keyboard.press("Escape")
    page.emulate_media(media="print")
    assert image.evaluate(ground) == "rgba(0, 0, 0, 0)"


def test_a_large_picture_has_an_edge_in_the_dark(page, address):
    def edge(mode):
        page.emulate_media(color_scheme=mode)
        image = page.locator("main img[aria-haspopup]").first
        return image.evaluate("(image) => getComputedStyle(image).boxShadow")

    page.goto(f"{address}/index.html")
    assert edge("light").startswith("rgba(0, 0, 0, 0)")
    assert not edge("dark").startswith("rgba(0, 0, 0, 0)")
