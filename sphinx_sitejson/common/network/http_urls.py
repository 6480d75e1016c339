"""Addresses on the web, each in its one spelling."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_address
from urllib.parse import quote, unquote

_PORTS = {"http": 80, "https": 443}
_URL = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#.*)?",
    re.IGNORECASE | re.DOTALL,
)
_AUTHORITY = re.compile(
    r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[^:\[\]]+))(?::(?P<port>[0-9]{0,8}))?"
)
_HOST_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_LAST_LABEL_IS_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")
_NOT_IN_URLS = re.compile(r"[\x00-\x20\x7f\\]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PATH_CHARACTERS = "/%:@!$&'()*+,;=~[]|^"
_QUERY_CHARACTERS = _PATH_CHARACTERS + "?`{}"
_MOST_DECODING = 8
LONGEST_URL = 16_384


class BadUrlError(ValueError):
    """An address that is not understood or not safe to pass on; the message says why."""


class TooLongUrlError(BadUrlError):
    """An address that is longer than servers take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpAddress:
    """An http address in its one spelling."""

    scheme: str
    host: str
    """A name in lower case and ASCII, or an IP address without brackets."""
    port: int
    path: str
    query: str | None = None

    @property
    def host_header(self) -> str:
        """The host as requests name it: with the port unless it is the usual one."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return shown if self.port == _PORTS[self.scheme] else f"{shown}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"{self.scheme}://{self.host_header}"

    @property
    def url(self) -> str:
        """The whole address."""
        return f"{self.origin}{self.request_target}"

    @property
    def request_target(self) -> str:
        """Path and query, as they stand in the first line of a request."""
        return self.path if self.query is None else f"{self.path}?{self.query}"


def read_http_address(url: str) -> HttpAddress:
    """Read an http(s) address; raise BadUrlError for any that two programs may read in two ways."""
    if len(url) > LONGEST_URL:
        raise TooLongUrlError("the URL is too long.")
    if _NOT_IN_URLS.search(url) or not _is_text(url):
        raise BadUrlError("the URL contains a space, a backslash, or a control character.")
    found = _URL.fullmatch(url)
    if found is None:
        raise BadUrlError("the URL must begin with http:// or https://.")
    scheme = found["scheme"].lower()
    host, port = _read_authority(found["authority"], scheme)
    query = found["query"]
    return HttpAddress(
        scheme=scheme,
        host=host,
        port=port,
        path=_read_path(found["path"]),
        query=None if query is None else _escaped(query, _QUERY_CHARACTERS),
    )


def _is_text(url: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in url)


def _read_authority(authority: str, scheme: str) -> tuple[str, int]:
    if "@" in authority:
        raise BadUrlError("the URL contains a user name or password.")
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        raise BadUrlError("the URL has no valid host.")
    port = int(found["port"]) if found["port"] else _PORTS[scheme]
    if not 0 < port < 65_536:
        raise BadUrlError("the URL has an invalid port.")
    host = _read_v6(found["v6"]) if found["v6"] else read_host(found["name"])
    return host, port


def _read_v6(text: str) -> str:
    try:
        return IPv6Address(text).compressed
    except AddressValueError:
        raise BadUrlError("the URL has an invalid IPv6 address.") from None


def read_host(name: str) -> str:
    """Return a host's name in its one spelling: ASCII, lower case, no dot at the end."""
    if not name.isascii():
        name = _in_ascii(name)
    name = name.lower().removesuffix(".")
    if _LAST_LABEL_IS_NUMBER.fullmatch(name):
        return _read_v4(name)
    if len(name) > 253 or not _HOST_NAME.fullmatch(name):
        raise BadUrlError("the URL has an invalid host name.")
    return name


def _in_ascii(name: str) -> str:
    try:
        # A dependency of the proxy; reading documents can do without such hosts.
        import idna
    except ImportError:
        raise BadUrlError(
            'the URL has a host name that is not ASCII; write it as "xn--…", or install idna.'
        ) from None
    try:
        return idna.encode(name, uts46=True, transitional=False).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        raise BadUrlError("the URL has an invalid host name.") from None


def _read_v4(text: str) -> str:
    """Read an IPv4 address as browsers do: up to four numbers, decimal, octal or hexadecimal."""
    parts = text.split(".")
    try:
        *first, last = (_read_number(part) for part in parts)
    except ValueError:
        raise BadUrlError("the URL has an invalid IPv4 address.") from None
    if len(first) > 3 or any(part > 255 for part in first) or last >= 256 ** (4 - len(first)):
        raise BadUrlError("the URL has an invalid IPv4 address.")
    return str(IPv4Address(last + sum(part << 8 * (3 - index) for index, part in enumerate(first))))


def _read_number(text: str) -> int:
    if text.startswith("0x"):
        return int(text[2:], 16) if text[2:] else 0
    if not text.isdigit():
        raise ValueError
    return int(text, 8) if len(text) > 1 and text.startswith("0") else int(text)


def _read_path(path: str) -> str:
    """Return a path without dot segments, each escape in the same spelling."""
    resolved = _without_dots(_escaped(path, _PATH_CHARACTERS) or "/")
    if not resolved.startswith("/"):
        raise BadUrlError("the URL has an invalid path.")
    if _hides_dots(resolved):
        raise BadUrlError("the path of the URL hides a step to a parent folder.")
    return resolved


def _escaped(text: str, allowed: str) -> str:
    """Escape what is not ASCII, and write each escape in upper case and only where needed."""
    return _ESCAPE.sub(_escape, quote(text, safe=allowed))


def _escape(found: re.Match[str]) -> str:
    if found[1] is None:
        return "%25"
    character = chr(int(found[1], 16))
    return character if character in _UNRESERVED else found[0].upper()


def _without_dots(path: str) -> str:
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _hides_dots(path: str) -> bool:
    """Tell whether a server that decodes more than once would find ``..`` in a path."""
    for _ in range(_MOST_DECODING):
        decoded = unquote(path, errors="replace")
        if decoded == path:
            break
        path = decoded
    else:
        return True
    if "\0" in path:
        return True
    segments = re.split(r"[/\\]", path)
    # Some servers cut a segment at ";", and some forgive spaces around it.
    return any(segment.partition(";")[0].strip() in (".", "..") for segment in segments)


def as_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that a host in its one spelling is, if it is one."""
    try:
        return ip_address(host)
    except ValueError:
        return None
