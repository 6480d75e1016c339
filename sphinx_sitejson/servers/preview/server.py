"""The HTTP server of a preview: files, build events and playground requests, for this machine only.

The server inserts a script into every page that it sends, which reloads the page after a build and
sends requests of the playground to this server. The files themselves stay as they are.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from sphinx_sitejson.common.files import STATIC
from sphinx_sitejson.common.network.urls import split_url

from ..local_server import (
    HOST,
    REQUEST_SECONDS,
    LocalServer,
    RequestHandler,
    first_free_port,
    is_local_request,
)
from .playground_requests import RequestService


@dataclass(frozen=True, slots=True, kw_only=True)
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


class BuildEvents:
    """Holds the last build, and wakes up the threads that wait for the next one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._last = Build(number=1)
        self._is_over = False

    @property
    def last(self) -> Build:
        """The last build."""
        return self._last

    @property
    def is_over(self) -> bool:
        """Whether the preview ends."""
        return self._is_over

    def publish(self, *, is_good: bool, log: str) -> None:
        """Publish the result of a build to open pages."""
        with self._changed:
            self._last = Build(number=self._last.number + 1, is_good=is_good, log=log)
            self._changed.notify_all()

    def end(self) -> None:
        """Wake up all waiting threads, since the preview ends."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def wait_for_next(self, number: int, seconds: float) -> Build | None:
        """Wait for a build after the numbered one; return None after a timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._last.number != number or self._is_over, seconds)
            return self._last if self._last.number != number else None


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
    server = first_free_port(lambda port: LocalServer((HOST, port), handler), ports)
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
            self._stream_builds()
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

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the 404 page of the site if it has one, and nothing for a missing favicon."""
        if code == HTTPStatus.NOT_FOUND and self.command in ("GET", "HEAD"):
            if self._is_request_for("/favicon.ico"):
                self.send_response(HTTPStatus.NO_CONTENT)
                self.end_headers()
                return
            page = Path(self.directory) / "404.html"
            if page.is_file():
                body = self._begin(
                    insert_script(page.read_bytes()), "text/html; charset=utf-8", code
                )
                if self.command == "GET":
                    self.wfile.write(body.getvalue())
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
        self._requests.respond(self, self.connection.getsockname()[1])

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

    def end_headers(self) -> None:
        """Forbid caching, and loading by other sites."""
        self.send_header("Cache-Control", "no-store")
        sent = b"".join(getattr(self, "_headers_buffer", ())).lower()
        for name, value in _ISOLATION.items():
            # The proxy may have sent it already.
            if f"\n{name}:".lower().encode() not in sent:
                self.send_header(name, value)
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
