"""Landing pages: margins at every width, the head of the page, and the looks of the start page."""

import pytest
from playwright.sync_api import expect

from support.accessibility import accessibility_violations
from support.small_sites import settings
from support.windows import resize, visit

pytestmark = pytest.mark.wide

WIDTHS = (320, 390, 768, 1024, 1280, 1440, 2560)
NARROWEST_MARGIN = 16
PAGE = """\
---
title: A first page
description: What it is about.
mode: {mode}
---
{hero}

Words.

## A heading

<Note>A note.</Note>

<Section title="A band" surface="dark">Words in a band.</Section>

<Action href="/other">One of two ways to go</Action> <Action href="/other">The other way</Action>
"""
HERO = """
<Hero title="The *promise*" command="pip install it">
  <Action href="/other">Start</Action>

  <Terminal title="shell">run</Terminal>
</Hero>
"""
BOX = f"""
<div className="mx-auto max-w-5xl px-6">

```bash
{"make all " * 80}
```

</div>
"""


@pytest.fixture(params=["topnav", "sidenav"])
def home(request, publish):
    return publish(
        {
            "site.json": settings("index", "other", "bare", layout=request.param),
            "index.mdx": PAGE.format(mode="landing", hero=HERO),
            "other.mdx": PAGE.format(mode="custom", hero=BOX),
            "bare.mdx": "---\ntitle: Bare\n---\nWords.\n",
        }
    )


@pytest.mark.parametrize("name", ["index", "other"])
def test_nothing_touches_the_edge_and_bands_reach_it(page, home, name):
    page.goto(f"{home}/{name}.html")
    for width in WIDTHS:
        resize(page, (width, 800))
        inner = page.evaluate("document.body.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= inner
        for words in page.locator("h1, h2, .sj-prose p:not(.sj-visually-hidden)").all():
            box = words.bounding_box()
            assert box["x"] >= NARROWEST_MARGIN, width
            assert box["x"] + box["width"] <= inner - NARROWEST_MARGIN, width
        band = page.locator(".sjc-section").bounding_box()
        assert (band["x"], band["width"]) == (0, inner)
        bar = page.locator(".sj-topbar").bounding_box()
        assert page.locator("h1").bounding_box()["y"] >= bar["y"] + bar["height"] + 16


def test_actions_in_a_text_keep_their_distance(view, home):
    page = view(f"{home}/other.html")
    for width, (place, size) in ((1280, ("x", "width")), (320, ("y", "height"))):
        resize(page, (width, 800))
        one, other = (action.bounding_box() for action in page.locator("p > .sjc-action").all())
        assert other[place] - one[place] - one[size] == 12


def test_a_band_at_the_end_is_the_line_above_the_footer(view):
    line = "it => getComputedStyle(it).borderTopWidth"
    page = view("index.html")
    assert page.locator(".sj-footer").evaluate(line) == "0px"
    page = view("guides/components/landing-pages.html")
    assert page.locator(".sj-footer").evaluate(line) == "1px"


def test_a_hero_at_the_head_shows_the_title_of_the_page_once(view, home):
    page = view(f"{home}/index.html")

    assert page.title().startswith("A first page")
    assert page.locator("h1").all_inner_texts() == ["The promise"]
    assert page.get_by_text("What it is about.").count() == 1
    assert page.locator(".sj-page-actions, .sj-breadcrumbs, .sj-neighbours").count() == 0


def test_landing_pages_are_accessible_in_both_modes(page, home):
    page.goto(f"{home}/index.html")
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode, reduced_motion="reduce")
        assert accessibility_violations(page, colors_only=mode == "dark") == [], mode


def test_the_start_page_can_be_seen_in_all_looks(page, address):
    visit(page, f"{address}/index.html", color_scheme="light", reduced_motion="reduce")
    seen = set()
    for theme in ("quill", "prism", "venus"):
        for layout in ("topnav", "sidenav", "solidSidenav"):
            for name in (theme, layout):
                page.get_by_role("radio", name=name, exact=True).check()
            page.get_by_role("status").get_by_text(f"This page in {theme}, {layout}").wait_for()
            code = page.locator(".look-switcher pre").inner_text()
            assert f'"theme": "{theme}"' in code and f'"layout": "{layout}"' in code
            if theme == "quill":
                page.wait_for_function(
                    """[...document.fonts].some(
                        (font) => font.family.includes("Newsreader") && font.status === "loaded"
                    )"""
                )
            seen.add(page.screenshot())
            assert page.locator(".sj-sidebar").is_visible() == (layout != "topnav")
    assert len(seen) == 9
    page.get_by_role("radio", name="dark", exact=True).check()
    assert page.evaluate("document.documentElement.dataset.mode") == "dark"


def test_the_look_that_is_chosen_last_is_shown_whichever_is_there_first(page, address):
    late = []
    page.route("**/look-quill-topnav.css", lambda route: late.append(route))
    page.goto(f"{address}/index.html")
    page.get_by_role("radio", name="quill", exact=True).check()
    page.get_by_role("radio", name="prism", exact=True).check()
    shown = page.get_by_role("status").get_by_text("This page in prism, topnav")
    shown.wait_for()
    with page.expect_request_finished(lambda request: "look-quill" in request.url):
        late[0].continue_()
    sheets = page.locator("link[href*='look-']:not([href*='switcher'])")
    expect(sheets).to_have_count(1)

    assert sheets.get_attribute("href").endswith("look-prism-topnav.css")
    assert page.evaluate("document.documentElement.dataset.themePreset") == "prism"
    assert shown.is_visible()


def test_the_start_page_has_a_playground_that_responds(page, address):
    page.goto(f"{address}/index.html")
    page.get_by_role("link", name="Open the playground").click()
    frame = page.frame_locator(".try-here iframe")
    frame.get_by_role("button", name="Send", exact=True).click()

    frame.get_by_role("dialog").get_by_text("200").first.wait_for()
