"""Where documents lie: a file of the project, or a URL; and where their references may lead."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urljoin, urlparse, urlsplit, urlunsplit

from prance.util import url as prance_url

from sphinx_sitejson.problems import quoted

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PORTS = {"http": 80, "https": 443}


class RefusedError(Exception):
    """An address that is not followed; the message says why."""


@dataclass(frozen=True, slots=True)
class FileAddress:
    """A file of the project, by its path from the root: ``api/openapi.yaml``."""

    path: str

    @property
    def shown(self) -> str:
        """The address as messages name it."""
        return self.path

    @property
    def stem(self) -> str:
        """The name without folder and ending."""
        return _stem(self.path)

    @property
    def folder(self) -> str:
        """The name of the folder that holds it."""
        return posixpath.basename(posixpath.dirname(self.path))


@dataclass(frozen=True, slots=True)
class UrlAddress:
    """A document on a server."""

    url: str

    @property
    def shown(self) -> str:
        """The address as messages name it: without anything that could be a secret."""
        return without_credentials(self.url)

    @property
    def stem(self) -> str:
        """The name without folder and ending; that of the host if there is no path."""
        return _stem(urlsplit(self.url).path.rstrip("/")) or (urlsplit(self.url).hostname or "")

    @property
    def folder(self) -> str:
        """The name of the folder that holds it."""
        return posixpath.basename(posixpath.dirname(urlsplit(self.url).path))


Address = FileAddress | UrlAddress


def address_of(location: str) -> Address:
    """Read a location of the settings: a path from the project's root, or a URL."""
    if location.lower().startswith(("http://", "https://")):
        return UrlAddress(_checked_url(location))
    if _SCHEME.match(location):
        raise RefusedError(
            f"{quoted(_scheme_of(location))} addresses are not read; "
            "name a file of the project or an http(s) URL."
        )
    return FileAddress(_path_below_root("", location.lstrip("/"), location))


def resolved(reference: str, *, holder: Address, allowed_origins: frozenset[str]) -> Address:
    """Return where the part of a reference before ``#`` leads, seen from its holder."""
    # A query or a fragment does not choose another file.
    resource = prance_url.urlresource(_parsed(reference))
    if _SCHEME.match(resource) or resource.startswith("//") or isinstance(holder, UrlAddress):
        base = holder.url if isinstance(holder, UrlAddress) else ""
        return _allowed_url(urljoin(base, reference), holder, allowed_origins)
    if resource.startswith("/"):
        raise RefusedError(
            f"the absolute path {quoted(resource)} is not read; write it relative to this file."
        )
    folder = posixpath.dirname(holder.path)
    return FileAddress(_path_below_root(folder, unquote(resource), reference))


def origin_of(url: str) -> str:
    """Return scheme, host and port: ``https://example.com``, with the port if it is unusual."""
    parts = urlsplit(url)
    port = _port(parts)
    host = (parts.hostname or "").rstrip(".")
    shown = f"[{host}]" if ":" in host else host
    usual = port is None or port == _PORTS.get(parts.scheme.lower())
    return f"{parts.scheme.lower()}://{shown}" + ("" if usual else f":{port}")


def user_of(url: str) -> str:
    """Return the user and password of a URL, as they stand before the ``@``."""
    return urlsplit(url).netloc.rpartition("@")[0]


def with_user(url: str, user: str) -> str:
    """Return a URL with another user and password, or with none."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{user}@{host}" if user else host))


def without_user(url: str) -> str:
    """Return a URL that says nothing about who asks."""
    return with_user(url, "")


def without_credentials(url: str) -> str:
    """Return a URL without user, password, and the values of its query."""
    parts = urlsplit(without_user(url))
    return urlunsplit(parts._replace(query="…" if parts.query else "", fragment=""))


def _allowed_url(url: str, holder: Address, allowed_origins: frozenset[str]) -> UrlAddress:
    scheme = _scheme_of(url)
    if scheme not in _PORTS:
        raise RefusedError(f"{quoted(scheme)} addresses are not followed.")
    address = UrlAddress(_checked_url(url))
    origin = origin_of(address.url)
    own = {origin_of(holder.url)} if isinstance(holder, UrlAddress) else set()
    if origin not in own | {origin_of(allowed) for allowed in allowed_origins}:
        raise RefusedError(f"it is not fetched, since {quoted(origin)} is not an allowed origin.")
    return address


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
        _port(parts)
    except ValueError:
        raise RefusedError("the URL cannot be understood.") from None
    if not parts.hostname or any(ord(char) <= 32 for char in url.strip()):
        raise RefusedError("the URL cannot be understood.")
    return urlunsplit((parts.scheme.lower(), parts.netloc, parts.path, parts.query, ""))


def _port(parts: SplitResult) -> int | None:
    return parts.port


def _parsed(reference: str) -> tuple[str, ...]:
    try:
        return urlparse(reference)
    except ValueError:
        raise RefusedError("the reference cannot be understood.") from None


def _path_below_root(folder: str, path: str, written: str) -> str:
    # Windows reads "\" as a separator and "C:" as a drive; neither is part of a file name here.
    if not path or any(char in path for char in "\\:\0"):
        raise RefusedError(f"{quoted(written)} is not the path of a file.")
    joined = posixpath.normpath(posixpath.join(folder, path))
    if joined.startswith(("../", "/")) or joined in ("..", "."):
        raise RefusedError(f"{quoted(written)} lies outside the project and is not read.")
    return joined


def _scheme_of(url: str) -> str:
    return url.partition(":")[0].lower()


def _stem(path: str) -> str:
    name = posixpath.basename(path)
    return name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name
