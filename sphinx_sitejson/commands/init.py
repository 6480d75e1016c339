"""``sitejson init``: the files of a first site."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.resources import files
from pathlib import Path

from sphinx_sitejson.files.reading import is_file, reason_of
from sphinx_sitejson.files.writing import write_text
from sphinx_sitejson.settings.loading import FOUND_BY_NAME, OLDER_FILE_NAME

from ._shared import Subparsers

SETTINGS_FILES = (*FOUND_BY_NAME, OLDER_FILE_NAME)
"""A project with one of these has a site already: only what Sphinx needs is missing."""

STARTER_FILES = ("conf.py", "site.json", "index.mdx", "guides/first-page.mdx")


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser("init", help="write the files of a first site")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help="where to write them")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the starter files; what is already there stays as it is."""
    folder: Path = options.folder
    starter = files("sphinx_sitejson.commands") / "starter"
    settings = next((name for name in SETTINGS_FILES if is_file(folder / name)), "")
    for name in STARTER_FILES if not settings else ("conf.py",):
        target = folder / name
        # A link that leads nowhere is there, too: nothing is written to where it leads.
        if os.path.lexists(target):
            print(f"{target} is already there and stays as it is", file=sys.stderr)
            continue
        try:
            text = (starter / name).read_text(encoding="utf-8")
            if name == "conf.py" and settings not in ("", *FOUND_BY_NAME):
                text += f'sitejson_file = "{settings}"\n'
            write_text(target, text, below=folder)
        except OSError as error:
            print(f"{target} could not be written: {reason_of(error)}", file=sys.stderr)
            return 1
        print(f"wrote {target}")
    if settings:
        print(f"{folder / settings} has the settings and lists the pages")
    print(f"\nNow run: sitejson preview {folder}")
    return 0
