"""Limits on time, size and the number of concurrent requests."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address

from .failures import ProxyError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one proxy: seconds, bytes and numbers of requests."""

    connect_seconds: float = 10
    idle_seconds: float = 30
    """The longest time in which nothing comes or goes."""
    total_seconds: float = 300
    queue_seconds: float = 30
    header_seconds: float = 10
    """The time that a client has to send the head of a request."""
    request_bytes: int = 50_000_000
    response_bytes: int = 20_000_000
    running: int = 256
    running_per_client: int = 64
    waiting: int = 256


@dataclass(slots=True, eq=False)
class _Waiter:
    client: str
    turn: asyncio.Future[None]


class Gate:
    """Lets so many requests run, and so many of each client; the others wait in line."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._running: Counter[str] = Counter()
        self._total = 0
        self._waiting: list[_Waiter] = []

    @property
    def running(self) -> int:
        """How many requests run now."""
        return self._total

    @asynccontextmanager
    async def passage(self, client: str) -> AsyncIterator[None]:
        """Hold a place while a request runs; raise ProxyError when there is none in time."""
        client = client_group(client)
        await self._enter(client)
        try:
            yield
        finally:
            self._leave(client)

    async def _enter(self, client: str) -> None:
        if self._has_place(client):
            self._take(client)
            return
        if len(self._waiting) >= self._limits.waiting:
            raise self._busy(client)
        waiter = _Waiter(client, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        try:
            async with asyncio.timeout(self._limits.queue_seconds):
                await waiter.turn
        except BaseException as error:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif waiter.turn.done() and not waiter.turn.cancelled():
                # The place became free at the same moment; another request can have it.
                self._leave(client)
            if isinstance(error, TimeoutError):
                raise self._busy(client) from None
            raise

    def _has_place(self, client: str) -> bool:
        return (
            self._total < self._limits.running
            and self._running[client] < self._limits.running_per_client
        )

    def _take(self, client: str) -> None:
        self._total += 1
        self._running[client] += 1

    def _leave(self, client: str) -> None:
        self._total -= 1
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]
        for waiter in self._waiting:
            # One that has just given up is still in the line.
            if not waiter.turn.done() and self._has_place(waiter.client):
                self._waiting.remove(waiter)
                self._take(waiter.client)
                waiter.turn.set_result(None)
                return

    def _busy(self, client: str) -> ProxyError:
        has_own_fault = self._running[client] >= self._limits.running_per_client
        return ProxyError(
            HTTPStatus.TOO_MANY_REQUESTS if has_own_fault else HTTPStatus.SERVICE_UNAVAILABLE,
            "busy",
            "You have too many requests running at the same time."
            if has_own_fault
            else "The proxy is busy; try again in a moment.",
            retry_after=5,
        )


def client_group(client: str) -> str:
    """Return who a client is: all addresses of one IPv6 network are the same."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Network((address, 64), strict=False))
    return client
