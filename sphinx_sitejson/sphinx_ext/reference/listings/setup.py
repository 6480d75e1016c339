"""Registers what is free once the configuration is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging
from sphinx.util.docutils import is_directive_registered

from sphinx_sitejson.common.problems import ProblemCode

from .listing import ListingPlaces, OpenApiListing

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

OTHER_EXTENSION = "sphinxcontrib.openapi"
NAME = "openapi"
IN_DOMAIN = ("httpdomain", "httpdomain:old")

logger = logging.getLogger(__name__)


def setup_listings(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_transform(ListingPlaces)


def register_directive(app: Sphinx, config: Config) -> None:
    """Take the directive, unless another extension has it: then it stays theirs."""
    if OTHER_EXTENSION in app.extensions:
        logger.info(
            'sphinx_sitejson leaves the directive "openapi" to the extension "%s".',
            OTHER_EXTENSION,
        )
        return
    if is_directive_registered(NAME):
        logger.info('sphinx_sitejson leaves the directive "openapi" to another extension.')
        return
    app.add_directive(NAME, OpenApiListing)
    for name in dict.fromkeys((*IN_DOMAIN, *own_renderers(app))):
        app.add_directive_to_domain(NAME, name, OpenApiListing)


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
            OTHER_EXTENSION,
            type="sitejson",
            subtype=ProblemCode.OPENAPI_OPTION,
        )
    return names
