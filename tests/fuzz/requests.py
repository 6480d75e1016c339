"""Requests to the proxy, and the addresses that they, settings and documents name."""

from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st

from sphinx_sitejson.common.network.urls import (
    InvalidUrlError,
    display_url,
    is_unsafe_url,
    parse_http_url,
    public_url,
    strip_credentials,
    url_user,
)
from sphinx_sitejson.servers.proxy.access import find_base_url
from sphinx_sitejson.servers.proxy.limits import ProxyError
from sphinx_sitejson.servers.proxy.server import check_between_chunks, check_head

from .damage import damaged_text
from .oracles import counted_steps

BASES = ("https://api.example.com/v1", "http://b.example.com:8080", "https://[2001:db8::1]/x/")
_OWN_HOSTS = frozenset(parse_http_url(base).host_header for base in BASES)
ADDRESSES = (
    *BASES,
    "https://api.example.com/v1/pets?limit=3&tag=%C3%A4#top",
    "https://ann:word@api.example.com/v1/a;b=c/../d",
    "//api.example.com/x",
    "mailto:ann@example.com",
)
ADDRESS_PIECES = (
    *"@:/\\?#[]%.;, \t\n\x00",
    *("..", "/../", "%2e%2e", "%2f", "%5c", "%00", "%25", "//", "https://", "javascript:", "feed:"),
    *("@evil.test", "evil.test", ".evil.test", "127.0.0.1", "0x7f.1", "[::ffff:127.0.0.1]"),
    *(":99999", "。", "\u2100", "\ud800"),
)
HEADS = (
    "GET /?url=https%3A%2F%2Fapi.example.com%2Fv1 HTTP/1.1\r\nHost: 127.0.0.1:8765\r\n\r\n",
    "POST /?url=x HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\nOrigin: https://b.test\r\n\r\nabc",
    "PUT / HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
)
HEAD_PIECES = (
    *" \t:\r\n\x00/?#%",
    *("\r\n", "\r\n ", "Content-Length: 4\r\n", "Transfer-Encoding: chunked\r\n", "Host: b\r\n"),
    *("HTTP/1.0", "CONNECT", "\x7f", "\u00ff"),
)


def addresses() -> st.SearchStrategy[str]:
    """Good addresses with damage, and addresses of pieces only."""
    pieces = st.lists(st.sampled_from((*ADDRESS_PIECES, *ADDRESSES)), max_size=8).map("".join)
    return st.one_of(damaged_text(ADDRESSES, ADDRESS_PIECES), pieces)


def lead_on(address: str, folder: Path) -> None:
    """Read an address: it has one spelling, keeps no user, and opens no other host."""
    with counted_steps():
        plain = strip_credentials(address)
        assert url_user(plain) == "" or strip_credentials(plain) != plain
        public_url(address), display_url(address), is_unsafe_url(address)
        with suppress(InvalidUrlError):
            target = parse_http_url(address)
            assert parse_http_url(target.url) == target
            assert target.url.isascii() and target.url.isprintable()
            found = find_base_url(map(parse_http_url, BASES), target)
            if found is not None:
                assert target.host_header in _OWN_HOSTS
                assert ".." not in target.path.split("/")


def heads() -> st.SearchStrategy[str]:
    """Good requests with damage."""
    return damaged_text(HEADS, HEAD_PIECES)


def answer(text: str, folder: Path) -> None:
    """Look at a request: what is let through can be read in one way only."""
    received = text.encode("latin-1", "replace")
    with counted_steps():
        with suppress(ProxyError):
            check_between_chunks(received)
        try:
            check_head(received)
        except ProxyError as refused:
            assert 400 <= refused.status < 500
            return
    head, end, _body = received.partition(b"\r\n\r\n")
    if not end:
        return
    names = [line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:]]
    assert len({b"content-length", b"transfer-encoding"} & {*names}) <= 1
    assert names.count(b"host") <= 1
    assert not any(name != name.strip() for name in names)
    assert b"\x00" not in head
