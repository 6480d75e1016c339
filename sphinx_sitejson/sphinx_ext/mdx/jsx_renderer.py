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
from sphinx_sitejson.mdx.javascript.engine import Attribute, EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import (
    CHILDREN,
    JsxValue,
    NotLiteral,
    Part,
    parts_of,
    read_literal,
)
from sphinx_sitejson.mdx.scanning.element_names import is_html
from sphinx_sitejson.sphinx_ext.components.registry import find_component

from ..components.registry import known_tags_of_pages
from .component_builder import PartBuilder, read_attributes, read_props, report_failed_attributes
from .page_in_progress import Frame
from .snippets import (
    DEEPEST_SNIPPET,
    SourceFile,
    find_named_snippet,
    is_library,
    read_snippet,
    read_snippet_file,
    why_no_named_snippet,
    why_no_snippet,
)

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

    from sphinx_sitejson.mdx.javascript.engine import Attribute
    from sphinx_sitejson.mdx.javascript.values import PropValue
    from sphinx_sitejson.mdx.scanning.masking import Mark, Page

    from .component_builder import ComponentBuilder, PartBuilder, TextRenderer, TokenRenderer
    from .page_in_progress import PageInProgress

ENGINE_NAMES = frozenset({"React", "Fragment"})
"""What every file may use as a tag without importing it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomUse:
    """One use of a snippet, or of a component of the project's own."""

    name: str
    attributes: Sequence[Attribute]
    children: Sequence[Any]
    """Texts, content that is held, and uses of other such components."""
    is_inline: bool
    line: int


