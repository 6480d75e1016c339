"""Page files written together: all of them, or none."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import (
    make_folder,
    read_text,
    remove,
    temporary_path,
    write_temporary,
)
from sphinx_sitejson.navigation.page_files.authored_pages import read_page_front_matter
from sphinx_sitejson.navigation.page_files.bindings import ParsedBinding, parse_binding

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument

FILES_WORTH_A_PROGRESS_LINE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteResult:
    """What happened to the files."""

    written: tuple[Path, ...] = ()
    kept: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class _Stub:
    """A page file that only says what the page shows."""

    key: str
    document: str
    name: str


_STUB = re.compile(
    r"---\n(openapi|openapi-schema): (\"(?:[^\"\\\n]|\\.)*\")\n"
    r"(?:[A-Za-z]+: \"(?:[^\"\\\n]|\\.)*\"\n)*(?:hidden: true\n)?---\n\Z"
)


def _stub(text: str | None) -> _Stub | None:
    found = _STUB.match(text or "")
    if found is None:
        return None
    document, _space, name = str(json.loads(found[2])).partition(" ")
    return _Stub(found[1], document, name)


class PageFiles:
    """The page files of a folder, by their names without extension."""

    def __init__(self, folder: Path, texts: Mapping[str, str]) -> None:
        self._folder = folder
        self._texts = {folder / f"{name}.mdx": text for name, text in texts.items()}

    def different(self) -> list[Path]:
        """Return the files that are missing or have another text."""
        return [path for path, text in self._texts.items() if _text_of(path) != text]

    def outdated(self) -> list[Path]:
        """Return the files that are missing or show another operation or schema.

        An author may add text and front matter to a file.
        """
        return [path for path in self.different() if _binding(path) != self._binding(path)]

    def _binding(self, path: Path) -> ParsedBinding:
        return parse_binding(read_page_front_matter(self._texts[path], path).values)

    def gone(self, document: OpenApiDocument) -> list[Path]:
        """Return the pages of a document that show what it does not have any more.

        Only files as the command writes them: one in which an author wrote stays.
        """
        known = {
            "openapi": document.operations_by_accepted_key.keys(),
            "openapi-schema": document.schemas.keys(),
        }
        found = []
        for path in sorted(self._folder.rglob("*.mdx")):
            stub = None if path in self._texts or path.is_symlink() else _stub(_text_of(path))
            if stub is None or stub.document != document.name:
                continue
            if stub.name not in known[stub.key]:
                found.append(path)
        return found

    def write(self, *, force: bool) -> WriteResult:
        """Write all files under other names first, and rename them when all are there."""
        different = self.different()
        # A link that leads nowhere is something that the author made, too.
        kept = () if force else tuple(path for path in different if os.path.lexists(path))
        wanted = [path for path in different if path not in kept]
        change = _Change(self._folder)
        try:
            for path in with_progress(wanted):
                change.write_temporary(path, self._texts[path].encode())
            change.carry_out()
        except BaseException:
            change.undo()
            raise
        change.discard()
        return WriteResult(written=tuple(wanted), kept=kept)


class _Change:
    """Many new files in a folder; until the end all of it can be undone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[Path] = []
        self._prepared: dict[Path, Path] = {}
        self._replaced: dict[Path, Path] = {}
        self._placed: list[Path] = []

    def write_temporary(self, path: Path, content: bytes) -> None:
        """Write a file beside its place."""
        self._made += make_folder(path.parent, below=self._folder)
        if path.is_dir() and not path.is_symlink():
            raise IsADirectoryError(0, "A folder with this name exists", str(path))
        self._prepared[path] = write_temporary(path, content, below=self._folder)

    def carry_out(self) -> None:
        """Put all files in their places."""
        for path, temporary in self._prepared.items():
            if os.path.lexists(path):
                aside = temporary_path(path)
                path.rename(aside)
                self._replaced[path] = aside
            temporary.rename(path)
            self._placed.append(path)

    def discard(self) -> None:
        """Remove what was replaced: it is not wanted any more."""
        for aside in self._replaced.values():
            remove(aside)

    def undo(self) -> None:
        """Bring the folder back to what it was."""
        for path in (*self._prepared.values(), *self._placed):
            remove(path)
        for path, aside in self._replaced.items():
            with contextlib.suppress(OSError):
                aside.replace(path)
        for folder in reversed(self._made):
            with contextlib.suppress(OSError):
                folder.rmdir()


def with_progress(paths: list[Path]) -> Iterable[Path]:
    """Yield the paths; on a terminal, many of them come with a line that counts."""
    shows = len(paths) >= FILES_WORTH_A_PROGRESS_LINE and sys.stderr.isatty()
    for number, path in enumerate(paths, 1):
        if shows:
            end = "\n" if number == len(paths) else ""
            print(f"\rwriting pages: {number}/{len(paths)}", end=end, file=sys.stderr, flush=True)
        yield path


def _binding(path: Path) -> ParsedBinding:
    text = _text_of(path)
    return None if text is None else parse_binding(read_page_front_matter(text, path).values)


def _text_of(path: Path) -> str | None:
    try:
        return read_text(path)
    except OSError:
        return None
