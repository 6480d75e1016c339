"""Which headers pass."""

import pytest

from sphinx_sitejson.servers.proxy.conversation import (
    is_stripped,
    returned_headers,
    safe_status,
    upstream_headers,
)
from sphinx_sitejson.servers.proxy.limits import ProxyError


def sent(*headers):
    return upstream_headers(list(headers), host="api.example.com")[1:]


@pytest.mark.parametrize(
    "name",
    [
        "host", "cookie", "connection", "keep-alive", "te", "transfer-encoding", "upgrade",
        "proxy-authorization", "proxy-connection", "expect", "origin", "referer", "forwarded",
        "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-anything", "x_forwarded_for",
        "X-Real-IP", "true-client-ip", "x-original-url", "sec-fetch-mode", "sec-ch-ua",
        "access-control-request-method", "x-sitejson-anything",
    ],
)  # fmt: skip
def test_kept_back(name):
    assert is_stripped(name.encode())


@pytest.mark.parametrize(
    "name",
    ["authorization", "accept", "content-type", "api_key", "x-api-key", "user-agent", "range"],
)
def test_passed_on(name):
    assert sent((name.encode(), b"1")) == [(name.encode(), b"1")]


def test_headers_named_in_connection_are_dropped():
    assert sent((b"connection", b"close, X-Hop"), (b"x-hop", b"1"), (b"x-kept", b"1")) == [
        (b"x-kept", b"1")
    ]


def test_cookies_and_forbidden_headers_of_the_reader():
    headers = sent(
        (b"cookie", b"of=the site"),
        (b"x-sitejson-cookie", b"of=the reader"),
        (b"user-agent", b"the browser"),
        (b"x-sitejson-header-user-agent", b"the reader"),
    )

    assert headers == [(b"cookie", b"of=the reader"), (b"user-agent", b"the reader")]


@pytest.mark.parametrize(
    "name", ["host", "connection", "forwarded", "x-forwarded-for", "cookie", "authorization", ""]
)
def test_no_other_header_can_be_asked_for(name):
    with pytest.raises(ProxyError, match="cannot be set"):
        sent((b"x-sitejson-header-" + name.encode(), b"1"))


def test_a_response_keeps_plain_headers_and_renames_the_others():
    returned = returned_headers(
        [
            (b"Content-Type", b"text/html"),
            (b"X-Rate-Limit", b"7"),
            (b"Location", b"/x"),
            (b"Refresh", b"0; url=/"),
            (b"X-Frame-Options", b"DENY"),
            (b"Set-Cookie", b"a=b"),
            (b"Connection", b"X-Hop"),
            (b"X-Hop", b"1"),
            (b"X-Sitejson-Header-Location", b"https://evil.test"),
            (b"X-Broken", b"a\x00b"),
        ]
    )

    assert returned == [
        (b"content-type", b"text/html"),
        (b"x-rate-limit", b"7"),
        (b"x-sitejson-header-location", b"/x"),
        (b"x-sitejson-header-refresh", b"0; url=/"),
        (b"x-sitejson-header-x-frame-options", b"DENY"),
    ]


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        (200, 200),
        (204, 204),
        (301, 200),
        (304, 200),
        (401, 401),
        (407, 200),
        (500, 500),
        (999, 200),
    ],
)
def test_no_status_makes_a_browser_act(status, shown):
    assert safe_status(status) == shown
