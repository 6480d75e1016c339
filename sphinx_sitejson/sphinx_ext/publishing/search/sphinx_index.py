"""Skip the search index of Sphinx where it is not wanted, or else complete it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.index_entries import split_index_msg

from sphinx_sitejson.sphinx_ext.common.other_extensions import has_our_theme
from sphinx_sitejson.sphinx_ext.patches.builders import (
    deduplicate_indexed_words,
    disable_search_index,
    search_index_entries,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def prepare_search_index(app: Sphinx) -> None:
    """Disable the search index of Sphinx if configured, and in previews; other themes need it."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    config = app.config
    # The next build that is no preview writes all pages, and with them a complete index.
    is_on = config.sitejson_sphinx_search_index and not config.sitejson_preview
    if is_on or not has_our_theme(builder):
        deduplicate_indexed_words(builder)
    else:
        disable_search_index(builder)
        # The file of an earlier build would become stale.
        Path(app.outdir, builder.searchindex_filename).unlink(missing_ok=True)


def restore_index_entries(app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Add the index entries of pages that this build did not write, which Sphinx drops."""
    entries, docnames = search_index_entries(app.builder)
    for docname in docnames:
        if docname not in entries:
            entries[docname] = sorted(set(index_entries(app.env, docname)))
    return ()


def index_entries(env: BuildEnvironment, docname: str) -> Iterator[tuple[str, str, str]]:
    """Yield the index entries of a page: term, target and main flag."""
    for kind, value, target, main, _ in env.get_domain("index").data["entries"].get(docname, ()):
        try:
            terms = split_index_msg(kind, value)
        except ValueError:
            continue
        yield from ((term, target or "", main) for term in terms)
