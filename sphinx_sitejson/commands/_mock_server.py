"""The server of a mock that stands on its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from sphinx_sitejson.common.characters import escape_unprintable
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.servers.mock.exchange import (
    AllowedOrigins,
    MockRequest,
    MockResponse,
    problem_response,
)
from sphinx_sitejson.servers.mock.mock_api import Mock

from ._local_server import (
    SECONDS_FOR_A_REQUEST,
    BodyError,
    LocalServer,
    RequestHandler,
    is_local_request,
    read_body,
)

_BODILESS_METHOD = "HEAD"
_KNOWN_METHODS = frozenset(map(str.upper, METHODS))


@dataclass(frozen=True, slots=True, kw_only=True)
class MockServing:
    """What a server needs besides its port."""

    mock: Mock
    origins: AllowedOrigins
    most_request_bytes: int
    is_for_all_names: bool = False
    """Whether requests by another name than this machine's own are answered."""
    log: Callable[[str], None]


def mock_server(host: str, port: int, serving: MockServing) -> LocalServer:
    """Return a server that is ready to run; raise OSError when the port is taken."""

    class Handler(MockHandler):
        pass

    Handler.serving = serving
    return LocalServer((host, port), Handler)


class MockHandler(RequestHandler):
    """Answers from the documents."""

    serving: MockServing
    protocol_version = "HTTP/1.1"
    timeout = SECONDS_FOR_A_REQUEST

    def version_string(self) -> str:
        """Say who answers, and nothing of what it is made of."""
        return "sitejson-mock"

    def answer_any(self) -> None:
        """Answer a request of whatever method."""
        started = time.monotonic()
        answer = self._answered()
        self._send(answer)
        self._log(answer, time.monotonic() - started)

    def _answered(self) -> MockResponse:
        serving = self.serving
        if not serving.is_for_all_names and not is_local_request(self):
            self.close_connection = True
            detail = "The mock server does not accept this host name."
            return problem_response(HTTPStatus.FORBIDDEN, "name_refused", detail)
        try:
            body = read_body(self, serving.most_request_bytes)
        except BodyError as error:
            self.close_connection = True
            return problem_response(error.status, "body_refused", str(error))
        request = self._request(body)
        headers = serving.origins.headers_for(request)
        answer = serving.origins.preflight(request) or serving.mock.respond(request)
        return answer.with_headers(*headers)

    def _request(self, body: bytes) -> MockRequest:
        # Of several slashes at the begin the library keeps one.
        path, _, query = self.requestline.split(" ")[1].partition("?")
        return MockRequest(
            method=self.command,
            path=path.partition("#")[0],
            query=query.partition("#")[0],
            headers=tuple(
                (name.lower(), _utf8(value).strip()) for name, value in self.headers.items()
            ),
            body=body,
        )

    def _send(self, answer: MockResponse) -> None:
        body = answer.body if answer.has_body else b""
        self.send_response(answer.status)
        for name, value in answer.headers:
            # As pages send them: UTF-8, which is the same for nearly all headers.
            self.send_header(name, value.encode("utf-8", "replace").decode("latin-1"))
        if answer.has_body:
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != _BODILESS_METHOD:
            self.wfile.write(body)

    def _log(self, answer: MockResponse, seconds: float) -> None:
        """Write one line, in which nothing stands that was sent: a key may be in any part."""
        method = self.command if self.command in _KNOWN_METHODS else "other"
        operation = answer.operation or "no operation"
        milliseconds = round(seconds * 1000)
        self.serving.log(
            escape_unprintable(f"{method} {answer.status} {operation} {milliseconds} ms")
        )

    def log_message(self, format: str, *args: Any) -> None:
        """Leave it to `_log`."""


def _utf8(value: str) -> str:
    """Read a header as UTF-8 if it is, else as what HTTP once meant."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value
