"""Turns the use of a component or an HTML element into nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.mdx.scanning.element_names import is_html
from sphinx_sitejson.problems import did_you_mean
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall
from sphinx_sitejson.sphinx_ext.components.registry import (
    ComponentSpec,
    find_component,
    known_components,
)
from sphinx_sitejson.sphinx_ext.links.address_credentials import drawn_props

from .frames import FrameRenderer
from .html_elements import build_html
from .snippets import is_library, read_snippet

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.expressions.values import PropValue


class ComponentRenderer(FrameRenderer):
    """The part of the renderer that knows components."""

    def use_of(
        self,
        name: str,
        props: Mapping[str, PropValue],
        children: Sequence[nodes.Node],
        *,
        is_inline: bool,
        line: int,
    ) -> ComponentCall:
        """Return the use of a component, a snippet or an HTML element at this place."""
        source = str(self.document["source"])
        return ComponentCall(
            name=name,
            props=drawn_props(props, env=self.sphinx_env, source=source, line=line),
            children=children,
            is_inline=is_inline,
            source=source,
            line=line,
            env=self.sphinx_env,
            report=lambda code, message: self.report(code, message, line),
        )

    def call(self, use: ComponentCall) -> Sequence[nodes.Node]:
        """Return the nodes of a component or an HTML element."""
        spec = self.spec_of(use.name, use.line)
        if spec is not None:
            return spec.build(replace(use, props=self.checked_props(spec, use.props, use.line)))
        if is_html(use.name):
            return build_html(use)
        self._report_unknown(use.name, use.line)
        return use.children

    def spec_of(self, name: str, line: int) -> ComponentSpec | None:
        """Return a component, also when its name is written in another case."""
        spec = find_component(name, self.sphinx_env)
        if spec is not None or is_html(name):
            return spec
        for known, other in known_components(self.sphinx_env).items():
            if known.lower() == name.lower():
                message = f"there is no component <{name}>; it is read as <{known}>."
                self.report("unknown_component", message, line)
                return other
        return None

    def _report_unknown(self, name: str, line: int) -> None:
        if name in self.frame.warned:
            return
        self.frame.warned.add(name)
        if self._is_program(name):
            message = f"<{name}> is a program, which is never run; what stands in it is shown."
        else:
            hint = did_you_mean(name, known_components(self.sphinx_env))
            message = f"there is no component <{name}>; what stands in it is shown.{hint}"
        self.report("unknown_component", message, line)

    def _is_program(self, name: str) -> bool:
        """Whether a name is known, but stands for code that would have to be run."""
        source, first = self.frame.source, name.partition(".")[0]
        if first in source.code.functions:
            return True
        imported = source.code.imports.get(first)
        if imported is None or is_library(imported.source):
            return imported is not None
        other = read_snippet(self.sphinx_env, imported.source, beside=source.name)
        return other is not None and (other.is_script or imported.exported in other.code.functions)
