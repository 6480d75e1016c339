"""Components in a real browser, on the product's own documentation."""

import json

import pytest
from playwright.sync_api import expect

from support.accessibility import accessibility_violations, shorten_lists
from support.clipboard import copied_by, paused_clock
from support.small_sites import settings
from support.windows import DESKTOP, PHONE, exceeded_widths, resize, visit

FOLDER = "guides/components"
PAGES = [
    "reference/components", f"{FOLDER}/cards-and-callouts", f"{FOLDER}/code-and-tabs",
    f"{FOLDER}/steps-and-folds", f"{FOLDER}/more-components", f"{FOLDER}/fields",
    f"{FOLDER}/written-endpoint",
]  # fmt: skip
TABS = f"{FOLDER}/code-and-tabs.html"


def open_titles(page) -> list[str]:
    """Return the titles of the tabs that are open, set by set."""
    folds = page.locator("section:not(#package-managers) > .sjc-tabs > details[open] > summary")
    tabs = page.locator("section:not(#package-managers) > .sjc-tabs [role=tab][aria-selected=true]")
    return folds.or_(tabs).all_inner_texts()


@pytest.mark.parametrize(
    ("size", "mode"), [(DESKTOP, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.wide)]
)
def test_pages_with_components_are_accessible(page, address, mode, size):
    resize(page, size)
    page.emulate_media(color_scheme=mode)
    for name in PAGES:
        page.goto(f"{address}/{name}.html")
        # Menus are opened one at a time, by the next test.
        page.evaluate(
            "document.querySelectorAll('details:not([data-menu])').forEach(it => it.open = true)"
        )
        if mode == "light":
            shorten_lists(page)
        assert accessibility_violations(page) == [], name


