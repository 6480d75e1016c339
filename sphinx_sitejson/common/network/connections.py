"""Send one HTTP request to addresses that were checked, before a deadline.

Addresses are public, private or never allowed, against SSRF.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import IntEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from ..records import record
from .urls import (
    HttpUrl,
    InvalidUrlError,
    RefusedError,
    UnreachableError,
    join_url,
    parse_http_url,
    parse_ip_address,
    split_url,
    strip_credentials,
)

IpAddress = IPv4Address | IPv6Address


class Reach(IntEnum):
    """The reach of an address: private ones must be allowed by the owner of the site."""

    PUBLIC = 0
    PRIVATE = 1
    NEVER = 2


def _networks(*prefixes: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(map(ip_network, prefixes))


def _is_in(address: IpAddress, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Return whether an address is in a network; those of the other version never have it."""
    return any(address in network for network in networks)


# Not ``is_global``, which differs between Python versions.
_NEVER = _networks(
    # Metadata services of cloud providers; some of the addresses look public.
    "169.254.0.0/16",  # link-local, too
    "100.100.100.200/32",
    "168.63.129.16/32",
    "192.0.0.192/32",
    "192.80.8.124/32",
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, and broadcast
    "fe80::/10",  # link-local
    # Metadata services of cloud providers.
    "fd00:ec2::/32",
    "fd20:ce::/64",
    "fd00:42::42/128",
    "fd00:c1::a9fe:a9fe/128",
    "fd00:a9fe:a9fe::/48",
    "ff00::/8",  # multicast
)
_PRIVATE = _networks(
    "0.0.0.0/8",  # this machine
    "10.0.0.0/8",
    "100.64.0.0/10",  # shared by the customers of a provider
    "127.0.0.0/8",
    "172.16.0.0/12",
    "192.0.0.0/24",  # protocols
    "192.0.2.0/24",  # documentation
    "192.31.196.0/24",  # AS112
    "192.52.193.0/24",  # AMT
    "192.88.99.0/24",  # relays of 6to4
    "192.168.0.0/16",
    "192.175.48.0/24",  # AS112
    "198.18.0.0/15",  # measuring
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "2001::/23",  # protocols: Teredo, ORCHID, measuring
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4
    "2620:4f:8000::/48",  # AS112
    "3fff::/20",  # documentation
    "3ffe::/16",  # a former test network
)
_UNICAST_V6 = IPv6Network("2000::/3")
_WELL_KNOWN_NAT64 = IPv6Network("64:ff9b::/96")
_LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
_LAST_BITS = _networks(
    "::/96",  # IPv4-compatible
    "::ffff:0:0/96",  # IPv4-mapped
    "::ffff:0:0:0/96",  # IPv4-translated
    "64:ff9b::/96",
)
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
_THIS_MACHINE = frozenset({IPv6Address("::"), IPv6Address("::1")})


def classify_address(address: IpAddress) -> Reach:
    """Return the reach of an address and of every IPv4 address embedded in it."""
    if isinstance(address, IPv4Address):
        return _classify_itself(address)
    embedded = embedded_ipv4_addresses(address)
    inner = max(map(_classify_itself, embedded), default=Reach.PUBLIC)
    # NAT64 (RFC 6052): an IPv6-only network reaches public IPv4 addresses by this prefix.
    if address in _WELL_KNOWN_NAT64:
        return inner
    is_private = bool(embedded) or address not in _UNICAST_V6
    return max(inner, _classify_itself(address), Reach.PRIVATE if is_private else Reach.PUBLIC)


