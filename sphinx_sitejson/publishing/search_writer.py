"""Index pages from their doctrees; write the search index and the list of pages.

The file of a page is written with the page; the terms are written at the end of the build.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.search import IndexBuilder

from sphinx_sitejson.common.files import write_if_changed
from sphinx_sitejson.common.search_terms import LocationEntry, LocationKind, PageKind, Vocabulary
from sphinx_sitejson.navigation.authored_pages import EndpointBinding, OperationBinding
from sphinx_sitejson.navigation.toctrees import site_map
from sphinx_sitejson.site_build.build_state import BuildState, site_domain
from sphinx_sitejson.site_build.markdown_writer import FOR_AGENTS
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.other_extensions import has_our_theme
from sphinx_sitejson.site_build.output_files import (
    PublishedFiles,
    makes_web_pages,
    output_cache_file,
    read_cache,
    write_cache,
)

from .search_index import (
    PAGE_LIST,
    IndexedPage,
    ListedPage,
    index_files,
    index_page,
    list_page,
    page_list_script,
)

_SKIPPED_NODES = (
    nodes.raw,
    nodes.comment,
    nodes.system_message,
    nodes.substitution_definition,
    nodes.target,
    nodes.image,
    nodes.title,
    addnodes.toctree,
    addnodes.index,
    addnodes.desc_signature,
)
MAX_CODE_LENGTH = 3_000
"""Of one code block; longer ones are data."""
MAX_LOCATIONS = 1_200
"""The maximum number of locations of a page."""


class LocationCollector:
    """Collects the locations of one page."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._locations = [_OpenLocation(LocationEntry())]

    def read(self, doctree: nodes.document) -> tuple[LocationEntry, ...]:
        """Return the locations of a page, the first of them its beginning."""
        self._walk(doctree, self._locations[0], is_top=True)
        return tuple(location.entry() for location in self._locations[:MAX_LOCATIONS])

    def _walk(
        self, parent: nodes.Element, location: _OpenLocation, *, is_top: bool = False
    ) -> None:
        for node in parent.children:
            if isinstance(node, nodes.section):
                self._walk(node, location if is_top else self._section(node))
                is_top = False
            elif isinstance(node, _SKIPPED_NODES) or not isinstance(node, nodes.Element):
                continue
            elif isinstance(node, addnodes.desc):
                self._walk(node, self._object(node) or location)
            elif isinstance(node, nodes.definition_list_item):
                self._read_item(node, location)
            elif FOR_AGENTS not in node:
                self._read_element(node, location)

    def _read_element(self, node: nodes.Element, location: _OpenLocation) -> None:
        if entries := node.get("search_entries"):
            for entry in entries:
                if entry.anchor:
                    self._locations.append(_OpenLocation(entry))
                else:
                    location.texts.append(entry.text)
                    location.keywords.append(entry.keywords)
        elif isinstance(node, nodes.row):
            location.texts.append(_text(node))
            location.keywords += _names(node[0])
        elif isinstance(node, nodes.TextElement):
            location.texts.append(_text(node))
        else:
            if node["ids"] and (title := _heading(node)):
                location = self._start(node["ids"][0], title)
            self._walk(node, location)

    def _section(self, node: nodes.section) -> _OpenLocation:
        title = node.next_node(nodes.title)
        title_text = readable_text(title) if title is not None else ""
        return self._start(next(iter(node["ids"]), ""), title_text)

    def _object(self, node: addnodes.desc) -> _OpenLocation | None:
        for signature in node.findall(addnodes.desc_signature):
            if signature.parent is node and signature["ids"]:
                name = signature.get("fullname") or _text(signature)
                location = self._start(signature["ids"][0], name, "object", self._label(node))
                # Readers search for the full name, which the page may not mention.
                location.keywords.append(signature.get("module") or "")
                return location
        return None

    def _label(self, node: addnodes.desc) -> str:
        """Return the type name of an object, such as "Python function"."""
        domain = self._env.domains.get(node.get("domain", ""))
        kind = domain.object_types.get(node.get("objtype", "")) if domain else None
        # The name may be a lazily translated string.
        return str(domain.get_type_name(kind)) if domain and kind else ""

    def _read_item(self, node: nodes.definition_list_item, location: _OpenLocation) -> None:
        """Read a term and its definition; a term with an id is a location."""
        for child in node.children:
            if isinstance(child, nodes.term) and child["ids"]:
                location = self._start(child["ids"][0], _text(child), "term")
            elif isinstance(child, nodes.term):
                location.texts.append(_text(child))
                location.keywords += _names(child)
            elif isinstance(child, nodes.Element):
                self._walk(child, location)

    def _start(
        self, anchor: str, title: str, kind: LocationKind = "section", label: str = ""
    ) -> _OpenLocation:
        line = " ".join(title.split())
        location = _OpenLocation(LocationEntry(anchor=anchor, title=line, kind=kind, label=label))
        self._locations.append(location)
        return location


