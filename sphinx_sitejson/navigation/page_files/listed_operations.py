"""Operations that a navigation lists, by themselves or as the whole of a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sphinx_sitejson.navigation.tree import GroupNode, clean_path
from sphinx_sitejson.openapi.library import FoundOperation, NotFound, OpenApiLibrary
from sphinx_sitejson.settings.structure import (
    DocumentSource,
    NavigationGroup,
    names_operation,
)

from .bindings import BrokenBinding, read_operation
from .slugs import legacy_slug

if TYPE_CHECKING:
    from sphinx_sitejson.common.problems import JsonPath
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.settings.site import SiteSettings
    from sphinx_sitejson.settings.structure import Outline, OutlineDivision

    from .generation import PageGenerator, PageStub

_USUAL = DocumentSource(source="")


def listed_sources(settings: SiteSettings) -> Iterator[tuple[DocumentSource, JsonPath]]:
    """Yield the documents that divisions and groups of the navigation name, with their places."""
    outline = settings.outline
    if outline is not None:
        for division in outline.all_divisions():
            if division.openapi:
                yield division.openapi, (*division.at, "openapi")
            yield from _sources_in(division.groups)
    yield from _sources_in(outline.groups if outline else settings.navigation)


def _sources_in(
    groups: tuple[NavigationGroup | str, ...],
) -> Iterator[tuple[DocumentSource, JsonPath]]:
    for group in groups:
        if isinstance(group, NavigationGroup):
            if group.openapi:
                yield group.openapi, (*group.at, "openapi")
            yield from _sources_in(group.pages)


class ListedOperations:
    """Walks a navigation and makes the pages of its operations, each once in a folder."""

    def __init__(self, library: OpenApiLibrary, generator: PageGenerator) -> None:
        self._library = library
        self._generator = generator
        self._pages: dict[tuple[str, str, str], str] = {}
        self._wholes: dict[tuple[str, str], tuple[GroupNode, ...]] = {}
        self.stubs: dict[str, PageStub] = {}
        self.operations: dict[JsonPath, str] = {}
        self.groups: dict[JsonPath, tuple[GroupNode, ...]] = {}
        self.shown: set[tuple[str, str]] = set()
        """The documents of which something is shown, each with its folder."""
        self.not_found: list[tuple[JsonPath, str]] = []

    def walk(self, settings: SiteSettings) -> None:
        """Look at all that the settings list."""
        outline = settings.outline
        if outline is None:
            self._walk_groups(settings.navigation, _USUAL)
        else:
            self._walk_division(outline, _USUAL)
        for location, folder in sorted(self.shown):
            document = self._library.at(location)
            assert document is not None
            for stub in self._generator.schema_pages(
                document, prefix=folder, document_name=self._library.short_name(document)
            ):
                self.stubs[stub.docname] = stub

    def _walk_division(self, division: Outline | OutlineDivision, around: DocumentSource) -> None:
        own = getattr(division, "openapi", None) or around
        is_bare = not (division.divisions or division.groups)
        if is_bare and own is not around:
            self.groups[division.at] = self._document_groups(own)
        self._walk_groups(division.groups, own)
        for inner in division.divisions:
            self._walk_division(inner, own)

    def _walk_groups(
        self, entries: tuple[NavigationGroup | str, ...], around: DocumentSource
    ) -> None:
        for group in entries:
            if not isinstance(group, NavigationGroup):
                continue
            own = group.openapi or around
            if group.openapi and not group.pages:
                self.groups[(*group.at, "openapi")] = self._document_groups(own)
            for index, entry in enumerate(group.pages):
                if isinstance(entry, str) and names_operation(entry):
                    at = group.place_of(index)
                    self.operations[at] = self._operation(entry, at, own)
            self._walk_groups(group.pages, own)

    def _document_groups(self, source: DocumentSource) -> tuple[GroupNode, ...]:
        """Make the pages of all operations of a document; a document that is missing has none."""
        document = self._document(source.source)
        if document is None:
            return ()
        key = (document.location, clean_path(source.directory))
        if key not in self._wholes:
            self.shown.add(key)
            pages = self._generator.generate(
                document,
                prefix=key[1],
                document_name=self._library.short_name(document),
                schemas=False,
                named_by=legacy_slug,
                overviews=True,
            )
            self.stubs |= {stub.docname: stub for stub in pages.stubs}
            self._wholes[key] = pages.groups
        return self._wholes[key]

    def _operation(self, entry: str, at: JsonPath, source: DocumentSource) -> str:
        """Return the page of an operation that a list names; nothing when there is none."""
        binding = read_operation(entry.strip())
        if isinstance(binding, BrokenBinding):
            self.not_found.append((at, binding.reason))
            return ""
        found = self._find(binding.key, binding.document, source)
        if isinstance(found, NotFound):
            self.not_found.append((at, found.advice()))
            return ""
        folder = clean_path(source.directory)
        key = (found.document.location, folder, found.operation.key)
        if key not in self._pages:
            self.shown.add((found.document.location, folder))
            page, stub = self._generator.one_operation(
                found.operation,
                found.document,
                prefix=folder,
                document_name=self._library.short_name(found.document),
                named_by=legacy_slug,
            )
            self._pages[key] = page
            if stub:
                self.stubs[page] = stub
        return self._pages[key]

    def _find(self, key: str, document: str, source: DocumentSource) -> FoundOperation | NotFound:
        """Look in the named document, then in the nearest one above, then in all."""
        if document:
            return self._library.find_operation(key, document)
        nearest = self._document(source.source)
        if nearest is not None:
            found = self._library.find_operation(key, nearest.location)
            everywhere = self._library.find_operation(key)
            is_nowhere = isinstance(found, NotFound) and isinstance(everywhere, NotFound)
            return found if is_nowhere or not isinstance(found, NotFound) else everywhere
        return self._library.find_operation(key)

    def _document(self, source: str) -> OpenApiDocument | None:
        if not source:
            return None
        named = self._library.named(source) or self._library.named(clean_path(source))
        return self._library.at(source) or (named[0] if len(named) == 1 else None)
