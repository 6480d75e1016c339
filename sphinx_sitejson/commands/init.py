"""``sitejson init``: the files of a first site."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from sphinx_sitejson.common.files import describe_os_error, is_file, write_text
from sphinx_sitejson.settings.file_names import DEFAULT_FILE_NAMES, LEGACY_FILE_NAME

from ._shared import plain_values
from .starting.choices import choose
from .starting.starter_files import (
    StarterFile,
    conf_for,
    files_of_project,
    files_of_site,
)

DEFAULT_FOLDERS = ("docs", "doc", "docs/source", "doc/source", "source")
"""Where Sphinx projects of a repository usually are."""

SETTINGS_FILES = (*DEFAULT_FILE_NAMES, LEGACY_FILE_NAME)
"""A project with one of these has a site already: only what Sphinx needs is missing."""


def run(options: argparse.Namespace) -> int:
    """Write what is missing; what is already there stays as it is."""
    if (project := sphinx_project_below(options.folder)) is not None:
        print(f"{project / 'conf.py'} is a Sphinx project, and gets what it needs")
        options.folder = project
    folder: Path = options.folder
    if not write_missing(wanted_files(options)):
        return 1
    settings = next((name for name in SETTINGS_FILES if is_file(folder / name)), "")
    if settings and settings != DEFAULT_FILE_NAMES[0]:
        print(f"{folder / settings} has the settings and lists the pages")
    for line in advice(folder):
        print(line)
    print(f"\nNow run: sitejson preview {folder}")
    return 0


def sphinx_project_below(folder: Path) -> Path | None:
    """Return the Sphinx project of a repository whose own folder has neither it nor settings."""
    if any(os.path.lexists(folder / name) for name in (*SETTINGS_FILES, "conf.py")):
        return None
    usual = (folder / name for name in DEFAULT_FOLDERS)
    return next((path for path in usual if is_file(path / "conf.py")), None)


def wanted_files(options: argparse.Namespace) -> Iterator[StarterFile]:
    """Yield the files that a folder needs, by what is in it already."""
    folder: Path = options.folder
    settings = next((name for name in SETTINGS_FILES if is_file(folder / name)), "")
    conf = folder / "conf.py"
    if settings:
        text = conf_for("" if settings in DEFAULT_FILE_NAMES else settings)
        return iter([StarterFile(path=conf, text=text, below=folder)])
    is_asked = not options.yes and sys.stdin is not None and sys.stdin.isatty()
    if not os.path.lexists(conf):
        return files_of_site(folder, choose(options, ask=input if is_asked else None))
    known = str(plain_values(folder).get("project") or "") or None
    options.name = options.name or known
    options.openapi = options.openapi or ""
    choices = choose(options, ask=input if is_asked else None)
    return files_of_project(folder, replace(choices, document=""))


def write_missing(files: Iterable[StarterFile]) -> bool:
    """Write the files that are not there; tell whether all could be written."""
    for file in files:
        # A link that leads nowhere is there, too: nothing is written to where it leads.
        if os.path.lexists(file.path):
            print(f"{file.path} already exists and was not changed", file=sys.stderr)
            continue
        try:
            write_text(file.path, file.text, below=file.below)
        except OSError as error:
            print(f"{file.path} could not be written: {describe_os_error(error)}", file=sys.stderr)
            return False
        print(f"wrote {file.path}")
    return True


def advice(folder: Path) -> Iterator[str]:
    """Say what the author of an existing project still has to do."""
    try:
        has_extension = "sphinx_sitejson" in (folder / "conf.py").read_text("utf-8", "replace")
    except OSError:
        return
    if not has_extension:
        yield f'Add "sphinx_sitejson" to the extensions in {folder / "conf.py"}.'
