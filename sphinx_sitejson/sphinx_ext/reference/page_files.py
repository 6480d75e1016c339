"""The style sheets and the script of API pages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.common.files import STATIC, write_if_changed
from sphinx_sitejson.common.minification import minify_file
from sphinx_sitejson.navigation.page_files.bindings import OverviewBinding
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.output_files import is_epub
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

STYLE_FILE = "sitejson-api.css"
ROWS_STYLE_FILE = "sitejson-api-rows.css"
OVERVIEW_STYLE_FILE = "sitejson-api-overview.css"
SCRIPT_FILE = "sitejson-api.js"


def add_api_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the style sheets and the script to API pages."""
    domain = site_domain(app.env)
    if pagename in site_documents(app.env).pages.stubs:
        # Its generated file has one line.
        context["show_source"] = False
        context["sourcename"] = ""
    if domain.shows_api(pagename) and not is_epub(app.builder):
        app.add_css_file(STYLE_FILE)
        if pagename in domain.listings:
            app.add_css_file(ROWS_STYLE_FILE)
        if shows_overview(app.env, pagename):
            app.add_css_file(OVERVIEW_STYLE_FILE)
        app.add_js_file(SCRIPT_FILE, loading_method="defer")


def shows_overview(env: BuildEnvironment, page: str) -> bool:
    """Whether a page shows the overview of a document or of a tag."""
    facts = site_domain(env).bound.get(page, ())
    return any(isinstance(fact.binding, OverviewBinding) for fact in facts)


def write_api_files(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Write the files before the pages, for projects with another theme."""
    domain = site_domain(env)
    is_html = isinstance(app.builder, StandaloneHTMLBuilder) and not is_epub(app.builder)
    if is_html and (domain.bound or domain.listings):
        folder = Path(app.outdir)
        names = [STYLE_FILE, SCRIPT_FILE, *((ROWS_STYLE_FILE,) if domain.listings else ())]
        if any(shows_overview(env, page) for page in domain.bound):
            names.append(OVERVIEW_STYLE_FILE)
        for name in names:
            text = minify_file(STATIC / name)
            write_if_changed(folder / "_static" / name, text.encode(), below=folder)
    return ()
