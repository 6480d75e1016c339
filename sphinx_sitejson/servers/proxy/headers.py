"""Filter the headers that go upstream and those that come back; add those of the proxy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus

from .failures import ProxyError

Headers = list[tuple[bytes, bytes]]
"""ASGI headers, with names in lower case."""

COOKIE = b"x-sitejson-cookie"
PREFIX = b"x-sitejson-header-"
STATUS = b"x-sitejson-status"
ANSWERED_BY = b"x-sitejson-answered-by"
"""The origin of a response: "proxy", or "mock" for a simulated one."""
_OWN_PREFIX = b"x-sitejson-"

# Headers that scripts cannot set, and that do not affect authorization.
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
_STRIPPED = _HOP_BY_HOP | {
    # Set by the proxy, or by the browser about the page.
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
    # Describe the route of the request; servers behind a gateway trust them.
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
_STRIPPED_PREFIXES = (b"sec-", b"x-forwarded-", b"access-control-", _OWN_PREFIX)

# Response headers that browsers do not act on; they keep their names.
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
_NEVER_RETURNED = _HOP_BY_HOP | {b"set-cookie", b"set-cookie2"}

SECURITY_HEADERS: Headers = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"sandbox; default-src 'none'; frame-ancestors 'none'"),
    (b"content-disposition", b"attachment"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]
"""Added to each response, so that nothing of it runs in the proxy's origin."""

_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")


def first_header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """Return the first value of a header."""
    result = next((value for key, value in headers if key == name), None)
    return None if result is None else result.decode("latin-1")


def is_token(text: bytes) -> bool:
    """Whether a text is a token (RFC 9110, section 5.6.2)."""
    return _TOKEN.fullmatch(text) is not None


def upstream_headers(headers: Headers, *, host: str) -> Headers:
    """Return the request headers for the upstream server."""
    dropped = _named_in_connection(headers)
    sent = [(b"host", host.encode("ascii"))]
    requested = list(_requested_headers(headers))
    replaced = {name for name, _value in requested}
    for name, value in headers:
        if name not in dropped | replaced and not is_stripped(name):
            sent.append((name, value))
    return [*sent, *requested]


def is_stripped(name: bytes) -> bool:
    """Whether the proxy strips a request header."""
    # Some servers treat "_" as "-".
    plain = name.lower().replace(b"_", b"-")
    return plain in _STRIPPED or plain.startswith(_STRIPPED_PREFIXES)


def _requested_headers(headers: Headers) -> Iterator[tuple[bytes, bytes]]:
    """Yield the headers that the page passes with a prefix, since it cannot set them."""
    for name, value in headers:
        if name == COOKIE:
            yield b"cookie", value
        elif name.startswith(PREFIX):
            requested = name.removeprefix(PREFIX)
            if requested not in SETTABLE:
                raise ProxyError(
                    HTTPStatus.BAD_REQUEST,
                    "header_refused",
                    "One of the headers cannot be set through the proxy.",
                )
            yield requested, value


def returned_headers(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return the upstream response headers for the page: harmless ones, others prefixed."""
    received = [(name.lower(), value) for name, value in headers]
    dropped = _named_in_connection(received) | _NEVER_RETURNED
    returned: Headers = []
    for name, value in received:
        if name in dropped or name.startswith(_OWN_PREFIX) or not _VALUE.fullmatch(value):
            continue
        returned.append((name if _is_plain(name) else PREFIX + name, value))
    return returned


def _is_plain(name: bytes) -> bool:
    return name in _PLAIN or (name.startswith(b"x-") and name not in _ACTIVE_X)


def _named_in_connection(headers: Iterable[tuple[bytes, bytes]]) -> frozenset[bytes]:
    """Return the headers named in ``Connection`` (RFC 9110, section 7.6.1)."""
    values = b",".join(value for name, value in headers if name == b"connection")
    return frozenset(name.strip().lower() for name in values.split(b",")) - {b""}


def safe_status(status: int) -> int:
    """Return the status for the page: 200 instead of one that browsers act on by themselves."""
    if status in (407, 408, 421, 425) or not (200 <= status < 300 or 400 <= status < 600):
        return 200
    return status
