"""One request of a client and the response to it, with their headers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from .limits import Limits, ProxyError

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
        is_plain = name in _PLAIN or (name.startswith(b"x-") and name not in _ACTIVE_X)
        returned.append((name if is_plain else PREFIX + name, value))
    return returned


def _named_in_connection(headers: Iterable[tuple[bytes, bytes]]) -> frozenset[bytes]:
    """Return the headers named in ``Connection`` (RFC 9110, section 7.6.1)."""
    values = b",".join(value for name, value in headers if name == b"connection")
    return frozenset(name.strip().lower() for name in values.split(b",")) - {b""}


def safe_status(status: int) -> int:
    """Return the status for the page: 200 instead of one that browsers act on by themselves."""
    if status in (407, 408, 421, 425) or not (200 <= status < 300 or 400 <= status < 600):
        return 200
    return status


Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_DRAIN_SECONDS = 2


class ClientDisconnectedError(Exception):
    """The client closed the connection."""


class Conversation:
    """One request of a client and the response to it."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, limits: Limits) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query: bytes = scope["query_string"]
        self.headers: Headers = [(name.lower(), value) for name, value in scope["headers"]]
        self.client: str = (scope.get("client") or ("",))[0]
        self.upstream = ""
        self.failure = ""
        self.status = 0
        self.sent_bytes = 0
        self.is_complete = False
        self._receive = receive
        self._send = send
        self._limits = limits
        self._has_full_body = not self.has_body
        self._body_is_over = asyncio.Event()
        if not self.has_body:
            self._body_is_over.set()

    def header(self, name: bytes) -> str | None:
        """Return the first value of a header of the request."""
        return first_header(self.headers, name)

    @property
    def content_length(self) -> int | None:
        """The value of ``Content-Length``, if it is valid."""
        value = self.header(b"content-length")
        return int(value) if value and value.isdigit() else None

    @property
    def has_body(self) -> bool:
        """Whether the request has a body."""
        return bool(self.content_length) or self.header(b"transfer-encoding") is not None

    @property
    def framing_headers(self) -> Headers:
        """The headers that frame the body for the upstream server."""
        if self.content_length is not None:
            return [(b"content-length", str(self.content_length).encode())]
        return [(b"transfer-encoding", b"chunked")] if self.has_body else []

    async def body(self) -> AsyncGenerator[bytes, None]:
        """Stream the body; raise if it is too large, too slow or incomplete."""
        received = 0
        has_full_body = False
        try:
            while not has_full_body:
                message = await self._next_part()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnectedError
                part: bytes = message.get("body", b"")
                received += len(part)
                self.check_size(received)
                has_full_body = not message.get("more_body", False)
                if part:
                    yield part
        finally:
            self._has_full_body = has_full_body
            self._body_is_over.set()

    def check_size(self, size: int) -> None:
        """Raise ProxyError for a body that is too large."""
        if size > self._limits.request_bytes:
            raise ProxyError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                "too_large",
                f"The request is larger than the {self._limits.request_bytes:,} bytes "
                "that the proxy accepts.",
            )

    async def _next_part(self) -> Message:
        try:
            async with asyncio.timeout(self._limits.idle_seconds):
                return await self._receive()
        except TimeoutError:
            raise ProxyError(
                HTTPStatus.REQUEST_TIMEOUT, "too_slow", "The request arrived too slowly."
            ) from None

    async def wait_for_disconnect(self) -> None:
        """Return when the client closes the connection; the body has to be consumed first."""
        await self._body_is_over.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def start(self, status: int, headers: Headers) -> None:
        """Send the status and the headers of the response."""
        self.status = status
        await self._send({"type": "http.response.start", "status": status, "headers": headers})

    async def send(self, part: bytes) -> None:
        """Send a part of the body; a client that does not accept it counts as disconnected."""
        self.sent_bytes += len(part)
        message = {"type": "http.response.body", "body": part, "more_body": True}
        try:
            async with asyncio.timeout(self._limits.idle_seconds):
                await self._send(message)
        except OSError:
            raise ClientDisconnectedError from None

    async def end(self) -> None:
        """Complete the response."""
        self.is_complete = True
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def respond(self, status: int, headers: Headers, body: bytes = b"") -> None:
        """Send a complete response."""
        await self.start(status, [*headers, (b"content-length", str(len(body)).encode())])
        if body:
            await self.send(body)
        await self._drain_request()
        await self.end()

    async def _drain_request(self) -> None:
        """Discard the rest of the request for a short time.

        A client that is still sending when the connection closes does not see the response.
        """
        if self._has_full_body:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_DRAIN_SECONDS):
                while (await self._receive()).get("more_body", False):
                    pass
