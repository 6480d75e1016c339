"""The components that a project adds to those of the package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.common.late_imports import late_function
from sphinx_sitejson.sphinx_ext.common.markdown_writer import plain_copy
from sphinx_sitejson.sphinx_ext.patches.application import application_state

from .component_nodes import block, inline_node
from .directives import add_directive
from .registry import BUILT_IN, known_components
from .specs import ComponentSpec, guard_build, spec

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from .calls import Component, ComponentCall


def add_component(
    app: Sphinx,
    name: str,
    build: Component | None = None,
    *,
    props: Iterable[str] = (),
    template: str = "",
    is_inline: bool = False,
    argument: str = "",
) -> None:
    """Register a project's own component: ``sphinx_sitejson.add_component`` has the parameters."""
    if build is None:
        build = partial(build_from_template, template=template, is_inline=is_inline)
    component = spec(
        name, guard_build(build), tuple(props), argument=argument, is_block=not is_inline
    )
    project_components(app)[name] = component
    add_directive(app, component)


def build_from_template(
    call: ComponentCall, *, template: str, is_inline: bool
) -> Sequence[nodes.Node]:
    """Return a component that a template of the project draws."""
    make = inline_node if is_inline else block
    node = make(call.name, call, call.children, props=dict(call.props))
    node["template"] = template
    node.source, node.line = call.source, call.line
    return [node] if call.is_inline or not is_inline else [nodes.paragraph("", "", node)]


def project_components(app: Sphinx) -> dict[str, ComponentSpec]:
    """Return the components that this project registers."""
    return application_state(app, "_sitejson_components", dict[str, ComponentSpec])


def collect_components(app: Sphinx) -> None:
    """Add the components of the project to the built-in ones; install their plain copies."""
    plain_copy.set(app.env, late_function("sphinx_ext.components.output:copy_without_components"))
    known_components.set(app.env, {**BUILT_IN, **project_components(app)})
