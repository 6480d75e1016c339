"""Makes Sphinx know what operations say of Python objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .object_links import ServedBy

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_implementations(app: Sphinx) -> None:
    """Register the step that adds links; ``events.py`` has the others."""
    app.add_post_transform(ServedBy)
