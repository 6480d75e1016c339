"""Connections to what was checked, and what the environment says about the way."""

import socket
import threading
from contextlib import nullcontext

import pytest

from sphinx_sitejson.common.network.connections import (
    Deadline,
    PinnedRoute,
    is_private_allowed,
    resolve_redirect,
    resolve_route,
    send_request,
)
from sphinx_sitejson.common.network.urls import RefusedError, UnreachableError, parse_http_url


@pytest.fixture
def resolve(monkeypatch):
    """Let names mean what the test says; each question is noted."""
    names, asked = {}, []

    def getaddrinfo(host, port, **options):
        asked.append(host)
        if host not in names:
            raise socket.gaierror(8, "unknown")
        return [(0, 0, 0, "", (address, port)) for address in names[host]]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    names["asked"] = asked
    return names


def route_to(url, *, allow_private=True):
    return resolve_route(parse_http_url(url), allow_private=allow_private)


PRIVATE, NEVER = "private network", "cloud metadata"


@pytest.mark.parametrize(
    ("addresses", "allow_private", "refusal"),
    [
        (["93.184.216.34"], False, None),
        (["93.184.216.34", "10.0.0.1"], True, None),
        (["93.184.216.34", "10.0.0.1"], False, PRIVATE),
        (["93.184.216.34", "168.63.129.16"], True, NEVER),
        (["::ffff:169.254.169.254"], True, NEVER),
        (["fe80::1%eth0"], True, NEVER),
    ],
)
def test_a_name_is_what_its_worst_address_is(resolve, addresses, allow_private, refusal):
    resolve["docs.example.com"] = addresses
    expected = pytest.raises(RefusedError, match=refusal) if refusal else nullcontext()
    with expected:
        route = route_to("https://docs.example.com/a", allow_private=allow_private)
        assert route.addresses == tuple(addresses)
    assert resolve["asked"] == ["docs.example.com"]


def test_an_unknown_name(resolve):
    with pytest.raises(UnreachableError, match=r"docs\.example\.com could not be resolved"):
        route_to("https://docs.example.com/a")


def test_the_proxy_of_the_environment_knows_names_that_we_do_not(resolve, monkeypatch):
    monkeypatch.setenv("https_proxy", "http://ann:s3cret@proxy.test:3128")
    monkeypatch.setenv("no_proxy", "inside.example.com")
    route = route_to("https://docs.example.com/a", allow_private=False)
    assert route == PinnedRoute(addresses=("proxy.test",), port=3128, is_proxy=True)

    resolve["metadata.example.com"] = ["169.254.169.254"]
    with pytest.raises(RefusedError, match=NEVER):
        route_to("https://metadata.example.com/")
    resolve["inside.example.com"] = ["10.0.0.1"]
    assert not route_to("https://inside.example.com/").is_proxy
    assert not route_to("https://0x7f.1/").is_proxy


def test_the_next_address_is_tried():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def answer():
            connection, _address = listening.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

        serving = threading.Thread(target=answer)
        serving.start()
        route = PinnedRoute(addresses=("127.0.0.98", "127.0.0.1"), port=port)
        target = parse_http_url(f"http://docs.example.com:{port}/a?b=1")
        connection, response = send_request(target, route=route, headers={}, deadline=Deadline(20))
        assert response.read() == b"ok"
        response.close()
        connection.close()
        serving.join()


@pytest.mark.parametrize(
    ("url", "is_fine"),
    [
        ("http://intranet/a", True),
        ("https://intranet/a", True),
        ("http://intranet:8080/a", False),
        ("https://intranet:8443/a", False),
        ("http://other/a", False),
        ("http://secure/a", False),
        ("https://secure/a", True),
    ],
)
def test_private_hosts_are_allowed_one_by_one(url, is_fine):
    allowed = {"http://intranet", "https://secure"}
    assert is_private_allowed(parse_http_url(url), allowed) is is_fine


def test_redirects():
    start = parse_http_url("https://docs.example.com/a/b?c=1")
    assert resolve_redirect(start, "../d").url == "https://docs.example.com/d"
    assert resolve_redirect(start, "//ann:s3cret@other.test/").url == "https://other.test/"
    assert resolve_redirect(start, "https://0x7f.1/").url == "https://127.0.0.1/"


@pytest.mark.parametrize(
    "location",
    [
        *("http://docs.example.com/", "file:///etc/passwd", "javascript:alert(1)"),
        *("ftp://docs.example.com/", "https://[broken", "https://docs.example.com:0/"),
        *("https://docs.example.com:99999/", "https://exa mple.com/", "", None),
    ],
)
def test_redirects_that_are_not_followed(location):
    with pytest.raises((RefusedError, UnreachableError)) as refused:
        resolve_redirect(parse_http_url("https://docs.example.com/a"), location)
    assert "docs.example.com" not in str(refused.value)
