"""The HTTP server of a preview: files, build events and playground requests, for this machine only.

The server inserts a script into every page that it sends, which reloads the page after a build and
sends requests of the playground to this server. The files themselves stay as they are.
"""

from __future__ import annotations

import asyncio
import errno
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Literal
from urllib.parse import unquote_to_bytes, urlsplit

from sphinx_sitejson.common.files import STATIC, describe_os_error
from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url, split_url
from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.parameters import decode_header

from .api_project import ProjectError, read_project
from .local_server import (
    HOST,
    LOCAL_HOSTS,
    MAX_CONNECTIONS,
    REQUEST_SECONDS,
    BodyError,
    LocalServer,
    RequestHandler,
    is_local_request,
    read_body,
)
from .mock.mock_api import Mock, require_operations
from .mock.responses import PROBLEM_TYPE, UNCHECKED, MockRequest
from .proxy.access import SiteOrigins, is_preflight, parse_base_urls, requested_url
from .proxy.conversation import (
    ANSWERED_BY,
    SECURITY_HEADERS,
    STATUS,
    ClientDisconnectedError,
    Conversation,
    Receive,
    Scope,
    Send,
    returned_headers,
    safe_status,
    upstream_headers,
)
from .proxy.limits import Limits, ProxyError, bad_request


async def respond_from_documents(
    mock: Mock, origins: SiteOrigins, scope: Scope, receive: Receive, send: Send
) -> None:
    """Respond from documents to a request that a proxy would forward; an ASGI application."""
    conversation = Conversation(scope, receive, send, Limits())
    headers = [*SECURITY_HEADERS, *origins.headers_for(conversation), (ANSWERED_BY, b"mock")]
    with suppress(ClientDisconnectedError):
        try:
            origins.check(conversation)
            if is_preflight(conversation):
                await conversation.respond(200, origins.preflight_headers(conversation))
                return
            body = b"".join([part async for part in conversation.body()])
            response = mock.respond(_request(conversation, body, origins))
        except ProxyError as error:
            headers.append((b"content-type", PROBLEM_TYPE.encode()))
            await conversation.respond(error.status, headers, error.body())
            return
        received = [
            (name.encode(), value.encode("utf-8", "replace")) for name, value in response.headers
        ]
        headers.append((STATUS, str(response.status).encode()))
        headers += [header for header in received if header[0] == UNCHECKED.encode()]
        await conversation.respond(
            safe_status(response.status),
            [*headers, *returned_headers(received)],
            response.body if response.has_body and conversation.method != "HEAD" else b"",
        )


def _request(conversation: Conversation, body: bytes, site: SiteOrigins) -> MockRequest:
    try:
        target = parse_http_url(requested_url(conversation))
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
        # A document without servers, or with a path for one, means the server of its page.
        origin="" if target.origin in site.allowed else target.origin,
    )


Application = Callable[..., Any]


async def _run(
    application: Application, scope: Any, body: bytes, messages: SimpleQueue[Any]
) -> None:
    """Run an ASGI application; put the messages of its response into a queue, then None."""
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
        messages.put(None)


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


class RequestService:
    """Answers the requests of playgrounds; reads the project when the first one comes.

    Its ASGI applications run in an event loop of its own thread.
    """

    def __init__(self, folder: Path, *, is_mock: bool = False, allow_private: bool = False) -> None:
        has_proxy = all(find_spec(name) is not None for name in _PROXY_PACKAGES)
        self.mode: Mode = "mock" if is_mock else "proxy" if has_proxy else "none"
        self._folder = folder
        self._allow_private = allow_private
        self._lock = threading.Lock()
        self._application: Application | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def reload(self) -> None:
        """Read the project again before the next request: it has changed."""
        with self._lock:
            self._application = None

    def close(self) -> None:
        """Stop the loop and abandon the requests that still run."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def respond(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request; raise ProxyError before the answer begins."""
        try:
            body = read_body(handler)
            application = self._get_application(handler.connection.getsockname()[1])
        except BodyError as error:
            raise ProxyError(error.status, "bad_request", str(error)) from None
        except ProjectError as error:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            raise ProxyError(status, "unreachable", str(error)) from None
        messages: SimpleQueue[Any] = SimpleQueue()
        running = asyncio.run_coroutine_threadsafe(
            _run(application, _scope(handler), body, messages), self._loop
        )
        try:
            _send_messages(handler, iter(messages.get, None))
        except OSError:
            # The browser went away; nobody waits for the rest.
            running.cancel()
            raise

    def _get_application(self, port: int) -> Application:
        with self._lock:
            if self._application is None:
                self._application = self._create_application(port)
            return self._application

    def _create_application(self, port: int) -> Application:
        project = read_project(self._folder, None)
        origins = SiteOrigins(f"http://{name}:{port}/" for name in LOCAL_HOSTS)
        if self.mode == "mock":
            # The first Send of a newcomer is to succeed, so that nobody is asked for credentials.
            mock = Mock(project, require_operations(project), requires_credentials=False)
            return partial(respond_from_documents, mock, origins)
        from .proxy.app import ProxyApp
        from .proxy.forwarding import ProxySettings

        bases = parse_base_urls(project.base_urls)
        settings = ProxySettings(bases=bases, origins=origins, allow_private=self._allow_private)
        return ProxyApp(settings)


