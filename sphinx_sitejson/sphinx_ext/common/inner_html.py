"""The HTML of nodes that stand inside something with a template of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.writers.html5 import HTML5Translator


def html_of(translator: HTML5Translator, children: Iterable[nodes.Node]) -> Markup:
    """Return the HTML of some nodes, without writing it."""
    outside, translator.body = translator.body, []
    try:
        for child in children:
            child.walkabout(translator)
        return Markup("".join(translator.body))
    finally:
        translator.body = outside
