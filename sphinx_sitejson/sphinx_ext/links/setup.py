"""Makes Sphinx resolve the links of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .targets import ResolvePageLinks

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_links(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_post_transform(ResolvePageLinks)
