"""Recognizes folders that an earlier build wrote: what is in them is never a source."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from .reading import read_file

MARKER = ".sitejson-output"
"""The file that every build of ours leaves in the folders it writes."""

MARKER_TEXT = "Written by a build of sphinx-sitejson; nothing in this folder is read as a source.\n"

_BUILD_INFO = ".buildinfo"
_BUILD_INFO_BEGINS = b"# Sphinx build info"
_ENVIRONMENT = "environment.pickle"
_WEB_SITE = frozenset({"objects.inv", "searchindex.js"})


def is_built(folder: Path) -> bool:
    """Whether a build of ours, or another one of Sphinx, wrote a folder."""
    return _is_built(folder, lambda name: (folder / name).is_file())


def is_built_with(folder: Path, names: Collection[str]) -> bool:
    """Tell the same by the names of the files in the folder, which the caller knows."""
    return _is_built(folder, names.__contains__)


def _is_built(folder: Path, has: Callable[[str], bool]) -> bool:
    if has(MARKER) or has(_ENVIRONMENT) or all(map(has, _WEB_SITE)):
        return True
    return has(_BUILD_INFO) and _is_build_info(folder / _BUILD_INFO)


def _is_build_info(file: Path) -> bool:
    try:
        return read_file(file, len(_BUILD_INFO_BEGINS)) == _BUILD_INFO_BEGINS
    except OSError:
        return False


def built_folder_around(path: Path, root: Path) -> Path | None:
    """Return the folder between a root and a path that a build wrote; the root itself is none."""
    if not path.is_relative_to(root):
        return None
    inner = [folder for folder in path.parents if folder != root and folder.is_relative_to(root)]
    return next((folder for folder in reversed(inner) if is_built(folder)), None)
