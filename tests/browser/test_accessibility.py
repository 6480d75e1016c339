"""Every kind of page for every reader: axe, content security policy, no foreign hosts."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from support.accessibility import accessibility_violations, shorten_lists
from support.windows import LAPTOP, PHONE, resize, visit

# The Markdown page has math, which Sphinx shows by a script of another host.
PAGES = {
    "the first page": "index.html", "a page": "guides/navigation.html",
    "a long list": "reference/all-keys.html",
    "every kind of content": "guides/restructuredtext.html",
    "an operation": "api/berths/book-a-berth.html", "a schema": "api/schemas/ship.html",
    "a Python library": "api/python.html", "a wide page": "guides/shapes/wide-page.html",
    "search results": "search.html?q=ship", "an index": "genindex.html", "no page": "404.html",
}  # fmt: skip
COMPONENTS = ("landing-pages", "spellings", "cards-and-callouts", "more-components", "fields")
OUTLINE = """(element) => {
  const style = getComputedStyle(element);
  return [style.outlineStyle, style.outlineWidth];
}"""
SIGN = "(title) => getComputedStyle(title, '::before').backgroundColor"
DOCUMENTED = Path(__file__).parents[2] / "example_project" / "guides" / "content-policy.mdx"


def open_search(page):
    page.keyboard.press("Control+k")
    page.locator("#sj-finder input").wait_for()
    page.keyboard.type("ship")
    page.locator("#sj-finder[data-state=found]").wait_for()


def open_menu(page):
    page.locator("[data-drawer-open]").click()


@pytest.mark.long
@pytest.mark.parametrize(
    "size",
    [pytest.param(LAPTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.wide)],
)
def test_every_kind_of_page_is_accessible(page, address, size):
    resize(page, size)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for kind, path in PAGES.items():
        page.goto(f"{address}/{path}")
        if size == LAPTOP:
            shorten_lists(page)
        for mode in ("light", "dark"):
            page.emulate_media(color_scheme=mode)
            found = accessibility_violations(page, colors_only=mode == "dark")
            assert found == [], f"{kind}, {mode}"
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


@pytest.mark.long
@pytest.mark.wide
def test_every_kind_of_page_is_accessible_in_forced_colors(page, address):
    resize(page, LAPTOP)
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    components = [f"guides/components/{name}.html" for name in COMPONENTS]
    for path in [*PAGES.values(), "guides/code-blocks.html", *components]:
        page.goto(f"{address}/{path}")
        shorten_lists(page)
        for mode in ("light", "dark"):
            page.emulate_media(color_scheme=mode)
            assert accessibility_violations(page, colors_only=True) == [], f"{path}, {mode}"
    page.goto(f"{address}/guides/components/spellings.html")
    # What has no ground of its own any more has a line around it.
    for sort in (".sjc-badge", ".sd-badge"):
        assert page.locator(sort).first.evaluate(OUTLINE) == ["solid", "1px"], sort
    current = page.locator(".sj-sidebar .sj-row[aria-current]")
    assert current.evaluate("row => getComputedStyle(row).textDecorationLine") == "underline"
    sign = page.locator(".admonition-title").first.evaluate(SIGN)
    assert sign == page.locator(".sj-prose p").first.evaluate("(p) => getComputedStyle(p).color")


@pytest.mark.parametrize(
    ("size", "opened"),
    [
        (LAPTOP, open_search),
        pytest.param(PHONE, open_search, marks=pytest.mark.wide),
        (PHONE, open_menu),
    ],
)
def test_what_opens_over_a_page_is_accessible(page, address, size, opened):
    visit(page, f"{address}/index.html", size, reduced_motion="reduce")
    opened(page)
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        assert accessibility_violations(page, colors_only=mode == "dark") == [], mode


def documented_policy() -> str:
    (policy,) = re.findall(r"Content-Security-Policy: (.+)", DOCUMENTED.read_text("utf-8"))
    return policy


def test_the_documented_hashes_are_those_of_the_only_inline_scripts(example, build_site):
    pages = [example.text(path.partition("?")[0]) for path in PAGES.values()]
    # Without a base URL, the page for missing addresses finds out its own.
    site = {"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}
    pages.append(build_site({"index.md": "# Home\n", "site.json": site}).text("404.html"))
    inline = set(re.findall(r"<script>(.*?)</script>", "".join(pages), re.DOTALL))

    digests = {b64encode(sha256(script.encode()).digest()).decode() for script in inline}
    assert digests == set(re.findall(r"'sha256-([^']+)'", documented_policy()))


def test_pages_work_under_the_documented_policy(page, address):
    refused = []

    def with_policy(route):
        response = route.fetch()
        headers = {**response.headers, "content-security-policy": documented_policy()}
        route.fulfill(response=response, headers=headers)

    page.route(re.compile(r"\.html(\?|$)"), with_policy)
    page.on("console", lambda said: refused.append(said.text) if "Policy" in said.text else None)
    resize(page, LAPTOP)
    # The first page has an image with a width, which Sphinx writes into its style.
    for path in ("guides/fonts.html", PAGES["an operation"], "search.html?q=ship", "404.html"):
        page.goto(f"{address}/{path}")
        open_search(page)
        page.keyboard.press("Escape")
        page.locator("[data-mode-toggle]").first.click()
    assert refused == []
    assert page.evaluate("document.documentElement.dataset.mode") in ("light", "dark", "system")
