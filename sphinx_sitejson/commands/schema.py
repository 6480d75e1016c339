"""``sitejson schema``: the JSON Schema of a settings file, for editors."""

from __future__ import annotations

import argparse

from sphinx_sitejson.settings.file_names import DOCS_FILE_NAME, SITE_FILE_NAME
from sphinx_sitejson.settings.schema import DOCS_SCHEMA_FILE_NAME, SCHEMA_FILE_NAME, schema_text

from ._shared import Subparsers

_SCHEMAS = {SITE_FILE_NAME: SCHEMA_FILE_NAME, DOCS_FILE_NAME: DOCS_SCHEMA_FILE_NAME}


def add_to(commands: Subparsers) -> None:
    """Describe the command."""
    parser = commands.add_parser("schema", help="print the JSON Schema of a settings file")
    parser.add_argument(
        "--of",
        choices=[*_SCHEMAS],
        default=SITE_FILE_NAME,
        help="the settings file (default: site.json)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the schema."""
    print(schema_text(_SCHEMAS[options.of]), end="")
    return 0
