"""A real HTTP server that tells what it received, for requests that pages send.

It also plays the parts that a playground has to cope with: slow and endless answers, files,
answers without permission to be read, and a small OAuth server.
"""

import base64
import hashlib
import json
import re
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from support.server import BusyServer

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
EXACT_ANSWER = (
    '{"10": 1.10, "2": 1E400, "id": 9007199254740993, "again": -0, "again": [1.0, 1e3], '
    '"long": 0.1000000000000000055}'
)
LONG = 60_000
"""How many rows make an answer of some megabytes."""
_MARKUP = '<?xml version="1.0" encoding="utf-16"?><a b="1"><c>grün</c><d/></a>'
CONTENTS = {
    "page": (
        "text/html",
        b"<script>parent.hacked = 1; document.title = 'hacked'</script><b id=x>bold</b>",
    ),
    "picture": ("image/png", PIXEL),
    "latin": ("text/plain; charset=iso-8859-1", "Größe".encode("latin-1")),
    "markup": ("application/xml", _MARKUP.encode("utf-16")),
    "exact": ("application/json", EXACT_ANSWER.encode()),
    "ships": ("application/json", b'{"id": 7, "kind": "cargo", "length": -3, "extra": null}'),
    "partly": ("application/json", b'{"a": 1}'),
    "fitting": ("application/json", b'{"n": 9007199254740993}'),
    "deep": ("application/json", b"[" * 20_000 + b"]" * 20_000),
    "blank": ("application/json", b""),
}
"""What is answered at a path: the type and the body."""
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Allow-Methods": "*",
    "Access-Control-Expose-Headers": "*",
}


@dataclass(slots=True)
class Received:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        """The path, still encoded."""
        return self.target.partition("?")[0]

    @property
    def query(self) -> str:
        """The query, still encoded."""
        return self.target.partition("?")[2]

    @property
    def parts(self) -> list[tuple[str, str, str, bytes]]:
        """The parts of a multipart body: name, file name, media type, content."""
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        message = BytesParser(policy=HTTP).parsebytes(head + self.body)
        return [
            (
                str(part.get_param("name", header="content-disposition")),
                part.get_filename() or "",
                part["content-type"] or "",
                bytes(part.get_payload(decode=True)).removesuffix(b"\n").removesuffix(b"\r"),
            )
            for part in message.iter_parts()
        ]


@dataclass(slots=True)
class EchoServer:
    """The server's address, what it received, and what a test may change."""

    address: str = ""
    received: list[Received] = field(default_factory=list)
    codes: dict[str, str] = field(default_factory=dict)
    """Codes that were handed out, and the challenges they came with."""
    device_is_ready: Event = field(default_factory=Event)

    @property
    def last(self) -> Received:
        """The last request that was no question for permission."""
        return [each for each in self.received if each.method != "OPTIONS"][-1]


