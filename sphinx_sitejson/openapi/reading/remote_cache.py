"""Copies of fetched documents, with what a server needs to tell whether they are still good."""

from __future__ import annotations

import hashlib
import json
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sphinx_sitejson.common.files.writing import write_if_possible

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
