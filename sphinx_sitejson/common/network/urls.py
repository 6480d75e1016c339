"""URLs: their parts, their canonical form, and their form without credentials."""

from __future__ import annotations

import base64
import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_address
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from ..records import record


class RefusedError(Exception):
    """A request is not allowed; the message says why."""


class UnreachableError(Exception):
    """The server could not be reached, or its response is invalid."""


_BROKEN_URL = re.compile(r"(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?//([^/?#]*)(.*)", re.DOTALL)


def split_url(text: str) -> SplitResult:
    """Split a URL like ``urlsplit``, which raises ValueError for ``http://[broken``."""
    try:
        return urlsplit(text)
    except ValueError:
        match = _BROKEN_URL.search(text)
        scheme, host, path = match.groups() if match else ("", "", text)
        return SplitResult((scheme or "").lower(), host, path, "", "")


def join_url(base: str, text: str) -> str:
    """Resolve a URL like ``urljoin``; an invalid one is returned unchanged."""
    try:
        return urljoin(base, text)
    except ValueError:
        return text


# Like the WHATWG URL parser: it drops tabs and newlines, reads "\" as "/", and adds slashes.
_USER = re.compile(
    r"(?P<before>[\x00-\x20]*(?:(?:https?|wss?|ftp):[/\\]*|(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}))"
    r"(?P<user>[^/\\?#]*)@",
    re.IGNORECASE,
)
_LINK_IN_TEXT = re.compile(
    r"(?P<before>(?:\]\(\s*<?|\b(?:href|src)\s*=\s*[\"']?|<)https?:[/\\]{2})[^\s/\\?#<>\"'`]*@",
    re.IGNORECASE,
)
_DROPPED_BY_BROWSERS = re.compile(r"[\t\n\r]")

_SECRET_NAME = re.compile(
    r"tok(?:en)?(?![a-z])|key(?![a-z])|secret|passw|pwd|(?<![a-z])pass(?![a-z])|credential"
    r"|sig(?![a-z])|signature|auth(?!or(?!iz))|session|(?<![a-z])sid(?![a-z])|jwt|hmac|bearer"
    r"|(?<![a-z])(?:code|otp|pat|sas)(?![a-z])|access_?(?:key|id)|^x-(?:amz|goog|ms)-",
    re.IGNORECASE,
)
_RANDOM_VALUE = re.compile(r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+/_=.~%-]{20,}")


def strip_credentials(url: str) -> str:
    """Strip user name and password: ``https://me:secret@host/`` becomes ``https://host/``.

    Every URL that is displayed, stored or logged passes through here. A URL without credentials
    is returned unchanged.
    """
    if "@" not in url:
        return url
    plain = _DROPPED_BY_BROWSERS.sub("", url)
    match = _USER.match(plain)
    return match["before"] + plain[match.end() :] if match else url


def strip_link_credentials(text: str) -> str:
    """Strip the credentials of links in Markdown or HTML; other text stays the same."""
    return _LINK_IN_TEXT.sub(r"\g<before>", text) if "@" in text else text


def public_url(url: str) -> str:
    """Return a URL that can be published as the name of a document.

    Credentials are stripped, and query parameters that look like a secret by their name or by a
    long random value: ``https://host/api.json?v=2&token=x`` becomes ``https://host/api.json?v=2``.
    """
    plain = strip_credentials(url)
    before, mark, query = plain.partition("?")
    if not mark:
        return plain
    query, hash_mark, fragment = query.partition("#")
    remaining = "&".join(part for part in query.split("&") if not _is_secret(part))
    return before + (f"?{remaining}" if remaining else "") + hash_mark + fragment


def display_url(url: str) -> str:
    """Return a URL for a message: without credentials, and with ``?…`` for its query."""
    before, mark, query = strip_credentials(url).partition("#")[0].partition("?")
    return f"{before}?…" if mark and query else before


def url_user(url: str) -> str:
    """Return the user information of a URL: ``me:secret`` for ``https://me:secret@host/``."""
    match = _USER.match(_DROPPED_BY_BROWSERS.sub("", url))
    return match["user"] if match else ""


