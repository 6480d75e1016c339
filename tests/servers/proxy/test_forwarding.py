"""A proxy between a client and a real server."""

import hashlib
import http.client
import json
import logging
import os
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sphinx_sitejson.servers.proxy.limits import Limits

from .support import SITE, running_proxy, wait_until

SHORT = Limits(connect_seconds=1, idle_seconds=0.4)
SMALL = Limits(request_bytes=1_000_000, response_bytes=300_000)


@pytest.fixture(scope="module")
def short_proxy(upstream):
    with running_proxy(upstream.base, limits=SHORT) as running:
        yield running


@pytest.fixture(scope="module")
def small_proxy(upstream):
    with running_proxy(upstream.base, limits=SMALL) as running:
        yield running


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "QUERY"])
def test_methods(proxy, upstream, method):
    answer, content = proxy.ask(f"{upstream.base}/echo?a=1&b=%2F", method)

    assert answer.status == 200
    assert answer.headers["X-Sitejson-Status"] == "200"
    assert upstream.last["method"] == method
    assert upstream.last["target"] == "/v1/echo?a=1&b=%2F"
    assert bool(content) is (method != "HEAD")


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "TRACK"])
def test_methods_that_are_not_forwarded(proxy, upstream, method):
    assert proxy.problem(f"{upstream.base}/echo", method) == (405, "method_refused")


def test_headers_of_a_request(proxy, upstream):
    proxy.ask(
        f"{upstream.base}/echo",
        headers={
            "Authorization": "Bearer secret",
            "X-Api-Key": "secret",
            "Cookie": "site=1",
            "X-Sitejson-Cookie": "reader=1",
            "X-Sitejson-Header-Origin": "https://reader.example",
            "Origin": SITE,
            "Referer": f"{SITE}/page",
            "Sec-Fetch-Mode": "cors",
            "X-Forwarded-For": "1.2.3.4",
            "Forwarded": "for=1.2.3.4",
            "Via": "1.1 x",
            "Connection": "keep-alive, X-Hop",
            "X-Hop": "1",
        },
    )

    assert upstream.last["headers"] == {
        "host": f"127.0.0.1:{upstream.port}", "accept-encoding": "identity",
        "authorization": "Bearer secret", "x-api-key": "secret", "cookie": "reader=1",
        "origin": "https://reader.example", "connection": "close",
    }  # fmt: skip


def test_a_header_that_cannot_be_asked_for(proxy, upstream):
    count = len(upstream.received)
    headers = {"X-Sitejson-Header-Host": "internal"}

    assert proxy.problem(f"{upstream.base}/echo", headers=headers) == (400, "header_refused")
    assert len(upstream.received) == count


def test_headers_of_a_response(proxy, upstream):
    answer, content = proxy.ask(f"{upstream.base}/headers", headers={"Origin": SITE})
    headers = {name.lower(): value for name, value in answer.headers.items()}

    assert content == b"<script>alert(1)</script>"
    assert headers.pop("date")
    assert headers.pop("x-sitejson-header-date")
    assert headers.pop("transfer-encoding") == "chunked"
    exposed = headers.pop("access-control-expose-headers")
    assert {"x-sitejson-status", "x-sitejson-answered-by", "x-rate-limit", "etag"} <= set(
        exposed.split(", ")
    )
    assert headers == {
        "content-type": "text/html", "x-rate-limit": "7", "etag": '"1"', "x-sitejson-status": "200",
        "x-sitejson-answered-by": "proxy", "x-sitejson-header-server": "uvicorn",
        "x-sitejson-header-strict-transport-security": "max-age=9",
        "x-sitejson-header-access-control-allow-origin": "*",
        "x-sitejson-header-access-control-allow-credentials": "true",
        "x-sitejson-header-content-security-policy": "default-src *",
        "x-sitejson-header-content-disposition": 'inline; filename="a.html"',
        "x-sitejson-header-cache-control": "public, max-age=99",
        "x-sitejson-header-clear-site-data": '"*"', "x-sitejson-header-x-frame-options": "ALLOW",
        "cache-control": "no-store",
        "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "content-disposition": "attachment", "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer", "x-content-type-options": "nosniff", "vary": "origin",
        "access-control-allow-origin": SITE,
    }  # fmt: skip


