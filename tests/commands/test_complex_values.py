"""Values that are too complex to check: of requests, of responses, of examples.

Each is sent to a real process that ends if it takes more than 1.5 GB.
"""

import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import quote

import pytest

from sphinx_sitejson.servers.mock.responses import UNCHECKED
from support.wide import wide_but

resource = pytest.importorskip("resource")

MINUTES = 600
MOST_BYTES = 1_500_000_000
T = {"$ref": "#/components/schemas/T"}
VARIANTS = [
    {"type": "object", "properties": {"c": T}, "required": [f"r{number}"]} for number in range(3)
]
JSON = {"application/json": {"schema": T}}


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def chain(depth):
    return '{"c":' * depth + "{}" + "}" * depth


def document(example=None):
    content = JSON if example is None else {"application/json": {"schema": T, "example": example}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Trees", "version": "1"},
        "paths": {
            "/trees": {
                "get": {
                    "parameters": [{"name": "tree", "in": "query", "content": JSON}],
                    "responses": {"200": {"description": "OK", "content": content}},
                },
                "post": {
                    "requestBody": {"content": JSON},
                    "responses": {"204": {"description": "OK"}},
                },
            }
        },
        "components": {"schemas": {"T": {"anyOf": VARIANTS}}},
    }


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    signal.signal(signal.SIGINT, signal.default_int_handler)


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=MINUTES,
        check=False,
        preexec_fn=limit_memory,
    )


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "trees.json"
    path.write_text(json.dumps(document()))
    return path


@pytest.fixture
def mock(path):
    """Serve the document, and stop at the end."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "sphinx_sitejson", "mock", str(path), "--port", str(port)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit_memory,
    ) as process:
        assert "listening" in process.stderr.readline()
        yield f"http://127.0.0.1:{port}"
        process.send_signal(signal.SIGINT)


def ask(url, body=None):
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=MINUTES) as answer:
            return answer.status, answer.headers[UNCHECKED], ""
    except urllib.error.HTTPError as error:
        return error.code, error.headers[UNCHECKED], json.load(error)["detail"]


def test_a_mock_accepts_what_it_cannot_check_and_names_it(mock):
    for depth in (8, 14, 100):
        deep = chain(depth)
        assert ask(f"{mock}/trees", deep.encode()) == (204, "too complex to check: body", "")
        query = f"?tree={quote(deep)}"
        assert ask(f"{mock}/trees{query}") == (200, "too complex to check: query", "")
    status, _, detail = ask(f"{mock}/trees", chain(2).encode())
    assert (status, "required property" in detail) == (400, True)
    assert ask(f"{mock}/trees", b'{"r1": 1}') == (204, None, "")


@contextmanager
def answering(content):
    """Serve an API whose answer is always the same."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_arguments):
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("content", "code", "lines"),
    [
        (chain(14), 2, ["not tried GET /trees", "body: too complex to check"]),
        (chain(100), 2, ["not tried GET /trees", "body: too complex to check"]),
        (chain(1), 1, ["DIFFERS   GET /trees", 'body: "r0" is a required property']),
        ('{"r2": 1}', 0, ["ok        GET /trees"]),
    ],
    ids=["depth 14", "depth 100", "depth 1", "valid"],
)
def test_verify_says_what_it_could_not_check(path, content, code, lines):
    with answering(content.encode()) as url:
        process = run("sphinx_sitejson", "verify", path, "--base-url", url)

    assert process.returncode == code, process.stderr
    for line in lines:
        assert line in process.stdout


@pytest.mark.parametrize("depth", wide_but([14, 40], 40))
def test_a_build_says_which_examples_it_could_not_check(tmp_path, depth):
    source = tmp_path / "source"
    source.mkdir()
    settings = {"name": "X", "tabs": [{"name": "API", "url": "api", "openapi": "trees.json"}]}
    block = f"```json 200\n{chain(depth)}\n```"
    for name, text in {
        "conf.py": 'extensions = ["sphinx_sitejson"]\nsitejson_checks = ["example_mismatch"]\n',
        "site.json": json.dumps(
            {**settings, "navigation": [{"group": "A", "pages": ["index", "tree"]}]}
        ),
        "trees.json": json.dumps(document(json.loads(chain(depth)))),
        "index.md": "# Home\n",
        "tree.mdx": "---\nopenapi: GET /trees\n---\n\n<ResponseExample>\n\n"
        f"{block}\n\n</ResponseExample>\n",
    }.items():
        (source / name).write_text(text)
    process = run("sphinx", "-q", source, tmp_path / "out")

    assert process.returncode == 0, process.stderr
    found = [line for line in process.stderr.splitlines() if "example_mismatch" in line]
    message = "the example is too complex to check against its schema."
    assert [line.count(message) for line in found] == [1, 1]
    assert "trees.json" in found[0]
    assert "tree.mdx:7" in found[1]
