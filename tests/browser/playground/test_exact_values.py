"""What is typed is what arrives, and what arrives is what is shown: to the last digit."""

import json
import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from support.clipboard import paused_clock
from support.echo import EXACT_ANSWER

from ..playground_site import as_json, send

pytestmark = pytest.mark.wide

NUMBERS = ("9007199254740993", "1.0", "1e3", "1E400", "-0", "-0.0", "0.1000000000000000055", "1.10")
NO_NUMBERS = ("0x10", "007", "+5", ".5", "5.", "1e", "Infinity", "NaN", "1,5", "1_000", "twelve")
# In Node.js, fetch is that of browsers.
PROGRAMS = {
    "bash": ("bash", ".sh"),
    "javascript": ("node", ".mjs"),
    "python": (sys.executable, ".py"),
    "php": ("php", ".php"),
}


def field(dialog, name):
    return dialog.get_by_label(name, exact=False).first


def shown_sample(page, language):
    fold = page.locator(f".sj-request details[data-live={language}]")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    return fold.locator("pre")


def test_numbers_travel_as_they_are_typed(try_it, echo):
    dialog = try_it("numbers")
    dialog.get_by_role("button", name="Add an item").click()
    for number in NUMBERS:
        for name in ("id", "amount", "X-Number", "free"):
            field(dialog, name).fill(number)
        dialog.get_by_label("Item 1").fill(number)
        send(dialog)

        assert echo.last.path == f"/numbers/{number}"
        assert echo.last.query == f"amount={number}&given=1.50"
        assert echo.last.headers["x-number"] == number
        sent = f'{{"usual":1.10,"many":[{number}],"free":{number}}}'
        assert echo.last.body.decode() == sent


def test_what_is_no_number_is_reported_and_not_sent(try_it, echo):
    dialog = try_it("numbers")
    before = len(echo.received)
    for text in NO_NUMBERS:
        field(dialog, "id").fill(text)
        field(dialog, "whole").fill(text)
        dialog.get_by_role("button", name="Send", exact=True).click()
        for name, kind in (("id", "number"), ("whole", "integer")):
            wrong = field(dialog, name)
            assert wrong.get_attribute("aria-invalid") == "true", (name, text)
            assert wrong.input_value() == text
            described = wrong.get_attribute("aria-describedby").split()[-1]
            assert f"type {kind}" in dialog.page.locator(f"#{described}").inner_text()
    assert len(echo.received) == before


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("whole", "9007199254740994", "at most 9007199254740993"),
        ("whole", "9007199254740993", ""),
        ("whole", "1.5", "type integer"),
        ("part", "0.1", "greater than 0.1000000000000000055"),
        ("part", "123456789012345678.91", ""),
        ("part", "123456789012345678.915", "multiple of 0.01"),
    ],
)
def test_limits_hold_to_the_last_digit(try_it, echo, name, text, words):
    dialog = try_it("numbers")
    field(dialog, "id").fill("1")
    field(dialog, name).fill(text)
    before = len(echo.received)
    if not words:
        send(dialog)
        assert f'"{name}":{text}'.encode() in echo.last.body
        return
    dialog.get_by_role("button", name="Send", exact=True).click()
    assert words in dialog.locator(".sj-p-error:not([hidden])").last.inner_text()
    assert len(echo.received) == before


def test_choices_and_first_values_are_those_of_the_document(try_it, echo):
    dialog = try_it("numbers")
    field(dialog, "id").fill("1")
    choices = field(dialog, "one").locator("option").all_inner_texts()
    assert choices[1:] == ["9007199254740993", "1.0", "1E400"]
    field(dialog, "one").select_option("1E400")
    assert field(dialog, "usual").input_value() == "1.10"
    assert field(dialog, "given").input_value() == "1.50"
    send(dialog)

    assert echo.last.body == b'{"usual":1.10,"one":1E400}'


