"""Render the JSX of a page: elements, components of the project, snippets and expressions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.components.registry import find_component, known_components, known_tags
from sphinx_sitejson.mdx.javascript.engine import Attribute, EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import (
    CHILDREN,
    JsxValue,
    NotLiteral,
    Part,
    parse_literal,
    value_parts,
)
from sphinx_sitejson.mdx.scanning.element_names import is_html
from sphinx_sitejson.mdx.scanning.masking import find_scan_problems
from sphinx_sitejson.navigation.page_links import suggest_missing_file
from sphinx_sitejson.site_build.page_text import is_variable
from sphinx_sitejson.site_build.reports import report

from .component_builder import (
    PartRenderer,
    compute_props,
    read_attributes,
    report_failed_attributes,
)
from .html_elements import is_content_omitted
from .page_in_progress import Frame
from .snippets import (
    MAX_SNIPPET_DEPTH,
    SourceFile,
    explain_missing_named_snippet,
    explain_missing_snippet,
    find_named_snippet,
    is_library,
    read_snippet,
    read_snippet_file,
)

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

    from sphinx_sitejson.mdx.javascript.engine import Attribute
    from sphinx_sitejson.mdx.javascript.values import PropValue
    from sphinx_sitejson.mdx.scanning.masking import Mark, Page

    from .component_builder import ComponentBuilder, PartRenderer, TextRenderer, TokenRenderer
    from .page_in_progress import PageInProgress

ENGINE_NAMES = frozenset({"React", "Fragment"})
"""Names that every file may use as tags without an import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomElement:
    """A use of a snippet, or of a component that the project exports."""

    name: str
    attributes: Sequence[Attribute]
    children: Sequence[Any]
    """Texts, placeholders of rendered content, and other such elements."""
    is_inline: bool
    line: int


