"""The playground in a real browser, against a real server that tells what it received."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Locator

from support.accessibility import accessibility_violations
from support.clipboard import copied_by
from support.wide import wide_but
from support.windows import PHONE, resize

from ..playground_site import as_json, choose_server, files, open_playground, send

TABLE = Path(__file__).parents[2] / "http_messages" / "encoding_cases.json"


# Parameters.

ADD_CASE = """(data) => {
  const place = document.createElement("sj-playground");
  const script = document.createElement("script");
  script.type = "application/json";
  script.textContent = JSON.stringify(data);
  place.append(script);
  document.body.append(place);
  return place;
}"""
RUN_CASES = f"""
async (cases) => {{
  for (const {{data, key, value}} of cases) {{
    const place = ({ADD_CASE})(data);
    place.open();
    place.inputs[0].control.get = () => value;
    await place.send();
    place.dialog.remove();
    place.remove();
  }}
}}
"""


def test_every_style_arrives_as_the_table_says(page, echo, try_it):
    # A browser takes "/." out of a path, and sets no cookies for a page.
    cases = [
        case
        for case in json.loads(TABLE.read_text("utf-8"))
        if case["in"] != "cookie" and (case["in"], case["expected"]) != ("path", ".")
        # Numbers beyond a double are typed, in tests of their own.
        if not case.get("exact")
    ]
    try_it("plain")
    asked = []
    for number, case in enumerate(cases):
        names = {"allowReserved": "reserved", "mediaType": "type", "parameter": "name"}
        keys = ("parameter", "in", "style", "explode", "allowReserved", "mediaType")
        parameter = {names.get(key, key): case[key] for key in keys if key in case}
        path = f"/echo/{number}"
        if case["in"] == "path":
            path += f"/{{{case['parameter']}}}/end"
        data = {"method": "GET", "path": path, "servers": [{"url": echo.address}]}
        asked.append({"data": {**data, "parameters": [parameter]}, "value": case["value"]})
    before = len(echo.received)

    page.evaluate(RUN_CASES, asked)

    received = [each for each in echo.received[before:] if each.method == "GET"]
    assert len(received) == len(cases)
    for case, request in zip(cases, received, strict=True):
        if case["in"] == "query":
            # A browser encodes this one character by itself.
            assert request.query == case["expected"].replace("'", "%27"), case["name"]
        elif case["in"] == "header":
            sent = request.headers.get(case["parameter"].lower(), "")
            assert sent.encode("latin-1").decode() == case["expected"].strip(), case["name"]
        elif case["expected"]:
            assert request.path.endswith(f"/{case['expected']}/end"), case["name"]


def test_inputs_by_type_become_one_request(try_it, echo):
    dialog = try_it("inputs")
    dialog.get_by_label("id", exact=False).first.fill("a/b c")
    dialog.get_by_label("limit").fill("5")
    dialog.get_by_label("kind").select_option("b")
    dialog.get_by_label("day").fill("2030-01-31")
    dialog.get_by_label("all").select_option("false")
    tags = dialog.get_by_role("group", name="tag")
    for value in ("x", "y"):
        tags.get_by_role("button", name="Add an item").click()
        tags.get_by_label("Item").last.fill(value)
    dialog.get_by_label("from").fill("3")
    dialog.get_by_label("X-Trace").fill("t 1")
    dialog.get_by_label("session").fill("s")
    dialog.get_by_label("Host").fill("evil.example")

    assert "Cookie" in dialog.locator("[data-slot=omitted]").inner_text()
    assert "Host" in dialog.locator("[data-slot=omitted]").inner_text()
    send(dialog)

    request = echo.last
    assert request.path == "/echo/a%2Fb%20c"
    assert request.query == (
        "limit=5&kind=b&day=2030-01-31&all=false&tag=x&tag=y&filter%5Bfrom%5D=3"
    )
    assert request.headers["x-trace"] == "t 1"
    assert "cookie" not in request.headers
    assert request.headers["host"] != "evil.example"


def test_wrong_inputs_are_reported_at_the_field_and_nothing_is_sent(try_it, echo):
    dialog = try_it("inputs")
    dialog.get_by_label("limit").fill("12")
    count = len(echo.received)
    dialog.get_by_role("button", name="Send", exact=True).click()

    first = dialog.get_by_label("id", exact=False).first
    assert first.evaluate("e => e === document.activeElement")
    assert first.get_attribute("aria-invalid") == "true"
    described = dialog.get_by_label("limit").get_attribute("aria-describedby").split()
    words = [dialog.page.locator(f"#{name}").inner_text() for name in described]
    assert words == ["How many.", "Must be at most 9."]
    assert "Fields to fix: 2" in dialog.get_by_role("alert").first.inner_text()
    assert len(echo.received) == count
    # Without a value of the path there is nothing to send to.
    assert dialog.get_by_role("button", name="Send anyway").count() == 0

    dialog.get_by_label("limit").fill("x")
    assert "type integer" in dialog.page.locator(f"#{described[1]}").inner_text()


# Bodies.


def test_json_as_form_and_as_text_stay_in_step(try_it, echo):
    dialog = try_it("json")
    text = as_json(dialog)
    text.fill('{"name": "oak", "tags": [7], "extra": {"n": "x"}}')
    dialog.get_by_role("button", name="Form", exact=True).click()
    dialog.get_by_role("button", name="Send", exact=True).click()
    for label in ("Item 1", "Value"):
        field = dialog.get_by_label(label, exact=True)
        assert field.get_attribute("aria-invalid") == "true", label
    as_json(dialog)
    text.fill('{"name": "oak", "tags": ["a"], "pet": {"kind": "Dog", "barks": true}}')
    dialog.get_by_role("button", name="Form", exact=True).click()

    assert dialog.get_by_label("name").first.input_value() == "oak"
    assert dialog.get_by_label("Item 1").input_value() == "a"
    variant = dialog.get_by_label("Variant").last
    assert variant.locator("option:checked").inner_text() == "Dog"
    dialog.get_by_label("barks").select_option("false")
    variant.select_option("Cat")
    dialog.get_by_label("purrs").select_option("true")
    dialog.get_by_role("group", name="extra").last.get_by_role("button", name="Add a field").click()
    dialog.get_by_label("Name", exact=True).fill("n")
    dialog.get_by_label("Value", exact=True).fill("4")
    dialog.get_by_role("button", name="JSON").click()
    expected = {
        "name": "oak",
        "tags": ["a"],
        "pet": {"kind": "Cat", "purrs": True},
        "extra": {"n": 4},
    }
    assert json.loads(text.input_value()) == expected
    send(dialog)

    assert json.loads(echo.last.body) == expected
    assert echo.last.headers["content-type"] == "application/json"


@pytest.mark.wide
def test_json_is_checked_against_its_schema(try_it, echo):
    dialog = try_it("json")
    text = as_json(dialog)
    count = len(echo.received)
    for written, words in (
        ('{"name": "x", "child": {"size": 0}}', ["name: ", "child.name: ", "child.size: "]),
        ("{", ["not valid JSON"]),
    ):
        text.fill(written)
        dialog.get_by_role("button", name="Send", exact=True).click()
        problems = dialog.locator(".sj-p-problems").inner_text()
        assert all(word in problems for word in words), problems
    assert len(echo.received) == count
    # The answer to a wrong request can be seen, too: it is sent as it is written.
    assert "--data '{'" in copied_by(dialog.get_by_role("button", name="Copy as cURL"))
    dialog.get_by_role("button", name="Send anyway").click()
    dialog.locator(".sj-p-response-head .sj-status").wait_for()
    assert (len(echo.received), echo.last.body) == (count + 2, b"{")


@pytest.mark.wide
def test_form_fields_are_encoded(try_it, echo):
    dialog = try_it("form")
    dialog.get_by_label("name").fill("a b&c=ü")
    dialog.get_by_label("Item").fill("1")
    dialog.get_by_role("button", name="Add an item").click()
    dialog.get_by_label("Item").last.fill("2")
    send(dialog)

    assert echo.last.body == b"name=a+b%26c%3D%C3%BC&tags=1&tags=2"
    assert echo.last.headers["content-type"] == "application/x-www-form-urlencoded"


def test_files_and_json_parts_are_sent_in_parts(try_it, echo, tmp_path):
    for name in ("one.txt", 'tw"o.txt'):
        (tmp_path / name).write_text(f"in {name}")
    dialog = try_it("upload")
    dialog.get_by_label("title").fill("Two files")
    dialog.get_by_label("files").set_input_files([tmp_path / "one.txt", tmp_path / 'tw"o.txt'])
    dialog.get_by_text("Fields (1)").click()
    dialog.get_by_label("n integer").fill("3")
    send(dialog)

    parts = echo.last.parts
    assert ("title", "", "", b"Two files") in parts
    assert ("files", "one.txt", "text/plain", b"in one.txt") in parts
    assert ("files", "tw%22o.txt", "text/plain", b'in tw"o.txt') in parts
    assert ("about", "", "application/json", b'{"n":3}') in parts
    assert len(parts) == 4


@pytest.mark.wide
def test_a_missing_file_is_reported(try_it, echo):
    dialog = try_it("upload")
    dialog.get_by_label("title").fill("No file")
    count = len(echo.received)
    dialog.get_by_role("button", name="Send", exact=True).click()

    assert dialog.get_by_label("files").get_attribute("aria-invalid") == "true"
    dialog = try_it("binary")
    assert "Choose a file to send." in dialog.inner_text()
    dialog.get_by_role("button", name="Send", exact=True).click()
    assert dialog.get_by_label("application/pdf").get_attribute("aria-invalid") == "true"
    assert len(echo.received) == count


@pytest.mark.wide
def test_a_file_is_sent_as_it_is(try_it, echo, tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"%PDF\x00\xff")
    dialog = try_it("binary")
    dialog.get_by_label("application/pdf").set_input_files(tmp_path / "a.pdf")
    send(dialog)

    assert (echo.last.method, echo.last.body) == ("PUT", b"%PDF\x00\xff")
    assert echo.last.headers["content-type"] == "application/pdf"


TEXTS = [["text", "text/plain", "two\nlines"], ["xml", "application/xml", "<a>1</a>"]]


@pytest.mark.parametrize(("name", "kind", "text"), wide_but(TEXTS, TEXTS[0]))
def test_text_is_sent_as_it_is_written(try_it, echo, name, kind, text):
    dialog = try_it(name)
    box = dialog.get_by_label(kind)
    assert box.input_value() == text
    box.fill(f"{text}!")
    send(dialog)

    assert echo.last.body.decode() == f"{text}!"
    assert echo.last.headers["content-type"] == kind


# Credentials.


def choose(dialog: Locator, words: str) -> None:
    select = dialog.get_by_label("Method", exact=True)
    label = select.locator("option").filter(has_text=words).first.inner_text()
    select.select_option(label=label)


def test_each_kind_of_credentials_arrives(try_it, echo):
    dialog = try_it("secured")
    choose(dialog, "Bearer")
    dialog.get_by_label("Token").fill("t0k")
    send(dialog)
    assert echo.last.headers["authorization"] == "Bearer t0k"

    choose(dialog, "basic")
    dialog.get_by_label("User name").fill("jürgen")
    dialog.get_by_label("Password").fill("p:w")
    send(dialog)
    assert echo.last.headers["authorization"] == "Basic asO8cmdlbjpwOnc="

    choose(dialog, "header X-Key +")
    dialog.get_by_label("X-Key").fill("k1")
    dialog.get_by_label("key", exact=True).fill("k 2")
    send(dialog)
    assert echo.last.headers["x-key"] == "k1"
    assert echo.last.query == "key=k%202"
    assert "authorization" not in echo.last.headers

    choose(dialog, "None")
    send(dialog)
    assert "x-key" not in echo.last.headers
    assert echo.last.query == ""


def test_credentials_stay_in_memory_until_the_reader_asks(page, try_it, echo):
    stored = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
    dialog = try_it("secured")
    assert f"sent only to {echo.address}" in dialog.inner_text()
    dialog.get_by_label("Token").fill("s3cret")
    send(dialog)
    link = copied_by(dialog.get_by_role("button", name="Copy a link to this request"))
    curl = copied_by(dialog.get_by_role("button", name="Copy as cURL"))
    assert "s3cret" not in page.evaluate(stored)
    assert "s3cret" not in link + curl + page.url + dialog.locator(".sj-request").inner_text()
    assert "Authorization: Bearer <token>" in curl

    dialog.get_by_label("For this tab").check()
    assert "s3cret" in page.evaluate("JSON.stringify({...sessionStorage})")
    assert "s3cret" not in page.evaluate("JSON.stringify({...localStorage})")
    dialog = try_it("unknown")
    assert dialog.get_by_label("Token").input_value() == "s3cret"
    dialog.get_by_role("button", name="Forget").click()
    assert "s3cret" not in page.evaluate(stored)
    assert dialog.get_by_label("Token").input_value() == ""
    # What a script of the page stored is no token.
    values = {"bearer": {"token": {"a": 1}}, "basic": "x", "header": None}
    store = "text => sessionStorage.setItem('sitejson.credentials', text)"
    page.evaluate(store, json.dumps({"origin": echo.address, "values": values}))
    dialog = try_it("secured")
    assert dialog.get_by_label("Token").input_value() == ""


def test_another_origin_clears_credentials_and_the_choice_is_remembered(page, try_it, echo):
    dialog = try_it("secured")
    dialog.get_by_label("Token").fill("s3cret")
    dialog.get_by_label("For this tab").check()
    choose_server(dialog, index=1)
    assert dialog.get_by_label("Token").input_value() == ""
    assert "s3cret" not in page.evaluate("JSON.stringify({...sessionStorage})")
    assert "sent only to http://localhost:" in dialog.inner_text()
    dialog.get_by_label("place").select_option("two")
    send(dialog)
    assert echo.last.path == "/two/secured"
    assert "authorization" not in echo.last.headers

    dialog = try_it("plain")
    assert "/two/plain" in dialog.locator("[data-slot=url]").inner_text()


@pytest.mark.wide
def test_what_only_the_reader_knows_of_a_server_is_asked_for(page, try_it, echo):
    try_it("plain")
    key = {"name": "key", "kind": "key", "in": "header", "parameter": "X-Key"}
    server = {"url": "{origin}/{place}", "variables": [{"name": "origin", "enum": []}]}
    server["variables"].append({"name": "place", "default": "", "enum": []})
    page.evaluate("document.querySelector('dialog[open]').close()")
    data = {"method": "GET", "path": "/x", "servers": [server], "security": [[key]]}
    page.evaluate(f"(data) => ({ADD_CASE})(data).open()", data)
    dialog = page.get_by_role("dialog")
    before = len(echo.received)

    assert dialog.locator("[data-slot=url]").inner_text() == "{origin}/x"
    assert "sent only to {origin}" in dialog.inner_text()
    dialog.get_by_role("button", name="Send", exact=True).click()
    field = dialog.get_by_label("origin")
    assert field.get_attribute("aria-invalid") == "true"
    assert len(echo.received) == before

    field.fill(echo.address)
    assert field.get_attribute("aria-invalid") == "false"
    assert dialog.locator("[data-slot=url]").inner_text() == f"{echo.address}/x"
    dialog.get_by_label("X-Key").fill("k")
    send(dialog)
    assert (echo.last.path, echo.last.headers["x-key"]) == ("/x", "k")


def sign_in(dialog: Locator, flow: str) -> Locator:
    dialog.get_by_text("Get a token").click()
    dialog.get_by_label("OAuth flow").select_option(label=flow)
    return dialog.get_by_role("status").filter(has_text="oken").first


def test_a_code_with_proof_becomes_a_token(page, try_it, echo):
    dialog = try_it("secured")
    choose(dialog, "OAuth")
    sign_in(dialog, "Authorization code")
    dialog.get_by_label("Client ID").fill("docs")
    dialog.get_by_label("read").check()
    with page.context.expect_page() as popup:
        dialog.get_by_role("button", name="Get token").click()
    dialog.get_by_text("Token received.").wait_for()
    asked = next(each for each in echo.received[::-1] if each.path == "/authorize")
    assert "code_challenge_method=S256" in asked.query
    assert "scope=read" in asked.query
    send(dialog)
    assert echo.last.headers["authorization"] == "Bearer token by authorization_code"
    popup.value.wait_for_event("close") if not popup.value.is_closed() else None


@pytest.mark.wide
def test_a_response_with_another_state_is_not_taken(page, try_it, echo):
    dialog = try_it("secured")
    choose(dialog, "OAuth")
    sign_in(dialog, "Authorization code")
    dialog.get_by_label("Client ID").fill("forger")
    with page.context.expect_page() as popup:
        dialog.get_by_role("button", name="Get token").click()
    # The page that the sign-in returns to says what it got, and closes.
    with suppress(Error):
        popup.value.wait_for_event("close")

    assert dialog.get_by_label("Token", exact=True).input_value() == ""
    assert dialog.get_by_text("Waiting for sign-in").is_visible()


@pytest.mark.wide
def test_tokens_by_client_device_and_discovery(page, try_it, echo):
    dialog = try_it("secured")
    token = dialog.get_by_label("Token", exact=True)
    choose(dialog, "OAuth")
    sign_in(dialog, "Client credentials")
    dialog.get_by_label("Client ID").fill("docs")
    dialog.get_by_label("Client secret").fill("hush")
    dialog.get_by_role("button", name="Get token").click()
    dialog.get_by_text("Token received.").wait_for()
    assert token.input_value() == "token by client_credentials"
    assert echo.last.headers["authorization"] == "Basic ZG9jczpodXNo"

    dialog.get_by_label("OAuth flow").select_option(label="Device authorization")
    dialog.get_by_role("button", name="Get token").click()
    dialog.get_by_text("Enter the code AB-12").wait_for()
    echo.device_is_ready.set()
    dialog.get_by_text("Token received.").wait_for()
    assert token.input_value() == "token by device_code"

    choose(dialog, "OpenID")
    dialog.get_by_text("Get a token").click()
    dialog.get_by_role("button", name="Load sign-in options").click()
    dialog.get_by_label("Client ID").fill("docs")
    with page.context.expect_page():
        dialog.get_by_role("button", name="Get token").click()
    dialog.get_by_text("Token received.").wait_for()
    asked = next(each for each in echo.received[::-1] if each.path == "/authorize")
    assert "scope=openid" in asked.query


# Sending and answers.


@pytest.mark.wide
def test_a_request_can_be_cancelled(try_it):
    dialog = try_it("slow")
    dialog.get_by_role("button", name="Send", exact=True).click()
    dialog.get_by_role("button", name="Cancel").click()

    dialog.get_by_role("alert").filter(has_text="Canceled").wait_for()
    dialog.get_by_role("button", name="Send", exact=True).wait_for()


def test_events_are_shown_as_they_come_and_can_be_stopped(try_it):
    dialog = try_it("events")
    dialog.get_by_role("button", name="Send", exact=True).click()
    dialog.get_by_text('data: {"n": 3}').wait_for()
    dialog.get_by_role("button", name="Stop").click()
    dialog.get_by_text("stopped").first.wait_for()

    text = dialog.locator(".sj-p-pane pre").inner_text()
    assert '{"n": 0}' in text
    assert '{"n": 190}' not in text


def test_a_blocked_response_is_distinguished_from_a_server_that_is_not_there(page, try_it, echo):
    dialog = try_it("closed")
    words = send(dialog).inner_text()
    assert "CORS" in words
    assert echo.address in words
    dialog.get_by_role("button", name="Find out why").click()
    dialog.locator("[data-failure=blocked]").wait_for()
    assert "/closed" in copied_by(dialog.get_by_role("button", name="Copy as cURL").last)

    choose_server(dialog, index=2)
    pane = send(dialog)
    pane.get_by_role("button", name="Find out why").click()
    pane.locator("[data-failure=unreachable]").wait_for()
    assert "could not be reached" in pane.inner_text()


@pytest.fixture(scope="module")
def home_with_proxy(echo, build_shared_site, serve, tmp_path_factory) -> Iterator[str]:
    """Where a site is that has a proxy; the proxy knows the site, and the site the proxy."""
    # Only the extra `proxy` brings what the proxy needs, and the oldest environment has none.
    from servers.proxy.support import running_proxy

    folder = tmp_path_factory.mktemp("proxied")
    with serve(folder) as address, running_proxy(echo.address, origins=(address,)) as proxy:
        conf = f'sitejson_proxy_url = "http://127.0.0.1:{proxy.port}/"'
        site = build_shared_site(files(echo.address), conf=conf)
        shutil.copytree(site.outdir, folder, dirs_exist_ok=True)
        yield address


def test_through_the_proxy_more_can_be_sent_and_read(page, home_with_proxy, echo):
    pane = send(open_playground(page, f"{home_with_proxy}/api/closed.html"))
    assert pane.locator("pre").inner_text() == "secret"

    dialog = open_playground(page, f"{home_with_proxy}/api/inputs.html")
    dialog.get_by_label("id", exact=False).first.fill("7")
    dialog.get_by_label("session").fill("a b")
    send(dialog)
    assert echo.last.headers["cookie"] == "session=a%20b"
    assert echo.last.path == "/echo/7"

    dialog = open_playground(page, f"{home_with_proxy}/api/secured.html")
    assert "through the proxy of this site" in dialog.inner_text()
    dialog.get_by_label("Token").fill("t0k")
    send(dialog)
    assert echo.last.headers["authorization"] == "Bearer t0k"

    choose_server(dialog, index=2)
    assert "The proxy of this site refused" in send(dialog).inner_text()


def test_a_response_is_checked_against_its_schema(try_it):
    pane = send(try_it("ships"))
    pane.get_by_text("3 differences from the schema").click()
    differences = pane.locator(".sj-p-mismatch li").all_inner_texts()

    assert differences == [
        "id Must be of type string.",
        "length Must be at least 0.",
        "extra This field is not documented.",
    ]
    assert pane.get_by_text("It worked.").is_visible()
    assert pane.locator(".sj-status").inner_text() == "200 OK"


@pytest.mark.wide
def test_errors_are_responses_too(try_it):
    dialog = try_it("missing")
    pane = send(dialog)
    assert pane.locator(".sj-status[data-kind='4xx']").inner_text() == "404 Not Found"
    assert pane.get_by_text("No such ship.").is_visible()

    dialog = try_it("unknown")
    send(dialog).get_by_role("button", name="Enter credentials").click()
    assert dialog.get_by_label("Token").evaluate("e => e === document.activeElement")


@pytest.mark.wide
def test_pictures_come_from_blobs_and_files_keep_their_name(page, try_it):
    pane = send(try_it("picture"))
    picture = pane.get_by_role("img")
    assert picture.get_attribute("src").startswith("blob:")
    assert picture.evaluate("e => e.decode().then(() => e.naturalWidth)") == 1

    pane = send(try_it("file"))
    with page.expect_download() as download:
        pane.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "sums über.bin"
    assert Path(download.value.path()).read_bytes() == b"\x00\xff\x10"


@pytest.mark.wide
def test_headers_time_and_size_are_shown(try_it):
    pane = send(try_it("plain"))
    pane.get_by_role("button", name="Headers").click()

    assert pane.get_by_role("rowheader", name="content-type").is_visible()
    assert " ms · " in pane.locator(".sj-facts").first.inner_text()


# Samples and links.


def test_samples_follow_the_inputs_and_say_what_is_sent(page, try_it, echo):
    resize(page, (960, 600))
    dialog = try_it("inputs")
    # Some lines are seen in a low window, too.
    sample, code = (
        page.locator(f".sj-play-side {part}").first.bounding_box()
        for part in ("[data-slot=sample]", "details[open] pre")
    )
    assert sample["y"] + sample["height"] - code["y"] > 50
    dialog.get_by_label("id", exact=False).first.fill("it's €")
    dialog.get_by_label("limit").fill("7")
    dialog.get_by_label("X-Trace").fill('say "hi"')
    samples = []
    for label in ("cURL", "Python", "JavaScript", "PHP", "Go", "Java"):
        fold = page.locator(f".sj-request details[data-choice='{label}']")
        fold.locator("summary").click()
        page.wait_for_function(
            "fold => fold.querySelector('pre').textContent.includes('limit=7')",
            arg=fold.element_handle(),
        )
        samples.append(fold.locator("pre").text_content())
    assert all("it%27s%20%E2%82%AC?limit=7" in sample for sample in samples)
    send(dialog)
    sent = echo.last
    if shutil.which("curl") and shutil.which("bash"):
        subprocess.run(["bash", "-c", samples[0]], check=True, capture_output=True, timeout=600)
        assert (echo.last.method, echo.last.target) == (sent.method, sent.target)
        assert echo.last.headers["x-trace"] == sent.headers["x-trace"]

    dialog = try_it("json")
    page.locator(".sj-request summary", has_text="cURL").click()
    dialog.get_by_label("name").first.fill("it's $HOME")
    dialog.get_by_role("button", name="Add an item").first.click()
    dialog.get_by_label("Item 1").fill("`x`")
    sample = page.locator(".sj-request details[data-live=bash] pre").text_content()
    send(dialog)
    sent = echo.last
    if shutil.which("curl") and shutil.which("bash"):
        subprocess.run(["bash", "-c", sample], check=True, capture_output=True, timeout=600)
        assert json.loads(echo.last.body) == json.loads(sent.body)
        assert echo.last.headers["content-type"] == sent.headers["content-type"]


def test_a_link_restores_inputs_and_nothing_else(page, try_it, echo):
    dialog = try_it("inputs")
    dialog.get_by_label("id", exact=False).first.fill("42")
    dialog.get_by_role("group", name="tag").get_by_role("button", name="Add an item").click()
    dialog.get_by_label("Item 1").fill("ü")
    dialog.get_by_label("pin").fill("1234")
    link = copied_by(dialog.get_by_role("button", name="Copy a link to this request"))
    count = len(echo.received)
    page.goto("about:blank")
    page.goto(link)
    dialog = page.get_by_role("dialog")
    dialog.wait_for()

    assert dialog.locator("[data-slot=url]").inner_text() == f"{echo.address}/echo/42?tag=%C3%BC"
    assert dialog.get_by_label("pin").input_value() == ""
    assert dialog.get_by_text("These values came from a link").is_visible()
    assert len(echo.received) == count


def test_a_broken_or_hostile_link_does_no_harm(page, playground_home, echo):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    hostile = {
        "values": {"__proto__": {"polluted": 1}, "path:id": {"a": [1]}, "query:none": "x"},
        "body": {"type": "x", "value": {"__proto__": {"polluted": 1}}},
        "server": "http://evil.example",
        "base": "http://evil.example",
    }
    code = "s => btoa(JSON.stringify(s))"
    page.goto(f"{playground_home}/index.html")
    text = page.evaluate(code, hostile)
    for fragment in (text, "%%%", "e30", "bnVsbA"):
        page.goto("about:blank")
        page.goto(f"{playground_home}/api/inputs.html#try={fragment}")
        page.get_by_role("dialog").wait_for()
        assert page.locator("[data-slot=url]").inner_text().startswith(f"{echo.address}/echo/")
        assert page.evaluate("({}).polluted ?? null") is None
    assert errors == []


# The dialog.


def test_keyboard_opens_sends_and_closes(page, playground_home, echo):
    page.goto(f"{playground_home}/api/plain.html")
    button = page.get_by_role("button", name="Try it")
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    count = len(echo.received)
    page.keyboard.press("Control+Enter")
    page.locator(".sj-p-response-head .sj-status").wait_for()
    assert len(echo.received) == count + 1
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")

    assert button.evaluate("e => e === document.activeElement")
    assert page.locator(".sj-api-samples .sj-request").count() == 1


@pytest.mark.wide
def test_modes_of_pages(page, playground_home, playground_site, try_it, echo):
    assert "sj-playground" not in playground_site.text("simple.html")
    assert playground_site.page("simple.html").select_one(".sj-endpoint .sj-path").text == "/simple"
    assert playground_site.page("hidden.html").select_one(".sj-endpoint") is None
    dialog = open_playground(page, f"{playground_home}/written.html")
    dialog.get_by_label("id").fill("9")
    send(dialog)
    assert (echo.last.method, echo.last.path) == ("POST", "/written/9")

    dialog = try_it("remove")
    assert dialog.get_by_text("may delete data").is_visible()


@pytest.mark.parametrize(
    ("size", "mode"), [((1440, 1800), "light"), pytest.param(PHONE, "dark", marks=pytest.mark.wide)]
)
def test_it_is_accessible_in_every_state(page, try_it, mode, size):
    resize(page, size)
    page.emulate_media(color_scheme=mode, reduced_motion="reduce")
    for name in ("inputs", "secured", "json"):
        dialog = try_it(name)
        # What is above the form begins where the form does.
        starts = {
            dialog.locator(part).first.bounding_box()["x"]
            for part in (".sj-play-top > .sj-endpoint", ".sj-p-part")
        }
        assert len(starts) == 1, name
        dialog.get_by_role("button", name="Send", exact=True).click()
        dialog.locator("[role=alert]:visible, .sj-status:visible").first.wait_for()
        assert accessibility_violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for name in ("ships", "closed", "missing"):
        send(try_it(name))
        assert accessibility_violations(page) == [], name


def test_it_works_with_a_strict_policy_and_from_files(page, playground_home, playground_site, echo):
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        f"media-src blob:; connect-src {echo.address}; font-src 'self'"
    )
    errors = []
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    tag = f'<head><meta http-equiv="Content-Security-Policy" content="{policy}">'
    strict = playground_site.outdir / "api" / "strict.html"
    strict.write_text(
        playground_site.text("api/picture.html").replace("<head>", tag, 1), encoding="utf-8"
    )
    for address in (f"{playground_home}/api/strict.html", playground_site.url("api/picture.html")):
        picture = send(open_playground(page, address)).get_by_role("img")
        assert picture.evaluate("e => e.decode().then(() => e.naturalWidth)") == 1
    assert [error for error in errors if "layground" in error] == []