def embedded_ipv4_addresses(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the IPv4 addresses that an IPv6 address may be translated to."""
    if address in _THIS_MACHINE:
        return ()
    bits = int(address)
    found = [bits] if _is_in(address, _LAST_BITS) else []
    if address in _LOCAL_NAT64:
        found += _local_nat64_candidates(bits)
    if (bits >> 32) & 0xFFFF_FFFF in _ISATAP:
        found.append(bits)
    tunnels = filter(None, (address.sixtofour, *(address.teredo or ())))
    return (*tunnels, *(IPv4Address(value & 0xFFFF_FFFF) for value in found))


def classify_addresses(addresses: Iterable[str]) -> Reach:
    """Return the widest restriction among the addresses of a host, ignoring zones."""
    parsed = (ip_address(address.partition("%")[0]) for address in addresses)
    return max(map(classify_address, parsed), default=Reach.PUBLIC)


def is_allowed(reach: Reach, *, allow_private: bool) -> bool:
    """Return whether a connection is allowed; ``NEVER`` is not, whatever the settings."""
    return reach <= (Reach.PRIVATE if allow_private else Reach.PUBLIC)


def _classify_itself(address: IpAddress) -> Reach:
    if _is_in(address, _NEVER):
        return Reach.NEVER
    return Reach.PRIVATE if _is_in(address, _PRIVATE) else Reach.PUBLIC


def _local_nat64_candidates(bits: int) -> list[int]:
    """Return the IPv4 address at each position of RFC 6052, section 2.2: 48, 56, 64, 96 bits."""
    # Bits 64 to 71 are reserved.
    after_48 = (bits >> 64 & 0xFFFF) << 16 | bits >> 40 & 0xFFFF
    after_56 = (bits >> 64 & 0xFF) << 24 | bits >> 32 & 0xFF_FFFF
    after_64 = bits >> 24
    return [after_48, after_56, after_64, bits]


class Deadline:
    """The time at which a request fails, in so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._moment = time.monotonic() + seconds

    def remaining(self) -> float:
        """Return the seconds left; raise TimeoutError when there are none."""
        left = self._moment - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request timed out")
        return left


@record
class PinnedRoute:
    """The addresses to connect to."""

    addresses: tuple[str, ...]
    port: int
    is_proxy: bool = False


def resolve_route(target: HttpUrl, *, allow_private: bool) -> PinnedRoute:
    """Resolve a host once.

    Raise UnreachableError if it is unknown, and RefusedError if requests must not be sent to it.
    """
    proxy = _proxy_for(target)
    addresses = resolve_host(target)
    # Behind a proxy, public names may be unknown here; a name that is known is checked.
    if not (proxy or addresses):
        raise UnreachableError(f"the host {target.host} could not be resolved")
    reach = classify_addresses(addresses)
    if reach is Reach.NEVER:
        raise RefusedError(
            "the host has a link-local, multicast, or cloud metadata address, "
            "which is never fetched from."
        )
    if not is_allowed(reach, allow_private=allow_private):
        raise RefusedError(
            "the server redirects into a private network, to a host that is not an allowed origin."
        )
    if proxy:
        return PinnedRoute(addresses=(proxy[0],), port=proxy[1], is_proxy=True)
    return PinnedRoute(addresses=addresses, port=target.port)


def send_request(
    target: HttpUrl,
    *,
    route: PinnedRoute,
    headers: Mapping[str, str | bytes],
    deadline: Deadline,
    method: str = "GET",
    body: bytes | None = None,
) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    """Send a request and return its response; the caller closes the connection."""
    connection = http.client.HTTPConnection(target.host)
    # With a socket of its own the connection does not resolve the name a second time.
    timed: Any = _TimedSocket(_connect(target, route, deadline), deadline)
    connection.sock = timed
    try:
        request_target = target.request_target
        if route.is_proxy and target.scheme == "http":
            request_target = target.url
        connection.request(method, request_target, body, {"Host": target.host_header, **headers})
        return connection, connection.getresponse()
    except BaseException:
        connection.close()
        raise


def resolve_host(target: HttpUrl) -> tuple[str, ...]:
    """Return all addresses of a host; empty if it is unknown."""
    if parse_ip_address(target.host) is not None:
        return (target.host,)
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def _connect(target: HttpUrl, route: PinnedRoute, deadline: Deadline) -> socket.socket:
    """Connect to a checked address, which prevents DNS rebinding."""
    raw_socket = _connect_first(route, deadline)
    try:
        if target.scheme == "http":
            return raw_socket
        if route.is_proxy:
            host = f"[{target.host}]" if ":" in target.host else target.host
            _tunnel(raw_socket, f"{host}:{target.port}", deadline)
        raw_socket.settimeout(deadline.remaining())
        context = ssl.create_default_context()
        return context.wrap_socket(raw_socket, server_hostname=target.host)
    except BaseException:
        raw_socket.close()
        raise


def _connect_first(route: PinnedRoute, deadline: Deadline) -> socket.socket:
    """Try one address after the other, all before the deadline."""
    failure: OSError = OSError()
    for left, address in zip(range(len(route.addresses), 0, -1), route.addresses, strict=True):
        seconds = deadline.remaining() / left
        try:
            return socket.create_connection((address, route.port), timeout=seconds)
        except OSError as error:
            failure = error
    raise failure


def _tunnel(raw_socket: socket.socket, host: str, deadline: Deadline) -> None:
    raw_socket.sendall(f"CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode("ascii"))
    response = b""
    while not response.endswith(b"\r\n\r\n"):
        raw_socket.settimeout(deadline.remaining())
        byte = raw_socket.recv(1)
        if not byte or len(response) > 8_000:
            raise UnreachableError("the proxy closed the connection")
        response += byte
    if response.split(b" ", 2)[1:2] != [b"200"]:
        raise UnreachableError("the proxy refused the connection")


class _TimedSocket:
    """A socket that times out at the deadline, however slowly the bytes arrive."""

    def __init__(self, raw_socket: socket.socket, deadline: Deadline) -> None:
        self._plain = raw_socket
        self._deadline = deadline
        self._is_read = False

    def sendall(self, content: bytes) -> None:
        self._plain.settimeout(self._deadline.remaining())
        self._plain.sendall(content)

    def makefile(self, mode: str) -> io.BufferedReader:
        self._is_read = True
        return io.BufferedReader(_TimedReader(self._plain, self._deadline))

    def close(self) -> None:
        # The connection closes the socket when the response begins; the reader at the end.
        if not self._is_read:
            self._plain.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, raw_socket: socket.socket, deadline: Deadline) -> None:
        self._plain = raw_socket
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._plain.settimeout(self._deadline.remaining())
        return self._plain.recv_into(buffer)

    def close(self) -> None:
        self._plain.close()
        super().close()


def _proxy_for(target: HttpUrl) -> tuple[str, int] | None:
    """Return host and port of the proxy that the environment variables name."""
    is_local = target.host == "localhost" or target.host.endswith(".localhost")
    if is_local or parse_ip_address(target.host) is not None:
        return None
    proxy = getproxies().get(target.scheme)
    if not proxy or proxy_bypass(target.host):
        return None
    try:
        proxy_url = urlsplit(proxy if "//" in proxy else f"//{proxy}")
        return proxy_url.hostname or "", proxy_url.port or 80
    except ValueError:
        name = f"{target.scheme}_proxy"
        raise UnreachableError(f"the environment variable {name} is not a URL") from None


RESPONSE_ERRORS = (UnreachableError, OSError, zlib.error, http.client.HTTPException, UnicodeError)
"""Errors of a response that is missing or malformed."""

_CHUNK = 65_536
_ENCODINGS = ("", "identity", "gzip", "x-gzip", "deflate")
_INCOMPLETE = "the response ends too early"


def decode_content(
    response: http.client.HTTPResponse, most: int, hint: str = ""
) -> Iterator[bytes]:
    """Yield the decoded content; raise UnreachableError as soon as it is too large.

    :param hint: how to accept larger responses, such as `` (raise "limit")``.
    """
    encoding = response.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in _ENCODINGS:
        raise UnreachableError(f"the response has the unknown encoding {encoding!r}")
    is_packed = encoding not in ("", "identity")
    chunks = iter(lambda: response.read(_CHUNK), b"")
    left = most
    for part in _decompress(chunks) if is_packed else chunks:
        left -= len(part)
        if left < 0:
            size = f"{most // 1_000_000} MB"
            raise UnreachableError(f"the response is larger than {size}{hint}")
        yield part
    if response.length:
        raise UnreachableError(_INCOMPLETE)


def describe_response_error(error: Exception, seconds: float) -> str:
    """Describe why there is no response, for a message."""
    if isinstance(error, TimeoutError):
        return f"there was no complete response within {seconds:g} seconds"
    if isinstance(error, UnreachableError):
        return str(error)
    if isinstance(error, ssl.SSLError):
        return f"the secure connection failed ({error.reason or 'unknown reason'})"
    if isinstance(error, zlib.error | http.client.HTTPException):
        return "the response is malformed"
    return str(getattr(error, "strerror", None) or "the connection failed").lower()


def _decompress(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Decompress gzip and deflate, at most so many bytes at a time."""
    # Adding 32 detects gzip or zlib by the header.
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
    is_first = True
    for chunk in chunks:
        packed = chunk
        while packed:
            if unpack.eof:
                unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
            try:
                part = unpack.decompress(packed, _CHUNK * 16)
            except zlib.error:
                if not is_first:
                    raise
                # Some servers send raw deflate data without a zlib header (RFC 9110, section
                # 8.4.1.2).
                unpack = zlib.decompressobj(-zlib.MAX_WBITS)
                part = unpack.decompress(packed, _CHUNK * 16)
            is_first = False
            yield part
            packed = unpack.unconsumed_tail or unpack.unused_data
    if not unpack.eof:
        raise UnreachableError(_INCOMPLETE)


REDIRECT_STATUSES = (301, 302, 303, 307, 308)
MAX_REDIRECTS = 5


def resolve_redirect(target: HttpUrl, location: str | None) -> HttpUrl:
    """Return the target of a redirect, without the credentials that it names."""
    if not location:
        raise UnreachableError("the server redirects without a URL")
    url = strip_credentials(join_url(target.url, location.strip()))
    if not url.lower().startswith(("http://", "https://")) and split_url(url).scheme:
        raise RefusedError("the server redirects to a URL that is not http(s).")
    try:
        following = parse_http_url(url)
    except InvalidUrlError:
        raise UnreachableError("the server redirects to an invalid URL") from None
    if following.scheme == "http" and target.scheme == "https":
        raise RefusedError("the server redirects from https to http.")
    return following


def is_private_allowed(target: HttpUrl, allowed: Collection[str]) -> bool:
    """Return whether a host may have a private address, by the allowed origins.

    Each host is allowed separately. A redirect from http to https stays on the same host.
    """
    is_secure = target.scheme == "https" and target.port == 443
    return target.origin in allowed or (is_secure and f"http://{target.host_header}" in allowed)
