"""The search index of Sphinx."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from sphinx.builders import Builder


def write_no_search_index(builder: StandaloneHTMLBuilder) -> None:
    """Let Sphinx forget its search index as soon as it has made one.

    The switch that Sphinx has for it takes away the search page as well. Sphinx 8.1 to 9.1.
    """

    def discard_index(docnames: object) -> None:
        builder.indexer = None

    builder.load_indexer = discard_index  # type: ignore[method-assign]


def index_each_word_once(builder: StandaloneHTMLBuilder) -> None:
    """Have Sphinx note each word of a page once in its search index.

    It looks at every word again for the same result. Sphinx 9.0 and 9.1; older ones collect words
    in another way, and keep it.
    """
    load = builder.load_indexer

    def load_indexer(docnames: Any) -> None:
        load(docnames)
        indexer = builder.indexer
        collect = getattr(indexer, "_word_collector", None)
        if indexer is not None and collect is not None:
            indexer._word_collector = lambda doctree: _each_once(collect(doctree))  # type: ignore[method-assign]

    builder.load_indexer = load_indexer  # type: ignore[method-assign]


def _each_once(store: Any) -> Any:
    store.words = list(dict.fromkeys(store.words))
    return store


def index_entries_of_search(builder: Builder) -> tuple[dict[str, Any], Iterable[str]]:
    """Return the index entries that the search index has, by page, and all pages that it knows.

    Sphinx takes words and titles of pages that it does not write from the last search index, and
    forgets their index entries, which then have to be put in. Sphinx 9.0; 8.1 keeps none.
    """
    indexer = getattr(builder, "indexer", None)
    entries = getattr(indexer, "_index_entries", None)
    if not isinstance(entries, dict):
        return {}, ()
    return entries, getattr(indexer, "_titles", {})
