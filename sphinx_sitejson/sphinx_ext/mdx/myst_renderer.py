"""MyST's renderer, made once for all pages of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from myst_parser.mdit_to_docutils import base
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer

if TYPE_CHECKING:
    from collections.abc import MutableMapping


class MystRenderer(SphinxRenderer):
    """Renders into the document of the page, and makes no other one."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page.

        MyST makes an empty document in case it is given none, which takes as long as reading a
        short page.
        """
        make_document = base.make_document
        base.make_document = _no_document  # type: ignore[assignment]
        try:
            super().setup_render(options, env)
        finally:
            base.make_document = make_document


def _no_document(*arguments: object, **options: object) -> None:
    """Stand in for a document that nobody will look at."""
