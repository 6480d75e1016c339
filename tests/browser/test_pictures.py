"""Pictures have their place before they come."""

from __future__ import annotations

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
FILES = {
    "site.json": {"name": "Site", "navigation": [{"group": "G", "pages": ["index"]}]},
    "index.mdx": PAGE,
    "wide.svg": DRAWING.format("width='2000' height='1000'"),
    "small.svg": DRAWING.format("width='60' height='30'"),
    "shape.svg": DRAWING.format("viewBox='0 0 40 10'"),
}
BOXES = """() => [...document.querySelectorAll("main img")].map((image) => {
  const box = image.getBoundingClientRect();
  return [Math.round(box.width), Math.round(box.height)];
})"""


def test_nothing_moves_when_pictures_come(page, build_shared_site, serve):
    site = build_shared_site(FILES)
    assert site.warnings == ""
    held = []
    page.route("**/_images/*", lambda route: held.append(route))
    with serve(site.outdir) as address:
        page.goto(f"{address}/index.html", wait_until="domcontentloaded")
        page.wait_for_function("document.styleSheets.length > 0")
        before = page.evaluate(BOXES)
        for route in held:
            route.continue_()
        page.wait_for_function("[...document.images].every((image) => image.naturalWidth)")
        after = page.evaluate(BOXES)

    assert len(held) == 3
    width = after[0][0]
    assert before == after == [
        [width, width // 2], [width, width // 4], [60, 30], [300, 150],
    ]  # fmt: skip
