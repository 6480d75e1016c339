"""Fetch documents from servers within limits, with conditional requests for cached copies."""

from __future__ import annotations

import hashlib
import http.client
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from sphinx_sitejson.common.files import remove, write_if_possible
from sphinx_sitejson.common.network.connections import (
    MAX_REDIRECTS,
    REDIRECT_STATUSES,
    RESPONSE_ERRORS,
    Deadline,
    decode_content,
    describe_response_error,
    is_private_allowed,
    resolve_redirect,
    resolve_route,
    send_request,
)
from sphinx_sitejson.common.network.urls import (
    RefusedError,
    UnreachableError,
    basic_authorization,
    display_url,
    parse_http_url,
    strip_credentials,
    url_user,
)
from sphinx_sitejson.common.records import record

from .locations import url_origin, valid_origins
from .sources import document_has_credentials

LIMIT_HINT = ' (raise "sitejson_largest_document" in conf.py)'
"""How to read larger documents."""

_HEADERS = {
    "User-Agent": "sphinx-sitejson",
    "Accept": "application/json, application/yaml, text/yaml, */*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "close",
}


@record
class FetchedDocument:
    """The content of a file or a URL, and a warning if a cached copy is used."""

    content: bytes
    note: str = ""

    @property
    def digest(self) -> str:
        """The SHA-256 hash of the content."""
        return hashlib.sha256(self.content).hexdigest()


def _ignore_progress(message: str) -> None:
    """Ignore a progress message."""


@record
class FetchOptions:
    """Options for reading files; shared by a build, so that each URL is fetched once."""

    cache_folder: Path | None = None
    offline: bool = False
    allowed_origins: frozenset[str] = frozenset()
    """Origins of files, whose hosts may also have private IP addresses."""
    timeout: float = 30
    size_limit: int = 20_000_000
    progress: Callable[[str], object] = _ignore_progress
    responses: dict[tuple[str, str], FetchedDocument | str] = field(
        default_factory=dict, compare=False, repr=False
    )
    """The responses of one build."""


_CONDITIONS = {"If-None-Match": "ETag", "If-Modified-Since": "Last-Modified"}
"""The headers of a conditional request, and the headers of a response with their values."""
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


