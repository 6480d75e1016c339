"""An HTTP server for this machine, with limits on connections and bodies."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sphinx_sitejson.common.files import describe_os_error

HOST = "127.0.0.1"
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
REQUEST_SECONDS = 60
MAX_REQUEST_BYTES = 50_000_000
MAX_CONNECTIONS = 200
_MAX_CHUNK_LINE_LENGTH = 1_000
_SLOT_SECONDS = 1
_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BodyError(Exception):
    """A request body that was not read, with the status and message of the response."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


def error_place(error: BaseException) -> str:
    """Return the type and the place of an error; its message may repeat credentials."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, line {frame.lineno}"


class LocalServer(ThreadingHTTPServer):
    """Serves a limited number of connections; a new one replaces the longest idle one.

    Says nothing when a browser goes away in the middle of an answer.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._slots = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._idle: dict[Any, None] = {}
        self._idle_lock = threading.Lock()
        super().__init__(*arguments, **options)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Handle a connection in a thread of its own, as soon as there is a free slot."""
        if not self._slots.acquire(blocking=False):
            self._close_longest_idle()
            # Nobody else is accepted while this waits for a thread to end.
            if not self._slots.acquire(timeout=_SLOT_SECONDS):
                with contextlib.suppress(OSError):
                    request.sendall(_BUSY)
                self.shutdown_request(request)
                return
        self.mark_idle(request, is_idle=True)
        super().process_request(request, client_address)

    def mark_idle(self, request: Any, *, is_idle: bool) -> None:
        """Record whether a connection waits for the head of a request; the newest is last."""
        with self._idle_lock:
            self._idle.pop(request, None)
            if is_idle:
                self._idle[request] = None

    def _close_longest_idle(self) -> None:
        """Free a slot: its thread ends as soon as it has nothing more to read."""
        with self._idle_lock:
            request = next(iter(self._idle), None)
            if request is not None:
                del self._idle[request]
                with contextlib.suppress(OSError):
                    request.shutdown(socket.SHUT_RDWR)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Release the slot at the end."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.mark_idle(request, is_idle=False)
            self._slots.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an exception in one line, without its message."""
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):
            print(f"A request could not be answered: {error_place(error)}", file=sys.stderr)


class RequestHandler(BaseHTTPRequestHandler):
    """Handles every method by `respond_to_any`, unless the class has a ``do_METHOD`` for it."""

    server: LocalServer
    respond_to_any: Callable[[], None]

    def handle_one_request(self) -> None:
        """Answer one request; until its head is read, the connection is idle."""
        self.server.mark_idle(self.connection, is_idle=True)
        super().handle_one_request()

    def parse_request(self) -> bool:
        """Parse the request line and the headers."""
        is_read = super().parse_request()
        self.server.mark_idle(self.connection, is_idle=False)
        return is_read

    def __getattr__(self, name: str) -> Any:
        """Return the function for ``do_METHOD``, which the library looks for by name."""
        if name.startswith("do_"):
            return self.respond_to_any
        raise AttributeError(name)


def host_name(host: str) -> str:
    """Return the name in a ``Host`` header, without its port."""
    name, colon, port = host.strip().lower().rpartition(":")
    if not colon or not (port.isascii() and port.isdecimal()):
        name = host.strip().lower()
    return name.removesuffix(".")


def is_local_request(handler: BaseHTTPRequestHandler) -> bool:
    """Whether the Host header of a request names this machine.

    Else a page of any site could give its own name this machine's address, and read.
    """
    hosts = handler.headers.get_all("Host", [])
    return len(hosts) == 1 and host_name(hosts[0]) in LOCAL_HOSTS


def read_body(handler: BaseHTTPRequestHandler, limit: int = MAX_REQUEST_BYTES) -> bytes:
    """Read the body of a request to its end; raise BodyError for one that cannot be read.

    A body that is not complete after `REQUEST_SECONDS` ends there.
    """
    timer = threading.Timer(REQUEST_SECONDS, handler.connection.shutdown, (socket.SHUT_RD,))
    timer.daemon = True
    has_body = not {"Content-Length", "Transfer-Encoding"}.isdisjoint(handler.headers)
    try:
        if has_body:
            timer.start()
        return _read_body(handler, limit)
    finally:
        timer.cancel()


def _read_body(handler: BaseHTTPRequestHandler, limit: int) -> bytes:
    lengths = handler.headers.get_all("Content-Length", [])
    encodings = handler.headers.get_all("Transfer-Encoding", [])
    if not lengths and [each.strip().lower() for each in encodings] == ["chunked"]:
        return b"".join(_chunks(handler, limit))
    if not (lengths or encodings):
        return b""
    length = lengths[0].strip() if len(lengths) == 1 and not encodings else ""
    if not (length.isascii() and length.isdecimal()):
        raise BodyError(HTTPStatus.BAD_REQUEST, "The length of the body is ambiguous.")
    if len(length) > 15 or int(length) > limit:
        raise _too_large(limit)
    body = handler.rfile.read(int(length))
    if len(body) < int(length):
        raise BodyError(HTTPStatus.BAD_REQUEST, "The body is shorter than announced.")
    return body


def _chunks(handler: BaseHTTPRequestHandler, limit: int) -> Iterable[bytes]:
    remaining = limit
    while True:
        line = handler.rfile.readline(_MAX_CHUNK_LINE_LENGTH).partition(b";")[0].strip()
        try:
            size = int(line, 16) if line.isalnum() else -1
        except ValueError:
            size = -1
        if size < 0:
            raise BodyError(HTTPStatus.BAD_REQUEST, "The chunked body is malformed.")
        if size > remaining:
            raise _too_large(limit)
        if size == 0:
            break
        remaining -= size
        yield handler.rfile.read(size)
        handler.rfile.readline(_MAX_CHUNK_LINE_LENGTH)
    while handler.rfile.readline(_MAX_CHUNK_LINE_LENGTH).strip():
        # Headers behind the body tell nothing that is needed here.
        continue


def _too_large(limit: int) -> BodyError:
    return BodyError(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"The request is larger than the {limit:,} bytes that are accepted.",
    )


def describe_listen_error(host: str, port: int, error: OSError) -> str:
    """Return why a server cannot use an address, and what to do."""
    return (
        f"Cannot listen on {host_and_port(host, port)}: {describe_os_error(error)}. "
        "Choose another address with --host or --port."
    )


def host_and_port(host: str, port: int) -> str:
    """Return an address as URLs contain it: ``[::1]:8000``."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
