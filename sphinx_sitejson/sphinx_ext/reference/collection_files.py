"""Publish the requests of OpenAPI documents as collections for API clients."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.navigation.page_files.page_index import PageIndex
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.json_cache import cache_file, read_cache, write_cache
from sphinx_sitejson.sphinx_ext.common.output_files import PublishedFiles, makes_web_pages
from sphinx_sitejson.sphinx_ext.common.readable_text import readable_text
from sphinx_sitejson.sphinx_ext.openapi.downloads import OfferedDocument, offered_documents

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.reference.options import ReferenceOptions


def write_collections(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write the collections whose document, settings or page titles changed."""
    if makes_web_pages(app.builder):
        offered = offered_documents(app)
        files = PublishedFiles(app, "collections")
        memory = cache_file(app.env, "collections.json")
        cached = read_cache(memory)
        known = cached if isinstance(cached, dict) else {}
        for entry in offered:
            from .view_cache import reference_options

            options = reference_options(app.env)
            titles = page_titles(app.env, entry.document.location)
            content = f"{entry.document.digest} {options} {sorted(titles.items())}"
            digest = hashlib.sha256(content.encode()).hexdigest()
            paths = entry.collections.values()
            mark = f"{app.outdir} {entry.path}"
            is_complete = all(Path(app.outdir, path).is_file() for path in paths)
            if not (is_complete and entry.document.digest and known.get(mark) == digest):
                _write_document_collections(entry, files, options, titles)
            known[mark] = digest
        files.keep_only(path for entry in offered for path in entry.collections.values())
        if offered:
            write_cache(memory, known)
    yield from ()


def page_titles(env: BuildEnvironment, location: str) -> dict[str, str]:
    """Return the titles of the pages of a document by the keys of their operations."""
    return {
        key: readable_text(env.titles[docname])
        for document, key, docname in PageIndex(site_domain(env).bound).operations()
        if document == location and docname in env.titles
    }


def _write_document_collections(
    entry: OfferedDocument,
    files: PublishedFiles,
    options: ReferenceOptions,
    titles: Mapping[str, str],
) -> None:
    from sphinx_sitejson.reference.request_collections.building import build_collection
    from sphinx_sitejson.reference.request_collections.formats import FORMATS

    collection = build_collection(entry.document, options, titles)
    for name, path in entry.collections.items():
        files.write_one(path, FORMATS[name].write(collection))
