"""Requests that are hard to write down, and a server that tells what arrives."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Thread
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.http_messages.request import (
    BasicAuth,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Part,
    SampleRequest,
    TextBody,
)
from sphinx_sitejson.http_messages.samples import LANGUAGES, generate_samples
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation

URL = "https://api.example.com/pets?name=a%20b"
WORLD = "é 日本 😀 \u2018\u2019\u201a\u201b \u201c\u201d\u201e"
PRINTABLE = (
    "' \" \\ \\n $HOME ${x} $(id) `id` #{x} #$x %s %PATH% </script> <!-- {{ }} ''' \"\"\" ; & | "
    f"{WORLD} @x"
)
TRICKY = f"{PRINTABLE}\nline\r\n\ttab \0null \u2028 \u202e \x7f \ufeff end\\"
TRICKY_VALUE = {
    "text": TRICKY,
    PRINTABLE: "key",
    "__proto__": 1,
    "constructor": [1, 1.5, -2, True, False, None, [], {}],
    "nested": {"deep": [{"a": "b"}]},
    "": "",
}
BODIES = {
    "nothing": None,
    "json": JsonBody(value=TRICKY_VALUE),
    "json text": JsonBody(value='a "text"'),
    "json null": JsonBody(value=None),
    "json of a vendor": JsonBody(value=[1], media_type="application/vnd.api+json"),
    "form": FormBody(fields=(("text", PRINTABLE), (PRINTABLE, "key"), ("line", "a\nb"))),
    "form with a name twice": FormBody(fields=(("a", "1"), ("a", "2"))),
    "parts": MultipartBody(
        parts=(
            Part(name="text", text=PRINTABLE),
            Part(name="meta", text='{"a":1}', media_type="application/json"),
            Part(name="file", file_name="image.png", media_type="image/png"),
            Part(name="file", file_name="file.bin"),
        )
    ),
    "text": TextBody(text=TRICKY.replace("\0", "")),
    "text with an at": TextBody(text="@/etc/passwd"),
    "file": FileBody(file_name="file.bin"),
}


EXACT_TEXTS = (
    '{"id": 9007199254740993}',
    "[1.10, 1.0, 1E400, 1e3, -0, -0.0, 0.1000000000000000055, 100.00, 0.00001, 1e-7]",
    '{"10": "ten", "2": {"deep": [-9223372036854775809, 1e+21, 1234567890123456.75]}, "a": "`${"}',
    """{"text": "\\"\\"\\" \\\\ ''' </script> é\\n", "n": 1.50}""",
    "123456789012345678901234567890.123456789",
    "[4503599627370497.5, 0.0001, 0.00012, 123.456, -1.5, 9007199254740991, 1e+300, 2.5e-10]",
    '["NaN", 1.0]',
)
"""JSON whose numbers and order are lost by whoever reads it into values of a language."""
EXACT = {text: JsonBody(value=read_json(text)) for text in EXACT_TEXTS} | {
    "form with numbers as names": FormBody(fields=(("10", "1.10"), ("2", "1E400"), ("a", "-0")))
}


def request_of(body: Any = None, **parts: Any) -> SampleRequest:
    return SampleRequest(**{"method": "POST" if body else "GET", "url": URL, "body": body, **parts})


def code_of(language: str, request: SampleRequest) -> str:
    """Return the sample of a request, which a script writes."""
    return generate_samples(request, [LANGUAGES[language]])[language]


FULL = request_of(
    BODIES["json"],
    headers=(("X-Text", PRINTABLE.replace(WORLD, "")), ("X-Empty", "")),
    cookies=(("a", "1"), ("b", "2")),
    basic_auth=BasicAuth(),
)


def operation_of(
    raw: dict[str, Any], *, path: str = "/pets", method: str = "post", **parts: Any
) -> Operation:
    data = {"openapi": "3.2.0", "info": {}, "paths": {path: {method: raw}}, **parts}
    document = OpenApiDocument(data, name="api", location="/api.json", version="3.2")
    return document.operations[0]


def run_if_present(tool: str, *arguments: str | Path, **options: Any) -> str | None:
    """Return what a program writes; None where the machine does not have it.

    A test that uses it also makes checks that need no program.
    """
    path = shutil.which(tool)
    if path is None:
        return None
    command = [path, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, timeout=600, **options)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@dataclass
class Arrived:
    """A request as a server sees it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class EchoServer:
    """Where samples are sent, and what came."""

    url: str
    arrived: list[Arrived] = field(default_factory=list)


@contextmanager
def echo_server() -> Iterator[EchoServer]:
    class Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Transfer-Encoding") == "chunked":
                body = self.chunks()
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.arrived.append(Arrived(self.command, self.path, headers, body))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def chunks(self) -> bytes:
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        def log_message(self, *arguments: Any) -> None:
            pass

    from support.server import BusyServer  # not on the path of processes that tests start

    http = BusyServer(("127.0.0.1", 0), Handler)
    server = EchoServer(f"http://127.0.0.1:{http.server_port}")
    thread = Thread(target=http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
