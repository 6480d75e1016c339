"""Turns what JavaScript has drawn into nodes: elements, built-in components, text and Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.javascript.values import CHILDREN, SNIPPET, Part
from sphinx_sitejson.mdx.scanning.element_names import is_html
from sphinx_sitejson.sphinx_ext.components.component_nodes import inline_content
from sphinx_sitejson.sphinx_ext.components.html_nodes import in_paragraphs

from .known_tags import known_tags_of_pages

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.javascript.values import PropValue

    from .component_builder import ComponentBuilder
    from .markdown_rendering import TextRenderer
    from .page_in_progress import PageInProgress

RenderSnippet = Callable[[str, int, bool, int], Sequence[nodes.Node]]
"""Returns the Markdown of a file as nodes: by its name, its scope, ``is_inline`` and the line."""


class PartBuilder:
    """Builds the nodes of drawn parts."""

    def __init__(
        self,
        page: PageInProgress,
        components: ComponentBuilder,
        markdown: TextRenderer,
        render_snippet: RenderSnippet,
    ) -> None:
        self._page = page
        self._components = components
        self._markdown = markdown
        self._render_snippet = render_snippet

    def build(self, parts: Iterable[Part], *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return the nodes of parts.

        :param is_inline: whether they stand among words.
        """
        made: list[nodes.Node] = []
        for part in parts:
            made += self._part(part, is_inline=is_inline, line=line)
        return made

    def build_blocks(
        self, parts: Iterable[Part], *, is_inline: bool, line: int
    ) -> list[nodes.Node]:
        """Return the nodes of parts for a place in the page; where blocks stand, text is one."""
        made = self.build(parts, is_inline=is_inline, line=line)
        return made if is_inline else [*in_paragraphs(made)]

    def build_element(
        self,
        name: str,
        props: Mapping[str, PropValue],
        children: Sequence[nodes.Node],
        *,
        is_inline: bool,
        line: int,
    ) -> Sequence[nodes.Node]:
        """Return the nodes of a built-in component or an HTML element."""
        if is_html(name) and (markup := _inner_html(props)):
            children = self._inner_nodes(markup, is_inline=is_inline, line=line)
        call = self._components.call_of(name, props, children, is_inline=is_inline, line=line)
        return self._components.build(call)

    def _part(self, part: Part, *, is_inline: bool, line: int) -> list[nodes.Node]:
        if isinstance(part, str):
            return [nodes.Text(part)] if part else []
        if part.name == CHILDREN:
            content = self._page.content(part.props.get("id"))
            return inline_content(content) if is_inline else content
        if part.name == SNIPPET:
            file, scope = part.props["file"], part.props["scope"]
            assert isinstance(file, str) and isinstance(scope, int)
            return [*self._render_snippet(file, scope, is_inline, line)]
        known = known_tags_of_pages(self._page.env)
        is_line = is_inline or known.is_inline(part.name)
        children = self.build(part.children, is_inline=is_line, line=line)
        if not part.name:
            return children
        if known.is_block(part.name) and not is_inline:
            children = [*in_paragraphs(children)]
        return self._markdown.nodes_apart(
            lambda: self.build_element(
                part.name, part.props, children, is_inline=is_line, line=line
            ),
            is_inline=is_line,
        )

    def _inner_nodes(self, markup: str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return HTML that is the value of a prop, read as if it stood in the page."""
        if not self._page.has_budget(line, markup):
            return []
        before = "\n" * max(line - 1, 0)
        return self._markdown.nodes_of_text(f"{before}{markup}", is_inline=is_inline)


def _inner_html(props: Mapping[str, PropValue]) -> str:
    value = props.get("dangerouslySetInnerHTML")
    markup = value.get("__html") if isinstance(value, dict) else None
    return markup if isinstance(markup, str) else ""
