"""Limits and refusals."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Literal

from sphinx_sitejson.common.records import record

FailureCode = Literal[
    "bad_request",
    "not_declared",
    "private_address",
    "origin_refused",
    "method_refused",
    "header_refused",
    "too_large",
    "too_slow",
    "busy",
    "unreachable",
    "not_found",
]


class ProxyError(Exception):
    """Raised if a request is not forwarded; the message never contains data of the reader."""

    def __init__(
        self, status: HTTPStatus, code: FailureCode, message: str, *, retry_after: int = 0
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after

    def body(self) -> bytes:
        """Return the problem document (RFC 9457)."""
        problem = {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": self.status.value,
            "detail": str(self),
            "code": self.code,
        }
        return json.dumps(problem).encode()


def bad_request(message: str) -> ProxyError:
    """Return the error of a malformed request."""
    return ProxyError(HTTPStatus.BAD_REQUEST, "bad_request", message)


@record
class Limits:
    """Limits of one proxy, in seconds, bytes and requests."""

    connect_seconds: float = 10
    idle_seconds: float = 30
    """The longest time without any data in either direction."""
    total_seconds: float = 300
    queue_seconds: float = 30
    header_seconds: float = 10
    """The time in which a client has to send the head of a request."""
    request_bytes: int = 50_000_000
    response_bytes: int = 20_000_000
    running: int = 256
    running_per_client: int = 64
    waiting: int = 256


class RequestLimiter:
    """Limits concurrent requests, in total and per client; others wait."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._running: Counter[str] = Counter()
        self._waiting = 0
        self._changed = asyncio.Condition()

    @property
    def running(self) -> int:
        """The number of requests that are running."""
        return self._running.total()

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[None]:
        """Hold a slot while a request runs; raise ProxyError if none is free in time."""
        client = client_group(client)
        async with self._changed:
            if not self._has_capacity(client):
                await self._wait_for_slot(client)
            self._running[client] += 1
        try:
            yield
        finally:
            self._running -= Counter([client])
            async with self._changed:
                self._changed.notify_all()

    async def _wait_for_slot(self, client: str) -> None:
        if self._waiting >= self._limits.waiting:
            raise self._busy(client)
        self._waiting += 1
        try:
            async with asyncio.timeout(self._limits.queue_seconds):
                await self._changed.wait_for(lambda: self._has_capacity(client))
        except TimeoutError:
            raise self._busy(client) from None
        finally:
            self._waiting -= 1

    def _has_capacity(self, client: str) -> bool:
        return (
            self.running < self._limits.running
            and self._running[client] < self._limits.running_per_client
        )

    def _busy(self, client: str) -> ProxyError:
        is_client_limit = self._running[client] >= self._limits.running_per_client
        return ProxyError(
            HTTPStatus.TOO_MANY_REQUESTS if is_client_limit else HTTPStatus.SERVICE_UNAVAILABLE,
            "busy",
            "You have too many requests running at the same time."
            if is_client_limit
            else "The proxy is busy; try again in a moment.",
            retry_after=5,
        )


def client_group(client: str) -> str:
    """Return the key of a client: its IPv4 address, or its IPv6 network (/64)."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Network((address, 64), strict=False))
    return client
