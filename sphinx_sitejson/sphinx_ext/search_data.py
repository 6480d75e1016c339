"""Writes the list of pages that the search dialog and the 404 page read in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.index_entries import split_index_msg

from sphinx_sitejson.files.writing import write_if_changed
from sphinx_sitejson.navigation.page_list import list_pages, page_list_script
from sphinx_sitejson.pages.bindings import EndpointBinding, OperationBinding

from .domain import site_domain
from .navigation import is_hidden
from .theme_files import has_our_theme

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

PAGE_LIST = "sitejson-pages.js"


def write_page_list(app: Sphinx, exception: Exception | None) -> None:
    """Write the list at the end of a build, when it is not the same as before."""
    builder = app.builder
    if exception is not None or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if not has_our_theme(builder):
        return
    site_map = site_domain(app.env).site.site_map
    assert site_map is not None
    pages = list_pages(found_pages(app.env), site_map, dict(endpoints(app.env)))
    text = page_list_script(pages)
    file = Path(app.outdir, "_static", PAGE_LIST)
    write_if_changed(file, text.encode(), below=Path(app.outdir))


def found_pages(env: BuildEnvironment) -> Iterator[str]:
    """Yield the pages that a reader may find by searching."""
    for docname in env.all_docs:
        metadata = env.metadata[docname]
        if not (is_hidden(env, docname) or "nosearch" in metadata or "no-search" in metadata):
            yield docname


def endpoints(env: BuildEnvironment) -> Iterator[tuple[str, str]]:
    """Yield the pages that show an operation, with its method and path."""
    for docname, facts in site_domain(env).bound.items():
        for fact in facts:
            binding = fact.binding
            if not fact.is_page:
                continue
            if isinstance(binding, OperationBinding):
                yield docname, binding.key
            elif isinstance(binding, EndpointBinding):
                yield docname, f"{binding.method} {binding.url}"


def restore_index_entries(app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Give the search index the index entries of pages that this build did not write.

    Sphinx takes the words and titles of those pages from the last search index, and forgets
    what else it has of them (seen with 9.0).
    """
    indexer = getattr(app.builder, "indexer", None)
    known = getattr(indexer, "_index_entries", None)
    if isinstance(known, dict):
        for docname in getattr(indexer, "_titles", {}):
            if docname not in known:
                known[docname] = sorted(set(index_entries(app.env, docname)))
    return ()


def index_entries(env: BuildEnvironment, docname: str) -> Iterator[tuple[str, str, str]]:
    """Yield the entries that a page gives to the index: words, place, and how important."""
    for kind, value, target, main, _ in env.get_domain("index").data["entries"].get(docname, ()):
        try:
            words = split_index_msg(kind, value)
        except ValueError:
            continue
        yield from ((word, target or "", main) for word in words)


def setup_search_data(app: Sphinx) -> None:
    """Connect to the end of a build."""
    app.connect("html-collect-pages", restore_index_entries)
    app.connect("build-finished", write_page_list)
