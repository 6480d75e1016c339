"""A real upstream server, a real proxy, and a client, each on this machine."""

import asyncio
import hashlib
import http.client
import json
import socket
import ssl
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch
from urllib.parse import quote

import uvicorn

from sphinx_sitejson.common.network.connections import resolve_host
from sphinx_sitejson.common.network.urls import parse_http_url
from sphinx_sitejson.servers.proxy import forwarding
from sphinx_sitejson.servers.proxy.access import SiteOrigins, normalize_base_urls
from sphinx_sitejson.servers.proxy.forwarding import ProxySettings
from sphinx_sitejson.servers.proxy.limits import Limits
from sphinx_sitejson.servers.proxy.server import create_server

SITE = "https://docs.example.com"
TLS = ssl.create_default_context()


def wait_until(condition, seconds=10):
    """Wait for something that happens in another thread."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@contextmanager
def running(server):
    """Run a uvicorn server in a thread on a free port; give the port."""
    taken = socket.create_server(("127.0.0.1", 0), backlog=1024)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield taken.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        taken.close()


@dataclass
class Upstream:
    """An API that tells what it received."""

    port: int = 0
    received: list = field(default_factory=list)
    disconnects: int = 0
    may_go_on: threading.Event = field(default_factory=threading.Event)

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def last(self):
        return self.received[-1]

    async def __call__(self, scope, receive, send):
        name = scope["path"].split("/")[2]
        self.received.append(
            {
                "method": scope["method"],
                "target": scope["raw_path"].decode() + "?" + scope["query_string"].decode(),
                "headers": {name.decode(): value.decode() for name, value in scope["headers"]},
            }
        )
        await getattr(self, f"answer_{name}")(scope, receive, send)

    async def answer_echo(self, scope, receive, send):
        size, digest = 0, hashlib.sha256()
        while True:
            message = await receive()
            size += len(message.get("body", b""))
            digest.update(message.get("body", b""))
            if not message.get("more_body"):
                break
        self.last["size"], self.last["digest"] = size, digest.hexdigest()
        await respond(send, 200, json.dumps(self.last).encode(), [("content-type", "text/json")])

    async def answer_status(self, scope, receive, send):
        headers = [("location", "/v1/elsewhere"), ("www-authenticate", "Basic")]
        await respond(send, int(scope["path"].rpartition("/")[2]), b"", headers)

    async def answer_headers(self, scope, receive, send):
        headers = [
            ("content-type", "text/html"),
            ("set-cookie", "sid=1"),
            ("set-cookie2", "sid=1"),
            ("strict-transport-security", "max-age=9"),
            ("access-control-allow-origin", "*"),
            ("access-control-allow-credentials", "true"),
            ("content-security-policy", "default-src *"),
            ("content-disposition", 'inline; filename="a.html"'),
            ("cache-control", "public, max-age=99"),
            ("clear-site-data", '"*"'),
            ("x-rate-limit", "7"),
            ("x-frame-options", "ALLOW"),
            ("x-sitejson-status", "999"),
            ("x-sitejson-header-location", "https://evil.test"),
            ("etag", '"1"'),
            ("connection", "x-secret-hop"),
            ("x-secret-hop", "1"),
        ]
        await respond(send, 200, b"<script>alert(1)</script>", headers)

    async def answer_bytes(self, scope, receive, send):
        size = int(scope["path"].rpartition("/")[2])
        await respond(send, 200, b"x" * size, [("content-length", str(size))])

    async def answer_endless(self, scope, receive, send):
        await start(send, 200)
        while (await next_message(receive, 0)) is None:
            await part(send, b"x" * 65_536)
        self.disconnects += 1

    async def answer_stream(self, scope, receive, send):
        await start(send, 200, [("content-type", "text/event-stream")])
        await part(send, b"data: first\n\n")
        await asyncio.to_thread(self.may_go_on.wait, 10)
        await part(send, b"data: second\n\n")
        await end(send)

    async def answer_stall(self, scope, receive, send):
        await start(send, 200)
        await part(send, b"begin")
        await self._until_disconnect(receive)

    async def answer_hang(self, scope, receive, send):
        await self._until_disconnect(receive)

    async def _until_disconnect(self, receive):
        while (await receive())["type"] != "http.disconnect":
            pass
        self.disconnects += 1

    async def answer_slow(self, scope, receive, send):
        await asyncio.sleep(0.2)
        await respond(send, 200, scope["query_string"])

    async def answer_early(self, scope, receive, send):
        await respond(send, 413, b"too much", [("connection", "close")])


async def next_message(receive, seconds):
    try:
        async with asyncio.timeout(seconds or 0.001):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return message
    except TimeoutError:
        return None


async def start(send, status, headers=()):
    encoded = [(name.encode(), value.encode()) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


async def part(send, body):
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def end(send):
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def respond(send, status, body, headers=()):
    await start(send, status, headers)
    await send({"type": "http.response.body", "body": body})


@contextmanager
def running_upstream(**config):
    """Run the API."""
    upstream = Upstream()
    server = uvicorn.Server(
        uvicorn.Config(upstream, log_config=None, log_level=50, lifespan="off", ws="none", **config)
    )
    with running(server) as port:
        upstream.port = port
        yield upstream


@dataclass
class Proxy:
    """A client of a proxy."""

    port: int

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def ask(self, target, method="GET", headers=None, body=None, path=None):
        """Send a request; return the answer and its body."""
        path = path or f"/?url={quote(target, safe='')}"
        with closing(self.connection()) as connection:
            connection.request(method, path, body=body, headers=headers or {})
            with connection.getresponse() as answer:
                return answer, answer.read()

    def begin(self, target, method="GET", length=None, first=None):
        """Send a request, or the first part of one; return the connection."""
        connection = self.connection()
        connection.putrequest(method, f"/?url={quote(target, safe='')}")
        if length is not None:
            connection.putheader("Content-Length", str(length))
        connection.endheaders(first)
        return connection

    def problem(self, *arguments, **options):
        """Send a request that is not forwarded; return status and code."""
        answer, content = self.ask(*arguments, **options)
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["X-Sitejson-Status"] is None
        problem = json.loads(content)
        assert problem["status"] == answer.status
        assert problem["detail"].endswith(".")
        return answer.status, problem["code"]


@contextmanager
def running_proxy(
    *bases, allow_private=True, origins=(SITE,), limits=None, resolve=resolve_host, **settings
):
    """Run a proxy for some base URLs, whose hosts have the addresses that a function returns."""
    server = create_server(
        ProxySettings(
            bases=normalize_base_urls(map(parse_http_url, bases)),
            origins=SiteOrigins(origins),
            allow_private=allow_private,
            limits=limits or Limits(),
            **{"ssl_context": TLS, **settings},
        )
    )
    with patch.object(forwarding, "resolve_host", resolve), running(server) as port:
        yield Proxy(port)