def test_text_and_form_lose_nothing_to_each_other(page, try_it, echo):
    text = '{ "free": {"10": 1.10, "2": 1E400},\n "many": [-0, 9007199254740993], "free": "" }'
    dialog = try_it("numbers")
    field(dialog, "id").fill("1")
    box = as_json(dialog)
    box.fill(text)
    expect(dialog.get_by_text("Duplicate keys: free")).to_be_visible()
    dialog.get_by_role("button", name="Form", exact=True).click()
    assert dialog.get_by_label("Item 2").input_value() == "9007199254740993"
    send(dialog)
    assert echo.last.body.decode() == text
    dialog.get_by_role("button", name="JSON").click()
    assert box.input_value() == text

    box.fill('{"many": [1.0, 1e3], "whole": 3, "free": {"10": 1.10, "2": 2}}')
    dialog.get_by_role("button", name="Form", exact=True).click()
    field(dialog, "whole").fill("9007199254740993")
    field(dialog, "part").fill("1.10")
    send(dialog)
    expected = (
        b'{"many": [1.0, 1e3], "whole": 9007199254740993, "free": {"10": 1.10, "2": 2}, '
        b'"part": 1.10}'
    )
    assert echo.last.body == expected


def test_samples_send_what_the_page_sends(page, try_it, echo, tmp_path):
    dialog = try_it("numbers")
    field(dialog, "id").fill("9007199254740993")
    field(dialog, "amount").fill("1E400")
    as_json(dialog).fill('{"whole": 9007199254740993, "many": [1.10, 1.0, -0], "free": {"10": 1}}')
    send(dialog)
    sent = echo.last
    for language in ("bash", "python", "javascript", "go", "php", "java"):
        sample = shown_sample(page, language)
        expect(sample).to_contain_text("9007199254740993?amount=1E400")
        for number in ("9007199254740993", "1.10", "1.0", "-0"):
            expect(sample).to_contain_text(number)
        tool, ending = PROGRAMS.get(language, ("", ""))
        if not tool or not shutil.which(tool):
            continue
        file = tmp_path / f"sample{ending}"
        file.write_text(sample.text_content(), encoding="utf-8")
        subprocess.run([tool, file], check=True, capture_output=True, timeout=600)
        arrived = echo.last
        assert arrived is not sent, language
        assert (arrived.target, arrived.method) == (sent.target, sent.method)
        assert arrived.headers["content-type"] == "application/json"
        assert without_spaces(arrived.body) == without_spaces(sent.body)


def without_spaces(body: bytes) -> str:
    return "".join(body.decode().split())


# Answers.


def test_a_response_is_shown_as_it_came(page, try_it):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pane = send(try_it("exact"))
    shown = "".join(pane.locator(".sj-json").inner_text().split())

    order = ['"10"', "1.10", '"2"', "1E400", '"id"', "9007199254740993", '"again"', "-0"]
    places = [shown.index(text) for text in order]
    assert places == sorted(places)
    assert shown.count('"again"') == 2
    assert "0.1000000000000000055" in shown
    assert pane.get_by_text("duplicate", exact=True).count() == 2
    assert pane.get_by_text("Duplicate keys: again").is_visible()
    assert pane.get_by_text("The body matches its schema").count() == 0
    pane.get_by_text("1 difference from the schema").click()
    assert pane.locator(".sj-p-mismatch li").all_inner_texts() == [
        "id Must be at most 9007199254740992."
    ]
    with paused_clock(page):
        pane.get_by_role("button", name="Copy", exact=True).click()
        expect(pane.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == EXACT_ANSWER


def test_only_what_was_checked_in_full_is_reported_to_fit(try_it):
    pane = send(try_it("fitting"))
    assert pane.get_by_text("The body matches its schema.").is_visible()
    assert "9007199254740993" in pane.locator(".sj-json").inner_text()

    for name in ("partly", "deep"):
        pane = send(try_it(name))
        assert pane.get_by_text("matches its schema").count() == 0, name
        assert pane.get_by_text("not everything was checked").is_visible(), name
        assert pane.get_by_text("not valid JSON").count() == 0, name


def test_the_data_of_a_page_has_every_digit(playground_site):
    place = playground_site.page("api/numbers.html").select_one("sj-playground script")

    assert '"maximum":9007199254740993' in place.string
    assert '"exclusiveMinimum":0.1000000000000000055' in place.string
    assert '"enum":[9007199254740993,1.0,1E400]' in place.string
    assert json.loads(place.string)["method"] == "POST"
