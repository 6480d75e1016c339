"""Caches on disk: copies of fetched documents, and the results of reading documents."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import write_if_possible
from sphinx_sitejson.common.json_documents.exact_json import ExactNumber
from sphinx_sitejson.common.network.urls import public_url
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.version import __version__

from ..validation.meta_schemas import VERSIONS
from .locations import DocumentLocation

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteCopy:
    """The cached content of a URL."""

    content: bytes
    fetched_at: float
    etag: str = ""
    last_modified: str = ""

    def conditions(self) -> dict[str, str]:
        """Return the headers of a conditional request (RFC 9110, section 13.1)."""
        conditions = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in conditions.items() if value}

    def age(self) -> str:
        """Format the age of the copy: ``3 days ago``."""
        seconds = max(time.time() - self.fetched_at, 0)
        for unit, length in _UNITS:
            count = int(seconds // length)
            if count:
                return f"{count} {unit}{'s' if count > 1 else ''} ago"
        return "less than a minute ago"


@dataclass(frozen=True, slots=True)
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
                etag=str(facts["etag"]),
                last_modified=str(facts["last_modified"]),
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def store(self, url: str, copy: RemoteCopy) -> None:
        """Store a copy; a folder that is not writable is ignored."""
        facts = {
            "digest": hashlib.sha256(copy.content).hexdigest(),
            "fetched_at": copy.fetched_at,
            "etag": copy.etag,
            "last_modified": copy.last_modified,
        }
        content = json.dumps(facts).encode() + b"\n" + copy.content
        write_if_possible(self._path(url), content, below=self.folder)

    def discard(self, url: str) -> None:
        """Delete the copy of a URL."""
        with suppress(OSError):
            self._path(url).unlink(missing_ok=True)

    def _path(self, url: str) -> Path:
        name = hashlib.sha256(url.encode()).hexdigest()
        return self.folder / f"{name[:40]}.copy"


CACHE_FORMAT = 9
"""Incremented when reading the same files gives another result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedResult:
    """The cached result of reading a document, independent of the location of the project."""

    data: dict[str, Any] | None = None
    version: str = ""
    problems: tuple[Problem, ...]
    digests: dict[DocumentLocation, str | None]
    original: dict[str, Any] | None = None
    """The document before its conversion to OpenAPI 3, if it was converted."""
    converted_by: str = ""
    """The format of the project that it was converted from; "" if it was not."""

    @property
    def digest(self) -> str:
        """A hash of the files and of the version of the reader."""
        files = [[location.display_name, digest] for location, digest in self.digests.items()]
        text = json.dumps([__version__, CACHE_FORMAT, VERSIONS, files, self.converted_by])
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ResultCache:
    """A folder of cached results; damaged files are ignored."""

    folder: Path

    def find(
        self, key: str, digest_of: Callable[[DocumentLocation], str | None]
    ) -> CachedResult | None:
        """Return the cached result of a document if none of its files changed."""
        try:
            result = _ResultUnpickler(io.BytesIO(self._path(key).read_bytes())).load()
            files = result.digests.items()
        except Exception:
            # A damaged file can raise any exception; the document is then read again.
            return None
        is_current = all(digest_of(location) == digest for location, digest in files)
        return result if is_current else None

    def store(self, key: str, result: CachedResult) -> None:
        """Store a result for the next build.

        Results with a URL that contains secrets, or that could not be fetched, are not stored.
        """
        for location, digest in result.digests.items():
            if location.is_url and (digest is None or public_url(location.path) != location.path):
                return
        content = pickle.dumps(result, protocol=5)
        write_if_possible(self._path(key), content, below=self.folder)

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(f"{__version__} {CACHE_FORMAT} {VERSIONS} {key}".encode()).hexdigest()
        return self.folder / f"{name[:40]}.pickle"


_RESULT_CLASSES = (CachedResult, Problem, ProblemCode, Location, DocumentLocation, ExactNumber)
_STORED_CLASSES = {(each.__module__, each.__qualname__): each for each in _RESULT_CLASSES}


class _ResultUnpickler(pickle.Unpickler):
    """Unpickle plain data only, so that a manipulated file cannot run code."""

    def find_class(self, module: str, name: str) -> type:
        if (module, name) in _STORED_CLASSES:
            return _STORED_CLASSES[module, name]
        raise pickle.UnpicklingError(f"{module}.{name} is not plain data")