@pytest.mark.parametrize("status", [301, 302, 303, 304, 307, 308])
def test_a_redirect_is_returned_and_not_followed(proxy, upstream, status):
    count = len(upstream.received)
    answer, _content = proxy.ask(f"{upstream.base}/status/{status}")

    assert answer.status == 200
    assert answer.headers["Location"] is None
    assert answer.headers["X-Sitejson-Status"] == str(status)
    assert answer.headers["X-Sitejson-Header-Location"] == "/v1/elsewhere"
    assert len(upstream.received) == count + 1


@pytest.mark.parametrize("status", [204, 401, 404, 407, 500])
def test_other_statuses(proxy, upstream, status):
    answer, _content = proxy.ask(f"{upstream.base}/status/{status}")

    assert answer.status == (200 if status == 407 else status)
    assert answer.headers["X-Sitejson-Status"] == str(status)


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_large_body_arrives_whole(proxy, upstream, is_chunked):
    content = os.urandom(5_000_000)
    parts = (content[i : i + 50_000] for i in range(0, len(content), 50_000))
    answer, body = proxy.ask(f"{upstream.base}/echo", "POST", body=parts if is_chunked else content)

    assert answer.status == 200
    assert json.loads(body)["digest"] == hashlib.sha256(content).hexdigest()
    assert upstream.last["size"] == 5_000_000
    length = upstream.last["headers"].get("content-length")
    assert length == (None if is_chunked else "5000000")


def test_an_upload_is_passed_on_while_it_comes(proxy, upstream):
    count = len(upstream.received)
    connection = proxy.begin(f"{upstream.base}/echo", "POST", 10, b"first")

    wait_until(lambda: len(upstream.received) > count)
    connection.send(b"other")
    assert json.loads(connection.getresponse().read())["size"] == 10
    connection.close()


def test_a_response_before_the_end_of_the_upload(proxy, upstream):
    answer, content = proxy.ask(f"{upstream.base}/early", "POST", body=b"x" * 20_000)

    assert answer.status == 413
    assert answer.headers["X-Sitejson-Status"] == "413"
    assert content == b"too much"


def test_a_stream_arrives_as_it_comes(proxy, upstream):
    upstream.may_go_on.clear()
    connection = proxy.begin(f"{upstream.base}/stream")
    answer = connection.getresponse()

    assert answer.readline() == b"data: first\n"
    upstream.may_go_on.set()
    assert answer.read() == b"\ndata: second\n\n"
    connection.close()


@pytest.mark.parametrize("path", ["hang", "stall", "endless"])
def test_a_client_that_leaves_ends_the_request(proxy, upstream, path):
    count, disconnects = len(upstream.received), upstream.disconnects
    connection = proxy.begin(f"{upstream.base}/{path}")
    wait_until(lambda: len(upstream.received) > count)
    connection.sock.close()
    connection.close()

    wait_until(lambda: upstream.disconnects > disconnects)


def test_a_client_that_leaves_in_the_middle_of_its_upload(proxy, upstream):
    count = len(upstream.received)
    connection = proxy.begin(f"{upstream.base}/hang", "POST", 1000, b"begin")
    wait_until(lambda: len(upstream.received) > count)
    disconnects = upstream.disconnects
    connection.close()

    wait_until(lambda: upstream.disconnects > disconnects)


def test_an_api_that_does_not_respond(short_proxy, upstream):
    assert short_proxy.problem(f"{upstream.base}/hang") == (504, "too_slow")


def test_a_response_that_stops_is_cut(short_proxy, upstream):
    with pytest.raises(http.client.IncompleteRead) as cut:
        short_proxy.ask(f"{upstream.base}/stall")
    assert cut.value.partial == b"begin"


def test_a_response_that_takes_too_long_is_cut(upstream):
    limits = Limits(total_seconds=0.4, response_bytes=10**12)
    with running_proxy(upstream.base, limits=limits) as running:
        assert running.problem(f"{upstream.base}/hang") == (504, "too_slow")
        with pytest.raises(http.client.IncompleteRead):
            running.ask(f"{upstream.base}/stall")


def test_a_response_that_is_too_large(small_proxy, upstream):
    assert small_proxy.problem(f"{upstream.base}/bytes/300001") == (502, "too_large")
    with pytest.raises(http.client.IncompleteRead) as cut:
        small_proxy.ask(f"{upstream.base}/endless")
    assert 0 < len(cut.value.partial) <= 300_000


