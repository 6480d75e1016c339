"""Turns values of expressions into nodes: texts, elements, and lists of both."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.expressions.syntax import drawn_parts
from sphinx_sitejson.mdx.expressions.values import JsxValue
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline_content
from sphinx_sitejson.sphinx_ext.components.html_nodes import in_paragraphs

from .vocabulary import page_vocabulary

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.values import PropValue
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

    from .component_builder import ComponentBuilder
    from .markdown_rendering import TextRenderer
    from .page_in_progress import PageInProgress

CONTENT = JsxValue(name=":children", props={})
"""Stands for what is between the tags of the use of a component; no author can write its name."""


class ValueBuilder:
    """Builds what an expression, or a function that draws a component, comes to.

    :param build: makes nodes of the use of a snippet, a component or an HTML element.
    """

    def __init__(
        self,
        page: PageInProgress,
        components: ComponentBuilder,
        markdown: TextRenderer,
        build: Callable[[ComponentCall], Sequence[nodes.Node]],
    ) -> None:
        self._page = page
        self._components = components
        self._markdown = markdown
        self._build = build

    def nodes_of(self, value: PropValue, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return the nodes of a value.

        :param is_inline: whether the value stands among words.
        """
        made: list[nodes.Node] = []
        for part in drawn_parts(value):
            made += self._part(part, is_inline=is_inline, line=line)
        return made

    def _part(self, part: JsxValue | str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        if isinstance(part, str):
            return [nodes.Text(part)] if part else []
        if part is CONTENT:
            held = copy.deepcopy(self._page.frame.children)
            return inline_content(held) if is_inline else held
        if not self._page.has_room(line):
            return []
        is_line = is_inline or page_vocabulary(self._page.env).is_inline(part.name)
        children: list[nodes.Node] = []
        for child in part.children:
            children += self._part(child, is_inline=is_line, line=line)
        if not part.name:
            return children
        if page_vocabulary(self._page.env).is_block(part.name) and not is_inline:
            children = [*in_paragraphs(children)]
        call = self._components.call_of(
            part.name, part.props, children, is_inline=is_line, line=line
        )
        return self._markdown.nodes_apart(lambda: self._build(call), is_inline=is_line)
