"""The theme in a real browser, on the product's own documentation."""

import json
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from support.accessibility import accessibility_violations
from support.clipboard import copied_by, paused_clock
from support.labels import LANGUAGES, THEME_LANGUAGES, read_catalog
from support.wide import wide_but
from support.windows import LAPTOP, PHONE, exceeded_widths, resize, visit, wait_until_still

# The Markdown page has math, which Sphinx shows by a script of another host.
PAGES = [
    "index.html", "guides/navigation.html", "reference/all-keys.html",
    "guides/restructuredtext.html", "search.html", "genindex.html",
]  # fmt: skip


def test_no_page_is_wider_than_the_window(shared_page, address):
    for path in [*PAGES, "guides/markdown.html"]:
        widths = (320, 390, 768, 1024, 1440)
        assert exceeded_widths(shared_page, f"{address}/{path}", widths) == [], path


@pytest.mark.parametrize("size", wide_but([LAPTOP, (1440, 900), PHONE], LAPTOP))
@pytest.mark.parametrize("path", ["guides/navigation.html", "api/ships/register-a-ship.html"])
def test_no_script_lays_out_the_page_before_its_first_paint(
    browser, new_page, address, tmp_path, path, size
):
    page = new_page(size)
    trace = tmp_path / "trace.json"
    browser.start_tracing(page=page, path=trace, categories=["devtools.timeline"])
    page.goto(f"{address}/{path}")
    page.wait_for_function("performance.getEntriesByName('first-paint').length")
    browser.stop_tracing()
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]

    def during(script, event):
        return script["ts"] <= event["ts"] < script["ts"] + script["dur"]

    scripts = [
        event
        for event in events
        if event["name"] == "EvaluateScript" and "sitejson" in event["args"]["data"]["url"]
    ]
    layouts = [event for event in events if event["name"] == "Layout"]
    assert scripts
    assert layouts
    assert not [event for event in layouts if any(during(script, event) for script in scripts)]


def test_the_first_tab_stop_skips_to_the_content(page, address):
    page.goto(f"{address}/index.html")
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.getAttribute('href')") == "#sj-content"
    link = page.locator(".sj-skip")
    box, solid = link.bounding_box(), "rgb(10, 125, 85)"
    assert (box["x"], box["y"]) == (8, 8)
    assert link.evaluate("link => getComputedStyle(link).backgroundColor") == solid


# What has no ring with the focus, or one that an element around it cuts off.
RING_FAULTS = """() => {
  const faults = [];
  const places = "a[href], button, summary, input, select, [tabindex='0']";
  for (const element of document.querySelectorAll(places)) {
    element.focus();
    if (document.activeElement !== element) continue;
    const style = getComputedStyle(element);
    const ring = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
    const box = element.getBoundingClientRect();
    if (`${style.outlineStyle} ${style.outlineWidth}` !== "solid 2px") {
      faults.push(`${element.outerHTML}: no ring`);
    }
    let around = element;
    while ((around = around.parentElement) !== document.body) {
      if (getComputedStyle(around).overflow.startsWith("visible")) continue;
      const edge = around.getBoundingClientRect();
      const isInside = box.left - ring > edge.left - 1 && box.right + ring < edge.right + 1
        && box.top - ring > edge.top - 1 && box.bottom + ring < edge.bottom + 1;
      if (!isInside) faults.push(`${element.outerHTML}: cut off by ${around.className}`);
    }
  }
  return faults;
}"""


@pytest.mark.wide
@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("api/berths/book-a-berth.html", ".sj-request pre"),
        ("search.html?q=ship", ".sj-filters > button"),
        ("guides/components/code-and-tabs.html", ".sjc-code-group .sj-copy"),
        ("guides/search.html", ".sj-neighbour"),
    ],
)
def test_focus_outlines_are_not_clipped(page, address, path, place):
    page.goto(f"{address}/{path}")
    page.locator(place).locator("visible=true").first.wait_for()
    page.keyboard.press("Tab")

    assert page.evaluate(RING_FAULTS) == []


