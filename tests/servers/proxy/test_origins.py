"""Whose pages may use the proxy."""

import socket

import pytest

from sphinx_sitejson.servers.proxy.limits import Limits

from .support import SITE, running_proxy

REFUSED = (403, "origin_refused")


@pytest.fixture(scope="module")
def proxy(upstream):
    limits = Limits(header_seconds=0.3)
    with running_proxy(upstream.base, origins=(f"{SITE}:443/guide/",), limits=limits) as running:
        yield running


def preflight(**more):
    return {
        "Origin": SITE,
        "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers": "authorization, x-sitejson-cookie, b\u00e4d",
        **more,
    }


def test_a_preflight_of_the_site(proxy, upstream):
    count = len(upstream.received)
    answer, content = proxy.ask(
        f"{upstream.base}/echo",
        "OPTIONS",
        headers=preflight(**{"Access-Control-Request-Private-Network": "true"}),
    )

    assert (answer.status, content) == (200, b"")
    allowed = {name.lower(): value for name, value in answer.headers.items()}
    assert allowed["access-control-allow-origin"] == SITE
    assert allowed["access-control-allow-methods"] == "PATCH"
    assert allowed["access-control-allow-headers"] == "authorization, x-sitejson-cookie"
    assert allowed["access-control-allow-private-network"] == "true"
    assert allowed["vary"] == "origin"
    assert "access-control-allow-credentials" not in allowed
    assert len(upstream.received) == count


def test_options_as_an_operation_is_forwarded(proxy, upstream):
    answer, _content = proxy.ask(f"{upstream.base}/echo", "OPTIONS", headers={"Origin": SITE})
    assert answer.headers["X-Sitejson-Status"] == "200"
    assert upstream.last["method"] == "OPTIONS"


@pytest.mark.parametrize(
    "origin", ["https://evil.test", "null", "http://docs.example.com", f"{SITE}:8443", f"{SITE}."]
)
def test_other_origins(proxy, upstream, origin):
    count = len(upstream.received)
    for method, headers in (("GET", {"Origin": origin}), ("OPTIONS", preflight(Origin=origin))):
        assert proxy.problem(f"{upstream.base}/echo", method, headers=headers) == REFUSED
    answer, _content = proxy.ask(f"{upstream.base}/echo", headers={"Origin": origin})
    assert answer.headers["Access-Control-Allow-Origin"] is None
    assert len(upstream.received) == count


@pytest.mark.parametrize("mode", ["navigate", "no-cors", "websocket"])
def test_only_scripts_are_answered(proxy, upstream, mode):
    headers = {"Sec-Fetch-Mode": mode}
    assert proxy.problem(f"{upstream.base}/echo", headers=headers) == REFUSED


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1.evil.test"])
def test_a_name_that_was_given_the_address_of_the_proxy(proxy, upstream, host):
    assert proxy.problem(f"{upstream.base}/echo", headers={"Host": host}) == REFUSED


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1", "[::1]:8765", "docs.example.com"])
def test_names_of_the_proxy(proxy, upstream, host):
    assert proxy.ask(f"{upstream.base}/echo", headers={"Host": host})[0].status == 200


def test_problems_can_be_read_by_the_page(proxy):
    answer, _content = proxy.ask("https://undeclared.example/", headers={"Origin": SITE})
    assert answer.status == 403
    assert answer.headers["Access-Control-Allow-Origin"] == SITE


@pytest.mark.parametrize("start", [b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow"])
def test_a_request_whose_head_does_not_come(proxy, start):
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=120) as connection:
        connection.sendall(start)
        assert connection.recv(1000) == b""


def test_a_second_request_whose_head_does_not_come(proxy):
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=120) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        received = b""
        while not received.endswith(b"ok\n"):
            received += connection.recv(1000)
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        assert connection.recv(1000) == b""
