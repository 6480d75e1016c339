"""A part of a page looks the same however it is written, in every look and both modes."""

import pytest

from support.windows import own_page

pytestmark = pytest.mark.wide

LOOKS = [
    f"{theme}-{layout}"
    for theme in ("venus", "quill", "prism")
    for layout in ("topnav", "sidenav", "solidSidenav")
]
BOX = [
    "background-color", "border-top-color", "border-top-width", "border-left-color",
    "border-left-width", "border-right-width", "border-radius", "box-shadow", "padding-top",
    "padding-right", "padding-bottom", "padding-left", "font-size", "line-height", "color",
    "margin-bottom",
]  # fmt: skip
WORDS = ["font-family", "font-size", "font-weight", "line-height", "color"]
# What is compared, and how each spelling of it is found.
PARTS = {
    "a note": (BOX, [".sjc-callout[data-tone=note]", ".admonition.note"]),
    "a warning": (BOX, [".sjc-callout[data-tone=warning]", ".admonition.warning"]),
    "the word of a note": (
        WORDS,
        [".sjc-callout[data-tone=note] .sjc-title", ".admonition.note > .admonition-title"],
    ),
    "the title of a card": (WORDS, [".sjc-card .sjc-title", ".sd-card .sd-card-title"]),
    "the text of a card": (WORDS, [".sjc-card .sjc-inside p:last-child", ".sd-card .sd-card-text"]),
    "the frame of a card": (
        [name for name in BOX if not name.startswith("padding")],
        [".sjc-card", ".sd-card:not(.sd-dropdown)"],
    ),
    "the room in a card": (
        [name for name in BOX if name.startswith("padding")],
        [".sjc-card", ".sd-card:not(.sd-dropdown) > .sd-card-body"],
    ),
    "a tab": (
        [*WORDS, "padding-top", "padding-bottom", "border-bottom-width", "border-bottom-color"],
        [".sjc-tabs [aria-selected=true]", ".sd-tab-set > input:checked + label"],
    ),
    "a fold": (
        ["border-top-color", "border-top-width", "border-left-width", "border-radius"],
        [".sjc-accordion", ".sd-dropdown"],
    ),
    "a badge": (
        [*WORDS, "padding-left", "padding-top", "border-radius", "background-color"],
        [".sjc-badge", ".sd-badge"],
    ),
    "the mark of a fold": (
        ["width", "height", "border-right-width", "border-right-color", "rotate"],
        [".sjc-accordion > summary::after", ".sd-dropdown > summary::after"],
    ),
    "the head of a fold": (
        ["height", "border-bottom-width"],
        [".sjc-accordion > summary", ".sd-dropdown > summary"],
    ),
    "the sign of a note": (
        ["top", "left", "width", "height"],
        [".sjc-callout[data-tone=note] .sjc-callout-icon", ".admonition-title::before"],
    ),
    "a cell": (
        [*WORDS, "padding-top", "padding-left", "border-bottom-color", "border-bottom-width"],
        [".sjc-column:nth-child(1) td", ".sjc-column:nth-child(2) td"],
    ),
}
STYLES = """([names, places]) => places.map((place) => {
    const [path, pseudo] = place.split(/(?=::)/);
    const element = document.querySelector(`main ${path}`);
    const style = element && getComputedStyle(element, pseudo);
    return style && Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
})"""


SHOW_LOOK = """async (look) => {
    const sheet = document.querySelector("link[href*='/sitejson.css'], link[href*='/look-']");
    const loaded = new Promise((done) => sheet.addEventListener("load", done, { once: true }));
    sheet.href = sheet.href.replace(/(sitejson|look-[^/]*)\\.css.*/, `look-${look}.css`);
    await loaded;
}"""


@pytest.fixture(scope="module")
def spellings(browser, address):
    """The page with all of them, opened once: its looks are style sheets, its modes media."""
    with own_page(browser, reduced_motion="reduce") as page:
        page.goto(f"{address}/guides/components/spellings.html")
        yield page


@pytest.mark.parametrize("look", LOOKS)
def test_all_spellings_look_the_same(spellings, look):
    spellings.evaluate(SHOW_LOOK, look)
    different = {}
    for mode in ("light", "dark"):
        spellings.emulate_media(color_scheme=mode)
        for part, (names, places) in PARTS.items():
            first, second = spellings.evaluate(STYLES, [names, places])
            assert first and second, part
            if first != second:
                found = {n: (first[n], second[n]) for n in names if first[n] != second[n]}
                different[part, mode] = found
    assert different == {}