TABULAR = {"font-variant-numeric": "tabular-nums"}
THIN = {"scrollbar-width": "thin"}
KEY = {
    "font-size": "12px", "font-family": '"JetBrains Mono"', "border-width": "1px 1px 2px",
    "border-radius": "4px", "background-color": "var(--sj-surface-3)",
}  # fmt: skip
STYLES = {
    "h1": {"text-wrap": "balance", "overflow-wrap": "anywhere"},
    ".sj-prose p": {"text-wrap": "pretty"},
    ".sj-prose table": TABULAR | THIN,
    ".sj-brand small": TABULAR,
    ".sj-prose pre": THIN | {"tab-size": "4", "font-variant-ligatures": "none"},
    ".sj-sidebar-scroll": THIN,
    ":root": {"scrollbar-gutter": "stable", "color-scheme": "light dark"},
    # The active row is not wider than others.
    ".sj-tree .sj-row": {"font-weight": "400"},
    ".sj-tree [aria-current]": {"font-weight": "500"},
    ".sj-fold:not([open]) > summary::after": {"rotate": "45deg", "transition": "rotate 0.16s"},
    ".sj-fold[open] > summary::after": {"rotate": "135deg"},
    ".sj-neighbour-title": {"white-space": "normal", "overflow": "visible"},
    ".sj-call": {"white-space": "nowrap"},
    ".sj-prose kbd:not(.compound)": KEY,
    ".sj-search-key": KEY,
    ".sj-finder-foot kbd": KEY,
}
READ_STYLES = """(styles) => Object.entries(styles).flatMap(([place, expected]) => {
  const [selector, pseudo] = place.split("::");
  const style = getComputedStyle(document.querySelector(selector), pseudo && `::${pseudo}`);
  const color = document.body.appendChild(document.createElement("i"));
  return Object.entries(expected).map(([name, value]) => {
    color.style.backgroundColor = value;
    const wanted = value.startsWith("var") ? getComputedStyle(color).backgroundColor : value;
    return [place, name, wanted, style.getPropertyValue(name)];
  });
})"""


@pytest.mark.wide
def test_numbers_keys_and_scrollbars_have_one_style(page, address):
    visit(page, f"{address}/guides/search.html", LAPTOP, color_scheme="light")
    page.locator(".sj-tree .sj-fold:not([open])").first.wait_for()
    # One fold is opened, the other stays closed.
    page.locator(".sj-tree .sj-fold").first.evaluate("fold => fold.after(fold.cloneNode(true))")
    page.locator(".sj-tree summary").first.click()
    page.keyboard.press("Control+k")
    page.locator("#sj-finder[data-styled]").wait_for()
    wait_until_still(page)
    for place, name, expected, found in page.evaluate(READ_STYLES, STYLES):
        assert found.startswith(expected), (place, name)
    # What is selected keeps its color.
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        text = page.locator(".sj-prose p").first.evaluate("it => getComputedStyle(it).color")
        selected = {"background-color": "var(--sj-selection)", "color": text}
        for *_, expected, found in page.evaluate(READ_STYLES, {".sj-prose p::selection": selected}):
            assert found == expected, mode


def test_the_contents_follow_the_reader(page, address):
    visit(page, f"{address}/guides/search.html#synonyms", (1440, 700))
    current = page.locator(".sj-aside [aria-current]")
    expect(current).to_have_text("Synonyms")
    # The last section is too short to reach the top.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(current).to_have_text("Size of the index")
    assert current.bounding_box()["y"] < 700


def test_nothing_moves_for_readers_who_ask_for_that(page, address):
    visit(page, f"{address}/guides/components/steps-and-folds.html", reduced_motion="reduce")
    page.locator("[data-search-open]").locator("visible=true").first.click()
    page.locator("#sj-finder[data-styled]").wait_for()
    moving = page.evaluate(
        """() => [...document.querySelectorAll("body, body *")].flatMap((element) =>
          [undefined, "::before", "::after"].map((pseudo) => getComputedStyle(element, pseudo))
            .filter((style) =>
              parseFloat(style.transitionDuration) || style.animationName !== "none")
            .map(() => element.outerHTML.slice(0, 80)))"""
    )
    assert moving == []


@pytest.mark.wide
def test_lines_stay_apart_where_the_text_is_twice_as_large(page, address):
    visit(page, f"{address}/api/ships/register-a-ship.html", LAPTOP)
    # Line height as a share of the font size.
    shares = """places => places.map((place) => {
      const style = getComputedStyle(document.querySelector(place));
      return (parseFloat(style.lineHeight) / parseFloat(style.fontSize)).toFixed(2);
    })"""
    places = [
        ".sj-row", ".sj-group-name", ".sj-breadcrumbs ol", ".sj-contents a", ".sj-neighbour-title",
        ".sj-footer a", ".sj-name", ".sj-path", ".sj-sidebar .sj-method",
    ]  # fmt: skip
    before = page.evaluate(shares, places)
    page.add_style_tag(content=":root { font-size: 200% !important }")

    assert page.evaluate(shares, places) == before


