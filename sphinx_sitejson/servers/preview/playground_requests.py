"""Answers or forwards the playground requests of a preview.

Pages send them to ``/_sitejson/send?url=ADDRESS`` as they would to the proxy. With ``--mock`` they
are answered from the documents; else the proxy forwards them, if its packages are installed. Each
answer says in ``X-Sitejson-Answered-By`` which of the two it was: ``mock`` or ``proxy``.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Literal
from urllib.parse import unquote

from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url
from sphinx_sitejson.http_messages.parameters import decode_header

from ..api_project import Project, ProjectError, read_project
from ..local_server import BodyError, read_body
from ..mock.mock_api import Mock, create_mock, require_operations
from ..mock.responses import UNCHECKED, MockRequest, MockResponse
from ..proxy.access import SiteOrigins, is_preflight, parse_base_urls
from ..proxy.conversation import (
    ANSWERED_BY,
    SECURITY_HEADERS,
    STATUS,
    ClientDisconnectedError,
    Conversation,
    Headers,
    Receive,
    Scope,
    Send,
    returned_headers,
    safe_status,
    upstream_headers,
)
from ..proxy.limits import Limits, ProxyError, bad_request


class ForwardedMock:
    """An ASGI application that responds from documents to requests a proxy would forward."""

    def __init__(self, mock: Mock, origins: SiteOrigins, limits: Limits) -> None:
        self._mock = mock
        self._origins = origins
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        conversation = Conversation(scope, receive, send, self._limits)
        try:
            await self._respond(conversation)
        except ProxyError as error:
            headers = [
                *self._proxy_headers(conversation),
                (b"content-type", b"application/problem+json"),
            ]
            await conversation.respond(error.status, headers, error.body())
        except ClientDisconnectedError:
            return

    async def _respond(self, conversation: Conversation) -> None:
        self._origins.check(conversation)
        if is_preflight(conversation):
            await conversation.respond(200, self._origins.preflight_headers(conversation))
            return
        body = b"".join([part async for part in conversation.body()])
        response = self._mock.respond(_request(conversation, body))
        headers = [(name.encode(), _encode_header(value)) for name, value in response.headers]
        unchecked = [header for header in headers if header[0] == UNCHECKED.encode()]
        await conversation.respond(
            safe_status(response.status),
            [
                *self._proxy_headers(conversation),
                (STATUS, str(response.status).encode()),
                *unchecked,
                *returned_headers(headers),
            ],
            _body(response, conversation.method),
        )

    def _proxy_headers(self, conversation: Conversation) -> Headers:
        return [*SECURITY_HEADERS, *self._origins.headers_for(conversation), (ANSWERED_BY, b"mock")]


def _request(conversation: Conversation, body: bytes) -> MockRequest:
    name, _, value = conversation.query.partition(b"=")
    if name != b"url" or not value or b"&" in value:
        raise bad_request('Pass the whole URL, percent-encoded, in the single parameter "url".')
    try:
        target = parse_http_url(unquote(value.decode("ascii"), errors="strict"))
    except UnicodeError:
        raise bad_request("The URL is not encoded as UTF-8.") from None
    except InvalidUrlError as error:
        raise bad_request(f"The request is not answered: {error}") from None
    headers = upstream_headers(conversation.headers, host=target.host_header)
    return MockRequest(
        method=conversation.method,
        path=target.path,
        query=target.query or "",
        headers=tuple(
            (key.decode("latin-1"), decode_header(value.decode("latin-1")))
            for key, value in headers
        ),
        body=body,
        origin=target.origin,
    )


def _encode_header(value: str) -> bytes:
    return value.encode("utf-8", "replace")


def _body(response: MockResponse, method: str) -> bytes:
    is_bodiless = method == "HEAD" or not response.has_body
    return b"" if is_bodiless else response.body


Application = Callable[..., Any]

_END = None


class AsgiBridge:
    """Runs ASGI applications in an event loop of its own thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the loop and abandon the requests that still run."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def respond(
        self, application: Application, handler: BaseHTTPRequestHandler, body: bytes
    ) -> None:
        """Respond with an application to a request whose body is already read."""
        messages: SimpleQueue[Any] = SimpleQueue()
        running = asyncio.run_coroutine_threadsafe(
            self._run(application, _scope(handler), body, messages), self._loop
        )
        try:
            _send_messages(handler, iter(messages.get, _END))
        except OSError:
            # The browser went away; nobody waits for the rest.
            running.cancel()
            raise

    async def _run(
        self, application: Application, scope: Any, body: bytes, messages: SimpleQueue[Any]
    ) -> None:
        bodies = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            message = next(bodies, None)
            if message is None:
                # Whether the browser is still there is seen when something is sent to it.
                await asyncio.Event().wait()
            return message

        async def send(message: Any) -> None:
            messages.put(message)

        try:
            with suppress(asyncio.CancelledError):
                await application(scope, receive, send)
        finally:
            messages.put(_END)


