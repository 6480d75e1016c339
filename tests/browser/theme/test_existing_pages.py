"""Pages of projects that were written for another theme."""

from __future__ import annotations

import pytest

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
    page.set_viewport_size({"width": 1440, "height": 800})
    page.goto((site.outdir / "index.html").as_uri())

    marked = page.locator(".sj-aside [aria-current]")
    assert marked.all_text_contents() == ["Ships"]


def test_lists_of_pages_have_bullets_like_other_lists(page, site):
    page.goto((site.outdir / "index.html").as_uri())
    look = "list => [getComputedStyle(list).listStyleType, getComputedStyle(list).paddingLeft]"

    top = page.locator(".toctree-wrapper > ul").evaluate(look)
    assert top == page.locator("#ropes > ul").evaluate(look)
    assert page.locator(".toctree-wrapper ul ul").evaluate(look)[1] == top[1]


def test_on_phones_the_row_of_menus_does_not_touch_the_title(page, site):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((site.outdir / "crew.html").as_uri())
    row = page.locator(".sj-page-actions summary").bounding_box()

    assert page.locator("h1").bounding_box()["y"] - row["y"] - row["height"] >= 8


API = {
    "openapi": "3.1.0",
    "info": {"title": "Ships", "version": "1"},
    "servers": [{"url": "https://api.ships.test"}],
    "paths": {"/ships": {"get": {"responses": {"200": {"description": "OK"}}}}},
}


@pytest.mark.parametrize(
    ("theme", "accent"), [("furo", "rgb(39, 87, 221)"), ("alabaster", "rgb(0, 75, 107)")]
)
def test_buttons_of_api_pages_have_the_accent_of_the_theme(page, build_shared_site, theme, accent):
    settings = {"name": "Ships", "openapi": "ships.json"}
    settings["navigation"] = [{"group": "API", "pages": ["list"]}]
    listing = "---\ntitle: List ships\nopenapi: GET /ships\n---\n"
    files = {**FILES, "site.json": settings, "ships.json": API, "list.mdx": listing}
    site = build_shared_site(files, conf=f'html_theme = "{theme}"\n')
    page.emulate_media(color_scheme="light")
    page.goto((site.outdir / "list.html").as_uri())

    button = page.locator(".sj-try").first
    assert button.evaluate("one => getComputedStyle(one).backgroundColor") == accent
