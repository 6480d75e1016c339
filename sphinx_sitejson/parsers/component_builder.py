"""Build the nodes of components, HTML elements and snippets, and of what JavaScript returns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from docutils import nodes

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.common.records import record
from sphinx_sitejson.components.nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    element_line,
    in_paragraphs,
    inline_content,
)
from sphinx_sitejson.components.props import author_classes, make_call
from sphinx_sitejson.components.registry import known_components, known_tags
from sphinx_sitejson.components.specs import ComponentSpec
from sphinx_sitejson.mdx.fences import select_part
from sphinx_sitejson.mdx.javascript.engine import EngineError, RenderResult, ScriptError
from sphinx_sitejson.mdx.javascript.values import (
    CHILDREN,
    SNIPPET,
    Attribute,
    JsxValue,
    Part,
    Props,
)
from sphinx_sitejson.mdx.markdown_plugins import NO_EXPRESSIONS
from sphinx_sitejson.mdx.scanning.element_names import HTML_ELEMENTS, LINK_COMPONENT
from sphinx_sitejson.mdx.scanning.masking import find_scan_problems
from sphinx_sitejson.navigation.page_links import suggest_missing_file
from sphinx_sitejson.settings.project_files import describe_missing_file
from sphinx_sitejson.site_build.front_matter import add_site_problems
from sphinx_sitejson.site_build.reports import report

from .html_elements import build_html, is_content_omitted
from .myst_renderer import MystRenderer
from .page_in_progress import SNIPPET_NODES, Frame, PageInProgress
from .snippets import (
    MAX_SNIPPET_DEPTH,
    SourceFile,
    find_first,
    import_paths,
    is_library,
    parse_source,
    read_snippet,
    read_snippet_file,
    snippet_paths,
)

ENGINE_NAMES = frozenset({"React", "Fragment"})
"""Names that every file may use as tags without an import."""


def literal_props(attributes: Sequence[Attribute]) -> Props:
    """Return the values of the attributes that need no JavaScript."""
    return {name: value for name, kind, value in attributes if kind == "value"}


_HANDLER = re.compile(r"on[A-Z]")
"""The start of the name of an event handler: ``onClick``."""


@record
class Use:
    """One use of a component, a snippet or an HTML element, before its props are computed."""

    name: str
    attributes: Sequence[Attribute]
    is_inline: bool
    line: int


class ComponentBuilder:
    """Builds components, HTML elements and snippets of one page, and reports unknown names."""

    def __init__(self, page: PageInProgress, renderer: MystRenderer) -> None:
        self._page = page
        self._renderer = renderer

    def is_custom(self, name: str) -> bool:
        """Return whether a name is that of a snippet or of a component of the project."""
        first = name.partition(".")[0]
        if name == "Snippet" or first in ENGINE_NAMES:
            return True
        imported = self._page.frame.source.statements.imports.get(first)
        if imported is not None and imported.source != "react" and is_library(imported.source):
            # A package is not in the project, but it may be one whose components we have.
            return False
        return first in self._names()

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

    def compute_props(self, use: Use) -> Props:
        """Return the props of a built-in component or an HTML element.

        Attributes that fail are reported and omitted; an event handler becomes ``True``.
        """
        page, line = self._page, use.line
        attributes: list[Attribute] = [
            (name, "value", True) if _HANDLER.match(name) else (name, kind, value)
            for name, kind, value in use.attributes
        ]
        values = literal_props(attributes)
        if all(kind == "value" for _name, kind, _value in attributes):
            return values
        try:
            props, result = page.scripts.props(attributes, page.scope(line))
        except (EngineError, ScriptError) as error:
            if not page.report_script(error, line):
                page.report(ProblemCode.MDX_EXPRESSION, f"<{use.name}>: {error}.", line)
            return values
        self._record_result(result, use)
        return props

    def _record_result(self, result: RenderResult, use: Use) -> None:
        """Record what a result depends on, and report its failures and failed attributes."""
        self._page.record_result(result, use.line)
        for index, message in result.failed_attributes:
            name, _kind, source = use.attributes[index]
            which = f'"{name}"' if name else "the props"
            source = quoted(source.strip())
            text = f"<{use.name}>: {which} was ignored, since {source} fails: {message}."
            self._page.report(ProblemCode.MDX_EXPRESSION, text, use.line)

    # Built-in components and HTML elements

    def build(self, use: Use, children: NodeSequence) -> NodeSequence:
        """Return the nodes of a built-in component or an HTML element."""
        return self._build_element(use, self.compute_props(use), children)

    def _build_element(self, use: Use, props: Props, children: NodeSequence) -> NodeSequence:
        name, line = use.name, use.line
        inner = props.get("dangerouslySetInnerHTML")
        markup = inner.get("__html") if isinstance(inner, dict) else None
        if name in HTML_ELEMENTS and isinstance(markup, str) and markup:
            if name == "style":
                props = {**props, "children": markup}
            elif not is_content_omitted(name):
                children = self._render_inner_html(markup, is_inline=use.is_inline, line=line)
        spec = self._find_spec(name, line)
        is_link = spec is None and name == LINK_COMPONENT and bool(props.get("href"))
        if spec is not None and spec.is_block:
            # Components search their children for others, without spaces between them.
            children = [*in_paragraphs(children)]
        call = self._call(replace(use, name="a") if is_link else use, props, children, spec)
        if spec is not None:
            return _with_classes(spec.build(call), call)
        if is_link or name in HTML_ELEMENTS:
            return build_html(call)
        self._report_unknown(name, line)
        return self._build_plain(call)

    def element_call(self, use: Use) -> ComponentCall:
        """Return the use of an element without its content."""
        return self._call(use, self.compute_props(use), ())

    def _call(
        self, use: Use, props: Props, children: NodeSequence, spec: ComponentSpec | None = None
    ) -> ComponentCall:
        return make_call(
            use.name,
            props,
            children,
            spec=spec,
            is_inline=use.is_inline,
            source=self._page.file,
            line=use.line,
            env=self._page.env,
        )

    def build_unknown(self, use: Use) -> NodeSequence:
        """Report an unknown component, and return its texts without its content."""
        self._report_unknown(use.name, use.line)
        return self._build_failed(use, ())

    def _build_failed(self, use: Use, children: NodeSequence) -> NodeSequence:
        """Return the texts and the content of a component that cannot be drawn."""
        return self._build_plain(self._call(use, literal_props(use.attributes), children))

    def _build_plain(self, call: ComponentCall) -> NodeSequence:
        """Return the texts, the image and the content of a component that cannot be drawn."""
        texts = [call.props.get(name) for name in ("title", "name", "label", "description")]
        shown: Nodes = [
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
        components = known_components(self._page.env)
        if name in components or name in HTML_ELEMENTS:
            return components.get(name)
        for known, other in components.items():
            if known.lower() == name.lower():
                message = f"there is no component <{name}>; it is read as <{known}>."
                self._page.report(ProblemCode.UNKNOWN_COMPONENT, message, line)
                return other
        return None

    def _report_unknown(self, name: str, line: int) -> None:
        page = self._page
        warned = page.frame.warned
        if name in warned:
            return
        warned.add(name)
        imported = page.frame.source.statements.imports.get(name.partition(".")[0])
        if imported is not None and is_library(imported.source):
            package = quoted(imported.source)
            message = (
                f"<{name}> comes from the package {package}, which is not in the project; its "
                "content is shown."
            )
            # Pages that were written for another tool may all have it.
            location = Location(page.file, line=line)
            problem = Problem(ProblemCode.UNKNOWN_COMPONENT, message, location)
            add_site_problems(page.env, [problem])
            return
        if imported is not None and imported.exported not in ("default", "*"):
            message = (
                f"<{name}>: the file {quoted(imported.source)} does not export "
                f"{quoted(imported.exported)}; its content is shown."
            )
        else:
            hint = did_you_mean(name, known_components(page.env))
            message = f"there is no component <{name}>; its content is shown.{hint}"
        page.report(ProblemCode.UNKNOWN_COMPONENT, message, line)

    # Components of the project, and snippets

    def build_custom(self, use: Use, children: Sequence[Any]) -> NodeSequence:
        """Return the nodes of a snippet, or of a component that is a function of JavaScript.

        :param children: texts, placeholders of rendered content, and other such elements.
        """
        source = self._page.frame.source
        first = use.name.partition(".")[0]
        imported = source.statements.imports.get(first)
        if imported is None:
            is_named = use.name == "Snippet" and use.name not in self._names()
            build = self._named_snippet if is_named else self._render_component
            return build(use, children)
        if imported.source == "react":
            return self._render_component(use, children)
        other = read_snippet(self._page.env, imported.source, beside=source.name)
        if other is None:
            return self._build_missing(use, children, imported.source)
        if imported.exported == "default" and use.name == first and other.has_content:
            return self._snippet(use, children, other)
        return self._render_component(use, children)

    def _render_component(self, use: Use, children: Sequence[Any]) -> NodeSequence:
        """Return the output of a component; if it fails, its texts and content."""
        page, line = self._page, use.line
        try:
            result = page.scripts.render(use.name, use.attributes, children, page.scope(line))
        except (EngineError, ScriptError) as error:
            if not page.report_script(error, line):
                message = f"<{use.name}> cannot be drawn: {error}."
                page.report(ProblemCode.COMPONENT_FAILED, message, line)
            return self._build_failed(use, self._content(use, children))
        self._record_result(result, use)
        if result.is_unknown:
            return self.build(use, self._content(use, children))
        return self._build_blocks(use, result.parts)

    def _content(self, use: Use, children: Sequence[Any]) -> Nodes:
        """Return the content between tags."""
        return self._build_blocks(use, _content_parts(children))

    def _build_blocks(self, use: Use, parts: Iterable[Part]) -> Nodes:
        """Return the nodes of parts, with text in paragraphs unless it is inline."""
        result = self.build_parts(parts, is_inline=use.is_inline, line=use.line)
        return result if use.is_inline else [*in_paragraphs(result, element_line)]

    def _build_missing(self, use: Use, children: Sequence[Any], file: str) -> NodeSequence:
        """Return a built-in component in place of a missing file, or its content."""
        page = self._page
        content = self._content(use, children)
        if use.name in known_components(page.env):
            return self.build(use, content)
        frame = page.frame
        if use.name not in frame.warned:
            frame.warned.add(use.name)
            root = Path(page.env.srcdir)
            reason = describe_missing_file(root, *import_paths(file, frame.source.name))
            hint = suggest_missing_file(page.env, file)
            message = f"<{use.name}>: the file {quoted(file)} {reason}.{hint}"
            page.report(ProblemCode.MDX_SNIPPET, message, use.line)
        return self._build_failed(use, content)

    def _named_snippet(self, use: Use, children: Sequence[Any]) -> NodeSequence:
        """Return the content of the file of ``<Snippet file>``."""
        page, env = self._page, self._page.env
        props = self.compute_props(use)
        name = str(props.get("file") or props.get("src") or "")
        paths = snippet_paths(name, page.frame.source.name)
        found = find_first(env, paths) if name else None
        source = read_snippet_file(env, found) if found else None
        if found is None or source is None:
            reason = describe_missing_file(Path(env.srcdir), *paths)
            message = f"<Snippet>: the file {quoted(name)} {reason}."
            page.report(ProblemCode.MDX_SNIPPET, message, use.line)
            return self._content(use, children)
        env.note_dependency(str(found))
        if part := str(props.get("part") or ""):
            text = select_part(source.text, part)
            if text is None:
                message = f"<Snippet>: the file {quoted(name)} has no part {quoted(part)}."
                page.report(ProblemCode.MDX_SNIPPET, message, use.line)
                return []
            source = parse_source(env, text, path=source.path, name=source.name)
        return self._snippet(use, children, source)

    def _snippet(self, use: Use, children: Sequence[Any], source: SourceFile) -> NodeSequence:
        frame = Frame(source, self._page.frame, use.attributes, children, line=use.line)
        return self._render_snippet(frame, is_inline=use.is_inline)

    def _render_snippet(
        self, frame: Frame, *, is_inline: bool, is_detached: bool = False
    ) -> NodeSequence:
        """Parse and render a file in a frame, unless it includes itself.

        :param is_detached: whether the nodes are not for the current node of the page.
        """
        page = self._page
        source, line = frame.source, frame.line
        names = [each.source.name for each in page.frames]
        if source.name in names or len(names) > MAX_SNIPPET_DEPTH:
            message = f"the snippet {quoted(source.name)} includes itself; it was ignored here."
            page.report(ProblemCode.MDX_SNIPPET, message, line)
            return []
        if not page.spend(SNIPPET_NODES, len(source.text), line):
            return []
        if source.scan is not None:
            report(find_scan_problems(source.scan, source.path, known_tags(page.env)))
        renderer = self._renderer
        outside = renderer.md_env.get(NO_EXPRESSIONS)
        renderer.md_env[NO_EXPRESSIONS] = not source.has_expressions
        try:
            with page.inside(frame):
                if is_inline or is_detached or not renderer.is_in_section():
                    return renderer.convert_text(source.text, is_inline=is_inline)
                renderer.add_text(source.text)
                return []
        finally:
            renderer.md_env[NO_EXPRESSIONS] = outside

    # Results of JavaScript

    def build_parts(self, parts: Iterable[Part], *, is_inline: bool, line: int) -> Nodes:
        """Return the nodes of rendered output: elements, components, text and Markdown.

        :param is_inline: whether the parent has inline content.
        """
        return [node for part in parts for node in self._build_part(part, is_inline, line)]

    def _build_part(self, part: Part, is_inline: bool, line: int) -> NodeSequence:
        if isinstance(part, str):
            return [nodes.Text(part)] if part else []
        name = part.name
        if name == CHILDREN:
            content = self._page.insert_content(part.props.get("id"))
            return inline_content(content) if is_inline else content
        if name == SNIPPET:
            file, scope = part.props["file"], part.props["scope"]
            assert isinstance(file, str) and isinstance(scope, int)
            source = self._page.modules.get(file)
            if source is None:
                return []
            frame = Frame(source, scope=scope, line=line)
            return self._render_snippet(frame, is_inline=is_inline, is_detached=True)
        known = known_tags(self._page.env)
        is_line = is_inline or name in known.inline
        children = self.build_parts(part.children, is_inline=is_line, line=line)
        if not name:
            return children
        if name in known.blocks and not is_inline:
            children = [*in_paragraphs(children)]

        use = Use(name=name, attributes=(), is_inline=is_line, line=line)

        def add() -> None:
            self._renderer.current_node += self._build_element(use, part.props, children)

        return self._renderer.collect_nodes(add, is_inline=is_line)

    def _render_inner_html(self, markup: str, *, is_inline: bool, line: int) -> Nodes:
        """Return the nodes of HTML in a prop, rendered like text of the page."""
        if not self._page.spend(SNIPPET_NODES, len(markup), line):
            return []
        before = "\n" * max(line - 1, 0)
        # HTML has no expressions: braces become character references.
        text = _BRACES.sub(
            lambda found: f"&#{ord(found[0])};" if found[0] in "{}" else found[0], markup
        )
        return self._renderer.convert_text(f"{before}{text}", is_inline=is_inline)


def _with_classes(result: NodeSequence, call: ComponentCall) -> NodeSequence:
    """Add the classes of the author to the outer element of a component."""
    outer = result[0] if len(result) == 1 else None
    if isinstance(outer, nodes.paragraph) and len(outer) == 1:
        outer = outer[0]
    if isinstance(outer, nodes.Element):
        outer["classes"] += author_classes(call)
    return result


def _content_parts(children: Sequence[Any]) -> list[Part]:
    parts: list[Part] = []
    for child in children:
        if isinstance(child, str):
            parts.append(child)
        elif "id" in child:
            parts.append(JsxValue(name=CHILDREN, props={"id": child["id"]}))
        else:
            parts += _content_parts(child["children"])
    return parts


_BRACES = re.compile(r"<(style|script)\b.*?</\1\s*>|[{}]", re.IGNORECASE | re.DOTALL)
"""Braces in HTML, outside of styles and scripts: ``<p>{</p><style>p { color: red }</style>``."""