@record
class Build:
    """The last build."""

    number: int = 0
    is_good: bool = True
    log: str = ""
    """Its output, without colors."""

    def as_event(self) -> bytes:
        """Serialize it as a server-sent event."""
        data = json.dumps({"number": self.number, "isGood": self.is_good, "log": self.log})
        return f"event: build\ndata: {data}\n\n".encode()


_MAX_STREAMS = MAX_CONNECTIONS // 2


class BuildEvents:
    """Holds the last build, and wakes up the threads that wait for the next one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.last = Build(number=1)
        self.is_over = False
        self.streams = threading.BoundedSemaphore(_MAX_STREAMS)
        """The streams that may still be opened; each takes a connection of the server."""

    def publish(self, *, is_good: bool, log: str) -> None:
        """Publish the result of a build to open pages."""
        with self._changed:
            self.last = Build(number=self.last.number + 1, is_good=is_good, log=log)
            self._changed.notify_all()

    def end(self) -> None:
        """Wake up all waiting threads, since the preview ends."""
        with self._changed:
            self.is_over = True
            self._changed.notify_all()

    def wait_for_next(self, number: int, seconds: float) -> Build | None:
        """Wait for a build after the numbered one; return None after a timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self.last.number != number or self.is_over, seconds)
            return self.last if self.last.number != number else None


PORTS_TO_TRY = 20
LAST_PORT = 65_535
PREVIEW_PREFIX = "/_sitejson/"
SCRIPT = f"{PREVIEW_PREFIX}preview.js"
EVENTS = f"{PREVIEW_PREFIX}events"
SEND = f"{PREVIEW_PREFIX}send"

_SCRIPT_TAG = f'<script src="{SCRIPT}" defer></script>'.encode()
_BODY_END = b"</body>"
_KEEPALIVE_SECONDS = 15
_ISOLATION = {"Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff"}
"""A script tag of another site could otherwise read unpublished text from the search index."""


def start_server(
    out: Path,
    first_port: int,
    *,
    builds: BuildEvents | None = None,
    requests: RequestService | None = None,
) -> ThreadingHTTPServer:
    """Serve a folder on the first free port; only this machine can reach it."""
    handler = partial(
        PreviewHandler, directory=str(out), builds=builds or BuildEvents(), requests=requests
    )
    ports = range(first_port, min(first_port + PORTS_TO_TRY, LAST_PORT + 1))
    server = None
    for port in ports:
        try:
            server = LocalServer((HOST, port), handler)
            break
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                reason = describe_os_error(error)
                raise SystemExit(
                    f"port {port} cannot be used: {reason}; choose another one with --port"
                ) from None
    if server is None:
        raise SystemExit(f"no free port from {ports[0]} to {ports[-1]}")
    # The default would delay the end of the command by half a second.
    threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
    return server


