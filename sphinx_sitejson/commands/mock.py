"""``sitejson mock``: answers requests as the documents of a project say."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from typing import Any

from sphinx_sitejson.common.characters import escape_unprintable
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.network.urls import InvalidUrlError, parse_http_url, parse_ip_address
from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.parameters import decode_header
from sphinx_sitejson.servers.api_project import ProjectError, read_project
from sphinx_sitejson.servers.local_server import (
    REQUEST_SECONDS,
    BodyError,
    LocalServer,
    RequestHandler,
    describe_listen_error,
    host_and_port,
    is_local_request,
    read_body,
)
from sphinx_sitejson.servers.mock.mock_api import Mock, require_operations
from sphinx_sitejson.servers.mock.responses import (
    AllowedOrigins,
    MockRequest,
    MockResponse,
    problem_response,
)
from sphinx_sitejson.servers.mock.routes import ServedOperation, shadowed_operations

from . import fail, print_status

_KNOWN_METHODS = frozenset(map(str.upper, METHODS))


@record
class MockServerOptions:
    """The options of a mock server besides host and port."""

    mock: Mock
    origins: AllowedOrigins
    max_request_bytes: int
    accepts_any_host: bool = False
    """Whether any ``Host`` header is accepted, or only those that name this machine."""
    log: Callable[[str], None]


def create_mock_server(host: str, port: int, serving: MockServerOptions) -> LocalServer:
    """Return a server that is ready to run; raise OSError when the port is taken."""

    class Handler(MockHandler):
        pass

    Handler.serving = serving
    return LocalServer((host, port), Handler)


class MockHandler(RequestHandler):
    """Answers requests from the documents."""

    serving: MockServerOptions
    protocol_version = "HTTP/1.1"
    timeout = REQUEST_SECONDS

    def version_string(self) -> str:
        """Return the ``Server`` header, without versions."""
        return "sitejson-mock"

    def respond_to_any(self) -> None:
        """Answer a request of any method."""
        started = time.monotonic()
        response = self._respond()
        self._send(response)
        self._log(response, time.monotonic() - started)

    def _respond(self) -> MockResponse:
        serving = self.serving
        if not serving.accepts_any_host and not is_local_request(self):
            self.close_connection = True
            detail = "The mock server does not accept this host name."
            return problem_response(HTTPStatus.FORBIDDEN, "name_refused", detail)
        try:
            body = read_body(self, serving.max_request_bytes)
        except BodyError as error:
            self.close_connection = True
            return problem_response(error.status, "body_refused", str(error))
        request = self._request(body)
        headers = serving.origins.headers_for(request)
        response = serving.origins.preflight(request) or serving.mock.respond(request)
        return response.with_headers(*headers)

    def _request(self, body: bytes) -> MockRequest:
        # Of several slashes at the begin the library keeps one.
        path, _, query = self.requestline.split(" ")[1].partition("?")
        return MockRequest(
            method=self.command,
            path=path.partition("#")[0],
            query=query.partition("#")[0],
            headers=tuple(
                (name.lower(), decode_header(value).strip()) for name, value in self.headers.items()
            ),
            body=body,
        )

    def _send(self, response: MockResponse) -> None:
        body = response.body if response.has_body else b""
        self.send_response(response.status)
        for name, value in response.headers:
            # As pages send them: UTF-8, which is the same for nearly all headers.
            self.send_header(name, value.encode("utf-8", "replace").decode("latin-1"))
        if response.has_body:
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _log(self, response: MockResponse, seconds: float) -> None:
        """Log a line without anything that the client sent, since any part may hold a key."""
        method = self.command if self.command in _KNOWN_METHODS else "other"
        operation = response.operation or "no operation"
        milliseconds = round(seconds * 1000)
        self.serving.log(
            escape_unprintable(f"{method} {response.status} {operation} {milliseconds} ms")
        )

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing, since `_log` writes the log."""


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    try:
        project = read_project(options.folder, options.file)
        operations = require_operations(project)
        origins = parse_origins((*options.origin, *project.site_urls))
    except ProjectError as error:
        return fail(error)
    serving = MockServerOptions(
        mock=Mock(project, operations, requires_credentials=not options.no_auth),
        origins=origins,
        max_request_bytes=int(options.max_request * 1_000_000),
        accepts_any_host=not is_loopback_host(options.host),
        log=print_status,
    )
    try:
        server = create_mock_server(options.host, options.port, serving)
    except OSError as error:
        return fail(describe_listen_error(options.host, options.port, error))
    print_status("\n".join(summary(operations, options)))
    with server:
        server.serve_forever()
    return 0


def parse_origins(urls: Sequence[str]) -> AllowedOrigins:
    """Parse the origins of pages; raise ProjectError for an invalid one."""
    found = set()
    for url in urls:
        try:
            found.add("*" if url == "*" else parse_http_url(url).origin)
        except InvalidUrlError as error:
            raise ProjectError(f"Invalid origin {url[:80]!r}: {error}") from None
    return AllowedOrigins(frozenset(found))


def is_loopback_host(host: str) -> bool:
    """Return whether only this machine can reach a host to listen on."""
    url = parse_ip_address(host)
    return host == "localhost" or (url is not None and url.is_loopback)


def summary(operations: Sequence[ServedOperation], options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines that describe a mock server when it starts."""
    url = f"http://{host_and_port(options.host, options.port)}"
    yield f"Mock server listening at {url} (press Ctrl+C to stop)"
    counts = Counter(served.document.location for served in operations)
    documents = {served.document.location: served for served in operations}
    for location, served in documents.items():
        paths = dict.fromkeys(base.path for base in served.bases)
        count = counts[location]
        count_text = "1 operation" if count == 1 else f"{count} operations"
        yield f"  {location}: {count_text} below {', '.join(f'{url}{path}' for path in paths)}"
    shadowed = Counter(served.document.name for served in shadowed_operations(operations))
    for name, count in shadowed.items():
        shadowed_text = "1 operation has" if count == 1 else f"{count} operations have"
        yield f"  {name}: {shadowed_text} the same path as in another document; use {url}/{name}/…"
    if not is_loopback_host(options.host):
        yield "  Other machines can reach this server."
