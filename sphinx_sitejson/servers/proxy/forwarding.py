"""Send one request upstream, to IP addresses that were checked, and stream its response."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import field
from http import HTTPStatus
from typing import Any

import httpcore

from sphinx_sitejson.common.network.connections import (
    classify_addresses,
    is_allowed,
    resolve_host,
)
from sphinx_sitejson.common.network.urls import HttpUrl
from sphinx_sitejson.common.records import record

from .access import SiteOrigins
from .conversation import (
    ANSWERED_BY,
    STATUS,
    Conversation,
    Headers,
    first_header,
    returned_headers,
    safe_status,
    upstream_headers,
)
from .limits import Limits, ProxyError


async def resolve_checked(
    target: HttpUrl, *, allow_private: bool, seconds: float
) -> tuple[str, ...]:
    """Resolve a host once; raise ProxyError unless all of its IP addresses are allowed."""
    try:
        async with asyncio.timeout(seconds):
            addresses = await asyncio.to_thread(resolve_host, target)
    except TimeoutError:
        raise ProxyError(
            HTTPStatus.GATEWAY_TIMEOUT, "too_slow", "The DNS lookup for the API timed out."
        ) from None
    if not addresses:
        raise ProxyError(
            HTTPStatus.BAD_GATEWAY, "unreachable", "The host name of the API could not be resolved."
        )
    if not is_allowed(classify_addresses(addresses), allow_private=allow_private):
        raise ProxyError(
            HTTPStatus.FORBIDDEN,
            "private_address",
            "The API has a private IP address, and the proxy does not connect to it.",
        )
    return addresses


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects to fixed IP addresses, whatever the host name resolves to by now.

    Certificates are still checked against the host name.
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
        """Try the IP addresses one after the other, all within the timeout."""
        failure: Exception = httpcore.ConnectError("no address")
        each = None if timeout is None else timeout / len(self._addresses)
        for address in self._addresses:
            try:
                return await self._network.connect_tcp(address, port, each, local_address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


_MAX_HEADER_BYTES = 65_536
_WITHOUT_BODY = (204, 205, 304)


@record
class ProxySettings:
    """Base URLs, origins and limits of one proxy."""

    bases: tuple[HttpUrl, ...]
    origins: SiteOrigins
    allow_private: bool = False
    limits: Limits = field(default_factory=Limits)
    ssl_context: ssl.SSLContext = field(default_factory=ssl.create_default_context)


async def forward(
    settings: ProxySettings, conversation: Conversation, target: HttpUrl, proxy_headers: Headers
) -> None:
    """Forward one request to a checked IP address and stream the response back.

    :param proxy_headers: the headers that the proxy adds to the response.
    """
    conversation.check_size(conversation.content_length or 0)
    request_headers = [
        *upstream_headers(conversation.headers, host=target.host_header),
        *conversation.framing_headers,
        (b"connection", b"close"),
    ]
    limits = settings.limits
    seconds = {
        "connect": limits.connect_seconds,
        "read": limits.idle_seconds,
        "write": limits.idle_seconds,
    }
    addresses = await resolve_checked(
        target, allow_private=settings.allow_private, seconds=limits.connect_seconds
    )
    url = httpcore.URL(
        scheme=target.scheme, host=target.host, port=target.port, target=target.request_target
    )
    # One connection per request, so that data of different readers is never mixed.
    async with httpcore.AsyncHTTPConnection(
        origin=url.origin,
        ssl_context=settings.ssl_context,
        network_backend=PinnedBackend(addresses),
    ) as connection:
        async with aclosing(conversation.body()) as body:
            request = httpcore.Request(
                conversation.method,
                url,
                headers=request_headers,
                content=body if conversation.has_body else b"",
                extensions={"timeout": seconds},
            )
            response = await connection.handle_async_request(request)
        try:
            await _stream_response(conversation, response, proxy_headers, limits)
        finally:
            await response.aclose()


async def _stream_response(
    conversation: Conversation, response: httpcore.Response, proxy_headers: Headers, limits: Limits
) -> None:
    received = returned_headers(response.headers)
    has_body = conversation.method != "HEAD" and response.status not in _WITHOUT_BODY
    length = first_header(received, b"content-length") if has_body else None
    size = sum(len(name) + len(value) for name, value in received)
    if int(length or 0) > limits.response_bytes or size > _MAX_HEADER_BYTES:
        raise ProxyError(
            HTTPStatus.BAD_GATEWAY,
            "too_large",
            f"The response is larger than the {limits.response_bytes:,} bytes "
            "that the proxy passes on.",
        )
    if response.status in _WITHOUT_BODY:
        received = [(name, value) for name, value in received if name != b"content-length"]
    sitejson_headers = [(STATUS, str(response.status).encode()), (ANSWERED_BY, b"proxy")]
    await conversation.start(
        safe_status(response.status),
        [*received, *sitejson_headers, *_expose_headers(proxy_headers, received)],
    )
    async for part in response.aiter_stream():
        if conversation.sent_bytes + len(part) > limits.response_bytes:
            # The head is already sent; only an incomplete body can signal the error.
            return
        if has_body:
            await conversation.send(part)
    await conversation.end()


def _expose_headers(proxy_headers: Headers, received: Headers) -> Headers:
    """Add the CORS header that exposes the upstream headers to scripts of the page."""
    if not any(name == b"access-control-allow-origin" for name, _value in proxy_headers):
        return proxy_headers
    names = sorted({STATUS, ANSWERED_BY, *(name for name, _value in received)})
    return [*proxy_headers, (b"access-control-expose-headers", b", ".join(names))]


def upstream_failure(error: Exception) -> ProxyError:
    """Return the error for an upstream request that failed."""
    if isinstance(error, httpcore.TimeoutException | TimeoutError):
        is_connecting = isinstance(error, httpcore.ConnectTimeout)
        return ProxyError(
            HTTPStatus.GATEWAY_TIMEOUT,
            "too_slow",
            "The connection to the API timed out."
            if is_connecting
            else "The API did not respond in time.",
        )
    reason = error if isinstance(error, ssl.SSLError) else error.__cause__
    if isinstance(reason, ssl.SSLCertVerificationError):
        message = "The certificate of the API is not trusted, or does not match its host name."
    elif isinstance(reason, ssl.SSLError):
        message = "The secure connection to the API failed."
    elif isinstance(error, httpcore.ConnectError):
        message = "The connection to the API failed."
    else:
        message = "The API closed the connection or sent an invalid response."
    return ProxyError(HTTPStatus.BAD_GATEWAY, "unreachable", message)
