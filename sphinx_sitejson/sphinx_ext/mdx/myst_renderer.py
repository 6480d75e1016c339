"""MyST's renderer, made once for all pages of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer

from sphinx_sitejson.sphinx_ext.foreign import without_spare_document

if TYPE_CHECKING:
    from collections.abc import MutableMapping


class MystRenderer(SphinxRenderer):
    """Renders into the document of the page, and makes no other one."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        with without_spare_document():
            super().setup_render(options, env)
