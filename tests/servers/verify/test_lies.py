"""An API that lies is found out, whatever the lie is."""

import gzip
import json
from http.server import BaseHTTPRequestHandler
from threading import Thread

import pytest

from sphinx_sitejson.commands import main
from support.server import BusyServer

SHIP = {
    "type": "object",
    "required": ["id", "kind"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer"},
        "kind": {"enum": ["cargo", "ferry"]},
        "built": {"type": "string", "format": "date"},
    },
}
GOOD = {"id": 1, "kind": "cargo", "built": "2026-01-31"}
JSON = {"Content-Type": "application/json", "X-Count": "3"}


def answer(status=200, headers=None, body=None):
    content = (
        body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    )
    return status, JSON if headers is None else headers, content


LIES = {
    "status": (answer(418, {}, None),
               "the status 418 is not documented; documented: 200, 404, 5XX"),
    "redirect": (answer(302, {"Location": "/x"}), "the status 302 is not documented"),
    "failure": (answer(503, {}, None), "the API failed"),
    "type": (answer(body={**GOOD, "id": "1"}), 'body /id: "1" is not of type "integer"'),
    "missing": (answer(body={"id": 1}), 'body: "kind" is a required property'),
    "choice": (answer(body={**GOOD, "kind": "boat"}), '"boat" is not one of "cargo", "ferry"'),
    "format": (answer(body={**GOOD, "built": "31.1.2026"}), 'is not a "date"'),
    "further": (answer(body={**GOOD, "secret": 1}), "secret"),
    "no-json": (answer(body=b"<html>"), "not valid JSON"),
    "charset": (answer(body=b'{"kind": "\xff"}'), "cannot be read as utf-8"),
    "empty": (answer(body=b""), "body: there is none; documented: application/json"),
    "media-type": (answer(headers={**JSON, "Content-Type": "text/html"}, body=GOOD),
                   "header Content-Type: it is text/html; documented: application/json"),
    "no-media-type": (answer(headers={"X-Count": "3"}, body=GOOD),
                      "header Content-Type: there is none"),
    "no-header": (answer(headers={"Content-Type": "application/json"}, body=GOOD),
                  "header X-Count: It is required, but missing from the response"),
    "header": (answer(headers={**JSON, "X-Count": "many"}, body=GOOD),
               'header X-Count: "many" is not of type "integer"'),
    "packed": (answer(headers={**JSON, "Content-Encoding": "gzip"}, body=gzip.compress(b"{}")),
               '"id" is a required property'),
    "badly-packed": (answer(headers={**JSON, "Content-Encoding": "gzip"}, body=b"no gzip"),
                     "the response is malformed"),
    "unknown-packing": (answer(headers={**JSON, "Content-Encoding": "br"}, body=b"x"),
                        "unknown encoding 'br'"),
    "cut": (answer(body=GOOD), "the response ends too early"),
    "dropped": (answer(), "the"),
    "large": (answer(body=b"x" * 2_000_000), "larger than 1 MB"),
    "nonsense": (answer(), "the response is malformed"),
    "body": (answer(204, JSON, GOOD), "the status 204 is not documented"),
}  # fmt: skip


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.strip("/")
        self.server.asked.append((self.path, dict(self.headers)))
        status, headers, content = LIES[name][0] if name in LIES else answer(body=GOOD)
        if name == "slow":
            self.server.stop.wait(20)
        if name in ("dropped", "slow"):
            self.close_connection = True
            return
        if name == "nonsense":
            self.wfile.write(b"this is no HTTP\r\n\r\n")
            self.close_connection = True
            return
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(content) + (10 if name == "cut" else 0)))
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = name == "cut"

    def log_message(self, format, *args):
        pass


@pytest.fixture(scope="module")
def liar():
    from threading import Event

    with BusyServer(("127.0.0.1", 0), Handler) as server:
        server.asked, server.stop = [], Event()
        server.handle_error = lambda *arguments: None
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield server
        server.stop.set()
        server.shutdown()
        thread.join()


def document(names):
    responses = {
        "200": {
            "description": "OK",
            "headers": {"X-Count": {"required": True, "schema": {"type": "integer"}}},
            "content": {"application/json": {"schema": SHIP}},
        },
        "404": {"description": "None"},
        "5XX": {"description": "Failed"},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "X", "version": "1"},
        "servers": [{"url": "https://real.example"}],
        "paths": {f"/{name}": {"get": {"responses": responses}} for name in names},
    }


@pytest.fixture
def verify(tmp_path, liar, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(names, *arguments, form="json"):
        path = tmp_path / "api.json"
        path.write_text(json.dumps(document(names), indent=2))
        url = f"http://127.0.0.1:{liar.server_port}"
        limits = ["--timeout", "2", "--max-response", "1"]
        options = ["--base-url", url, "--format", form, *limits, *arguments]
        code = main(["verify", str(path), *options])
        out = capsys.readouterr().out
        return code, json.loads(out) if form == "json" else out

    return run


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_out(verify, lie):
    code, report = verify([lie])
    (result,) = report["results"]
    said = " ".join(
        [result.get("note", "")]
        + [
            " ".join(filter(None, [each.get("in"), each.get("name"), each.get("pointer")]))
            + f": {each['detail']}"
            for each in result.get("differences", [])
        ]
    )

    assert (code, result["outcome"]) == (1, "differs")
    assert LIES[lie][1] in said


def test_an_error_that_is_not_documented_is_not_called_so(verify):
    _, report = verify(["status"])
    assert "note" not in report["results"][0]


def test_the_truth_is_no_lie(verify):
    code, report = verify(["truth"])
    assert (code, report["counts"]) == (0, {"fits": 1})


def test_one_liar_among_others(verify):
    code, out = verify(["truth", "missing", "other"], form="text")
    assert code == 1
    assert out.splitlines()[1].startswith("DIFFERS   GET /missing  200, ")
    assert 'body: "kind" is a required property' in out
    assert out.endswith("3 operations: 2 as documented, 1 different.\n")


def test_annotations_name_the_line_of_the_operation(verify):
    _, out = verify(["truth", "missing"], form="github")
    first, summary = out.splitlines()
    line = next(
        number
        for number, text in enumerate(
            json.dumps(document(["truth", "missing"]), indent=2).split("\n"), 1
        )
        if '"/missing"' in text
    )
    assert first.startswith("::error title=GET /missing,file=api.json,line=")
    assert first.partition("line=")[2].partition("::")[0] in (str(line), str(line + 1))
    assert first.endswith('::body: "kind" is a required property')
    assert summary == "2 operations: 1 as documented, 1 different."


def test_an_api_that_is_too_slow_gives_no_response(verify):
    code, report = verify(["slow", "truth"])
    assert code == 1
    assert report["results"][0]["outcome"] == "unreachable"
    assert report["results"][0]["note"] == "there was no complete response within 2 seconds."
