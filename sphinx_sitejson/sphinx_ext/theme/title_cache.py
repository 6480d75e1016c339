"""Render each page title once, and tables of contents that differ only in the title once.

Sphinx renders a title for the page, its neighbors, and every page below it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
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
    return is_sphinx_translator and replaced.isdisjoint(_RENDERED)


_CONTENTS = (nodes.bullet_list, nodes.list_item, addnodes.compact_paragraph, nodes.reference)
_RENDERED = frozenset({"title", "Text", *(kind.__name__ for kind in _CONTENTS)})
"""The names of the nodes that are rendered here."""
_LINK_ATTRIBUTES = frozenset({"internal", "anchorname", "refuri"})
_ENCODED = frozenset('&<>"@')
"""The characters that a translator replaces."""
MAX_PATTERNS = 500


def cache_rendered_titles(render: RenderPartial) -> RenderPartial:
    """Cache titles that are plain text; others may depend on their page."""
    rendered: dict[str, dict[str, str]] = {}
    pattern = TitlePattern(render)

    def cached(node: nodes.Node | None) -> dict[str, str]:
        if isinstance(node, nodes.bullet_list):
            return pattern.render_contents(node) or render(node)
        if not is_plain_title(node):
            return render(node)
        text = node.astext()
        if text not in rendered:
            # Sphinx before 9 reuses one dictionary.
            rendered[text] = pattern.render(text) or render(node).copy()
        return rendered[text].copy()

    return cached


class TitlePattern:
    """Renders plain titles by replacing the text of a rendered sample.

    Rendering a title takes a document, a translator and a dozen steps. A second title confirms
    that only the text differs. A table of contents begins with the title of the page; those of
    generated pages have the same sections.
    """

    SAMPLE = "sitejsonsampletitle"

    def __init__(self, render: RenderPartial) -> None:
        self._render = render
        self._contents: dict[tuple[object, ...], dict[str, str]] = {}

    def render(self, text: str) -> dict[str, str] | None:
        """Return a title from the sample; None if it has to be rendered."""
        return self._fill(self._sample, text) if self._is_simple(text) else None

    def render_contents(self, contents: nodes.bullet_list) -> dict[str, str] | None:
        """Return a table of contents from one with the same sections; None if it cannot be."""
        title = contents.next_node(nodes.reference)
        if title is None or not self._is_simple(text := title.astext()):
            return None
        shape: list[object] = []
        if not _describe(contents, title, shape):
            return None
        key = tuple(shape)
        if key not in self._contents:
            if len(self._contents) == MAX_PATTERNS:
                self._contents.clear()
            # Sphinx has made this one for the page.
            title.children = [nodes.Text(self.SAMPLE)]
            self._contents[key] = self._render(contents).copy()
        return self._fill(self._contents[key], text)

    def _is_simple(self, text: str) -> bool:
        is_plain = text == " ".join(text.split()) and _ENCODED.isdisjoint(text)
        return is_plain and bool(text) and self._is_reliable

    def _fill(self, parts: dict[str, str], text: str) -> dict[str, str]:
        return {name: part.replace(self.SAMPLE, text) for name, part in parts.items()}

    @cached_property
    def _sample(self) -> dict[str, str]:
        return self._render(nodes.title("", self.SAMPLE)).copy()

    @cached_property
    def _is_reliable(self) -> bool:
        text = "One more Title: 2 - 'three' (4/5)"
        return self._fill(self._sample, text) == self._render(nodes.title("", text))


def is_plain_title(node: nodes.Node | None) -> TypeGuard[nodes.title]:
    """Whether a node is a title without markup and attributes."""
    return (
        isinstance(node, nodes.title)
        and not any(node.attributes.values())
        and all(isinstance(child, nodes.Text) for child in node.children)
    )


def _describe(
    node: nodes.Node, title: nodes.reference, shape: list[object], depth: int = 0
) -> bool:
    """Describe a table of contents without its title; return whether there is nothing else."""
    shape += (depth, type(node))
    if isinstance(node, nodes.reference):
        shape += (node.get("refuri"), "" if node is title else node.astext())
        others = (value for name, value in node.attributes.items() if name not in _LINK_ATTRIBUTES)
        return not any(others) and all(isinstance(child, nodes.Text) for child in node.children)
    if not isinstance(node, _CONTENTS) or any(node.attributes.values()):
        return False
    return all(_describe(child, title, shape, depth + 1) for child in node.children)
