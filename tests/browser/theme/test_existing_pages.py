"""Pages of projects that were written for another theme."""

import json

import pytest

from support.accessibility import accessibility_violations
from support.small_sites import api_document, settings
from support.windows import resize, visit, wait_until_drawn

pytestmark = pytest.mark.wide

INDEX = """\
Ships
=====

.. toctree::
   :maxdepth: 2

   crew

Sails
=====

Words.

Ropes
=====

* one
"""
FILES = {"index.rst": INDEX, "crew.rst": "Crew\n====\n\nMates\n-----\n\nWords.\n"}
CONF = 'project = "Ships"\nrelease = "2.1"\nhtml_theme = "sitejson"\n'


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES, conf=CONF)


def test_the_first_of_several_titles_is_marked_at_the_top(page, site):
    visit(page, site.url("index.html"), (1440, 800))
    wait_until_drawn(page)

    marked = page.locator(".sj-aside [aria-current]")
    assert marked.all_text_contents() == ["Ships"]


def test_lists_of_pages_have_no_bullets_like_other_lists(page, site):
    page.goto(site.url("index.html"))
    look = "list => [getComputedStyle(list).listStyleType, getComputedStyle(list).paddingLeft]"

    assert page.locator(".toctree-wrapper > ul").evaluate(look) == ["none", "0px"]
    other = page.locator("#ropes > ul").evaluate(look)
    assert other[0] == "disc"
    assert page.locator(".toctree-wrapper ul ul").evaluate(look)[1] == other[1]


def test_on_phones_the_row_of_menus_does_not_touch_the_title(page, site):
    visit(page, site.url("crew.html"), (390, 800))
    row = page.locator(".sj-page-actions summary").bounding_box()

    assert page.locator("h1").bounding_box()["y"] - row["y"] - row["height"] >= 8


NOTES = """\
Notes on everything that a harbour with a long name needs
=========================================================

.. toctree::

   lights

"""
LIGHTS = """\
Lights
======

See :pep:`8`.

.. versionadded:: 1.0
.. versionchanged:: 1.1
   Brighter.
.. deprecated:: 1.2
   Use flags.

.. seealso::

   lamps
      They shine.

.. py:function:: shine(power: int, colour: str | None = None) -> bool

.. dropdown:: On a color
   :color: info

   Words.

.. card:: White on dark
   :class-card: sd-bg-dark sd-text-white

   Words.

.. card:: White on a color
   :class-card: sd-bg-info sd-text-white

   Words.

.. card:: Black on a color
   :class-card: sd-bg-warning sd-text-black

   Words.

.. card:: Black on light
   :class-card: sd-bg-light sd-text-black

   Words.

.. card:: On white
   :class-card: sd-bg-white

   Words.
"""


@pytest.fixture
def lights(page, publish):
    index = "Harbour\n=======\n\n.. toctree::\n\n   notes\n"
    files = {"index.rst": index, "notes.rst": NOTES, "lights.rst": LIGHTS}
    extensions = 'extensions = ["sphinx_sitejson", "sphinx_design"]\n'
    page.goto(publish(files, conf=CONF + extensions) + "/lights.html")
    return page


def test_on_phones_a_long_section_above_the_title_ends_with_an_ellipsis(lights):
    resize(lights, (390, 800))
    section = lights.locator(".sj-breadcrumbs li:last-child a")

    assert section.inner_text().startswith("Notes on everything")
    assert section.evaluate("a => a.scrollWidth > a.clientWidth && a.clientWidth > 40")
    assert section.evaluate("a => getComputedStyle(a).textOverflow") == "ellipsis"


def test_on_phones_a_signature_breaks_between_parameters(lights):
    resize(lights, (390, 800))
    lines = lights.locator(".sig-param").evaluate_all(
        "all => all.map(one => [...one.getClientRects()].map(line => line.top))"
    )

    assert [len(tops) for tops in lines] == [1, 1]
    assert lines[0] < lines[1]


def test_objects_in_lists_of_pages_have_no_background(lights):
    lights.goto(lights.url.replace("lights.html", "notes.html"))
    background = "code => getComputedStyle(code).backgroundColor"

    name = lights.locator(".toctree-wrapper code", has_text="shine()")
    assert name.evaluate(background) == "rgba(0, 0, 0, 0)"


def test_version_directives_have_small_margins_and_different_colors(lights):
    notes = [lights.locator(f"div.{kind}") for kind in ("versionadded", "versionchanged")]
    first, second = (note.bounding_box() for note in notes)
    assert 4 <= second["y"] - first["y"] - first["height"] <= 8

    words = lights.locator(".versionmodified")
    colors = words.evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    assert len(set(colors)) == len(colors) == 3


def test_bold_links_have_the_color_of_links(lights):
    color = "one => getComputedStyle(one).color"

    strong = lights.locator(".pep strong")
    assert strong.evaluate(color) == lights.locator(".pep").evaluate(color)


def test_a_list_at_the_end_of_a_note_leaves_no_gap_below(lights):
    note, last = (lights.locator(f".seealso{end}").bounding_box() for end in ("", " dd"))

    assert note["y"] + note["height"] - last["y"] - last["height"] <= 16


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_cards_with_a_named_color_of_text_can_be_read(lights, mode):
    lights.emulate_media(color_scheme=mode)

    assert lights.locator(".sd-card:not(.sd-dropdown)").count() == 5
    assert accessibility_violations(lights, colors_only=True) == []


def test_the_marker_of_a_dropdown_has_the_color_of_its_title(lights):
    head = lights.locator(".sd-dropdown > summary")
    marker = head.evaluate("one => getComputedStyle(one, '::after').borderRightColor")

    assert marker == head.evaluate("one => getComputedStyle(one).color")


LIST = {"/ships": {"get": {"responses": {"200": {"description": "OK"}}}}}
API = api_document(LIST, "https://api.ships.test")


@pytest.mark.parametrize(
    ("theme", "accent"), [("furo", "rgb(39, 87, 221)"), ("alabaster", "rgb(0, 75, 107)")]
)
def test_buttons_of_api_pages_have_the_accent_of_the_theme(page, build_shared_site, theme, accent):
    listing = "---\ntitle: List ships\nopenapi: GET /ships\n---\n"
    site = settings("list", openapi="ships.json")
    files = {**FILES, "site.json": site, "ships.json": API, "list.mdx": listing}
    site = build_shared_site(files, conf=f'html_theme = "{theme}"\n')
    visit(page, site.url("list.html"), color_scheme="light")

    button = page.locator(".sj-try").first
    assert button.evaluate("one => getComputedStyle(one).backgroundColor") == accent


def test_what_is_added_after_a_list_leaves_its_styles_alone(page, build_shared_site):
    terms = "".join(f"ship {number}\n   It sails.\n\n" for number in range(100))
    site = build_shared_site({"index.rst": f"Ships\n=====\n\n{terms}"}, conf=CONF)
    page.goto(site.url("index.html"))
    browser = page.context.browser
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.locator(".sj-prose > section").evaluate(
        "section => { section.append(document.createElement('p')); section.offsetHeight; }"
    )
    events = json.loads(browser.stop_tracing())["traceEvents"]

    counts = [event["args"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert 1 <= max(arguments.get("elementCount", 0) for arguments in counts) <= 20
