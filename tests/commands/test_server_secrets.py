"""No server of a project prints or stores what requests bring, whatever they look like."""

import base64
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.sites import write_files
from support.small_sites import api_document, settings

WORD = "Zx9-s3cret-Qy7"
ENCODED = base64.b64encode(f"user:{WORD}".encode()).decode()
COMMAND = [sys.executable, "-c", "from sphinx_sitejson.commands import main; main()"]
TARGET = "https%3A%2F%2Fapi.test%2Fany"


def request_lines() -> Iterator[str]:
    """Yield first lines of requests, with a secret in every part."""
    for method in ("GET", "POST", "HEAD", "TRACE", "CONNECT", WORD, "get"):
        yield f"{method} /any?key={WORD} HTTP/1.1"
    for path in (f"/bot{WORD}/x", f"//{WORD}@h/", f"http://u:{WORD}@api.test/any", f"{WORD}", "*"):
        yield f"GET {path} HTTP/1.1"
    yield f"GET /?url={TARGET}%3Fkey%3D{WORD} HTTP/1.1"
    yield f"GET /_sitejson/send?url={TARGET}%3Fkey%3D{WORD} HTTP/1.1"
    yield f"POST /_sitejson/send?url=https://u:{WORD}@api.test/any HTTP/1.1"
    yield f"GET /any {WORD} HTTP/1.1"
    yield f"GET /any HTTP/{WORD}"
    yield f"{WORD}"
    yield f"GET /%00%ff%0d%0a{WORD} HTTP/1.1"


def heads() -> Iterator[bytes]:
    """Yield headers and a body with a secret."""
    word = WORD.encode()
    yield b"Authorization: Bearer " + word
    yield b"Authorization: Basic " + ENCODED.encode()
    yield b"X-Key: " + word + b"\xff\xfe\x80"
    yield b"X-Key: " + "ü日😀".encode() + word
    yield b"X-Key: a\r\n " + word
    yield b"X-Key: a\0" + word
    yield b"X-Key: \x1b[31m" + word
    yield b"X-Key: " + word * 6_000
    yield b"Cookie: a=" + word + b"; b"
    yield b"Prefer: code=" + word
    yield b"Origin: https://" + word + b".test"
    yield b"Content-Length: " + word
    yield b"Transfer-Encoding: " + word
    yield b"Expect: " + word
    yield word + b": x"
    yield b": " + word
    yield word
    yield b"Content-Type: " + word + b"\r\nContent-Length: 20\r\n\r\n" + word + b"      "


def requests(host: str) -> Iterator[bytes]:
    for line in request_lines():
        yield f"{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1")
    for head in heads():
        start = f"GET /any HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n".encode()
        yield start + head + b"\r\n\r\n"
        sent = f"POST /?url={TARGET} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n".encode()
        yield sent + head + b"\r\n\r\n"
        local = sent.replace(b"/?url", b"/_sitejson/send?url")
        yield local + head + b"\r\n\r\n"
    yield f"GET /any HTTP/1.1\r\nHost: {WORD}.test\r\n\r\n".encode()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    key = {"type": "apiKey", "in": "header", "name": "X-Key\u0007\nY"}
    document = api_document(
        {"/any": {"get": {"responses": {"200": {"description": "OK"}}}}},
        "https://api.test",
        security=[{"key": []}],
        components={"securitySchemes": {"key": key}},
    )
    conf = (
        'extensions = ["sphinx_sitejson"]\nhtml_theme = "sitejson"\n'
        'html_baseurl = "https://docs.test/"\nexclude_patterns = ["_build"]\n'
    )
    keys = {"colors": {"primary": "#3355ee"}, "seo": {"siteUrl": "https://docs.test"}}
    site = settings(openapi="api.json", **keys)
    page = "---\ntitle: Start\n---\n"
    write_files(
        folder, {"conf.py": conf, "site.json": site, "api.json": document, "index.mdx": page}
    )
    return folder


def send_raw(port: int, content: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            connection.sendall(content)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65_536):
                pass
        except TimeoutError:
            raise
        except OSError:
            # A refused request may be answered before it is read to its end.
            pass


def wait_for(port: int, process: subprocess.Popen[str]) -> None:
    for _ in range(1_200):
        assert process.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=60).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the server did not start")


@pytest.mark.parametrize(
    "arguments", [["mock"], ["proxy"], ["preview", "--mock"], ["preview"]], ids=" ".join
)
def test_nothing_of_a_request_is_printed_or_stored(arguments, project):
    if arguments[0] == "proxy":
        pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [*COMMAND, arguments[0], str(project), *arguments[1:], "--port", str(port)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    try:
        wait_for(port, process)
        for content in requests(f"localhost:{port}"):
            send_raw(port, content)
        wait_for(port, process)
    finally:
        process.send_signal(signal.SIGTERM)
        output = process.communicate(timeout=600)[0]

    assert WORD.lower() not in output.lower()
    assert ENCODED not in output
    assert "Traceback" not in output
    stored = [
        file
        for file in project.rglob("*")
        if file.is_file()
        and (WORD.encode() in (found := file.read_bytes()) or ENCODED.encode() in found)
    ]
    assert stored == []
