"""What is known of the OpenAPI documents while a build runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import Problem
from sphinx_sitejson.navigation.page_files.page_index import PageIndex
from sphinx_sitejson.navigation.page_files.site_pages import (
    SitePages,
    collect_document_extras,
    find_extras,
    named_documents,
)
from sphinx_sitejson.openapi.library import OpenApiLibrary
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain, site_of

from .api_formats import added_formats

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.openapi.digests import DocumentDigests
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.reading import Extras, ReadOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteDocuments:
    """The documents of the site, and the pages made from them."""

    library: OpenApiLibrary = field(default_factory=OpenApiLibrary)
    pages: SitePages = field(default_factory=SitePages)
    """The generated pages."""
    problems: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict)
    """What is wrong with each document, told only of those that the site shows."""
    unread: tuple[str, ...] = ()
    """The documents that the settings name and that cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraPage:
    """A page that another feature generates, neither authored nor from a document."""

    text: str
    suffix: str
    """Of its file, which says in which language the text is."""
    if_taken: Problem
    """The message if the author has a page of the same name, which takes precedence."""


extra_pages: BuildState[dict[str, ExtraPage]] = BuildState(lambda env: {})
"""Further pages by name; known before Sphinx looks for pages."""

site_documents: BuildState[SiteDocuments] = BuildState(lambda env: SiteDocuments())

document_digests: BuildState[dict[str, DocumentDigests]] = BuildState(lambda env: {})
"""What is known of the documents' parts, by location; each is looked at once."""


def used_locations(env: BuildEnvironment) -> set[str]:
    """Return where the documents lie that the settings name or a page shows."""
    domain = site_domain(env)
    bound = {fact.location for facts in domain.bound.values() for fact in facts}
    listed = {fact.location for facts in domain.listings.values() for fact in facts}
    generated = site_documents(env).pages.documents
    return {*named_documents(domain.site.settings), *generated, *bound, *listed}


def used_documents(env: BuildEnvironment) -> Iterator[OpenApiDocument]:
    """Yield the documents that the site shows."""
    used = used_locations(env)
    yield from (each for each in site_documents(env).library.documents if each.location in used)


def read_options(env: BuildEnvironment, *, is_offline: bool = False) -> ReadOptions:
    """Return how documents are read, as the configuration says.

    :param is_offline: whether only what was fetched before is read.
    """
    from sphinx_sitejson.openapi.reading import ReadOptions

    config = env.config
    return ReadOptions(
        cache_folder=Path(env.doctreedir, "sitejson", "documents"),
        formats=added_formats(env),
        offline=is_offline or config.sitejson_offline,
        allowed_origins=frozenset(config.sitejson_allowed_origins),
        size_limit=config.sitejson_largest_document * 1_000_000,
    )


_extras: BuildState[dict[str, Extras]] = BuildState(
    lambda env: collect_document_extras(site_of(env).settings)
)


def document_extras(env: BuildEnvironment, location: str) -> Extras:
    """Return what the settings say of a document: what changes it, and its hash."""
    return find_extras(_extras(env), location)


document_options: BuildState[ReadOptions] = BuildState(lambda env: read_options(env))
"""One object for all documents of a build: it knows which URLs were asked already."""

page_index: BuildState[PageIndex] = BuildState(lambda env: PageIndex())
"""Where operations and schemas have their pages; known when all pages are read."""
