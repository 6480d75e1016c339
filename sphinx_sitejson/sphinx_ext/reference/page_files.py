"""The style sheet and the script of API pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.sphinx_ext.domain import site_domain
from sphinx_sitejson.sphinx_ext.output.published_files import is_book

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


def add_api_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Link style sheet and script on the pages that need them."""
    if site_domain(app.env).shows_api(pagename) and not is_book(app.builder):
        app.add_css_file("sitejson-api.css")
        app.add_js_file("sitejson-api.js", loading_method="defer")
