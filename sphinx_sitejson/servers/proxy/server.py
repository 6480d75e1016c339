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

from sphinx_sitejson.common.network.urls import LONGEST_URL, BadUrlError, read_http_address

from .app import ProxyApp, ProxySettings
from .failures import ProxyError, bad_request
from .headers import SAFETY
from .limits import Limits

MOST_HEADER_BYTES = 65_536
MOST_HEADERS = 200
LONGEST_TARGET = 3 * LONGEST_URL + 1_000
"""Each character of an address may be written with three."""
LONGEST_METHOD = 40

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
    """Raise ProxyError for the head of a request, or the begin of one, that is not as it should be.

    :param received: all that has come since the end of the last request.
    """
    head, end, _rest = received.partition(_END)
    if _LONE_LINE_END.search(head):
        raise bad_request("A line of the request has an invalid line ending.")
    first, *lines = head.split(b"\r\n")
    if len(first) > LONGEST_TARGET + LONGEST_METHOD + len(b"  HTTP/1.1"):
        raise ProxyError(
            HTTPStatus.REQUEST_URI_TOO_LONG, "too_large", "The URL of the request is too long."
        )
    if len(head) - len(first) > MOST_HEADER_BYTES or len(lines) > MOST_HEADERS:
        raise ProxyError(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "too_large",
            "The headers of the request are too large.",
        )
    if end:
        _check_headers(lines, is_older=_check_request_line(first))


def check_between_chunks(received: bytes) -> None:
    """Raise ProxyError for a line of a body in chunks that will never end as it should.

    :param received: what has come since the last chunk, without a line that is complete.
    """
    if _LONE_LINE_END.search(received):
        raise bad_request("A line of the request has an invalid line ending.")


def _check_request_line(line: bytes) -> bool:
    """Check the first line; return whether the request is one of HTTP/1.0."""
    found = _REQUEST_LINE.fullmatch(line)
    if found is None or len(found["method"]) > LONGEST_METHOD:
        raise bad_request("The request line is malformed.")
    target = found["target"]
    is_own_path = target.startswith(b"/") or (found["method"], target) == (b"OPTIONS", b"*")
    if found["method"] == b"CONNECT":
        raise ProxyError(
            HTTPStatus.METHOD_NOT_ALLOWED, "method_refused", "This method is not forwarded."
        )
    if not is_own_path or b"#" in target or _BAD_ESCAPE.search(target):
        raise bad_request("The request target must be a path with an optional query.")
    return found["minor"] == b"0"


def _check_headers(lines: list[bytes], *, is_older: bool) -> None:
    headers: list[tuple[bytes, bytes]] = []
    for line in lines:
        found = _HEADER.fullmatch(line)
        if found is None:
            raise bad_request("A request header is malformed.")
        headers.append((found["name"].lower(), found["value"].strip()))
    counts = Counter(name for name, _value in headers)
    if any(counts[name] > 1 for name in _ONCE):
        raise bad_request("A header appears twice in the request.")
    values = dict(headers)
    _check_framing(values, is_older=is_older)
    _check_host(values.get(b"host"), is_older=is_older)
    if values.get(b"expect", b"100-continue").lower() != b"100-continue":
        raise ProxyError(
            HTTPStatus.EXPECTATION_FAILED,
            "header_refused",
            "The proxy cannot meet the expectation of the request.",
        )


def _check_framing(values: dict[bytes, bytes], *, is_older: bool) -> None:
    """Check that there is one word on where the body ends."""
    length, encoding = values.get(b"content-length"), values.get(b"transfer-encoding")
    if length is not None and not (length.isdigit() and len(length) < 20):
        raise bad_request("The length of the request is not a number.")
    if encoding is not None and (length is not None or is_older):
        raise bad_request("The request specifies its length twice.")
    if encoding is not None and encoding.lower() != b"chunked":
        raise bad_request("The transfer encoding of the request is unknown.")


