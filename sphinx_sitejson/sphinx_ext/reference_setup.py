"""Makes Sphinx know API pages: their nodes, their styles and their script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .books import is_book
from .domain import site_domain
from .reference_html import visit_html
from .reference_nodes import api_block
from .reference_plain import PlainReference

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


def depart_nothing(translator: object, node: api_block) -> None:
    """Do nothing: a block is whole when it is visited."""


def add_styles(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Link style sheet and script on the pages that need them."""
    if pagename in site_domain(app.env).bound and not is_book(app):
        app.add_css_file("sitejson-api.css")
        app.add_js_file("sitejson-api.js", loading_method="defer")


def setup_reference(app: Sphinx) -> None:
    """Register nodes, transform and links; theme_files.py writes the files."""
    app.add_node(api_block, html=(visit_html, depart_nothing))
    app.add_post_transform(PlainReference)
    app.connect("html-page-context", add_styles)
