"""Render the tokens of MDX: elements, dropped tags and expressions."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

from docutils import nodes
from docutils.transforms.parts import Contents
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import token_line

from sphinx_sitejson.common.problems import ProblemCode, did_you_mean, quoted
from sphinx_sitejson.components.nodes import Nodes, NodeSequence, element_line, in_paragraphs
from sphinx_sitejson.components.props import author_classes
from sphinx_sitejson.components.registry import find_component, known_components, known_tags
from sphinx_sitejson.mdx.javascript.engine import EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import (
    CHILDREN,
    JsxValue,
    NotLiteral,
    Part,
    parse_literal,
    value_parts,
)
from sphinx_sitejson.mdx.scanning.element_names import HTML_ELEMENTS, is_void
from sphinx_sitejson.mdx.scanning.masking import Mark
from sphinx_sitejson.site_build.page_text import is_variable

from .component_builder import ComponentBuilder, Use, literal_props
from .html_elements import attribute_text, is_content_omitted
from .page_in_progress import PageInProgress
from .renderer import FIRST_FRAME, PageRenderer

_CONTENT = ("children", "props.children")
"""Expressions of a snippet for the content of its element."""

_PLACEHOLDER = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
"""Placeholders in braces that readers replace: ``{your key}``."""
_PLAIN_TEXT = re.compile(
    r"""[{#]|(?:"[^"\n]*"|'[^'\n]*'|[\w$-]+)\s*:|[^=(?&|<>;.\[`]*\Z""", re.DOTALL
)
"""Content of braces that is text: an object, or without operators and calls."""
_GLOBAL_NAMES = frozenset({"this", "globalThis", "NaN", "Infinity", "React"})
"""Names that are defined in every file."""
_MISSPELLED = 0.8
"""How similar an unknown name is to the declared name that was intended."""
_MAX_EXCERPT = 60

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MAX_TAG_EXCERPT = 50


class MdxRenderer(PageRenderer):
    """Renders MDX pages; one instance for all pages of a process.

    markdown-it calls a method for each type of token.
    """

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a page."""
        super().setup_render(options, env)
        self._is_in_line = False
        self._page = PageInProgress(self.document, options[FIRST_FRAME])
        self._components = ComponentBuilder(self._page, self)

    def report_fence(self, token: SyntaxTreeNode) -> None:
        """Report a code block that lacks its end, unless the scanner has done so."""
        scan = self._page.frame.source.scan
        if scan is None or not scan.open_fences:
            super().report_fence(token)

    # Elements

    def render_mdx_block(self, token: SyntaxTreeNode) -> None:
        """Render an element at the current node."""
        use = _read_use(token)
        assert use is not None
        self._report_repair(token.meta["mark"], use.line)
        may_have_sections = self.is_in_section() and self._is_transparent(use)
        if may_have_sections and any(child.type == "heading" for child in token.walk()):
            if use.name and use.name not in HTML_ELEMENTS:
                self.current_node += self._components.build_unknown(use)
            self.render_children(token)
            return
        if use.name in _HEADINGS and not use.is_inline and self.is_in_section():
            call = self._components.element_call(use)
            explicit_id = attribute_text(call.props.get("id"))
            classes = author_classes(call)
            self.add_html_heading(token, int(use.name[1]), explicit_id, classes)
            return
        result = self._build_element(token, use)
        for node in result:
            if isinstance(node, nodes.Element) and node.line is None:
                node.source, node.line = self._page.file, use.line
        self._add(result, use)

    render_mdx_inline = render_mdx_block

    def render_mdx_dropped(self, token: SyntaxTreeNode) -> None:
        """Report a tag that is omitted."""
        mark: Mark = token.meta["mark"]
        line = token_source_line(token)
        if mark.element is not None and mark.element.repair == "too_deep":
            self.report_depth(line)
            return
        is_short = len(mark.source) < _MAX_TAG_EXCERPT
        name = quoted(mark.source if is_short else f"<{mark.source[1:].split()[0]} …>")
        is_close = mark.tag is not None and mark.tag.kind == "close"
        missing = "matching opening tag" if is_close else "closing tag at the same level"
        message = f"{name} has no {missing}; the tag was ignored."
        self._page.report(ProblemCode.MDX_TAG, message, line)

    def _build_element(self, token: SyntaxTreeNode, use: Use) -> NodeSequence:
        outer, is_custom = self._is_in_line, self._components.is_custom(use.name)
        self._is_in_line = (is_custom or use.name in HTML_ELEMENTS) and _is_on_one_line(token)
        try:
            if is_custom:
                children = self._placeholder_children(token, is_inline=use.is_inline)
                return self._components.build_custom(use, children)
            content: Nodes = []
            if find_component(use.name, self.sphinx_env) or not is_content_omitted(use.name):
                content = self.convert_children(token, is_inline=use.is_inline)
            return self._components.build(use, content) if use.name else content
        finally:
            self._is_in_line = outer

    def _placeholder_children(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[Any]:
        """Return the children of an element for the engine.

        Text becomes a string, a component of the project an element, and all other content a
        placeholder with its props, which the component may read.
        """
        children: list[Any] = []
        for child in token.children or []:
            use = _read_use(child)
            if use is not None and use.name and self._components.is_component(use.name):
                inner = self._placeholder_children(child, is_inline=use.is_inline)
                element = {"name": use.name, "attributes": use.attributes, "children": inner}
                children.append(element)
                continue
            content = self.convert_token(child, is_inline=is_inline)
            if not content:
                continue
            if (text := _plain_text(content, token)) is not None:
                children.append(text)
                continue
            values = literal_props(use.attributes) if use is not None else {}
            children.append({**self._page.hold_content(content), "props": values})
        return children

    def _add(self, result: NodeSequence, use: Use) -> None:
        """Append nodes; inline elements that are alone on one line share a paragraph."""
        last = next(reversed(self.current_node.children), None)
        only = result[0] if len(result) == 1 else None
        is_inline = not use.is_inline and use.name in known_tags(self.sphinx_env).inline
        if is_inline and isinstance(only, element_line):
            only["mdx_line"] = use.line
            if isinstance(last, element_line) and last.get("mdx_line") == use.line:
                last += [nodes.Text(" "), *only.children]
                return
        self.current_node += result

    def _report_repair(self, mark: Mark, line: int) -> None:
        element = mark.element
        assert element is not None
        repairs = {
            "self_closed": f'is read as "<{element.name} />"',
            "implied_end": "ends with the element around it",
        }
        if repair := repairs.get(element.repair):
            message = f'"<{element.name}>" is not closed; it {repair}.'
            self._page.report(ProblemCode.MDX_TAG, message, line)

    def _is_transparent(self, use: Use) -> bool:
        """Return whether only the content of an element is rendered, with headings as sections."""
        if not use.name or (use.name in ("div", "section", "article") and not use.attributes):
            return True
        name, components = use.name, known_components(self.sphinx_env)
        is_known = name in HTML_ELEMENTS or name in components or self._components.is_custom(name)
        return not is_known and name.lower() not in map(str.lower, components)

    # Expressions

    def render_mdx_expression(self, token: SyntaxTreeNode) -> None:
        """Render the value of an expression."""
        is_inline = isinstance(self.current_node, nodes.TextElement)
        self.current_node += self._build_expression(token, is_inline=is_inline)

    def render_paragraph(self, token: SyntaxTreeNode) -> None:
        """Render a paragraph; elements and expressions alone make none, as in MDX.

        Nor does text between tags on one line. Expressions alone may be blocks.
        """
        inline = token.children[0] if token.children else None
        if inline is not None and inline.content.lower() in ("[[toc]]", "[toc]"):
            self.current_node += self._contents()
            return
        kinds = _element_kinds(inline) if inline is not None else set()
        if "mdx_inline" in kinds or (self._is_in_line and not kinds):
            line = element_line(inline.content if inline is not None else "")
            self.add_line_and_source_path(line, token)
            with self.current_node_context(line, append=True):
                self.render_children(token)
            return
        if inline is None or not kinds:
            super().render_paragraph(token)
            return
        result: Nodes = []
        for child in inline.children or []:
            if child.type == "mdx_expression":
                result += self._build_expression(child, is_inline=False)
            else:
                result.append(nodes.Text(" "))
        for node in in_paragraphs(result, element_line):
            if isinstance(node, nodes.paragraph) and node.line is None:
                self.add_line_and_source_path(node, token)
            self.current_node.append(node)

    def _contents(self) -> nodes.topic:
        """Return the table of contents of the page, for ``[[toc]]`` and ``[TOC]``."""
        pending = nodes.pending(Contents, {"local": True, "backlinks": False})
        self.document.note_pending(pending)
        topic = nodes.topic("", pending, classes=["contents", "local"])
        self.document.set_id(topic)
        return topic

    def _build_expression(self, token: SyntaxTreeNode, *, is_inline: bool) -> Nodes:
        """Return the nodes of an expression; one that fails is reported.

        :param is_inline: whether the parent has inline content.
        """
        braced: str = token.meta["mark"].source
        source, line = braced[1:-1].strip(), token_source_line(token)
        if not source:
            return []
        content = self._snippet_content(line) if source in _CONTENT else None
        if content is not None:
            return self._components.build_parts(content, is_inline=True, line=line)
        with suppress(NotLiteral):
            parts = value_parts(parse_literal(source))
            return self._components.build_parts(parts, is_inline=is_inline, line=line)
        if self._is_placeholder(source):
            declared = self._page.frame.source.statements.names
            if hint := did_you_mean(source, declared, likeness=_MISSPELLED):
                message = f"{quoted(source)} is not declared, so {braced} is shown as text.{hint}"
                self._page.report(ProblemCode.MDX_EXPRESSION, message, line)
            return [nodes.Text(braced)]
        page = self._page
        try:
            result = page.scripts.evaluate(source, page.scope(line))
        except (EngineError, ScriptError) as error:
            is_reported = page.report_script(error, line)
            return self._build_failed(braced, source, "" if is_reported else str(error), line)
        page.record_result(result, line)
        if result.kind == "object" or (result.kind and _PLACEHOLDER.fullmatch(source)):
            return [nodes.Text(braced)]
        return self._components.build_parts(result.parts, is_inline=is_inline, line=line)

    def _snippet_content(self, line: int) -> list[Part] | None:
        """Return the content of a snippet's element, or ``None`` if the engine is needed."""
        frame = self._page.frame
        if frame.caller is None or "children" in (name for name, _kind, _value in frame.attributes):
            return None
        parts: list[Part] = []
        for child in frame.children:
            if isinstance(child, str):
                parts += [child] if self._page.spend(1, len(child), line) else []
            elif "id" not in child:
                return None
            elif self._page.can_insert(child, line):
                parts.append(JsxValue(name=CHILDREN, props={"id": child["id"]}))
        return parts

    def _is_placeholder(self, source: str) -> bool:
        """Return whether braces contain only unknown names: ``{your key}``, ``{id}``."""
        frame = self._page.frame
        if frame.scope is not None or not _PLACEHOLDER.fullmatch(source) or source[0].isdigit():
            return False
        first = re.split(r"[ -]", source, maxsplit=1)[0]
        return {first, "*"}.isdisjoint(frame.names | _GLOBAL_NAMES)

    def _build_failed(self, braced: str, source: str, error: str, line: int) -> Nodes:
        """Return the source of a failed expression if it is text; code is omitted.

        :param error: empty if JavaScript is not available for the page, which was reported.
        """
        is_placeholder = _PLACEHOLDER.fullmatch(source) is not None
        is_text = _PLAIN_TEXT.match(source) is not None if error else is_placeholder
        is_reported = is_variable(self.sphinx_env, braced)
        if error and not (is_reported or is_placeholder or source.startswith("#")):
            what = "is shown as written" if is_text else "was ignored"
            text = " ".join(braced.split())
            excerpt = quoted(text if len(text) <= _MAX_EXCERPT else f"{text[:_MAX_EXCERPT]}…")
            message = f"{excerpt} {what}, since it fails: {error}."
            self._page.report(ProblemCode.MDX_EXPRESSION, message, line)
        return [nodes.Text(braced)] if is_text else []


def token_source_line(token: SyntaxTreeNode) -> int:
    """Return the line of a block or inline token."""
    delta = token.meta.get("delta", 0) if token.meta else 0
    return token_line(token, 0) + int(delta)


def _read_use(token: SyntaxTreeNode) -> Use | None:
    """Return the name and the attributes of an element; nothing for other tokens."""
    mark: Mark | None = token.meta.get("mark") if token.meta else None
    if token.type not in ("mdx_block", "mdx_inline") or mark is None or mark.element is None:
        return None
    assert mark.tag is not None
    name = mark.element.name
    return Use(
        # Other Markdown allows capital letters in HTML: <BR>.
        name=name.lower() if name.isupper() and is_void(name) else name,
        attributes=mark.tag.attributes,
        is_inline=token.type == "mdx_inline",
        line=token_source_line(token),
    )


def _plain_text(content: Nodes, token: SyntaxTreeNode) -> str | None:
    """Return content that is only text on the line of its tags, or ``None``."""
    if not _is_on_one_line(token):
        return None
    if len(content) == 1 and isinstance(content[0], nodes.paragraph):
        content = content[0].children
    is_text = all(isinstance(node, nodes.Text) for node in content)
    return "".join(node.astext() for node in content) if is_text else None


def _is_on_one_line(token: SyntaxTreeNode) -> bool:
    """Return whether the tags of an element are on one line, so that its text is no paragraph."""
    mark: Mark = token.meta["mark"]
    element = mark.element
    if element is None or element.close is None:
        return False
    return "\n" not in token.meta["page"].scan.text[element.tag.end : element.close.start]


def _element_kinds(inline: SyntaxTreeNode) -> set[str]:
    """Return the kinds of tokens of a paragraph of elements and expressions; of others none."""
    kinds = {
        child.type
        for child in inline.children or []
        if child.type != "softbreak" and (child.type != "text" or child.content.strip())
    }
    return kinds if kinds <= {"mdx_inline", "mdx_expression"} else set()