def test_a_response_of_the_largest_size(small_proxy, upstream):
    _answer, content = small_proxy.ask(f"{upstream.base}/bytes/300000")
    assert len(content) == 300_000
    answer, _content = small_proxy.ask(f"{upstream.base}/bytes/300001", "HEAD")
    assert answer.headers["Content-Length"] == "300001"


def test_a_request_that_is_too_large(small_proxy, upstream):
    target = f"{upstream.base}/echo"
    whole = b"x" * 1_000_001
    parts = (b"x" * 100_000 for _ in range(11))

    assert small_proxy.problem(target, "POST", body=whole) == (413, "too_large")
    assert small_proxy.problem(target, "POST", body=parts) == (413, "too_large")
    assert small_proxy.ask(target, "POST", body=whole[1:])[0].status == 200


def test_a_request_that_comes_too_slowly(short_proxy, upstream):
    connection = short_proxy.begin(f"{upstream.base}/echo", "POST", 10, b"first")

    with connection.getresponse() as answer:
        assert answer.status == 408
    connection.close()


def test_200_requests_at_once_and_nothing_is_lost(upstream):
    barrier = threading.Barrier(200)
    limits = Limits(running=50, running_per_client=50, waiting=200)

    def ask(number):
        barrier.wait()
        answer, content = running.ask(f"{upstream.base}/slow?{number}", headers={"Origin": SITE})
        return answer.status, content

    with running_proxy(upstream.base, limits=limits) as running, ThreadPoolExecutor(200) as pool:
        answers = list(pool.map(ask, range(200)))

    assert answers == [(200, str(number).encode()) for number in range(200)]


def test_too_many_requests_at_once(upstream):
    upstream.may_go_on.clear()
    limits = Limits(running=1, running_per_client=1, waiting=0)
    with running_proxy(upstream.base, limits=limits) as running:
        connection = running.begin(f"{upstream.base}/stream")
        answer = connection.getresponse()
        assert running.problem(f"{upstream.base}/echo") == (429, "busy")
        upstream.may_go_on.set()
        answer.read()
        connection.close()
        assert running.ask(f"{upstream.base}/echo")[0].status == 200


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", (400, "bad_request")),
        ("/?url=", (400, "bad_request")),
        ("/?other=1", (400, "bad_request")),
        ("/?url=http%3A%2F%2Fx%2F&url=http%3A%2F%2Fy%2F", (400, "bad_request")),
        ("/?url=%ff", (400, "bad_request")),
        ("/nowhere", (404, "not_found")),
    ],
)
def test_requests_that_name_no_address(proxy, path, expected):
    assert proxy.problem("", path=path) == expected


def test_the_health_address(proxy):
    answer, content = proxy.ask("", path="/healthz")
    assert (answer.status, content) == (200, b"ok\n")


def test_nothing_a_reader_sends_is_logged(proxy, upstream, caplog):
    caplog.set_level(logging.INFO)
    secret = "s3cret"
    headers = {"Authorization": secret, "X-Sitejson-Cookie": secret, secret: secret}
    proxy.ask(f"{upstream.base}/echo/{secret}?key={secret}", headers=headers)
    proxy.ask(f"{upstream.base}/echo", secret.upper(), headers=headers)
    proxy.problem(f"http://user:{secret}@127.0.0.1/v1")
    proxy.problem(f"https://{secret}.example.com/")
    proxy.problem("", path=f"/{secret}")

    wait_until(lambda: len(caplog.messages) == 5)
    # A line is written when all is over, which may be after the next request has begun.
    assert sorted(re.sub(r"\d+ bytes \d+ ms", "…", line) for line in caplog.messages) == [
        "GET - 400 … bad_request", "GET - 403 … not_declared", "GET - 404 … not_found",
        f"GET {upstream.base} 200 …", f"other {upstream.base} 200 …",
    ]  # fmt: skip
    assert secret not in caplog.text.lower()


def test_a_server_that_is_not_there():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with running_proxy(f"http://127.0.0.1:{port}") as running:
        assert running.problem(f"http://127.0.0.1:{port}/") == (502, "unreachable")


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Len"])
def test_a_server_that_responds_wrongly(answer):
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve():
            connection, _address = listening.accept()
            connection.recv(1000)
            connection.sendall(answer)
            connection.close()

        threading.Thread(target=serve, daemon=True).start()
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with running_proxy(base) as running:
            assert running.problem(f"{base}/") == (502, "unreachable")
