"""Where the site will be published, as far as it is known."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sphinx.util import logging

from sphinx_sitejson.common.network.urls import without_credentials
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.publishing.site_urls import address_of_host
from sphinx_sitejson.sphinx_ext.common.other_themes import keeps_other_theme
from sphinx_sitejson.sphinx_ext.patches.application import is_set_by_author

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)


def resolve_base_url(app: Sphinx, config: Config) -> None:
    """Set the base URL from the environment of the hosting service, unless it is configured.

    Another theme would show it on every page, so there the value stays what it is.
    """
    if keeps_other_theme(app, config):
        return
    if not is_set_by_author(config, "html_baseurl"):
        config.html_baseurl = without_credentials(address_of_host(os.environ))
    address = config.html_baseurl
    if is_web_url(address):
        return
    config.html_baseurl = ""
    if isinstance(address, str) and address.startswith("/"):
        # A path only, as many projects have it where no host tells the whole address.
        config.sitejson_404_prefix = config.sitejson_404_prefix or address.strip("/")
    elif address:
        logger.warning(
            'html_baseurl: "%s" is not a URL; it must begin with https://. '
            "The site is built as if it had none.",
            address,
            type="sitejson",
            subtype=ProblemCode.WRONG_VALUE,
        )


def base_url(config: Config) -> str:
    """Return the absolute URL of the site; empty if it is unknown."""
    address = str(config.html_baseurl or "")
    return address if is_web_url(address) else ""


def is_on_read_the_docs() -> bool:
    """Whether the site is built on Read the Docs, which lists its hosted versions."""
    return os.environ.get("READTHEDOCS") == "True"


def is_web_url(address: object) -> bool:
    """Whether a value is a URL that a site can have."""
    if not isinstance(address, str):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    is_plain = address.isprintable() and not any(char in address for char in ' "<>\\')
    return parts.scheme in ("http", "https") and bool(parts.netloc) and is_plain
