"""Connections to the very addresses that were checked."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Any

import httpcore

from sphinx_sitejson.common.network.http_urls import HttpAddress, as_address
from sphinx_sitejson.common.network.ip_addresses import is_allowed, reach_of_all

from .failures import ProxyError

Resolver = Callable[[str, int], Awaitable[tuple[str, ...]]]
"""Returns all addresses of a host."""


async def system_resolver(host: str, port: int) -> tuple[str, ...]:
    """Ask the system for the addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


async def checked_addresses(
    target: HttpAddress, *, resolve: Resolver, allow_private: bool, seconds: float
) -> tuple[str, ...]:
    """Resolve a host once; raise ProxyError unless all of its addresses may be connected to."""
    if as_address(target.host) is not None:
        addresses: tuple[str, ...] = (target.host,)
    else:
        addresses = await _resolved(target, resolve, seconds)
    if not is_allowed(reach_of_all(addresses), allow_private=allow_private):
        raise ProxyError(
            HTTPStatus.FORBIDDEN,
            "private_address",
            "The API has a private IP address, and the proxy does not connect to it.",
        )
    return addresses


async def _resolved(target: HttpAddress, resolve: Resolver, seconds: float) -> tuple[str, ...]:
    try:
        async with asyncio.timeout(seconds):
            addresses = await resolve(target.host, target.port)
    except TimeoutError:
        raise ProxyError(
            HTTPStatus.GATEWAY_TIMEOUT, "too_slow", "The DNS lookup for the API timed out."
        ) from None
    except (OSError, UnicodeError):
        addresses = ()
    if not addresses:
        raise ProxyError(
            HTTPStatus.BAD_GATEWAY, "unreachable", "The host name of the API could not be resolved."
        )
    return addresses


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects to the given addresses, whatever the name of the host means by now.

    The name stays the one that certificates are checked against.
    """

    def __init__(self, addresses: tuple[str, ...]) -> None:
        self._addresses = addresses
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Try one address after the other, all within the time."""
        failure: Exception = httpcore.ConnectError("no address")
        each = None if timeout is None else timeout / len(self._addresses)
        for address in self._addresses:
            try:
                return await self._network.connect_tcp(address, port, each, local_address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure
