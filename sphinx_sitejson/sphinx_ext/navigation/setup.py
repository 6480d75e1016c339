"""Makes Sphinx know the order of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .site_map import NavigationToctrees

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_navigation(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_transform(NavigationToctrees)
