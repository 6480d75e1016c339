"""Patterns for which backtracking takes longer than a lifetime, in requests and responses."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from time import process_time

import pytest

from sphinx_sitejson.commands import main
from support.mocks import ask, mock_of

LONG = "a" * 30_000 + "!"
MAX_SECONDS = 5
PATTERNS = {
    "nested": "^(a+)+$", "choice": "^(a|aa)+$", "ahead": "^(?=a)(a+)+$", "back": r"^(a+)+\1$",
}  # fmt: skip
STRINGS = {name: {"type": "string", "pattern": pattern} for name, pattern in PATTERNS.items()}
BODY = {"content": {"application/json": {"schema": {"type": "object", "properties": STRINGS}}}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Names", "version": "1"},
    "paths": {
        "/names": {
            "get": {
                "parameters": [
                    {"name": name, "in": "query", "schema": schema}
                    for name, schema in STRINGS.items()
                ],
                "responses": {"200": {"description": "OK", **BODY}},
            },
            "put": {"requestBody": BODY, "responses": {"204": {"description": "OK"}}},
        }
    },
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_mock_refuses_long_values_in_a_short_time(tmp_path, name):
    mock = mock_of(tmp_path / "names.json", DOCUMENT, requires_credentials=False)
    start = process_time()

    assert ask(mock, "GET", f"/names?{name}={LONG}").status == 400
    body = {name: LONG}
    assert ask(mock, "PUT", "/names", body, content_type="application/json").status == 400
    assert process_time() - start < MAX_SECONDS


class LongValues(BaseHTTPRequestHandler):
    """Answers with values that match no pattern."""

    def do_GET(self):
        content = json.dumps(dict.fromkeys(PATTERNS, LONG)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments):
        """Print nothing."""


def test_verify_reports_long_values_in_a_short_time(tmp_path, capsys):
    path = tmp_path / "names.json"
    path.write_text(json.dumps(DOCUMENT))
    with HTTPServer(("127.0.0.1", 0), LongValues) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        start = process_time()
        url = f"http://127.0.0.1:{server.server_port}"
        assert main(["verify", str(path), "--base-url", url]) == 1
        server.shutdown()

    assert process_time() - start < MAX_SECONDS
    assert "nested" in capsys.readouterr().out
