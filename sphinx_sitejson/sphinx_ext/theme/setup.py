"""Registers the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_sitejson.package_files import THEME

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_theme(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_html_theme("sitejson", str(THEME))
    app.add_config_value("sitejson_404_prefix", "", "html", types=frozenset({str}))
    app.add_config_value("sitejson_page_links", [], "html", types=frozenset({list, tuple}))
