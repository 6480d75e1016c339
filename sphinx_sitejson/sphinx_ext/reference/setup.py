"""Makes Sphinx know API pages: their nodes, directives and roles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.common.page_failures import isolate_visitors

from .api_nodes import api_block, api_contents, api_fold, api_row
from .bound_pages import DIRECTIVES, OpenApiDirective, OverviewDirective
from .html import visit_contents, visit_fold, visit_html, visit_row
from .plain import PlainReference
from .roles import OpenApiDomain

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


def depart_nothing(translator: object, node: nodes.Element) -> None:
    """Do nothing: a block is whole when it is visited."""


def setup_reference(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_config_value("sitejson_extensions", [], "env", types=frozenset({list, tuple}))
    for name in DIRECTIVES:
        app.add_directive(name, OpenApiDirective)
    app.add_directive("openapi-overview", OverviewDirective)
    app.add_node(api_block, html=isolate_visitors(visit_html, depart_nothing))
    app.add_node(api_row, html=isolate_visitors(visit_row, depart_nothing))
    app.add_node(api_fold, html=isolate_visitors(visit_fold, depart_nothing))
    app.add_node(api_contents, html=isolate_visitors(visit_contents, depart_nothing))
    app.add_post_transform(PlainReference)
    app.add_domain(OpenApiDomain)
