"""A local web server for sites that were built."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line on the terminal for each request."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class BusyServer(ThreadingHTTPServer):
    """Keeps the connections of a page waiting; a queue of five refuses some on a busy machine."""

    request_queue_size = 128


@contextmanager
def serve_folder(folder: Path, headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """Serve a folder on a free port and give its address, without a slash at the end."""

    class Handler(QuietHandler):
        def end_headers(self) -> None:
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            super().end_headers()

    handler = partial(Handler, directory=str(folder))
    with BusyServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
