"""How builders write pages and the search index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from contextlib import suppress
from functools import cached_property, partial
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.writers.html5 import HTML5Translator

from .templates import CompiledTemplates

if TYPE_CHECKING:
    from typing import TypeGuard

    from jinja2 import Environment
    from sphinx.application import Sphinx

WritePage = Callable[[str, nodes.document], None]
RenderPartial = Callable[[nodes.Node | None], dict[str, str]]


def wrap_page_writing(builder: Builder, write_page: Callable[..., None]) -> None:
    """Wrap the functions that write a page.

    ``write_page`` gets the original function and its arguments. Between the resolved document and
    the template there is no event at which a page begins to be written, and none at its end; with
    several processes all of them write. An error in any of these functions stops the build, and a
    translator cannot handle it: what it has written by then is incomplete. Sphinx 8.1 to 9.1.
    """
    builder.write_doc = partial(write_page, builder.write_doc)  # type: ignore[method-assign]
    builder.write_doc_serialized = partial(  # type: ignore[method-assign]
        write_page, builder.write_doc_serialized
    )


def wrap_document_storing(builder: Builder, store: Callable[..., None]) -> None:
    """Wrap the function that pickles the doctree of a page.

    It is the last step of reading, after all transforms and events. Sphinx 8.1 to 9.1.
    """
    builder.write_doctree = partial(  # type: ignore[method-assign, misc]
        store, builder.write_doctree
    )


def wrap_paginated_writing(builder: Builder, write_paginated: Callable[..., None]) -> None:
    """Wrap ``write_documents`` of builders that write several pages into one document.

    There is no event before or after it, and an error stops the build. Sphinx 8.1 to 9.1.
    """
    if type(builder).write_documents is not Builder.write_documents:
        builder.write_documents = partial(  # type: ignore[method-assign]
            write_paginated, builder.write_documents
        )


def render_titles_with(
    builder: StandaloneHTMLBuilder, wrap: Callable[[RenderPartial], RenderPartial]
) -> None:
    """Wrap the function that renders a title.

    Sphinx renders each title for a page, its neighbors, and every page below it. Sphinx 8.1 to
    9.1.
    """
    builder.render_partial = wrap(builder.render_partial)  # type: ignore[assignment, method-assign]


class BriefContext(dict[str, Any]):
    """The context of a template, with a short ``repr``."""

    def copy(self) -> BriefContext:
        """Return a copy of the same class."""
        return BriefContext(self)

    def __repr__(self) -> str:
        return f"<{len(self)} values for a template>"


def skip_unused_preparation(app: Sphinx) -> None:
    """Skip work for each page that has no effect on the output.

    Sphinx formats the full context for a debug message; docutils searches several folders for its
    own style sheets. Sphinx 8.1 to 9.1, docutils 0.20 to
    0.22.
    """
    builder = app.builder
    # What other builders pickle must be a plain dictionary.
    if not isinstance(builder, StandaloneHTMLBuilder) or hasattr(builder, "dump_context"):
        return
    prepare = builder.prepare_writing

    def prepare_writing(docnames: Set[str]) -> None:
        prepare(docnames)
        builder.globalcontext = BriefContext(builder.globalcontext)
        for settings in (builder.docsettings, getattr(builder, "_settings", None)):
            if settings is not None:
                settings.stylesheet_path = None

    builder.prepare_writing = prepare_writing  # type: ignore[method-assign]


def highlight_with(
    builder: StandaloneHTMLBuilder,
    formatters: Callable[[Callable[..., Any]], Callable[..., Any]],
    lexers: Callable[[Callable[..., Any]], Callable[..., Any]],
    blocks: Callable[[Callable[..., str]], Callable[..., str]],
) -> None:
    """Wrap the functions that highlight code, and that create formatters and lexers.

    Sphinx creates new ones for each block, and each formatter a complete style sheet; nothing but
    the highlighted code is written into the frame of a block. Sphinx 8.1 to 9.1.
    """
    highlighter = builder.highlighter
    highlighter.get_formatter = formatters(highlighter.get_formatter)  # type: ignore[method-assign]
    highlighter.get_lexer = lexers(highlighter.get_lexer)  # type: ignore[method-assign]
    highlighter.highlight_block = blocks(highlighter.highlight_block)  # type: ignore[method-assign]


def translate_pages_with(builder: Builder, translator: NullTranslations) -> None:
    """Install other translations in the templates of pages.

    Jinja keeps the functions of the translator that it was given first. Sphinx 8.1 to 9.1.
    """
    templates = getattr(builder, "templates", None)
    if isinstance(templates, BuiltinTemplateLoader):
        templates.environment.install_gettext_translations(translator)  # type: ignore[attr-defined]
        _shorten_gettext(templates.environment)


def _shorten_gettext(environment: Environment) -> None:
    """Let ``_`` be ``gettext`` itself; that of Jinja looks for it in the context of each call."""
    environment.globals["_"] = environment.globals["gettext"]


def render_templates_with(
    templates: BuiltinTemplateLoader,
    wrap: Callable[[Callable[[str, dict[str, Any]], str]], Callable[[str, dict[str, Any]], str]],
) -> None:
    """Wrap the function that renders a page.

    Sphinx stops the whole build when a template fails. Sphinx 8.1 to 9.1.
    """
    templates.render = wrap(templates.render)  # type: ignore[assignment, method-assign]


def cache_compiled_templates(app: Sphinx) -> None:
    """Keep the compiled templates of the theme between builds.

    Compiling them takes longer than reading and writing one page, which is what most builds do.
    Jinja sees by their text when one changed. Sphinx 8.1 to 9.1.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    if isinstance(builder.templates, BuiltinTemplateLoader):
        environment = builder.templates.environment
        folder = Path(app.doctreedir, "sitejson", "compiled-templates")
        # A full disk is no reason to stop before anything has to be written.
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            environment.bytecode_cache = CompiledTemplates(str(folder))
        # Templates do not change during a build; otherwise each include would check its file.
        environment.auto_reload = False
        _shorten_gettext(environment)


