"""Turns the expressions of a page, and the values that they come to, into nodes."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.expressions.evaluating import evaluate
from sphinx_sitejson.mdx.expressions.syntax import drawn_parts
from sphinx_sitejson.mdx.expressions.values import JsxValue, NotData
from sphinx_sitejson.problems import quoted
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline_content
from sphinx_sitejson.sphinx_ext.components.html_nodes import in_paragraphs

from .known_tags import known_tags_of_pages

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.values import PropValue
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

    from .component_builder import ComponentBuilder
    from .markdown_rendering import TextRenderer
    from .page_in_progress import PageInProgress

CONTENT = JsxValue(name=":children", props={})
"""Stands for what is between the tags of the use of a component; no author can write its name."""

CHILDREN = ("children", "props.children")
"""What a snippet writes where the content of its use is to stand."""

_PLACEHOLDER = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
"""Words in braces: readers are to put something of their own there."""
_NO_PROGRAM = re.compile(r"[{#]|[^=(?&|<>;.\[`]*\Z", re.DOTALL)
"""Braces that hold neither operators nor calls, or that hold braces: text, rather than code."""
_LONGEST_SHOWN = 60


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
        is_line = is_inline or known_tags_of_pages(self._page.env).is_inline(part.name)
        children: list[nodes.Node] = []
        for child in part.children:
            children += self._part(child, is_inline=is_line, line=line)
        if not part.name:
            return children
        if known_tags_of_pages(self._page.env).is_block(part.name) and not is_inline:
            children = [*in_paragraphs(children)]
        call = self._components.call_of(
            part.name, part.props, children, is_inline=is_line, line=line
        )
        return self._markdown.nodes_apart(lambda: self._build(call), is_inline=is_line)


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
            message = f"{_shortened(written)} is not a plain value; {what}."
            self._page.report("mdx_expression", message, line)
        return [nodes.Text(written)] if is_text else []


def _shortened(written: str) -> str:
    words = " ".join(written.split())
    return quoted(words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…")
