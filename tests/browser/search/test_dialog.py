"""The search dialog, the search page and the page for missing addresses, in a real browser."""

import pytest

from support.small_sites import settings
from support.windows import LAPTOP, PHONE, visit, wait_until_still

FIELD = "#sj-finder input"
HITS = '#sj-finder [role="option"]'


def open_dialog(page, query: str = "", key: str = "Control+k"):
    page.keyboard.press(key)
    page.locator(FIELD).wait_for()
    if query:
        page.keyboard.type(query)
        page.locator(f'#sj-finder[data-answered="{query}"]').wait_for()


def chosen(page) -> str:
    """The option that readers of the screen hear, by the id that the field names."""
    return page.evaluate(
        "document.getElementById("
        "document.activeElement.getAttribute('aria-activedescendant'))?.textContent.trim() ?? ''"
    )


@pytest.fixture
def home(page, address):
    visit(page, f"{address}/index.html", LAPTOP)
    return page


def test_typing_finds_and_enter_opens_with_the_words_marked(home):
    open_dialog(home, "favicon")
    assert "Name and looks" in home.locator("#sj-finder").inner_text()
    first = chosen(home)
    home.keyboard.press("ArrowDown")
    assert chosen(home) != first
    home.keyboard.press("ArrowUp")
    assert chosen(home) == first
    home.keyboard.press("ArrowUp")
    assert home.locator(HITS).last.get_attribute("aria-selected") == "true"
    home.keyboard.press("Home")
    with home.expect_navigation():
        home.keyboard.press("Enter")

    home.locator("main .highlighted").first.wait_for()
    assert "favicon" in home.locator("main .highlighted").first.inner_text().lower()


def test_a_page_found_by_its_text_opens_where_the_word_is(home):
    open_dialog(home, "suppress_warnings")
    with home.expect_navigation():
        home.keyboard.press("Enter")
    home.locator("main .highlighted").first.wait_for()

    home.wait_for_function(
        """[...document.querySelectorAll("main .highlighted")].some((mark) => {
            const { top, bottom } = mark.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
        })"""
    )


@pytest.mark.wide
def test_what_is_typed_before_the_index_is_there_counts(home):
    home.keyboard.press("Control+k")
    home.keyboard.type("versions")
    home.locator("#sj-finder[data-state=found]").wait_for()

    assert home.locator(FIELD).input_value() == "versions"
    assert "Versions" in chosen(home)


def test_the_index_is_loaded_on_first_use_only(page, address):
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(f"{address}/index.html")
    scripts = [name for name in asked if name.endswith(".js")]
    assert [name for name in scripts if "search" in name or "root.js" in name] == []

    open_dialog(page, "ship")
    page.keyboard.press("Escape")
    open_dialog(page, "berth")
    assert len(asked) == len(set(asked))
    assert not {"searchindex.js", "sitejson-pages.js", "language_data.js"} & set(asked)


def test_escape_closes_and_the_focus_returns(home):
    entry = home.locator(".sj-topbar [data-search-open]").first
    entry.focus()
    home.keyboard.press("Enter")
    home.keyboard.type("ship")
    home.locator(HITS).first.wait_for()
    home.keyboard.press("Tab")
    home.keyboard.press("Escape")

    assert not home.locator("#sj-finder").is_visible()
    assert home.evaluate("document.activeElement.matches('[data-search-open]')")


@pytest.mark.wide
def test_the_slash_opens_it_unless_somebody_types(page, address):
    page.goto(f"{address}/search.html")
    page.locator("main input[name=q]").press("/")
    assert not page.locator("#sj-finder").is_visible()

    page.locator("h1").click()
    open_dialog(page, key="/")
    assert page.locator(FIELD).input_value() == ""


