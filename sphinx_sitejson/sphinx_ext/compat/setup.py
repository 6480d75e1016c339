"""Registers what is free once the configuration is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sphinx.util import logging
from sphinx.util.docutils import is_directive_registered

from .redoc import DIRECTIVE, NoRedocIdsInBooks, RedocPage
from .swagger_plugin import SwaggerPlugin

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

SWAGGER_DIRECTIVE = "swagger-plugin"
CONFIG_VALUES: dict[str, tuple[Any, Literal["", "env", "html"]]] = {
    "redoc": ([], "env"),
    "redoc_uri": (None, ""),
    "swagger_present_uri": ("", ""),
    "swagger_bundle_uri": ("", ""),
    "swagger_css_uri": ("", ""),
    "swagger_mirror_external_resources": (False, ""),
}
"""The values of ``conf.py`` that the other extensions know, and when pages are made anew.

The addresses of their scripts are not needed, since nothing is fetched.
"""

logger = logging.getLogger(__name__)


def setup_stand_ins(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_directive(DIRECTIVE, RedocPage)
    app.add_post_transform(NoRedocIdsInBooks)


def register_compat(app: Sphinx, config: Config) -> None:
    """Take the names that no other extension has taken."""
    for name, (default, rebuild) in CONFIG_VALUES.items():
        if name not in config:
            app.add_config_value(name, default, rebuild)
    if is_directive_registered(SWAGGER_DIRECTIVE):
        logger.info(
            'sphinx_sitejson leaves the directive "%s" to another extension.', SWAGGER_DIRECTIVE
        )
    else:
        app.add_directive(SWAGGER_DIRECTIVE, SwaggerPlugin)
