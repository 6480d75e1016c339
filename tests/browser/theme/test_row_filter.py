"""The filter of a page that explains many names."""

import pytest

from support.small_sites import settings
from support.windows import visit

pytestmark = pytest.mark.wide


def option(name: str, words: str, *more: str) -> str:
    return "".join(
        [f".. option:: {name}\n", *(f"            {each}\n" for each in more), f"\n   {words}\n\n"]
    )


LINKS = "Two\n===\n\nSee :option:`--number-7`.\n\nOne of them\n-----------\n\nText.\n"
REFERENCE = "\n".join(
    [
        "Options",
        "=======\n",
        "Read :option:`--verbose` first. `Colors`_ come later.\n",
        "Numbers",
        "-------\n",
        "All of them are small.\n",
        *(option(f"--number-{number}", "A number.") for number in range(28)),
        "Others",
        "------\n",
        option("--verbose", "Print more.", "-v"),
        option("--quiet", "Print less than --verbose."),
        "Colors",
        "------\n",
        "Paint everything.\n",
        ".. py:class:: Pen\n",
        "   .. py:method:: draw()\n",
        "      Draw a line.\n",
        "   .. py:method:: erase()\n",
        "      Remove a line.\n",
    ]
)


@pytest.fixture(scope="module")
def site(build_shared_clean):
    files = {"site.json": settings("index", "two"), "index.rst": REFERENCE, "two.rst": LINKS}
    return build_shared_clean(files)


@pytest.fixture
def field(page, site):
    visit(page, site.url("index.html"), (1440, 900))
    return page.locator("[data-row-filter]:visible")


def terms(page) -> list[str]:
    """Return the names that are shown."""
    return page.locator(".sj-prose dt[id]:visible .descname").all_inner_texts()


def test_names_come_first_and_descriptions_if_no_name_fits(page, field):
    page.locator("#colors").scroll_into_view_if_needed()
    for words, names in (
        ("VERB", ["--verbose", "-v"]),
        ("-v", ["--verbose", "-v"]),
        ("number 7", ["--number-7", "--number-17", "--number-27"]),
        ("less", ["--quiet"]),
        ("erase", ["Pen", "erase"]),
        ("remove", ["Pen", "erase"]),
        ("pen", ["Pen", "draw", "erase"]),
        ("colors", ["Pen", "draw", "erase"]),
        ("everything", ["Pen", "draw", "erase"]),
        ("nothing of this", []),
    ):
        field.fill(words)
        assert terms(page) == names, words
        assert page.evaluate("scrollY") == 0
    assert page.get_by_role("status").filter(has_text="No results for nothing of this").is_visible()
    assert page.locator(".sj-prose h1").is_visible()


def test_the_contents_list_what_is_shown_and_escape_shows_all(page, field):
    entries = page.locator(".sj-aside .sj-contents a:visible")
    everything = entries.count()
    field.fill("draw")
    page.wait_for_function("() => document.querySelector('.sj-aside [href=\"#numbers\"]').hidden")
    assert entries.all_inner_texts() == ["Colors", "Pen", "draw()"]

    field.press("Escape")
    page.wait_for_function("() => !document.querySelector('.sj-aside [href=\"#numbers\"]').hidden")
    assert field.input_value() == ""
    assert entries.count() == everything
    assert len(terms(page)) == 34


def test_a_link_to_what_is_hidden_shows_it(page, field):
    field.fill("quiet")
    page.locator(".sj-prose a", has_text="Colors").first.click()
    page.wait_for_function("() => document.getElementById('colors').checkVisibility()")
    assert field.input_value() == ""


def test_a_phone_has_it_in_the_menu_of_the_contents(page, site):
    visit(page, site.url("index.html"), (390, 844))
    page.locator(".sj-contents-menu > summary").click()
    field = page.locator("[data-row-filter]:visible")
    field.fill("erase")
    assert terms(page) == ["Pen", "erase"]
    assert field.bounding_box()["height"] >= 44


def test_pages_without_many_names_have_none(site):
    assert "row-filter" in site.text("index.html")
    assert "row-filter" not in site.text("two.html")
