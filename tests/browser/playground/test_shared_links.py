"""Links to inputs: they bring back what was typed, and carry no secret."""

import base64
import json

import pytest
from playwright.sync_api import expect

from support.clipboard import paused_clock

from ..playground_site import as_json, send

pytestmark = pytest.mark.wide

SECRET = "s3cr3t"
BODY = {
    "name": "Ada",
    "phrase": SECRET,
    "inner": {"note": "hello", "hidden": SECRET, "apiKey": SECRET, "more": [{"password": SECRET}]},
    "list": [{"user": "a", "word": SECRET}, {"user": "b", "refresh-token": SECRET}],
    "map": {"COLOR": "red", "DB_PASSWORD": SECRET},
    "one": {"user": "c", "word": SECRET},
    "text": f"password={SECRET}",
    "tokens_used": 12,
}
KEPT = {
    "name": "Ada",
    "inner": {"note": "hello", "more": [{}]},
    "list": [{"user": "a"}, {"user": "b"}],
    "map": {"COLOR": "red"},
    "one": {"user": "c"},
    "tokens_used": 12,
}
LEFT = (
    "phrase", "inner.hidden", "inner.apiKey", "inner.more[0].password", "list[0].word",
    "list[1].refresh-token", "map.DB_PASSWORD", "one.word", "text",
)  # fmt: skip


def copied_link(dialog):
    page = dialog.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with paused_clock(page):
        dialog.get_by_role("button", name="Copy a link to this request").click()
        expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    return page.evaluate("navigator.clipboard.readText()")


def carried(link):
    text = link.partition("#try=")[2]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()


def fragment(state):
    text = state if isinstance(state, str) else json.dumps(state)
    return "#try=" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def opened(page, link):
    page.goto("about:blank")
    page.goto(link)
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def left_out(dialog, slot="notShared"):
    return dialog.locator(f"[data-slot={slot}]").inner_text()


def test_a_nested_body_as_text_and_as_form(page, try_it):
    for is_text in (True, False):
        dialog = try_it("login")
        as_json(dialog).fill(json.dumps(BODY))
        if not is_text:
            dialog.get_by_role("button", name="Form", exact=True).click()
            dialog.get_by_label("name").first.fill("Ada")
        link = copied_link(dialog)
        words = left_out(dialog)

        assert SECRET not in carried(link)
        assert json.loads(carried(link))["body"]["value"] == KEPT
        assert [name for name in LEFT if name not in words] == []
        again = opened(page, link)
        assert json.loads(as_json(again).input_value()) == KEPT


def test_fields_of_the_form_one_by_one(page, try_it):
    dialog = try_it("login")
    dialog.get_by_label("name").first.fill("Ada")
    dialog.get_by_label("phrase").fill(SECRET)
    dialog.get_by_label("X-Auth-Token").fill(SECRET)
    dialog.get_by_label("plain").fill("shown")
    listed = dialog.get_by_role("group", name="filter")
    listed.get_by_label("token").fill(SECRET)
    dialog.get_by_label("page").fill("1.10")
    link = copied_link(dialog)

    assert SECRET not in carried(link)
    assert '"values":{"query:plain":"shown","query:filter":{"page":1.10}}' in carried(link)
    assert all(name in left_out(dialog) for name in ("X-Auth-Token", "filter.token", "phrase"))
    again = opened(page, link)
    assert again.get_by_label("plain").input_value() == "shown"
    assert again.get_by_label("page").input_value() == "1.10"
    assert again.get_by_label("X-Auth-Token").input_value() == ""


