"""A mock of a document, asked directly and over the network."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from sphinx_sitejson.commands.mock import MockServerOptions, create_mock_server, parse_origins
from sphinx_sitejson.servers.api_project import Project, read_project
from sphinx_sitejson.servers.mock.mock_api import Mock, require_operations
from sphinx_sitejson.servers.mock.responses import MockRequest, MockResponse

DOCUMENTS = Path(__file__).parents[1] / "servers" / "mock" / "documents"


def project_of(name: str) -> Project:
    return read_project(DOCUMENTS / f"{name}.yaml", None)


def mock_named(name: str, *, requires_credentials: bool = True) -> Mock:
    return mock_project(project_of(name), requires_credentials=requires_credentials)


def mock_of(path: Path, document: dict[str, Any], *, requires_credentials: bool = True) -> Mock:
    """Write a document and return its mock."""
    path.write_text(json.dumps(document), encoding="utf-8")
    return mock_project(read_project(path, None), requires_credentials=requires_credentials)


def mock_project(project: Project, *, requires_credentials: bool = True) -> Mock:
    operations = require_operations(project)
    return Mock(project, operations, requires_credentials=requires_credentials)


def ask(mock: Mock, method: str, target: str, body: Any = None, **headers: str) -> MockResponse:
    """Ask a mock; the names of headers are written with "_" for "-"."""
    path, _, query = target.partition("?")
    given = tuple((name.replace("_", "-").lower(), value) for name, value in headers.items())
    content = (
        body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    )
    return mock.respond(
        MockRequest(method=method, path=path, query=query, headers=given, body=content)
    )


def header(answer: MockResponse, name: str) -> str | None:
    found = [value for key, value in answer.headers if key.lower() == name.lower()]
    return ", ".join(found) if found else None


def problem(answer: MockResponse) -> dict[str, Any]:
    assert header(answer, "content-type") == "application/problem+json"
    found: dict[str, Any] = json.loads(answer.body)
    assert found["status"] == answer.status
    assert found["title"]
    return found


@contextmanager
def serving(mock: Mock, *, origins: tuple[str, ...] = (), most: int = 1_000_000) -> Iterator[str]:
    """Serve a mock on a free port and give its address."""
    log: list[str] = []
    parts = MockServerOptions(
        mock=mock, origins=parse_origins(origins), max_request_bytes=most, log=log.append
    )
    with create_mock_server("127.0.0.1", 0, parts) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
