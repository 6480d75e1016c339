"""The style sheets and scripts of components, on the pages that have some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.output_files import is_epub

from .registry import SHAPES

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


def add_component_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Link style sheets and script on the pages that need them."""
    used = page_components(app, pagename)
    if not used or is_epub(app.builder):
        return
    shapes = [SHAPES[name] for name in used if name in SHAPES]
    app.add_css_file("sitejson-components.css")
    if any(shape.needs_landing_styles for shape in shapes):
        app.add_css_file("sitejson-landing.css")
    if any(shape.needs_api_files for shape in shapes):
        app.add_css_file("sitejson-api.css")
        app.add_js_file("sitejson-api.js", loading_method="defer")
    if any(shape.needs_script for shape in shapes):
        app.add_js_file("sitejson-components.js", loading_method="defer")
    if any(shape.needs_tab_files for shape in shapes):
        app.add_css_file("sitejson-tabs.css")
        app.add_js_file("sitejson-tabs.js", loading_method="defer")
    if any(shape.needs_more_files for shape in shapes):
        app.add_css_file("sitejson-more.css")
        app.add_js_file("sitejson-more.js", loading_method="defer")


def page_components(app: Sphinx, pagename: str) -> set[str]:
    """Return the names of the components on a page; one page for all has all of them."""
    by_page = site_domain(app.env).components
    if app.builder.name == "singlehtml":
        return set().union(*by_page.values())
    return by_page.get(pagename, set())
