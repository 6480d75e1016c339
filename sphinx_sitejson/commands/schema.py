"""``sitejson schema``: the JSON Schema of a settings file, for editors."""

from __future__ import annotations

import argparse

from sphinx_sitejson.settings import DOCS_FILE_NAME, SITE_FILE_NAME
from sphinx_sitejson.settings.schema import DOCS_SCHEMA_FILE_NAME, SCHEMA_FILE_NAME, schema_text

_SCHEMAS = {SITE_FILE_NAME: SCHEMA_FILE_NAME, DOCS_FILE_NAME: DOCS_SCHEMA_FILE_NAME}


def run(options: argparse.Namespace) -> int:
    """Print the schema."""
    print(schema_text(_SCHEMAS[options.of]), end="")
    return 0
