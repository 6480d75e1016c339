"""Diagrams fill the screen, where readers zoom and move them."""

import re

import pytest

from support.accessibility import accessibility_violations
from support.small_sites import settings
from support.windows import visit

pytestmark = pytest.mark.wide

CHART = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='800' height='200' viewBox='0 0 800 200'>"
    "<path d='M10 10h700v150z'/></svg>"
)
# What the extensions write; they need programs that draw.
PAGE = """\
---
title: Start
---

<div className="graphviz"><img className="graphviz" src="/chart.svg" alt="A chart" /></div>

<div className="plantuml"><svg viewBox="0 0 400 100" width="400" height="100"></svg></div>
"""
TRANSFORM = "() => document.querySelector('.sj-diagram-stage > *').style.transform"


@pytest.fixture(scope="module")
def address(build_shared_site, serve):
    files = {
        "site.json": settings("index", "two"),
        "index.mdx": PAGE,
        "two.mdx": "---\ntitle: Two\n---\n",
        "chart.svg": CHART,
    }
    site = build_shared_site(files, conf='extensions += ["sphinx.ext.graphviz"]')
    assert site.warnings == ""
    assert "sitejson-diagrams.js" not in site.text("two.html")
    with serve(site.outdir) as address:
        yield address


def position(page) -> list[float]:
    """Return how far the diagram is moved, and its scale."""
    return [float(number) for number in re.findall(r"-?[\d.]+", page.evaluate(TRANSFORM))]


def test_a_diagram_is_zoomed_and_moved(page, address):
    visit(page, f"{address}/index.html", (1000, 700))
    buttons = page.locator(".sj-diagram-open")
    assert buttons.count() == 2
    # Images have no second button.
    assert page.locator("img[role=button]").count() == 0
    buttons.first.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog.sj-diagram")
    dialog.wait_for(state="visible")
    page.wait_for_function(f"() => ({TRANSFORM})().includes('scale(1.')")
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        assert accessibility_violations(page, colors_only=mode == "dark") == []
    left, top, scale = position(page)
    page.keyboard.press("+")
    assert position(page)[2] == pytest.approx(scale * 1.25, rel=0.01)
    page.keyboard.press("0")
    page.keyboard.press("ArrowLeft")
    assert position(page) == pytest.approx([left + 60, top, scale], rel=0.01)
    page.mouse.move(500, 300)
    page.mouse.down()
    page.mouse.move(480, 340)
    page.mouse.up()
    assert position(page) == pytest.approx([left + 40, top + 40, scale], rel=0.01)
    before = page.evaluate(TRANSFORM)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"() => ({TRANSFORM})() !== '{before}'")
    page.locator("[data-diagram=fit]").click()
    assert position(page) == pytest.approx([left, top, scale], rel=0.01)
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert buttons.first.evaluate("(button) => button === document.activeElement")


def test_a_drawing_returns_to_its_page(page, address):
    page.goto(f"{address}/index.html")
    page.locator(".sj-diagram-frame").nth(1).hover()
    page.locator(".sj-diagram-open").nth(1).click()
    assert page.locator("dialog svg[viewBox='0 0 400 100']").count() == 1
    page.locator("[data-diagram=close]").click()
    assert page.locator(".plantuml > svg").get_attribute("style") in (None, "")


DRAW = """pre => {
    pre.innerHTML = "<svg width='100%'></svg>";
    const drawing = pre.firstElementChild;
    drawing.style.maxWidth = "120px";
    drawing.setAttribute("viewBox", "0 0 120 60");
}"""


def test_a_drawing_of_mermaid_keeps_its_size_also_when_it_is_drawn_again(page, build_shared_site):
    source = ".. mermaid::\n   :caption: A flow\n\n   flowchart LR\n     A --> B\n"
    site = build_shared_site(
        {"index.rst": f"Lamps\n=====\n\n{source}"},
        conf='html_theme = "sitejson"\nextensions = ["sphinx_sitejson", "sphinxcontrib.mermaid"]\n',
    )
    # In place of the script, which is on another host.
    page.route("https://**", lambda route: route.abort())
    page.goto(site.url("index.html"))
    # The rule of the extension.
    page.add_style_tag(content="pre.mermaid > svg { width: 100%; max-width: 100% !important; }")
    for _ in range(2):
        page.locator("pre.mermaid").evaluate(DRAW)
        page.wait_for_timeout(50)

        assert page.locator("pre.mermaid > svg").bounding_box()["width"] == 120
    assert page.locator(".sj-diagram-open").count() == 1