@pytest.mark.wide
@pytest.mark.parametrize(("size", "mode"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_each_menu_of_a_page_with_components_is_accessible(page, address, mode, size):
    visit(page, f"{address}/{TABS}", size, color_scheme=mode, reduced_motion="reduce")
    menus = page.locator("details[data-menu] > summary:visible").all()
    assert menus
    for menu in menus:
        menu.click()
        assert accessibility_violations(page) == [], menu.inner_text()
        page.keyboard.press("Escape")


def test_no_page_is_wider_than_the_window(shared_page, address):
    for name in PAGES:
        widths = (320, 768, 1280)
        assert exceeded_widths(shared_page, f"{address}/{name}.html", widths) == [], name


def test_tabs_of_one_title_open_together_and_on_later_pages(page, address):
    page.goto(f"{address}/{TABS}")
    assert open_titles(page) == ["pip", "pip"]
    page.locator("#code-groups").get_by_role("tab", name="uv").click()
    assert open_titles(page) == ["uv", "uv"]
    page.locator("#code-groups").get_by_role("tab", name="Python").click()
    assert open_titles(page) == ["Python", "uv"]
    page.reload()
    assert open_titles(page) == ["Python", "uv"]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_code_of_a_group_is_copied_from_the_row_of_its_titles(page, address, width):
    visit(page, f"{address}/{TABS}", (width, 800))
    group = page.locator(".sjc-code-group").first
    group.locator("pre:visible").hover()
    button = group.locator(".sj-copy:visible")
    last = group.get_by_role("tab").last.bounding_box()

    assert button.bounding_box()["x"] >= last["x"] + last["width"]
    assert copied_by(button).strip() == group.locator("pre:visible").inner_text().strip()


@pytest.mark.wide
def test_steps_are_equally_far_apart_whatever_they_end_with(view):
    page = view("guides/components/steps-and-folds.html")
    gaps = page.locator(".sjc-steps").first.evaluate(
        """steps => [...steps.children].slice(1).map((step) =>
          step.getBoundingClientRect().top
          - step.previousElementSibling.lastElementChild.getBoundingClientRect().bottom)"""
    )

    assert len(gaps) > 1
    assert max(gaps) - min(gaps) < 1
    # Numbers are text, and the line between them ends with the last one.
    steps = page.locator(".sjc-steps").first.locator("> li")
    assert steps.first.locator(".sjc-step-mark").inner_text() == "1"
    lines = steps.evaluate_all(
        "steps => steps.map((step) => getComputedStyle(step, '::before').content)"
    )
    assert [*dict.fromkeys(lines)] == ['""', "none"]
    assert lines[-1] == "none"


@pytest.mark.wide
def test_one_tab_is_always_open(page, address):
    page.goto(f"{address}/{TABS}")
    page.locator("#code-groups").get_by_role("tab", name="pip").click()
    assert open_titles(page) == ["pip", "pip"]


@pytest.mark.wide
def test_what_is_clicked_stays_where_it_is(page, address):
    visit(page, f"{address}/{TABS}", (1024, 400))
    title = page.locator(".sjc-tabs:not(.sjc-code-group)").get_by_role("tab", name="uv")
    title.scroll_into_view_if_needed()
    before = title.bounding_box()["y"]
    title.click()
    assert abs(title.bounding_box()["y"] - before) < 1


def test_arrow_keys_go_from_tab_to_tab(page, address):
    page.goto(f"{address}/{TABS}")
    page.get_by_role("tab").first.focus()
    for key, title in [
        ("ArrowRight", "uv"),
        ("End", "Python"),
        ("ArrowRight", "pip"),
        ("ArrowLeft", "Python"),
        ("Home", "pip"),
    ]:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent").strip() == title
        assert open_titles(page)[0] == title


def test_tabs_have_roles_and_one_stop_of_the_tab_key(page, address):
    page.goto(f"{address}/{TABS}")
    tab_set = page.locator("#tabs > .sjc-tabs")
    assert tab_set.aria_snapshot().startswith(
        '- tablist:\n  - tab "pip" [selected]\n  - tab "uv"\n- tabpanel "pip":'
    )
    for tab in tab_set.get_by_role("tab").all():
        panel = page.locator(f"[id='{tab.get_attribute('aria-controls')}']")
        assert panel.get_attribute("role") == "tabpanel"
    tab_set.get_by_role("tab", name="pip").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=tabpanel]') !== null")
    assert accessibility_violations(page) == []


def test_a_tab_has_an_address(page, address):
    page.goto(f"{address}/index.html")
    page.goto(f"{address}/{TABS}")
    tab_set = page.locator("#tabs > .sjc-tabs")
    tab_set.get_by_role("tab", name="uv").click()
    selected = page.url
    assert selected == f"{address}/{TABS}#uv-2"
    # Tabs are no steps of the history.
    page.go_back()
    assert page.url == f"{address}/index.html"

    page.evaluate("localStorage.clear()")
    page.goto(selected)
    assert open_titles(page) == ["uv", "uv"]
    expect(tab_set.get_by_role("tabpanel", name="uv")).to_be_visible()
    expect(tab_set.get_by_role("tab", name="uv")).to_be_in_viewport()
    # The contents do not mark a heading of the hidden tab.
    page.goto(f"{address}/{TABS}#code-groups")
    expect(page.locator(".sj-aside [aria-current]")).to_have_text("Code groups")


def test_an_address_opens_the_fold_or_tab_around_it(page, address):
    page.goto(f"{address}/{TABS}#upgrade-with-uv")
    assert page.locator("#upgrade-with-uv").is_visible()
    page.goto(f"{address}/{FOLDER}/steps-and-folds.html#who-keeps-it")
    assert page.get_by_text("A computer in the harbour.").first.is_visible()
    page.evaluate("location.hash = 'an-accordion-alone'")
    page.get_by_text("It needs no group.").first.wait_for()


def test_text_that_is_found_in_a_fold_opens_it(page, address):
    text = page.get_by_text("A computer in the harbour.").first
    page.goto(f"{address}/{FOLDER}/steps-and-folds.html")
    expect(text).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{address}/{FOLDER}/steps-and-folds.html#:~:text=A%20computer%20in%20the%20harbour")
    expect(text).to_be_visible()


def test_the_contents_list_the_headings_of_the_selected_tab(page, address):
    visit(page, f"{address}/{TABS}", DESKTOP)
    entries = page.locator(".sj-aside a", has_text="Upgrade with")
    expect(entries.filter(visible=True)).to_have_text(["Upgrade with pip"])

    page.locator("#tabs").get_by_role("tab", name="pip").press("ArrowRight")
    expect(entries.filter(visible=True)).to_have_text(["Upgrade with uv"])
    entries.filter(visible=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#upgrade-with-uv")).to_be_in_viewport()
    expect(page.locator(".sj-aside [aria-current]")).to_have_text("Upgrade with uv")
    # The entry of the tab that is hidden now is not marked any more.
    page.locator("#tabs").get_by_role("tab", name="uv").press("ArrowLeft")
    expect(page.locator(".sj-aside [aria-current]").filter(visible=True)).to_have_count(1)
    # A link opens the tab of its heading, and the contents follow.
    page.goto(f"{address}/{TABS}#upgrade-with-uv")
    expect(entries.filter(visible=True)).to_have_text(["Upgrade with uv"])

    resize(page, PHONE)
    page.locator(".sj-contents-menu > summary").click()
    listed = page.locator(".sj-contents-menu a", has_text="Upgrade with").filter(visible=True)
    expect(listed).to_have_text(["Upgrade with uv"])


@pytest.mark.wide
def test_the_contents_list_the_headings_of_the_selected_view(page, build_site):
    views = """# Start

<View title="Python">

## Install with pip

</View>

<View title="Node">

## Install with npm

</View>

## Next
"""
    site = build_site({"site.json": settings(), "index.mdx": views})
    visit(page, site.url("index.html"), DESKTOP)
    listed = page.locator(".sj-aside a").filter(visible=True)

    expect(listed).to_have_text(["Install with pip", "Next"])
    page.get_by_role("radio", name="Node").check(force=True)
    expect(listed).to_have_text(["Install with npm", "Next"])


def test_tooltips_show_on_focus_and_close_by_escape(page, address):
    page.goto(f"{address}/{FOLDER}/steps-and-folds.html")
    word, tip = page.locator(".sjc-tooltip"), page.locator(".sjc-tip")
    assert not tip.is_visible()
    word.focus()
    assert tip.is_visible()
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    word.blur()
    word.focus()
    assert tip.is_visible()


@pytest.mark.wide
def test_callouts_have_a_sign_and_a_word(view):
    page = view(f"{FOLDER}/cards-and-callouts.html")
    for callout in page.locator(".sjc-callout:has(.sjc-title)").all():
        assert callout.locator(".sjc-callout-icon svg").first.is_visible()
        assert callout.locator(".sjc-title").first.inner_text()
        last = callout.locator(".sjc-inside > :last-child").first
        assert last.evaluate("last => getComputedStyle(last).marginBlockEnd") == "0px"


def test_all_of_a_card_is_its_link(page, address):
    page.goto(f"{address}/reference/components.html")
    card = page.locator(".sjc-card").first
    card.hover()
    assert card.evaluate("card => getComputedStyle(card).transform") == "none"
    assert card.locator("a").count() == 1
    box, beside = card.bounding_box(), page.locator(".sjc-card").nth(1).bounding_box()
    assert (box["y"], box["height"]) == (beside["y"], beside["height"])
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    page.wait_for_url("**/cards-and-callouts.html")


def test_tabs_work_without_scripts(new_page, address):
    page = new_page(java_script_enabled=False)
    page.goto(f"{address}/{TABS}")
    page.locator("#code-groups summary", has_text="uv").click()
    assert open_titles(page) == ["uv", "pip"]
    assert page.get_by_text("uv add sphinx-sitejson").first.is_visible()
    page.goto(f"{address}/{TABS}#python")
    assert open_titles(page) == ["Python", "pip"]


def test_paper_shows_all_tabs_and_folds(page, address):
    page.goto(f"{address}/{FOLDER}/steps-and-folds.html")
    page.emulate_media(media="print")
    assert page.get_by_text("A computer in the harbour.").first.is_visible()
    page.goto(f"{address}/{TABS}")
    assert page.get_by_text("It is fast.").first.is_visible()
    titles = page.locator("#tabs [role=tabpanel]").evaluate_all(
        "panels => panels.map(panel => getComputedStyle(panel, '::before').content)"
    )
    assert titles == ['"pip"', '"uv"']


MORE = f"{FOLDER}/more-components.html"


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_reader_chooses_a_view_and_a_tag(new_page, address, has_scripts):
    page = new_page(java_script_enabled=has_scripts)
    page.goto(f"{address}/{MORE}")
    views, entries = page.locator(".sjc-view"), page.locator(".sjc-update")

    assert [view.is_visible() for view in views.all()] == [True, False]
    page.get_by_role("radio", name="Node").check(force=True)
    assert [view.is_visible() for view in views.all()] == [False, True]
    page.get_by_role("radio", name="Lamps").check(force=True)
    assert [entry.is_visible() for entry in entries.all()] == [True, False]
    page.get_by_role("radio", name="All").check(force=True)
    assert [entry.is_visible() for entry in entries.all()] == [True, True]
    page.goto(f"{address}/{MORE}")
    assert views.nth(1).is_visible() is has_scripts


@pytest.mark.wide
def test_a_change_in_the_bar_leaves_the_styles_of_the_content_alone(browser, page, address):
    page.goto(f"{address}/{MORE}")
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.locator(".sj-topbar ul").first.evaluate(
        "list => { list.style.opacity = 0.5; getComputedStyle(list).opacity; }"
    )
    events = json.loads(browser.stop_tracing())["traceEvents"]

    counts = [event["args"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert 1 <= max(arguments.get("elementCount", 0) for arguments in counts) <= 50


def test_a_prompt_is_copied(new_page, address):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/{MORE}")
    with paused_clock(page):
        page.get_by_role("button", name="Copy prompt").click()
        page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Write a page about a lamp.")


def test_a_link_in_an_explanation_can_be_reached(page, address):
    page.goto(f"{address}/{MORE}")
    page.locator(".sjc-tooltip").hover()
    link = page.locator(".sjc-tip a")
    link.hover()
    with page.expect_navigation():
        link.click()
    assert page.url.endswith("/guides/links.html")


def test_a_panel_takes_the_place_of_the_contents(page, address):
    visit(page, f"{address}/{MORE}", DESKTOP)
    panel, title = page.locator(".sjc-panel").bounding_box(), page.locator("h1").bounding_box()
    assert panel["x"] > title["x"] + title["width"]
    assert not page.locator("nav.sj-contents").is_visible()
    resize(page, PHONE)
    panel, title = page.locator(".sjc-panel").bounding_box(), page.locator("h1").bounding_box()
    assert panel["y"] > title["y"]
    assert panel["width"] > 300
