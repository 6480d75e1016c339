"""One request of a client and the response to it, over ASGI."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from .failures import ProxyError, bad_request
from .headers import Headers, first_header
from .limits import Limits

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

    def check_framing(self) -> None:
        """Raise ProxyError for a request that states the length of its body twice."""
        framing = [
            name
            for name, _value in self.headers
            if name in (b"content-length", b"transfer-encoding")
        ]
        if len(framing) > 1:
            raise bad_request("The request specifies its length twice.")

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
        except (TimeoutError, OSError):
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
