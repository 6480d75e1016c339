"""The controls of divisions in a browser: with and without scripts, on a phone, for everyone."""

from __future__ import annotations

import pytest

from support.accessibility import accessibility_violations
from support.docs_site import docs_files
from support.wide import wide_but

OPEN_ALL = "document.querySelectorAll('details[data-menu]').forEach((menu) => (menu.open = true))"
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module", params=["mint", "maple"])
def home(request, build_shared_site, serve):
    """The site, with the bar across the page and with the sidebar at full height."""
    site = build_shared_site(docs_files(theme=request.param))
    assert site.warnings == ""
    with serve(site.outdir) as address:
        yield address


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def reader(request, browser):
    context = browser.new_context(java_script_enabled=request.param, viewport=DESKTOP)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone_reader(browser):
    context = browser.new_context(viewport=PHONE, has_touch=True)
    yield context.new_page()
    context.close()


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
        assert box["x"] + box["width"] <= DESKTOP["width"], menu
        assert box["y"] >= 0, menu
        assert box["y"] + box["height"] <= DESKTOP["height"], menu
        last = found.locator(".sj-popup a").last.bounding_box()
        at = [last["x"] + last["width"] / 2, last["y"] + last["height"] / 2]
        if reader.context.pages and menu:
            is_on_top = reader.evaluate(
                "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.sj-popup'))", at
            )
            assert is_on_top, menu


def test_a_page_keeps_the_place_of_the_reader(home, page):
    page.set_viewport_size(DESKTOP)
    page.goto(f"{home}/v1/intro.html")
    page.locator(".sj-tree").get_by_role("link", name="shared").click()

    page.wait_for_function("document.documentElement.dataset.location === '0.0-2.0-2-1'")
    tree = page.locator(".sj-tree")
    assert tree.locator("[aria-current=page]").inner_text() == "shared"
    assert "v1 old" in tree.inner_text()
    version = page.locator(".sj-versions:not(.sj-languages) summary").locator("visible=true").first
    assert "v1" in version.inner_text()
    assert page.locator(".sj-neighbour-next .sj-neighbour-title").inner_text() == "v1 old"


def test_who_comes_from_nowhere_sees_the_first_place(home, page):
    page.goto(f"{home}/shared.html")

    assert page.evaluate("document.documentElement.dataset.location") == "0.0-2.0-2-0"
    assert "v1 old" not in page.locator(".sj-tree").inner_text()


def test_a_choice_keeps_the_page_that_both_versions_list(home, page):
    page.set_viewport_size(DESKTOP)
    page.goto(f"{home}/shared.html")
    choose(page, ".sj-versions:not(.sj-languages)", "v1")

    assert path(page, home) == "shared.html"
    page.wait_for_function("document.documentElement.dataset.location === '0.0-2.0-2-1'")
    assert "v1 old" in page.locator(".sj-tree").inner_text()


def test_without_scripts_that_choice_points_to_a_page_of_the_version(home, browser):
    context = browser.new_context(java_script_enabled=False, viewport=DESKTOP)
    page = context.new_page()
    page.goto(f"{home}/shared.html")
    choose(page, ".sj-versions:not(.sj-languages)", "v1")

    assert path(page, home) == "v1/intro.html"
    context.close()


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
    assert box["y"] + box["height"] <= PHONE["height"]
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
    assert width <= PHONE["width"]


@pytest.mark.parametrize("size", wide_but([DESKTOP, PHONE], DESKTOP))
def test_the_controls_are_accessible(home, browser, size):
    context = browser.new_context(viewport=size, color_scheme="light")
    page = context.new_page()
    for address in ("index.html", "tools.html", "v1/intro.html"):
        page.goto(f"{home}/{address}")
        if size is PHONE:
            page.locator("[data-drawer-open]").click()
        assert accessibility_violations(page) == [], address
        page.evaluate(OPEN_ALL)
        # What lies below an open menu cannot be hit, of course.
        found = accessibility_violations(page)
        assert [each for each in found if not each.startswith("target-size")] == [], address
        page.emulate_media(color_scheme="dark")
        assert accessibility_violations(page, colors_only=True) == [], address
        page.emulate_media(color_scheme="light")
    context.close()


def test_escape_closes_a_menu_and_gives_the_focus_back(home, page):
    page.set_viewport_size(DESKTOP)
    page.goto(f"{home}/tools.html")
    summary = page.locator(".sj-topbar .sj-tab-menu summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").startswith("Tools")
    page.keyboard.press("Escape")

    assert not page.locator(".sj-topbar .sj-tab-menu").evaluate("menu => menu.open")
    assert summary.evaluate("summary => summary === document.activeElement")


@pytest.fixture(scope="module")
def shop(build_shared_site, serve):
    """A site of two products, one of which has versions."""
    page = "---\ntitle: {}\n---\n\nText.\n"
    names = ["index", "more", "lamps/two", "lamps/one"]
    products = [
        {"product": "Candles", "icon": "fire", "description": "To burn", "pages": names[:2]},
        {
            "product": "Lamps",
            "versions": [
                {"version": "v2", "pages": ["lamps/two"]},
                {"version": "v1", "pages": ["lamps/one"]},
            ],
        },
    ]
    settings = {
        "theme": "mint",
        "name": "Shop",
        "colors": {"primary": "#0A7D55"},
        "navigation": {"products": products},
    }
    files = {f"{name}.mdx": page.format(name.title()) for name in names}
    site = build_shared_site({"docs.json": settings, **files})
    assert site.warnings == ""
    with serve(site.outdir) as address:
        yield address


def test_products_are_chosen_above_the_sidebar(shop, reader):
    reader.goto(f"{shop}/more.html")
    choose(reader, ".sj-sidebar .sj-chooser", "Lamps")
    assert path(reader, shop) == "lamps/two.html"
    choose(reader, ".sj-versions", "v1")
    assert path(reader, shop) == "lamps/one.html"
    choose(reader, ".sj-sidebar .sj-chooser", "Candles")
    assert path(reader, shop) == "index.html"


def test_products_are_in_the_drawer_of_a_phone(shop, phone_reader):
    phone_reader.goto(f"{shop}/more.html")
    phone_reader.locator("[data-drawer-open], [aria-controls=sj-sidebar]").first.click()
    choose(phone_reader, ".sj-sidebar .sj-chooser", "Lamps")
    assert path(phone_reader, shop) == "lamps/two.html"
