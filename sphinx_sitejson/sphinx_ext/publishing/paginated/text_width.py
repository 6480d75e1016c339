"""Plain text of pages whose lists and quotes leave no room for words in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.writers.text import MAXWIDTH, STDINDENT, TextTranslator

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WIDEST_INDENT = MAXWIDTH // 2


class NarrowTextTranslator(TextTranslator):
    """Indents no further than to the middle; Sphinx's own fails where nothing is left."""

    def new_state(self, indent: int = STDINDENT) -> None:
        """Begin a list, a quote or another part that is indented."""
        available = WIDEST_INDENT - sum(self.stateindent)
        super().new_state(max(min(indent, available), 0))


def set_minimum_column_width(app: Sphinx) -> None:
    """Use it, unless the project has a translator of its own."""
    if app.builder.name == "text" and "text" not in app.registry.translators:
        app.set_translator("text", NarrowTextTranslator)
