"""The server that runs the proxy; refuses request heads that are ambiguous.

The HTTP library tolerates lines without a carriage return, folded headers and two statements of
the body's length. Behind another server that tolerates other things, one request could then pass
as two (request smuggling; RFC 9112, section 11.2).
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections import Counter
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from sphinx_sitejson.common.network.urls import MAX_URL_LENGTH, InvalidUrlError, parse_http_url

from .app import ProxyApp
from .conversation import SECURITY_HEADERS
from .forwarding import ProxySettings
from .limits import ProxyError, bad_request

MAX_HEADER_BYTES = 65_536
MAX_HEADERS = 200
MAX_TARGET_LENGTH = 3 * MAX_URL_LENGTH + 1_000
"""Each character of a URL may be percent-encoded, as three characters."""
MAX_METHOD_LENGTH = 40

_END = b"\r\n\r\n"
_LONE_LINE_END = re.compile(rb"(?<!\r)\n|\r(?!\n)(?!\Z)")
_REQUEST_LINE = re.compile(
    rb"(?P<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+) (?P<target>[\x21-\x7e]+) HTTP/1\.(?P<minor>[01])"
)
_HEADER = re.compile(
    rb"(?P<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?P<value>[\t\x20-\x7e\x80-\xff]*)"
)
_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})|%00")
_ONCE = (b"host", b"content-length", b"transfer-encoding", b"origin", b"sec-fetch-mode", b"expect")


def check_head(received: bytes) -> None:
    """Raise ProxyError for a malformed request head, even if it is not complete yet.

    :param received: the data since the end of the last request.
    """
    head, end, _rest = received.partition(_END)
    check_between_chunks(head)
    first, *lines = head.split(b"\r\n")
    if len(first) > MAX_TARGET_LENGTH + MAX_METHOD_LENGTH + len(b"  HTTP/1.1"):
        raise ProxyError(
            HTTPStatus.REQUEST_URI_TOO_LONG, "too_large", "The URL of the request is too long."
        )
    if len(head) - len(first) > MAX_HEADER_BYTES or len(lines) > MAX_HEADERS:
        raise ProxyError(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "too_large",
            "The headers of the request are too large.",
        )
    if end:
        _check_headers(lines, is_http_1_0=_check_request_line(first))


def check_between_chunks(received: bytes) -> None:
    """Raise ProxyError for an invalid line ending, in a head or between chunks.

    :param received: the data since the last chunk, which is not a complete line.
    """
    if _LONE_LINE_END.search(received):
        raise bad_request("A line of the request has an invalid line ending.")


def _check_request_line(line: bytes) -> bool:
    """Check the request line; return whether the request is HTTP/1.0."""
    match = _REQUEST_LINE.fullmatch(line)
    if match is None or len(match["method"]) > MAX_METHOD_LENGTH:
        raise bad_request("The request line is malformed.")
    target = match["target"]
    is_origin_form = target.startswith(b"/") or (match["method"], target) == (b"OPTIONS", b"*")
    if match["method"] == b"CONNECT":
        raise ProxyError(
            HTTPStatus.METHOD_NOT_ALLOWED, "method_refused", "This method is not forwarded."
        )
    if not is_origin_form or b"#" in target or _BAD_ESCAPE.search(target):
        raise bad_request("The request target must be a path with an optional query.")
    return match["minor"] == b"0"


def _check_headers(lines: list[bytes], *, is_http_1_0: bool) -> None:
    headers: list[tuple[bytes, bytes]] = []
    for line in lines:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise bad_request("A request header is malformed.")
        headers.append((match["name"].lower(), match["value"].strip()))
    counts = Counter(name for name, _value in headers)
    if any(counts[name] > 1 for name in _ONCE):
        raise bad_request("A header appears twice in the request.")
    values = dict(headers)
    _check_framing(values, is_http_1_0=is_http_1_0)
    _check_host(values.get(b"host"), is_http_1_0=is_http_1_0)
    if values.get(b"expect", b"100-continue").lower() != b"100-continue":
        raise ProxyError(
            HTTPStatus.EXPECTATION_FAILED,
            "header_refused",
            "The proxy cannot meet the expectation of the request.",
        )


def _check_framing(values: dict[bytes, bytes], *, is_http_1_0: bool) -> None:
    """Check that the length of the body is stated once (RFC 9112, section 6.3)."""
    length, encoding = values.get(b"content-length"), values.get(b"transfer-encoding")
    if length is not None and not (length.isdigit() and len(length) < 20):
        raise bad_request("The length of the request is not a number.")
    if encoding is not None and (length is not None or is_http_1_0):
        raise bad_request("The request specifies its length twice.")
    if encoding is not None and encoding.lower() != b"chunked":
        raise bad_request("The transfer encoding of the request is unknown.")


def _check_host(host: bytes | None, *, is_http_1_0: bool) -> None:
    if host is None and is_http_1_0:
        return
    try:
        text = (host or b"").decode("ascii")
        parse_http_url(f"http://{text}/")
        is_host = not set(text) & set("/?#")
    except (InvalidUrlError, UnicodeDecodeError):
        is_host = False
    if not is_host:
        raise bad_request("The request has no Host header.")


logger = logging.getLogger(__name__)

_MAX_HEAD_BYTES = MAX_HEADER_BYTES + MAX_TARGET_LENGTH
_SHUTDOWN_SECONDS = 5
_DRAIN_SECONDS = 2
_EXTRA_CONNECTIONS = 100
_IDLE_CONNECTION_SECONDS = 10


class StrictConnection(h11.Connection):
    """Parses HTTP and refuses ambiguous request heads."""

    refusal: ProxyError | None = None
    """Why the last request was refused."""

    def next_event(self) -> Any:
        """Return the next event, after checking the head of the request."""
        try:
            if self.their_state is h11.IDLE:
                check_head(self.trailing_data[0])
            event = super().next_event()
            if event is h11.NEED_DATA and self.their_state is h11.SEND_BODY:
                check_between_chunks(self.trailing_data[0])
        except ProxyError as error:
            self.refusal = error
            raise h11.RemoteProtocolError("refused") from None
        return event


class TimeoutProtocol(H11Protocol):
    """Closes connections whose request head does not arrive in time or is refused.

    Uvicorn has no timeout for request heads, so that a client could occupy all connections.
    """

    header_seconds: float
    _head_timer: asyncio.TimerHandle | None = None
    _is_refused = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Replace the parser of uvicorn with the strict one."""
        super().__init__(*arguments, **options)
        self.conn = StrictConnection(h11.SERVER, _MAX_HEAD_BYTES)

    def send_400_response(self, msg: str) -> None:
        """Send the error response, unless a response has begun."""
        refusal = getattr(self.conn, "refusal", None) or _MALFORMED
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = refusal.body()
            headers = [
                *SECURITY_HEADERS,
                (b"content-type", b"application/problem+json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ]
            status, reason = refusal.status, refusal.status.phrase
            head = h11.Response(status_code=status, headers=headers, reason=reason)
            for event in (head, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
            logger.info("other - %d %s", refusal.status, refusal.code)
        if self._is_idle() and self.transport.can_write_eof():
            self._drain_request()
        else:
            self.transport.close()

    def _drain_request(self) -> None:
        """Discard what the client still sends, so that it can read the response."""
        self._is_refused = True
        self._stop_timer()
        self.transport.write_eof()
        self.loop.call_later(_DRAIN_SECONDS, self.transport.close)

    def connection_made(self, transport: Any) -> None:
        """Start the timer of the first request head."""
        super().connection_made(transport)
        self._restart_timer()

    def data_received(self, data: bytes) -> None:
        """Parse data, unless the request was refused."""
        if self._is_refused:
            return
        super().data_received(data)
        if not self._is_refused:
            self._restart_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _restart_timer(self) -> None:
        if not self._is_idle():
            self._stop_timer()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(self.header_seconds, self._close_idle)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _close_idle(self) -> None:
        self._head_timer = None
        if self._is_idle():
            self.transport.close()

    def _is_idle(self) -> bool:
        # There is no cycle before the first request, despite its type.
        cycle: Any = self.cycle
        return cycle is None or bool(cycle.response_complete)


_MALFORMED = bad_request("The request is malformed.")


def create_server(settings: ProxySettings, *, trusted_proxies: str = "127.0.0.1") -> uvicorn.Server:
    """Create the server, ready to run on a socket."""
    limits = settings.limits
    config = uvicorn.Config(
        ProxyApp(settings),
        http=type("LimitedProtocol", (TimeoutProtocol,), {"header_seconds": limits.header_seconds}),
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level=logging.CRITICAL,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
        # Uvicorn responds with 503 to more connections than that. With one upstream connection
        # for each running request, the default limit of 1024 open files is enough.
        limit_concurrency=limits.running + limits.waiting + _EXTRA_CONNECTIONS,
        timeout_keep_alive=_IDLE_CONNECTION_SECONDS,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=_MAX_HEAD_BYTES,
        backlog=1024,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """Listen on a port; raise OSError if it is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=1024)
