"""Small projects and a small server for the tests of reading."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from sphinx_sitejson.openapi.reading.documents import ReadDocument, ReadOptions, read_document
from support.server import BusyServer

Answer = tuple[int, Mapping[str, str], bytes]


def document(**keys: Any) -> dict[str, Any]:
    """Make a small sound document."""
    return {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {}, **keys}


def getting(schema: Any, **keys: Any) -> dict[str, Any]:
    """Make the path item of an operation that answers with a schema."""
    content = {"application/json": {"schema": schema}}
    return {"get": {"responses": {"200": {"description": "ok", "content": content}}, **keys}}


def write(root: Path, files: Mapping[str, Any]) -> None:
    """Write files: text and bytes as they are, everything else as JSON."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))


def read(root: Path, files: Mapping[str, Any], **options: Any) -> ReadDocument:
    """Write files and read the first of them."""
    write(root, files)
    return read_document(next(iter(files)), root=root, options=ReadOptions(**options))


def read_api(
    root: Path,
    files: Mapping[str, Any] | None = None,
    *,
    returns: Mapping[str, Any] | None = None,
    schemas: Mapping[str, Any] | None = None,
    **keys: Any,
) -> ReadDocument:
    """Write a small document beside other files, and read it.

    :param returns: the schemas that operations answer with, by path.
    :param schemas: the named schemas.
    """
    if returns:
        keys["paths"] = {path: getting(schema) for path, schema in returns.items()}
    if schemas:
        keys["components"] = {"schemas": schemas}
    return read(root, {"api.json": document(**keys), **(files or {})})


def schema_of(found: ReadDocument, path: str = "/a") -> Any:
    """Return the schema of the response that `getting` makes."""
    assert found.data is not None
    responses = found.data["paths"][path]["get"]["responses"]
    return responses["200"]["content"]["application/json"]["schema"]


def messages(found: ReadDocument) -> list[str]:
    return [str(problem) for problem in found.problems]


@dataclass
class Server:
    """A server that answers as the test says, and remembers what it was asked."""

    url: str
    answers: dict[str, Answer | Callable[[BaseHTTPRequestHandler], None]] = field(
        default_factory=dict
    )
    requests: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.requests]


@contextmanager
def serving() -> Iterator[Server]:
    server = Server(url="")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.requests.append((self.path, dict(self.headers)))
            answer = server.answers.get(self.path, (404, {}, b"nothing"))
            if callable(answer):
                answer(self)
                return
            status, headers, body = answer
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if "Content-Length" not in headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    httpd = BusyServer(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{httpd.server_address[1]}"
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()
