"""``sitejson schema``: the JSON Schema of ``site.json``, for editors."""

from __future__ import annotations

import argparse

from sphinx_sitejson.settings import schema_text

from ._shared import Subparsers


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser("schema", help="print the JSON Schema of site.json")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the schema."""
    print(schema_text(), end="")
    return 0
