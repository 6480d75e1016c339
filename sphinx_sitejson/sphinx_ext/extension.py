"""Setup of the extension: its features, in the order of their registration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .appearance.setup import setup_icons
from .checks.setup import setup_checks
from .common.build_state import setup_domain
from .common.labels import setup_labels
from .common.page_failures import setup_page_failures
from .common.reports import install_log_filters
from .compat.setup import setup_stand_ins
from .components.design import load_design
from .components.setup import setup_components
from .events import connect_steps
from .links.setup import setup_links
from .mdx.setup import load_myst, setup_mdx
from .navigation.setup import setup_navigation
from .openapi.setup import setup_openapi
from .pages.setup import setup_pages
from .patches.application import relax_garbage_collection
from .patches.node_traversal import flatten_findall
from .publishing.paginated.setup import setup_paginated
from .publishing.setup import setup_publishing
from .reference.api_changes.setup import setup_api_changes
from .reference.implementations.setup import setup_implementations
from .reference.listings.setup import setup_listings
from .reference.playground.setup import setup_playground
from .reference.setup import setup_reference
from .settings.config import Scope, extension_scope, setup_config
from .theme.setup import register_theme, setup_theme

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

ENV_VERSION = 5
"""Raised when the data stored in the environment changes its format."""

API_FEATURES = (
    setup_labels,
    setup_domain,
    setup_page_failures,
    setup_openapi,
    setup_reference,
    setup_implementations,
    setup_listings,
    setup_stand_ins,
    register_theme,
)
"""The features of a project that documents an API and has no site configuration."""

FEATURES = (
    setup_labels,
    setup_domain,
    setup_page_failures,
    setup_mdx,
    setup_links,
    setup_components,
    setup_openapi,
    setup_reference,
    setup_implementations,
    setup_listings,
    setup_stand_ins,
    setup_playground,
    setup_api_changes,
    setup_pages,
    setup_navigation,
    setup_icons,
    setup_publishing,
    setup_theme,
    setup_paginated,
    setup_checks,
)


def setup_extension(app: Sphinx, *, version: str) -> ExtensionMetadata:
    """Load the required extensions, set up every feature, then connect the build steps."""
    # At once, since Sphinx loads the stored environment before any event.
    relax_garbage_collection(app)
    flatten_findall(app)
    install_log_filters(app)
    setup_config(app)
    scope: Scope = extension_scope(app)
    if scope != "api":
        load_myst(app)
        load_design(app)
    for setup_feature in API_FEATURES if scope == "api" else FEATURES:
        setup_feature(app)
    connect_steps(app, scope)
    return {
        "version": version,
        "env_version": ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
