"""Files that pages link to: which scripts may wait, and how large a picture is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import imagesize  # type: ignore[import-untyped]

SPHINX_SCRIPTS = frozenset(
    f"_static/{name}.js" for name in ("documentation_options", "doctools", "sphinx_highlight")
)


def waiting_scripts(files: Iterable[Any]) -> frozenset[str]:
    """Return the scripts of Sphinx that need not hold up a page.

    Scripts of others may need them at once, unless they wait as well.
    """
    others = (file for file in files if getattr(file, "filename", "") not in SPHINX_SCRIPTS)
    return SPHINX_SCRIPTS if all(map(_waits, others)) else frozenset()


def _waits(file: Any) -> bool:
    name = str(getattr(file, "filename", file))
    # The first waits in our templates, the second needs no other script.
    is_known = name == "_static/sitejson.js" or "design-tabs" in name
    return is_known or bool({"defer", "async"} & set(getattr(file, "attributes", ())))


def picture_size(file: Path) -> tuple[int, int] | None:
    """Return width and height of a picture in pixels, if it says them."""
    try:
        return _size_of_file(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=8)
def _size_of_file(file: Path, changed: int) -> tuple[int, int] | None:
    try:
        width, height = imagesize.get(file)
    except ValueError:
        # A drawing may give its size in a unit that says nothing of pixels.
        return None
    return (round(width), round(height)) if min(width, height) > 0 else None
