"""Registers the domain if its name is free once the configuration is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sphinx.util import logging

from sphinx_sitejson.sphinx_ext.common.labels import _

from .domain import domain_for

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

NAME = "http"
VALUES: dict[str, tuple[Any, Literal["", "env", "html"]]] = {
    "http_index_ignore_prefixes": ((), "html"),
    "http_index_shortname": ("routing table", "html"),
    "http_index_localname": (_("HTTP Routing Table"), "html"),
    "http_strict_mode": (True, "env"),
    "http_headers_ignore_prefixes": (("X-",), ""),
}
"""The values of ``conf.py`` that sphinxcontrib-httpdomain knows, and when pages are made anew."""

logger = logging.getLogger(__name__)


def register_domain(app: Sphinx, config: Config) -> None:
    """Take the name, unless another extension has it: a second domain would stop the build."""
    if app.registry.has_domain(NAME):
        logger.info(
            'sphinx_sitejson leaves the domain "http" to another extension, and enters the '
            "operations of the documents there."
        )
        return
    for name, (default, rebuild) in VALUES.items():
        if name not in config:
            app.add_config_value(name, default, rebuild)
    app.add_domain(domain_for(config.http_index_localname, config.http_index_shortname))
