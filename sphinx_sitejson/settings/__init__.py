"""The settings of a site: ``site.json`` loaded, validated and turned into frozen objects.

A key is declared once, as the field of a dataclass.

- ``appearance``: settings of the appearance.
- ``conf_py``: read ``conf.py`` as text, without running it.
- ``docs_json``: validate and convert ``docs.json``, and report keys without an effect.
- ``json_object``: declare settings as dataclasses, and convert validated JSON to them.
- ``loading``: find and load a settings file.
- ``migration``: write the ``site.json`` of a project that has another settings file.
- ``other_themes``: options of other themes that correspond to settings of ``site.json``.
- ``project_files``: icons and project files that the settings refer to.
- ``project_pages``: the files that are pages, and the pages and documents that the settings name.
- ``references``: resolve ``$ref`` to other files, and keep the positions of what they contain.
- ``service_catalog``: the table of external services: analytics, chats and consent.
- ``site``: all settings of ``site.json``, with those of the API and of publishing.
- ``structure``: settings of navigation, tabs, anchors, versions, topbar and footer.
- ``text_types``: types of strings in settings: colors, icons, URLs, paths.
- ``translatable_texts``: texts of the settings for readers, for message catalogs.
- ``validation``: validate a settings file: all errors at once, and its value without them.
- ``front_matter/``: the front matter keys of a page: their table and their validation.
"""

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
