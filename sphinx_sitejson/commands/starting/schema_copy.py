"""The JSON Schema beside a settings file, for editors; kept as new as the package."""

from __future__ import annotations

import json
from pathlib import Path

from sphinx_sitejson.common.files import is_file, read_text, write_if_possible
from sphinx_sitejson.settings.schema import DOCS_SCHEMA_FILE_NAME, SCHEMA_FILE_NAME, schema_text


def renew_schemas(folder: Path) -> None:
    """Bring the copies of our schemas in a folder up to date; other files are left alone."""
    for name in (SCHEMA_FILE_NAME, DOCS_SCHEMA_FILE_NAME):
        path = folder / name
        if path.is_symlink() or not is_file(path) or not _is_ours(path, name):
            continue
        if read_text(path) != (text := schema_text(name)):
            write_if_possible(path, text.encode(), below=folder)


def _is_ours(path: Path, name: str) -> bool:
    try:
        schema = json.loads(read_text(path))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(schema, dict) and schema.get("$id") == json.loads(schema_text(name))["$id"]
