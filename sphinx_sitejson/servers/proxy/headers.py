"""Filter the headers that go upstream and those that come back; add those of the proxy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus

from .failures import ProxyError

Headers = list[tuple[bytes, bytes]]
"""Headers as ASGI has them; the names in lower case."""

COOKIE = b"x-sitejson-cookie"
PREFIX = b"x-sitejson-header-"
STATUS = b"x-sitejson-status"
ANSWERED_BY = b"x-sitejson-answered-by"
"""Says what an answer came through or from: "proxy", or "mock" for a simulated one."""
_OWN = b"x-sitejson-"

# Headers that scripts cannot set, and that tell a server nothing about who may do what.
SETTABLE = frozenset(
    {b"accept-charset", b"accept-encoding", b"date", b"dnt", b"origin", b"referer", b"user-agent"}
)

_HOP_BY_HOP = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authentication-info",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"trailers",
        b"transfer-encoding",
        b"upgrade",
        b"http2-settings",
    }
)
_NOT_SENT = _HOP_BY_HOP | {
    # The proxy's own, or the browser's about the page.
    b"host",
    b"content-length",
    b"expect",
    b"cookie",
    b"cookie2",
    b"origin",
    b"referer",
    b"dnt",
    b"upgrade-insecure-requests",
    b"service-worker",
    b"service-worker-navigation-preload",
    b"priority",
    b"purpose",
    b"save-data",
    # About the way of the request, which servers behind a gateway believe.
    b"forwarded",
    b"via",
    b"max-forwards",
    b"cdn-loop",
    b"client-ip",
    b"true-client-ip",
    b"fastly-client-ip",
    b"cf-connecting-ip",
    b"x-real-ip",
    b"x-client-ip",
    b"x-cluster-client-ip",
    b"x-host",
    b"x-original-host",
    b"x-original-url",
    b"x-rewrite-url",
    b"x-originating-ip",
    b"x-remote-ip",
    b"x-remote-addr",
    b"x-envoy-external-address",
}
_NOT_SENT_PREFIXES = (b"sec-", b"x-forwarded-", b"access-control-", _OWN)

# Of an answer these keep their names: a browser does nothing on its own because of them.
_PLAIN = frozenset(
    {
        b"content-type",
        b"content-language",
        b"content-encoding",
        b"content-length",
        b"content-range",
        b"accept-ranges",
        b"allow",
        b"etag",
        b"last-modified",
        b"retry-after",
    }
)
_ACTIVE_X = frozenset(
    {
        b"x-accel-redirect",
        b"x-sendfile",
        b"x-content-type-options",
        b"x-frame-options",
        b"x-xss-protection",
        b"x-dns-prefetch-control",
        b"x-download-options",
        b"x-permitted-cross-domain-policies",
        b"x-robots-tag",
        b"x-sourcemap",
        b"x-ua-compatible",
        b"x-webkit-csp",
        b"x-content-security-policy",
        b"x-accel-buffering",
        b"x-accel-charset",
        b"x-accel-expires",
        b"x-accel-limit-rate",
    }
)
_NOT_RETURNED = _HOP_BY_HOP | {b"set-cookie", b"set-cookie2"}

SAFETY: Headers = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"sandbox; default-src 'none'; frame-ancestors 'none'"),
    (b"content-disposition", b"attachment"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]
"""What each answer says, so that nothing of it runs on the proxy's own origin."""

_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")


def first_header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """Return the first value of a header."""
    found = next((value for key, value in headers if key == name), None)
    return None if found is None else found.decode("latin-1")


def is_token(text: bytes) -> bool:
    """Tell whether a text can be the name of a header or a method."""
    return _TOKEN.fullmatch(text) is not None


def upstream_headers(headers: Headers, *, host: str) -> Headers:
    """Return what the upstream server is sent, from what the page sent."""
    dropped = _named_in_connection(headers)
    sent = [(b"host", host.encode("ascii"))]
    asked = list(_asked_headers(headers))
    replaced = {name for name, _value in asked}
    for name, value in headers:
        if name not in dropped | replaced and not is_stripped(name):
            sent.append((name, value))
    return [*sent, *asked]


def is_stripped(name: bytes) -> bool:
    """Whether the proxy strips a header of the page's request."""
    # Some servers read "_" as "-".
    plain = name.lower().replace(b"_", b"-")
    return plain in _NOT_SENT or plain.startswith(_NOT_SENT_PREFIXES)


def _asked_headers(headers: Headers) -> Iterator[tuple[bytes, bytes]]:
    """Yield what the page asks for in the name of the reader, since it cannot set it itself."""
    for name, value in headers:
        if name == COOKIE:
            yield b"cookie", value
        elif name.startswith(PREFIX):
            asked = name.removeprefix(PREFIX)
            if asked not in SETTABLE:
                raise ProxyError(
                    HTTPStatus.BAD_REQUEST,
                    "header_refused",
                    "One of the headers cannot be set through the proxy.",
                )
            yield asked, value


def returned_headers(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return what the page gets of the headers of an answer, without those of the proxy itself."""
    received = [(name.lower(), value) for name, value in headers]
    dropped = _named_in_connection(received) | _NOT_RETURNED
    returned: Headers = []
    for name, value in received:
        if name in dropped or name.startswith(_OWN) or not _VALUE.fullmatch(value):
            continue
        returned.append((name if _is_plain(name) else PREFIX + name, value))
    return returned


def _is_plain(name: bytes) -> bool:
    return name in _PLAIN or (name.startswith(b"x-") and name not in _ACTIVE_X)


def _named_in_connection(headers: Iterable[tuple[bytes, bytes]]) -> frozenset[bytes]:
    """Return the headers that a message itself calls hop-by-hop."""
    values = b",".join(value for name, value in headers if name == b"connection")
    return frozenset(name.strip().lower() for name in values.split(b",")) - {b""}


def shown_status(status: int) -> int:
    """Return the status the page gets: not one that makes a browser act by itself."""
    if status in (407, 408, 421, 425) or not (200 <= status < 300 or 400 <= status < 600):
        return 200
    return status
