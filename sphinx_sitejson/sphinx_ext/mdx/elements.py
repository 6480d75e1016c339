"""Renders the elements and expressions of MDX pages: components, snippets and HTML."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode

from sphinx_sitejson.mdx.expressions.evaluating import evaluate
from sphinx_sitejson.mdx.expressions.values import JsxValue, NotData, shown
from sphinx_sitejson.mdx.scanning.element_names import is_html, is_inline_by_nature
from sphinx_sitejson.problems import quoted
from sphinx_sitejson.sphinx_ext.components.component_nodes import words_of
from sphinx_sitejson.sphinx_ext.components.registry import find_component

from .snippet_renderer import SnippetRenderer

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.values import PropValue
    from sphinx_sitejson.mdx.scanning.masking import Mark, Page

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class ElementRenderer(SnippetRenderer):
    """The part of the renderer that knows JSX."""

    # Tokens

    def render_mdx_block(self, token: SyntaxTreeNode) -> None:
        """Render an element that is a block."""
        self._element(token, is_inline=False)

    def render_mdx_inline(self, token: SyntaxTreeNode) -> None:
        """Render an element in a line of text."""
        self._element(token, is_inline=True)

    def render_mdx_dropped(self, token: SyntaxTreeNode) -> None:
        """Say that a tag was left out."""
        mark: Mark = token.meta["mark"]
        name = quoted(mark.source if len(mark.source) < 50 else f"<{mark.source[1:].split()[0]} …>")
        is_deep = mark.element is not None and mark.element.repair == "too_deep"
        if is_deep:
            self.report_depth(self.line_of(token))
            return
        if mark.tag is not None and mark.tag.kind == "close":
            message = f"{name} closes nothing that is open here; the tag is left out."
        else:
            message = f"{name} is not closed where it stands; the tag is left out."
        self.report("mdx_tag", message, self.line_of(token))

    def render_mdx_expression(self, token: SyntaxTreeNode) -> None:
        """Render the value of an expression, or its text when it has none."""
        mark: Mark = token.meta["mark"]
        source = mark.source[1:-1].strip()
        if source in ("children", "props.children") and len(self.frames) > 1:
            self.current_node += words_of(copy.deepcopy(self.frame.children))
        elif not source:
            return
        else:
            self._value(mark.source, source, self.line_of(token))

    def _value(self, written: str, source: str, line: int) -> None:
        try:
            value = evaluate(source, self.frame.scope)
            text = shown(value)
        except NotData:
            # A name in braces is mostly a placeholder, and is shown as it is written.
            if not source.isidentifier() and not source.startswith("#"):
                message = f"{quoted(written)} is no plain value; it is shown as it is written."
                self.report("mdx_expression", message, line)
            self.current_node += nodes.Text(written)
            return
        if isinstance(value, JsxValue):
            self.current_node += self.nodes_of_value(value, line)
        elif isinstance(value, dict):
            self.current_node += nodes.Text(written)
        else:
            self.current_node += nodes.Text(text)

    # Elements

    def _element(self, token: SyntaxTreeNode, *, is_inline: bool) -> None:
        mark: Mark = token.meta["mark"]
        page: Page = token.meta["page"]
        line = self.line_of(token)
        assert mark.element is not None and mark.tag is not None
        self._report_repair(mark, line)
        name = mark.element.name
        if self._is_transparent(name, mark) and self._may_hold_sections(token):
            self.render_children(token)
            return
        if name in _HEADINGS and not is_inline and self.is_in_section():
            self.html_heading(token, int(name[1]), self.props_of(page, mark, name, line))
            return
        children = self._children(token, is_inline)
        made = self.build(name, page, mark, children, is_inline=is_inline, line=line)
        for node in made:
            if isinstance(node, nodes.Element) and node.line is None:
                node.source, node.line = self.document["source"], line
        self._add(made, name, is_inline, line)

    def _add(self, made: Sequence[nodes.Node], name: str, is_inline: bool, line: int) -> None:
        """Append nodes; words that stand alone side by side on a line share a paragraph."""
        last = self.current_node.children[-1] if self.current_node.children else None
        is_alone = not is_inline and is_inline_by_nature(name) and len(made) == 1
        if is_alone and isinstance(made[0], nodes.paragraph):
            made[0]["mdx_line"] = line
            if isinstance(last, nodes.paragraph) and last.get("mdx_line") == line:
                last += [nodes.Text(" "), *made[0].children]
                return
        self.current_node.extend(made)

    def _report_repair(self, mark: Mark, line: int) -> None:
        element = mark.element
        assert element is not None
        if element.repair == "self_closed":
            message = f'"<{element.name}>" is not closed; it is read as "<{element.name} />".'
            self.report("mdx_tag", message, line)
        elif element.repair == "implied_end":
            message = f'"<{element.name}>" is not closed; it ends with the element around it.'
            self.report("mdx_tag", message, line)

    def _is_transparent(self, name: str, mark: Mark) -> bool:
        """Whether an element leaves no trace, so that headings in it are headings of the page."""
        assert mark.tag is not None
        if not name or (name in ("div", "section", "article") and not mark.tag.attributes):
            return True
        is_known = is_html(name) or find_component(name, self.sphinx_env) is not None
        return not is_known and name.partition(".")[0] not in self.frame.source.code.names

    def _may_hold_sections(self, token: SyntaxTreeNode) -> bool:
        if not self.is_in_section():
            return False
        return any(child.type == "heading" for child in token.walk())

    def _children(self, token: SyntaxTreeNode, is_inline: bool) -> list[nodes.Node]:
        holder: nodes.Element = nodes.inline() if is_inline else nodes.container()
        with self.current_node_context(holder):
            self.render_children(token)
        children = list(holder.children)
        holder.clear()
        return children

    def build(
        self,
        name: str,
        page: Page,
        mark: Mark,
        children: list[nodes.Node],
        *,
        is_inline: bool,
        line: int,
    ) -> Sequence[nodes.Node]:
        """Return the nodes of an element."""
        if not name:
            return children
        code = self.frame.source.code
        props = self.props_of(page, mark, name, line)
        if is_html(name) and (markup := _inner_html(props)):
            children = self._inner_nodes(markup, is_inline=is_inline, line=line)
        use = self.use_of(name, props, children, is_inline=is_inline, line=line)
        if name in code.imports or name in code.templates:
            return self.use_snippet(use)
        return self.named_snippet(use) if name == "Snippet" else self.call(use)

    def _inner_nodes(self, markup: str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return HTML that is the value of a prop, read as if it stood in the page."""
        if not self.has_room(line):
            return []
        holder: nodes.Element = nodes.inline() if is_inline else nodes.container()
        before = "\n" * max(line - 1, 0)
        with self.current_node_context(holder):
            self._render_tokens(self.md.parse(f"{before}{markup}\n", self.md_env))
        made = list(holder.children)
        holder.clear()
        return words_of(made) if is_inline else made

    # Values and places

    def nodes_of_value(self, value: JsxValue, line: int) -> list[nodes.Node]:
        """Return an element that is a value as nodes."""
        if not self.has_room(line):
            return []
        children: list[nodes.Node] = []
        for child in value.children:
            children += (
                [nodes.Text(child)] if isinstance(child, str) else self.nodes_of_value(child, line)
            )
        if not value.name:
            return children
        is_inline = isinstance(self.current_node, nodes.TextElement)
        use = self.use_of(value.name, value.props, children, is_inline=is_inline, line=line)
        return list(self.call(use))

    def html_heading(self, token: SyntaxTreeNode, level: int, props: dict[str, Any]) -> None:
        """Render a heading that is written as an element, as one of the page."""
        section = nodes.section()
        self.add_line_and_source_path(section, token)
        self.update_section_level_state(section, level)
        title = nodes.title("", "")
        self.add_line_and_source_path(title, token)
        section.append(title)
        title += words_of(self._children(token, False))
        if isinstance(props.get("id"), str):
            token.attrs["mdx_id"] = props["id"]
        self.generate_heading_target(token, level, section, title)
        self.current_node = section


def _inner_html(props: Mapping[str, PropValue]) -> str:
    value = props.get("dangerouslySetInnerHTML")
    markup = value.get("__html") if isinstance(value, dict) else None
    return markup if isinstance(markup, str) else ""