class PreviewHandler(RequestHandler, SimpleHTTPRequestHandler):
    """Serves the built files, build events and playground requests, without logging and caching."""

    timeout = REQUEST_SECONDS

    def __init__(
        self, *arguments: Any, builds: BuildEvents, requests: RequestService | None, **options: Any
    ) -> None:
        self._builds = builds
        self._requests = requests
        self._sent = set[str]()
        super().__init__(*arguments, **options)

    def respond_to_any(self) -> None:
        """Handle methods other than GET and HEAD, which only playground requests have."""
        if not self._is_request_for(SEND):
            self.send_error(HTTPStatus.NOT_IMPLEMENTED, "This server only serves files")
        else:
            self._respond_to_playground()

    def do_GET(self) -> None:
        """Send a file, the stream of build events, or the response to a playground request."""
        if self._is_request_for(SEND):
            self._respond_to_playground()
        elif self._is_request_for(EVENTS) and is_local_request(self):
            if not self._builds.streams.acquire(blocking=False):
                self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open")
                return
            try:
                self._stream_builds()
            finally:
                self._builds.streams.release()
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        """Send the headers only."""
        if self._is_request_for(SEND):
            self._respond_to_playground()
        else:
            super().do_HEAD()

    def send_head(self) -> Any:
        """Refuse foreign host names and invalid paths; otherwise send the headers."""
        if not is_local_request(self):
            self.send_error(HTTPStatus.FORBIDDEN, "This server does not accept this host name")
            return None
        if not is_valid_path(self.path):
            self.send_error(HTTPStatus.BAD_REQUEST, "This is not a valid path")
            return None
        try:
            return self._send_page_or_script() or super().send_head()
        except (OSError, ValueError):
            # A name that the file system refuses, or a file that vanished just now.
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None

    def _send_page_or_script(self) -> BytesIO | None:
        """Send a page with the script inserted, or the script itself."""
        if self._is_request_for(SCRIPT):
            return self._begin(preview_script(self._requests), "text/javascript; charset=utf-8")
        path = Path(self.translate_path(self.path))
        if path.is_dir() and split_url(self.path).path.endswith("/"):
            path /= "index.html"
        elif not path.exists() or (path.is_dir() and not (path / "index.html").is_file()):
            # As most hosting services do: /guides/start is guides/start.html.
            path = path.with_name(f"{path.name}.html")
        if path.suffix == ".html" and path.is_file():
            return self._begin(insert_script(path.read_bytes()), "text/html; charset=utf-8")
        return None

    def _begin(self, content: bytes, media_type: str, status: int = HTTPStatus.OK) -> BytesIO:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def _send(self, content: bytes, media_type: str, status: int) -> None:
        self._begin(content, media_type, status)
        if self.command != "HEAD":
            self.wfile.write(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the 404 page of the site if it has one, and nothing for a missing favicon."""
        if code == HTTPStatus.NOT_FOUND and self.command in ("GET", "HEAD"):
            if self._is_request_for("/favicon.ico"):
                self.send_response(HTTPStatus.NO_CONTENT)
                self.end_headers()
                return
            page = Path(self.directory) / "404.html"
            if page.is_file():
                self._send(insert_script(page.read_bytes()), "text/html; charset=utf-8", code)
                return
        super().send_error(code, message, explain)

    def list_directory(self, path: Any) -> BytesIO | None:
        """Refuse to list folders, as web servers do."""
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")
        return None

    def _is_request_for(self, path: str) -> bool:
        return self.path.partition("?")[0] == path

    def _respond_to_playground(self) -> None:
        if not is_local_request(self) or self._requests is None:
            self.send_error(HTTPStatus.FORBIDDEN, "This server does not accept this host name")
            return
        try:
            self._requests.respond(self)
        except ProxyError as error:
            self._send(error.body(), PROBLEM_TYPE, error.status)

    def _stream_builds(self) -> None:
        """Stream the result of each build, as long as the page is open."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        build = self._builds.last
        self.wfile.write(build.as_event())
        while not self._builds.is_over:
            next_build = self._builds.wait_for_next(build.number, _KEEPALIVE_SECONDS)
            # A sign of life: without one nobody would know that the page is gone.
            self.wfile.write(next_build.as_event() if next_build else b": \n\n")
            self.wfile.flush()
            build = next_build or build

    def send_header(self, keyword: str, value: str) -> None:
        """Send a header, and record its name."""
        self._sent.add(keyword.lower())
        super().send_header(keyword, value)

    def end_headers(self) -> None:
        """Forbid caching, and loading by other sites."""
        self.send_header("Cache-Control", "no-store")
        for name, value in _ISOLATION.items():
            # The proxy may have sent it already.
            if name.lower() not in self._sent:
                self.send_header(name, value)
        self._sent.clear()
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal for the builds."""


def insert_script(page: bytes) -> bytes:
    """Return a page with the script of the preview in it."""
    before, end, after = page.rpartition(_BODY_END)
    return before + _SCRIPT_TAG + end + after if end else page


def preview_script(requests: RequestService | None) -> bytes:
    """Return the script of the preview, preceded by its settings."""
    facts = {"send": SEND, "mode": requests.mode if requests else "none", "events": EVENTS}
    source = (STATIC / "preview" / "preview.js").read_text(encoding="utf-8")
    return f"globalThis.sitejsonPreview = {json.dumps(facts)};\n{source}".encode()


def is_valid_path(target: str) -> bool:
    """Whether a request path can name a published file: not hidden, not outside the folder."""
    try:
        path = unquote_to_bytes(urlsplit(target).path).decode("utf-8")
    except ValueError:
        return False
    names = path.split("/")
    is_hidden = any(name.startswith(".") and name not in (".", ".well-known") for name in names)
    return path.startswith("/") and "\0" not in path and "\\" not in path and not is_hidden
