"""Whole documents on a page, in a real browser: rows open for those who look for them."""

import base64

import pytest
from reference.listing_documents import many_operations

from support.accessibility import accessibility_violations
from support.windows import visit

pytestmark = pytest.mark.wide

SCHEMA = "#schema-kind0"
CONF = 'html_theme = "alabaster"\n'


@pytest.fixture(scope="module")
def listing(publish):
    """The address of a page of many operations under a theme that is not ours."""
    files = {
        "index.rst": "Many\n====\n\nWords.\n\n.. openapi:: openapi.json\n",
        "openapi.json": many_operations(20),
    }
    return publish(files, conf=CONF) + "/index.html"


def is_open(page, anchor):
    return page.locator(f'details.sj-api-row:has(> div > [id="{anchor}"])').evaluate("e => e.open")


@pytest.mark.parametrize("anchor", ["get--api-v1-things-Kind3-id", "getKind3"])
@pytest.mark.parametrize("has_scripts", [True, False])
def test_an_address_opens_its_row_and_no_other(new_page, listing, anchor, has_scripts):
    page = new_page(java_script_enabled=has_scripts)
    page.goto(f"{listing}#{anchor}")

    row = page.locator(f'details.sj-api-row:has(> div > [id="{anchor}"])')
    row.locator(".sj-api-row-body").wait_for(state="visible")
    assert row.locator("summary").first.is_visible()
    assert page.locator("details.sj-api-row[open]").count() == 1
    assert 0 <= row.bounding_box()["y"] < 400


def test_an_address_of_a_field_opens_what_is_around_it(page, listing):
    page.goto(f"{listing}#list-things")
    assert page.locator("details.sj-api-row[open]").count() == 0

    page.goto(f"{listing}#get--api-v1-things-Kind2-query-limit")
    assert page.locator("details.sj-api-row[open]").count() == 1
    page.locator('[id="get--api-v1-things-Kind2-query-limit"]').wait_for(state="visible")


def test_a_separate_schema_opens_in_place(page, listing):
    page.goto(f"{listing}#getKind0")
    row = page.locator("details.sj-api-row[open]")
    pointer = row.locator(f'.sj-pointer > a[href="{SCHEMA}"]').first
    pointer.click()

    fields = row.locator(".sj-children > .sj-inside .sj-name")
    assert fields.first.inner_text() == "field0"
    assert page.locator('[id="schema-kind0-field0"]').count() == 1
    assert page.locator("details.sj-api-fold[open]").count() == 0


def test_without_scripts_a_pointer_links_to_the_schema(new_page, listing):
    page = new_page(java_script_enabled=False)
    page.goto(f"{listing}#getKind0")
    page.locator(f'details.sj-api-row[open] .sj-pointer > a[href="{SCHEMA}"]').first.click()

    page.locator('[id="schema-kind0-field0"]').wait_for(state="visible")


def test_paper_has_everything_open(page, listing):
    page.goto(listing)
    hidden = page.locator('[id="get--api-v1-things-Kind2-query-limit"]')
    assert not hidden.is_visible()

    page.emulate_media(media="print")
    assert hidden.is_visible()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_rows_fit_into_narrow_columns(page, listing, width):
    visit(page, f"{listing}#getKind0", (width, 800))
    widest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.sj-api-row, .sj-api-row-body')]"
        ".map((e) => e.scrollWidth - e.clientWidth))"
    )

    assert widest <= 0


def test_the_live_listing_of_the_documentation_is_accessible(page, address):
    page.goto(f"{address}/guides/whole-apis.html")

    assert page.locator("details.sj-api-row[open]").count() == 1
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        assert accessibility_violations(page, colors_only=mode == "dark") == [], mode


@pytest.fixture(scope="module")
def playgrounds(publish, echo):
    """The address of a page of many operations with playgrounds, under a theme that is not ours."""
    document = {**many_operations(20), "servers": [{"url": echo.address}]}
    files = {
        "index.rst": "Many\n====\n\n.. openapi:: openapi.json\n   :playground:\n",
        "openapi.json": document,
    }
    return publish(files, conf=CONF) + "/index.html"


def test_requests_are_sent_from_rows(page, playgrounds, echo):
    page.goto(f"{playgrounds}#getKind3")
    row = page.locator("details.sj-api-row[open]")
    row.get_by_role("button", name="Try it").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input").first.fill("7")
    dialog.get_by_role("button", name="Send", exact=True).click()

    dialog.locator(".sj-status", has_text="200").first.wait_for()
    assert accessibility_violations(page) == []


def test_a_link_to_a_request_opens_its_row_only(page, playgrounds):
    state = base64.urlsafe_b64encode(b'{"values":{"path:id":"7"}}').decode().rstrip("=")
    page.goto(f"{playgrounds}#try={state}&get--api-v1-things-Kind3-id")

    page.get_by_role("dialog").wait_for()
    assert page.locator("dialog[open]").count() == 1
    assert page.locator("details.sj-api-row[open]").count() == 1
    assert "/api/v1/things/Kind3/" in page.locator("dialog[open] .sj-url").inner_text()