@record
class RemoteCopy:
    """The cached content of a URL."""

    content: bytes
    fetched_at: float
    conditions: Mapping[str, str]
    """The headers of a conditional request (RFC 9110, section 13.1)."""

    def age(self) -> str:
        """Format the age of the copy: ``3 days ago``."""
        seconds = max(time.time() - self.fetched_at, 0)
        for unit, length in _UNITS:
            count = int(seconds // length)
            if count:
                return f"{count} {unit}{'s' if count > 1 else ''} ago"
        return "less than a minute ago"


@dataclass(frozen=True)
class RemoteCache:
    """A folder of cached copies; damaged files are ignored."""

    folder: Path

    def find(self, url: str) -> RemoteCopy | None:
        """Return the cached copy of a URL."""
        try:
            header, _, content = self._path(url).read_bytes().partition(b"\n")
            facts = json.loads(header)
            if facts["digest"] != hashlib.sha256(content).hexdigest():
                return None
            return RemoteCopy(
                content=content,
                fetched_at=float(facts["fetched_at"]),
                conditions={name: str(value) for name, value in facts["conditions"].items()},
            )
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            return None

    def store(self, url: str, copy: RemoteCopy) -> None:
        """Store a copy; a folder that is not writable is ignored."""
        facts = {
            "digest": hashlib.sha256(copy.content).hexdigest(),
            "fetched_at": copy.fetched_at,
            "conditions": copy.conditions,
        }
        content = json.dumps(facts).encode() + b"\n" + copy.content
        write_if_possible(self._path(url), content, below=self.folder)

    def discard(self, url: str) -> None:
        """Delete the copy of a URL."""
        remove(self._path(url))

    def _path(self, url: str) -> Path:
        name = hashlib.sha256(url.encode()).hexdigest()
        return self.folder / f"{name[:40]}.copy"


@record
class Fetcher:
    """Fetch documents; with a cache, also when the server is not reachable."""

    options: FetchOptions
    access: Mapping[str, str] = field(repr=False)
    """The URLs that the settings name, with their secrets, by those without them."""

    def fetch(self, url: str) -> FetchedDocument:
        """Return the content of a URL; raise RefusedError with the reason if there is none."""
        known = self.options.responses
        user = ""
        if named := self.access.get(url):
            url, user = strip_credentials(named).partition("#")[0], url_user(named)
        if not user:
            # Other files of a server, such as those of references, are fetched as the same user.
            origin = url_origin(url)
            users = (url_user(each) for each in self.access.values() if url_origin(each) == origin)
            user = next(filter(None, users), "")
        key = (user, url)
        if key not in known:
            try:
                known[key] = self._fetch(url, user)
            except RefusedError as error:
                known[key] = str(error)
        response = known[key]
        if isinstance(response, str):
            raise RefusedError(response)
        return response

    def _fetch(self, url: str, user: str) -> FetchedDocument:
        folder = self.options.cache_folder
        copies = RemoteCache(folder / "remote") if folder is not None else None
        copy = copies.find(url) if copies else None
        if self.options.offline:
            return _use_cached_copy(copy, "it is not fetched, since the build is offline")
        self.options.progress(f"fetching {display_url(url)}")
        try:
            fetched = self._ask(url, user, copy)
        except RESPONSE_ERRORS as error:
            reason = describe_response_error(error, self.options.timeout)
            return _use_cached_copy(copy, f"it could not be fetched: {reason}")
        if copies:
            is_known = copy is not None and fetched.content is copy.content
            # The doctree folder may be published with the pages.
            if is_known or not document_has_credentials(fetched.content):
                copies.store(url, fetched)
            else:
                copies.discard(url)
        return FetchedDocument(content=fetched.content)

    def _ask(self, url: str, user: str, copy: RemoteCopy | None) -> RemoteCopy:
        deadline = Deadline(self.options.timeout)
        target = parse_http_url(url)
        private_hosts = {target.origin, *valid_origins(self.options.allowed_origins)}
        for _ in range(MAX_REDIRECTS + 1):
            is_private = is_private_allowed(target, private_hosts)
            route = resolve_route(target, allow_private=is_private)
            known = copy.conditions if copy else {}
            headers = {**_HEADERS, **known, **basic_authorization(user)}
            connection, response = send_request(
                target, route=route, headers=headers, deadline=deadline
            )
            try:
                if response.status in REDIRECT_STATUSES:
                    following = resolve_redirect(target, response.headers.get("Location"))
                    # Another server never gets the credentials, not even by a redirect back.
                    user = user if following.origin == target.origin else ""
                    target = following
                    continue
                return self._read_response(response, copy)
            finally:
                response.close()
                connection.close()
        raise UnreachableError(f"more than {MAX_REDIRECTS} redirects")

    def _read_response(
        self, response: http.client.HTTPResponse, copy: RemoteCopy | None
    ) -> RemoteCopy:
        if response.status == 304 and copy:
            return replace(copy, fetched_at=time.time())
        if response.status != 200:
            raise UnreachableError(f"the server responded with {response.status} {response.reason}")
        content = b"".join(decode_content(response, self.options.size_limit, LIMIT_HINT))
        if _is_web_page(response.headers.get("Content-Type", ""), content):
            raise UnreachableError(
                "the server responded with a web page (HTML), which may be a login page"
            )
        conditions = {
            condition: value
            for condition, name in _CONDITIONS.items()
            if (value := response.headers.get(name))
        }
        return RemoteCopy(content=content, conditions=conditions, fetched_at=time.time())


def _is_web_page(content_type: str, content: bytes) -> bool:
    start = content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    is_page = start.startswith((b"<!doctype html", b"<html"))
    return is_page or (content_type.lower().startswith("text/html") and start.startswith(b"<"))


def _use_cached_copy(copy: RemoteCopy | None, reason: str) -> FetchedDocument:
    if copy is None:
        raise RefusedError(f"{reason}, and there is no stored copy.")
    return FetchedDocument(
        content=copy.content, note=f"{reason}; the copy from {copy.age()} is used."
    )
