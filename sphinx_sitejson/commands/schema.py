"""``sitejson schema``: the JSON Schema of a settings file, for editors."""

from __future__ import annotations

import argparse

from sphinx_sitejson.settings import DOCS_FILE_NAME, SITE_FILE_NAME
from sphinx_sitejson.settings.validation import DOCS_SCHEMA, SITE_SCHEMA

_SCHEMAS = {SITE_FILE_NAME: SITE_SCHEMA, DOCS_FILE_NAME: DOCS_SCHEMA}


def run(options: argparse.Namespace) -> int:
    """Print the schema."""
    print(_SCHEMAS[options.of].text, end="")
    return 0
