"""Promises 20 to 24: the proxy, asked by the whole internet."""

import logging

import pytest
from servers.proxy.support import SITE, running_proxy, running_upstream

from sphinx_sitejson.servers.proxy.limits import Limits


@pytest.fixture
def upstream():
    with running_upstream() as server:
        yield server


@pytest.fixture
def proxy(upstream):
    with running_proxy(upstream.base) as running:
        yield running


def test_p20_only_declared_base_urls_are_forwarded_to(proxy, upstream):
    host = upstream.base.removesuffix("/v1")
    refused = (
        f"{host}/v2/echo", f"{host}/v1x/echo", f"{host}/v1/../admin", f"{host}/v1/%2e%2e/admin",
        f"http://localhost:{upstream.port}/v1/echo", f"https://127.0.0.1:{upstream.port}/v1/echo",
        f"http://a@127.0.0.1:{upstream.port}/v1/echo", "file:///etc/passwd",
    )  # fmt: skip
    for target in refused:
        status, _code = proxy.problem(target)
        assert 400 <= status < 500, target
    assert upstream.received == []

    answer, _content = proxy.ask(f"{upstream.base}/echo")
    assert answer.status == 200


PRIVATE = (
    "127.0.0.1", "10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::",
    "2001:0:a00:1::",
)  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_p21_private_addresses_are_refused_and_names_resolved_once(upstream, address):
    asked = []

    def resolve(target):
        asked.append(target.host)
        # A second answer would lead elsewhere.
        return (address,) if len(asked) == 1 else ("127.0.0.1",)

    base = f"http://api.example.com:{upstream.port}/v1"
    with running_proxy(base, allow_private=False, resolve=resolve) as proxy:
        status, _code = proxy.problem(f"{base}/echo")

    assert status >= 400
    assert asked == ["api.example.com"]
    assert upstream.received == []


def test_p22_redirects_are_handed_back_and_not_followed(proxy, upstream):
    answer, _content = proxy.ask(f"{upstream.base}/status/302")

    assert answer.headers["X-Sitejson-Status"] == "302"
    assert len(upstream.received) == 1


def test_p23_cookies_stay_out_and_no_response_runs_on_the_origin(proxy, upstream):
    given = {
        "Cookie": "sid=1", "Forwarded": "for=1.1.1.1", "X-Forwarded-For": "1.1.1.1",
        "Connection": "X-Mine", "X-Mine": "1", "Origin": SITE,
    }  # fmt: skip
    answer, _content = proxy.ask(f"{upstream.base}/headers", headers=given)

    names = upstream.last["headers"].keys()
    assert not names & {"cookie", "forwarded", "x-forwarded-for", "x-mine"}
    assert answer.headers["Set-Cookie"] is None
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Access-Control-Allow-Origin"] == SITE
    given["Origin"] = "https://evil.example.com"
    other, _content = proxy.ask(f"{upstream.base}/headers", headers=given)
    assert other.headers["Access-Control-Allow-Origin"] != given["Origin"]
    assert len(upstream.received) == 1


def test_p24_time_and_size_have_limits_and_credentials_are_not_logged(upstream, caplog):
    caplog.set_level(logging.DEBUG)
    limits = Limits(connect_seconds=1, idle_seconds=0.3, request_bytes=1000)
    secret = {"Authorization": "Bearer s3cret", "Origin": SITE}
    with running_proxy(upstream.base, limits=limits) as proxy:
        assert proxy.problem(f"{upstream.base}/echo", "POST", secret, b"x" * 2000)[0] == 413
        assert proxy.problem(f"{upstream.base}/hang?key=s3cret", headers=secret)[0] == 504
        answer, _content = proxy.ask(f"{upstream.base}/echo?key=s3cret", headers=secret)

    assert answer.status == 200
    assert "s3cret" not in caplog.text
