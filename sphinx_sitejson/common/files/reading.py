"""Reads regular files only: a pipe would wait for ever, and a device may never end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_NEVER_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """A path at which there is neither a file nor a folder, but a pipe, a socket or a device."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "It is not a regular file", str(path))


def read_file(path: Path, limit: int = -1) -> bytes:
    """Return what a file holds, or its first bytes; raise OSError for all that is no file."""
    _check(path, path.stat().st_mode)
    handle = os.open(path, os.O_RDONLY | _NEVER_WAIT)
    with os.fdopen(handle, "rb") as file:
        # It may have become something else since.
        _check(path, os.fstat(handle).st_mode)
        return file.read(limit)


def read_text(path: Path) -> str:
    """Return the text of a file; bytes that are not UTF-8 are replaced."""
    text = read_file(path).decode("utf-8", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_file(path: Path) -> bool:
    """Whether there is a file at a path, which may be longer than the file system takes."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def reason_of(error: OSError) -> str:
    """Say in a few words why a file could not be read or written."""
    if isinstance(error, NotRegularError):
        return "it is not a regular file"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    return (error.strerror or str(error) or "it cannot be used").partition(" (")[0].lower()


def _check(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotRegularError(path)