def _check_host(host: bytes | None, *, is_older: bool) -> None:
    if host is None and is_older:
        return
    try:
        text = (host or b"").decode("ascii")
        read_http_address(f"http://{text}/")
        is_host = not set(text) & set("/?#")
    except (BadUrlError, UnicodeDecodeError):
        is_host = False
    if not is_host:
        raise bad_request("The request has no Host header.")


logger = logging.getLogger(__name__)

_MOST_HEAD_BYTES = MOST_HEADER_BYTES + LONGEST_TARGET
_SECONDS_TO_END = 5
_SECONDS_FOR_REST = 2
_EXTRA_CONNECTIONS = 100
_IDLE_CONNECTION_SECONDS = 10


class StrictConnection(h11.Connection):
    """Reads HTTP, and only what cannot be read in two ways."""

    refusal: ProxyError | None = None
    """Why the last request is not read."""

    def next_event(self) -> Any:
        """Return what came next; a head is looked at before anything is believed of it."""
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


class ImpatientProtocol(H11Protocol):
    """Closes a connection whose request does not come, or is no request."""

    header_seconds: float
    _head_timer: asyncio.TimerHandle | None = None
    _is_refused = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Take over a connection."""
        super().__init__(*arguments, **options)
        self.conn = StrictConnection(h11.SERVER, _MOST_HEAD_BYTES)

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with the request, unless an answer has begun."""
        refusal = getattr(self.conn, "refusal", None) or _BROKEN
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            for event in refusal_events(refusal):
                self.transport.write(self.conn.send(event) or b"")
            logger.info("other - %d %s", refusal.status, refusal.code)
        if self._is_waiting() and self.transport.can_write_eof():
            self._drop_rest()
        else:
            self.transport.close()

    def _drop_rest(self) -> None:
        """Take in for a moment what a client still sends, which would else miss the answer."""
        self._is_refused = True
        self._stop_timer()
        self.transport.write_eof()
        self.loop.call_later(_SECONDS_FOR_REST, self.transport.close)

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the request was refused."""
        if self._is_refused:
            return
        super().data_received(data)
        if not self._is_refused:
            self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_timer()
        super().connection_lost(exc)

    def _watch_head(self) -> None:
        if not self._is_waiting():
            self._stop_timer()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(self.header_seconds, self._give_up)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if self._is_waiting():
            self.transport.close()

    def _is_waiting(self) -> bool:
        # There is no cycle before the first request, whatever its type says.
        cycle: Any = self.cycle
        return cycle is None or bool(cycle.response_complete)


def protocol_with(limits: Limits) -> type[asyncio.Protocol]:
    """Return a protocol that waits only so long for the head of a request.

    Uvicorn itself would wait for ever, so that a client could keep all connections busy.
    """
    seconds = {"header_seconds": limits.header_seconds}
    return type("LimitedProtocol", (ImpatientProtocol,), seconds)


_BROKEN = bad_request("The request is malformed.")


def refusal_events(refusal: ProxyError) -> tuple[h11.Event, ...]:
    """Return an answer that the application knows nothing of."""
    body = refusal.body()
    headers = [
        *SAFETY,
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    head = h11.Response(status_code=refusal.status, headers=headers, reason=refusal.status.phrase)
    return (head, h11.Data(data=body), h11.EndOfMessage())


def make_server(settings: ProxySettings, *, trusted_proxies: str = "127.0.0.1") -> uvicorn.Server:
    """Return a server that is ready to run on a socket."""
    limits = settings.limits
    config = uvicorn.Config(
        ProxyApp(settings),
        http=protocol_with(limits),
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level=logging.CRITICAL,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
        # More connections than that are answered with 503 without asking the application. With
        # one to the API for each running request, the usual 1024 open files are enough.
        limit_concurrency=limits.running + limits.waiting + _EXTRA_CONNECTIONS,
        timeout_keep_alive=_IDLE_CONNECTION_SECONDS,
        timeout_graceful_shutdown=_SECONDS_TO_END,
        h11_max_incomplete_event_size=_MOST_HEAD_BYTES,
        backlog=1024,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """Take a port; raise OSError if it is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=1024)
