"""Names are resolved once, and connections go to what was checked."""

import asyncio
import logging
import socket
import ssl
import time
from unittest.mock import patch

import pytest
import trustme

from sphinx_sitejson.common.network.urls import parse_http_url
from sphinx_sitejson.servers.proxy import forwarding
from sphinx_sitejson.servers.proxy.limits import ProxyError

from .support import running_proxy, running_upstream, wait_until


class Resolver:
    """Answers differently each time, as a hostile name server does."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def __call__(self, target):
        self.asked.append(target.host)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_a_name_is_resolved_once_and_the_connection_goes_there(upstream):
    # The second answer would lead to another address, where nobody listens.
    resolver = Resolver(("127.0.0.1",), ("127.0.0.99",))
    base = f"http://api.example.com:{upstream.port}/v1"
    with running_proxy(base, resolve=resolver) as proxy:
        answer, _content = proxy.ask(f"{base}/echo")

    assert answer.status == 200
    assert resolver.asked == ["api.example.com"]
    assert upstream.last["headers"]["host"] == f"api.example.com:{upstream.port}"


@pytest.mark.parametrize(
    "addresses",
    [
        ("127.0.0.1",),
        ("1.1.1.1", "127.0.0.1"),
        ("1.1.1.1", "::ffff:127.0.0.1"),
        ("64:ff9b::7f00:1",),
        ("2002:7f00:1::",),
        ("169.254.169.254",),
        ("fe80::1%eth0",),
    ],
)
def test_a_name_that_resolves_to_a_private_address(addresses):
    with pytest.raises(ProxyError) as refused:
        asyncio.run(checked(Resolver(addresses)))
    assert refused.value.code == "private_address"


@pytest.mark.parametrize("answer", [OSError("unknown"), UnicodeError("label"), []])
def test_a_name_without_an_address(answer):
    with (
        patch.object(socket, "getaddrinfo", side_effect=[answer]),
        pytest.raises(ProxyError) as failed,
    ):
        asyncio.run(checked(forwarding.resolve_host))
    assert failed.value.code == "unreachable"


def test_a_name_server_that_does_not_respond():
    with pytest.raises(ProxyError) as failed:
        asyncio.run(checked(lambda target: time.sleep(0.5)))
    assert failed.value.code == "too_slow"


def test_addresses_of_a_public_name():
    addresses = ("1.1.1.1", "2606:4700::1111")
    assert asyncio.run(checked(Resolver(addresses))) == addresses


def test_the_system_resolver():
    assert "127.0.0.1" in forwarding.resolve_host(parse_http_url("http://localhost"))


async def checked(resolver):
    target = parse_http_url("https://api.example.com/v1")
    with patch.object(forwarding, "resolve_host", resolver):
        return await forwarding.resolve_checked(target, allow_private=False, seconds=0.05)


def test_a_private_address_itself(upstream):
    count = len(upstream.received)
    with running_proxy(upstream.base, allow_private=False) as proxy:
        assert proxy.problem(f"{upstream.base}/echo") == (403, "private_address")
    assert len(upstream.received) == count


def test_secrets_of_cloud_machines_are_never_reachable():
    base = "http://169.254.169.254"
    with running_proxy(base, allow_private=True) as proxy:
        assert proxy.problem(f"{base}/latest/meta-data") == (403, "private_address")


def test_an_exception_that_nobody_thought_of(caplog):
    caplog.set_level(logging.INFO)
    resolver = Resolver(RuntimeError("s3cret"))
    with running_proxy("http://api.example.com", resolve=resolver) as proxy:
        answer, content = proxy.ask("http://api.example.com/")
        wait_until(lambda: caplog.messages)
    assert answer.status == 500
    assert "RuntimeError in __call__, line" in caplog.text
    assert "s3cret" not in caplog.text + content.decode()


def test_the_next_address_is_tried(upstream):
    resolver = Resolver(("127.0.0.98", "127.0.0.1"))
    base = f"http://api.example.com:{upstream.port}/v1"
    with running_proxy(base, resolve=resolver) as proxy:
        assert proxy.ask(f"{base}/echo")[0].status == 200


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture(scope="module")
def secure_upstream(authority, tmp_path_factory):
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    authority.issue_cert("api.example.com").private_key_and_cert_chain_pem.write_to_path(file)
    with running_upstream(ssl_certfile=file) as server:
        yield server


def secure_proxy(base, authority=None):
    context = ssl.create_default_context()
    if authority:
        authority.configure_trust(context)
    return running_proxy(base, resolve=Resolver(("127.0.0.1",)), ssl_context=context)


def test_a_certificate_is_checked_against_the_name(secure_upstream, authority):
    base = f"https://api.example.com:{secure_upstream.port}/v1"
    with secure_proxy(base, authority) as proxy:
        answer, _content = proxy.ask(f"{base}/echo")
    assert answer.status == 200
    assert secure_upstream.last["headers"]["host"] == f"api.example.com:{secure_upstream.port}"


@pytest.mark.parametrize(
    ("host", "is_trusted"), [("other.example.com", True), ("api.example.com", False)]
)
def test_a_wrong_certificate(secure_upstream, authority, host, is_trusted):
    count = len(secure_upstream.received)
    base = f"https://{host}:{secure_upstream.port}/v1"
    with secure_proxy(base, authority if is_trusted else None) as proxy:
        answer, content = proxy.ask(f"{base}/echo")
    assert answer.status == 502
    assert b"certificate" in content
    assert len(secure_upstream.received) == count
