"""Register names of other extensions, unless these extensions are loaded.

Each function runs when all extensions are loaded and the configuration is read.
"""

from __future__ import annotations

from typing import Any, Literal

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.docutils import is_directive_registered

from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.reference.listing_directive import OpenApiListing
from sphinx_sitejson.site_build.page_failures import guard_directive
from sphinx_sitejson.site_build.reports import report_config_value

from .viewers import SwaggerPlugin

OPENAPI_EXTENSION = "sphinxcontrib.openapi"
OPENAPI_DIRECTIVE = "openapi"
OPENAPI_DIRECTIVES_IN_DOMAIN = ("httpdomain", "httpdomain:old")
SWAGGER_DIRECTIVE = "swagger-plugin"

ConfigValues = dict[str, tuple[Any, Literal["", "env", "html"]]]
"""Values of ``conf.py`` of another extension, and when they rebuild pages."""

VIEWER_VALUES: ConfigValues = {
    "redoc": ([], "env"),
    # The URLs of their scripts are not needed, since nothing is fetched.
    "redoc_uri": (None, ""),
    "swagger_present_uri": ("", ""),
    "swagger_bundle_uri": ("", ""),
    "swagger_css_uri": ("", ""),
    "swagger_mirror_external_resources": (False, ""),
}

logger = logging.getLogger(__name__)


def register_openapi_directive(app: Sphinx, config: Config) -> None:
    """Register the directive, unless another extension has registered it."""
    is_loaded = OPENAPI_EXTENSION in app.extensions
    if is_loaded or is_directive_registered(OPENAPI_DIRECTIVE):
        other = f'the extension "{OPENAPI_EXTENSION}"' if is_loaded else "another extension"
        logger.info('sphinx_sitejson leaves the directive "openapi" to %s.', other)
        return
    listing = guard_directive(OpenApiListing)
    app.add_directive(OPENAPI_DIRECTIVE, listing)
    for name in dict.fromkeys((*OPENAPI_DIRECTIVES_IN_DOMAIN, *custom_renderers(app))):
        app.add_directive_to_domain(OPENAPI_DIRECTIVE, name, listing)


def custom_renderers(app: Sphinx) -> tuple[str, ...]:
    """Return the names of custom renderers for the other extension, and report them.

    They are classes that write the output of its directives, so they cannot be run here.
    """
    app.add_config_value("openapi_default_renderer", "", "", types=frozenset({str}))
    app.add_config_value("openapi_renderers", {}, "", types=frozenset({dict}))
    named = app.config.openapi_renderers
    names = tuple(map(str, named)) if isinstance(named, dict) else ()
    if names:
        message = (
            f'openapi_renderers: the renderer "{names[0]}" belongs to the extension '
            f'"{OPENAPI_EXTENSION}" and is not run; the directive "openapi" shows collapsible rows.'
        )
        report_config_value(app, "openapi_renderers", message, code=ProblemCode.OPENAPI_OPTION)
    return names


def register_viewers(app: Sphinx, config: Config) -> None:
    """Register the names of the extensions for Redoc and Swagger UI."""
    add_config_values(app, config, VIEWER_VALUES)
    if is_directive_registered(SWAGGER_DIRECTIVE):
        logger.info(
            'sphinx_sitejson leaves the directive "%s" to another extension.', SWAGGER_DIRECTIVE
        )
    else:
        app.add_directive(SWAGGER_DIRECTIVE, guard_directive(SwaggerPlugin))


def add_config_values(app: Sphinx, config: Config, values: ConfigValues) -> None:
    """Add values of another extension that it has not added itself."""
    for name, (default, rebuild) in values.items():
        if name not in config:
            app.add_config_value(name, default, rebuild)
