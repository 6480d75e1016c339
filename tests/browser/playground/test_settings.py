"""What the owner of a site says about the playground has its effect."""

import pytest
from playwright.sync_api import expect

from support.small_sites import api_document, api_files

from ..playground_site import body, choose_server, open_playground, operation, send

pytestmark = pytest.mark.wide

CAT = {"title": "A cat", "type": "object", "properties": {"purrs": {"type": "boolean"}}}
DOG = {"title": "A dog", "type": "object", "properties": {"barks": {"type": "boolean"}}}
INNER = {
    "type": "object",
    "properties": {
        "deep": {"type": "object", "properties": {"deepest": {"type": "string"}}},
        "note": {"type": ["string", "null"], "description": "A few *words*.", "maxLength": 9},
    },
}
SCHEMA = {
    "type": "object",
    "properties": {
        "inner": {"$ref": "#/components/schemas/Inner"},
        "pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, DOG]},
    },
}
WRITTEN = """---
title: Written
api: POST {address}/written
---

<ParamField query="q" type="string" placeholder="what to look for" />

<ParamField body="name" type="string" placeholder="of the ship" />
"""


@pytest.fixture
def open_site(page, echo, publish):
    """Open the playground of a page of a site with settings."""
    nested = operation("nested", requestBody=body("application/json", SCHEMA))
    schemas = {"schemas": {"Inner": INNER, "Cat": CAT}}
    document = api_document({"/nested": {"post": nested}}, echo.address, components=schemas)
    written = WRITTEN.replace("{address}", echo.address)

    def open_(path, **api):
        files = {**api_files(document, "index", "written", api=api), "written.mdx": written}
        return open_playground(page, f"{publish(files)}/{path}.html")

    return open_


@pytest.mark.parametrize(
    ("expanded", "opened"),
    [
        ("none", []),
        ("topLevelOneOfs", ["purrs"]),
        ("topLevel", ["note", "purrs"]),
        ("all", ["deepest", "note", "purrs"]),
    ],
)
def test_nested_fields_begin_as_the_site_says(open_site, expanded, opened):
    dialog = open_site("api/nested", paramFields={"expanded": expanded})
    names = ("deepest", "note", "purrs")
    shown = [name for name in names if dialog.locator(f"code:text-is('{name}'):visible").count()]
    assert shown == opened


def test_a_field_says_what_it_is(page, open_site):
    dialog = open_site("api/nested", paramFields={"expanded": "all"})
    row = dialog.locator(".sj-p-input").filter(has=page.locator("code:text-is('note')")).last
    expect(row).to_contain_text("string | null · at most 9 characters")
    expect(row).to_contain_text("A few words.")
    titles = dialog.get_by_label("Variant").locator("option").all_inner_texts()
    assert titles == ["A cat", "A dog"]


def test_the_name_of_the_credential_is_that_of_its_input(open_site, echo):
    auth = {"method": "bearer", "name": "Harbour token", "inputPrefix": "hb_"}
    dialog = open_site("api/nested", auth=auth)
    assert dialog.get_by_label("Harbour token").input_value() == "hb_"
    dialog.get_by_label("Harbour token").fill("hb_1")
    expect(dialog.locator("summary", has_text="Authorization")).to_contain_text("entered")
    send(dialog)
    assert echo.last.headers["authorization"] == "Bearer hb_1"


def test_a_placeholder_is_shown(open_site):
    dialog = open_site("written")
    assert dialog.get_by_label("q string").get_attribute("placeholder") == "what to look for"
    assert dialog.get_by_label("name").get_attribute("placeholder") == "of the ship"


def test_an_address_of_the_readers_own_where_the_owner_allows_it(page, open_site, echo):
    dialog = open_site("api/nested")
    assert dialog.locator("option", has_text="Another base URL").count() == 0

    other = echo.address.replace("127.0.0.1", "localhost")
    dialog = open_site("api/nested", playground={"ownBaseUrl": True})
    choose_server(dialog, label="Another base URL …")
    field = dialog.get_by_label("API base URL")
    field.fill("javascript:alert(1)")
    dialog.get_by_role("button", name="Send", exact=True).click()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(f"{other}/own/")
    send(dialog)
    assert echo.last.path == "/own/nested"
    assert other not in page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}.x])")
