"""The names by which a settings file is found."""

from __future__ import annotations

from pathlib import Path

from sphinx_sitejson.common.files import is_file

SITE_FILE_NAME = "site.json"
DOCS_FILE_NAME = "docs.json"
LEGACY_FILE_NAME = "mint.json"
"""The name that the same file has in projects of an older kind; it is read when it is named."""

DEFAULT_FILE_NAMES = (SITE_FILE_NAME, DOCS_FILE_NAME)
"""The names by which a settings file is found; the first that is there counts."""


def find_settings_file(folder: Path, named: str = "") -> str:
    """Return the name of the settings file of a folder.

    :param named: the name that the owner gives; it counts whether there is such a file or not.
    """
    there = (
        name
        for name in DEFAULT_FILE_NAMES
        if is_file(folder / name) or (folder / name).is_symlink()
    )
    return named or next(there, SITE_FILE_NAME)
