"""Every styling key can be seen: two values give different pixels; the presets are accessible."""

import hashlib
import itertools

import pytest

from support.accessibility import accessibility_violations
from support.windows import resize, visit

pytestmark = pytest.mark.wide

SIZE = (1280, 720)
PAGE = """\
---
title: A first page
description: What it is about.
---

Text with a [link](/second.md), `code`, and a note:

:::{note}
The note.
:::

```python
print("code")
```

| A | B |
|---|---|
| 1 | 2 |

## A section

More text.
"""
IMAGE = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='99' height='99'><path fill='#fa0'"
    " d='M0 0h99v99H0z'/></svg>"
)
BASE = {
    "name": "Site",
    "colors": {"primary": "#0A7D55"},
    "tabs": [{"name": "More", "url": "more"}],
    "anchors": [{"name": "Anchor", "url": "https://example.com", "icon": "book"}],
    "topbarCtaButton": {"name": "Start", "url": "/index"},
    "navigation": [
        {"group": "Group", "pages": ["index", "second"]},
        {"group": "Other", "pages": ["more/page"]},
    ],
}
FILES = {
    "index.md": PAGE, "second.md": "# Second\n\nText.\n", "more/page.md": "# More\n\nText.\n",
    "back.svg": IMAGE, "own.woff2": b"no font",
}  # fmt: skip
CONF = 'myst_enable_extensions = ["colon_fence"]\n'

# For each key two values; the first may be the default.
KEYS = {
    "theme": [{"theme": "venus"}, {"theme": "quill"}, {"theme": "prism"}, {}],
    "layout": [{"layout": "sidenav"}, {"layout": "solidSidenav"}, {}],
    "rounded": [{"rounded": "sharp"}, {}],
    "sidebar.items": [
        {"sidebar": {"items": items}} for items in ("card", "border", "undecorated", "container")
    ],
    "topbar.style": [{"topbar": {"style": "gradient"}}, {}],
    "background.style": [
        {},
        *({"background": {"style": style}} for style in ("gradient", "grid", "windows")),
    ],
    "backgroundImage": [{"backgroundImage": "/back.svg"}, {}],
    "codeBlock.mode": [{"codeBlock": {"mode": "auto"}}, {}],
    "colors.primary": [{"colors": {"primary": "#b91c1c"}}, {}],
    "colors.dark": [{"colors": {"primary": "#0A7D55", "dark": "#b91c1c"}}, {}],
    "colors.background": [
        {"colors": {"primary": "#0A7D55", "background": {"light": "#fff4d6", "dark": "#000"}}},
        {},
    ],
    "colors.anchors": [
        {"colors": {"primary": "#0A7D55", "anchors": "#7c3aed"}},
        {"colors": {"primary": "#0A7D55", "anchors": {"from": "#7c3aed", "to": "#be185d"}}},
        {},
    ],
    "modeToggle.isHidden": [{"modeToggle": {"isHidden": True}}, {}],
    "modeToggle.default": [{"modeToggle": {"default": "dark"}}, {}],
    "search location": [{"search": "side"}, {"search": "top"}],
    "search.prompt": [{"search": {"prompt": "Find it"}}, {}],
    "font": [{"font": {"headings": {"family": "monospace"}}}, {"font": {"family": "serif"}}, {}],
    "font.weight": [
        {"font": {"headings": {"family": "serif", "weight": weight}}} for weight in (300, 700)
    ],
}


@pytest.fixture
def home_with(publish):
    """Publish the site with some settings, and maybe another first page."""

    def build(start=PAGE, language="", **settings):
        files = {**FILES, "index.md": start, "site.json": {**BASE, **settings}}
        return publish(files, conf=f"{CONF}language = {language or 'en'!r}\n")

    return build


@pytest.mark.parametrize("key", KEYS)
def test_every_value_of_a_styling_key_looks_different(page, home_with, key):
    pictures = set()
    for settings in KEYS[key]:
        url = f"{home_with(**settings)}/index.html"
        visit(page, url, SIZE, color_scheme="light", reduced_motion="reduce")
        pictures.add(hashlib.sha256(page.screenshot()).hexdigest())

    assert len(pictures) == len(KEYS[key])


def test_the_color_for_dark_mode_is_seen_there(page, home_with):
    accents = set()
    for light in ("#fca5a5", "#4ADE9F"):
        home = home_with(colors={"primary": "#0A7D55", "light": light})
        visit(page, f"{home}/index.html", SIZE, color_scheme="dark")
        accents.add(page.evaluate("getComputedStyle(document.querySelector('main p a')).color"))

    assert len(accents) == 2


@pytest.mark.parametrize("theme", ["venus", "quill", "prism"])
def test_presets_are_accessible_in_both_modes(page, home_with, theme):
    page.goto(f"{home_with(theme=theme)}/index.html")
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode, reduced_motion="reduce")
        assert accessibility_violations(page, colors_only=mode == "dark") == [], mode


