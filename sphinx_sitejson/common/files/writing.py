"""Writes files whole or not at all, under names that nobody can foresee, and never through a link.

A file is written beside its place first and then takes the place of what is there. So another
process sees the old file or the new one, a link is replaced and not followed, and a build that is
killed leaves nothing half done.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from .reading import read_file

DISK_FAULTS = frozenset({errno.ENOSPC, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""The errors of a disk that is full or cannot be written."""

_TEMPORARY = ".sitejson-{}.new"
_LEFT_BEHIND = re.compile(r"\.sitejson-[0-9a-f]{16}\.new")
_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def write_bytes(path: Path, content: bytes, *, below: Path) -> None:
    """Write a file and the folders that it needs; raise OSError if that cannot be done.

    :param below: the folder that nothing is written outside of; it may itself be a link.
    """
    temporary = prepare(path, content, below=below)
    try:
        temporary.replace(path)
    except BaseException:
        remove(temporary)
        raise


def write_text(path: Path, text: str, *, below: Path) -> None:
    """Write a text in UTF-8, with the ends of lines that it has."""
    write_bytes(path, text.encode(), below=below)


def write_if_changed(path: Path, content: bytes, *, below: Path) -> bool:
    """Write a file that is not there or holds something else; tell whether it was written."""
    if _holds(path, content):
        return False
    write_bytes(path, content, below=below)
    return True


def write_if_possible(path: Path, content: bytes, *, below: Path) -> bool:
    """Write a file that only saves time when it is there; tell whether it worked."""
    try:
        write_bytes(path, content, below=below)
    except OSError:
        return False
    return True


def prepare(path: Path, content: bytes, *, below: Path) -> Path:
    """Write the content beside its place and return where; renaming it is left to the caller."""
    make_folder(path.parent, below=below)
    temporary = temporary_beside(path)
    handle = os.open(temporary, _CREATE, 0o666)
    try:
        _fill(handle, content)
        _keep_rights(path, temporary)
    except BaseException:
        remove(temporary)
        raise
    return temporary


def temporary_beside(path: Path) -> Path:
    """Return a name in the same folder that is not taken and that nobody can foresee."""
    return path.with_name(_TEMPORARY.format(secrets.token_hex(8)))


def make_folder(folder: Path, *, below: Path) -> list[Path]:
    """Make a folder inside another one and return those that are new, the outermost first.

    A folder on the way may be a link; one that leads out is refused before anything is made.
    """
    missing = []
    nearest = folder
    while not nearest.is_dir() and nearest != nearest.parent:
        missing.append(nearest)
        nearest = nearest.parent
    # Where the outer folder is missing itself, it is made with the others.
    if missing and nearest.is_relative_to(below) and not _is_inside(nearest, below):
        raise OutsideError(folder)
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
    if not _is_inside(folder, below):
        raise OutsideError(folder)
    return missing[::-1]


def _is_inside(folder: Path, outer: Path) -> bool:
    # Paths as texts: this is asked for each file of a site.
    place, around = os.path.realpath(folder), os.path.realpath(outer)
    return place == around or place.startswith(around.rstrip(os.sep) + os.sep)


class OutsideError(OSError):
    """A file that would be written outside of the folder it belongs to."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EPERM, "It would be outside the folder", str(path))


def write_into_pipe(path: Path, text: str) -> None:
    """Write into a pipe or a device that is there, which cannot be replaced."""
    with os.fdopen(os.open(path, os.O_WRONLY), "w", encoding="utf-8") as pipe:
        pipe.write(text)


def remove(path: Path) -> None:
    """Remove a file or a link, if it is there and can be removed."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def remove_below(path: Path, below: Path) -> None:
    """Remove a file inside a folder, and the folders around it that are empty then.

    Nothing is removed by way of a link that leads out.
    """
    if not path.is_relative_to(below) or ".." in path.parts or not _is_inside(path.parent, below):
        return
    remove(path)
    for folder in path.parents:
        if folder == below:
            break
        with contextlib.suppress(OSError):
            folder.rmdir()


def left_behind(folder: Path) -> Iterator[Path]:
    """Yield what processes that were killed had prepared below a folder."""
    for place, _, names in os.walk(folder):
        yield from (Path(place, name) for name in names if _LEFT_BEHIND.fullmatch(name))


def _fill(handle: int, content: bytes) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(content)


def _holds(path: Path, content: bytes) -> bool:
    try:
        facts = os.lstat(path)
        is_alike = stat.S_ISREG(facts.st_mode) and facts.st_size == len(content)
        return is_alike and read_file(path) == content
    except OSError:
        return False


def _keep_rights(path: Path, temporary: Path) -> None:
    """Give the new file the rights of the one whose place it takes."""
    with contextlib.suppress(OSError):
        known = path.lstat().st_mode
        if stat.S_ISREG(known):
            temporary.chmod(stat.S_IMODE(known))
