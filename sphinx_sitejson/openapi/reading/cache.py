"""Caches on disk: copies of fetched documents, and the results of reading documents."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.files import write_if_possible
from sphinx_sitejson.common.json_documents.exact_json import ExactNumber
from sphinx_sitejson.common.network.urls import public_url
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.version import __version__

from .locations import Address, FileAddress, UrlAddress
from .validation.meta_schemas import VERSIONS

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteCopy:
    """The content of a URL as it was at one time."""

    content: bytes
    fetched_at: float
    etag: str = ""
    last_modified: str = ""

    def conditions(self) -> dict[str, str]:
        """Return the headers that ask for the content only if it has changed."""
        conditions = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in conditions.items() if value}

    def confirmed(self) -> RemoteCopy:
        """Return the copy as of now, since the server says that it is still good."""
        return replace(self, fetched_at=time.time())

    def age(self) -> str:
        """Say how old the copy is: ``3 days ago``."""
        seconds = max(time.time() - self.fetched_at, 0)
        for unit, length in _UNITS:
            count = int(seconds // length)
            if count:
                return f"{count} {unit}{'s' if count > 1 else ''} ago"
        return "less than a minute ago"


@dataclass(frozen=True, slots=True)
class Copies:
    """A folder of copies; a damaged one is as good as none."""

    folder: Path

    def find(self, url: str) -> RemoteCopy | None:
        """Return the copy that is kept of a URL."""
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

    def keep(self, url: str, copy: RemoteCopy) -> None:
        """Keep a copy; a folder that cannot be written only costs the next build its speed."""
        facts = {
            "digest": hashlib.sha256(copy.content).hexdigest(),
            "fetched_at": copy.fetched_at,
            "etag": copy.etag,
            "last_modified": copy.last_modified,
        }
        content = json.dumps(facts).encode() + b"\n" + copy.content
        write_if_possible(self._path(url), content, below=self.folder)

    def discard(self, url: str) -> None:
        """Discard the copy of a URL."""
        with suppress(OSError):
            self._path(url).unlink(missing_ok=True)

    def _path(self, url: str) -> Path:
        name = hashlib.sha256(url.encode()).hexdigest()
        return self.folder / f"{name[:40]}.copy"


FORMAT = 7
"""Raised whenever reading the same files gives another result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedResult:
    """The cached result of reading a document, independent of the location of the project."""

    data: dict[str, Any] | None
    version: str
    problems: tuple[Problem, ...]
    digests: dict[Address, str | None]
    original: dict[str, Any] | None = None
    """The document in the format that it was written in, where that is another one."""
    converted_by: str = ""
    """The format of the project that it was converted from; "" if it was not."""
    lost_operations: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """A name for exactly these files, read in this way."""
        files = [[address.shown, digest] for address, digest in self.digests.items()]
        text = json.dumps([__version__, FORMAT, VERSIONS, files, self.converted_by])
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ResultCache:
    """A folder of results; a damaged one is as good as none."""

    folder: Path

    def find(self, key: str, digest_of: Callable[[Address], str | None]) -> CachedResult | None:
        """Return an earlier result of a document if all its files are as they were."""
        try:
            kept = _PlainUnpickler(io.BytesIO(self._path(key).read_bytes())).load()
            result = _from_plain(kept)
        except Exception:
            # A damaged file can fail in any way; the document is then read again.
            return None
        same = all(digest_of(address) == digest for address, digest in result.digests.items())
        return result if same else None

    def keep(self, key: str, result: CachedResult) -> None:
        """Keep a result for the next build.

        Not if an address in it is not for everybody, or if a server gave no answer: the next time
        there may be another reason.
        """
        for address, digest in result.digests.items():
            if isinstance(address, UrlAddress) and (
                digest is None or public_url(address.url) != address.url
            ):
                return
        content = pickle.dumps(_plain(result), protocol=5)
        write_if_possible(self._path(key), content, below=self.folder)

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(f"{__version__} {FORMAT} {VERSIONS} {key}".encode()).hexdigest()
        return self.folder / f"{name[:40]}.pickle"


class _PlainUnpickler(pickle.Unpickler):
    """Reads plain values only, so that a manipulated file cannot run code."""

    def find_class(self, module: str, name: str) -> type[ExactNumber]:
        if (module, name) == (ExactNumber.__module__, ExactNumber.__name__):
            return ExactNumber
        raise pickle.UnpicklingError(f"{module}.{name} is not a plain value")


def _plain(result: CachedResult) -> dict[str, Any]:
    return {
        "data": result.data,
        "original": result.original,
        "version": result.version,
        "converted_by": result.converted_by,
        "lost_operations": result.lost_operations,
        "problems": [
            (str(problem.code), problem.message, asdict(problem.place), problem.is_repaired)
            for problem in result.problems
        ],
        "files": [
            (address.path, digest)
            for address, digest in result.digests.items()
            if isinstance(address, FileAddress)
        ],
        "urls": [
            (address.url, digest)
            for address, digest in result.digests.items()
            if isinstance(address, UrlAddress)
        ],
    }


def _from_plain(kept: dict[str, Any]) -> CachedResult:
    digests: dict[Address, str | None] = {}
    digests |= {FileAddress(path): digest for path, digest in kept["files"]}
    digests |= {UrlAddress(url): digest for url, digest in kept["urls"]}
    return CachedResult(
        data=kept["data"],
        original=kept["original"],
        version=kept["version"],
        converted_by=kept["converted_by"],
        lost_operations=kept["lost_operations"],
        problems=tuple(
            Problem(
                code=ProblemCode(code),
                message=message,
                place=Place(**place),
                is_repaired=is_repaired,
            )
            for code, message, place, is_repaired in kept["problems"]
        ),
        digests=digests,
    )
