"""Files and search of a published site, within limits."""

from __future__ import annotations

import json
import posixpath
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.files import THEME, describe_os_error
from sphinx_sitejson.common.network.connections import (
    MAX_REDIRECTS,
    REDIRECT_STATUSES,
    RESPONSE_ERRORS,
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


class SiteFiles:
    """Files by their paths from the root of the site; the last ones are cached.

    Index files are named by a digest of their content; only the root of the index changes.

    :param load: returns the text of a file; raises MissingFileError if there is none.
    """

    def __init__(self, load: Callable[[str], str]) -> None:
        self._load = load
        self._load_cached = lru_cache(maxsize=MAX_CACHED_FILES)(load)
        self._root = ""
        self._root_read_at = 0.0
        self._lock = threading.Lock()

    def read(self, path: str) -> str:
        """Return the text of a file from the cache or the site; raise MissingFileError."""
        # Several clients may be served at the same time.
        with self._lock:
            if not path.endswith(ROOT):
                return self._load_cached(path)
            moment = time.monotonic()
            if not self._root or moment - self._root_read_at >= ROOT_CACHE_SECONDS:
                text = self._load(path)
                if text != self._root:
                    # The site was published again.
                    self._load_cached.cache_clear()
                self._root, self._root_read_at = text, moment
            return self._root

    def read_script(self, path: str) -> Any:
        """Return the JSON object in a script of the site; raise MissingFileError."""
        text = self.read(path)
        try:
            return json.loads(text[text.index("{") : text.rindex("}") + 1])
        except ValueError:
            raise MissingFileError(f"{path} is not part of a search index.") from None


def open_site(where: str) -> SiteFiles:
    """Return the files of a folder or below a URL; raise MissingFileError for anything else."""
    if "://" in where:
        return SiteFiles(partial(_fetch_file, site_base(where)))
    folder = Path(where)
    if not folder.is_dir():
        raise MissingFileError(f"{folder} is not a folder.")
    return SiteFiles(partial(_read_file, folder.resolve()))


def _read_file(folder: Path, path: str) -> str:
    """Return the text of a file below a folder."""
    file = folder.joinpath(normalize_path(path)).resolve()
    if not file.is_relative_to(folder):
        raise MissingFileError(f"{path} is not a file of the site.")
    try:
        if file.stat().st_size > MAX_FILE_SIZE:
            raise MissingFileError(f"{path} is too large.")
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise MissingFileError(f"{path}: {describe_os_error(error)}.") from None


def site_base(url: str) -> str:
    """Return the URL below which a site is published; the URL of a page means its folder."""
    try:
        origin = parse_http_url(url).origin
    except InvalidUrlError as error:
        raise MissingFileError(f"{url}: {error}.") from None
    path = split_url(url).path
    is_page = "." in path.rpartition("/")[2]
    folder = posixpath.dirname(path) if is_page else path
    return f"{origin}{folder.rstrip('/')}/"


def file_url(base: str, path: str) -> str:
    """Return the URL of a file below that of its site."""
    return join_url(base, quote(normalize_path(path)))


def _fetch_file(base: str, path: str) -> str:
    """Return the text of a file below a URL."""
    url = file_url(base, path)
    try:
        return _fetch(parse_http_url(url)).decode("utf-8", "replace")
    except (RefusedError, *RESPONSE_ERRORS, InvalidUrlError) as error:
        raise MissingFileError(f"{url}: {_reason(error)}.") from None


def _fetch(target: HttpUrl) -> bytes:
    """Fetch a URL within limits; no other host is contacted."""
    deadline, origin = Deadline(SECONDS), target.origin
    for _ in range(MAX_REDIRECTS + 1):
        # The user named the site, so it may be in a private network.
        route = resolve_route(target, allow_private=True)
        connection, response = send_request(
            target, route=route, headers=_HEADERS, deadline=deadline
        )
        with closing(connection), response:
            if response.status in REDIRECT_STATUSES:
                target = resolve_redirect(target, response.headers.get("Location"))
                if target.origin != origin:
                    raise UnreachableError("it leads to another host")
                continue
            if response.status != 200:
                raise UnreachableError(f"the server responded with {response.status}")
            content = response.read(MAX_FILE_SIZE + 1)
            if len(content) > MAX_FILE_SIZE:
                raise UnreachableError("the response is too large")
            return content
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


Hit = Mapping[str, Any]
"""A page, or a location on it, that matches a query, as the search of the theme returns it."""


def search_site(
    files: SiteFiles, query: str, *, limit: int = 10, kind: str = "", version: str = ""
) -> list[Hit]:
    """Return the best pages and locations for a query; raise ScriptFailedError."""

    def load(name: str) -> Any:
        return files.read_script(f"{FOLDER}/{name}.js")

    options = {"kind": kind, "version": version, "limit": max(MIN_CANDIDATES, limit)}
    hits: list[Hit] = _SCRIPTS.call_loading(_SEARCH, load, query, options)
    return hits[:limit]
