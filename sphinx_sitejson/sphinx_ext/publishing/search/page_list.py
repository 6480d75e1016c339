"""Writes the list of pages that the search dialog and the 404 page read in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.common.files.writing import write_if_changed
from sphinx_sitejson.navigation.page_files.bindings import EndpointBinding, OperationBinding
from sphinx_sitejson.navigation.page_list import list_pages, page_list_script
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme
from sphinx_sitejson.sphinx_ext.navigation.site_map import is_hidden, site_map

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
    pages = list_pages(found_pages(app.env), site_map(app.env), dict(endpoints(app.env)))
    text = page_list_script(pages)
    file = Path(app.outdir, "_static", PAGE_LIST)
    write_if_changed(file, text.encode(), below=Path(app.outdir))


def found_pages(env: BuildEnvironment) -> Iterator[str]:
    """Yield the pages that a reader may find by searching."""
    yield from (docname for docname in env.all_docs if is_found(env, docname))


def is_found(env: BuildEnvironment, docname: str) -> bool:
    """Whether a reader may find a page by searching."""
    metadata = env.metadata[docname]
    return not (is_hidden(env, docname) or "nosearch" in metadata or "no-search" in metadata)


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
