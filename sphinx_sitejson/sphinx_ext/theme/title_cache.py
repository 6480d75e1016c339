"""Render each page title once.

Sphinx renders it for the page, its neighbors, and every page below it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.sphinx_ext.patches.builders import RenderPartial, render_titles_with

if TYPE_CHECKING:
    from typing import TypeGuard

    from sphinx.application import Sphinx


def cache_titles(app: Sphinx) -> None:
    """Cache the titles that a builder renders."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and renders_titles_as_sphinx(app):
        render_titles_with(builder, cache_rendered_titles)


def renders_titles_as_sphinx(app: Sphinx) -> bool:
    """Whether Sphinx renders titles; the translator of a project may differ."""
    handlers = app.registry.translation_handlers
    replaced = {*handlers.get(app.builder.name, ()), *handlers.get(app.builder.format, ())}
    is_sphinx_translator = app.registry.get_translator_class(app.builder) is HTML5Translator
    return is_sphinx_translator and not {"title", "Text"} & replaced


def cache_rendered_titles(render: RenderPartial) -> RenderPartial:
    """Cache titles that are plain text; others may depend on their page."""
    rendered: dict[str, dict[str, str]] = {}
    pattern = TitlePattern(render)

    def cached(node: nodes.Node | None) -> dict[str, str]:
        if not is_plain_title(node):
            return render(node)
        text = node.astext()
        if text not in rendered:
            # Sphinx before 9 reuses one dictionary.
            rendered[text] = pattern.render(text) or render(node).copy()
        return rendered[text].copy()

    return cached


class TitlePattern:
    """Renders titles of letters, digits and spaces by replacing the text of a rendered sample.

    Rendering a title takes a document, a translator and a dozen steps. A second title confirms
    that only the text differs.
    """

    SAMPLE = "sitejsonsampletitle"

    def __init__(self, render: RenderPartial) -> None:
        self._render = render

    def render(self, text: str) -> dict[str, str] | None:
        """Return a title from the sample; None if it has to be rendered."""
        is_simple = text.replace(" ", "").isalnum() and text == " ".join(text.split())
        return self._fill(text) if is_simple and self._is_reliable else None

    def _fill(self, text: str) -> dict[str, str]:
        return {name: part.replace(self.SAMPLE, text) for name, part in self._sample.items()}

    @cached_property
    def _sample(self) -> dict[str, str]:
        return self._render(nodes.title("", self.SAMPLE)).copy()

    @cached_property
    def _is_reliable(self) -> bool:
        text = "One more Title 2"
        return self._fill(text) == self._render(nodes.title("", text))


def is_plain_title(node: nodes.Node | None) -> TypeGuard[nodes.title]:
    """Whether a node is a title without markup and attributes."""
    return (
        isinstance(node, nodes.title)
        and not any(node.attributes.values())
        and all(isinstance(child, nodes.Text) for child in node.children)
    )
