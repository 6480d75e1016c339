"""The top bar in a browser: stars of a repository, links without room, tabs on a phone."""

import io

import pytest
from PIL import Image

from support.windows import visit, wait_until_drawn

pytestmark = pytest.mark.wide

NAMES = ["guides", "reference", "recipes", "examples", "community", "changelog"]
SETTINGS = {
    "name": "Top",
    "topbarLinks": [{"type": "github", "url": "https://github.com/harbour/pilot"}],
    "topbarCtaButton": {"type": "github", "url": "https://github.com/harbour/pilot/"},
    "tabs": [{"name": name.title(), "url": name, "icon": "book"} for name in NAMES],
    "navigation": [{"group": "All", "pages": ["index", *(f"{name}/page" for name in NAMES)]}],
}
STARS = "https://api.github.com/repos/harbour/pilot"
FILES = {**{f"{name}/page.md": f"# {name}\n" for name in NAMES}, "index.md": "# Home\n"}


@pytest.fixture(scope="module")
def address(publish):
    return publish({**FILES, "site.json": SETTINGS})


def test_stars_are_asked_for_once_a_session(page, address):
    asked = []

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(json={"stargazers_count": 6543}, headers={"access-control-allow-origin": "*"})

    page.route("https://api.github.com/**", answer)
    for path in ("index.html", "guides/page.html"):
        page.goto(f"{address}/{path}")
        page.locator(".sj-topbar .sj-call .sj-stars").wait_for()
        texts = page.locator(".sj-topbar .sj-stars:visible").all_text_contents()
        assert texts == ["6.5K", "6.5K"]
    assert asked == [STARS]


@pytest.mark.parametrize("answer", [{"status": 403, "json": {"message": "limit"}}, None])
def test_without_an_answer_there_are_no_stars_and_no_complaint(page, address, answer):
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    page.route("https://api.github.com/**", lambda r: r.fulfill(**answer) if answer else r.abort())
    with page.expect_event(
        "requestfinished" if answer else "requestfailed", lambda r: r.url == STARS
    ):
        page.goto(f"{address}/index.html")

    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.locator(".sj-stars:visible").count() == 0
    assert errors == []


def test_on_a_phone_the_current_tab_is_in_view_and_the_tabs_scroll_away(page, address):
    page.route("https://api.github.com/**", lambda route: route.abort())
    visit(page, f"{address}/changelog/page.html", (360, 600))
    wait_until_drawn(page)
    tab = page.locator(".sj-topbar .sj-tab[aria-current]")
    box = tab.bounding_box()

    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.evaluate("document.querySelector('.sj-main').style.minHeight = '3000px'; scrollTo(0, 600)")
    assert tab.bounding_box()["y"] < 0
    assert page.locator(".sj-topbar-row").bounding_box()["y"] == 0


def test_links_that_do_not_fit_are_in_a_menu(page, address):
    page.route("https://api.github.com/**", lambda route: route.abort())
    menu = page.locator(".sj-links-menu")
    link, entry = page.locator(".sj-topbar .sj-links > ul a"), menu.locator("a")
    visit(page, f"{address}/index.html", (1440, 600))

    page.wait_for_function("document.querySelector('.sj-links > ul').inert")
    menu.locator("summary").click()
    assert entry.evaluate(
        """(entry, { x, y, width, height }) =>
          entry.contains(document.elementFromPoint(x + width / 2, y + height / 2))""",
        entry.bounding_box(),
    )
    page.keyboard.press("Escape")
    entry.wait_for(state="hidden")

    page.evaluate("document.querySelectorAll('.sj-tabs li + li').forEach((tab) => tab.remove())")
    page.wait_for_function("document.querySelector('.sj-links-menu').inert")
    assert link.evaluate("link => (link.focus(), link.matches(':focus'))")


def wait_for_fades(page, before, after):
    """Wait until the sides of the tabs fade as far as that."""
    page.wait_for_function(
        """([before, after]) => {
          const style = getComputedStyle(document.querySelector(".sj-tabs ul"));
          const fade = side => parseFloat(style.getPropertyValue(`--sj-${side}`)) || 0;
          return fade("before") === before && fade("after") === after;
        }""",
        arg=[before, after],
    )


def test_a_side_of_the_tabs_fades_where_there_are_more(page, address):
    page.route("https://api.github.com/**", lambda route: route.abort())
    visit(page, f"{address}/index.html", (360, 600))
    tabs = page.locator(".sj-topbar .sj-tabs ul")

    wait_for_fades(page, 0, 40)
    tabs.hover()
    page.mouse.wheel(0, 60)
    wait_for_fades(page, 40, 40)
    page.mouse.wheel(0, 2000)
    wait_for_fades(page, 40, 0)
    assert page.evaluate("scrollY") == 0

    # A tab that gets the focus does not stand under the fade.
    tabs.locator("a").nth(3).focus()
    page.keyboard.press("Shift+Tab")
    box, whole = tabs.locator("a").nth(2).bounding_box(), tabs.bounding_box()
    assert whole["x"] + 39 < box["x"]
    assert box["x"] + box["width"] < whole["x"] + whole["width"]


def test_beside_a_sidebar_the_tabs_are_in_the_bar_of_wide_windows(page, build_shared_site):
    page.route("https://api.github.com/**", lambda route: route.abort())
    site = build_shared_site({**FILES, "site.json": {**SETTINGS, "layout": "sidenav"}})
    for width in (1024, 1280, 1440):
        visit(page, site.url("index.html"), (width, 600))
        tabs, links = page.locator(".sj-tabs > ul").first, page.locator(".sj-topbar .sj-call")
        end_of_links = links.bounding_box()["y"] + links.bounding_box()["height"]

        assert (tabs.bounding_box()["y"] >= end_of_links) is (width == 1024), width


def test_the_bar_looks_white_above_dark_code(page, publish):
    code = "\n".join(f"value_{number} = {number}" for number in range(80))
    text = f"# Home\n\n```python\n{code}\n```\n"
    home = publish({**FILES, "site.json": {**SETTINGS, "tabs": []}, "index.md": text})
    visit(page, f"{home}/index.html", (390, 600), color_scheme="light")
    page.evaluate("scrollTo(0, 800)")
    wait_until_drawn(page)
    bar = page.locator(".sj-topbar").bounding_box()
    middle = {"x": bar["width"] / 2, "y": bar["height"] / 2, "width": 1, "height": 1}
    color = Image.open(io.BytesIO(page.screenshot(clip=middle))).convert("RGB").getpixel((0, 0))

    assert min(color) >= 245
