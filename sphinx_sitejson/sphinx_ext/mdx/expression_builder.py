"""Turns the expressions of a page into nodes."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.expressions.evaluating import evaluate
from sphinx_sitejson.mdx.expressions.values import JsxValue, NotData, shown
from sphinx_sitejson.problems import quoted
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline_content

if TYPE_CHECKING:
    from .component_builder import ComponentBuilder
    from .page_in_progress import PageInProgress

CHILDREN = ("children", "props.children")
"""What a snippet writes where the content of its use is to stand."""


class ExpressionBuilder:
    """Builds the value of an expression, or its text when it has none."""

    def __init__(self, page: PageInProgress, components: ComponentBuilder) -> None:
        self._page = page
        self._components = components

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
            text = shown(value)
        except NotData:
            # A name in braces is mostly a placeholder, and is shown as it is written.
            if not source.isidentifier() and not source.startswith("#"):
                message = f"{quoted(written)} is no plain value; it is shown as it is written."
                self._page.report("mdx_expression", message, line)
            return [nodes.Text(written)]
        if isinstance(value, JsxValue):
            return self._nodes_of(value, is_inline=is_inline, line=line)
        return [nodes.Text(written if isinstance(value, dict) else text)]

    def _nodes_of(self, value: JsxValue, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return an element that is a value as nodes."""
        if not self._page.has_room(line):
            return []
        children: list[nodes.Node] = []
        for child in value.children:
            if isinstance(child, str):
                children.append(nodes.Text(child))
            else:
                children += self._nodes_of(child, is_inline=is_inline, line=line)
        if not value.name:
            return children
        call = self._components.call_of(
            value.name, value.props, children, is_inline=is_inline, line=line
        )
        return list(self._components.build(call))
