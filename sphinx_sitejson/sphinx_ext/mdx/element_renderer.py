"""Renders the elements of MDX pages: components, snippets and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.mdx.scanning.element_names import is_html
from sphinx_sitejson.sphinx_ext.components.registry import find_component

from .custom_components import CustomUse
from .known_tags import known_tags_of_pages
from .tag_props import read_attributes, read_props

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

    from sphinx_sitejson.mdx.javascript.engine import Attribute
    from sphinx_sitejson.mdx.javascript.values import PropValue
    from sphinx_sitejson.mdx.scanning.masking import Mark, Page

    from .custom_components import CustomComponents
    from .markdown_rendering import TokenRenderer
    from .page_in_progress import PageInProgress

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LONGEST_TAG = 50


class ElementRenderer:
    """Renders tags and what stands between them."""

    def __init__(
        self, page: PageInProgress, custom: CustomComponents, markdown: TokenRenderer
    ) -> None:
        self._page = page
        self._custom = custom
        self._markdown = markdown

    def render(self, token: SyntaxTreeNode, *, is_inline: bool) -> None:
        """Render an element where the page is now."""
        mark: Mark = token.meta["mark"]
        text: Page = token.meta["page"]
        line = line_of(token)
        assert mark.element is not None and mark.tag is not None
        self._report_repair(mark, line)
        name = mark.element.name
        if self._is_transparent(name, mark) and self._may_hold_sections(token):
            self._markdown.render_children(token)
            return
        if name in _HEADINGS and not is_inline and self._markdown.is_in_section():
            own_id = self._props_of(text, mark, line).get("id")
            own_id = own_id if isinstance(own_id, str) else ""
            self._markdown.add_html_heading(token, int(name[1]), own_id)
            return
        made = self._build(token, is_inline=is_inline, line=line)
        for node in made:
            if isinstance(node, nodes.Element) and node.line is None:
                node.source, node.line = self._page.file, line
        self._add(made, name, is_inline, line)

    def report_dropped(self, token: SyntaxTreeNode) -> None:
        """Say that a tag was left out."""
        mark: Mark = token.meta["mark"]
        if mark.element is not None and mark.element.repair == "too_deep":
            self._markdown.report_depth(line_of(token))
            return
        is_short = len(mark.source) < _LONGEST_TAG
        name = quoted(mark.source if is_short else f"<{mark.source[1:].split()[0]} …>")
        if mark.tag is not None and mark.tag.kind == "close":
            message = f"{name} has no matching opening tag; the tag is left out."
        else:
            message = f"{name} has no closing tag at the same level; the tag is left out."
        self._page.report(ProblemCode.MDX_TAG, message, line_of(token))

    def _props_of(self, text: Page, mark: Mark, line: int) -> dict[str, PropValue]:
        assert mark.tag is not None
        attributes = read_attributes(text.scan.text, mark.tag)
        return read_props(attributes, mark.tag.name, self._page, line)

    def _build(self, token: SyntaxTreeNode, *, is_inline: bool, line: int) -> Sequence[nodes.Node]:
        """Return the nodes of an element."""
        name, attributes = _name_and_attributes(token)
        if self._custom.is_custom(name):
            held = self._held_children(token, is_inline=is_inline)
            use = CustomUse(
                name=name, attributes=attributes, children=held, is_inline=is_inline, line=line
            )
            return self._custom.build(use)
        children = self._markdown.nodes_inside(token, is_inline=is_inline)
        if not name:
            return children
        props = read_props(attributes, name, self._page, line)
        return self._custom.parts.build_element(
            name, props, children, is_inline=is_inline, line=line
        )

    def _held_children(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[Any]:
        """Return what stands in an element as its component gets it.

        That is text as a string, elements of the project's own as such, and of everything else
        something that stands for it. The component may look at the props of the elements in it.
        """
        held: list[Any] = []
        for child in token.children or []:
            name, attributes = _name_and_attributes(child)
            if name and self._custom.is_component(name):
                inner = self._held_children(child, is_inline=child.type == "mdx_inline")
                held.append({"name": name, "attributes": attributes, "children": inner})
                continue
            content = self._markdown.nodes_of_token(child, is_inline=is_inline)
            if not content:
                continue
            if (words := _plain_words(content, token)) is not None:
                held.append(words)
                continue
            values = {key: value for key, kind, value in attributes if kind == "value"}
            held.append({**self._page.hold(content), "props": values})
        return held

    def _add(self, made: Sequence[nodes.Node], name: str, is_inline: bool, line: int) -> None:
        """Append nodes; words that stand alone side by side on a line share a paragraph."""
        place = self._markdown.current_node
        last = place.children[-1] if place.children else None
        is_inline_by_nature = known_tags_of_pages(self._page.env).is_inline(name)
        is_alone = not is_inline and is_inline_by_nature and len(made) == 1
        if is_alone and isinstance(made[0], nodes.paragraph):
            made[0]["mdx_line"] = line
            if isinstance(last, nodes.paragraph) and last.get("mdx_line") == line:
                last += [nodes.Text(" "), *made[0].children]
                return
        place.extend(made)

    def _report_repair(self, mark: Mark, line: int) -> None:
        element = mark.element
        assert element is not None
        if element.repair == "self_closed":
            message = f'"<{element.name}>" is not closed; it is read as "<{element.name} />".'
            self._page.report(ProblemCode.MDX_TAG, message, line)
        elif element.repair == "implied_end":
            message = f'"<{element.name}>" is not closed; it ends with the element around it.'
            self._page.report(ProblemCode.MDX_TAG, message, line)

    def _is_transparent(self, name: str, mark: Mark) -> bool:
        """Whether an element leaves no trace, so that headings in it are headings of the page."""
        assert mark.tag is not None
        if not name or (name in ("div", "section", "article") and not mark.tag.attributes):
            return True
        is_known = is_html(name) or find_component(name, self._page.env) is not None
        return not is_known and not self._custom.is_custom(name)

    def _may_hold_sections(self, token: SyntaxTreeNode) -> bool:
        if not self._markdown.is_in_section():
            return False
        return any(child.type == "heading" for child in token.walk())


def line_of(token: SyntaxTreeNode) -> int:
    """Return the line of a token, also inside of a paragraph."""
    delta = token.meta.get("delta", 0) if token.meta else 0
    return token_line(token, 0) + int(delta)


def _name_and_attributes(token: SyntaxTreeNode) -> tuple[str, list[Attribute]]:
    """Return the name and the attributes of an element; nothing for other tokens."""
    mark: Mark | None = token.meta.get("mark") if token.meta else None
    if token.type not in ("mdx_block", "mdx_inline") or mark is None or mark.element is None:
        return "", []
    assert mark.tag is not None
    page: Page = token.meta["page"]
    return mark.element.name, read_attributes(page.scan.text, mark.tag)


def _plain_words(content: list[nodes.Node], token: SyntaxTreeNode) -> str | None:
    """Return content that is only text, where it stands on the line of its tags."""
    mark: Mark = token.meta["mark"]
    element = mark.element
    if element is None or element.close is None:
        return None
    source = token.meta["page"].scan.text[element.tag.end : element.close.start]
    if "\n" in source.strip(" \t"):
        return None
    if len(content) == 1 and isinstance(content[0], nodes.paragraph):
        content = content[0].children
    is_text = all(isinstance(node, nodes.Text) for node in content)
    return "".join(node.astext() for node in content) if is_text else None