class CustomComponents:
    """Renders snippets, and components that are functions of JavaScript."""

    def __init__(
        self, page: PageInProgress, components: ComponentBuilder, markdown: TextRenderer
    ) -> None:
        self._page = page
        self._markdown = markdown
        self.parts = PartRenderer(page, components, markdown, self._render_returned_snippet)

    def is_custom(self, name: str) -> bool:
        """Return whether a name is that of a snippet or of a component of the project."""
        first = name.partition(".")[0]
        return name == "Snippet" or first in ENGINE_NAMES or first in self._names()

    def is_component(self, name: str) -> bool:
        """Return whether a name is that of a component of the project, and of no snippet."""
        if name == "Snippet" or not self.is_custom(name):
            return False
        imported = self._page.frame.source.statements.imports.get(name)
        if imported is None or imported.exported != "default":
            return True
        return not imported.source.endswith((".mdx", ".md"))

    def _names(self) -> set[str]:
        page, frame = self._page.frames[0], self._page.frame
        props = {name for name, _kind, _value in frame.attributes if name[:1].isupper()}
        return page.source.statements.names | frame.source.statements.names | props

    def build(self, element: CustomElement) -> Sequence[nodes.Node]:
        """Return the nodes of an element."""
        source = self._page.frame.source
        first = element.name.partition(".")[0]
        imported = source.statements.imports.get(first)
        if imported is None:
            is_named = element.name == "Snippet" and element.name not in self._names()
            return self._named_snippet(element) if is_named else self._render_component(element)
        if imported.source == "react":
            return self._render_component(element)
        if is_library(imported.source):
            return self._build_built_in(element)
        other = read_snippet(self._page.env, imported.source, beside=source.name)
        if other is None:
            return self._build_missing(element, imported.source)
        is_content = imported.exported == "default" and element.name == first
        if is_content and other.has_content:
            return self._snippet(element, other)
        return self._render_component(element)

    def _render_component(self, element: CustomElement) -> Sequence[nodes.Node]:
        """Return the output of a component; if it fails, its texts and content."""
        page, line = self._page, element.line
        try:
            scope = page.scope(line)
            result = page.scripts.render(
                element.name, element.attributes, element.children, scope, page.budget
            )
        except (EngineError, ScriptError) as error:
            if not page.report_script(error, line):
                page.report(
                    ProblemCode.COMPONENT_FAILED,
                    f"<{element.name}> cannot be drawn: {error}.",
                    line,
                )
            return self._build_plain(element)
        page.record_result(result, line)
        report_failed_attributes(
            result.failed_attributes, element.attributes, element.name, page, line
        )
        return (
            self._build_built_in(element)
            if result.is_unknown
            else self._blocks(element, result.parts)
        )

    def _build_built_in(self, element: CustomElement) -> Sequence[nodes.Node]:
        """Return a built-in component of the name, or its content."""
        content = self._blocks(element, _content(element.children))
        props = compute_props(element.attributes, element.name, self._page, element.line)
        return self.parts.build_element(
            element.name, props, content, is_inline=element.is_inline, line=element.line
        )

    def _build_plain(self, element: CustomElement) -> Sequence[nodes.Node]:
        """Return the texts and the content of a component that cannot be drawn."""
        return self.parts.build_plain(
            element.name,
            element.attributes,
            self._blocks(element, _content(element.children)),
            is_inline=element.is_inline,
            line=element.line,
        )

    def _blocks(self, element: CustomElement, parts: Sequence[Part]) -> list[nodes.Node]:
        return self.parts.build_blocks(parts, is_inline=element.is_inline, line=element.line)

    def _build_missing(self, element: CustomElement, file: str) -> Sequence[nodes.Node]:
        """Return a built-in component in place of a missing file, or its content."""
        if find_component(element.name, self._page.env) is not None:
            return self._build_built_in(element)
        frame = self._page.frame
        if element.name not in frame.warned:
            frame.warned.add(element.name)
            reason = explain_missing_snippet(
                Path(self._page.env.srcdir), file, beside=frame.source.name
            )
            hint = suggest_missing_file(self._page.env, file)
            message = f"<{element.name}>: the file {quoted(file)} {reason}.{hint}"
            self._page.report(ProblemCode.MDX_SNIPPET, message, element.line)
        return self._build_plain(element)

    # Snippets

    def _named_snippet(self, element: CustomElement) -> Sequence[nodes.Node]:
        """Return the content of the file of ``<Snippet file>``."""
        props = compute_props(element.attributes, "Snippet", self._page, element.line)
        name = str(props.get("file") or props.get("src") or "")
        root = Path(self._page.env.srcdir)
        found = find_named_snippet(root, name) if name else None
        source = read_snippet_file(self._page.env, found) if found else None
        if found is None or source is None:
            message = (
                f"<Snippet>: the file {quoted(name)} {explain_missing_named_snippet(root, name)}."
            )
            self._page.report(ProblemCode.MDX_SNIPPET, message, element.line)
            return self._blocks(element, _content(element.children))
        self._page.env.note_dependency(str(found))
        return self._snippet(element, source)

    def _snippet(self, element: CustomElement, source: SourceFile) -> Sequence[nodes.Node]:
        frame = Frame(
            source, self._page.frame, element.attributes, element.children, line=element.line
        )
        return self._render_snippet(frame, is_inline=element.is_inline, line=element.line)

    def _render_returned_snippet(
        self, file: str, scope: int, is_inline: bool, line: int
    ) -> Sequence[nodes.Node]:
        """Return the Markdown of a file that a component has returned."""
        source = self._page.modules.get(file)
        if source is None:
            return []
        frame = Frame(source, scope=scope, line=line)
        return self._render_snippet(frame, is_inline=is_inline, line=line, is_detached=True)

    def _render_snippet(
        self, frame: Frame, *, is_inline: bool, line: int, is_detached: bool = False
    ) -> Sequence[nodes.Node]:
        """Parse and render a file in a frame, unless it includes itself.

        :param is_detached: whether the nodes are not for the current node of the page.
        """
        source: SourceFile = frame.source
        names = [each.source.name for each in self._page.frames]
        if source.name in names or len(names) > MAX_SNIPPET_DEPTH:
            message = f"the snippet {quoted(source.name)} includes itself; it was ignored here."
            self._page.report(ProblemCode.MDX_SNIPPET, message, line)
            return []
        if not self._page.has_budget(line, source.text):
            return []
        if source.scan is not None:
            report(find_scan_problems(source.scan, source.path, known_tags(self._page.env)))
        with self._page.inside(frame):
            if not is_inline and not is_detached and self._markdown.is_in_section():
                self._markdown.add_text(source.text)
                return []
            return self._markdown.convert_text(source.text, is_inline=is_inline)


def _content(children: Sequence[Any]) -> list[Part]:
    """Return the content between tags."""
    parts: list[Part] = []
    for child in children:
        if isinstance(child, str):
            parts.append(child)
        elif "id" in child:
            parts.append(JsxValue(name=CHILDREN, props={"id": child["id"]}))
        else:
            parts += _content(child["children"])
    return parts


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
_MAX_EXCERPT = 60