class _OpenLocation:
    """A location that texts are still added to."""

    def __init__(self, entry: LocationEntry) -> None:
        self._entry = entry
        self.texts = [entry.text]
        self.keywords = [entry.keywords]

    def entry(self) -> LocationEntry:
        """Return the location with all its texts."""
        keywords, text = " ".join(filter(None, self.keywords)), "\n".join(filter(None, self.texts))
        return replace(self._entry, keywords=keywords, text=text)


def _text(node: nodes.Element) -> str:
    text = readable_text(node)
    return text[:MAX_CODE_LENGTH] if isinstance(node, nodes.literal_block) else text


def _names(node: nodes.Node) -> list[str]:
    """Return the code that a table row or a definition begins with: the names that it is about."""
    names = [_text(literal) for literal in node.findall(nodes.literal)]
    is_about_names = sum(map(len, names)) * 2 > len(node.astext())
    return names if is_about_names else []


def _heading(node: nodes.Element) -> str:
    """Return the words of the part of a component that the contents of the page show.

    An operation among others on its page brings them along.
    """
    if title := node.get("search_title"):
        return str(title)
    slot = node.get("heading_slot")
    for child in node.children if slot else ():
        if isinstance(child, nodes.Element) and child.get("slot") == slot:
            return readable_text(child)
    return ""


def write_page_list(app: Sphinx, exception: Exception | None) -> None:
    """Write the list at the end of a build, when it is not the same as before."""
    if exception is not None or not has_our_theme(app.builder):
        return
    text = page_list_script(listed_pages(app.env))
    file = Path(app.outdir, "_static", PAGE_LIST)
    write_if_changed(file, text.encode(), below=Path(app.outdir))


def listed_pages(env: BuildEnvironment) -> list[ListedPage]:
    """Describe the pages that a reader may find by searching, in the order of the navigation."""
    pages, known = site_map(env), dict(endpoints(env))
    names = pages.in_order(docname for docname in env.all_docs if is_found(env, docname))
    return [list_page(name, pages, known.get(name, "")) for name in names]


def is_found(env: BuildEnvironment, docname: str) -> bool:
    """Whether a reader may find a page by searching."""
    metadata = env.metadata[docname]
    return "nosearch" not in metadata and "no-search" not in metadata


def endpoints(env: BuildEnvironment) -> Iterator[tuple[str, str]]:
    """Yield the pages that show an operation, with its method and path."""
    for docname, facts in site_domain(env).bound.items():
        for fact in facts:
            binding = fact.binding
            if fact.is_page and isinstance(binding, OperationBinding):
                yield docname, binding.key
            elif fact.is_page and isinstance(binding, EndpointBinding):
                yield docname, f"{binding.method} {binding.url}"


FOLDER = "_static/search"
MAX_START_PAGES = 6
QUESTION_WORDS = frozenset(
    {"how", "what", "where", "when", "why", "which", "who", "can", "do", "does", "i", "my", "you"}
)
"""Stop words that Sphinx's list for English lacks."""


