"""Renders each title once: Sphinx does it for a page, its neighbors, and every page below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.sphinx_ext.foreign.page_writing import RenderPartial, render_titles_with

if TYPE_CHECKING:
    from typing import TypeGuard

    from sphinx.application import Sphinx


def remember_titles(app: Sphinx) -> None:
    """Let the builder remember titles while it runs."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder):
        render_titles_with(builder, remembering_titles)


def remembering_titles(render: RenderPartial) -> RenderPartial:
    """Render titles of nothing but words once; other ones may depend on where they stand."""
    known: dict[str, dict[str, str]] = {}

    def remembered(node: nodes.Node | None) -> dict[str, str]:
        if not is_plain_title(node):
            return render(node)
        words = node.astext()
        if words not in known:
            # Sphinx before 9 fills one dictionary again and again.
            known[words] = render(node).copy()
        return known[words].copy()

    return remembered


def is_plain_title(node: nodes.Node | None) -> TypeGuard[nodes.title]:
    """Whether a node is a title without markup and attributes."""
    return (
        isinstance(node, nodes.title)
        and not any(node.attributes.values())
        and all(isinstance(child, nodes.Text) for child in node.children)
    )
