"""Files and search of a published site, within limits."""

from __future__ import annotations

import http.client
import json
import posixpath
import threading
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.files import THEME, describe_os_error
from sphinx_sitejson.common.network.connections import (
    MAX_REDIRECTS,
    REDIRECT_STATUSES,
    Deadline,
    resolve_redirect,
    resolve_route,
    send_request,
)
from sphinx_sitejson.common.network.urls import (
    HttpUrl,
    InvalidUrlError,
    RefusedError,
    UnreachableError,
    join_url,
    parse_http_url,
    split_url,
)
from sphinx_sitejson.common.scripts import Scripts
from sphinx_sitejson.publishing.search_index import ROOT

MAX_FILE_SIZE = 20_000_000
SECONDS = 20.0
ROOT_CACHE_SECONDS = 60.0
MAX_CACHED_FILES = 300
"""The number of files in the cache."""
_HEADERS = {"User-Agent": "sphinx-sitejson", "Accept": "*/*", "Connection": "close"}


class MissingFileError(Exception):
    """Raised if a file of the site cannot be read; the message gives the reason."""


class SiteFiles(ABC):
    """Files by their paths from the root of the site; the last ones are cached.

    Index files are named by a digest of their content; only the root of the index changes.
    """

    def __init__(self) -> None:
        self._cache: dict[str, str] = {}
        self._root_read_at = 0.0
        self._lock = threading.Lock()

    @abstractmethod
    def load(self, path: str) -> str:
        """Return the text of a file; raise MissingFileError if there is none."""

    @abstractmethod
    def url(self, path: str) -> str:
        """Return the URL of a file."""

    def read(self, path: str) -> str:
        """Return the text of a file from the cache or the site; raise MissingFileError."""
        # Several clients may be served at the same time.
        with self._lock:
            text = self._cache.pop(path, None)
            if text is None or path.endswith(ROOT):
                text = self._reload(path, text)
            self._cache[path] = text
            while len(self._cache) > MAX_CACHED_FILES:
                del self._cache[next(iter(self._cache))]
            return text

    def _reload(self, path: str, known: str | None) -> str:
        moment = time.monotonic()
        if known is not None and moment - self._root_read_at < ROOT_CACHE_SECONDS:
            return known
        text = self.load(path)
        if path.endswith(ROOT):
            self._root_read_at = moment
            if known not in (None, text):
                # The site was published again.
                self._cache.clear()
        return text


def open_site(where: str) -> SiteFiles:
    """Return the files of a folder or below a URL; raise MissingFileError for anything else."""
    return WebFiles(where) if "://" in where else FolderFiles(Path(where))


class FolderFiles(SiteFiles):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder.resolve()
        if not self._folder.is_dir():
            raise MissingFileError(f"{folder} is not a folder.")

    def load(self, path: str) -> str:
        """Return the text of a file below the folder."""
        file = self._folder.joinpath(normalize_path(path)).resolve()
        if not file.is_relative_to(self._folder):
            raise MissingFileError(f"{path} is not a file of the site.")
        try:
            if file.stat().st_size > MAX_FILE_SIZE:
                raise MissingFileError(f"{path} is too large.")
            return file.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise MissingFileError(f"{path}: {describe_os_error(error)}.") from None

    def url(self, path: str) -> str:
        """Return the ``file:`` URL of a file."""
        return self._folder.joinpath(normalize_path(path)).as_uri()


