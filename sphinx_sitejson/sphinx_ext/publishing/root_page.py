"""Makes ``/`` answer when the root document is not called ``index``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .redirects import redirect_plan

if TYPE_CHECKING:
    from sphinx.application import Sphinx

REDIRECT_TEMPLATE = "sitejson-redirect.html"


def lead_to_first_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page at ``/`` that leads to the root document."""
    root = app.config.root_doc
    if app.builder.name == "epub":
        return
    is_redirected = redirect_plan(app.env).find("") is not None
    if root != "index" and "index" not in app.env.all_docs and not is_redirected:
        target = app.builder.get_relative_uri("index", root)
        context = {
            "target": target,
            "canonical": target,
            "title": app.env.titles[root].astext(),
        }
        yield "index", context, REDIRECT_TEMPLATE
