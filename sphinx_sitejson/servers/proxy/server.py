"""The server that runs the application."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .app import ProxyApp, ProxySettings
from .failures import ProxyError, bad_request
from .headers import SAFETY
from .limits import Limits
from .request_heads import LONGEST_TARGET, MOST_HEADER_BYTES, check_between_chunks, check_head

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