def test_hits_are_typed_and_grouped_by_tab(home):
    open_dialog(home, "ship")
    operation = home.locator(f'{HITS}[data-kind="operation"]', has_text="Read a ship")
    assert operation.locator(".sj-method").inner_text().upper() == "GET"
    assert "/ships/{shipId}" in operation.inner_text()
    assert home.locator(f'{HITS}[data-kind="schema"]').count() > 0
    assert "API" in home.locator("#sj-finder [role=group] > p").all_inner_texts()

    home.locator(FIELD).fill("lighthouse")
    home.locator(f'{HITS}[data-kind="object"]').first.wait_for()
    assert "Python" in home.locator(f'{HITS}[data-kind="object"]').first.inner_text()


@pytest.mark.wide
def test_a_section_is_opened_at_its_place(home):
    open_dialog(home, "what can have a version")
    with home.expect_navigation():
        home.keyboard.press("Enter")

    assert home.url.endswith("/guides/versions.html#what-can-have-a-version")


def test_a_misspelled_word_is_corrected(home):
    open_dialog(home, "naviagtion")

    assert chosen(home).startswith("Navigation")
    assert "navigation" in home.locator("[data-finder=corrected]").inner_text()


def test_hidden_pages_are_not_found(home):
    open_dialog(home, "a hidden page")

    links = home.locator(HITS).evaluate_all("options => options.map(option => option.href)")
    assert [link for link in links if "a-hidden-page" in link] == []


@pytest.mark.wide
def test_all_results_are_offered_if_there_are_any(home):
    open_dialog(home, "qqqqzzzz")
    assert "qqqqzzzz" in home.locator("#sj-finder [data-in=none]").inner_text()
    link = home.locator("[data-finder=all]")
    assert not link.is_visible()
    home.locator(FIELD).fill("favicon")
    with home.expect_navigation():
        link.click()

    home.locator("#search-results .sj-hit").first.wait_for()
    assert home.url.endswith("?q=favicon")


@pytest.mark.wide
def test_the_top_of_the_dialog_and_the_page_behind_it_stay(page, address):
    visit(page, f"{address}/guides/navigation.html", LAPTOP, reduced_motion="reduce")
    page.evaluate("scrollTo(0, 300)")
    text, dialog = page.locator("main h2").first, page.locator("#sj-finder")
    before = text.bounding_box()
    open_dialog(page, "ship")
    page.locator("#sj-finder[data-styled]").wait_for()
    top = dialog.bounding_box()["y"]
    page.locator(FIELD).fill("qqqqzzzz")
    page.locator("#sj-finder[data-answered=qqqqzzzz]").wait_for()
    assert dialog.bounding_box()["y"] == top
    assert text.bounding_box() == before

    # Wheels are handled in their order: when the second has moved the page, the first is over.
    page.mouse.move(20, 400)
    page.mouse.wheel(0, 500)
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 100)
    page.wait_for_function("scrollY > 300")
    wait_until_still(page)
    assert page.evaluate("scrollY") == 400


def test_recent_searches_come_back_and_can_be_removed(home):
    open_dialog(home, "favicon")
    with home.expect_navigation():
        home.keyboard.press("Enter")
    open_dialog(home)
    row = home.locator(f"{HITS}[data-query]")
    row.first.wait_for()
    assert row.all_inner_texts() == ["favicon"]

    home.keyboard.press("ArrowDown")
    home.keyboard.press("Enter")
    home.locator("#sj-finder[data-state=found]").wait_for()
    assert home.locator(FIELD).input_value() == "favicon"
    home.locator(FIELD).fill("")
    row.first.wait_for()
    home.keyboard.press("ArrowDown")
    home.keyboard.press("Delete")
    row.first.wait_for(state="detached")
    assert home.evaluate("localStorage.getItem('sitejson.searches')") == "[]"


def test_the_dialog_works_from_disk(page, example):
    page.goto((example.outdir / "guides" / "navigation.html").as_uri())
    open_dialog(page, "installation")
    page.keyboard.press("Enter")
    page.wait_for_url("**/get-started/first-site.html")


