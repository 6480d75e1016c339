"""Walks through a project as Sphinx does, and finds what Sphinx should not go into."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .built_folders import is_built_with

_NO_SOURCES = frozenset({"node_modules", "__pycache__"})
_MOST_WAYS = 20
"""How often links may lead to the same folder: more often, they are a trap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTree:
    """The folders of a project in which there are no sources, from its root, and its files."""

    built: tuple[str, ...] = ()
    """What earlier builds wrote."""
    circles: tuple[str, ...] = ()
    """Links to a folder that they lie in."""
    files: tuple[str, ...] = field(default=(), repr=False)


def survey(root: Path) -> SourceTree:
    """Look through a project; links to folders are followed, since Sphinx follows them."""
    walk = _Walk(root.resolve())
    files = tuple(walk.files())
    return SourceTree(built=tuple(walk.built), circles=tuple(walk.circles), files=files)


def as_pattern(path: str) -> str:
    """Write a path as a pattern of Sphinx, in which a question mark is any one character."""
    return re.sub(r"[*?[]", "?", path)


class _Walk:
    def __init__(self, root: Path) -> None:
        self.built: list[str] = []
        self.circles: list[str] = []
        self._root = root
        self._ways: Counter[str] = Counter()

    def files(self) -> Iterator[str]:
        waiting: list[tuple[str, tuple[str, ...]]] = [("", (str(self._root),))]
        while waiting:
            folder, around = waiting.pop()
            folders, names = _entries(self._root / folder)
            if folder and is_built_with(self._root / folder, names):
                self.built.append(folder)
                continue
            if "pyvenv.cfg" in names:
                continue
            yield from (f"{folder}/{name}".lstrip("/") for name in sorted(names))
            for name, is_link in sorted(folders.items(), reverse=True):
                if name.startswith(".") or name in _NO_SOURCES:
                    continue
                path = f"{folder}/{name}".lstrip("/")
                if is_link and self._is_circle(path, around):
                    self.circles.append(path)
                else:
                    own = os.path.realpath(self._root / path) if is_link else f"{around[-1]}/{name}"
                    waiting.append((path, (*around, own)))

    def _is_circle(self, path: str, around: tuple[str, ...]) -> bool:
        target = os.path.realpath(self._root / path)
        self._ways[target] += 1
        return target in around or self._ways[target] > _MOST_WAYS


def _entries(folder: Path) -> tuple[dict[str, bool], set[str]]:
    """Return the folders in a folder, each with whether it is a link, and the other names."""
    folders: dict[str, bool] = {}
    names: set[str] = set()
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    folders[entry.name] = entry.is_symlink()
                else:
                    names.add(entry.name)
    except OSError:
        # It vanished, or is not for us to read: Sphinx does not see it either.
        return {}, set()
    return folders, names
