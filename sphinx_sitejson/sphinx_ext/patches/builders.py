"""How builders write pages and the search index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from contextlib import suppress
from functools import partial
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.jinja2glue import BuiltinTemplateLoader

from sphinx_sitejson.sphinx_ext.common.templates import CompiledTemplates

if TYPE_CHECKING:
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
