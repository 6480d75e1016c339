"""Components as directives and roles, and those that a project adds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache, partial
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import ReferenceRole, SphinxDirective

from sphinx_sitejson.mdx.javascript.values import Props
from sphinx_sitejson.site_build.build_state import SiteDomain, application_state
from sphinx_sitejson.site_build.markdown_writer import plain_copy
from sphinx_sitejson.site_build.page_failures import guard_directive

from .nodes import (
    Component,
    ComponentCall,
    Nodes,
    NodeSequence,
    block,
    inline_node,
    set_location,
    wrap_in_paragraph,
)
from .output import copy_without_components
from .props import make_call
from .registry import BUILT_IN, known_components
from .specs import ComponentSpec, guard_build


class ComponentDirective(SphinxDirective):
    """A block component; its options are the props."""

    component: ClassVar[ComponentSpec]
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> Nodes:
        """Return the component's nodes."""
        source, line = self.get_source_info()
        names = option_names(self.component)
        props: Props = {
            names.get(option, option): True if value == "" else value
            for option, value in self.options.items()
        }
        if self.arguments:
            props[self.component.argument or "title"] = self.arguments[0]
        content = self.parse_content_to_nodes()
        call = make_call(
            self.component.name,
            props,
            content,
            spec=self.component,
            source=source,
            line=line,
            env=self.env,
        )
        return list(self.component.build(call))


class ComponentRole(ReferenceRole):
    """An inline component: ```text <value of its main prop>```."""

    component: ComponentSpec

    def __init__(self, component: ComponentSpec) -> None:
        super().__init__()
        self.component = component

    def run(self) -> tuple[Nodes, list[nodes.system_message]]:
        """Return the component's nodes."""
        source, line = self.get_source_info()
        main = self.component.argument
        option = self.component.role_option
        props: Props = {main: self.title} if option else {}
        if self.has_explicit_title:
            props[option or main] = self.target
        text = [nodes.Text(self.title)]
        call = make_call(
            self.component.name, props, text, is_inline=True, source=source, line=line, env=self.env
        )
        return list(self.component.build(call)), []


def option_names(component: ComponentSpec) -> dict[str, str]:
    """Return the props by option: ``icon-type`` and ``icontype`` give ``iconType``."""
    names = {}
    for prop in sorted(component.props):
        names[prop.lower()] = prop
        names["".join(f"-{char.lower()}" if char.isupper() else char for char in prop)] = prop
    return names


def add_directive(app: Sphinx, component: ComponentSpec) -> None:
    """Register the directive or role of a component."""
    domain = SiteDomain.name
    if component.is_block:
        directive = guard_directive(_directive(component))
        app.add_directive_to_domain(domain, component.directive, directive, override=True)
    elif component.argument:
        app.add_role_to_domain(domain, component.directive, ComponentRole(component), override=True)


@cache
def _directive(component: ComponentSpec) -> type[ComponentDirective]:
    # Unknown options are reported as unknown props are.
    known = dict.fromkeys(option_names(component), directives.unchanged)
    options = defaultdict(lambda: directives.unchanged, known)
    parts: dict[str, object] = {"component": component, "option_spec": options}
    return type(f"{component.name}Directive", (ComponentDirective,), parts)


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
    component = ComponentSpec(
        name, guard_build(build), " ".join(props), argument=argument, is_block=not is_inline
    )
    project_components(app)[name] = component
    add_directive(app, component)


def build_from_template(call: ComponentCall, *, template: str, is_inline: bool) -> NodeSequence:
    """Return a component that a template of the project draws."""
    make = inline_node if is_inline else block
    node = make(call.name, call, props=dict(call.props))
    node["template"] = template
    set_location(node, call)
    return wrap_in_paragraph(call, node) if is_inline else [node]


def project_components(app: Sphinx) -> dict[str, ComponentSpec]:
    """Return the components that this project registers."""
    return application_state(app, "_sitejson_components", dict[str, ComponentSpec])


def collect_components(app: Sphinx) -> None:
    """Add the components of the project to the built-in ones; install their plain copies."""
    plain_copy.set(app.env, copy_without_components)
    known_components.set(app.env, {**BUILT_IN, **project_components(app)})
