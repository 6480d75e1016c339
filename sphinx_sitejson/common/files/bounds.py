"""Which files a project may read: its own, and those of its repository that a link leads to."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from .built_folders import built_folder_around

GIT_FOLDER = ".git"

NOT_THERE = "is not in the project"
OUTSIDE_REPOSITORY = "is a symbolic link that points outside the repository"
IS_OUTPUT = "is in the output of an earlier build"


def repository_root(start: Path) -> Path | None:
    """Return the repository that a folder lies in."""
    folders = (start, *start.parents)
    return next((folder for folder in folders if (folder / GIT_FOLDER).exists()), None)


def is_outside_repository(path: Path, root: Path) -> bool:
    """Whether a path leads by a link out of the repository that a project belongs to.

    What git itself keeps is no part of the repository's contents: it may hold passwords.
    Without a repository the project stands alone. Raises OSError where links run in a circle.
    """
    real_root = root.resolve()
    try:
        target = path.resolve()
    except RuntimeError:
        # So Python before 3.13 calls a circle of links.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    if target.is_relative_to(real_root):
        return GIT_FOLDER in target.relative_to(real_root).parts
    repository = repository_root(real_root)
    if repository is None or not target.is_relative_to(repository):
        return True
    return GIT_FOLDER in target.relative_to(repository).parts


def why_not_read(path: Path, root: Path) -> str:
    """Say why a file is not read, after its name: an ending of a sentence, or nothing.

    :param path: where the file stands, as it is written, from the resolved root.
    """
    written = Path(os.path.normpath(path))
    real_root = root.resolve()
    if not (written.is_relative_to(real_root) or written.is_relative_to(root)):
        return NOT_THERE
    try:
        if is_outside_repository(path, root):
            return OUTSIDE_REPOSITORY
        return IS_OUTPUT if built_folder_around(written, real_root) else ""
    except (OSError, ValueError):
        return NOT_THERE