@pytest.mark.wide
def test_no_bar_is_transparent_for_readers_who_ask_for_that(page, address):
    session = page.context.new_cdp_session(page)
    features = [{"name": "prefers-reduced-transparency", "value": "reduce"}]
    session.send("Emulation.setEmulatedMedia", {"features": features})
    page.goto(f"{address}/guides/navigation.html")

    assert page.locator(".sj-topbar").evaluate(
        """bar => [getComputedStyle(bar).backdropFilter, getComputedStyle(bar).backgroundColor]"""
    ) == ["none", page.evaluate("getComputedStyle(document.documentElement).backgroundColor")]


def test_the_mode_is_chosen_and_remembered(page, address):
    visit(page, f"{address}/index.html", color_scheme="light")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    toggle = page.locator("[data-mode-toggle]").first
    places = set()
    # Its label says what it does, and only its sign changes.
    for label, mode, sign in (
        ("Switch to dark mode", "dark", "moon"),
        ("Switch to light mode", "light", "sun"),
        ("Use the system color mode", "system", "screen"),
        ("Switch to dark mode", "dark", "moon"),
    ):
        assert toggle.get_attribute("aria-label") == label
        toggle.click()
        assert page.evaluate("document.documentElement.dataset.mode") == mode
        glyph = toggle.locator("svg").locator("visible=true")
        assert f"sj-glyph-{sign}" in glyph.get_attribute("class")
        places.add(tuple(glyph.bounding_box().values()))
    assert len(places) == 1
    page.goto(f"{address}/guides/navigation.html")

    assert page.evaluate("document.documentElement.dataset.mode") == "dark"
    assert page.evaluate(background) != light


def test_a_page_never_flashes_in_the_other_mode_and_needs_no_storage(page, address):
    page.emulate_media(color_scheme="light")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    page.goto(f"{address}/guides/search.html")
    # The script that restores the mode runs before there are styles.
    assert page.evaluate(
        """() => {
          const script = [...document.head.querySelectorAll("script:not([src])")]
            .find(({ textContent }) => textContent.includes("sitejson.mode"));
          const style = document.querySelector("link[rel=stylesheet], style");
          return Boolean(script.compareDocumentPosition(style) & Node.DOCUMENT_POSITION_FOLLOWING);
        }"""
    )
    page.locator("[data-mode-toggle]").locator("visible=true").first.click()
    assert page.evaluate("document.documentElement.dataset.mode") == "dark"


def test_the_phone_menu_is_a_dialog(page, address):
    visit(page, f"{address}/index.html", PHONE)
    assert not page.locator("nav.sj-tree a").first.is_visible()

    page.locator("[data-drawer-open]").click()
    assert page.locator("nav.sj-tree a").first.is_visible()
    assert accessibility_violations(page) == []
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body"
            " || !!document.activeElement.closest('dialog, #sj-sidebar')"
        )
    page.keyboard.press("Escape")
    assert not page.locator("nav.sj-tree a").first.is_visible()


def test_code_is_copied_without_its_prompts(page, address):
    page.goto(f"{address}/get-started/first-site.html")
    session = page.locator("div[class*=highlight-console]").first
    button, announcer = session.locator(".sj-copy"), page.locator("#sj-announcer")
    expect(button).to_have_css("opacity", "0")
    session.hover()
    expect(button).to_have_css("opacity", "1")
    assert copied_by(button).startswith("sitejson init docs")
    with paused_clock(page):
        button.click()
        expect(button.locator(".sj-glyph-check")).to_be_visible()
        expect(announcer).to_have_text("Copied")
        page.clock.run_for(1700)
        expect(button.locator(".sj-glyph-check")).to_be_hidden()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject('denied'); }")
    button.click()
    expect(announcer).to_have_text("Could not copy")
    expect(button.locator(".sj-glyph-check")).to_be_hidden()


def test_pages_read_without_scripts(new_page, address):
    page = new_page(PHONE, java_script_enabled=False)
    page.goto(f"{address}/guides/navigation.html")
    page.locator("[data-drawer-open]").click()
    page.locator("nav.sj-tree a", has_text="Versions").first.click()

    assert page.locator("h1").inner_text().startswith("Versions")


def test_the_site_works_from_disk(page, example):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(example.url("index.html"))
    page.locator(".sjc-action a").first.click()
    page.locator("nav.sj-tree a", has_text="Syntax in one minute").first.click()

    assert page.locator("h1").inner_text().startswith("Components")
    assert errors == []


def test_every_file_that_pages_name_is_there(page, address):
    failed = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    for path in ("index.html", "api/ships/register-a-ship.html", "search.html", "genindex.html"):
        page.goto(f"{address}/{path}", wait_until="networkidle")

    assert failed == []


