"""An answer is shown as it came, however long it is, and says where it leads."""

import pytest
from playwright.sync_api import expect

from ..playground_site import open_playground, send


def test_a_long_response_opens_folded_and_draws_what_is_seen(page, try_it):
    dialog = try_it("long")
    pane = send(dialog)
    rows = pane.locator(".sj-line")
    expect(rows.first).to_be_visible()
    assert rows.count() < 100
    expect(pane.locator(".sj-p-lines")).to_contain_text('"rows": [ 60000 ]')
    assert pane.get_by_text("MB").count() >= 1

    pane.get_by_role("button", name="Fields (60000)").click()
    expect(pane.locator(".sj-p-lines")).to_contain_text("{ 3 }")
    pane.locator(".sj-p-lines").evaluate("e => { e.scrollTop = 600000; }")
    expect(rows.first).not_to_contain_text("rows")
    assert rows.count() < 100


@pytest.mark.wide
def test_a_long_response_is_searched(page, try_it):
    pane = send(try_it("long"))
    expect(pane.locator(".sj-line").first).to_be_visible()
    pane.get_by_role("button", name="Search").click()
    box = pane.get_by_label("Search the response")
    box.fill("SHIP 59999")
    expect(pane.get_by_text("1 / 1")).to_be_visible()
    expect(pane.locator("mark")).to_have_text("ship 59999")
    box.fill("needle")
    expect(pane.locator("mark")).to_have_text("needle")


@pytest.mark.wide
def test_long_texts_are_rows_too(try_it):
    pane = send(try_it("lines"))
    expect(pane.locator(".sj-line").first).to_have_text("line 0")
    assert pane.locator(".sj-line").count() < 100


@pytest.mark.wide
def test_a_short_response_is_searched_in_its_folds(page, try_it):
    pane = send(try_it("exact"))
    pane.get_by_role("button", name="Search").click()
    box = pane.get_by_label("Search the response")
    box.fill("again")
    expect(pane.get_by_text("1 / 2")).to_be_visible()
    box.press("Enter")
    expect(pane.get_by_text("2 / 2")).to_be_visible()
    box.press("Escape")
    expect(box).to_have_count(0)
    assert page.get_by_role("dialog").is_visible()


@pytest.mark.wide
def test_any_encoding_is_read(try_it):
    pane = send(try_it("latin"))
    expect(pane.locator("pre")).to_have_text("Größe")
    assert "windows-1252" in pane.locator(".sj-facts").first.inner_text()


def test_markup_is_indented_and_colored_and_its_text_is_kept(try_it):
    pane = send(try_it("markup"))
    pre = pane.locator(".sj-p-pane pre")
    expect(pre).to_contain_text("grün")
    lines = ['<a b="1">', "  <c>grün</c>", "  <d/>", "</a>"]
    assert pre.inner_text().strip().splitlines()[1:] == lines
    assert pre.locator(".nt").count() >= 4
    pane.get_by_role("button", name="Raw").click()
    expect(pre).to_contain_text('<a b="1"><c>grün</c><d/></a>')


@pytest.mark.wide
@pytest.mark.parametrize("name", ["nothing", "blank"])
def test_an_empty_response_says_so_and_nothing_else(try_it, name):
    pane = send(try_it(name))
    expect(pane.get_by_text("The response has no body.")).to_be_visible()
    stray = """e => [...e.querySelectorAll("*")].flatMap((each) => [...each.childNodes])
        .filter((node) => node.nodeType === 3 && node.data === "0").length"""
    assert pane.evaluate(stray) == 0
    assert pane.locator(".sj-p-mismatch").count() == 0


@pytest.mark.wide
def test_a_response_that_breaks_off_is_incomplete_and_not_compared(try_it):
    pane = send(try_it("cut"))
    expect(pane.locator(".sj-p-response-head")).to_contain_text("the connection was lost")
    assert pane.locator(".sj-p-mismatch").count() == 0


@pytest.mark.wide
def test_a_redirect_is_reported(try_it, echo):
    pane = send(try_it("moved"))
    expect(pane.get_by_text(f"redirected to {echo.address}/fitting")).to_be_visible()


def test_addresses_of_this_api_point_to_their_operations(page, try_it, echo):
    dialog = try_it("created")
    pane = send(dialog)
    leads = pane.locator(".sj-p-links a")
    expect(leads).to_have_text(["→ GET /things/{n}", "→ it: GET /things/{n}"])
    link = pane.locator(".sj-json a")
    expect(link).to_have_count(1)
    link.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-slot=url]")).to_have_text(f"{echo.address}/things/7?full=true")
    send(dialog)
    assert echo.last.target == "/things/7?full=true"


# Failures.


@pytest.mark.parametrize(
    ("name", "kind"), [("dropped", "dropped"), ("closed", "blocked"), ("picky", "asked")]
)
def test_failures_are_distinguished_where_the_reader_asks(try_it, echo, name, kind):
    dialog = try_it(name)
    if name == "picky":
        dialog.get_by_label("X-Odd").fill("1")
    count = len(echo.received)
    pane = send(dialog)
    expect(pane.locator("[data-failure=unknown]")).to_contain_text("CORS")
    sent = [each for each in echo.received[count:] if each.method != "OPTIONS"]
    assert len(sent) == (0 if name == "picky" else 1)
    pane.get_by_role("button", name="Find out why").click()
    expect(pane.locator(f"[data-failure={kind}]")).to_be_visible()
    if kind == "blocked":
        headers = pane.locator("pre").inner_text()
        assert headers.startswith("Access-Control-Allow-Origin: http://127.0.0.1:")
        assert "proxy" in pane.inner_text()
    if kind == "asked":
        assert "Access-Control-Allow-Headers: x-odd" in pane.locator("pre").inner_text()


