"""A documentation site from one file: ``site.json`` for Sphinx."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the extension and the theme to Sphinx."""
    from sphinx_sitejson.sphinx_ext.extension import setup_extension

    return setup_extension(app, version=__version__)