class SearchIndex:
    """The search index of one build, incremental to the last one."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._env = app.env
        self._files = PublishedFiles(app, "search-index")
        self._cache_file = output_cache_file(app, "search-words")
        self._vocabulary = site_vocabulary(app)
        self._endpoints = dict(endpoints(app.env))
        self._pages: dict[str, IndexedPage] = {}

    def read(self, docname: str, doctree: nodes.document) -> None:
        """Index a page and write its files."""
        listed = list_page(docname, site_map(self._env), self._endpoints.get(docname, ""))
        locations = LocationCollector(self._env).read(doctree)
        page = replace(listed, kind=self._kind(listed), locations=locations)
        indexed, files = index_page(page, self._vocabulary, self._digest(listed))
        for name, text in files.items():
            self._files.write_one(f"{FOLDER}/{name}.js", text)
        self._pages[docname] = indexed

    def write(self) -> None:
        """Write the files that pages share, and remove unused ones."""
        listed = listed_pages(self._env)
        self._load_cached(listed)
        pages = {page.docname: self._pages[page.docname] for page in listed}
        start = [page.docname for page in listed[:MAX_START_PAGES]]
        texts = index_files(pages, self._vocabulary.stop_words, start)
        for name, text in texts.items():
            self._files.write_one(f"{FOLDER}/{name}", text)
        page_files = {
            f"{name}.js" for page in pages.values() for name in (page.file, *page.extra_files)
        }
        self._files.keep_only(f"{FOLDER}/{name}" for name in page_files | set(texts))
        write_cache(self._cache_file, {name: page._asdict() for name, page in pages.items()})

    def _load_cached(self, listed: Iterable[ListedPage]) -> None:
        """Load unchanged pages from the cache; index the others again.

        A change of the language or of the stemmer writes all pages.
        """
        known = read_cache(self._cache_file, dict)
        folder = Path(self._app.outdir, FOLDER)
        files = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
        for page in listed:
            if page.docname in self._pages:
                continue
            with suppress(KeyError, TypeError):
                indexed = IndexedPage(**known[page.docname])
                names = {f"{name}.js" for name in (indexed.file, *indexed.extra_files)}
                if indexed.facts == self._digest(page) and names <= files:
                    self._pages[page.docname] = indexed
                    continue
            # This emits doctree-resolved, which indexes the page.
            doctree = self._env.get_doctree(page.docname)
            self._env.apply_post_transforms(doctree, page.docname)

    def _digest(self, page: ListedPage) -> str:
        facts = repr((page, self._vocabulary.synonyms))
        return hashlib.sha256(facts.encode("utf-8", "replace")).hexdigest()[:16]

    def _kind(self, listed: ListedPage) -> PageKind:
        if listed.method:
            return "operation"
        bound = site_domain(self._env).bound.get(listed.docname, ())
        return "schema" if any(fact.is_page for fact in bound) else "page"


search_index: BuildState[SearchIndex | None] = BuildState(lambda env: None)
"""The index of this build, where it has one."""


def begin_index(app: Sphinx, env: BuildEnvironment) -> None:
    """Create the index once all pages are read."""
    if makes_web_pages(app.builder) and has_our_theme(app.builder):
        search_index.set(env, SearchIndex(app))


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


def site_vocabulary(app: Sphinx) -> Vocabulary:
    """Return the stemmer and the stop words of the site's language, from Sphinx."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    config = app.config
    language = config.html_search_language or config.language
    known = IndexBuilder(app.env, language, config.html_search_options, "").lang
    question_words = QUESTION_WORDS if known.lang == "en" else frozenset()
    synonyms = site_domain(app.env).site.settings.search.synonyms
    return Vocabulary(
        known.stem,
        known.stopwords | question_words,
        [(synonym.query, synonym.phrase) for synonym in synonyms],
    )


def writes_sphinx_index(builder: StandaloneHTMLBuilder) -> bool:
    """Return whether the search index of Sphinx is written, which other tools may use.

    A preview has none; the next build that is no preview writes all pages, and a complete index.
    """
    config = builder.config
    is_on = config.sitejson_sphinx_search_index and not config.sitejson_preview
    return is_on or not has_our_theme(builder)


def remove_sphinx_index(app: Sphinx) -> None:
    """Remove the search index of an earlier build, which would become stale."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and not writes_sphinx_index(builder):
        Path(app.outdir, builder.searchindex_filename).unlink(missing_ok=True)
