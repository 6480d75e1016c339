"""Registers what the author may say of all that surrounds the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .redirects import MovedLinks

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_publishing(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    texts, switches, lists = frozenset({str}), frozenset({bool}), frozenset({list, tuple})
    app.add_config_value("sitejson_redirect_formats", [], "", types=lists)
    app.add_config_value("sitejson_social_cards", False, "html", types=switches)
    app.add_config_value("sitejson_social_card_font", "", "html", types=texts)
    app.add_config_value("sitejson_markdown", True, "html", types=switches)
    app.add_config_value("sitejson_sphinx_search_index", True, "html", types=switches)
    app.add_config_value("sitejson_preview", False, "html", types=switches)
    app.add_config_value("sitejson_repository", "", "html", types=frozenset({str, dict}))
    app.add_config_value("sitejson_feedback_url", "", "html", types=texts)
    app.add_post_transform(MovedLinks)