def test_a_page_of_a_language_from_right_to_left_is_turned(page, home_with):
    visit(page, f"{home_with(language='ar')}/index.html", SIZE)
    sidebar = page.locator(".sj-sidebar").bounding_box()

    assert sidebar["x"] > SIZE[0] / 2
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZE[0]
    # Code still begins at the left, where no button is, and menus open downwards.
    block = page.locator("div[class*=highlight-]").first
    middle = block.bounding_box()["x"] + block.bounding_box()["width"] / 2
    assert block.locator(".sj-copy").bounding_box()["x"] > middle
    chevron = page.locator(".sj-page-actions summary .sj-glyph").first
    assert chevron.evaluate("sign => getComputedStyle(sign).scale") == "none"
    # The arrow to the next page points to the left, and moves there.
    page.emulate_media(reduced_motion="reduce")
    following = page.locator(".sj-neighbour-next")
    arrow = following.locator("svg")
    before = arrow.bounding_box()["x"]
    following.hover()
    assert arrow.bounding_box()["x"] - before == -2
    # Quiet text is as dark as other text for readers who want contrast.
    page.emulate_media(contrast="more")
    assert page.locator(".sj-page-actions summary").evaluate(
        "menu => getComputedStyle(menu).color === getComputedStyle(document.body).color"
    )


@pytest.mark.parametrize("layout", ["topnav", "sidenav", "solidSidenav"])
def test_a_section_is_opened_below_the_bars_of_its_layout(page, home_with, layout):
    page.goto(f"{home_with(layout=layout)}/index.html")
    page.evaluate("document.querySelector('.sj-main').style.minHeight = '3000px'")
    for width in (390, 1100, 1440):
        resize(page, (width, 700))
        page.evaluate("scrollTo(0, 0); location.hash = ''; location.hash = 'a-section'")
        page.wait_for_function("scrollY > 0")
        distance = page.evaluate(
            """() => {
              const [{ top }] = document.querySelector("h2").getClientRects();
              const places = ".sj-topbar, .sj-topbar-row, .sj-contents-menu";
              const ends = [...document.querySelectorAll(places)]
                .map((bar) => bar.getBoundingClientRect().bottom);
              return top - Math.max(...ends);
            }"""
        )
        assert 20 <= distance <= 28, width


@pytest.mark.parametrize("theme", ["venus", "quill", "prism"])
@pytest.mark.parametrize("mode", ["landing", "custom", "center"])
def test_the_brand_is_before_the_tabs_where_no_sidebar_has_it(page, home_with, theme, mode):
    start = f"---\ntitle: Start\nmode: {mode}\n---\n\nWords.\n"
    visit(page, f"{home_with(start, theme=theme, layout='sidenav')}/index.html", (1440, 800))
    boxes = [
        page.locator(f".sj-topbar {place}").first.bounding_box()
        for place in (".sj-brand", ".sj-tab", ".sj-topbar-end > :not(nav)")
    ]

    for before, after in itertools.pairwise(boxes):
        assert before["x"] + before["width"] + 10 <= after["x"]
    # All in one row.
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert max(middles) - min(middles) < 4


@pytest.mark.parametrize("layout", ["sidenav", "solidSidenav"])
def test_on_a_wide_screen_the_floating_bar_stays_above_the_page(page, home_with, layout):
    start = "---\ntitle: Start\nmode: landing\n---\n\nWords.\n"
    home = home_with(start, theme="venus", layout=layout)
    for name in ("index", "second"):
        visit(page, f"{home}/{name}.html", (2560, 900))
        bar, column = (
            page.locator(place).bounding_box() for place in (".sj-topbar", ".sj-columns")
        )
        middles = [box["x"] + box["width"] / 2 for box in (bar, column)]

        assert bar["width"] < 1500, name
        assert abs(middles[0] - middles[1]) < 2, name


@pytest.mark.parametrize("theme", ["venus", "quill", "prism"])
def test_both_ways_from_a_page_that_is_not_there_are_equally_high(page, home_with, theme):
    visit(page, f"{home_with(theme=theme)}/404.html", (1440, 800))
    ways = page.locator(".sj-lost-ways > *").all()

    assert [way.bounding_box()["height"] for way in ways] == [44, 44]


def test_below_a_banner_the_sidebar_ends_with_the_window(page, home_with):
    home = home_with(banner={"content": "News"}, theme="quill", layout="sidenav")
    visit(page, f"{home}/index.html", (1280, 700))
    page.evaluate("document.querySelector('.sj-main').style.minHeight = '3000px'")

    for moved in (0, 600):
        page.evaluate("moved => scrollTo(0, moved)", moved)
        page.wait_for_function(
            """() => {
              const { bottom } = document.querySelector(".sj-sidebar").getBoundingClientRect();
              return Math.abs(bottom - innerHeight) < 3;
            }"""
        )
    # The banner has the color of the site.
    color = page.locator(".sj-banner").evaluate(
        "banner => getComputedStyle(banner).backgroundColor"
    )
    assert color == "rgb(10, 125, 85)"


@pytest.mark.parametrize("tabs", [BASE["tabs"], []], ids=["tabs", "no tabs"])
def test_the_bar_of_prism_is_one_frame_with_the_sidebar(page, home_with, tabs):
    visit(page, f"{home_with(theme='prism', layout='sidenav', tabs=tabs)}/index.html", SIZE)
    parts = (".sj-topbar", ".sj-sidebar-head")
    heights = [page.locator(part).bounding_box()["height"] for part in parts]

    assert heights[0] == heights[1]
