"""Odd secrets and odd documents: no output, log or file of ``verify`` and ``mock`` has a secret."""

import atexit
import base64
import contextlib
import io
import json
import os
import socket
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import strategies as st

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.mock import MockServerOptions, create_mock_server
from sphinx_sitejson.servers.api_project import ProjectError, read_project
from sphinx_sitejson.servers.mock.mock_api import Mock, require_operations
from support.echo import echo_server

from .damage import HOSTILE_TEXTS

WORD = "Zx9-s3cret-Qy7"
"""In every secret, so that it can be found."""
SPELLINGS = (
    WORD.lower(),
    quote(WORD).lower(),
    *(base64.b64encode(f"{before}{WORD}".encode()).decode()[4:16].lower() for before in ("", "x")),
)
Example = tuple[str, int, str, dict[str, Any]]
"""A secret and how often it is repeated, a format of ``verify``, and a document."""


def examples() -> st.SearchStrategy[Example]:
    odd = st.one_of(
        st.sampled_from(HOSTILE_TEXTS),
        st.text(max_size=20),
        st.sampled_from(("X-Key", "Authorization", "Cookie", "Host", "X\r\nY: 1", "a; b", "\x7f")),
    )
    secrets = st.tuples(odd, odd).map(lambda parts: WORD.join(parts).replace("\0", "0"))
    keys = {"in": st.sampled_from(("header", "query", "cookie", "body")), "name": odd}
    schemes = st.one_of(
        st.fixed_dictionaries({"type": st.just("http"), "scheme": odd}),
        st.fixed_dictionaries({"type": st.just("http"), "scheme": st.just("basic")}),
        st.fixed_dictionaries({"type": st.just("apiKey"), **keys}),
    )
    fixed = {"required": st.just(True), "schema": st.just({"type": "string"})}
    places = st.sampled_from(("header", "query", "cookie"))
    parameters = st.fixed_dictionaries({"name": odd, "in": places, "example": odd, **fixed})
    documents = st.builds(_document, schemes, st.lists(parameters, max_size=2), odd, odd)
    repeated = st.sampled_from((1, 1, 1, 2_000))
    return st.tuples(secrets, repeated, st.sampled_from(("text", "json", "github")), documents)


def _document(
    scheme: dict[str, Any], parameters: list[dict[str, Any]], server: str, path: str
) -> dict[str, Any]:
    # What the API repeats does not fit, so that it would be shown.
    text = {"type": "string", "maxLength": 1}
    schema = {"type": "object", "additionalProperties": {"anyOf": [text, {"type": "integer"}]}}
    answer = {"description": "OK", "content": {"application/json": {"schema": schema}}}
    operation = {"parameters": parameters, "responses": {"200": answer}}
    return {
        "openapi": "3.1.0",
        "info": {"title": server, "version": "1"},
        "servers": [{"url": server}],
        "security": [{"odd": []}],
        "paths": {"/any": {"get": operation}, f"/{path}": {"get": operation}},
        "components": {"securitySchemes": {"odd": scheme}},
    }


def keep_secret(example: Example, folder: Path) -> None:
    """Give the secret to a verification and to a mock, and look for it."""
    secret, count, form, document = example
    secret *= count
    path = folder / "api.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(os.environ, "SITEJSON_AUTH", _as_environment(secret))
            arguments = ["--base-url", _echo_address(), "--format", form]
            with contextlib.suppress(SystemExit):
                main(["verify", str(path), *arguments])
        _ask_mock(path, secret, output)
    shown = output.getvalue()
    assert not any(spelling in shown.lower() for spelling in SPELLINGS), shown
    assert "Traceback" not in shown and "This is a bug" not in shown, shown
    assert [file.name for file in folder.iterdir()] == ["api.json"]


def _as_environment(secret: str) -> str:
    return secret.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


@cache
def _echo_address() -> str:
    # For the whole run. Closed while its thread still runs, or closing would wait forever.
    stack = contextlib.ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(echo_server()).address


def _ask_mock(path: Path, secret: str, output: io.StringIO) -> None:
    try:
        project = read_project(path, None)
        mock = Mock(project, require_operations(project), requires_credentials=True)
    except ProjectError as error:
        print(error, file=output)
        return
    log = partial(print, file=output)
    parts = MockServerOptions(mock=mock, origins=(), max_request_bytes=1_000_000, log=log)
    with create_mock_server("127.0.0.1", 0, parts) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        for request in _requests(secret):
            _send(server.server_port, request)
        server.shutdown()
        thread.join()


def _requests(secret: str) -> Iterator[bytes]:
    raw = secret.encode("utf-8", "surrogatepass")
    end = b"\r\nHost: localhost\r\nConnection: close\r\n"
    yield b"GET /any HTTP/1.1" + end + b"Authorization: " + raw + b"\r\n\r\n"
    yield b"GET /any HTTP/1.1" + end + raw + b": x\r\n\r\n"
    yield b"GET /any?key=" + raw + b" HTTP/1.1" + end + b"\r\n"
    yield b"GET /any/" + quote(raw).encode() + b" HTTP/1.1" + end + b"\r\n"
    yield raw + b"\r\n\r\n"


def _send(port: int, content: bytes) -> None:
    with (
        # A refused request may be answered before it is read to its end.
        contextlib.suppress(OSError),
        socket.create_connection(("127.0.0.1", port), timeout=60) as connection,
    ):
        connection.sendall(content)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