class CustomComponents:
    """Brings other files into a page, and draws what functions of JavaScript return."""

    def __init__(
        self, page: PageInProgress, components: ComponentBuilder, markdown: TextRenderer
    ) -> None:
        self._page = page
        self._markdown = markdown
        self.parts = PartBuilder(page, components, markdown, self._render_drawn_snippet)

    def is_custom(self, name: str) -> bool:
        """Whether a name is that of a snippet or of a component of the project's own."""
        first = name.partition(".")[0]
        return name == "Snippet" or first in ENGINE_NAMES or first in self._names()

    def is_component(self, name: str) -> bool:
        """Whether a name is that of a component of the project's own, rather than of a snippet."""
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

    def build(self, use: CustomUse) -> Sequence[nodes.Node]:
        """Return the nodes of a use."""
        source = self._page.frame.source
        first = use.name.partition(".")[0]
        imported = source.statements.imports.get(first)
        if imported is None:
            is_named = use.name == "Snippet" and use.name not in self._names()
            return self._named_snippet(use) if is_named else self._draw(use)
        if imported.source == "react":
            return self._draw(use)
        if is_library(imported.source):
            return self._built_in(use)
        other = read_snippet(self._page.env, imported.source, beside=source.name)
        if other is None:
            return self._missing(use, imported.source)
        is_content = imported.exported == "default" and use.name == first
        if is_content and other.has_content:
            return self._snippet(use, other)
        return self._draw(use)

    def _draw(self, use: CustomUse) -> Sequence[nodes.Node]:
        """Return what a component draws; if it cannot be drawn, what it was given."""
        page, line = self._page, use.line
        try:
            scope = page.scope(line)
            drawing = page.scripts.draw(use.name, use.attributes, use.children, scope, page.budget)
        except (EngineError, ScriptError) as error:
            if not page.report_script(error, line):
                page.report(
                    ProblemCode.COMPONENT_FAILED, f"<{use.name}> cannot be drawn: {error}.", line
                )
            return self._blocks(use, [*_given_parts(use.attributes), *_content(use.children)])
        page.take(drawing, line)
        report_failed_attributes(drawing.failed_attributes, use.attributes, use.name, page, line)
        return self._built_in(use) if drawing.is_unknown else self._blocks(use, drawing.parts)

    def _built_in(self, use: CustomUse) -> Sequence[nodes.Node]:
        """Return a built-in component of the name, or at least what stands in it."""
        content = self._blocks(use, _content(use.children))
        props = read_props(use.attributes, use.name, self._page, use.line)
        return self.parts.build_element(
            use.name, props, content, is_inline=use.is_inline, line=use.line
        )

    def _blocks(self, use: CustomUse, parts: Sequence[Part]) -> list[nodes.Node]:
        return self.parts.build_blocks(parts, is_inline=use.is_inline, line=use.line)

    def _missing(self, use: CustomUse, file: str) -> Sequence[nodes.Node]:
        """Return a component of that name in place of a file, or at least what stands in it."""
        if find_component(use.name, self._page.env) is not None:
            return self._built_in(use)
        frame = self._page.frame
        if use.name not in frame.warned:
            frame.warned.add(use.name)
            reason = why_no_snippet(Path(self._page.env.srcdir), file, beside=frame.source.name)
            message = f"<{use.name}>: the file {quoted(file)} {reason}."
            self._page.report(ProblemCode.MDX_SNIPPET, message, use.line)
        return self._blocks(use, _content(use.children))

    # Snippets

    def _named_snippet(self, use: CustomUse) -> Sequence[nodes.Node]:
        """Return the content of the file that ``<Snippet file>`` names."""
        props = read_props(use.attributes, "Snippet", self._page, use.line)
        name = str(props.get("file") or props.get("src") or "")
        root = Path(self._page.env.srcdir)
        found = find_named_snippet(root, name) if name else None
        source = read_snippet_file(self._page.env, found) if found else None
        if found is None or source is None:
            message = f"<Snippet>: the file {quoted(name)} {why_no_named_snippet(root, name)}."
            self._page.report(ProblemCode.MDX_SNIPPET, message, use.line)
            return self._blocks(use, _content(use.children))
        self._page.env.note_dependency(str(found))
        return self._snippet(use, source)

    def _snippet(self, use: CustomUse, source: SourceFile) -> Sequence[nodes.Node]:
        frame = Frame(source, self._page.frame, use.attributes, use.children, line=use.line)
        return self._render_snippet(frame, is_inline=use.is_inline, line=use.line)

    def _render_drawn_snippet(
        self, file: str, scope: int, is_inline: bool, line: int
    ) -> Sequence[nodes.Node]:
        """Return the Markdown of a file that a component has drawn."""
        source = self._page.modules.get(file)
        if source is None:
            return []
        frame = Frame(source, scope=scope, line=line)
        return self._render_snippet(frame, is_inline=is_inline, line=line, is_apart=True)

    def _render_snippet(
        self, frame: Frame, *, is_inline: bool, line: int, is_apart: bool = False
    ) -> Sequence[nodes.Node]:
        """Parse and render a file in its own frame, unless it is inside of itself.

        :param is_apart: whether the nodes are for another place than where the page is now.
        """
        source: SourceFile = frame.source
        names = [each.source.name for each in self._page.frames]
        if source.name in names or len(names) > DEEPEST_SNIPPET:
            message = f"the snippet {quoted(source.name)} includes itself; it is left out here."
            self._page.report(ProblemCode.MDX_SNIPPET, message, line)
            return []
        if not self._page.has_budget(line, source.text):
            return []
        with self._page.inside(frame):
            if not is_inline and not is_apart and self._markdown.is_in_section():
                self._markdown.add_text(source.text)
                return []
            return self._markdown.nodes_of_text(source.text, is_inline=is_inline)


def _given_parts(attributes: Sequence[Attribute]) -> list[Part]:
    """Return the texts and the picture that a component was given."""
    values = {name: value for name, kind, value in attributes if kind == "value"}
    texts = [values[name] for name in ("title", "name", "label") if values.get(name)]
    parts: list[Part] = [
        JsxValue(name="p", props={}, children=(text,)) for text in texts if isinstance(text, str)
    ]
    if isinstance(values.get("src"), str):
        alt = values.get("alt") if isinstance(values.get("alt"), str) else ""
        parts.append(JsxValue(name="img", props={"src": values["src"], "alt": alt}))
    return parts


