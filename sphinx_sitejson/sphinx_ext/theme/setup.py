"""Registers the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_sitejson.common.files import THEME
from sphinx_sitejson.sphinx_ext.appearance.code_blocks import ColoredChanges

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def register_theme(app: Sphinx) -> None:
    """Let Sphinx find the theme, also to say what it needs."""
    app.add_html_theme("sitejson", str(THEME))


def setup_theme(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    register_theme(app)
    app.add_post_transform(ColoredChanges)
    app.add_config_value("sitejson_404_prefix", "", "html", types=frozenset({str}))
    app.add_config_value("sitejson_page_links", [], "html", types=frozenset({list, tuple}))
