"""Puts the features of the extension together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bound_pages import setup_bound_pages
from .checks import setup_checks
from .code_formatters import setup_code_formatters
from .config import setup_config
from .domain import setup_domain
from .feedback import setup_feedback
from .formulas import setup_formulas
from .html_nodes import setup_html_nodes
from .html_pages import setup_html_pages
from .icons import setup_icons
from .labels import setup_labels
from .link_check import setup_link_check
from .markdown_pages import setup_markdown_pages
from .mdx_components.setup import setup_mdx_components
from .mdx_files import setup_mdx_files
from .mdx_pages import setup_mdx_pages
from .memory_upkeep import setup_memory_upkeep
from .narrow_text import setup_narrow_text
from .navigation import setup_navigation
from .not_found import setup_not_found
from .openapi_changes import setup_openapi_changes
from .openapi_domain import setup_openapi_domain
from .openapi_downloads import setup_openapi_downloads
from .openapi_pages import setup_openapi_pages
from .page_actions import setup_page_actions
from .page_contents import setup_page_contents
from .page_encoding import setup_page_encoding
from .page_link_targets import setup_page_links
from .page_titles import setup_page_titles
from .playground_files import setup_playground_files
from .preview_pictures import setup_preview_pictures
from .rebuilding import setup_rebuilding
from .redirects import setup_redirects
from .reference_setup import setup_reference
from .rendered_titles import setup_rendered_titles
from .root_page import setup_root_page
from .search_data import setup_search_data
from .search_engines import setup_search_engines
from .services import setup_services
from .short_texts import setup_short_texts
from .site_address import setup_site_address
from .site_files import setup_site_files
from .social_cards import setup_social_cards
from .template_cache import setup_template_cache
from .theme_files import THEME_FOLDER, setup_theme_files
from .tree_files import setup_tree_files

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

ENV_VERSION = 2
"""Raised when what is kept in the environment changes its form."""


def setup_extension(app: Sphinx, *, version: str) -> ExtensionMetadata:
    """Set up every feature, each in its own module."""
    setup_memory_upkeep(app)
    app.setup_extension("myst_parser")
    app.setup_extension("sphinx_design")
    app.add_html_theme("sitejson", str(THEME_FOLDER))
    setup_labels(app)
    setup_domain(app)
    setup_config(app)
    setup_mdx_pages(app)
    setup_mdx_files(app)
    setup_page_encoding(app)
    setup_formulas(app)
    setup_html_nodes(app)
    setup_narrow_text(app)
    setup_page_links(app)
    setup_page_contents(app)
    setup_mdx_components(app)
    setup_openapi_pages(app)
    setup_bound_pages(app)
    setup_reference(app)
    setup_playground_files(app)
    setup_openapi_domain(app)
    setup_openapi_changes(app)
    setup_page_titles(app)
    setup_navigation(app)
    setup_root_page(app)
    setup_html_pages(app)
    setup_icons(app)
    setup_site_files(app)
    setup_short_texts(app)
    setup_theme_files(app)
    setup_template_cache(app)
    setup_code_formatters(app)
    setup_rendered_titles(app)
    setup_tree_files(app)
    setup_search_data(app)
    setup_not_found(app)
    setup_redirects(app)
    setup_site_address(app)
    setup_search_engines(app)
    setup_preview_pictures(app)
    setup_social_cards(app)
    setup_openapi_downloads(app)
    setup_markdown_pages(app)
    setup_page_actions(app)
    setup_services(app)
    setup_checks(app)
    setup_link_check(app)
    setup_feedback(app)
    setup_rebuilding(app)
    return {
        "version": version,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
