"""The ``sitejson`` command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sphinx_sitejson import __version__

from . import check, init, openapi_file, preview, proxy, schema


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="sitejson", description="A documentation site from one file: site.json for Sphinx."
    )
    parser.add_argument("--version", action="version", version=f"sitejson {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (init, preview, check, openapi_file, schema, proxy):
        command.add_to(commands)
    options = parser.parse_args(arguments)
    exit_code: int = options.run(options)
    return exit_code