def _content(children: Sequence[Any]) -> list[Part]:
    """Return what stands between tags, when no JavaScript decides about it."""
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
"""What a snippet writes where the content of its use is to stand."""

_PLACEHOLDER = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
"""Words in braces: readers are to put something of their own there."""
_NO_PROGRAM = re.compile(r"[{#]|[^=(?&|<>;.\[`]*\Z", re.DOTALL)
"""Braces that hold neither operators nor calls, or that hold braces: text, rather than code."""
_LANGUAGE = frozenset({"this", "globalThis", "NaN", "Infinity", "React"})
"""Names that mean something in every file."""
_LONGEST_SHOWN = 60


class ExpressionBuilder:
    """Builds the value of an expression; one that fails is left out."""

    def __init__(self, page: PageInProgress, parts: PartBuilder) -> None:
        self._page = page
        self._parts = parts

    def build(self, written: str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return the nodes of an expression.

        :param written: with its braces.
        :param is_inline: whether elements that are its value stand among words.
        """
        source = written[1:-1].strip()
        if not source:
            return []
        content = self._content(line) if source in _CONTENT else None
        if content is not None:
            return self._parts.build(content, is_inline=True, line=line)
        try:
            return self._parts.build(parts_of(read_literal(source)), is_inline=is_inline, line=line)
        except NotLiteral:
            pass
        if self._is_placeholder(source):
            return [nodes.Text(written)]
        page = self._page
        try:
            drawing = page.scripts.evaluate(source, page.scope(line), page.budget)
        except (EngineError, ScriptError) as error:
            is_reported = page.report_script(error, line)
            return self._without_value(written, source, "" if is_reported else str(error), line)
        page.take(drawing, line)
        if drawing.kind == "object" or (drawing.kind and _PLACEHOLDER.fullmatch(source)):
            return [nodes.Text(written)]
        return self._parts.build(drawing.parts, is_inline=is_inline, line=line)

    def _content(self, line: int) -> list[Part] | None:
        """Return what stands between the tags of a snippet, if nothing must be run for it."""
        frame = self._page.frame
        if frame.caller is None or "children" in (name for name, _kind, _value in frame.attributes):
            return None
        parts: list[Part] = []
        for child in frame.children:
            if isinstance(child, str):
                parts += [child] if self._page.spend(1, len(child), line) else []
            elif "id" not in child:
                return None
            elif self._page.may_place(child, line):
                parts.append(JsxValue(name=CHILDREN, props={"id": child["id"]}))
        return parts

    def _is_placeholder(self, source: str) -> bool:
        """Whether words stand in braces that name nothing: ``{your key}``, ``{id}``."""
        if not _PLACEHOLDER.fullmatch(source):
            return False
        names = self._page.frame.names
        first = re.split(r"[ -]", source, maxsplit=1)[0]
        is_code = first in names or "*" in names or first in _LANGUAGE or source[0].isdigit()
        return not is_code and self._page.frame.scope is None

    def _without_value(self, written: str, source: str, error: str, line: int) -> list[nodes.Node]:
        """Return the text of braces that hold no code; of code nothing is shown."""
        is_text = _NO_PROGRAM.match(source) is not None
        if not error:
            # The page has no JavaScript, which was reported.
            is_text = _PLACEHOLDER.fullmatch(source) is not None
        if error and not _PLACEHOLDER.fullmatch(source) and not source.startswith("#"):
            what = "is shown as it is written" if is_text else "is left out"
            message = f"{_shortened(written)} {what}, since it fails: {error}."
            self._page.report(ProblemCode.MDX_EXPRESSION, message, line)
        return [nodes.Text(written)] if is_text else []


def _shortened(written: str) -> str:
    words = " ".join(written.split())
    return quoted(words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…")


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
