"""The fonts of the theme in a real browser: used at once, without moving anything."""

from __future__ import annotations

import pytest

SITE = {"name": "Site", "navigation": [{"group": "Group", "pages": ["index"]}]}
PAGE = """---
title: Start
---

Łódź and text with `code`, long enough to take several lines in any window, whatever the font is:
the quick brown fox jumps over the lazy dog, and then it does so again for the rest of the line.

```text
┌──────────────┐
│ iiiiiiiiiiii │
└──────────────┘
```
"""
OBSERVER = """window.shifts = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
LOADED = "[...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family)"


@pytest.fixture(scope="module")
def sites(build_shared_site):
    return {
        theme: build_shared_site({"site.json": {**SITE, "theme": theme}, "index.mdx": PAGE})
        for theme in ("venus", "quill", "prism")
    }


def width(page, text, family):
    """Return the width of a text in the first font of a list that is there."""
    return page.evaluate(
        """([text, family]) => {
            const context = document.createElement("canvas").getContext("2d");
            context.font = `400 100px ${family}`;
            return context.measureText(text).width;
        }""",
        [text, family],
    )


@pytest.mark.parametrize("theme", ["venus", "quill", "prism"])
def test_fonts_are_preloaded_and_nothing_moves(page, sites, serve, theme):
    messages = []
    page.on("console", lambda message: messages.append(message.text))
    page.add_init_script(OBSERVER)
    with serve(sites[theme].outdir) as address:
        for _ in range(2):
            page.goto(f"{address}/index.html", wait_until="networkidle")
            assert page.evaluate("window.shifts") == 0
    families = {name.strip('"') for name in page.evaluate(LOADED)}
    preloaded = page.evaluate(
        """performance.getEntriesByType("resource").filter(({ name, initiatorType }) =>
            initiatorType === "link" && name.endsWith("woff2")).length"""
    )

    assert families == {"Inter", "JetBrains Mono", *(["Newsreader"] if theme == "quill" else [])}
    assert preloaded == len(families)
    assert width(page, "Sphinx", "Inter, monospace") != width(page, "Sphinx", "monospace")
    assert messages == []


def test_drawn_boxes_are_closed(page, sites, serve):
    with serve(sites["venus"].outdir) as address:
        page.goto(f"{address}/index.html", wait_until="networkidle")
    lines = ("┌────┐", "│ ii │", "└────┘", "a → b▒")
    widths = {width(page, line, '"JetBrains Mono"') for line in lines}

    assert len(widths) == 1


def test_fonts_load_from_disk_without_a_message(page, sites):
    messages = []
    page.on("console", lambda message: messages.append(message.text))
    page.goto((sites["quill"].outdir / "index.html").as_uri(), wait_until="networkidle")

    assert {"Inter", "JetBrains Mono", "Newsreader"} <= {
        name.strip('"') for name in page.evaluate(LOADED)
    }
    assert messages == []
