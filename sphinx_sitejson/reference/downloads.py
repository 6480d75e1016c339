"""Publish documents and collections for download."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_sitejson.common.records import record
from sphinx_sitejson.navigation.document_state import used_documents
from sphinx_sitejson.navigation.page_generation import slug
from sphinx_sitejson.navigation.page_index import PageIndex
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.output_files import (
    PublishedFiles,
    cache_file,
    makes_web_pages,
    read_cache,
    write_cache,
)

from .views.ids import PageIds

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.http_messages.collections import CollectionFormat
    from sphinx_sitejson.http_messages.options import ReferenceOptions
    from sphinx_sitejson.openapi.document import OpenApiDocument

FOLDER = "_static/openapi"


@record
class OfferedDocument:
    """A document and its path on the site."""

    document: OpenApiDocument
    path: str

    @property
    def title(self) -> str:
        """The name of the API."""
        return self.document.title or self.document.name

    @property
    def uri(self) -> str:
        """The URL relative to the root of the site."""
        return quote(self.path)

    @property
    def collections(self) -> list[tuple[CollectionFormat, str]]:
        """The formats and the paths of its collections."""
        from sphinx_sitejson.http_messages.collections import FORMATS

        # A webhook is no request to the API.
        has_requests = any(each.is_listed for each in self.document.operations)
        base = self.path.removesuffix(".json")
        return [(each, base + each.suffix) for each in FORMATS.values() if has_requests]

    @property
    def collection_links(self) -> tuple[tuple[str, str], ...]:
        """The clients of its collections, with URLs relative to the root of the site."""
        return tuple((each.client, quote(path)) for each, path in self.collections)


@BuildState
def offered_documents(env: BuildEnvironment) -> dict[str, OfferedDocument]:
    """Return the documents that the site shows by their locations, each under a unique name."""
    if not env.config.sitejson_openapi_downloads or not makes_web_pages(site_of(env).builder):
        return {}
    names = PageIds()
    return {
        document.location: OfferedDocument(
            document=document, path=f"{FOLDER}/{names.new(slug(document.name) or 'api')}.json"
        )
        for document in used_documents(env)
    }


def write_downloads(app: Sphinx) -> tuple[()]:
    """Write the documents and collections whose document, settings or page titles changed."""
    env = app.env
    from .view_cache import reference_options

    offered, files = offered_documents(env).values(), PublishedFiles(app, "openapi")
    memory = cache_file(env, "offered.json")
    known = read_cache(memory, dict)
    options = reference_options(env)
    published: list[str] = []
    for entry in offered:
        titles = page_titles(env, entry.document.location)
        content = f"{entry.document.digest} {options} {sorted(titles.items())}"
        digest = hashlib.sha256(content.encode()).hexdigest() if entry.document.digest else ""
        paths = [entry.path, *(path for _format, path in entry.collections)]
        is_complete = all(Path(app.outdir, path).is_file() for path in paths)
        mark = f"{app.outdir} {entry.path}"
        if not (is_complete and digest and known.get(mark) == digest):
            _write_files(entry, files, options, titles)
        known[mark] = digest
        published += paths
    files.keep_only(published)
    if offered:
        write_cache(memory, known)
    return ()


def _write_files(
    entry: OfferedDocument, files: PublishedFiles, options: ReferenceOptions, titles: dict[str, str]
) -> None:
    from sphinx_sitejson.http_messages.collections import build_collection
    from sphinx_sitejson.openapi.document import serialize_published_document

    files.write_one(entry.path, serialize_published_document(entry.document))
    if collections := entry.collections:
        collection = build_collection(entry.document, options, titles)
        for each, path in collections:
            files.write_one(path, each.write(collection, None))


def page_titles(env: BuildEnvironment, location: str) -> dict[str, str]:
    """Return the titles of the pages of a document by the keys of their operations."""
    return {
        key: readable_text(env.titles[docname])
        for document, key, docname in PageIndex(site_domain(env).bound).operations()
        if document == location and docname in env.titles
    }