def _scope(handler: BaseHTTPRequestHandler) -> dict[str, Any]:
    path, _, query = handler.path.partition("?")
    return {
        "type": "http",
        "method": handler.command,
        "path": path,
        "query_string": query.encode("latin-1"),
        "headers": [
            (name.lower().encode("latin-1"), value.strip().encode("latin-1"))
            for name, value in handler.headers.items()
        ],
        "client": handler.client_address,
    }


def _send_messages(handler: BaseHTTPRequestHandler, messages: Iterator[Any]) -> None:
    for message in messages:
        if message["type"] == "http.response.start":
            handler.send_response(message["status"])
            for name, value in message["headers"]:
                handler.send_header(name.decode("latin-1"), value.decode("latin-1"))
            handler.end_headers()
        elif handler.command != "HEAD":
            handler.wfile.write(message.get("body", b""))
            handler.wfile.flush()


Mode = Literal["mock", "proxy", "none"]

_PROXY_PACKAGES = ("httpcore", "anyio")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOptions:
    """How a preview handles playground requests."""

    folder: Path
    is_mock: bool = False
    allow_private: bool = False

    @property
    def mode(self) -> Mode:
        """Who answers."""
        if self.is_mock:
            return "mock"
        has_proxy = all(find_spec(name) is not None for name in _PROXY_PACKAGES)
        return "proxy" if has_proxy else "none"


class RequestService:
    """Answers the requests of playgrounds; reads the project when the first one comes."""

    def __init__(self, options: RequestOptions) -> None:
        self.mode = options.mode
        self._options = options
        self._bridge = AsgiBridge()
        self._lock = threading.Lock()
        self._application: Application | None = None

    def reload(self) -> None:
        """Read the project again before the next request: it has changed."""
        with self._lock:
            self._application = None

    def close(self) -> None:
        """End all of it."""
        self._bridge.close()

    def respond(self, handler: BaseHTTPRequestHandler, port: int) -> None:
        """Answer one request."""
        try:
            body = read_body(handler)
            application = self._get_application(port)
        except BodyError as error:
            _send_error(handler, ProxyError(error.status, "bad_request", str(error)))
        except ProjectError as error:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            _send_error(handler, ProxyError(status, "unreachable", str(error)))
        else:
            self._bridge.respond(application, handler, body)

    def _get_application(self, port: int) -> Application:
        with self._lock:
            if self._application is None:
                self._application = self._create_application(port)
            return self._application

    def _create_application(self, port: int) -> Application:
        project = read_project(self._options.folder, None)
        origins = SiteOrigins.of(_local_origins(port))
        if self.mode == "mock":
            # The first Send of a newcomer is to succeed, so that nobody is asked for credentials.
            mock = create_mock(project, require_operations(project), requires_credentials=False)
            return ForwardedMock(mock, origins, Limits())
        return self._proxy(project, origins)

    def _proxy(self, project: Project, origins: SiteOrigins) -> Application:
        from ..proxy.app import ProxyApp, ProxySettings

        return ProxyApp(
            ProxySettings(
                bases=parse_base_urls(project.base_urls),
                origins=origins,
                allow_private=self._options.allow_private,
            )
        )


def _local_origins(port: int) -> Iterator[str]:
    for name in ("localhost", "127.0.0.1", "[::1]"):
        yield f"http://{name}:{port}/"


def _send_error(handler: BaseHTTPRequestHandler, error: ProxyError) -> None:
    body = error.body()
    handler.send_response(error.status)
    handler.send_header("Content-Type", "application/problem+json")
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    if handler.command != "HEAD":
        handler.wfile.write(body)