def test_a_wide_table_on_a_phone_keeps_its_first_column_and_fades(page, address):
    visit(page, f"{address}/reference/front-matter.html", PHONE)
    table = page.locator("main table[data-more~=after]").first
    first = table.locator("tbody tr").first.locator("td").first
    before = first.bounding_box()["x"]
    assert table.evaluate("table => getComputedStyle(table).maskImage") != "none"
    table.evaluate("table => { table.scrollLeft = 80 }")

    page.locator("main table[data-more~=before]").first.wait_for()
    assert abs(first.bounding_box()["x"] - before) <= 2


def test_the_head_of_a_tall_table_stays_below_the_bar(view):
    page = view("reference/conf-py.html", (1280, 500))
    table = page.locator(".sj-prose table[data-more='']").first
    row = table.locator("tbody tr:nth-child(n+10)").filter(has=page.locator("a")).first
    head = table.locator("thead")

    # A link in a row that comes from above is not covered by the head.
    row.evaluate("row => scrollTo(0, row.getBoundingClientRect().bottom + scrollY)")
    row.evaluate("row => row.querySelector('a')?.scrollIntoView()")
    top, bottom = (
        head.evaluate(f"head => head.getBoundingClientRect().{edge}") for edge in ("top", "bottom")
    )
    bar = page.locator(".sj-topbar").bounding_box()
    assert abs(top - bar["y"] - bar["height"]) <= 2
    assert row.locator("a").first.bounding_box()["y"] >= bottom


def test_the_bars_of_the_browser_follow_the_mode(page, address):
    visit(page, f"{address}/reference/front-matter.html", color_scheme="light")
    colors = "[...document.querySelectorAll('meta[name=theme-color]')].map(bar => bar.content)"
    light, dark = page.evaluate(colors)
    assert light != dark
    page.locator("[data-mode-toggle]").locator("visible=true").first.click()

    assert page.evaluate(colors) == [dark, dark]


def test_a_page_is_fetched_when_a_reader_is_about_to_open_it(page, address):
    page.goto(f"{address}/reference/front-matter.html")
    with page.expect_request("**/get-started/first-site.html"):
        page.locator("a[href$='get-started/first-site.html']").locator("visible=true").first.hover()


@pytest.mark.wide
def test_on_a_phone_the_title_is_near_the_top_and_one_bar_stays(view):
    for name in ("index", "reference/front-matter", "api/find-ships"):
        page = view(f"{name}.html", PHONE)
        assert page.locator("h1").bounding_box()["y"] <= 140, name
    page.evaluate("scrollTo(0, 600)")
    assert page.locator(".sj-topbar-row").bounding_box()["y"] == 0
    assert page.locator(".sj-topbar .sj-tabs").bounding_box()["y"] < 0


@pytest.mark.wide
@pytest.mark.parametrize("width", [390, 1024])
def test_titles_are_equally_high_with_and_without_contents(view, width):
    heights = set()
    for name in ("guides/navigation", "reference/all-keys", "api/schemas/ship"):
        page = view(f"{name}.html", (width, 700))
        heights.add(page.locator("h1").bounding_box()["y"])

    assert len(heights) == 1


def test_the_chip_of_the_contents_goes_to_the_edge_when_the_page_moves(view):
    page = view("guides/navigation.html", PHONE)
    page.evaluate("scrollTo(0, 400)")
    page.wait_for_function(
        """() => {
          const [chip, text] = [".sj-contents-menu", ".sj-prose"].map((place) =>
            document.querySelector(place).getBoundingClientRect().right);
          return Math.abs(chip - text) < 1;
        }"""
    )


@pytest.mark.wide
@pytest.mark.parametrize("width", [320, 390, 768])
def test_the_menus_of_a_page_open_inside_the_window(page, address, width):
    visit(page, f"{address}/guides/navigation.html", (width, 700))
    for menu in (".sj-contents-menu", ".sj-page-actions details"):
        page.locator(f"{menu} > summary").click()
        box = page.locator(f"{menu} > .sj-popup").bounding_box()
        assert box["x"] >= 0, menu
        assert box["x"] + box["width"] <= width, menu
        page.keyboard.press("Escape")


