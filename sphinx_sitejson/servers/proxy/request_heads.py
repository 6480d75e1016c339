"""The head of a request as it comes: refused if two programs could read it in two ways.

The library that reads HTTP forgives a good deal, such as lines without a carriage return, folded
headers, and two words on how long the body is. Behind another server that forgives other things
one request could then pass as two.
"""

from __future__ import annotations

import re
from collections import Counter
from http import HTTPStatus

from sphinx_sitejson.common.network.http_urls import LONGEST_URL, BadUrlError, read_http_address

from .failures import ProxyError, bad_request

MOST_HEADER_BYTES = 65_536
MOST_HEADERS = 200
LONGEST_TARGET = 3 * LONGEST_URL + 1_000
"""Each character of an address may be written with three."""
LONGEST_METHOD = 40

_END = b"\r\n\r\n"
_LONE_LINE_END = re.compile(rb"(?<!\r)\n|\r(?!\n)(?!\Z)")
_REQUEST_LINE = re.compile(
    rb"(?P<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+) (?P<target>[\x21-\x7e]+) HTTP/1\.(?P<minor>[01])"
)
_HEADER = re.compile(
    rb"(?P<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?P<value>[\t\x20-\x7e\x80-\xff]*)"
)
_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})|%00")
_ONCE = (b"host", b"content-length", b"transfer-encoding", b"origin", b"sec-fetch-mode", b"expect")


def check_head(received: bytes) -> None:
    """Raise ProxyError for the head of a request, or the begin of one, that is not as it should be.

    :param received: all that has come since the end of the last request.
    """
    head, end, _rest = received.partition(_END)
    if _LONE_LINE_END.search(head):
        raise bad_request("A line of the request has an invalid line ending.")
    first, *lines = head.split(b"\r\n")
    if len(first) > LONGEST_TARGET + LONGEST_METHOD + len(b"  HTTP/1.1"):
        raise ProxyError(
            HTTPStatus.REQUEST_URI_TOO_LONG, "too_large", "The URL of the request is too long."
        )
    if len(head) - len(first) > MOST_HEADER_BYTES or len(lines) > MOST_HEADERS:
        raise ProxyError(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "too_large",
            "The headers of the request are too large.",
        )
    if end:
        _check_headers(lines, is_older=_check_request_line(first))


def check_between_chunks(received: bytes) -> None:
    """Raise ProxyError for a line of a body in chunks that will never end as it should.

    :param received: what has come since the last chunk, without a line that is complete.
    """
    if _LONE_LINE_END.search(received):
        raise bad_request("A line of the request has an invalid line ending.")


def _check_request_line(line: bytes) -> bool:
    """Check the first line; return whether the request is one of HTTP/1.0."""
    found = _REQUEST_LINE.fullmatch(line)
    if found is None or len(found["method"]) > LONGEST_METHOD:
        raise bad_request("The request line is malformed.")
    target = found["target"]
    is_own_path = target.startswith(b"/") or (found["method"], target) == (b"OPTIONS", b"*")
    if found["method"] == b"CONNECT":
        raise ProxyError(
            HTTPStatus.METHOD_NOT_ALLOWED, "method_refused", "This method is not forwarded."
        )
    if not is_own_path or b"#" in target or _BAD_ESCAPE.search(target):
        raise bad_request("The request target must be a path with an optional query.")
    return found["minor"] == b"0"


def _check_headers(lines: list[bytes], *, is_older: bool) -> None:
    headers: list[tuple[bytes, bytes]] = []
    for line in lines:
        found = _HEADER.fullmatch(line)
        if found is None:
            raise bad_request("A request header is malformed.")
        headers.append((found["name"].lower(), found["value"].strip()))
    counts = Counter(name for name, _value in headers)
    if any(counts[name] > 1 for name in _ONCE):
        raise bad_request("A header appears twice in the request.")
    values = dict(headers)
    _check_framing(values, is_older=is_older)
    _check_host(values.get(b"host"), is_older=is_older)
    if values.get(b"expect", b"100-continue").lower() != b"100-continue":
        raise ProxyError(
            HTTPStatus.EXPECTATION_FAILED,
            "header_refused",
            "The proxy cannot meet the expectation of the request.",
        )


def _check_framing(values: dict[bytes, bytes], *, is_older: bool) -> None:
    """Check that there is one word on where the body ends."""
    length, encoding = values.get(b"content-length"), values.get(b"transfer-encoding")
    if length is not None and not (length.isdigit() and len(length) < 20):
        raise bad_request("The length of the request is not a number.")
    if encoding is not None and (length is not None or is_older):
        raise bad_request("The request specifies its length twice.")
    if encoding is not None and encoding.lower() != b"chunked":
        raise bad_request("The transfer encoding of the request is unknown.")


def _check_host(host: bytes | None, *, is_older: bool) -> None:
    if host is None and is_older:
        return
    try:
        text = (host or b"").decode("ascii")
        read_http_address(f"http://{text}/")
        is_host = not set(text) & set("/?#")
    except (BadUrlError, UnicodeDecodeError):
        is_host = False
    if not is_host:
        raise bad_request("The request has no Host header.")
