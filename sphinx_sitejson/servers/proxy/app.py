"""The ASGI application: ``/?url=URL`` is forwarded, ``/healthz`` reports health."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import httpcore

from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.network.urls import (
    HttpUrl,
    InvalidUrlError,
    TooLongUrlError,
    parse_http_url,
)

from ..local_server import error_place
from .access import find_base_url, is_preflight, requested_url
from .conversation import (
    SECURITY_HEADERS,
    ClientDisconnectedError,
    Conversation,
    Headers,
    Receive,
    Scope,
    Send,
    is_token,
)
from .forwarding import ProxySettings, forward, upstream_failure
from .limits import ProxyError, RequestLimiter, bad_request

logger = logging.getLogger(__name__)

_REFUSED_METHODS = frozenset({"CONNECT", "TRACE", "TRACK"})
_KNOWN_METHODS = frozenset(map(str.upper, METHODS)) | _REFUSED_METHODS
_HEALTH = "/healthz"


class ProxyApp:
    """Forwards requests to the declared base URLs, for pages of the site."""

    def __init__(self, settings: ProxySettings) -> None:
        self._settings = settings
        self._limiter = RequestLimiter(settings.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        if scope["type"] != "http":
            return
        conversation = Conversation(scope, receive, send, self._settings.limits)
        if conversation.path.endswith(_HEALTH) and not conversation.query:
            await conversation.respond(
                200, [*SECURITY_HEADERS, (b"content-type", b"text/plain")], b"ok\n"
            )
            return
        started = time.monotonic()
        try:
            await self._respond(conversation)
        except ProxyError as error:
            conversation.failure = error.code
            await self._send_error(conversation, error)
        except ClientDisconnectedError:
            conversation.failure = "client_gone"
        except Exception as error:
            # The message of an exception may contain data of a reader: only its location is logged.
            conversation.failure = error_place(error)
            await self._send_error(conversation, _UNEXPECTED)
        if conversation.status and not conversation.is_complete:
            conversation.failure = conversation.failure or "cut"
        _log(conversation, time.monotonic() - started)

    async def _respond(self, conversation: Conversation) -> None:
        self._settings.origins.check(conversation)
        if is_preflight(conversation):
            await conversation.respond(200, self._settings.origins.preflight_headers(conversation))
            return
        target = self._parse_target(conversation)
        await _run_until_disconnect(conversation, self._forward(conversation, target))

    async def _forward(self, conversation: Conversation, target: HttpUrl) -> None:
        proxy_headers = [*SECURITY_HEADERS, *self._settings.origins.headers_for(conversation)]
        try:
            async with (
                self._limiter.slot(conversation.client),
                asyncio.timeout(self._settings.limits.total_seconds),
            ):
                await forward(self._settings, conversation, target, proxy_headers)
        except _UPSTREAM_ERRORS as error:
            raise upstream_failure(error) from None

    def _parse_target(self, conversation: Conversation) -> HttpUrl:
        """Return the URL to forward to; raise ProxyError unless the site declares its base URL."""
        if conversation.method in _REFUSED_METHODS or not is_token(conversation.method.encode()):
            raise ProxyError(
                HTTPStatus.METHOD_NOT_ALLOWED, "method_refused", "This method is not forwarded."
            )
        if not conversation.query and conversation.path.rstrip("/"):
            raise ProxyError(HTTPStatus.NOT_FOUND, "not_found", "There is nothing at this URL.")
        url = requested_url(conversation)
        try:
            target = parse_http_url(url)
        except TooLongUrlError as error:
            status = HTTPStatus.REQUEST_URI_TOO_LONG
            raise ProxyError(
                status, "too_large", f"The request is not forwarded: {error}"
            ) from None
        except InvalidUrlError as error:
            raise bad_request(f"The request is not forwarded: {error}") from None
        base = find_base_url(self._settings.bases, target)
        if base is None:
            raise ProxyError(
                HTTPStatus.FORBIDDEN,
                "not_declared",
                "The URL is not below a base URL that the site declares.",
            )
        conversation.upstream = base.origin + base.path
        return target

    async def _send_error(self, conversation: Conversation, error: ProxyError) -> None:
        """Send an error response, unless another response has begun."""
        if conversation.status:
            return
        headers: Headers = [
            *SECURITY_HEADERS,
            *self._settings.origins.headers_for(conversation),
            (b"content-type", b"application/problem+json"),
        ]
        if conversation.has_body:
            headers.append((b"connection", b"close"))
        if error.retry_after:
            headers.append((b"retry-after", str(error.retry_after).encode()))
        with suppress(ClientDisconnectedError):
            await conversation.respond(error.status, headers, error.body())


_UNEXPECTED = ProxyError(
    HTTPStatus.INTERNAL_SERVER_ERROR, "unreachable", "The proxy failed; see its log."
)
_UPSTREAM_ERRORS = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.TimeoutException,
    OSError,
)


async def _run_until_disconnect(
    conversation: Conversation, work: Coroutine[Any, Any, None]
) -> None:
    """Await a coroutine; cancel it if the client disconnects."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(conversation.wait_for_disconnect())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        # Once the response is complete the client may leave: the upstream connection still ends.
        if not working.done() and not conversation.is_complete:
            raise ClientDisconnectedError
        await working
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


def _log(conversation: Conversation, seconds: float) -> None:
    """Log one line that contains nothing that a reader sent."""
    method = conversation.method if conversation.method in _KNOWN_METHODS else "other"
    logger.info(
        "%s %s %d %d bytes %d ms%s",
        method,
        conversation.upstream or "-",
        conversation.status,
        conversation.sent_bytes,
        seconds * 1000,
        f" {conversation.failure}" if conversation.failure else "",
    )
