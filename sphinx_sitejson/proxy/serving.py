"""The server that runs the application."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .app import ProxyApp, ProxySettings
from .limits import Limits

_MOST_HEADER_BYTES = 65_536
_SECONDS_TO_END = 5
_FURTHER_CONNECTIONS = 100
_IDLE_CONNECTION_SECONDS = 10


def protocol_with(limits: Limits) -> type[asyncio.Protocol]:
    """Return a protocol that waits only so long for the head of a request.

    Uvicorn itself would wait for ever, so that a client could keep all connections busy.
    """

    class ImpatientProtocol(H11Protocol):
        """Closes a connection whose request does not come."""

        _head_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._watch_head()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_timer()
            super().connection_lost(exc)

        def _watch_head(self) -> None:
            if not self._is_waiting():
                self._stop_timer()
            elif self._head_timer is None:
                self._head_timer = self.loop.call_later(limits.header_seconds, self._give_up)

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

    return ImpatientProtocol


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
        limit_concurrency=limits.running + limits.waiting + _FURTHER_CONNECTIONS,
        timeout_keep_alive=_IDLE_CONNECTION_SECONDS,
        timeout_graceful_shutdown=_SECONDS_TO_END,
        h11_max_incomplete_event_size=_MOST_HEADER_BYTES,
        backlog=1024,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """Take a port; raise OSError when somebody else has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=1024)
