"""Renders snippets and templates where a page uses them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.expressions.evaluating import Scope, evaluate
from sphinx_sitejson.mdx.expressions.values import NotData
from sphinx_sitejson.problems import quoted
from sphinx_sitejson.sphinx_ext.components.component_nodes import words_of
from sphinx_sitejson.sphinx_ext.components.registry import find_component

from .component_renderer import ComponentRenderer
from .frames import Frame
from .snippets import (
    DEEPEST_SNIPPET,
    SourceFile,
    find_named_snippet,
    is_library,
    read_snippet,
    read_source,
    scope_of,
    why_no_named_snippet,
    why_no_snippet,
)

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.modules import Template
    from sphinx_sitejson.mdx.expressions.values import PropValue
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


class SnippetRenderer(ComponentRenderer):
    """The part of the renderer that brings in other files."""

    def is_in_section(self) -> bool:
        """Whether what is rendered now may hold sections."""
        return isinstance(self.current_node, nodes.document | nodes.section)

    def use_snippet(self, use: ComponentCall) -> Sequence[nodes.Node]:
        """Return the content of an imported file, or of a template."""
        source = self.frame.source
        template = source.code.templates.get(use.name)
        if template is not None:
            return self._template(source, template, use)
        imported = source.code.imports[use.name]
        other = read_snippet(self.sphinx_env, imported.source, beside=source.name)
        if other is None:
            return self._missing(imported.source, use)
        is_page = other.path.endswith((".mdx", ".md"))
        exported = imported.exported
        if exported == "default" and not is_page:
            exported = use.name
        if exported in other.code.templates:
            return self._template(other, other.code.templates[exported], use)
        if exported == "default":
            return self.snippet(other, use)
        return self.call(use)

    def _missing(self, file: str, use: ComponentCall) -> Sequence[nodes.Node]:
        """Return a component of that name in place of a file, or at least what stands in it."""
        if is_library(file) or find_component(use.name, self.sphinx_env) is not None:
            return self.call(use)
        if use.name not in self.frame.warned:
            self.frame.warned.add(use.name)
            root, beside = Path(self.sphinx_env.srcdir), self.frame.source.name
            reason = why_no_snippet(root, file, beside=beside)
            message = f"<{use.name}>: the file {quoted(file)} {reason}."
            self.report("mdx_snippet", message, use.line)
        return use.children

    def named_snippet(self, use: ComponentCall) -> Sequence[nodes.Node]:
        """Return the content of the file that ``<Snippet file>`` names."""
        name = str(use.props.get("file") or use.props.get("src") or "")
        root = Path(self.sphinx_env.srcdir)
        found = find_named_snippet(root, name) if name else None
        source = read_source(found, root=root) if found else None
        if found is None or source is None:
            message = f"<Snippet>: the file {quoted(name)} {why_no_named_snippet(root, name)}."
            self.report("mdx_snippet", message, use.line)
            return use.children
        self.sphinx_env.note_dependency(str(found))
        return self.snippet(source, use)

    def snippet(self, source: SourceFile, use: ComponentCall) -> Sequence[nodes.Node]:
        """Return the content of a snippet, unless it is inside of itself."""
        names = [frame.source.name for frame in self.frames]
        if source.name in names or len(names) > DEEPEST_SNIPPET:
            message = f"the snippet {quoted(source.name)} brings in itself; it is left out here."
            self.report("mdx_snippet", message, use.line)
            return []
        scope = scope_of(self.sphinx_env, source, use.props)
        return self._rendered(source, source.text, scope, use)

    def _template(
        self, source: SourceFile, template: Template, use: ComponentCall
    ) -> Sequence[nodes.Node]:
        if len(self.frames) > DEEPEST_SNIPPET:
            return []
        values: dict[str, PropValue] = {}
        outer = scope_of(self.sphinx_env, source, {})
        for name, default in template.parameters:
            values[name] = None
            with suppress(NotData):
                values[name] = evaluate(default, outer) if default else None
        values.update(use.props)
        if template.props_name:
            values[template.props_name] = dict(values)
        scope = scope_of(self.sphinx_env, source, values)
        line = source.text.count("\n", 0, template.start)
        text = "\n" * line + source.text[template.start : template.end]
        return self._rendered(source, text, scope, use)

    def _rendered(
        self, source: SourceFile, text: str, scope: Scope, use: ComponentCall
    ) -> Sequence[nodes.Node]:
        """Parse and render a text of another file in its own frame."""
        if not self.has_room(use.line):
            return []
        holder: nodes.Element = self.current_node
        may_hold_sections = not use.is_inline and self.is_in_section()
        if not may_hold_sections:
            holder = nodes.container()
        outside = self.document["source"]
        self.frames.append(Frame(source, scope, list(use.children)))
        self.document["source"] = source.path
        try:
            with nullcontext() if may_hold_sections else self.current_node_context(holder):
                self._render_tokens(self.md.parse(f"{text}\n", self.md_env))
        finally:
            self.document["source"] = outside
            self.frames.pop()
        if may_hold_sections:
            return []
        made = list(holder.children)
        holder.clear()
        return words_of(made) if use.is_inline else made
