"""Files of the project that the settings name, and nothing outside it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from urllib.parse import unquote


def find_project_file(root: Path, reference: str) -> Path | None:
    """Return the file that a path of the settings names, if there is one below the root.

    A leading slash means the root. The path may be percent-encoded; a file whose name is
    written exactly so comes first. What is returned begins with the resolved root.
    """
    for path in dict.fromkeys((reference, unquote(reference))):
        found = _file_below(root, path)
        if found is not None:
            return found
    return None


def _file_below(root: Path, path: str) -> Path | None:
    names = PurePosixPath(path.lstrip("/")).parts
    # Windows reads "\" as a separator and "C:" as a drive; neither is part of a file name here.
    if not names or ".." in names or any(char in path for char in "\\:\0"):
        return None
    try:
        real_root = root.resolve(strict=True)
        candidate = real_root.joinpath(*names)
        target = candidate.resolve(strict=True)
        is_inside = target.is_relative_to(real_root) and target.is_file()
    except (OSError, RuntimeError, ValueError):
        # Missing, a loop of links, a name that the file system refuses: there is no such file.
        return None
    return candidate if is_inside else None
