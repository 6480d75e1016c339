"""One HTTP request: to the address that was checked, within its time."""

from __future__ import annotations

import base64
import http.client
import io
import ipaddress
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from .addresses import RefusedError, origin_of

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_METADATA = tuple(
    ipaddress.ip_network(network)
    for network in ("169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128", "100.100.100.200/32")
)
"""Where cloud machines offer their secrets, and other neighbours without a name."""
_PORTS = {"http": 80, "https": 443}
_KEPT = "/%?:@!$&'()*+,;=~[]"
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class UnreachableError(Exception):
    """The server could not be reached, or did not answer as it should."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment after which a request has failed."""

    moment: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        """Return the deadline that many seconds from now."""
        return cls(time.monotonic() + seconds)

    def remaining(self) -> float:
        """Return the seconds left; raise TimeoutError when there are none."""
        left = self.moment - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time is over")
        return left


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where to connect: an address that was checked, and whether it is a private one."""

    address: str
    port: int
    is_private: bool
    is_proxy: bool = False


def target_of(url: str) -> Target:
    """Resolve the host of a URL once and check where it leads."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    literal = _literal(host)
    proxy = None if literal or host == "localhost" else _proxy_for(parts)
    if proxy is not None:
        # Behind a proxy the names of the outer world need not be known here.
        return Target(address=proxy[0], port=proxy[1], is_private=False, is_proxy=True)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UnreachableError(f"the host {host} is not known") from None
    addresses = [str(entry[4][0]) for entry in found]
    real = [_inner(ipaddress.ip_address(address.partition("%")[0])) for address in addresses]
    if any(address in network for address in real for network in _METADATA):
        raise RefusedError("the host has a link-local address, which is never fetched from.")
    is_private = not all(address.is_global for address in real)
    return Target(address=addresses[0], port=port, is_private=is_private)


def request(
    url: str, *, target: Target, headers: Mapping[str, str], deadline: Deadline
) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    """Send a GET request; the caller closes the connection."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "")
    # The socket is ours, so that the connection cannot resolve the name a second time.
    timed: Any = _TimedSocket(_connected(parts, target, deadline), deadline)
    connection.sock = timed
    try:
        asked = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if target.is_proxy and parts.scheme == "http":
            asked = origin_of(url) + asked
        sent = {"Host": parts.netloc.rpartition("@")[2], **_authorization(parts), **headers}
        connection.request("GET", quote(asked, safe=_KEPT), headers=sent)
        return connection, connection.getresponse()
    except BaseException:
        connection.close()
        raise


def _connected(parts: SplitResult, target: Target, deadline: Deadline) -> socket.socket:
    """Connect to the checked address, not to what the name may mean a moment later."""
    plain = socket.create_connection((target.address, target.port), timeout=deadline.remaining())
    try:
        if parts.scheme == "http":
            return plain
        if target.is_proxy:
            _tunnel(plain, f"{parts.hostname}:{parts.port or _PORTS['https']}", deadline)
        plain.settimeout(deadline.remaining())
        context = ssl.create_default_context()
        return context.wrap_socket(plain, server_hostname=parts.hostname)
    except BaseException:
        plain.close()
        raise


def _tunnel(plain: socket.socket, host: str, deadline: Deadline) -> None:
    plain.sendall(f"CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode("ascii"))
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        plain.settimeout(deadline.remaining())
        byte = plain.recv(1)
        if not byte or len(answer) > 8_000:
            raise UnreachableError("the proxy closed the connection")
        answer += byte
    if answer.split(b" ", 2)[1:2] != [b"200"]:
        raise UnreachableError("the proxy refused the connection")


class _TimedSocket:
    """A socket whose reading ends at the deadline, however slowly the bytes come."""

    def __init__(self, plain: socket.socket, deadline: Deadline) -> None:
        self._plain = plain
        self._deadline = deadline
        self._is_read = False

    def sendall(self, content: bytes) -> None:
        self._plain.settimeout(self._deadline.remaining())
        self._plain.sendall(content)

    def makefile(self, mode: str) -> io.BufferedReader:
        self._is_read = True
        return io.BufferedReader(_TimedReader(self._plain, self._deadline))

    def close(self) -> None:
        # The connection closes as soon as the answer begins; its reader closes at the end.
        if not self._is_read:
            self._plain.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, plain: socket.socket, deadline: Deadline) -> None:
        self._plain = plain
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._plain.settimeout(self._deadline.remaining())
        return self._plain.recv_into(buffer)

    def close(self) -> None:
        self._plain.close()
        super().close()


def _literal(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _proxy_for(parts: SplitResult) -> tuple[str, int] | None:
    """Return the proxy that the environment asks for, as every tool of a build does."""
    proxy = getproxies().get(parts.scheme)
    if not proxy or proxy_bypass(parts.hostname or ""):
        return None
    address = urlsplit(proxy if "//" in proxy else f"//{proxy}")
    return address.hostname or "", address.port or 80


def _authorization(parts: SplitResult) -> dict[str, str]:
    if parts.username is None:
        return {}
    user, password = unquote(parts.username), unquote(parts.password or "")
    token = base64.b64encode(f"{user}:{password}".encode()).decode("ascii")
    return {"Authorization": f"Basic {token}"}


def _inner(address: IpAddress) -> IpAddress:
    """Return the IPv4 address that an IPv6 address stands for, if it does."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    teredo = address.teredo[1] if address.teredo else None
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or teredo or address
