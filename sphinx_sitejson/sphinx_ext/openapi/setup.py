"""Registers what the author may say of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_openapi(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_config_value("sitejson_offline", False, "", types=frozenset({bool}))
    app.add_config_value("sitejson_allowed_origins", [], "", types=frozenset({list, tuple}))
    # In megabytes.
    app.add_config_value("sitejson_largest_document", 20, "", types=frozenset({int}))
    app.add_config_value("sitejson_openapi_downloads", True, "html", types=frozenset({bool}))
