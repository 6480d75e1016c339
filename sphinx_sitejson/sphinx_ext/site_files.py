"""Files that the settings bring into the site: images and fonts."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from sphinx_sitejson.looks.contrast import check_contrast
from sphinx_sitejson.settings.project_files import (
    check_files,
    find_project_file,
    is_remote,
    named_files,
)

from .books import is_book
from .domain import site_domain
from .reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FILES_FOLDER = "_static/site"


def find_files(app: Sphinx) -> None:
    """Look for every file that the settings name, once; report those not there, and bad colors."""
    site = site_domain(app.env).site
    report(check_files(site.settings, site.root, site.loaded.place))
    report(check_contrast(site.settings, site.loaded.place))
    for reference in named_files(site.settings):
        found = find_project_file(site.root, reference)
        if is_remote(reference):
            site.files[reference] = reference
        elif found is not None:
            relative = found.relative_to(site.root.resolve()).as_posix()
            site.files[reference] = quote(f"{FILES_FOLDER}/{relative}")


def copy_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files of the settings into the built site."""
    if exception is not None or app.builder.format != "html" or is_book(app):
        return
    site = site_domain(app.env).site
    for reference, uri in site.files.items():
        found = find_project_file(site.root, reference)
        if found is not None and not is_remote(reference):
            target = Path(app.outdir, unquote(uri))
            target.parent.mkdir(parents=True, exist_ok=True)
            copyfile(found, target)


def setup_site_files(app: Sphinx) -> None:
    """Connect to the begin and the end of a build."""
    app.connect("builder-inited", find_files)
    app.connect("build-finished", copy_files)
