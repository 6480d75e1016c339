"""Writes the search index: a page's file when the page is written, the words at the end."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder

from sphinx_sitejson.navigation.page_list import ListedPage, list_page, list_pages
from sphinx_sitejson.publishing.search.entries import PageEntry, PageKind
from sphinx_sitejson.publishing.search.index_files import IndexedPage, index_files, index_page
from sphinx_sitejson.publishing.search.tokenizer import Vocabulary
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain
from sphinx_sitejson.sphinx_ext.common.json_cache import cache_file, read_cache, write_cache
from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme
from sphinx_sitejson.sphinx_ext.common.output.published_files import PublishedFiles, makes_web_pages
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map

from .page_entries import PlaceReader
from .page_list import endpoints, is_found

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FOLDER = "_static/search"
MOST_TO_START_FROM = 6
QUESTIONS = frozenset(
    {"how", "what", "where", "when", "why", "which", "who", "can", "do", "does", "i", "my", "you"}
)
"""Words of questions, which Sphinx's list for English lacks."""


class SearchIndex:
    """The index of one build, which begins with what the last one knew."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._env = app.env
        self._files = PublishedFiles(app, "search-index")
        place = hashlib.sha256(f"{app.builder.name} {app.outdir}".encode()).hexdigest()[:16]
        self._memory = cache_file(app.env, f"search-pages-{place}.json")
        self._vocabulary = vocabulary_of(app)
        self._endpoints = dict(endpoints(app.env))
        self._pages: dict[str, IndexedPage] = {}
        self._facts: dict[str, str] = {}

    def read(self, docname: str, doctree: nodes.document) -> None:
        """Index a page, and write its file."""
        listed = list_page(docname, site_map(self._env), self._endpoints.get(docname, ""))
        entry = self._entry(listed, doctree)
        indexed, files = index_page(entry, self._vocabulary)
        for name, text in files.items():
            self._files.write_one(f"{FOLDER}/{name}.js", text)
        self._pages[docname] = indexed
        self._facts[docname] = _digest(listed)

    def write(self) -> None:
        """Write what the pages share, and remove what no page needs any more."""
        found = [name for name in self._env.all_docs if is_found(self._env, name)]
        listed = list_pages(found, site_map(self._env), self._endpoints)
        self._remember(listed)
        pages = {page.docname: self._pages[page.docname] for page in listed}
        start = [page.docname for page in listed[:MOST_TO_START_FROM]]
        texts = index_files(pages, self._vocabulary, start)
        for name, text in texts.items():
            self._files.write_one(f"{FOLDER}/{name}", text)
        own = {f"{name}.js" for page in pages.values() for name in (page.file, *page.further)}
        self._files.keep_only(f"{FOLDER}/{name}" for name in own | set(texts))
        write_cache(self._memory, {name: self._cached_entry(name) for name in pages})

    def _remember(self, listed: Iterable[ListedPage]) -> None:
        """Take over the pages that were not written; read those that are not as they were."""
        memory = read_cache(self._memory)
        known: dict[str, Any] = memory if isinstance(memory, dict) else {}
        for page in listed:
            if page.docname in self._pages:
                continue
            indexed = self._from_memory(known.get(page.docname), _digest(page))
            if indexed is None:
                # Sphinx tells us of the page once more.
                doctree = self._env.get_doctree(page.docname)
                self._env.apply_post_transforms(doctree, page.docname)
            else:
                self._pages[page.docname] = indexed
                self._facts[page.docname] = _digest(page)

    def _from_memory(self, kept: Any, facts: str) -> IndexedPage | None:
        try:
            if kept["facts"] != facts:
                return None
            values = {name: kept[name] for name in IndexedPage.__dataclass_fields__}
            page = IndexedPage(**{**values, "further": tuple(values["further"])})
        except (KeyError, TypeError):
            return None
        names = (page.file, *page.further)
        folder = Path(self._app.outdir, FOLDER)
        return page if all(folder.joinpath(f"{name}.js").is_file() for name in names) else None

    def _cached_entry(self, docname: str) -> dict[str, Any]:
        return {"facts": self._facts[docname], **asdict(self._pages[docname])}

    def _entry(self, listed: ListedPage, doctree: nodes.document) -> PageEntry:
        return PageEntry(
            docname=listed.docname,
            title=listed.title,
            kind=self._kind(listed),
            tab=listed.tab,
            trail=listed.trail,
            version=listed.version,
            description=listed.description,
            method=listed.method,
            path=listed.path,
            places=PlaceReader(self._env).read(doctree),
        )

    def _kind(self, listed: ListedPage) -> PageKind:
        if listed.method:
            return "operation"
        bound = site_domain(self._env).bound.get(listed.docname, ())
        return "schema" if any(fact.is_page for fact in bound) else "page"


search_index: BuildState[SearchIndex | None] = BuildState(lambda env: None)
"""The index of this build, where it has one."""


def begin_index(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Begin the index once all pages are read."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and makes_web_pages(builder):
        search_index.set(env, SearchIndex(app) if has_our_theme(builder) else None)
    return ()


def index_resolved_page(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Index a page that is about to be written."""
    index = search_index(app.env)
    if index is not None and is_found(app.env, docname):
        index.read(docname, doctree)


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the index at the end of a build."""
    index = search_index(app.env)
    if index is not None and exception is None:
        index.write()


def vocabulary_of(app: Sphinx) -> Vocabulary:
    """Return the words of the site's language, as Sphinx knows them."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    config = app.config
    language = config.html_search_language or config.language
    known = IndexBuilder(app.env, language, config.html_search_options, "").lang
    asked = QUESTIONS if known.lang == "en" else frozenset()
    return Vocabulary(known.stem, known.stopwords | asked)


def _digest(page: ListedPage) -> str:
    return hashlib.sha256(repr(page).encode("utf-8", "replace")).hexdigest()[:16]
