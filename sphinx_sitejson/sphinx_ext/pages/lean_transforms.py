"""Transforms of Sphinx that look only at what they could change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxSmartQuotes
from sphinx.transforms.post_transforms.code import (
    HighlightLanguageTransform,
    HighlightLanguageVisitor,
)

may_change = re.compile(r"""[\\'"`&\x00]|--|\.\.|\. \.""").search
"""Finds quotes, dashes, ellipses, and characters that are escaped."""
_TO_ASCII = "-1"
"""The action that looks for other characters: for those that the others write."""


class QuotesWhereThereAreSome(SphinxSmartQuotes):
    """Replaces quotes in a block of text, if it has any; most cells of tables have none."""

    def get_tokens(  # type: ignore[override]
        self, txtnodes: list[nodes.Text]
    ) -> Iterator[tuple[str, str]]:
        """Yield the texts of a block, or none of them, which leaves all of them as they are."""
        if self.smartquotes_action == _TO_ASCII or any(map(may_change, txtnodes)):
            yield from super().get_tokens(txtnodes)


class LanguagesOfBlocks(HighlightLanguageTransform):
    """Gives blocks of code the language of the project, without visiting all other nodes."""

    def apply(self, **kwargs: Any) -> None:
        """Visit a page as a whole only if it has places that change the language."""
        changes = (addnodes.highlightlang, addnodes.start_of_file)
        if any(next(self.document.findall(kind), None) is not None for kind in changes):
            super().apply(**kwargs)
            return
        visitor = HighlightLanguageVisitor(self.document, self.config.highlight_language)
        visitor.visit_document(self.document)
        for block in self.document.findall(nodes.literal_block):
            visitor.visit_literal_block(block)