def disable_search_index(builder: StandaloneHTMLBuilder) -> None:
    """Discard the search index of Sphinx as soon as it is created.

    The option of Sphinx disables the search page as well. Sphinx 8.1 to 9.1.
    """

    def discard_index(docnames: object) -> None:
        builder.indexer = None

    builder.load_indexer = discard_index  # type: ignore[method-assign]


def deduplicate_indexed_words(builder: StandaloneHTMLBuilder) -> None:
    """Add each word of a page only once to the search index.

    Sphinx processes every occurrence of a word, with the same result. Sphinx 9.0 and 9.1; older
    versions collect words in another way.
    """
    load = builder.load_indexer

    def load_indexer(docnames: Any) -> None:
        load(docnames)
        indexer = builder.indexer
        collect = getattr(indexer, "_word_collector", None)
        if indexer is not None and collect is not None:
            indexer._word_collector = lambda doctree: _deduplicate_words(collect(doctree))  # type: ignore[method-assign]

    builder.load_indexer = load_indexer  # type: ignore[method-assign]


def _deduplicate_words(store: Any) -> Any:
    store.words = list(dict.fromkeys(store.words))
    return store


def search_index_entries(builder: Builder) -> tuple[dict[str, Any], Iterable[str]]:
    """Return the entries of the search index by page, and the pages in the index.

    Sphinx takes words and titles of pages that it does not write from the last search index, and
    loses their index entries, which have to be added again. Sphinx 9.0; 8.1 keeps none.
    """
    indexer = getattr(builder, "indexer", None)
    entries = getattr(indexer, "_index_entries", None)
    if not isinstance(entries, dict):
        return {}, ()
    return entries, getattr(indexer, "_titles", {})


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
