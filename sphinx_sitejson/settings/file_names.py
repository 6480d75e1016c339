"""The names by which a settings file is found."""

from __future__ import annotations

from pathlib import Path

from sphinx_sitejson.common.files import is_file

SITE_FILE_NAME = "site.json"

DOCS_FILE_NAME = "docs.json"

LEGACY_FILE_NAME = "mint.json"
"""The name of the file in older projects; it is read only if ``sitejson_file`` names it."""

DEFAULT_FILE_NAMES = (SITE_FILE_NAME, DOCS_FILE_NAME)
"""The names that are tried, in this order."""


def find_settings_file(folder: Path, configured: str = "") -> str:
    """Return the name of the settings file in a folder.

    :param named: the configured name, which is returned even if there is no such file.
    """
    there = (
        name
        for name in DEFAULT_FILE_NAMES
        if is_file(folder / name) or (folder / name).is_symlink()
    )
    return configured or next(there, SITE_FILE_NAME)
