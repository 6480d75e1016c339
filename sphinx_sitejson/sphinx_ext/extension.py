"""Puts the features of the extension together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_sitejson.package_files import THEME

from .api_changes.pages import setup_openapi_changes
from .checks.site_checks import setup_checks
from .components.html_nodes import setup_html_nodes
from .components.inner_headings import setup_page_contents
from .components.setup import setup_mdx_components
from .config import setup_config
from .domain import setup_domain
from .icons.page_icons import setup_icons
from .labels import setup_labels
from .links.link_check import setup_link_check
from .links.targets import setup_page_links
from .mdx.file_guard import setup_mdx_files
from .mdx.formulas import setup_formulas
from .mdx.pages import setup_mdx_pages
from .memory_upkeep import setup_memory_upkeep
from .navigation.root_page import setup_root_page
from .navigation.site_map import setup_navigation
from .openapi.documents import setup_openapi_pages
from .openapi.downloads import setup_openapi_downloads
from .output.settings_files import setup_site_files
from .output.short_texts import setup_short_texts
from .output.site_address import setup_site_address
from .pages.encoding import setup_page_encoding
from .pages.titles import setup_page_titles
from .playground.files import setup_playground_files
from .publishing.feedback import setup_feedback
from .publishing.markdown_pages import setup_markdown_pages
from .publishing.preview_pictures import setup_preview_pictures
from .publishing.redirects import setup_redirects
from .publishing.search_engines import setup_search_engines
from .publishing.services import setup_services
from .publishing.social_cards import setup_social_cards
from .reference.bound_pages import setup_bound_pages
from .reference.roles import setup_openapi_domain
from .reference.setup import setup_reference
from .search.page_list import setup_search_data
from .theme.code_formatters import setup_code_formatters
from .theme.files import setup_theme_files
from .theme.not_found import setup_not_found
from .theme.page_actions import setup_page_actions
from .theme.page_context import setup_html_pages
from .theme.rebuilding import setup_rebuilding
from .theme.rendered_titles import setup_rendered_titles
from .theme.template_cache import setup_template_cache
from .theme.tree_files import setup_tree_files

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
    app.add_html_theme("sitejson", str(THEME))
    setup_labels(app)
    setup_domain(app)
    setup_config(app)
    setup_mdx_pages(app)
    setup_mdx_files(app)
    setup_page_encoding(app)
    setup_formulas(app)
    setup_html_nodes(app)
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
