"""Passes over texts in which there is nothing to make typographic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx.transforms import SphinxSmartQuotes

if TYPE_CHECKING:
    from docutils import nodes

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
