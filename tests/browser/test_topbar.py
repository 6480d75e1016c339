"""The top bar in a browser: stars of a repository, tabs on a phone."""

from __future__ import annotations

import pytest

NAMES = ["guides", "reference", "recipes", "examples", "community", "changelog"]
SETTINGS = {
    "name": "Top",
    "topbarLinks": [{"type": "github", "url": "https://github.com/harbour/pilot"}],
    "topbarCtaButton": {"type": "github", "url": "https://github.com/harbour/pilot/"},
    "tabs": [{"name": name.title(), "url": name, "icon": "book"} for name in NAMES],
    "navigation": [{"group": "All", "pages": ["index", *(f"{name}/page" for name in NAMES)]}],
}
STARS = "https://api.github.com/repos/harbour/pilot"


@pytest.fixture(scope="module")
def address(build_shared_site, serve):
    files = {f"{name}/page.md": f"# {name}\n" for name in NAMES}
    site = build_shared_site({**files, "index.md": "# Home\n", "site.json": SETTINGS})
    assert site.warnings == ""
    with serve(site.outdir) as address:
        yield address


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

    page.wait_for_timeout(50)
    assert page.locator(".sj-stars:visible").count() == 0
    assert errors == []


def test_on_a_phone_the_current_tab_is_in_view_and_the_tabs_scroll_away(page, address):
    page.route("https://api.github.com/**", lambda route: route.abort())
    page.set_viewport_size({"width": 360, "height": 600})
    page.goto(f"{address}/changelog/page.html")
    tab = page.locator(".sj-topbar .sj-tab[aria-current]")
    box = tab.bounding_box()

    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.evaluate("document.querySelector('.sj-main').style.minHeight = '3000px'; scrollTo(0, 600)")
    assert tab.bounding_box()["y"] < 0
    assert page.locator(".sj-topbar-row").bounding_box()["y"] == 0
