"""The generated pages of a whole site: those of every tab and anchor that has a document."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_sitejson.navigation.divisions import is_external
from sphinx_sitejson.navigation.tree import GroupNode, MadePages, clean_path
from sphinx_sitejson.openapi.library import NotFound, OpenApiLibrary
from sphinx_sitejson.problems import Problem
from sphinx_sitejson.settings.project_files import is_remote

from .bindings import OperationBinding, OverviewBinding, ReadBinding
from .generation import PageGenerator, PageStub
from .listed_operations import ListedOperations, listed_sources
from .slugs import slug

if TYPE_CHECKING:
    from sphinx_sitejson.navigation.tree import LocateSetting
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.reading import ReadDocument
    from sphinx_sitejson.problems import JsonPath
    from sphinx_sitejson.settings import SiteSettings
    from sphinx_sitejson.settings.structure import Anchor, Tab


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePages:
    """The generated pages by name, the groups they stand in, and the documents they show."""

    stubs: dict[str, PageStub] = field(default_factory=dict)
    groups: tuple[GroupNode, ...] = ()
    """Those of tabs and anchors, which take them by the beginning of their addresses."""
    made: MadePages = MadePages()
    """Those that stand at a place of their own in the navigation."""
    documents: frozenset[str] = frozenset()
    not_found: tuple[tuple[JsonPath, str], ...] = ()
    """The operations among the listed pages that no document has, and what to say of them."""


def site_pages(
    settings: SiteSettings,
    library: OpenApiLibrary,
    *,
    written_pages: Collection[str],
    bindings: Mapping[str, ReadBinding],
) -> SitePages:
    """Make the pages that the settings ask for; those that people wrote win."""
    bound = dict(_bound_operations(bindings, library))
    generator = PageGenerator(
        written_pages=written_pages,
        bound_pages=bound,
        written_overviews=frozenset(_bound_overviews(bindings, library)),
    )
    stubs: dict[str, PageStub] = {}
    groups: list[GroupNode] = []
    shown: set[tuple[str, str]] = set()
    for entry in entries_with_document(settings):
        document = library.at(entry.openapi or "")
        prefix = clean_path(entry.url)
        if document is None or is_external(entry.url) or (document.location, prefix) in shown:
            continue
        shown.add((document.location, prefix))
        name = library.short_name(document)
        pages = generator.generate(document, prefix=prefix, document_name=name, overviews=True)
        stubs |= {stub.docname: stub for stub in pages.stubs}
        groups += pages.groups
    listed = ListedOperations(library, generator)
    listed.walk(settings)
    stubs |= listed.stubs
    shown |= listed.shown
    documents = {location for location, _prefix in shown}
    # Pages that people wrote lead to schemas too, which then need pages of their own.
    for location in sorted({location for location, _key in bound} - documents):
        stubs |= {stub.docname: stub for stub in _schemas_of(location, library, generator)}
    return SitePages(
        stubs=stubs,
        groups=tuple(groups),
        made=MadePages(operations=listed.operations, groups=listed.groups),
        documents=frozenset(documents),
        not_found=tuple(listed.not_found),
    )


def _schemas_of(
    location: str, library: OpenApiLibrary, generator: PageGenerator
) -> tuple[PageStub, ...]:
    document = library.at(location)
    assert document is not None
    return generator.schema_pages(
        document, prefix=slug(document.name) or "api", document_name=library.short_name(document)
    )


def operation_problems(pages: SitePages, locate: LocateSetting) -> Iterator[Problem]:
    """Name the operations among the listed pages that no document has."""
    for at, reason in pages.not_found:
        yield Problem(code="operation_not_found", message=reason, place=locate(at))


def entries_with_document(settings: SiteSettings) -> Iterator[Tab | Anchor]:
    """Yield the anchors, then the tabs, that have a document."""
    entries: tuple[Tab | Anchor, ...] = (*settings.anchors, *settings.tabs)
    yield from (entry for entry in entries if entry.openapi)


def named_documents(settings: SiteSettings) -> dict[str, JsonPath]:
    """Return the documents that the settings name, each with its first place."""
    named: dict[str, JsonPath] = {}
    is_list = len(settings.openapi) > 1
    for index, location in enumerate(settings.openapi):
        named.setdefault(location, ("openapi", index) if is_list else ("openapi",))
    for entry in entries_with_document(settings):
        named.setdefault(entry.openapi or "", (*entry.at, "openapi"))
    for source, at in listed_sources(settings):
        named.setdefault(source.source, at)
    return _once(named)


def _once(named: Mapping[str, JsonPath]) -> dict[str, JsonPath]:
    """Leave out what is the same file under another name."""
    kept: dict[str, tuple[str, JsonPath]] = {}
    for location, at in named.items():
        kept.setdefault(location if is_remote(location) else clean_path(location), (location, at))
    return dict(kept.values())


def as_document(read: ReadDocument) -> OpenApiDocument | None:
    """Return what was read as a document, unless it cannot be used."""
    if read.data is None:
        return None
    from sphinx_sitejson.openapi.document import OpenApiDocument

    return OpenApiDocument(
        read.data,
        name=read.name,
        location=read.location,
        version=read.version,
        digest=read.digest,
        original=read.original,
    )


def _bound_overviews(
    bindings: Mapping[str, ReadBinding], library: OpenApiLibrary
) -> Iterator[tuple[str, str]]:
    """Yield document and tag of each overview that a written page shows."""
    for binding in bindings.values():
        if isinstance(binding, OverviewBinding):
            found = library.find_overview(binding.document, binding.tag)
            if not isinstance(found, NotFound):
                yield found.document.location, found.tag


def _bound_operations(
    bindings: Mapping[str, ReadBinding], library: OpenApiLibrary
) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield document and key of each operation that a written page shows, and that page."""
    for docname, binding in sorted(bindings.items(), reverse=True):
        if isinstance(binding, OperationBinding):
            found = library.find_operation(binding.key, binding.document, near=docname)
            if not isinstance(found, NotFound):
                yield (found.document.location, found.operation.key), docname
