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
    """Let the builder remember titles while it runs."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and renders_titles_as_sphinx(app):
        render_titles_with(builder, remembering_titles)


def renders_titles_as_sphinx(app: Sphinx) -> bool:
    """Whether titles are written by Sphinx: a translator of a project may do it in any way."""
    handlers = app.registry.translation_handlers
    replaced = {*handlers.get(app.builder.name, ()), *handlers.get(app.builder.format, ())}
    is_own = app.registry.get_translator_class(app.builder) is HTML5Translator
    return is_own and not {"title", "Text"} & replaced


def remembering_titles(render: RenderPartial) -> RenderPartial:
    """Render titles of nothing but words once; other ones may depend on where they stand."""
    known: dict[str, dict[str, str]] = {}
    pattern = TitlePattern(render)

    def cached(node: nodes.Node | None) -> dict[str, str]:
        if not is_plain_title(node):
            return render(node)
        words = node.astext()
        if words not in known:
            # Sphinx before 9 fills one dictionary again and again.
            known[words] = pattern.filled(words) or render(node).copy()
        return known[words].copy()

    return cached


class TitlePattern:
    """Writes titles of letters, digits and spaces into a title that was rendered before.

    Rendering takes a document, a translator and a dozen steps for each title. Whether nothing but
    the words makes the difference is seen with the first title.
    """

    SAMPLE = "sitejsonsampletitle"

    def __init__(self, render: RenderPartial) -> None:
        self._render = render

    def filled(self, words: str) -> dict[str, str] | None:
        """Return a rendered title, if it can be told without rendering it."""
        is_simple = words.replace(" ", "").isalnum() and words == " ".join(words.split())
        return self._fill(words) if is_simple and self._is_right else None

    def _fill(self, words: str) -> dict[str, str]:
        return {name: part.replace(self.SAMPLE, words) for name, part in self._sample.items()}

    @cached_property
    def _sample(self) -> dict[str, str]:
        return self._render(nodes.title("", self.SAMPLE)).copy()

    @cached_property
    def _is_right(self) -> bool:
        words = "One more Title 2"
        return self._fill(words) == self._render(nodes.title("", words))


def is_plain_title(node: nodes.Node | None) -> TypeGuard[nodes.title]:
    """Whether a node is a title without markup and attributes."""
    return (
        isinstance(node, nodes.title)
        and not any(node.attributes.values())
        and all(isinstance(child, nodes.Text) for child in node.children)
    )
