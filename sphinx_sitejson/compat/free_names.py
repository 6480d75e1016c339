"""Register names of other extensions, unless these extensions are loaded.

Each function runs when all extensions are loaded and the configuration is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import is_directive_registered

from sphinx_sitejson.common.problems import ProblemCode, did_you_mean, quoted
from sphinx_sitejson.reference.listing_directive import AnyOption, OpenApiListing, accept_option
from sphinx_sitejson.site_build.late_imports import late_directive
from sphinx_sitejson.site_build.reports import report_config_value

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


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
    if OPENAPI_EXTENSION in app.extensions:
        logger.info(
            'sphinx_sitejson leaves the directive "openapi" to the extension "%s".',
            OPENAPI_EXTENSION,
        )
        return
    if is_directive_registered(OPENAPI_DIRECTIVE):
        logger.info('sphinx_sitejson leaves the directive "openapi" to another extension.')
        return
    listing = late_directive("reference.listing_directive:OpenApiListing")
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
    _add_values(app, config, VIEWER_VALUES)
    if is_directive_registered(SWAGGER_DIRECTIVE):
        logger.info(
            'sphinx_sitejson leaves the directive "%s" to another extension.', SWAGGER_DIRECTIVE
        )
    else:
        app.add_directive(SWAGGER_DIRECTIVE, late_directive("compat.free_names:SwaggerPlugin"))


def _add_values(app: Sphinx, config: Config, values: ConfigValues) -> None:
    for name, (default, rebuild) in values.items():
        if name not in config:
            app.add_config_value(name, default, rebuild)


SWAGGER_OPTIONS = ("id", "classes", "full-page", "page-title", "swagger-options")


def complaints_about(options: Mapping[str, str]) -> Iterator[str]:
    """Yield a message for each invalid option."""
    for name in options:
        if name not in SWAGGER_OPTIONS:
            hint = did_you_mean(name, SWAGGER_OPTIONS)
            yield f"there is no option {quoted(name)}; it was ignored.{hint}"
    plugin_options = options.get("swagger-options", "").strip()
    try:
        value = json.loads(plugin_options) if plugin_options else {}
    except (ValueError, RecursionError) as error:
        yield f'the option "swagger-options" is not JSON ({error}); it was ignored.'
        return
    if not isinstance(value, dict):
        yield 'the option "swagger-options" must be a JSON object; it was ignored.'


_DEFAULT_TITLE = "OpenAPI Specification"


class SwaggerPlugin(OpenApiListing):
    """Show a document instead of Swagger UI."""

    option_spec: ClassVar = AnyOption(dict.fromkeys(SWAGGER_OPTIONS, accept_option))

    def run(self) -> list[nodes.Node]:
        """Return the listing; with ``full-page`` on a page without headings, in a section."""
        plugin_options, self.options = self.options, {}
        for complaint in complaints_about(plugin_options):
            self.complain(complaint)
        content = super().run()
        classes = plugin_options.get("classes", "").split()
        if name := plugin_options.get("id", "").strip():
            target = nodes.container("", classes=classes, ids=[nodes.make_id(name) or name])
            self.state.document.note_explicit_target(target)
            content.insert(0, target)
        is_full_page = "full-page" in plugin_options and not _has_heading(self.state.document)
        return [self._page(plugin_options, content)] if is_full_page else content

    def _page(self, plugin_options: dict[str, str], content: list[nodes.Node]) -> nodes.section:
        title = plugin_options.get("page-title", "").strip() or _DEFAULT_TITLE
        section = nodes.section("", nodes.title(title, title), ids=[nodes.make_id(title) or "api"])
        self.state.document.note_implicit_target(section, section)
        section += content
        return section


def _has_heading(document: nodes.document) -> bool:
    return next(document.findall(nodes.title), None) is not None
