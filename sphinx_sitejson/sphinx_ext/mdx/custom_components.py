"""Turns the use of a snippet, or of a component that the project exports itself, into nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.mdx.javascript.engine import Attribute, EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import CHILDREN, JsxValue, Part
from sphinx_sitejson.sphinx_ext.components.registry import find_component

from .drawn_parts import PartBuilder
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
from .tag_props import read_props, report_failed_attributes

if TYPE_CHECKING:
    from .component_builder import ComponentBuilder
    from .markdown_rendering import TextRenderer
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
