"""Registers what other extensions may have registered: names are taken only where they are free.

Each function runs when all extensions are loaded and the configuration is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sphinx.util import logging
from sphinx.util.docutils import is_directive_registered

from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.sphinx_ext.common.late_imports import late_directive

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

OPENAPI_EXTENSION = "sphinxcontrib.openapi"
OPENAPI_DIRECTIVE = "openapi"
OPENAPI_DIRECTIVES_IN_DOMAIN = ("httpdomain", "httpdomain:old")
SWAGGER_DIRECTIVE = "swagger-plugin"

ConfigValues = dict[str, tuple[Any, Literal["", "env", "html"]]]
"""Values of ``conf.py`` that another extension knows, and when pages are made anew."""

VIEWER_VALUES: ConfigValues = {
    "redoc": ([], "env"),
    # The addresses of their scripts are not needed, since nothing is fetched.
    "redoc_uri": (None, ""),
    "swagger_present_uri": ("", ""),
    "swagger_bundle_uri": ("", ""),
    "swagger_css_uri": ("", ""),
    "swagger_mirror_external_resources": (False, ""),
}

logger = logging.getLogger(__name__)


def register_openapi_directive(app: Sphinx, config: Config) -> None:
    """Take the directive, unless another extension has it: then it stays theirs."""
    if OPENAPI_EXTENSION in app.extensions:
        logger.info(
            'sphinx_sitejson leaves the directive "openapi" to the extension "%s".',
            OPENAPI_EXTENSION,
        )
        return
    if is_directive_registered(OPENAPI_DIRECTIVE):
        logger.info('sphinx_sitejson leaves the directive "openapi" to another extension.')
        return
    listing = late_directive("reference.listings:OpenApiListing")
    app.add_directive(OPENAPI_DIRECTIVE, listing)
    for name in dict.fromkeys((*OPENAPI_DIRECTIVES_IN_DOMAIN, *own_renderers(app))):
        app.add_directive_to_domain(OPENAPI_DIRECTIVE, name, listing)


def own_renderers(app: Sphinx) -> tuple[str, ...]:
    """Return the names of the author's own renderers for the other extension, and say of them.

    They are classes that write what its directives show, so nothing here can run them.
    """
    app.add_config_value("openapi_default_renderer", "", "", types=frozenset({str}))
    app.add_config_value("openapi_renderers", {}, "", types=frozenset({dict}))
    named = app.config.openapi_renderers
    names = tuple(map(str, named)) if isinstance(named, dict) else ()
    if names:
        logger.warning(
            'openapi_renderers: the renderer "%s" belongs to the extension "%s" and is not run; '
            'the directive "openapi" shows rows that open.',
            names[0],
            OPENAPI_EXTENSION,
            type="sitejson",
            subtype=ProblemCode.OPENAPI_OPTION,
        )
    return names


def register_viewers(app: Sphinx, config: Config) -> None:
    """Take the names of the extensions for Redoc and Swagger UI."""
    _add_values(app, config, VIEWER_VALUES)
    if is_directive_registered(SWAGGER_DIRECTIVE):
        logger.info(
            'sphinx_sitejson leaves the directive "%s" to another extension.', SWAGGER_DIRECTIVE
        )
    else:
        app.add_directive(SWAGGER_DIRECTIVE, late_directive("compat.swagger_plugin:SwaggerPlugin"))


def _add_values(app: Sphinx, config: Config, values: ConfigValues) -> None:
    for name, (default, rebuild) in values.items():
        if name not in config:
            app.add_config_value(name, default, rebuild)
