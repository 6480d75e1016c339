"""The fonts of the theme in a real browser: used at once, without moving anything."""

import time

import pytest
from PIL import ImageFont

from sphinx_sitejson.appearance.fonts import LATIN, theme_font_files
from support.small_sites import settings

pytestmark = pytest.mark.wide

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


THEMES = ["venus", "quill", "prism"]


def files_in(theme):
    return {"site.json": settings(theme=theme), "index.mdx": PAGE}


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


def drawn_families(page, selector):
    """Return the families of the fonts in which the browser draws the text of an element."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["familyName"] for font in fonts}


@pytest.mark.parametrize("theme", THEMES)
def test_fonts_are_preloaded_and_nothing_moves(page, publish, theme):
    messages = []
    page.on("console", lambda message: messages.append(message.text))
    page.add_init_script(OBSERVER)
    for _ in range(2):
        page.goto(f"{publish(files_in(theme))}/index.html", wait_until="networkidle")
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


def test_drawn_boxes_are_closed(page, publish):
    page.goto(f"{publish(files_in('venus'))}/index.html", wait_until="networkidle")
    lines = ("┌────┐", "│ ii │", "└────┘", "a → b▒")
    widths = {width(page, line, '"JetBrains Mono"') for line in lines}

    assert len(widths) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_pages_from_disk_show_the_fonts(page, build_site, theme):
    messages = []
    page.on("console", lambda message: messages.append(message.text))
    # Slower than the time that a browser gives an optional font.
    page.route("**/*.woff2", lambda route: (time.sleep(0.4), route.continue_()))
    page.goto(build_site(files_in(theme)).url("index.html"), wait_until="networkidle")
    page.evaluate("document.fonts.ready")

    assert drawn_families(page, "main p") == {"Inter Variable"}
    assert drawn_families(page, "main h1") == {
        "Newsreader 16pt" if theme == "quill" else "Inter Variable"
    }
    assert drawn_families(page, "main p code") == {"JetBrains Mono"}
    assert messages == []


OWN_FONT = {"family": "Own", "url": "/fonts/own.woff2", "format": "woff2"}


@pytest.mark.parametrize(
    ("font", "shown"), [({"family": "system-ui"}, set()), (OWN_FONT, {"Newsreader 16pt"})]
)
def test_pages_from_disk_show_the_font_of_the_author(page, build_site, font, shown):
    own = theme_font_files("Newsreader")[LATIN].read_bytes()
    files = {"site.json": settings(font=font), "index.mdx": PAGE, "fonts/own.woff2": own}
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(build_site(files).url("index.html"), wait_until="networkidle")
    page.evaluate("document.fonts.ready")

    shipped = {"Inter Variable", "Newsreader 16pt"}
    assert drawn_families(page, "main p") & shipped == shown
    assert all(url.startswith(("file:", "data:")) for url in requested)


FONT_FILES = {
    "static.woff": ImageFont.load_default(16).font_bytes,
    "variable.woff2": theme_font_files("Newsreader")[LATIN].read_bytes(),
}
PROJECT, HOST = "/fonts/", "https://fonts.example/"
INK = """async ([selector, face]) => {
    const { fontWeight, fontFamily } = getComputedStyle(document.querySelector(selector));
    if (face) document.fonts.add(await new FontFace("Face", `url(${face.url})`, face).load());
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${fontWeight} 40px ${face ? "Face" : fontFamily}`;
    context.fillText("Hamburg", 10, 60);
    const { data } = context.getImageData(0, 0, 300, 100);
    return data.reduce((sum, value, index) => sum + (index % 4 === 3 ? value : 0), 0);
}"""


def ink(page, selector, face=None):
    """Return how much is drawn of a text in the font of an element, or in another one."""
    return page.evaluate(INK, [selector, face])


@pytest.fixture
def show_font(page, publish):
    """Show a page in a font file of the project or of another host."""
    page.route(
        f"{HOST}*",
        lambda route: route.fulfill(
            body=FONT_FILES[route.request.url.removeprefix(HOST)],
            headers={"Access-Control-Allow-Origin": "*"},
        ),
    )

    def show(use, url, **font):
        own = {"family": "Own", "url": url, "format": url.rpartition(".")[2], **font}
        files = {PROJECT[1:] + name: content for name, content in FONT_FILES.items()}
        files["site.json"] = settings(font={use: own})
        files["index.mdx"] = PAGE + "\n**Bold** text.\n\n## Heading\n"
        page.goto(f"{publish(files)}/index.html", wait_until="networkidle")
        page.evaluate("document.fonts.ready")

    return show


@pytest.mark.parametrize("name", FONT_FILES)
@pytest.mark.parametrize("folder", [PROJECT, HOST])
@pytest.mark.parametrize("weight", [{}, {"weight": 450}])
def test_bold_text_in_the_font_of_the_author_is_bolder(page, show_font, folder, name, weight):
    show_font("body", folder + name, **weight)

    assert "Own" in page.evaluate(LOADED)
    assert ink(page, "main strong") > 1.1 * ink(page, "main p")


@pytest.mark.parametrize("folder", [PROJECT, HOST])
@pytest.mark.parametrize("weight", [{}, {"weight": 450}])
def test_a_variable_font_of_the_author_has_its_own_bold(page, show_font, folder, weight):
    show_font("body", f"{folder}variable.woff2", **weight)

    for selector in ("main p", "main strong"):
        face = {"url": f"{HOST}variable.woff2", "weight": "400 800"}
        assert ink(page, selector) == ink(page, selector, face)


@pytest.mark.parametrize("name", FONT_FILES)
@pytest.mark.parametrize("folder", [PROJECT, HOST])
def test_a_font_whose_weight_is_bold_is_not_made_bolder(page, show_font, folder, name):
    show_font("headings", folder + name, weight=700)

    face = {"url": HOST + name, "weight": "700"}
    assert ink(page, "main h2") == ink(page, "main h2", face)
