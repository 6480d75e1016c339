"""Publish the OpenAPI documents of the site for download, each bundled into one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_sitejson.navigation.page_files.generation import slug
from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.common.json_cache import cache_file, read_cache, write_cache
from sphinx_sitejson.sphinx_ext.common.output_files import PublishedFiles, makes_web_pages

from .state import used_documents

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.document import OpenApiDocument

FOLDER = "_static/openapi"


@dataclass(frozen=True, slots=True, kw_only=True)
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
    def collections(self) -> dict[str, str]:
        """The paths of its collections by the names of their formats."""
        from sphinx_sitejson.reference.request_collections.formats import FORMATS

        # A webhook is no request to the API.
        has_requests = any(each.is_listed for each in self.document.operations)
        base = self.path.removesuffix(".json")
        return {name: base + each.suffix for name, each in FORMATS.items() if has_requests}

    @property
    def collection_links(self) -> tuple[tuple[str, str], ...]:
        """The clients of its collections, with URLs relative to the root of the site."""
        from sphinx_sitejson.reference.request_collections.formats import FORMATS

        return tuple((FORMATS[name].client, quote(path)) for name, path in self.collections.items())


def offered_documents(app: Sphinx) -> list[OfferedDocument]:
    """Return the documents that the site shows, each under a unique name."""
    return documents_for_readers(app.env)


def documents_for_readers(env: BuildEnvironment) -> list[OfferedDocument]:
    """Return the published documents of an environment."""
    if not env.config.sitejson_openapi_downloads or not makes_web_pages(site_of(env).builder):
        return []
    offered: dict[str, OfferedDocument] = {}
    for document in used_documents(env):
        name = base = slug(document.name) or "api"
        number = 1
        while name in offered:
            number += 1
            name = f"{base}-{number}"
        offered[name] = OfferedDocument(document=document, path=f"{FOLDER}/{name}.json")
    return list(offered.values())


def write_documents(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Write the documents that changed."""
    if makes_web_pages(app.builder):
        offered = offered_documents(app)
        files = PublishedFiles(app, "openapi")
        memory = cache_file(app.env, "offered.json")
        cached = read_cache(memory)
        known = cached if isinstance(cached, dict) else {}
        for entry in offered:
            mark = f"{app.outdir} {entry.path}"
            is_there = Path(app.outdir, entry.path).is_file()
            if not (is_there and known.get(mark) == entry.document.digest != ""):
                from sphinx_sitejson.openapi.document import serialize_published_document

                files.write_one(entry.path, serialize_published_document(entry.document))
            known[mark] = entry.document.digest
        files.keep_only([entry.path for entry in offered])
        if offered:
            write_cache(memory, known)
    yield from ()
