"""Bodies are sent as the document says, and the form can say all that JSON can."""

import json

import pytest
from playwright.sync_api import expect

from support.wide import wide_but

from ..playground_site import as_json, choose_server, send


def row(dialog, name):
    """Return a field with its label and its state."""
    return dialog.locator(".sj-p-input").filter(has=dialog.page.locator(f"code:text-is('{name}')"))


def state(dialog, name):
    return row(dialog, name).last.locator(".sj-p-state").first


def as_form(dialog):
    dialog.get_by_role("button", name="Form", exact=True).click()


def test_null_empty_and_absent_are_three_things(try_it, echo):
    dialog = try_it("blanks")
    assert json.loads(as_json(dialog).input_value()) == {"name": "string"}
    as_form(dialog)
    dialog.get_by_label("name").fill("")
    expect(state(dialog, "name")).to_have_text("not sent")
    dialog.get_by_role("button", name="Send", exact=True).click()
    expect(dialog.get_by_label("name")).to_have_attribute("aria-invalid", "true")

    state(dialog, "name").click()
    expect(state(dialog, "name")).to_have_text("empty")
    for name, words in (("note", "null"), ("list", "empty"), ("deep", "null"), ("size", "null")):
        while state(dialog, name).inner_text() != words:
            state(dialog, name).click()
    send(dialog)
    expected = {"name": "", "note": None, "size": None, "list": [], "deep": None}
    assert json.loads(echo.last.body) == expected

    text = as_json(dialog)
    assert json.loads(text.input_value()) == expected
    as_form(dialog)
    send(dialog)
    assert json.loads(echo.last.body) == expected


@pytest.mark.wide
def test_what_fields_cannot_show_stays_until_it_is_changed(try_it, echo):
    dialog = try_it("blanks")
    text = '{"note": 7, "name": null, "size": "x", "list": "", "deep": "", "day": "soon", "a": ""}'
    as_json(dialog).fill(text)
    as_form(dialog)
    dialog.get_by_label("other").fill("1")
    body = as_json(dialog).input_value()
    assert body == f'{text[:-1]}, "other": "1"}}'


@pytest.mark.wide
def test_an_empty_query_is_sent_as_such(try_it, echo):
    dialog = try_it("flags")
    state(dialog, "q").click()
    state(dialog, "count").click()
    row(dialog, "on").locator("select").select_option('""')
    send(dialog)
    assert echo.last.query == "q=&count=&on="
    assert row(dialog, "id").locator(".sj-p-state:visible").count() == 0


@pytest.mark.wide
def test_text_that_is_no_json_is_reported_where(try_it):
    dialog = try_it("blanks")
    text = as_json(dialog)
    text.fill('{\n  "name": oak\n}')
    as_form(dialog)
    expect(dialog.locator(".sj-p-problems")).to_contain_text("2:11")
    assert text.evaluate("e => e === document.activeElement && e.selectionStart") == 12


@pytest.mark.wide
def test_the_count_of_wrong_inputs_follows(try_it):
    dialog = try_it("blanks")
    text = as_json(dialog)
    text.fill("{}")
    dialog.get_by_role("button", name="Send", exact=True).click()
    expect(dialog.get_by_role("alert").first).to_have_text("Fields to fix: 1")
    text.fill('{"size": 1.5, "list": 3, "note": 1}')
    expect(dialog.get_by_role("alert").first).to_have_text("Fields to fix: 4")
    text.fill('{"name": "x"}')
    expect(dialog.locator("[data-slot=count]")).to_have_text("")


@pytest.mark.wide
def test_one_click_empties_the_body_and_examples_go_by_name(try_it, echo):
    dialog = try_it("examples")
    text = as_json(dialog)
    assert text.input_value() == '{\n  "n": 1.10\n}'
    dialog.get_by_role("button", name="Clear").click()
    assert text.input_value() == ""
    dialog.get_by_label("Example", exact=True).select_option(label="The second")
    assert json.loads(text.input_value()) == {"n": 2}
    dialog.get_by_role("button", name="Clear").click()
    dialog.get_by_role("button", name="Example", exact=True).click()
    assert json.loads(text.input_value()) == {"n": 2}


def test_xml_is_filled_with_xml(page, try_it, echo):
    dialog = try_it("made-xml")
    text = dialog.get_by_label("application/xml").input_value()
    assert text.splitlines()[1:] == ['<ship id="7">', "  <name>Oak</name>", "</ship>"]
    sample = page.locator(".sj-request details[open] pre").text_content()
    assert text in sample
    send(dialog)
    assert echo.last.body.decode() == text
    assert echo.last.headers["content-type"] == "application/xml"


def test_a_form_follows_its_encoding(try_it, echo):
    dialog = try_it("styles")
    send(dialog)
    assert echo.last.body == b"a=1&b=2&flat=c%2C3&deep%5Bd%5D=4&json=%7B%22e%22%3A5%7D&list=6%7C7"


FILES = [["a.png", "image/png"], ["a.jpg", "image/jpeg"], ["a.txt", "image/png"]]


@pytest.mark.parametrize(("name", "sent"), wide_but(FILES, FILES[1]))
def test_a_part_has_the_type_of_its_file(try_it, echo, tmp_path, name, sent):
    (tmp_path / name).write_bytes(b"bytes")
    dialog = try_it("parts")
    dialog.get_by_label("photo").set_input_files(tmp_path / name)
    dialog.get_by_label("X-Place").fill("left")
    send(dialog)
    assert ("photo", name, sent, b"bytes") in echo.last.parts
    assert b"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nhi\r\n" in echo.last.body
    assert b"\r\nX-Place: left\r\n" in echo.last.body


def test_sample_and_request_agree_when_the_dialog_opens(page, try_it, echo):
    dialog = try_it("inputs")
    choose_server(dialog, index=1)
    dialog.get_by_label("place").select_option("two")
    dialog = try_it("optional")
    address = dialog.locator("[data-slot=url]").inner_text()
    assert address.endswith("/two/optional?may=x&must=1")
    expect(page.locator(".sj-request details[open] pre")).to_contain_text(f"'{address}'")
    send(dialog)
    assert echo.last.target == "/two/optional?may=x&must=1"
