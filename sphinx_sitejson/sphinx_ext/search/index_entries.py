"""Gives the search index of Sphinx the index entries of pages that a build did not write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from sphinx.util.index_entries import split_index_msg

from sphinx_sitejson.sphinx_ext.foreign import index_entries_of_search

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def restore_index_entries(app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Add the entries that Sphinx forgot."""
    entries, docnames = index_entries_of_search(app.builder)
    for docname in docnames:
        if docname not in entries:
            entries[docname] = sorted(set(index_entries(app.env, docname)))
    return ()


def index_entries(env: BuildEnvironment, docname: str) -> Iterator[tuple[str, str, str]]:
    """Yield the entries that a page gives to the index: words, place, and how important."""
    for kind, value, target, main, _ in env.get_domain("index").data["entries"].get(docname, ()):
        try:
            words = split_index_msg(kind, value)
        except ValueError:
            continue
        yield from ((word, target or "", main) for word in words)