class ExpressionBuilder:
    """Renders the values of expressions; one that fails is reported."""

    def __init__(self, page: PageInProgress, parts: PartRenderer) -> None:
        self._page = page
        self._parts = parts

    def build(self, braced: str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return the nodes of an expression.

        :param braced: the expression with its braces.
        :param is_inline: whether the parent has inline content.
        """
        source = braced[1:-1].strip()
        if not source:
            return []
        content = self._content(line) if source in _CONTENT else None
        if content is not None:
            return self._parts.build(content, is_inline=True, line=line)
        try:
            return self._parts.build(
                value_parts(parse_literal(source)), is_inline=is_inline, line=line
            )
        except NotLiteral:
            pass
        if self._is_placeholder(source):
            return [nodes.Text(braced)]
        page = self._page
        try:
            result = page.scripts.evaluate(source, page.scope(line), page.budget)
        except (EngineError, ScriptError) as error:
            is_reported = page.report_script(error, line)
            return self._build_failed(braced, source, "" if is_reported else str(error), line)
        page.record_result(result, line)
        if result.kind == "object" or (result.kind and _PLACEHOLDER.fullmatch(source)):
            return [nodes.Text(braced)]
        return self._parts.build(result.parts, is_inline=is_inline, line=line)

    def _content(self, line: int) -> list[Part] | None:
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
        if not _PLACEHOLDER.fullmatch(source):
            return False
        names = self._page.frame.names
        first = re.split(r"[ -]", source, maxsplit=1)[0]
        is_code = first in names or "*" in names or first in _GLOBAL_NAMES or source[0].isdigit()
        return not is_code and self._page.frame.scope is None

    def _build_failed(self, braced: str, source: str, error: str, line: int) -> list[nodes.Node]:
        """Return the source of a failed expression if it is text; code is omitted."""
        is_text = _PLAIN_TEXT.match(source) is not None
        if not error:
            # JavaScript is not available for the page, which was reported.
            is_text = _PLACEHOLDER.fullmatch(source) is not None
        is_reported = is_variable(self._page.env, braced)
        if error and not (is_reported or _PLACEHOLDER.fullmatch(source) or source.startswith("#")):
            what = "is shown as written" if is_text else "was ignored"
            message = f"{_make_excerpt(braced)} {what}, since it fails: {error}."
            self._page.report(ProblemCode.MDX_EXPRESSION, message, line)
        return [nodes.Text(braced)] if is_text else []


def _make_excerpt(braced: str) -> str:
    text = " ".join(braced.split())
    return quoted(text if len(text) <= _MAX_EXCERPT else f"{text[:_MAX_EXCERPT]}…")


_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_MAX_TAG_EXCERPT = 50


class ElementRenderer:
    """Renders elements: components, snippets and HTML."""

    def __init__(
        self, page: PageInProgress, custom: CustomComponents, markdown: TokenRenderer
    ) -> None:
        self._page = page
        self._custom = custom
        self._markdown = markdown

    def render(self, token: SyntaxTreeNode, *, is_inline: bool) -> None:
        """Render an element at the current node."""
        mark: Mark = token.meta["mark"]
        text: Page = token.meta["page"]
        line = token_source_line(token)
        assert mark.element is not None and mark.tag is not None
        self._report_repair(mark, line)
        name = mark.element.name
        if self._is_transparent(name, mark) and self._may_contain_sections(token):
            if name and not is_html(name):
                attributes = read_attributes(text.scan.text, mark.tag)
                self._markdown.current_node.extend(
                    self._custom.parts.build_plain(
                        name, attributes, (), is_inline=False, line=line, is_unknown=True
                    )
                )
            self._markdown.render_children(token)
            return
        if name in _HEADINGS and not is_inline and self._markdown.is_in_section():
            explicit_id = self._compute_props(text, mark, line).get("id")
            explicit_id = explicit_id if isinstance(explicit_id, str) else ""
            self._markdown.add_html_heading(token, int(name[1]), explicit_id)
            return
        result = self._build(token, is_inline=is_inline, line=line)
        for node in result:
            if isinstance(node, nodes.Element) and node.line is None:
                node.source, node.line = self._page.file, line
        self._add(result, name, is_inline, line)

    def report_dropped(self, token: SyntaxTreeNode) -> None:
        """Report a tag that is omitted."""
        mark: Mark = token.meta["mark"]
        if mark.element is not None and mark.element.repair == "too_deep":
            self._markdown.report_depth(token_source_line(token))
            return
        is_short = len(mark.source) < _MAX_TAG_EXCERPT
        name = quoted(mark.source if is_short else f"<{mark.source[1:].split()[0]} …>")
        if mark.tag is not None and mark.tag.kind == "close":
            message = f"{name} has no matching opening tag; the tag was ignored."
        else:
            message = f"{name} has no closing tag at the same level; the tag was ignored."
        self._page.report(ProblemCode.MDX_TAG, message, token_source_line(token))

    def _compute_props(self, text: Page, mark: Mark, line: int) -> dict[str, PropValue]:
        assert mark.tag is not None
        attributes = read_attributes(text.scan.text, mark.tag)
        return compute_props(attributes, mark.tag.name, self._page, line)

    def _build(self, token: SyntaxTreeNode, *, is_inline: bool, line: int) -> Sequence[nodes.Node]:
        """Return the nodes of an element."""
        name, attributes = _name_and_attributes(token)
        if self._custom.is_custom(name):
            element = CustomElement(
                name=name,
                attributes=attributes,
                children=self._placeholder_children(token, is_inline=is_inline),
                is_inline=is_inline,
                line=line,
            )
            return self._custom.build(element)
        children: list[nodes.Node] = []
        if find_component(name, self._page.env) is not None or not is_content_omitted(name):
            children = self._markdown.convert_children(token, is_inline=is_inline)
        if not name:
            return children
        props = compute_props(attributes, name, self._page, line)
        return self._custom.parts.build_element(
            name, props, children, is_inline=is_inline, line=line
        )

    def _placeholder_children(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[Any]:
        """Return the children of an element for the engine.

        Text becomes a string, a component of the project an element, and all other content a
        placeholder with its props, which the component may read.
        """
        children: list[Any] = []
        for child in token.children or []:
            name, attributes = _name_and_attributes(child)
            if name and self._custom.is_component(name):
                inner = self._placeholder_children(child, is_inline=child.type == "mdx_inline")
                children.append({"name": name, "attributes": attributes, "children": inner})
                continue
            content = self._markdown.convert_token(child, is_inline=is_inline)
            if not content:
                continue
            if (text := _plain_text(content, token)) is not None:
                children.append(text)
                continue
            values = {key: value for key, kind, value in attributes if kind == "value"}
            children.append({**self._page.hold_content(content), "props": values})
        return children

    def _add(self, result: Sequence[nodes.Node], name: str, is_inline: bool, line: int) -> None:
        """Append nodes; inline elements that are alone on one line share a paragraph."""
        parent = self._markdown.current_node
        last = parent.children[-1] if parent.children else None
        is_inline_by_nature = known_tags(self._page.env).is_inline(name)
        is_alone = not is_inline and is_inline_by_nature and len(result) == 1
        if is_alone and isinstance(result[0], nodes.paragraph):
            result[0]["mdx_line"] = line
            if isinstance(last, nodes.paragraph) and last.get("mdx_line") == line:
                last += [nodes.Text(" "), *result[0].children]
                return
        parent.extend(result)

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
        """Return whether only the content of an element is rendered, with headings as sections."""
        assert mark.tag is not None
        if not name or (name in ("div", "section", "article") and not mark.tag.attributes):
            return True
        components = known_components(self._page.env)
        if is_html(name) or name in components or self._custom.is_custom(name):
            return False
        return name.lower() not in map(str.lower, components)

    def _may_contain_sections(self, token: SyntaxTreeNode) -> bool:
        if not self._markdown.is_in_section():
            return False
        return any(child.type == "heading" for child in token.walk())


def token_source_line(token: SyntaxTreeNode) -> int:
    """Return the line of a block or inline token."""
    delta = token.meta.get("delta", 0) if token.meta else 0
    return token_line(token, 0) + int(delta)


def _name_and_attributes(token: SyntaxTreeNode) -> tuple[str, list[Attribute]]:
    """Return the name and the attributes of an element; empty for other tokens."""
    mark: Mark | None = token.meta.get("mark") if token.meta else None
    if token.type not in ("mdx_block", "mdx_inline") or mark is None or mark.element is None:
        return "", []
    assert mark.tag is not None
    page: Page = token.meta["page"]
    return mark.element.name, read_attributes(page.scan.text, mark.tag)


def _plain_text(content: list[nodes.Node], token: SyntaxTreeNode) -> str | None:
    """Return content that is only text on the line of its tags, or ``None``."""
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
