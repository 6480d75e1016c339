"""Turns the expressions of a page into nodes."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.expressions.evaluating import evaluate
from sphinx_sitejson.mdx.expressions.values import NotData
from sphinx_sitejson.problems import quoted
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline_content

if TYPE_CHECKING:
    from .page_in_progress import PageInProgress
    from .value_builder import ValueBuilder

CHILDREN = ("children", "props.children")
"""What a snippet writes where the content of its use is to stand."""

_PLACEHOLDER = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
"""Words in braces: readers are to put something of their own there."""
_NO_PROGRAM = re.compile(r"[{#]|[^=(?&|<>;.\[`]*\Z", re.DOTALL)
"""Braces that hold neither operators nor calls, or that hold braces: text, rather than code."""
_LONGEST_SHOWN = 60


class ExpressionBuilder:
    """Builds the value of an expression; what only a program could tell is left out."""

    def __init__(self, page: PageInProgress, values: ValueBuilder) -> None:
        self._page = page
        self._values = values

    def build(self, written: str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return the nodes of an expression.

        :param written: with its braces.
        :param is_inline: whether elements that are its value stand among words.
        """
        source = written[1:-1].strip()
        if source in CHILDREN and len(self._page.frames) > 1:
            return inline_content(copy.deepcopy(self._page.frame.children))
        if not source:
            return []
        try:
            value = evaluate(source, self._page.frame.scope)
            if isinstance(value, dict):
                return [nodes.Text(written)]
            return self._values.nodes_of(value, is_inline=is_inline, line=line)
        except NotData:
            return self._without_value(written, source, line)

    def _without_value(self, written: str, source: str, line: int) -> list[nodes.Node]:
        """Return the text of braces that hold no code; of code nothing is shown."""
        is_text = _NO_PROGRAM.match(source) is not None
        if not _PLACEHOLDER.fullmatch(source) and not source.startswith("#"):
            what = "it is shown as it is written" if is_text else "it is left out"
            message = f"{_shortened(written)} is no plain value; {what}."
            self._page.report("mdx_expression", message, line)
        return [nodes.Text(written)] if is_text else []


def _shortened(written: str) -> str:
    words = " ".join(written.split())
    return quoted(words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…")
