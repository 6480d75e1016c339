"""JSON files in the doctree directory that pass data to the next build."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.files import write_if_changed

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def cache_file(env: BuildEnvironment, name: str) -> Path:
    """Return the path of a cache file in the doctree directory."""
    return Path(env.doctreedir, "sitejson", name)


def read_cache(file: Path) -> Any:
    """Return the data that an earlier build stored; None if it is missing or damaged."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def write_cache(file: Path, value: object) -> None:
    """Store a value for the next build, atomically."""
    content = json.dumps(value, sort_keys=True).encode()
    write_if_changed(file, content, below=file.parent.parent)