class Handler(BaseHTTPRequestHandler):
    """Answers by path."""

    protocol_version = "HTTP/1.1"
    server: Any

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def answer_any(self) -> None:
        echo: EchoServer = self.server.echo
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(self.command, self.path, headers, body)
        echo.received.append(received)
        name = urlsplit(self.path).path.strip("/").split("/")[0].replace("-", "_")
        if self.command == "OPTIONS":
            self.answer(204, b"", {} if name in ("closed", "picky") else CORS)
        elif name in CONTENTS:
            kind, content = CONTENTS[name]
            self.answer(200, content, {"Content-Type": kind, **CORS})
        elif handle := getattr(self, f"on_{name}", None):
            handle(received)
        else:
            self.json(
                {
                    "method": received.method,
                    "target": received.target,
                    "headers": received.headers,
                    "body": received.body.decode("utf-8", "replace"),
                }
            )

    def __getattr__(self, name: str) -> object:
        """Answer any method."""
        if name.startswith("do_"):
            return self.answer_any
        raise AttributeError(name)

    def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD" and body:
            self.wfile.write(body)

    def json(self, value: object, status: int = 200, **headers: str) -> None:
        content = {"Content-Type": "application/json", **CORS, **headers}
        self.answer(status, json.dumps(value).encode(), content)

    def on_status(self, received: Received) -> None:
        status = int(received.path.rpartition("/")[2])
        self.json({"code": status, "message": "as asked"}, status)

    def on_closed(self, received: Received) -> None:
        self.answer(200, b"secret", {"Content-Type": "text/plain"})

    def on_file(self, received: Received) -> None:
        name = f"attachment; filename*=UTF-8''{quote('../sums über.bin')}"
        kind = {"Content-Type": "application/octet-stream", "Content-Disposition": name}
        self.answer(200, b"\x00\xff\x10", {**kind, **CORS})

    def on_slow(self, received: Received) -> None:
        # Whoever asks leaves before the answer, or the test has waited for too long.
        readable, _, _ = select.select([self.connection], [], [], 30)
        if not readable:
            self.json({"late": True})
        self.close_connection = True

    def on_events(self, received: Received) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        for name, value in CORS.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            for number in range(200):
                self.wfile.write(f"event: tick\ndata: {json.dumps({'n': number})}\n\n".encode())
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            pass
        self.close_connection = True

    def on_long(self, received: Received) -> None:
        rows = [
            {"id": number, "name": f"ship {number}", "tags": ["a", "b"]} for number in range(LONG)
        ]
        self.json({"rows": rows, "last": "needle in the end"})

    def on_lines(self, received: Received) -> None:
        text = "".join(f"line {number}\n" for number in range(LONG))
        self.answer(200, text.encode(), {"Content-Type": "text/plain", **CORS})

    def on_nothing(self, received: Received) -> None:
        self.answer(204, b"", CORS)

    def on_moved(self, received: Received) -> None:
        self.answer(302, b"", {"Location": "/fitting", **CORS})

    def on_redirect(self, received: Received) -> None:
        """Redirect to this server, or to its other name, which is another origin."""
        port = urlsplit(self.server.echo.address).port
        is_within = received.path.endswith("/within")
        target = "/fitting" if is_within else f"http://localhost:{port}/fitting"
        self.answer(307, b"", {"Location": target, **CORS})

    def on_created(self, received: Received) -> None:
        address = self.server.echo.address
        body = {"id": 7, "self": f"{address}/things/7?full=true", "other": "https://other.example/"}
        self.json(body, 201, Location="/things/7")

    def on_dropped(self, received: Received) -> None:
        self.close_connection = True
        self.connection.close()

    def on_cut(self, received: Received) -> None:
        """Lose the connection in the middle of a body."""
        self.send_response(200)
        for name, value in {"Content-Type": "application/json", **CORS}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "900")
        self.end_headers()
        self.wfile.write(b'{"n": ')
        self.close_connection = True

    def on_picky(self, received: Received) -> None:
        """Let pages read, but answer no question before a request."""
        self.json({})

    def on_digest(self, received: Received) -> None:
        if not received.headers.get("authorization", "").startswith("Digest "):
            question = 'Digest realm="harbour", qop="auth", nonce="abc", algorithm=MD5'
            self.json({}, 401, **{"WWW-Authenticate": question})
            return
        fields = dict(re.findall(r'(\w+)="?([^",]+)', received.headers["authorization"]))

        def digest(*parts: str) -> str:
            return hashlib.md5(":".join(parts).encode()).hexdigest()

        user = digest(fields["username"], "harbour", "pw")
        place = digest(received.method, received.target)
        wanted = digest(user, "abc", fields["nc"], fields["cnonce"], "auth", place)
        self.json({}, 200 if fields["response"] == wanted else 403)

    # A small OAuth server.

    def on_authorize(self, received: Received) -> None:
        asked = {name: values[0] for name, values in parse_qs(received.query).items()}
        code = f"code-{len(self.server.echo.codes)}"
        self.server.echo.codes[code] = asked.get("code_challenge", "")
        answer = {"state": asked["state"], "code": code}
        if asked["client_id"] == "forger":
            answer["state"] = "another"
        if asked["response_type"] == "token":
            answer = {"state": asked["state"], "access_token": "implicit-token"}
        mark = "#" if asked["response_type"] == "token" else "?"
        target = f"{asked['redirect_uri']}{mark}{urlencode(answer)}"
        self.answer(302, b"", {"Location": target})

    def on_token(self, received: Received) -> None:
        asked = {name: values[0] for name, values in parse_qs(received.body.decode()).items()}
        grant = asked["grant_type"]
        if grant == "authorization_code":
            digest = hashlib.sha256(asked["code_verifier"].encode()).digest()
            challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
            if self.server.echo.codes.get(asked["code"]) != challenge:
                self.json({"error": "invalid_grant"}, 400)
                return
        if grant.endswith("device_code") and not self.server.echo.device_is_ready.is_set():
            self.json({"error": "authorization_pending"}, 400)
            return
        self.json({"access_token": f"token by {grant.rpartition(':')[2]}", "token_type": "Bearer"})

    def on_device(self, received: Received) -> None:
        page = f"{self.server.echo.address}/enter"
        codes = {"device_code": "d1", "user_code": "AB-12", "verification_uri": page}
        self.json({**codes, "interval": 0.1})

    def on_openid(self, received: Received) -> None:
        address = self.server.echo.address
        self.json(
            {
                "issuer": address,
                "authorization_endpoint": f"{address}/authorize",
                "token_endpoint": f"{address}/token",
                "device_authorization_endpoint": f"{address}/device",
                "scopes_supported": ["openid", "ships"],
            }
        )


@contextmanager
def echo_server() -> Iterator[EchoServer]:
    """Run the server on a free port."""
    echo = EchoServer()
    with BusyServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.echo = echo  # type: ignore[attr-defined]
        echo.address = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield echo
        finally:
            server.shutdown()
            thread.join()