def test_a_policy_is_reported(page, playground_home, playground_site):
    tag = '<head><meta http-equiv="Content-Security-Policy" content="connect-src \'self\'">'
    strict = playground_site.outdir / "api" / "policy.html"
    text = playground_site.text("api/plain.html").replace("<head>", tag, 1)
    strict.write_text(text, encoding="utf-8")
    pane = send(open_playground(page, f"{playground_home}/api/policy.html"))
    expect(pane.locator("[data-failure=policy]")).to_be_visible()


# What readers add.


@pytest.mark.wide
def test_free_rows_accept_and_time(page, try_it, echo):
    dialog = try_it("typed")
    dialog.locator("summary", has_text="More options").click()
    for kind, name, value in (
        ("Query parameter", "a b", "1&2"),
        ("Header", "X-Own", "é"),
        ("Header", "X-Api-Key", "s3cret"),
        ("Cookie", "theme", "1"),
    ):
        dialog.get_by_role("button", name=f"Add a {kind.lower()}").click()
        dialog.get_by_label(f"Name: {kind}").last.fill(name)
        dialog.get_by_label(f"Value: {kind}").last.fill(value)
    dialog.get_by_label("Accept").select_option("text/csv")
    sample = page.locator(".sj-request details[open] pre")
    expect(sample).to_contain_text("X-Own: é")
    expect(sample).to_contain_text("--cookie theme=1")
    assert "s3cret" not in sample.inner_text()
    assert "Cookie" in dialog.locator("[data-slot=omitted]").inner_text()
    send(dialog)
    assert echo.last.query == "a%20b=1%262"
    assert echo.last.headers["x-own"].encode("latin-1").decode() == "é"
    assert echo.last.headers["x-api-key"] == "s3cret"
    assert echo.last.headers["accept"] == "text/csv"

    dialog = try_it("slow")
    dialog.locator("summary", has_text="More options").click()
    assert dialog.get_by_label("Timeout").locator("option").count() == 5


def test_a_digest_answers_the_question_of_the_server(try_it, echo):
    dialog = try_it("digest")
    dialog.get_by_label("User name").fill("jane")
    dialog.get_by_label("Password").fill("pw")
    pane = send(dialog)
    expect(pane.locator(".sj-status")).to_have_text("200 OK")
    assert 'username="jane"' in echo.last.headers["authorization"]


def test_credentials_for_the_browser_are_there_on_every_page_until_removed(page, try_it):
    dialog = try_it("unknown")
    expect(dialog.locator("summary", has_text="Authorization")).to_contain_text("not entered")
    dialog.get_by_label("Token").fill("s3cret")
    dialog.get_by_label("In this browser").check()
    assert "s3cret" in page.evaluate("JSON.stringify({...localStorage})")
    page.evaluate("sessionStorage.clear()")
    dialog = try_it("secured")
    assert dialog.get_by_label("Token").input_value() == "s3cret"
    state = dialog.locator("summary", has_text="Authorization")
    expect(state).to_contain_text("Bearer token: entered")
    page.keyboard.press("Escape")
    expect(page.locator("sj-playground [data-stored]")).to_be_visible()
    page.get_by_role("button", name="Try it").click()
    dialog.get_by_role("button", name="Forget").click()
    assert "s3cret" not in page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")


# History.


def test_requests_of_the_tab_are_shown_sent_again_and_compared(page, try_it, echo):
    dialog = try_it("inputs")
    for number in ("1", "2"):
        dialog.get_by_label("id", exact=False).first.fill(number)
        dialog.get_by_label("pin").fill("1234")
        send(dialog)
    send(try_it("exact"))
    assert "1234" not in page.evaluate("JSON.stringify({...sessionStorage})")
    dialog = try_it("inputs")
    dialog.get_by_role("button", name="History").click()
    entries = dialog.locator(".sj-p-history > li")
    expect(entries).to_have_count(3)
    expect(entries.nth(1)).to_contain_text("/echo/2")
    entries.nth(0).get_by_role("button", name="Show").click()
    expect(dialog.locator(".sj-json")).to_contain_text("9007199254740993")

    dialog.get_by_role("button", name="History").click()
    for index in (1, 2):
        entries.nth(index).get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Compare two").click()
    expect(dialog.locator("[data-sign='-']", has_text="/echo/1")).to_be_visible()
    expect(dialog.locator("[data-sign='+']", has_text="/echo/2")).to_be_visible()

    dialog.get_by_role("button", name="History").first.click()
    before = len(echo.received)
    entries.nth(2).get_by_role("button", name="Send again").click()
    expect(dialog.locator(".sj-p-response-head .sj-status")).to_be_visible()
    expect(page.locator(".sj-play[data-busy]")).to_have_count(0)
    assert len(echo.received) > before
    assert echo.last.path == "/echo/1"
