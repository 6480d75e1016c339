"""Files that the settings bring into the site: images and fonts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from sphinx_sitejson.appearance.palette import check_contrast
from sphinx_sitejson.settings.project_files import (
    check_files,
    find_project_file,
    is_remote,
    named_files,
)
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of
from sphinx_sitejson.sphinx_ext.common.reports import report

from .published_files import PublishedFiles, is_book, publish_copy

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FILES_FOLDER = "_static/site"

settings_files: BuildState[Mapping[str, str]] = BuildState(lambda env: {})
"""Where the files that the settings name stand in the built site."""


def find_files(app: Sphinx) -> None:
    """Look for every file that the settings name, once; report those not there, and bad colors."""
    site = site_of(app.env)
    files: dict[str, str] = {}
    report(check_files(site.settings, site.root, site.loaded.place))
    report(check_contrast(site.settings, site.loaded.place))
    for reference in named_files(site.settings):
        found = find_project_file(site.root, reference)
        if is_remote(reference):
            files[reference] = reference
        elif found is not None:
            relative = found.relative_to(site.root.resolve()).as_posix()
            files[reference] = quote(f"{FILES_FOLDER}/{relative}")
    settings_files.set(app.env, files)


def copy_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files of the settings into the built site; those of earlier settings go."""
    if exception is not None or app.builder.format != "html" or is_book(app.builder):
        return
    paths = []
    for reference, uri in settings_files(app.env).items():
        found = find_project_file(site_of(app.env).root, reference)
        if found is not None and not is_remote(reference):
            paths.append(unquote(uri))
            publish_copy(app, found, paths[-1])
    PublishedFiles(app, "settings-files").keep_only(paths)
