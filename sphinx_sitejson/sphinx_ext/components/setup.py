"""Makes Sphinx know the components: their nodes, their files, and a project's own ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.output_files import is_epub
from sphinx_sitejson.sphinx_ext.common.page_failures import isolate_visitors
from sphinx_sitejson.sphinx_ext.patches.application import application_state, offer_method

from .component_nodes import (
    block,
    block_in_line,
    component,
    component_slot,
    component_text,
    inline_component,
    inline_node,
)
from .directives import add_directive
from .html_nodes import depart_html, html_block, html_inline, html_text, visit_html
from .output import PlainComponents, PlainHtml, depart_text, visit_component, visit_text
from .registry import BUILT_IN, SHAPES, known_components
from .specs import ComponentSpec, spec, without_raising
from .transforms import HeroAsHead, HeroesOfPages, MisplacedComponents, PagePartsTransform
from .tree_normalizer import NormalizeTree

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
    own = spec(
        name, without_raising(build), tuple(props), argument=argument, is_block=not is_inline
    )
    project_components(app)[name] = own
    add_directive(app, own)


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
    """Put the project's own components beside those of the package."""
    known_components.set(app.env, {**BUILT_IN, **project_components(app)})


def add_component_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Link style sheets and script on the pages that need them."""
    used = components_on(app, pagename)
    if not used or is_epub(app.builder):
        return
    shapes = [SHAPES[name] for name in used if name in SHAPES]
    app.add_css_file("sitejson-components.css")
    if any(shape.is_of_landing for shape in shapes):
        app.add_css_file("sitejson-landing.css")
    if any(shape.needs_api_files for shape in shapes):
        app.add_css_file("sitejson-api.css")
        app.add_js_file("sitejson-api.js", loading_method="defer")
    if any(shape.needs_script for shape in shapes):
        app.add_js_file("sitejson-components.js", loading_method="defer")
    if any(shape.needs_more_files for shape in shapes):
        app.add_css_file("sitejson-more.css")
        app.add_js_file("sitejson-more.js", loading_method="defer")


def components_on(app: Sphinx, pagename: str) -> set[str]:
    """Return the names of the components on a page; one page for all has all of them."""
    by_page = site_domain(app.env).components
    if app.builder.name == "singlehtml":
        return set().union(*by_page.values())
    return by_page.get(pagename, set())


def setup_components(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    for kind in (html_block, html_text, html_inline):
        app.add_node(kind, html=isolate_visitors(visit_html, depart_html))
    app.add_post_transform(PlainHtml)
    visitors = isolate_visitors(visit_component, depart_text)
    app.add_node(component, html=visitors)
    app.add_node(inline_component, html=visitors)
    app.add_node(block_in_line, html=visitors)
    app.add_node(component_slot, html=(visit_text, depart_text))
    app.add_node(component_text, html=(visit_text, depart_text))
    for known in BUILT_IN.values():
        add_directive(app, known)
    offer_method(app, "add_mdx_component", add_component)
    app.add_transform(NormalizeTree)
    app.add_transform(MisplacedComponents)
    app.add_transform(PagePartsTransform)
    app.add_transform(HeroesOfPages)
    app.add_post_transform(HeroAsHead)
    app.add_post_transform(PlainComponents)