def test_forms_parts_and_files(page, try_it, tmp_path):
    dialog = try_it("login-form")
    dialog.get_by_role("button", name="Clear").click()
    dialog.get_by_label("name").first.fill("Ada")
    dialog.get_by_label("phrase").fill(SECRET)
    link = copied_link(dialog)
    assert json.loads(carried(link))["body"]["value"] == {"name": "Ada"}

    (tmp_path / "private.txt").write_text(SECRET)
    dialog = try_it("login-parts")
    dialog.get_by_label("title").fill("T")
    dialog.get_by_label("pin").fill("4711")
    dialog.get_by_label("file").set_input_files(tmp_path / "private.txt")
    text = carried(copied_link(dialog))
    assert json.loads(text)["body"]["value"] == {"title": "T"}
    assert "4711" not in text
    assert "private" not in text
    assert all(name in left_out(dialog) for name in ("pin", "file"))


@pytest.mark.parametrize(("name", "kind"), [("text", "text/plain"), ("xml", "application/xml")])
def test_texts_of_any_kind_stay_with_the_reader(try_it, name, kind):
    dialog = try_it(name)
    dialog.get_by_label(kind).fill(f"<password>{SECRET}</password>")
    assert SECRET not in carried(copied_link(dialog))
    assert kind in left_out(dialog)


def test_a_text_that_is_no_json_is_not_carried(try_it):
    dialog = try_it("login")
    as_json(dialog).fill(f'{{"password": "{SECRET}"')
    assert SECRET not in carried(copied_link(dialog))
    assert "application/json" in left_out(dialog)


def test_nothing_is_reported_when_nothing_is_left_out(try_it):
    dialog = try_it("login")
    dialog.get_by_label("plain").fill("x")
    copied_link(dialog)
    assert dialog.locator("[data-slot=notShared]").is_hidden()


def test_what_a_link_brings_goes_through_the_same_filter(page, playground_home, try_it, echo):
    state = {
        "values": {"header:X-Auth-Token": SECRET, "query:plain": "shown"},
        "body": {"type": "application/json", "value": BODY},
    }
    dialog = opened(page, f"{playground_home}/api/login.html{fragment(state)}")

    assert dialog.get_by_label("plain").input_value() == "shown"
    assert json.loads(as_json(dialog).input_value()) == KEPT
    assert "phrase" in left_out(dialog, "linked")
    send(dialog)
    assert SECRET not in f"{echo.last.headers} {echo.last.target} {echo.last.body!r}"


HOSTILE = (
    '{"values":{"path:id":".."}}',
    '{"values":{"path:id":"."}}',
    '{"values":{"path:id":"../../evil"}}',
    '{"values":{"path:id":"@evil.example/"}}',
    '{"values":{"path:id":"\\\\\\\\evil.example"}}',
    '{"values":{"path:id":{"__proto__":{"polluted":1}}}}',
    '{"values":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
    '{"__proto__":{"polluted":1},"server":"http://evil.example","base":"http://evil.example"}',
    '{"values":[1],"body":[2]}',
    '{"values":{"path:id":1E400,"query:tag":[[["x"]]],"query:filter":{"from":{"a":1}}}}',
    '{"data":{"path":"/evil"},"definitions":{"polluted":1}}',
    "[" * 5000,
    "not json",
)


def test_a_hostile_link_changes_neither_address_nor_page(page, playground_home, echo):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for state in HOSTILE:
        dialog = opened(page, f"{playground_home}/api/inputs.html{fragment(state)}")
        address = dialog.locator("[data-slot=url]").inner_text()

        # Steps in a path are taken when an address is read, not when it is written.
        normal = page.evaluate("url => new URL(url).href", address)
        assert normal.startswith(f"{echo.address}/echo/"), state
        assert page.evaluate("[({}).polluted ?? null, [].polluted ?? null]") == [None, None]
    assert errors == []


def test_a_step_in_the_path_is_reported_when_it_is_typed(try_it, echo):
    dialog = try_it("inputs")
    before = len(echo.received)
    for text in ("..", "."):
        dialog.get_by_label("id", exact=False).first.fill(text)
        dialog.get_by_role("button", name="Send", exact=True).click()
        assert "as a relative path segment" in dialog.inner_text()
    assert len(echo.received) == before