@pytest.mark.wide
def test_a_phone_opens_it_from_the_bar(page, address):
    visit(page, f"{address}/index.html", PHONE)
    page.locator(".sj-search-link").click()
    page.keyboard.type("berth")
    page.locator(HITS).first.wait_for()

    wait_until_still(page)
    box = page.locator("#sj-finder").bounding_box()
    assert (box["x"], box["y"]) == (0, 0)
    assert box["height"] == PHONE[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.wide
def test_without_scripts_the_entry_points_to_the_search_page(new_page, address):
    page = new_page(LAPTOP, java_script_enabled=False)
    page.goto(f"{address}/guides/navigation.html")
    page.locator(".sj-topbar a[data-search-open]").first.click()

    assert page.url.endswith("/search.html")
    assert page.locator("main input[type=submit]").is_visible()


def test_the_search_page_shows_hits_with_their_surroundings(page, address):
    page.goto(f"{address}/search.html")
    page.locator("#search-results p").wait_for()
    page.locator("main input[name=q]").fill("favicon")
    page.locator("main input[type=submit]").click()
    page.locator("#search-results .sj-hit-more mark").first.wait_for()

    assert page.url.endswith("?q=favicon")
    assert page.locator("#search-results li").count() > 2
    assert page.locator("#search-results .sj-hit").first.get_attribute("role") is None


@pytest.mark.wide
def test_a_long_place_does_not_squeeze_the_title_of_a_hit(page, build_site):
    names = ["A long name of a group of pages", "another long name below it", "and a third one"]
    entry = {"group": names[2], "pages": ["names"]}
    for name in reversed(names[:2]):
        entry = {"group": name, "pages": ["index", entry] if name == names[0] else [entry]}
    site = build_site(
        {
            "site.json": {"name": "Parcel", "navigation": [entry]},
            "index.md": "# Home\n",
            "names.md": "# Names of packages of all kinds\n\n## packages.wheels.zebra.name\n",
        }
    )
    visit(page, f"{site.outdir.as_uri()}/search.html?q=zebra", LAPTOP)
    title = page.locator("#search-results .sj-hit-title").first
    title.wait_for()
    line_height = title.evaluate("(title) => parseFloat(getComputedStyle(title).lineHeight)")
    place = page.locator("#search-results .sj-hit-place").first

    assert title.bounding_box()["height"] < 1.5 * line_height
    assert all(name in place.inner_text() for name in names)
    assert place.bounding_box()["width"] > 100


@pytest.mark.parametrize("folder", ["", "/harbour", "/harbour/v1"])
def test_a_missing_address_of_a_site_in_any_folder_is_styled(
    page, build_site, serve, tmp_path, folder
):
    pages = {"index.md": "# Home\n", "ropes.md": "# Ropes\n"}
    site = build_site({"site.json": settings("index", "ropes"), **pages})
    place = tmp_path / "server" / folder.strip("/")
    place.parent.mkdir(parents=True, exist_ok=True)
    site.outdir.rename(place)

    def answer(route):
        route.fulfill(status=404, path=place / "404.html", content_type="text/html")

    page.route("**/lost/**", answer)
    with serve(tmp_path / "server") as address:
        page.goto(f"{address}{folder}/lost/deeper/rope.html")
        page.locator(".sj-lost-pages a").first.wait_for()
        glyph = page.locator(".sj-glyph").first.bounding_box()
        skip = page.locator(".sj-skip").get_attribute("href")
        page.locator(".sj-tree a", has_text="Ropes").click()

        assert page.url == f"{address}{folder}/ropes.html"
        assert glyph is None or glyph["width"] < 30
        assert skip.endswith("/lost/deeper/rope.html#sj-content")


def test_a_missing_address_shows_the_way(page, address, example):
    def answer(route):
        route.fulfill(status=404, path=example.outdir / "404.html", content_type="text/html")

    page.route("**/setings/**", answer)
    page.goto(f"{address}/setings/deeper/navigaton.html")
    page.locator(".sj-lost-pages a").first.wait_for()
    assert page.locator(".sj-lost-pages a").first.inner_text() == "Navigation"

    open_dialog(page, "fonts")
    page.keyboard.press("Escape")
    page.locator(".sj-lost-pages a").first.click()
    assert page.url == f"{address}/guides/navigation.html"
