"""The controls of divisions in a browser: with and without scripts, on a phone, for everyone."""

import pytest

from support.accessibility import accessibility_violations
from support.docs_site import docs_files
from support.wide import wide_but
from support.windows import DESKTOP, PHONE, visit

OPEN_ALL = "document.querySelectorAll('details[data-menu]').forEach((menu) => (menu.open = true))"


@pytest.fixture(params=wide_but(["mint", "maple"], "mint"))
def home(request, publish):
    """The site, with the bar across the page and with the sidebar at full height."""
    return publish(docs_files(theme=request.param))


@pytest.fixture(params=wide_but([True, False], True), ids=["scripts", "no scripts"])
def reader(request, new_page):
    return new_page(DESKTOP, java_script_enabled=request.param)


@pytest.fixture
def phone_reader(new_page):
    return new_page(PHONE, has_touch=True)


def path(page, home):
    return page.url.removeprefix(home).lstrip("/").removesuffix("#")


def choose(page, menu, name):
    """Open a visible menu and follow one of its entries."""
    found = page.locator(menu).locator("visible=true").first
    found.locator("summary").click()
    with page.expect_navigation():
        found.get_by_role("link", name=name).click()


def test_every_menu_links_to_the_pages_that_it_names(home, reader):
    reader.goto(f"{home}/lamp.html")
    choose(reader, ".sj-languages", "Français")
    assert path(reader, home) == "fr/lamp.html"

    reader.goto(f"{home}/lamp.html")
    choose(reader, ".sj-sidebar .sj-chooser", "Depth")
    assert path(reader, home) == "theory.html"

    choose(reader, ".sj-topbar .sj-tab-menu", "Parts")
    assert path(reader, home) == "parts.html"

    choose(reader, ".sj-sidebar .sj-chooser", "Tools")
    assert path(reader, home) == "tools.html"

    reader.goto(f"{home}/v2/intro.html")
    choose(reader, ".sj-versions:not(.sj-languages)", "v1")
    assert path(reader, home) == "v1/intro.html"


def test_a_menu_that_opens_is_whole_in_the_window(home, reader):
    for address, menu in (
        ("lamp.html", ".sj-languages"),
        ("lamp.html", ".sj-sidebar .sj-chooser"),
        ("tools.html", ".sj-topbar .sj-tab-menu"),
        ("v1/intro.html", ".sj-versions:not(.sj-languages)"),
    ):
        reader.goto(f"{home}/{address}")
        found = reader.locator(menu).locator("visible=true").first
        found.locator("summary").click()
        box = found.locator(".sj-popup").bounding_box()
        assert box["x"] >= 0, menu
        assert box["x"] + box["width"] <= DESKTOP[0], menu
        assert box["y"] >= 0, menu
        assert box["y"] + box["height"] <= DESKTOP[1], menu
        last = found.locator(".sj-popup a").last.bounding_box()
        at = [last["x"] + last["width"] / 2, last["y"] + last["height"] / 2]
        is_on_top = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.sj-popup'))"
        assert reader.evaluate(is_on_top, at), menu


def test_a_page_keeps_the_place_of_the_reader(home, page):
    visit(page, f"{home}/v1/intro.html", DESKTOP)
    page.locator(".sj-tree").get_by_role("link", name="shared").click()

    page.wait_for_function("document.documentElement.dataset.location === '0.0-2.0-2-1'")
    tree = page.locator(".sj-tree")
    assert tree.locator("[aria-current=page]").inner_text() == "shared"
    assert "v1 old" in tree.inner_text()
    version = page.locator(".sj-versions:not(.sj-languages) summary").locator("visible=true").first
    assert "v1" in version.inner_text()
    assert page.locator(".sj-neighbour-next .sj-neighbour-title").inner_text() == "v1 old"


@pytest.mark.wide
def test_who_comes_from_nowhere_sees_the_first_place(home, page):
    page.goto(f"{home}/shared.html")

    assert page.evaluate("document.documentElement.dataset.location") == "0.0-2.0-2-0"
    assert "v1 old" not in page.locator(".sj-tree").inner_text()


def test_a_choice_keeps_the_page_that_both_versions_list(home, page):
    visit(page, f"{home}/shared.html", DESKTOP)
    choose(page, ".sj-versions:not(.sj-languages)", "v1")

    assert path(page, home) == "shared.html"
    page.wait_for_function("document.documentElement.dataset.location === '0.0-2.0-2-1'")
    assert "v1 old" in page.locator(".sj-tree").inner_text()


