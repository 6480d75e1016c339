"""Page files written together: all of them, or none."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

FILES_WORTH_A_PROGRESS_LINE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteResult:
    """What happened to the files."""

    written: tuple[Path, ...] = ()
    kept: tuple[Path, ...] = ()


class PageFiles:
    """The page files of a folder, by their names without extension."""

    def __init__(self, folder: Path, texts: Mapping[str, str]) -> None:
        self._folder = folder
        self._texts = {folder / f"{name}.mdx": text for name, text in texts.items()}

    def different(self) -> list[Path]:
        """Return the files that are missing or have another text."""
        return [path for path, text in self._texts.items() if _text_of(path) != text]

    def write(self, *, force: bool) -> WriteResult:
        """Write all files under other names first, and rename them when all are there."""
        different = self.different()
        kept = () if force else tuple(path for path in different if path.exists())
        wanted = [path for path in different if path not in kept]
        prepared: dict[Path, Path] = {}
        try:
            for path in with_progress(wanted):
                prepared[path] = self._prepare(path)
            for path, temporary in prepared.items():
                temporary.replace(path)
        finally:
            for temporary in prepared.values():
                temporary.unlink(missing_ok=True)
        return WriteResult(written=tuple(wanted), kept=kept)

    def _prepare(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A folder inside may be a link that leads elsewhere.
        if not path.parent.resolve().is_relative_to(self._folder.resolve()):
            raise OSError(0, "it would stand outside the folder", str(path))
        temporary = path.with_name(f".{path.name}.new")
        temporary.write_text(self._texts[path], encoding="utf-8")
        return temporary


def with_progress(paths: list[Path]) -> Iterable[Path]:
    """Yield the paths; on a terminal, many of them come with a line that counts."""
    shows = len(paths) >= FILES_WORTH_A_PROGRESS_LINE and sys.stderr.isatty()
    for number, path in enumerate(paths, 1):
        if shows:
            end = "\n" if number == len(paths) else ""
            print(f"\rwriting pages: {number}/{len(paths)}", end=end, file=sys.stderr, flush=True)
        yield path


def _text_of(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
