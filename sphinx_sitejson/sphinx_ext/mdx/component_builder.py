"""Turns the use of a component or an HTML element into nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, ProjectCode, did_you_mean, quoted
from sphinx_sitejson.mdx.scanning.element_names import is_html
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.html_nodes import in_paragraphs
from sphinx_sitejson.sphinx_ext.components.registry import find_component, known_components
from sphinx_sitejson.sphinx_ext.links.url_credentials import drawn_props

from .html_elements import build_html
from .snippets import is_library
from .tag_props import check_props

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.javascript.values import PropValue
    from sphinx_sitejson.sphinx_ext.components.specs import ComponentSpec

    from .page_in_progress import PageInProgress


class ComponentBuilder:
    """Builds what a page uses by name, and says when there is nothing of that name."""

    def __init__(self, page: PageInProgress) -> None:
        self._page = page

    def call_of(
        self,
        name: str,
        props: Mapping[str, PropValue],
        children: Sequence[nodes.Node],
        *,
        is_inline: bool,
        line: int,
    ) -> ComponentCall:
        """Return the use of a component, a snippet or an HTML element at this place."""
        page = self._page
        source = page.file
        return ComponentCall(
            name=name,
            props=drawn_props(props, env=page.env, source=source, line=line),
            children=children,
            is_inline=is_inline,
            source=source,
            line=line,
            env=page.env,
            report=lambda code, message: page.report(ProjectCode(code), message, line),
        )

    def build(self, call: ComponentCall) -> Sequence[nodes.Node]:
        """Return the nodes of a component or an HTML element."""
        spec = self._spec_of(call.name, call.line)
        if spec is not None:
            props = check_props(spec, call.props, call.report)
            # Components look for others among their children, between which spaces mean nothing.
            children = [*in_paragraphs(call.children)] if spec.is_block else call.children
            return spec.build(replace(call, props=props, children=children))
        if is_html(call.name):
            return build_html(call)
        self._report_unknown(call.name, call.line)
        return call.children

    def _spec_of(self, name: str, line: int) -> ComponentSpec | None:
        """Return a component, also when its name is written in another case."""
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
        else:
            hint = did_you_mean(name, known_components(self._page.env))
            message = f"there is no component <{name}>; its content is shown.{hint}"
        self._page.report(ProblemCode.UNKNOWN_COMPONENT, message, line)
