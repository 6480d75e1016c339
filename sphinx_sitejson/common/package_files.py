"""Where the files lie that ship with the package."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
LOCALE = PACKAGE / "locale"
"""The catalogs of labels."""
STATIC = PACKAGE / "static"
"""Files for pages under any theme."""
TEMPLATES = PACKAGE / "templates"
THEME = PACKAGE / "theme" / "sitejson"
