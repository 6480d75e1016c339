"""Build the nodes of components and HTML elements, and of the output of JavaScript."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, ProjectCode, did_you_mean, quoted
from sphinx_sitejson.components.nodes import ComponentCall, in_paragraphs, inline_content
from sphinx_sitejson.components.props import check_props
from sphinx_sitejson.components.registry import find_component, known_components, known_tags
from sphinx_sitejson.mdx.javascript.engine import Attribute, EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import CHILDREN, SNIPPET, NotLiteral, Part, parse_literal
from sphinx_sitejson.mdx.scanning.element_names import LINK_COMPONENT, is_html
from sphinx_sitejson.navigation.page_links import publishable_props

from .html_elements import build_html, is_content_omitted
from .snippets import is_library

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.tree import SyntaxTreeNode

    from sphinx_sitejson.components.specs import ComponentSpec
    from sphinx_sitejson.mdx.javascript.values import PropValue
    from sphinx_sitejson.mdx.scanning.lexing import Tag

    from .page_in_progress import PageInProgress


class TextRenderer(Protocol):
    """The methods of the renderer that render text of another file or of a prop.

    None begins with ``render_`` unless MyST has it, since MyST calls such methods for tokens.
    """

    def is_in_section(self) -> bool:
        """Return whether sections are allowed at the current node."""

    def add_text(self, text: str) -> None:
        """Render a text at the current node."""

    def convert_text(self, text: str, *, is_inline: bool) -> list[nodes.Node]:
        """Return the nodes of a text, without a parent."""

    def collect_built_nodes(
        self, build: Callable[[], Sequence[nodes.Node]], *, is_inline: bool
    ) -> list[nodes.Node]:
        """Return the nodes of a function, and those that it adds to the current node."""


class TokenRenderer(TextRenderer, Protocol):
    """The methods of the renderer that render tokens of the current text."""

    current_node: nodes.Element

    def render_children(self, token: SyntaxTreeNode) -> None:
        """Render the children of a token at the current node."""

    def convert_children(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[nodes.Node]:
        """Return the nodes of the children of a token, without a parent."""

    def convert_token(self, token: SyntaxTreeNode, *, is_inline: bool) -> list[nodes.Node]:
        """Return the nodes of a token, without a parent."""

    def add_html_heading(self, token: SyntaxTreeNode, level: int, explicit_id: str) -> None:
        """Render an HTML heading as a section of the page."""

    def report_depth(self, line: int) -> None:
        """Report once for a page that it is nested too deeply."""


Report = Callable[[ProblemCode, str], None]
"""Reports a code and a message at the line of the tag."""


def read_attributes(text: str, tag: Tag) -> list[Attribute]:
    """Return the attributes of a tag, with the values of literals and the source of others.

    ``<A a="&lt;" b={2} c={x.y} {...d}>`` gives ``[("a", "value", "<"), ("b", "value", 2),
    ("c", "code", "x.y"), ("", "spread", "...d")]``.

    :param text: the text that contains the tag.
    """
    attributes: list[Attribute] = []
    for attribute in tag.attributes:
        source = text[attribute.start : attribute.end]
        if attribute.kind == "spread":
            attributes.append(("", "spread", source))
        elif attribute.kind == "bare":
            attributes.append((attribute.name, "value", True))
        elif attribute.kind == "string":
            attributes.append((attribute.name, "value", html.unescape(source)))
        elif not source.strip():
            continue
        else:
            try:
                attributes.append((attribute.name, "value", parse_literal(source)))
            except NotLiteral:
                attributes.append((attribute.name, "code", source))
    return attributes


def compute_props(
    attributes: Sequence[Attribute], tag_name: str, page: PageInProgress, line: int
) -> dict[str, PropValue]:
    """Return the props of a built-in component or an HTML element.

    Attributes that fail are reported and omitted; an event handler becomes ``True``.
    """
    attributes = [
        (name, "value", True) if is_handler(name) else (name, kind, value)
        for name, kind, value in attributes
    ]
    values = {name: value for name, kind, value in attributes if kind == "value"}
    if all(kind == "value" for _name, kind, _value in attributes):
        return values
    try:
        props, result = page.scripts.props(attributes, page.scope(line), page.budget)
    except (EngineError, ScriptError) as error:
        if not page.report_script(error, line):
            page.report(ProblemCode.MDX_EXPRESSION, f"<{tag_name}>: {error}.", line)
        return values
    page.record_result(result, line)
    report_failed_attributes(result.failed_attributes, attributes, tag_name, page, line)
    return props


def report_failed_attributes(
    failed: Sequence[tuple[int, str]],
    attributes: Sequence[Attribute],
    tag_name: str,
    page: PageInProgress,
    line: int,
) -> None:
    """Report the attributes that cannot be computed."""
    for index, message in failed:
        name, _kind, source = attributes[index]
        which = f'"{name}"' if name else "the props"
        text = (
            f"<{tag_name}>: {which} was ignored, since {quoted(source.strip())} fails: {message}."
        )
        page.report(ProblemCode.MDX_EXPRESSION, text, line)


def is_handler(name: str) -> bool:
    """Return whether a prop is an event handler: ``onClick``."""
    return name[:2] == "on" and name[2:3].isupper()


class ComponentBuilder:
    """Builds components and HTML elements, and reports unknown names."""

    def __init__(self, page: PageInProgress) -> None:
        self._page = page

    def make_call(
        self,
        name: str,
        props: Mapping[str, PropValue],
        children: Sequence[nodes.Node],
        *,
        is_inline: bool,
        line: int,
    ) -> ComponentCall:
        """Return the call of a component or an HTML element in the current file."""
        page = self._page
        source = page.file
        return ComponentCall(
            name=name,
            props=publishable_props(props, env=page.env, source=source, line=line),
            children=children,
            is_inline=is_inline,
            source=source,
            line=line,
            env=page.env,
            report=lambda code, message: page.report(ProjectCode(code), message, line),
        )

    def build(self, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return the nodes of a component or an HTML element."""
        spec = self._find_spec(call.name, call.line)
        if spec is not None:
            props = check_props(spec, call.props, call.report)
            # Components search their children for others, without spaces between them.
            children = [*in_paragraphs(call.children)] if spec.is_block else call.children
            return spec.build(replace(call, props=props, children=children))
        if is_html(call.name):
            return build_html(call)
        if call.name == LINK_COMPONENT and call.props.get("href"):
            return build_html(replace(call, name="a"))
        return self.build_unknown(call)

    def build_unknown(self, call: ComponentCall) -> Sequence[nodes.Node]:
        """Report an unknown component, and return its texts and content."""
        self._report_unknown(call.name, call.line)
        return self.build_plain(call)

    def build_plain(self, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return the texts, the image and the content of a component that cannot be drawn."""
        texts = [call.props.get(name) for name in ("title", "name", "label")]
        shown: list[nodes.Node] = [
            nodes.paragraph(text, text) for text in texts if isinstance(text, str) and text
        ]
        if isinstance(src := call.props.get("src"), str):
            alt = call.props.get("alt")
            props = {"src": src, "alt": alt if isinstance(alt, str) else ""}
            shown += build_html(replace(call, name="img", props=props, children=()))
        if shown and call.is_inline:
            shown = [*inline_content(shown), nodes.Text(" ")]
        return [*shown, *call.children]

    def _find_spec(self, name: str, line: int) -> ComponentSpec | None:
        """Return a component, also for a name in another case, which is reported."""
        spec = find_component(name, self._page.env)
        if spec is not None or is_html(name):
            return spec
        for known, other in known_components(self._page.env).items():
            if known.lower() == name.lower():
                message = f"there is no component <{name}>; it is read as <{known}>."
                self._page.report(ProblemCode.UNKNOWN_COMPONENT, message, line)
                return other
        return None

    def _report_unknown(self, name: str, line: int) -> None:
        warned = self._page.frame.warned
        if name in warned:
            return
        warned.add(name)
        imported = self._page.frame.source.statements.imports.get(name.partition(".")[0])
        if imported is not None and is_library(imported.source):
            package = quoted(imported.source)
            message = (
                f"<{name}> comes from the package {package}, which is not in the project; its "
                "content is shown."
            )
        elif imported is not None and imported.exported not in ("default", "*"):
            message = (
                f"<{name}>: the file {quoted(imported.source)} does not export "
                f"{quoted(imported.exported)}; its content is shown."
            )
        else:
            hint = did_you_mean(name, known_components(self._page.env))
            message = f"there is no component <{name}>; its content is shown.{hint}"
        self._page.report(ProblemCode.UNKNOWN_COMPONENT, message, line)


RenderSnippet = Callable[[str, int, bool, int], Sequence[nodes.Node]]
"""Returns the nodes of a Markdown file: takes its name, its scope, ``is_inline`` and the line."""


class PartRenderer:
    """Builds the nodes of the output of JavaScript: elements, components, text and Markdown."""

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

        :param is_inline: whether the parent has inline content.
        """
        result: list[nodes.Node] = []
        for part in parts:
            result += self._render_part(part, is_inline=is_inline, line=line)
        return result

    def build_blocks(
        self, parts: Iterable[Part], *, is_inline: bool, line: int
    ) -> list[nodes.Node]:
        """Return the nodes of parts, with text in paragraphs unless it is inline."""
        result = self.build(parts, is_inline=is_inline, line=line)
        return result if is_inline else [*in_paragraphs(result)]

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
            if name == "style":
                props = {**props, "children": markup}
            elif not is_content_omitted(name):
                children = self._render_inner_html(markup, is_inline=is_inline, line=line)
        call = self._components.make_call(name, props, children, is_inline=is_inline, line=line)
        return self._components.build(call)

    def build_plain(
        self,
        name: str,
        attributes: Sequence[Attribute],
        children: Sequence[nodes.Node],
        *,
        is_inline: bool,
        line: int,
        is_unknown: bool = False,
    ) -> Sequence[nodes.Node]:
        """Return the texts and the content of a component that cannot be drawn.

        :param is_unknown: whether to report that there is no such component.
        """
        props = {name: value for name, kind, value in attributes if kind == "value"}
        call = self._components.make_call(name, props, children, is_inline=is_inline, line=line)
        build = self._components.build_unknown if is_unknown else self._components.build_plain
        return build(call)

    def _render_part(self, part: Part, *, is_inline: bool, line: int) -> list[nodes.Node]:
        if isinstance(part, str):
            return [nodes.Text(part)] if part else []
        if part.name == CHILDREN:
            content = self._page.insert_content(part.props.get("id"))
            return inline_content(content) if is_inline else content
        if part.name == SNIPPET:
            file, scope = part.props["file"], part.props["scope"]
            assert isinstance(file, str) and isinstance(scope, int)
            return [*self._render_snippet(file, scope, is_inline, line)]
        known = known_tags(self._page.env)
        is_line = is_inline or known.is_inline(part.name)
        children = self.build(part.children, is_inline=is_line, line=line)
        if not part.name:
            return children
        if known.is_block(part.name) and not is_inline:
            children = [*in_paragraphs(children)]
        return self._markdown.collect_built_nodes(
            lambda: self.build_element(
                part.name, part.props, children, is_inline=is_line, line=line
            ),
            is_inline=is_line,
        )

    def _render_inner_html(self, markup: str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return the nodes of HTML in a prop, rendered like text of the page."""
        if not self._page.has_budget(line, markup):
            return []
        before = "\n" * max(line - 1, 0)
        text = _BRACES.sub(_escape_brace, markup)
        return self._markdown.convert_text(f"{before}{text}", is_inline=is_inline)


_BRACES = re.compile(r"<(style|script)\b.*?</\1\s*>|[{}]", re.IGNORECASE | re.DOTALL)


def _escape_brace(match: re.Match[str]) -> str:
    """Return a brace as a character reference: HTML has no expressions."""
    return f"&#{ord(match[0])};" if match[0] in "{}" else match[0]


def _inner_html(props: Mapping[str, PropValue]) -> str:
    value = props.get("dangerouslySetInnerHTML")
    markup = value.get("__html") if isinstance(value, dict) else None
    return markup if isinstance(markup, str) else ""