class WebFiles(SiteFiles):
    """The files below a URL; no other host is contacted."""

    def __init__(self, base: str) -> None:
        super().__init__()
        try:
            self._origin = parse_http_url(base).origin
        except InvalidUrlError as error:
            raise MissingFileError(f"{base}: {error}.") from None
        # The URL of a page means its folder.
        path = split_url(base).path
        folder = (
            path
            if path.endswith("/") or "." not in posixpath.basename(path)
            else f"{posixpath.dirname(path)}/"
        )
        self._base = f"{self._origin}{folder.rstrip('/')}/"

    def load(self, path: str) -> str:
        """Return the text of a file below the URL."""
        try:
            content = self._fetch(parse_http_url(self.url(path)))
        except (
            RefusedError,
            UnreachableError,
            OSError,
            http.client.HTTPException,
            InvalidUrlError,
        ) as error:
            raise MissingFileError(f"{self.url(path)}: {_reason(error)}.") from None
        return content.decode("utf-8", "replace")

    def url(self, path: str) -> str:
        """Return the URL of a file."""
        return join_url(self._base, quote(normalize_path(path)))

    def _fetch(self, target: HttpUrl) -> bytes:
        deadline = Deadline.after(SECONDS)
        for _ in range(MAX_REDIRECTS + 1):
            # The user named the site, so it may be in a private network.
            route = resolve_route(target, allow_private=True)
            connection, response = send_request(
                target, route=route, headers=_HEADERS, deadline=deadline
            )
            try:
                if response.status in REDIRECT_STATUSES:
                    target = resolve_redirect(target, response.headers.get("Location"))
                    if target.origin != self._origin:
                        raise UnreachableError("it leads to another host")
                    continue
                if response.status != 200:
                    raise UnreachableError(f"the server responded with {response.status}")
                content = response.read(MAX_FILE_SIZE + 1)
                if len(content) > MAX_FILE_SIZE:
                    raise UnreachableError("the response is too large")
                return content
            finally:
                response.close()
                connection.close()
        raise UnreachableError(f"more than {MAX_REDIRECTS} redirects")


def normalize_path(path: str) -> str:
    """Return a relative path inside the site: ``/a/../b#c`` gives ``b``."""
    clean = posixpath.normpath(f"/{path.partition('#')[0].partition('?')[0]}").lstrip("/")
    if "\0" in clean or "\\" in clean:
        raise MissingFileError("this is not a path on the site.")
    return clean


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"there was no complete response within {SECONDS:g} seconds"
    if isinstance(error, OSError):
        return describe_os_error(error)
    return str(error) or "the response is malformed"


FOLDER = "_static/search"
MIN_CANDIDATES = 20
"""The number of pages whose texts are compared, however few hits are wanted."""

_SCRIPTS = Scripts(
    (
        THEME / "scripts" / f"{name}.js"
        for name in ("search-words", "search-lookup", "search", "search-ranking")
    ),
    prelude="const sitejson = {};",
)
_SEARCH = """async (load, query, options) => {
  const search = sitejson.createSearch(await load("root"), { words: load, page: load });
  return (await search(query, options)).hits;
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A page, or a location on it, that matches a query."""

    docname: str
    anchor: str
    title: str
    page_title: str
    tab: str
    trail: tuple[str, ...]
    method: str
    path: str
    excerpt: str


class PublishedIndex:
    """The index of a site."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files

    def search(
        self, query: str, *, limit: int = 10, kind: str = "", version: str = ""
    ) -> list[Hit]:
        """Return the best pages and locations for a query; raise ScriptFailedError."""
        options = {"kind": kind, "version": version, "limit": max(MIN_CANDIDATES, limit)}
        hits = _SCRIPTS.call_loading(_SEARCH, self._data, query, options)
        return [
            Hit(
                docname=hit["page"],
                anchor=hit["anchor"],
                title=hit["title"],
                page_title=hit["pageTitle"],
                tab=hit["tab"],
                trail=tuple(hit["trail"]),
                method=hit["method"],
                path=hit["path"],
                excerpt=hit["sentence"] or hit["description"],
            )
            for hit in hits[:limit]
        ]

    def _data(self, name: str) -> Any:
        text = self._files.read(f"{FOLDER}/{name}.js")
        try:
            return json.loads(text[text.index("{") : text.rindex("}") + 1])
        except ValueError:
            raise MissingFileError(f"{FOLDER}/{name}.js is not part of a search index.") from None