def basic_authorization(user: str) -> dict[str, str]:
    """Return the ``Authorization`` header (RFC 7617) for the user information of a URL."""
    if not user:
        return {}
    name, _, password = user.partition(":")
    token = base64.b64encode(f"{unquote(name)}:{unquote(password)}".encode()).decode("ascii")
    return {"Authorization": f"Basic {token}"}


def _is_secret(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    # "?abc123" has no "=": the name is the value.
    return bool(_SECRET_NAME.search(unquote(name)) or _RANDOM_VALUE.fullmatch(value or name))


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
_FORBIDDEN_CHARACTERS = re.compile(r"[\x00-\x20\x7f\\\ud800-\udfff]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PATH_CHARACTERS = "/%:@!$&'()*+,;=~[]|^"
_QUERY_CHARACTERS = _PATH_CHARACTERS + "?`{}"
_MAX_DECODINGS = 8
MAX_URL_LENGTH = 16_384


class InvalidUrlError(ValueError):
    """A URL is invalid or ambiguous; the message says why."""


class TooLongUrlError(InvalidUrlError):
    """A URL is longer than servers accept."""


@record
class HttpUrl:
    """A normalized http(s) URL."""

    scheme: str
    host: str
    """A name in lower case and ASCII, or an IP address without brackets."""
    port: int
    path: str
    query: str | None

    @property
    def host_header(self) -> str:
        """The value of the ``Host`` header: with the port unless it is the default one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"{self.scheme}://{self.host_header}"

    @property
    def url(self) -> str:
        """The absolute URL."""
        return f"{self.origin}{self.request_target}"

    @property
    def request_target(self) -> str:
        """Path and query, as in the request line."""
        return self.path if self.query is None else f"{self.path}?{self.query}"


def parse_http_url(url: str) -> HttpUrl:
    """Parse an http(s) URL; raise InvalidUrlError if programs could read it in different ways."""
    if len(url) > MAX_URL_LENGTH:
        raise TooLongUrlError("the URL is too long.")
    if _FORBIDDEN_CHARACTERS.search(url):
        raise InvalidUrlError("the URL contains a space, a backslash, or a control character.")
    match = _URL.fullmatch(url)
    if match is None:
        raise InvalidUrlError("the URL must begin with http:// or https://.")
    scheme = match["scheme"].lower()
    host, port = _parse_authority(match["authority"], scheme)
    query = match["query"]
    return HttpUrl(
        scheme=scheme,
        host=host,
        port=port,
        path=_normalize_path(match["path"]),
        query=None if query is None else normalize_escapes(query, _QUERY_CHARACTERS),
    )


def _parse_authority(authority: str, scheme: str) -> tuple[str, int]:
    if "@" in authority:
        raise InvalidUrlError("the URL contains a user name or password.")
    match = _AUTHORITY.fullmatch(authority)
    if match is None:
        raise InvalidUrlError("the URL has no valid host.")
    port = int(match["port"]) if match["port"] else _PORTS[scheme]
    if not 0 < port < 65_536:
        raise InvalidUrlError("the URL has an invalid port.")
    host = _parse_ipv6(match["v6"]) if match["v6"] else normalize_host(match["name"])
    return host, port


def _parse_ipv6(text: str) -> str:
    try:
        return IPv6Address(text).compressed
    except AddressValueError:
        raise InvalidUrlError("the URL has an invalid IPv6 address.") from None


def normalize_host(name: str) -> str:
    """Normalize a host name: ASCII, lower case, without a trailing dot."""
    if not name.isascii():
        name = _encode_idna(name)
    name = name.lower().removesuffix(".")
    if _LAST_LABEL_IS_NUMBER.fullmatch(name):
        return _parse_ipv4(name)
    if len(name) > 253 or not _HOST_NAME.fullmatch(name):
        raise InvalidUrlError("the URL has an invalid host name.")
    return name


def _encode_idna(name: str) -> str:
    # It comes with requests, which Sphinx needs; nearly all host names are ASCII.
    import idna

    try:
        return idna.encode(name, uts46=True, transitional=False).decode("ascii")
    except UnicodeError:
        raise InvalidUrlError("the URL has an invalid host name.") from None


def _parse_ipv4(text: str) -> str:
    """Parse an IPv4 address as the WHATWG URL parser does: ``0x7f.1`` is ``127.0.0.1``."""
    parts = text.split(".")
    try:
        *first, last = (_parse_ipv4_number(part) for part in parts)
    except ValueError:
        raise InvalidUrlError("the URL has an invalid IPv4 address.") from None
    if len(first) > 3 or any(part > 255 for part in first) or last >= 256 ** (4 - len(first)):
        raise InvalidUrlError("the URL has an invalid IPv4 address.")
    return str(IPv4Address(last + sum(part << 8 * (3 - index) for index, part in enumerate(first))))


def _parse_ipv4_number(text: str) -> int:
    if text.startswith("0x"):
        return int(text[2:], 16) if text[2:] else 0
    if not text.isdigit():
        raise ValueError
    return int(text, 8) if len(text) > 1 and text.startswith("0") else int(text)


def _normalize_path(path: str) -> str:
    """Remove dot segments and normalize escapes; raise InvalidUrlError for hidden ``..``."""
    resolved = _remove_dot_segments(normalize_escapes(path, _PATH_CHARACTERS) or "/")
    if not resolved.startswith("/"):
        raise InvalidUrlError("the URL has an invalid path.")
    if _has_encoded_dot_segments(resolved):
        raise InvalidUrlError('the URL path contains an encoded "..".')
    return resolved


def normalize_escapes(text: str, allowed: str) -> str:
    """Normalize percent-encoding (RFC 3986, section 6.2.2): ``%7e%e4`` becomes ``~%E4``."""
    return _ESCAPE.sub(_escape, quote(text, safe=allowed, errors="replace"))


def _escape(match: re.Match[str]) -> str:
    if match[1] is None:
        return "%25"
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _remove_dot_segments(path: str) -> str:
    remaining: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del remaining[-1:]
        elif segment != ".":
            remaining.append(segment)
    if segments[-1] in (".", ".."):
        remaining.append("")
    return "/" + "/".join(remaining)


def _has_encoded_dot_segments(path: str) -> bool:
    """Return whether a server that decodes a path more than once would find ``..`` in it."""
    for _ in range(_MAX_DECODINGS):
        decoded = unquote(path, errors="replace")
        if decoded == path:
            break
        path = decoded
    else:
        return True
    if "\0" in path:
        return True
    segments = re.split(r"[/\\]", path)
    # Some servers cut a segment at ";", and some ignore spaces around it.
    return any(segment.partition(";")[0].strip() in (".", "..") for segment in segments)


def parse_ip_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address of a normalized host, or None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


HARMFUL_SCHEMES = (
    "javascript",
    "vbscript",
    "data",
    "file",
    "filesystem",
    "blob",
    "livescript",
    "mocha",
    "mhtml",
)
_WRAPPING_SCHEMES = ("feed", "jar", "view-source")
"""Schemes that are followed by a complete URL with another scheme."""
_MAX_WRAPPED = 4

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
IGNORED_CHARACTERS = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]")
"""What browsers remove before they parse the scheme."""


def url_scheme(url: str) -> str:
    """Return the scheme of a URL as browsers parse it, or an empty string."""
    match = _SCHEME.match(IGNORED_CHARACTERS.sub("", url))
    return match[1].lower() if match else ""


def is_unsafe_url(url: str) -> bool:
    """Return whether a URL could run code or read local files."""
    for _ in range(_MAX_WRAPPED):
        scheme = url_scheme(url)
        if scheme not in _WRAPPING_SCHEMES:
            return scheme in HARMFUL_SCHEMES
        url = url.partition(":")[2]
    return True


def is_image_data_url(url: str) -> bool:
    """Return whether a URL is an image as data, which runs no code as an image."""
    return url.lower().startswith("data:image/")


def is_external_url(url: str) -> bool:
    """Return whether a URL has a scheme or a host, and is no path of the site."""
    return bool(url_scheme(url)) or url.startswith("//")


def is_web_url(url: str) -> bool:
    """Return whether a URL names a host, and HTTP as its scheme."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)
