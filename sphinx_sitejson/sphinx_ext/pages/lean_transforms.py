"""Transforms of Sphinx that look only at what they could change."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxSmartQuotes
from sphinx.transforms.post_transforms.code import (
    HighlightLanguageTransform,
    HighlightLanguageVisitor,
)

from sphinx_sitejson.sphinx_ext.patches.node_traversal import find_nodes

may_change = re.compile(r"""[\\'"`&\x00]|--|\.\.|\. \.""").search
"""Finds quotes, dashes, ellipses, and characters that are escaped."""
_TO_ASCII = "-1"
"""The action that looks for other characters: for those that the others write."""


class QuotesWhereThereAreSome(SphinxSmartQuotes):
    """Replaces quotes in the blocks of text that have any; most cells of tables have none."""

    def apply(self, **kwargs: Any) -> None:
        """Handle one document."""
        if self.config.smartquotes_action == _TO_ASCII:
            super().apply(**kwargs)
            return
        whole = self.document
        self.document = cast("nodes.document", BlocksWithQuotes(whole))
        try:
            super().apply(**kwargs)
        finally:
            self.document = whole


class BlocksWithQuotes:
    """A page that shows only those of its blocks of text in which something may change."""

    def __init__(self, page: nodes.document) -> None:
        self._page = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    def findall(self, kind: type[nodes.TextElement]) -> Iterable[nodes.Node]:
        """Return the blocks, in their order."""
        texts = filter(may_change, self._page.findall(nodes.Text))
        return dict.fromkeys(block for text in texts for block in _blocks_around(text))


def _blocks_around(text: nodes.Text) -> list[nodes.Node]:
    """Return the blocks that a text is in, the outermost first; nearly always there is one."""
    found: list[nodes.Node] = []
    node = text.parent
    while node is not None:
        if isinstance(node, nodes.TextElement) and not isinstance(node.parent, nodes.TextElement):
            found.insert(0, node)
        node = node.parent
    return found


class LanguagesOfBlocks(HighlightLanguageTransform):
    """Gives blocks of code the language of the project, without visiting all other nodes."""

    def apply(self, **kwargs: Any) -> None:
        """Visit a page as a whole only if it has places that change the language."""
        changes = (addnodes.highlightlang, addnodes.start_of_file)
        blocks = [*find_nodes(self.document, (nodes.literal_block, *changes))]
        if any(isinstance(block, changes) for block in blocks):
            super().apply(**kwargs)
            return
        visitor = HighlightLanguageVisitor(self.document, self.config.highlight_language)
        visitor.visit_document(self.document)
        for block in blocks:
            visitor.visit_literal_block(block)
