"""An ASGI application behind a server with threads.

The application runs in one loop of its own; the thread of a request waits for what it says.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from queue import SimpleQueue
from typing import Any

Application = Callable[..., Any]

_END = None


class AsgiBridge:
    """A loop in a thread of its own, in which applications run."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the loop; what still runs in it is given up."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def answer(
        self, application: Application, handler: BaseHTTPRequestHandler, body: bytes
    ) -> None:
        """Let an application answer a request whose body is read."""
        messages: SimpleQueue[Any] = SimpleQueue()
        running = asyncio.run_coroutine_threadsafe(
            self._run(application, _scope(handler), body, messages), self._loop
        )
        try:
            _write(handler, iter(messages.get, _END))
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


def _write(handler: BaseHTTPRequestHandler, messages: Iterator[Any]) -> None:
    for message in messages:
        if message["type"] == "http.response.start":
            handler.send_response(message["status"])
            for name, value in message["headers"]:
                handler.send_header(name.decode("latin-1"), value.decode("latin-1"))
            handler.end_headers()
        elif handler.command != "HEAD":
            handler.wfile.write(message.get("body", b""))
            handler.wfile.flush()
