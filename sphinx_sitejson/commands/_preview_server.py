"""The server of a preview: files of one folder, for this machine only."""

from __future__ import annotations

import sys
import threading
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

HOST = "127.0.0.1"
OWN_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
PORTS_TO_TRY = 20
LAST_PORT = 65_535
SECONDS_FOR_A_REQUEST = 60


def start_server(out: Path, first_port: int) -> ThreadingHTTPServer:
    """Serve a folder on the first free port; only this machine can reach it."""
    handler = partial(QuietHandler, directory=str(out))
    ports = range(first_port, min(first_port + PORTS_TO_TRY, LAST_PORT + 1))
    for port in ports:
        try:
            server = QuietServer((HOST, port), handler)
        except OSError:
            continue
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server
    raise SystemExit(f"no free port from {ports[0]} to {ports[-1]}")


class QuietServer(ThreadingHTTPServer):
    """Says nothing when a browser goes away in the middle of an answer."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Name what went wrong in one line."""
        error = sys.exception()
        if not isinstance(error, OSError):
            print(f"A request could not be answered: {error!r}", file=sys.stderr)


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line for each request, and never an old one."""

    timeout = SECONDS_FOR_A_REQUEST

    def send_head(self) -> Any:
        """Answer only who means this server, and only paths that files can have."""
        if not self._is_meant():
            self.send_error(HTTPStatus.FORBIDDEN, "This server is asked by a name not its own")
            return None
        if not is_path(self.path):
            self.send_error(HTTPStatus.BAD_REQUEST, "No file can have this path")
            return None
        try:
            return super().send_head()
        except (OSError, ValueError):
            # A name that the file system refuses, or a file that vanished just now.
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None

    def list_directory(self, path: Any) -> BytesIO | None:
        """Hide what a folder holds: a web server would not show it either."""
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")
        return None

    def _is_meant(self) -> bool:
        """Whether the browser asked for this machine.

        Else a page of any site could give its own name this machine's address, and read.
        """
        hosts = self.headers.get_all("Host", [])
        return len(hosts) == 1 and host_name(hosts[0]) in OWN_NAMES

    def end_headers(self) -> None:
        """Ask the browser to look again each time."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal for the builds."""


def host_name(host: str) -> str:
    """Return the name in a ``Host`` header, without its port."""
    name, colon, port = host.strip().lower().rpartition(":")
    if not colon or not (port.isascii() and port.isdecimal()):
        name = host.strip().lower()
    return name.removesuffix(".")


def is_path(target: str) -> bool:
    """Whether a request names a file that could be shown: none that is hidden, none above."""
    try:
        path = unquote_to_bytes(urlsplit(target).path).decode("utf-8")
    except ValueError:
        return False
    names = path.split("/")
    is_hidden = any(name.startswith(".") and name not in (".", ".well-known") for name in names)
    return path.startswith("/") and "\0" not in path and "\\" not in path and not is_hidden
