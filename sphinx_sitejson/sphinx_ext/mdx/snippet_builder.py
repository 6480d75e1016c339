"""Turns the use of a snippet or a template into nodes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.expressions.evaluating import Scope, evaluate, returned
from sphinx_sitejson.mdx.expressions.values import NotData, Props
from sphinx_sitejson.problems import quoted
from sphinx_sitejson.sphinx_ext.components.registry import find_component

from .expression_builder import CONTENT, ValueBuilder
from .page_in_progress import Frame
from .snippets import (
    DEEPEST_SNIPPET,
    SourceFile,
    find_named_snippet,
    is_library,
    names_in_scope,
    read_snippet,
    read_snippet_file,
    why_no_named_snippet,
    why_no_snippet,
)

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.modules import Template
    from sphinx_sitejson.mdx.expressions.values import PropValue
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall

    from .component_builder import ComponentBuilder
    from .markdown_rendering import TextRenderer
    from .page_in_progress import PageInProgress


class SnippetBuilder:
    """Brings other files into a page, where it uses them by name."""

    def __init__(
        self, page: PageInProgress, components: ComponentBuilder, markdown: TextRenderer
    ) -> None:
        self._page = page
        self._components = components
        self._markdown = markdown
        self.values = ValueBuilder(page, components, markdown, self.build_any)
        """What draws the values that functions return."""

    def build_any(self, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return the nodes of whatever a page uses by a name."""
        return self.build(call) if self.may_build(call.name) else self._components.build(call)

    def may_build(self, name: str) -> bool:
        """Whether a name is that of a snippet, rather than of a component or an element."""
        code = self._page.frame.source.code
        return name == "Snippet" or name in code.names - code.constants.keys()

    def build(self, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return the content of an imported file, of a template, or of ``<Snippet file>``."""
        source = self._page.frame.source
        imported = source.code.imports.get(call.name)
        if imported is None:
            drawn = self._drawn(source, call.name, call)
            return self._named(call) if drawn is None and call.name == "Snippet" else drawn or []
        other = read_snippet(self._page.env, imported.source, beside=source.name)
        if other is None:
            return self._missing(imported.source, call)
        exported = imported.exported
        if exported == "default" and not other.is_script:
            return self._snippet(other, call)
        if exported == "default":
            exported = other.code.default or call.name
        drawn = self._drawn(other, exported, call)
        return self._components.build(call) if drawn is None else drawn

    def _drawn(
        self, source: SourceFile, name: str, call: ComponentCall
    ) -> Sequence[nodes.Node] | None:
        """Return what a template or a function of a file draws; nothing if there is none."""
        if name in source.code.templates:
            return self._template(source, source.code.templates[name], call)
        if name in source.code.functions:
            return self._function(source, name, call)
        return None

    def _function(self, source: SourceFile, name: str, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return what a function returns that gets the props, unless it is a program."""
        scope = names_in_scope(self._page.env, source, {})
        try:
            value = returned(scope.get(name), Props({**call.props, "children": CONTENT}))
            with self._page.inside(Frame(source, scope, list(call.children))):
                return self.values.nodes_of(value, is_inline=call.is_inline, line=call.line)
        except NotData:
            return self._components.build(call)

    def _missing(self, file: str, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return a component of that name in place of a file, or at least what stands in it."""
        if is_library(file) or find_component(call.name, self._page.env) is not None:
            return self._components.build(call)
        frame = self._page.frame
        if call.name not in frame.warned:
            frame.warned.add(call.name)
            root = Path(self._page.env.srcdir)
            reason = why_no_snippet(root, file, beside=frame.source.name)
            call.report("mdx_snippet", f"<{call.name}>: the file {quoted(file)} {reason}.")
        return call.children

    def _named(self, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return the content of the file that ``<Snippet file>`` names."""
        name = str(call.props.get("file") or call.props.get("src") or "")
        root = Path(self._page.env.srcdir)
        found = find_named_snippet(root, name) if name else None
        source = read_snippet_file(self._page.env, found) if found else None
        if found is None or source is None:
            message = f"<Snippet>: the file {quoted(name)} {why_no_named_snippet(root, name)}."
            call.report("mdx_snippet", message)
            return call.children
        self._page.env.note_dependency(str(found))
        return self._snippet(source, call)

    def _snippet(self, source: SourceFile, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return the content of a snippet, unless it is inside of itself."""
        names = [frame.source.name for frame in self._page.frames]
        if source.name in names or len(names) > DEEPEST_SNIPPET:
            message = f"the snippet {quoted(source.name)} includes itself; it is left out here."
            call.report("mdx_snippet", message)
            return []
        scope = names_in_scope(self._page.env, source, call.props)
        return self._rendered(source, source.text, scope, call)

    def _template(
        self, source: SourceFile, template: Template, call: ComponentCall
    ) -> Sequence[nodes.Node]:
        if len(self._page.frames) > DEEPEST_SNIPPET:
            return []
        values: dict[str, PropValue] = {}
        outer = names_in_scope(self._page.env, source, {})
        for name, default in template.parameters:
            values[name] = None
            with suppress(NotData):
                values[name] = evaluate(default, outer) if default else None
        values.update(call.props)
        values["children"] = CONTENT
        if template.props_name:
            values[template.props_name] = Props({**values, "children": CONTENT})
        scope = names_in_scope(self._page.env, source, values)
        line = source.text.count("\n", 0, template.start)
        text = "\n" * line + source.text[template.start : template.end]
        return self._rendered(source, text, scope, call)

    def _rendered(
        self, source: SourceFile, text: str, scope: Scope, call: ComponentCall
    ) -> Sequence[nodes.Node]:
        """Parse and render a text of another file in its own frame."""
        if not self._page.has_room(call.line):
            return []
        with self._page.inside(Frame(source, scope, list(call.children))):
            if not call.is_inline and self._markdown.is_in_section():
                self._markdown.add_text(text)
                return []
            return self._markdown.nodes_of_text(text, is_inline=call.is_inline)
