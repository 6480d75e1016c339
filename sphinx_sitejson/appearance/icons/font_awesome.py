"""The free set of Font Awesome, read from the package that carries it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from .shapes import Icon

FreeSet = Mapping[str, Mapping[str, Icon]]
"""The icons of each name, old names included, by style."""


@cache
def free_set() -> FreeSet:
    """Return all icons; the file is read when the first one is asked for."""
    icons: dict[str, dict[str, Icon]] = {}
    for name, entry in json.loads(_file().read_text(encoding="utf-8")).items():
        drawings = {
            style: Icon.from_path(
                name=name,
                style=style,
                view_box=" ".join(map(str, drawing["viewBox"])),
                path=drawing["path"],
            )
            for style, drawing in entry["svg"].items()
        }
        icons[name] = drawings
        for alias in (entry.get("aliases") or {}).get("names", ()):
            icons.setdefault(alias, drawings)
    return icons


def _file() -> Path:
    # Importing the package would bring its own dependency along; only its data is needed.
    spec = find_spec("faicons")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).with_name("icons.json")
