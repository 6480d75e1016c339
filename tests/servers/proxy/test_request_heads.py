"""Requests that are none: each is refused with a reason, and nothing of it is forwarded."""

import json
import logging
import socket
from urllib.parse import quote

import pytest

from sphinx_sitejson.servers.proxy.limits import ProxyError
from sphinx_sitejson.servers.proxy.server import check_head

PATH = b"/?url=https%3A%2F%2Fapi.example.com%2Fv1"
HOST = b"Host: 127.0.0.1:8765\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


def head(*headers, method=b"POST", path=PATH, version=b"HTTP/1.1", host=HOST):
    return b"%s %s %s\r\n%s%s\r\n" % (method, path, version, host, b"".join(headers))


GOOD = {
    "plain": head(),
    "length": head(b"Content-Length: 3\r\n") + b"abc",
    "chunked": head(CHUNKED) + b"3\r\nabc\r\n0\r\n\r\n",
    "chunked, in capitals": head(b"Transfer-Encoding: CHUNKED\r\n"),
    "body with lone line ends": head(b"Content-Length: 3\r\n") + b"a\nb",
    "an older version": head(version=b"HTTP/1.0", host=b""),
    "any token is a method": head(method=b"x-Search"),
    "letters beyond ASCII": head(b"X-A: \xc3\xa4\xff\r\n"),
    "no value": head(b"X-A:\r\n"),
    "expect": head(b"Expect: 100-Continue\r\n"),
    "a part of a head": b"POST /?url=",
    "nothing yet": b"",
    "half a line end": b"POST / HTTP/1.1\r",
    "all of the server": head(method=b"OPTIONS", path=b"*"),
    "a host by name": head(host=b"Host: proxy.example.com\r\n"),
    "a host with brackets": head(host=b"Host: [::1]:80\r\n"),
}

BAD = {
    "length and chunks": (400, head(b"Content-Length: 3\r\n", CHUNKED)),
    "chunks and length": (400, head(CHUNKED, b"Content-Length: 3\r\n")),
    "two lengths": (400, head(b"Content-Length: 3\r\n", b"Content-Length: 4\r\n")),
    "the same length twice": (400, head(b"Content-Length: 3\r\n", b"content-length: 3\r\n")),
    "a list of lengths": (400, head(b"Content-Length: 3, 3\r\n")),
    "a length below zero": (400, head(b"Content-Length: -3\r\n")),
    "a length with a sign": (400, head(b"Content-Length: +3\r\n")),
    "a length in hexadecimal": (400, head(b"Content-Length: 0x3\r\n")),
    "no length": (400, head(b"Content-Length: \r\n")),
    "an endless length": (400, head(b"Content-Length: %s\r\n" % (b"9" * 30))),
    "chunks in an older version": (400, head(CHUNKED, version=b"HTTP/1.0")),
    "chunked twice": (400, head(CHUNKED, CHUNKED)),
    "another encoding": (400, head(b"Transfer-Encoding: gzip\r\n")),
    "another encoding before": (400, head(b"Transfer-Encoding: gzip, chunked\r\n")),
    "an unknown encoding": (400, head(b"Transfer-Encoding: xchunked\r\n")),
    "lines without a return": (400, head().replace(b"\r\n", b"\n")),
    "one line without a return": (400, head(b"X-A: a\nX-B: b\r\n")),
    "a lone return": (400, head(b"X-A: a\rb\r\n")),
    "a folded header": (400, head(b"X-A: a\r\n b\r\n")),
    "a folded first header": (400, head(host=b" Host: 127.0.0.1\r\n")),
    "a space before the colon": (400, head(b"X-A : a\r\n")),
    "no colon": (400, head(b"X-A\r\n")),
    "no name": (400, head(b": a\r\n")),
    "a name with a bracket": (400, head(b"X(A: a\r\n")),
    "a name beyond ASCII": (400, head(b"X-\xc3\xa4: a\r\n")),
    "a value with a null": (400, head(b"X-A: a\x00b\r\n")),
    "a value with a control character": (400, head(b"X-A: a\x01b\r\n")),
    "a value with a delete": (400, head(b"X-A: a\x7fb\r\n")),
    "a method with a bracket": (400, head(method=b"G(T")),
    "no method": (400, head(method=b"")),
    "a long method": (400, head(method=b"G" * 1_000)),
    "a tunnel": (405, head(method=b"CONNECT", path=b"api.example.com:443")),
    "a whole address": (400, head(path=b"http://127.0.0.1:8765/?url=a")),
    "a whole other address": (400, head(path=b"http://evil.test/")),
    "only a host": (400, head(path=b"evil.test:443")),
    "a star": (400, head(path=b"*")),
    "a fragment": (400, head(path=PATH + b"#a")),
    "half an escape": (400, head(path=PATH + b"%2")),
    "a wrong escape": (400, head(path=b"/%zz?url=a")),
    "a null in the path": (400, head(path=b"/%00?url=a")),
    "a space in the path": (400, head(path=b"/?url=a b")),
    "bytes in the path": (400, head(path=b"/?url=\xff")),
    "a long path": (414, head(path=b"/?url=" + b"a" * 60_000)),
    "a long path that goes on": (414, b"GET /?url=" + b"a" * 60_000),
    "long headers": (431, head(b"X-A: %s\r\n" % (b"a" * 70_000))),
    "long headers that go on": (431, b"GET / HTTP/1.1\r\nX-A: " + b"a" * 70_000),
    "many headers": (431, head(*(b"X-%d: a\r\n" % number for number in range(300)))),
    "version 2": (400, head(version=b"HTTP/2.0")),
    "version 1.7": (400, head(version=b"HTTP/1.7")),
    "no version": (400, b"GET /\r\n\r\n"),
    "another protocol": (400, b"\x16\x03\x01\x00\xa5\x01\r\n\r\n"),
    "the begin of HTTP/2": (400, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    "no host": (400, head(host=b"")),
    "an empty host": (400, head(host=b"Host: \r\n")),
    "two hosts": (400, head(HOST)),
    "a host with a user": (400, head(host=b"Host: ann@127.0.0.1\r\n")),
    "a host with a space": (400, head(host=b"Host: a b\r\n")),
    "a host with a path": (400, head(host=b"Host: a.test/b?c\r\n")),
    "two origins": (400, head(b"Origin: https://a.test\r\n", b"Origin: https://b.test\r\n")),
    "an unknown expectation": (417, head(b"Expect: coffee\r\n")),
}


@pytest.mark.parametrize("received", GOOD.values(), ids=GOOD.keys())
def test_heads_that_are_read(received):
    check_head(received)


@pytest.mark.parametrize(("status", "received"), BAD.values(), ids=BAD.keys())
def test_heads_that_are_refused(status, received):
    with pytest.raises(ProxyError) as refused:
        check_head(received)
    assert refused.value.status == status


def send(proxy, content):
    """Send bytes; return the statuses of all answers, and the body of the last."""
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=120) as connection:
        connection.sendall(content)
        received = b""
        while part := connection.recv(65_536):
            received += part
    statuses = [int(each[:3]) for each in received.split(b"HTTP/1.1 ")[1:]]
    return statuses, received.rpartition(b"\r\n\r\n")[2]


