"""The WebSocket console talks to a real server, and compares what arrives with the document."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Route, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from support.small_sites import api_files, settings

from ..playground_site import open_playground

ANSWER = {
    "type": "object",
    "required": ["kind", "berth"],
    "properties": {"kind": {"const": "answer"}, "berth": {"type": "integer", "minimum": 1}},
    "additionalProperties": False,
}
ASK = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"const": "ask"}, "ship": {"type": "string", "minLength": 2}},
}
REPLIES: dict[str, str | bytes] = {
    "right": '{"kind": "answer", "berth": 3}',
    "wrong": '{"kind": "answer", "berth": 0, "pier": "<b>north</b>"}',
    "text": "no berth",
    "bytes": b"\x00\x01\x02",
}


@dataclass
class Radio:
    """A WebSocket server, and what it received."""

    port: int = 0
    requests: list[str] = field(default_factory=list)
    received: list[str] = field(default_factory=list)

    def answer(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self.requests.append(connection.request.path)
        try:
            for text in connection:
                self.received.append(str(text))
                ship = json.loads(text).get("ship")
                if ship == "bye":
                    connection.close(4001, "Harbour closed")
                elif ship in REPLIES:
                    connection.send(REPLIES[ship])
        except ConnectionClosed:
            pass


@pytest.fixture(scope="module")
def radio() -> Iterator[Radio]:
    found = Radio()
    with serve(found.answer, "127.0.0.1", 0) as server:
        found.port = server.socket.getsockname()[1]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield found
        server.shutdown()
        thread.join()


def document(port: int) -> dict[str, Any]:
    server = {"host": f"127.0.0.1:{port}", "pathname": "/v1", "protocol": "ws"}
    dead = {"host": "127.0.0.1:9", "protocol": "ws"}
    plain = {"host": "plain.example.com", "protocol": "ws"}
    key = {"type": "httpApiKey", "in": "query", "name": "token"}
    messages = {
        "Ask": {"payload": ASK,
                "examples": [{"name": "short", "payload": {"kind": "ask"}},
                             {"name": "long", "payload": {"kind": "ask", "ship": "right"}}]},
        "Answer": {"payload": ANSWER},
    }  # fmt: skip
    query = {"type": "object", "required": ["callSign"], "properties": {"callSign": {}}}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Radio", "version": "1"},
        "servers": {"main": {**server, "security": [key]}, "dead": dead, "plain": plain},
        "channels": {
            "berths": {
                "address": "ships/{harbour}",
                "servers": [{"$ref": "#/servers/main"}],
                "parameters": {"harbour": {"enum": ["north", "south"], "default": "south"}},
                "messages": messages,
                "bindings": {"ws": {"query": query, "headers": {"properties": {"X-Trace": {}}}}},
            },
            "dead": {"address": "dead", "servers": [{"$ref": "#/servers/dead"}]},
            "plain": {"address": "plain", "servers": [{"$ref": "#/servers/plain"}]},
        },
        "operations": {
            "ask": {
                "action": "receive",
                "channel": {"$ref": "#/channels/berths"},
                "messages": [{"$ref": "#/channels/berths/messages/Ask"}],
            },
            "answer": {
                "action": "send",
                "channel": {"$ref": "#/channels/berths"},
                "messages": [{"$ref": "#/channels/berths/messages/Answer"}],
            },
            "call": {"action": "send", "channel": {"$ref": "#/channels/dead"}},
            "whisper": {"action": "send", "channel": {"$ref": "#/channels/plain"}},
        },
    }


@pytest.fixture(scope="module")
def site(radio, build_shared_clean):
    tabs = [{"name": "Radio", "url": "api", "asyncapi": "api.json"}]
    return build_shared_clean({**api_files(document(radio.port)), "site.json": settings(tabs=tabs)})


@pytest.fixture(scope="module")
def home(site, serve) -> Iterator[str]:
    with serve(site.outdir) as address:
        yield address


@pytest.fixture
def console(page, home) -> Locator:
    return open_playground(page, f"{home}/api/ships-harbour/ask.html")


def connect(dialog: Locator) -> Locator:
    dialog.get_by_label("callSign").fill("O'Hara")
    dialog.get_by_label("token").fill("s3cret")
    dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text("Connected")
    return dialog.get_by_role("log")


def ask(dialog: Locator, ship: str) -> None:
    text = json.dumps({"kind": "ask", "ship": ship})
    dialog.get_by_role("textbox", name="Message").fill(text)
    dialog.get_by_role("button", name="Send", exact=True).click()


def test_messages_are_sent_and_what_arrives_is_compared(console, radio):
    expect(console.get_by_role("button", name="Send", exact=True)).to_be_disabled()
    expect(console).to_contain_text(f"The connection goes only to 127.0.0.1:{radio.port}")
    expect(console).to_contain_text("set headers for a WebSocket: X-Trace.")
    # A required value is missing.
    console.get_by_role("button", name="Connect", exact=True).click()
    expect(console.get_by_label("callSign")).to_be_focused()
    expect(console.get_by_label("callSign")).to_have_attribute("aria-invalid", "true")

    log = connect(console)
    address = console.get_by_role("region", name="Address")
    expect(address).to_have_text(
        f"ws://127.0.0.1:{radio.port}/v1/ships/south?callSign=O%27Hara&token=•••"
    )
    assert radio.requests[-1] == "/v1/ships/south?callSign=O%27Hara&token=s3cret"
    expect(console.get_by_label("harbour")).to_be_disabled()

    console.get_by_label("Example").select_option("Ask: long")
    console.get_by_role("button", name="Send", exact=True).click()
    entries = log.locator(".sj-s-entry")
    expect(entries).to_have_count(2)
    expect(entries.nth(0)).to_contain_text("Sent")
    expect(entries.nth(1)).to_contain_text("Received")
    expect(entries.nth(1)).to_contain_text("30 B")
    expect(entries.nth(1)).to_contain_text("It matches the message Answer.")
    assert json.loads(radio.received[-1]) == {"kind": "ask", "ship": "right"}

    ask(console, "wrong")
    expect(entries.nth(3)).to_contain_text("2 differences from the message Answer")
    expect(entries.nth(3)).to_contain_text("berth Must be at least 1.")
    expect(entries.nth(3)).to_contain_text("pier This field is not documented.")
    assert entries.nth(3).locator("b").count() == 0
    ask(console, "text")
    expect(entries.nth(5)).to_contain_text(
        "This is not JSON, but the messages of this channel are."
    )
    ask(console, "bytes")
    expect(entries.nth(7)).to_contain_text("Binary data")

    ask(console, "x")
    expect(console.locator(".sj-p-problems")).to_contain_text(
        "ship: Must have at least 2 characters."
    )
    ask(console, "bye")
    expect(log).to_contain_text(
        "The application closed the connection with its own code 4001. Reason: Harbour closed"
    )
    expect(console.get_by_role("status")).to_have_text("Not connected")
    connect(console)
    console.get_by_role("button", name="Disconnect").click()
    expect(log).to_contain_text("The connection was closed normally.")
    console.get_by_role("button", name="Clear").click()
    expect(log).to_be_empty()


def test_keyboard_screen_reader_and_storage(console, page, radio):
    connect(console)
    text = console.get_by_role("textbox", name="Message")
    text.fill('{"kind": "ask", "ship": "right"}')
    text.press("Control+Enter")
    expect(console.locator(".sj-s-entry")).to_have_count(2)
    found = Axe().run(page, context="dialog")
    assert found.response["violations"] == []
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "s3cret" not in stored
    page.keyboard.press("Escape")
    expect(console).to_be_hidden()
    page.get_by_role("button", name="Try it").click()
    expect(console.get_by_role("status")).to_have_text("Not connected")


def test_a_server_that_does_not_respond_is_explained(page, home):
    open_playground(page, f"{home}/api/dead/call.html")
    page.get_by_role("button", name="Connect", exact=True).click()

    expect(page.get_by_role("log")).to_contain_text("127.0.0.1:9 did not accept the connection.")


def test_a_page_that_was_encrypted_opens_no_plain_connection(page, site):
    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        route.fulfill(path=site.outdir / path)

    opened: list[str] = []
    page.route("https://docs.example.com/**", answer)
    page.on("websocket", lambda socket: opened.append(socket.url))
    open_playground(page, "https://docs.example.com/api/plain/whisper.html")
    page.get_by_role("button", name="Connect", exact=True).click()

    expect(page.get_by_role("log")).to_contain_text(
        "This page was loaded over https, but plain.example.com uses ws without encryption."
    )
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Not connected")
    assert opened == []


def test_a_policy_that_blocks_the_connection_is_named(page, home, site, radio):
    tag = '<head><meta http-equiv="Content-Security-Policy" content="connect-src \'self\'">'
    ask = site.text("api/ships-harbour/ask.html")
    strict = site.outdir / "api/ships-harbour/policy.html"
    strict.write_text(ask.replace("<head>", tag, 1), encoding="utf-8")
    dialog = open_playground(page, f"{home}/api/ships-harbour/policy.html")
    dialog.get_by_label("callSign").fill("O'Hara")
    dialog.get_by_label("token").fill("s3cret")
    before = len(radio.requests)
    dialog.get_by_role("button", name="Connect", exact=True).click()

    expect(dialog.get_by_role("log")).to_contain_text(
        "The content security policy of this site blocks the request."
    )
    expect(dialog.get_by_role("log")).to_contain_text(f"127.0.0.1:{radio.port}")
    expect(dialog.get_by_role("status")).to_have_text("Not connected")
    assert len(radio.requests) == before


def test_only_pages_of_websocket_servers_load_the_script(page, home):
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url))
    page.goto(f"{home}/api/ships-harbour/ask.html")
    assert not [url for url in scripts if "socket" in url]
    assert page.locator("sj-socket").count() == 1
    page.goto(f"{home}/api/messages/ask.html")
    assert page.locator("sj-socket").count() == 0
