"""The server of a preview: files of one folder, for this machine only.

What it adds to pages on their way to the browser is in no file: the script that loads a page again
after a build, and that says where requests of the playground go.
"""

from __future__ import annotations

import json
import threading
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from sphinx_sitejson.common.files import STATIC
from sphinx_sitejson.common.network.urls import split_url

from ._local_server import (
    HOST,
    SECONDS_FOR_A_REQUEST,
    LocalServer,
    RequestHandler,
    first_free_port,
    is_local_request,
)
from ._preview_events import Builds
from ._preview_requests import RequestService

PORTS_TO_TRY = 20
LAST_PORT = 65_535
OWN_FOLDER = "/_sitejson/"
SCRIPT = f"{OWN_FOLDER}preview.js"
EVENTS = f"{OWN_FOLDER}events"
SEND = f"{OWN_FOLDER}send"

_SCRIPT_TAG = f'<script src="{SCRIPT}" defer></script>'.encode()
_BODY_END = b"</body>"
_SECONDS_BETWEEN_SIGNS = 15
_ISOLATION = {"Cross-Origin-Resource-Policy": "same-origin", "X-Content-Type-Options": "nosniff"}
"""A script tag of another site could otherwise read unpublished words from the search index."""


def start_server(
    out: Path,
    first_port: int,
    *,
    builds: Builds | None = None,
    requests: RequestService | None = None,
) -> ThreadingHTTPServer:
    """Serve a folder on the first free port; only this machine can reach it."""
    handler = partial(
        QuietHandler, directory=str(out), builds=builds or Builds(), requests=requests
    )
    ports = range(first_port, min(first_port + PORTS_TO_TRY, LAST_PORT + 1))
    server = first_free_port(lambda port: LocalServer((HOST, port), handler), ports)
    if server is None:
        raise SystemExit(f"no free port from {ports[0]} to {ports[-1]}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class QuietHandler(RequestHandler, SimpleHTTPRequestHandler):
    """Serves files without a line for each request, and never an old one."""

    timeout = SECONDS_FOR_A_REQUEST

    def __init__(
        self, *arguments: Any, builds: Builds, requests: RequestService | None, **options: Any
    ) -> None:
        self._builds = builds
        self._requests = requests
        super().__init__(*arguments, **options)

    def answer_any(self) -> None:
        """Answer methods that no file has: those of requests."""
        if not self._is_own(SEND):
            self.send_error(HTTPStatus.NOT_IMPLEMENTED, "This server only serves files")
        else:
            self._answer_request()

    def do_GET(self) -> None:
        """Answer with a file, or with what only a preview has."""
        if self._is_own(SEND):
            self._answer_request()
        elif self._is_own(EVENTS) and is_local_request(self):
            self._stream_builds()
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        """Answer without a body."""
        if self._is_own(SEND):
            self._answer_request()
        else:
            super().do_HEAD()

    def send_head(self) -> Any:
        """Answer only who means this server, and only paths that files can have."""
        if not is_local_request(self):
            self.send_error(HTTPStatus.FORBIDDEN, "This server does not accept this host name")
            return None
        if not is_path(self.path):
            self.send_error(HTTPStatus.BAD_REQUEST, "This is not a valid path")
            return None
        try:
            return self._own_head() or super().send_head()
        except (OSError, ValueError):
            # A name that the file system refuses, or a file that vanished just now.
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None

    def _own_head(self) -> BytesIO | None:
        """Answer with what is not a file as it lies there: pages, and the script of the preview."""
        if self._is_own(SCRIPT):
            return self._begin(preview_script(self._requests), "text/javascript; charset=utf-8")
        path = Path(self.translate_path(self.path))
        if path.is_dir() and split_url(self.path).path.endswith("/"):
            path /= "index.html"
        if path.suffix == ".html" and path.is_file():
            return self._begin(with_script(path.read_bytes()), "text/html; charset=utf-8")
        return None

    def _begin(self, content: bytes, media_type: str, status: int = HTTPStatus.OK) -> BytesIO:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the page for what is missing, if the site has one; a browser's own wish is none."""
        if code == HTTPStatus.NOT_FOUND and self.command in ("GET", "HEAD"):
            if self._is_own("/favicon.ico"):
                self.send_response(HTTPStatus.NO_CONTENT)
                self.end_headers()
                return
            page = Path(self.directory) / "404.html"
            if page.is_file():
                body = self._begin(with_script(page.read_bytes()), "text/html; charset=utf-8", code)
                if self.command == "GET":
                    self.wfile.write(body.getvalue())
                return
        super().send_error(code, message, explain)

    def list_directory(self, path: Any) -> BytesIO | None:
        """Hide what a folder holds: a web server would not show it either."""
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")
        return None

    def _is_own(self, path: str) -> bool:
        return self.path.partition("?")[0] == path

    def _answer_request(self) -> None:
        if not is_local_request(self) or self._requests is None:
            self.send_error(HTTPStatus.FORBIDDEN, "This server does not accept this host name")
            return
        self._requests.answer(self, self.connection.getsockname()[1])

    def _stream_builds(self) -> None:
        """Stream the result of each build, as long as the page is open."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        build = self._builds.last
        self.wfile.write(build.as_event())
        while not self._builds.is_over:
            following = self._builds.after(build.number, _SECONDS_BETWEEN_SIGNS)
            # A sign of life: without one nobody would know that the page is gone.
            self.wfile.write(following.as_event() if following else b": \n\n")
            self.wfile.flush()
            build = following or build

    def end_headers(self) -> None:
        """Ask the browser to look again each time, and to let no other site load anything."""
        self.send_header("Cache-Control", "no-store")
        sent = b"".join(getattr(self, "_headers_buffer", ())).lower()
        for name, value in _ISOLATION.items():
            # The proxy has said so itself.
            if f"\n{name}:".lower().encode() not in sent:
                self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal for the builds."""


def with_script(page: bytes) -> bytes:
    """Return a page with the script of the preview in it."""
    before, end, after = page.rpartition(_BODY_END)
    return before + _SCRIPT_TAG + end + after if end else page


def preview_script(requests: RequestService | None) -> bytes:
    """Return the script of the preview, with what it has to know of this one."""
    facts = {"send": SEND, "mode": requests.mode if requests else "none", "events": EVENTS}
    source = (STATIC / "preview" / "preview.js").read_text(encoding="utf-8")
    return f"globalThis.sitejsonPreview = {json.dumps(facts)};\n{source}".encode()


def is_path(target: str) -> bool:
    """Whether a request names a file that could be shown: none that is hidden, none above."""
    try:
        path = unquote_to_bytes(urlsplit(target).path).decode("utf-8")
    except ValueError:
        return False
    names = path.split("/")
    is_hidden = any(name.startswith(".") and name not in (".", ".well-known") for name in names)
    return path.startswith("/") and "\0" not in path and "\\" not in path and not is_hidden