@pytest.mark.parametrize(("status", "content"), BAD.values(), ids=BAD.keys())
def test_the_server_refuses_them(upstream, proxy, status, content, caplog):
    caplog.set_level(logging.INFO)
    count = len(upstream.received)
    target = quote(f"{upstream.base}/echo", safe="").encode()
    content = content.replace(PATH.partition(b"=")[2], target)
    statuses, body = send(proxy, content + b"0\r\n\r\n")
    assert statuses == [status]
    problem = json.loads(body)
    assert problem["status"] == status
    assert len(upstream.received) == count
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        b"zz\r\nabc\r\n0\r\n\r\n",
        b"-3\r\nabc\r\n0\r\n\r\n",
        b"3\r\nabcd\r\n0\r\n\r\n",
        b"3\r\nabc\r\nQ\r\n\r\n",
        b"f" * 30 + b"\r\nabc\r\n0\r\n\r\n",
        b"0x3\r\nabc\r\n0\r\n\r\n",
        b"3 3\r\nabc\r\n0\r\n\r\n",
        # Lines that never end as they should are refused at once, not when time is up.
        b"3\nabc\n0\n\n",
        b"3\r\nabc\n0\n\n",
        b"3\r\nabc\r\n0\n\n",
        b"3\rabc\r0\r\r",
    ],
)
def test_chunks_that_are_none(upstream, proxy, body, caplog):
    caplog.set_level(logging.INFO)
    target = quote(f"{upstream.base}/echo", safe="").encode()
    statuses, answer = send(proxy, head(CHUNKED, path=b"/?url=" + target) + body)
    assert statuses == [400]
    assert json.loads(answer)["code"] == "bad_request"
    assert "Traceback" not in caplog.text


def test_a_second_request_that_is_none(upstream, proxy):
    """What follows on a connection is looked at as well."""
    path = b"/?url=" + quote(f"{upstream.base}/echo?second", safe="").encode()
    good = head(b"Content-Length: 3\r\n", path=path) + b"abc"
    bad = head(b"Content-Length: 1\r\n", CHUNKED, path=path) + b"0\r\n\r\n"
    statuses, _body = send(proxy, good + bad)
    assert statuses == [200, 400]
    assert [each["target"] for each in upstream.received].count("/v1/echo?second") == 1