def test_without_scripts_that_choice_points_to_a_page_of_the_version(home, new_page):
    page = new_page(DESKTOP, java_script_enabled=False)
    page.goto(f"{home}/shared.html")
    choose(page, ".sj-versions:not(.sj-languages)", "v1")

    assert path(page, home) == "v1/intro.html"


def test_an_announcement_that_was_closed_stays_closed(home, page):
    page.goto(f"{home}/lamp.html")
    page.get_by_role("button", name="Close announcement").click()
    page.goto(f"{home}/fr/lamp.html")

    assert page.locator(".sj-banner").count() == 0


def test_on_a_phone_all_menus_are_in_the_drawer(home, phone_reader):
    phone_reader.goto(f"{home}/v1/intro.html")
    phone_reader.locator("[data-drawer-open]").click()
    sidebar = phone_reader.locator("#sj-sidebar")

    assert sidebar.locator(".sj-languages").is_visible()
    assert sidebar.locator(".sj-versions:not(.sj-languages)").is_visible()
    sidebar.locator(".sj-languages summary").click()
    box = sidebar.locator(".sj-languages .sj-popup").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= PHONE[1]
    with phone_reader.expect_navigation():
        sidebar.locator(".sj-languages").get_by_role("link", name="Français").click()
    assert path(phone_reader, home) == "fr/index.html"


def test_on_a_phone_a_menu_item_is_chosen_above_the_pages(home, phone_reader):
    phone_reader.goto(f"{home}/tools.html")
    phone_reader.locator("[data-drawer-open]").click()
    sidebar = phone_reader.locator("#sj-sidebar")
    sidebar.locator(".sj-chooser summary").click()
    with phone_reader.expect_navigation():
        sidebar.locator(".sj-chooser").get_by_role("link", name="Parts").click()

    assert path(phone_reader, home) == "parts.html"
    width = phone_reader.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]


@pytest.mark.parametrize("size", wide_but([DESKTOP, PHONE], DESKTOP))
def test_the_controls_are_accessible(home, page, size):
    for address in ("index.html", "tools.html", "v1/intro.html"):
        visit(page, f"{home}/{address}", size, color_scheme="light")
        if size is PHONE:
            page.locator("[data-drawer-open]").click()
        assert accessibility_violations(page) == [], address
        page.evaluate(OPEN_ALL)
        # What lies below an open menu cannot be hit, of course.
        found = accessibility_violations(page)
        assert [each for each in found if not each.startswith("target-size")] == [], address
        page.emulate_media(color_scheme="dark")
        assert accessibility_violations(page, colors_only=True) == [], address


def test_escape_closes_a_menu_and_gives_the_focus_back(home, page):
    visit(page, f"{home}/tools.html", DESKTOP)
    summary = page.locator(".sj-topbar .sj-tab-menu summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").startswith("Tools")
    page.keyboard.press("Escape")

    assert not page.locator(".sj-topbar .sj-tab-menu").evaluate("menu => menu.open")
    assert summary.evaluate("summary => summary === document.activeElement")


@pytest.fixture(scope="module")
def shop(publish):
    """A site of two products, one of which has versions."""
    page = "---\ntitle: {}\n---\n\nText.\n"
    names = ["index", "more", "lamps/two", "lamps/one"]
    products = [
        {"product": "Candles", "icon": "fire", "description": "To burn", "pages": names[:2]},
        {"product": "Lamps",
         "versions": [{"version": "v2", "pages": ["lamps/two"]},
                      {"version": "v1", "pages": ["lamps/one"]}]},
    ]  # fmt: skip
    settings = {
        "theme": "mint",
        "name": "Shop",
        "colors": {"primary": "#0A7D55"},
        "navigation": {"products": products},
    }
    files = {f"{name}.mdx": page.format(name.title()) for name in names}
    return publish({"docs.json": settings, **files})


def test_products_are_chosen_above_the_sidebar(shop, reader):
    reader.goto(f"{shop}/more.html")
    choose(reader, ".sj-sidebar .sj-chooser", "Lamps")
    assert path(reader, shop) == "lamps/two.html"
    choose(reader, ".sj-versions", "v1")
    assert path(reader, shop) == "lamps/one.html"
    choose(reader, ".sj-sidebar .sj-chooser", "Candles")
    assert path(reader, shop) == "index.html"


@pytest.mark.wide
def test_products_are_in_the_drawer_of_a_phone(shop, phone_reader):
    phone_reader.goto(f"{shop}/more.html")
    phone_reader.locator("[data-drawer-open], [aria-controls=sj-sidebar]").first.click()
    choose(phone_reader, ".sj-sidebar .sj-chooser", "Lamps")
    assert path(phone_reader, shop) == "lamps/two.html"