@pytest.mark.wide
@pytest.mark.parametrize("width", [360, 390, 700, 1100, 1240])
def test_the_menus_of_a_page_stand_side_by_side_in_every_language(page, address, width):
    resize(page, (width, 700))
    catalogs = [read_catalog(language) for language in (*LANGUAGES, *THEME_LANGUAGES)]
    longest = [
        max((catalog[label].string for catalog in catalogs), key=len)
        for label in ("On this page", "Copy page")
    ]
    for name in ("guides/navigation", "api/ships/register-a-ship"):
        page.goto(f"{address}/{name}.html")
        trail, contents, actions = (
            page.locator(selector)
            for selector in (
                ".sj-breadcrumbs li:last-child",
                ".sj-contents-menu > summary",
                ".sj-page-actions summary",
            )
        )
        contents.evaluate("(menu, label) => { menu.firstChild.data = label; }", longest[0])
        actions.locator("span").evaluate(
            "(span, label) => { span.textContent = label; }", longest[1]
        )
        rows = [menu.bounding_box() for menu in (trail, contents, actions)]
        for left, right in pairwise(rows):
            assert left["x"] + left["width"] + 6 <= right["x"], name
        assert rows[1]["y"] == rows[2]["y"]
        assert rows[2]["x"] + rows[2]["width"] < width
        assert rows[2]["y"] + rows[2]["height"] <= page.locator("h1").bounding_box()["y"]
        grounds = [
            menu.evaluate("menu => getComputedStyle(menu).backgroundColor")
            for menu in (contents, actions)
        ]
        assert grounds[0] == grounds[1]


USE_LOOK = """(link, look) => new Promise((done) => {
  link.onload = done;
  link.href = link.href.replace(/[^/]*$/, `look-${look}.css`);
})"""


@pytest.mark.wide
@pytest.mark.parametrize("theme", ["venus", "quill", "prism"])
@pytest.mark.parametrize("name", ["guides/navigation", "api/berths/book-a-berth"])
def test_the_menus_of_a_page_are_in_the_row_of_the_breadcrumbs(page, address, theme, name):
    page.goto(f"{address}/{name}.html")
    page.locator("link[rel=stylesheet]").first.evaluate(USE_LOOK, f"{theme}-topnav")
    parts = (
        ".sj-breadcrumbs li:last-child",
        ".sj-contents-menu > summary",
        ".sj-page-actions summary",
    )
    for width in (390, 768, 1024, 1160, 1279):
        resize(page, (width, 700))
        boxes = [page.locator(part).bounding_box() for part in parts]
        centers = [box["y"] + box["height"] / 2 for box in boxes]
        assert max(centers) - min(centers) <= 2, (width, centers)
        for left, right in pairwise(boxes):
            assert left["x"] + left["width"] + 6 <= right["x"], width


@pytest.mark.wide
@pytest.mark.parametrize("theme", ["venus", "quill", "prism"])
def test_on_a_small_laptop_no_tab_is_cut_off(page, address, theme):
    visit(page, f"{address}/guides/navigation.html", LAPTOP)
    page.locator("link[rel=stylesheet]").first.evaluate(USE_LOOK, f"{theme}-topnav")
    tabs = page.locator(".sj-topbar .sj-tabs > ul")

    assert tabs.evaluate("tabs => tabs.scrollWidth - tabs.clientWidth") == 0


@pytest.mark.wide
def test_previous_and_next_links_have_borders_on_all_sides_on_phones(page, address):
    page.goto(f"{address}/guides/navigation.html")
    page.locator("link[rel=stylesheet]").first.evaluate(USE_LOOK, "prism-topnav")
    resize(page, PHONE)
    previous, following = page.locator(".sj-neighbour").all()
    for neighbour in (previous, following):
        style = neighbour.evaluate("it => getComputedStyle(it).borderWidth")
        assert style == "1px"
    upper, lower = previous.bounding_box(), following.bounding_box()
    assert lower["y"] >= upper["y"] + upper["height"] + 8


@pytest.mark.wide
def test_on_a_laptop_the_text_of_an_article_begins_in_the_upper_part(page, address):
    visit(page, f"{address}/guides/navigation.html", (1440, 900))
    style = page.locator("link[rel=stylesheet]").first
    # quill has a large description above a line, and no other text is higher.
    for theme, text in (
        ("venus", ".sj-lead + *"),
        ("prism", ".sj-lead + *"),
        ("quill", ".sj-lead"),
    ):
        style.evaluate(USE_LOOK, f"{theme}-topnav")
        title, menu = page.locator("h1"), page.locator(".sj-page-actions summary")
        rows = title.bounding_box(), menu.bounding_box()
        assert page.locator(text).bounding_box()["y"] <= 200, theme
        # The menu of the page is in the row of the title.
        assert abs(rows[0]["y"] + rows[0]["height"] / 2 - rows[1]["y"] - rows[1]["height"] / 2) < 12
