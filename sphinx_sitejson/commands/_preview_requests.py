"""What a preview does with the requests of playgrounds.

Pages send them to ``/_sitejson/send?url=ADDRESS`` in the words of the proxy. With ``--mock`` they
are answered from the documents; else the proxy forwards them, if its packages are installed. Each
answer says in ``X-Sitejson-Answered-By`` which of the two it was: ``mock`` or ``proxy``.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sphinx_sitejson.servers.mock.forwarded_requests import ForwardedMock
from sphinx_sitejson.servers.proxy.access import SiteOrigins
from sphinx_sitejson.servers.proxy.failures import ProxyError
from sphinx_sitejson.servers.proxy.limits import Limits

from ._asgi_bridge import Application, AsgiBridge
from ._local_server import BodyError, read_body
from ._project import Project, ProjectError, read_project
from .mock import mock_of, mocked_operations
from .proxy import read_bases

if TYPE_CHECKING:
    from collections.abc import Iterator

Mode = Literal["mock", "proxy", "none"]

_PACKAGES_OF_PROXY = ("httpcore", "anyio")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestOptions:
    """What a preview was told to do with requests."""

    folder: Path
    is_mock: bool = False
    allow_private: bool = False

    @property
    def mode(self) -> Mode:
        """Who answers."""
        if self.is_mock:
            return "mock"
        has_proxy = all(find_spec(name) is not None for name in _PACKAGES_OF_PROXY)
        return "proxy" if has_proxy else "none"


class RequestService:
    """Answers the requests of playgrounds; reads the project when the first one comes."""

    def __init__(self, options: RequestOptions) -> None:
        self.mode = options.mode
        self._options = options
        self._bridge = AsgiBridge()
        self._lock = threading.Lock()
        self._application: Application | None = None

    def renew(self) -> None:
        """Read the project again before the next request: it has changed."""
        with self._lock:
            self._application = None

    def close(self) -> None:
        """End all of it."""
        self._bridge.close()

    def answer(self, handler: BaseHTTPRequestHandler, port: int) -> None:
        """Answer one request."""
        try:
            body = read_body(handler)
            application = self._ready(port)
        except BodyError as error:
            _refuse(handler, ProxyError(error.status, "bad_request", str(error)))
        except ProjectError as error:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            _refuse(handler, ProxyError(status, "unreachable", str(error)))
        else:
            self._bridge.answer(application, handler, body)

    def _ready(self, port: int) -> Application:
        with self._lock:
            if self._application is None:
                self._application = self._made(port)
            return self._application

    def _made(self, port: int) -> Application:
        project = read_project(self._options.folder, None)
        origins = SiteOrigins.of(_own_origins(port))
        if self.mode == "mock":
            # The first Send of a newcomer is to succeed, so that nobody is asked for credentials.
            mock = mock_of(project, mocked_operations(project), requires_credentials=False)
            return ForwardedMock(mock, origins, Limits())
        return self._proxy(project, origins)

    def _proxy(self, project: Project, origins: SiteOrigins) -> Application:
        from sphinx_sitejson.servers.proxy.app import ProxyApp, ProxySettings

        return ProxyApp(
            ProxySettings(
                bases=read_bases(project.base_urls),
                origins=origins,
                allow_private=self._options.allow_private,
            )
        )


def _own_origins(port: int) -> Iterator[str]:
    for name in ("localhost", "127.0.0.1", "[::1]"):
        yield f"http://{name}:{port}/"


def _refuse(handler: BaseHTTPRequestHandler, error: ProxyError) -> None:
    body = error.body()
    handler.send_response(error.status)
    handler.send_header("Content-Type", "application/problem+json")
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    if handler.command != "HEAD":
        handler.wfile.write(body)
