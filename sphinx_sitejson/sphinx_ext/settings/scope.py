"""Which features of the extension a project uses."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sphinx_sitejson.settings.file_names import LEGACY_FILE_NAME, find_settings_file
from sphinx_sitejson.sphinx_ext.common.other_extensions import OUR_THEME
from sphinx_sitejson.sphinx_ext.patches.application import application_state, is_set_by_author

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Scope = Literal["site", "theme", "api"]
"""The features of a project: a site of ``site.json``, only the theme, or only the API features."""


def settings_file_name(app: Sphinx) -> str:
    """Return the settings file: the one that the author names, else the one that is there."""
    config = app.config
    named = config.sitejson_file if is_set_by_author(config, "sitejson_file") else ""
    return find_settings_file(Path(app.confdir), named)


def project_scope(app: Sphinx) -> Scope:
    """Return which features a project uses, by its settings file.

    Known when the extension is loaded, since Sphinx then needs to know which files are pages.
    """
    return application_state(app, "_sitejson_scope", partial(_find_scope, app))


def _find_scope(app: Sphinx) -> Scope:
    config = app.config
    if is_set_by_author(config, "sitejson_file"):
        return "site"
    path = Path(app.confdir, settings_file_name(app))
    if path.is_symlink() or path.exists() or path.with_name(LEGACY_FILE_NAME).exists():
        return "site"
    return "theme" if config.html_theme == OUR_THEME else "api"
