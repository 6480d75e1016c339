"""The generated pages of all tabs, anchors and groups that have a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import JsonPath, LocateSetting, Problem, ProblemCode
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.library import FoundOperation, NotFound, OpenApiLibrary
from sphinx_sitejson.settings.project_pages import _all_named, _file_name, clean_path, listed_paths
from sphinx_sitejson.settings.structure import (
    Anchor,
    ApiDocument,
    Division,
    DocumentSource,
    NavigationGroup,
    Outline,
    Tab,
    entry_documents,
    names_operation,
)

from .authored_pages import (
    BrokenBinding,
    OperationBinding,
    OverviewBinding,
    ParsedBinding,
    SchemaBinding,
    parse_operation_binding,
)
from .locations import is_external
from .page_generation import DocumentPart, PageFolder, PageGenerator, PageStub, legacy_slug, slug
from .page_index import Key
from .tree import GeneratedEntries, GroupNode, Groups

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.reading.documents import Extras, ReadDocument
    from sphinx_sitejson.settings.loading import LoadedSettings
    from sphinx_sitejson.settings.site import SiteSettings

_DEFAULT_PREFIX = DocumentSource(source="")


class ListedOperations:
    """Generates the pages of operations that a navigation lists, each once per folder."""

    def __init__(
        self, library: OpenApiLibrary, generator: PageGenerator, bound_documents: Collection[str]
    ) -> None:
        self._library = library
        self._generator = generator
        self._bound_documents = bound_documents
        """The locations of documents of which authored pages show operations."""
        self._with_entries: list[tuple[JsonPath, JsonPath, list[ApiDocument]]] = []
        """The groups and divisions of an outline with entries and documents: the path, the key in
        ``groups``, and the documents; inner ones first."""
        self._pages: dict[tuple[str, str, str], str] = {}
        self._folders: dict[str, str] = {}
        """The folders of documents that are set for the whole site, by location."""
        self._generated_groups: dict[tuple[str, str], Groups] = {}
        self.operations: dict[JsonPath, str] = {}
        self.groups: dict[JsonPath, Groups] = {}
        self.rendered_folders: set[tuple[str, str]] = set()
        """The documents with pages, each with its folder."""
        self.not_found: list[tuple[JsonPath, str]] = []

    def walk(self, settings: SiteSettings) -> None:
        """Generate the pages for all listed operations."""
        for source in (*settings.openapi, *settings.asyncapi):
            if document := self._document(source.source):
                self._folders.setdefault(document.location, source.directory)
        outline = settings.outline
        if outline is None:
            self._walk_groups(settings.navigation, _DEFAULT_PREFIX)
        else:
            self._walk_division(outline, _DEFAULT_PREFIX)
            self._add_unused_documents()
        for location, folder in sorted(self.rendered_folders):
            document = self._library.document_at(location)
            assert document is not None
            name = self._library.short_name(document)
            self._generator.schema_pages(PageFolder(document, folder, name))

    def _walk_division(self, division: Outline | Division, around: ApiDocument) -> None:
        documents = [] if isinstance(division, Outline) else _documents_of(division)
        document = documents[0] if documents else around
        if documents and not (division.divisions or division.groups):
            self.groups[division.at] = self._groups_of(documents)
        self._walk_groups(division.groups, document)
        if documents and division.groups and not division.divisions:
            self._with_entries.append((division.at, division.at, documents))
        for inner in division.divisions:
            self._walk_division(inner, document)

    def _add_unused_documents(self) -> None:
        """Generate all pages of a document if no page or entry of the site uses it.

        The entries of its group or division are then other pages, such as an introduction.
        """
        used = {location for location, _folder in self.rendered_folders}.union(
            self._bound_documents
        )
        added: list[tuple[JsonPath, str]] = []
        for at, key, sources in self._with_entries:
            documents = [(source, self._document(source.source)) for source in sources]
            within = {place for inner, place in added if inner[: len(at)] == at}
            unused = [
                (source, document.location)
                for source, document in documents
                if document is not None and document.location not in used | within
            ]
            added += [(at, location) for _source, location in unused]
            self.groups[key] = self._groups_of(source for source, _location in unused)

    def _walk_groups(self, entries: tuple[NavigationGroup | str, ...], around: ApiDocument) -> None:
        for group in entries:
            if not isinstance(group, NavigationGroup):
                continue
            documents = _documents_of(group)
            group_document = documents[0] if documents else around
            if documents and not group.pages:
                self.groups[(*group.at, "openapi")] = self._groups_of(documents)
            for index, entry in enumerate(group.pages):
                if isinstance(entry, str) and names_operation(entry):
                    at = group.entry_path(index)
                    self.operations[at] = self._operation(entry, at, group_document)
            self._walk_groups(group.pages, group_document)
            if documents and group.pages:
                self._with_entries.append((group.at, (*group.at, "openapi"), documents))

    def _groups_of(self, sources: Iterable[ApiDocument]) -> Groups:
        return tuple(group for source in sources for group in self._document_groups(source))

    def _document_groups(self, source: ApiDocument) -> Groups:
        """Generate the pages of a document; a missing document has none."""
        document = self._document(source.source)
        if document is None:
            return ()
        key = (document.location, clean_path(source.directory))
        if key not in self._generated_groups:
            self.rendered_folders.add(key)
            folder = self._folder(document, key[1])
            groups = self._generator.generate(folder, schemas=False, overviews=True)
            self._generated_groups[key] = groups
        return self._generated_groups[key]

    def _operation(self, entry: str, at: JsonPath, source: ApiDocument) -> str:
        """Return the page of a listed operation, or an empty string."""
        binding = parse_operation_binding(entry.strip())
        if isinstance(binding, BrokenBinding):
            self.not_found.append((at, binding.reason))
            return ""
        found = self._find(binding.key, binding.document, source)
        if isinstance(found, NotFound):
            self.not_found.append((at, found.explain()))
            return ""
        directory = source.directory
        if source is _DEFAULT_PREFIX:
            directory = self._folders.get(found.document.location, directory)
        folder = self._folder(found.document, clean_path(directory))
        key = (found.document.location, folder.prefix, found.operation.key)
        if key not in self._pages:
            self.rendered_folders.add(key[:2])
            self._pages[key] = self._generator.operation_page(found.operation, folder)
        return self._pages[key]

    def _folder(self, document: OpenApiDocument, prefix: str) -> PageFolder:
        return PageFolder(document, prefix, self._library.short_name(document), legacy_slug)

    def _find(self, key: str, document: str, source: ApiDocument) -> FoundOperation | NotFound:
        """Find an operation in the named document, else the nearest one above, else in all."""
        found = self._library.find_operation(key, document)
        nearest = None if document else self._document(source.source)
        if nearest is None:
            return found
        inside = self._library.find_operation(key, nearest.location)
        # If no document has it, the message is about the nearest one.
        is_elsewhere = isinstance(inside, NotFound) and not isinstance(found, NotFound)
        return found if is_elsewhere else inside

    def _document(self, source: str) -> OpenApiDocument | None:
        if not source:
            return None
        named = self._library.documents_named(source) or self._library.documents_named(
            clean_path(source)
        )
        return self._library.document_at(source) or (named[0] if len(named) == 1 else None)


def _documents_of(entry: NavigationGroup | Division) -> list[ApiDocument]:
    return [document for document, _at in entry_documents(entry)]


@record
class SitePages:
    """The generated pages by name, their groups, and their documents."""

    stubs: dict[str, PageStub] = field(default_factory=dict)
    groups: Groups = ()
    """The groups of tabs and anchors, which contain them by path prefix."""
    generated: GeneratedEntries = GeneratedEntries()
    """The groups and pages of entries in the navigation."""
    documents: frozenset[str] = frozenset()
    with_schemas: frozenset[str] = frozenset()
    """The documents of which each named schema has a page."""
    not_found: tuple[tuple[JsonPath, str], ...] = ()
    """The listed operations that no document has, with a message."""
    replaced: Mapping[str, Key] = field(default_factory=dict)
    """The operations and schemas of authored pages, by the names of the pages that are not
    generated for them."""


def site_pages(
    settings: SiteSettings,
    library: OpenApiLibrary,
    *,
    authored_pages: Collection[str],
    bindings: Mapping[str, ParsedBinding],
    schema_directives: Iterable[tuple[str, SchemaBinding]],
) -> SitePages:
    """Generate the pages of the settings; authored pages take precedence.

    :param schema_directives: the schemas that directives show, each with its page; where pages are
        generated only for links, the links refer to it.
    """
    bound: dict[DocumentPart, str] = {}
    overviews: dict[DocumentPart, str] = {}
    for docname, binding in sorted(bindings.items(), reverse=True):
        if isinstance(binding, OperationBinding):
            operation = library.find_operation(binding.key, binding.document, near=docname)
            if not isinstance(operation, NotFound):
                bound[operation.document.location, operation.operation.key] = docname
        elif isinstance(binding, OverviewBinding):
            overview = library.find_overview(binding.document, binding.tag)
            if not isinstance(overview, NotFound):
                overviews[overview.document.location, overview.tag] = docname
    generator = PageGenerator(
        authored_pages=authored_pages,
        bound_pages=bound,
        bound_schemas=set(_bound_schemas(bindings.items(), library)),
        listed_pages=set(map(clean_path, listed_paths(settings))),
        authored_overviews=overviews,
    )
    groups: list[GroupNode] = []
    rendered_schemas: set[DocumentPart] = set()
    for entry, named in entries_with_document(settings):
        document = library.document_at(named.source)
        prefix = clean_path(entry.url)
        if (
            document is None
            or is_external(entry.url)
            or (document.location, prefix) in rendered_schemas
        ):
            continue
        rendered_schemas.add((document.location, prefix))
        folder = PageFolder(document, prefix, library.short_name(document))
        generated = generator.generate(folder, overviews=True)
        groups += (replace(group, generated_for=entry.at) for group in generated)
    listed = ListedOperations(library, generator, {location for location, _key in bound})
    listed.walk(settings)
    rendered_schemas |= listed.rendered_folders
    documents = {location for location, _prefix in rendered_schemas}
    # Authored pages link to schemas, too, which then need pages.
    with_schemas = documents | {location for location, _key in bound}
    in_directives = set(_bound_schemas(schema_directives, library))
    for location in sorted(with_schemas - documents):
        document = library.document_at(location)
        assert document is not None
        prefix = slug(document.name) or "api"
        folder = PageFolder(document, prefix, library.short_name(document))
        generator.schema_pages(folder, in_directives)
    stubs = {stub.docname: stub for stub in generator.stubs}
    return SitePages(
        stubs=stubs,
        groups=tuple(groups),
        generated=GeneratedEntries(
            operations=listed.operations, groups=listed.groups, renamed=generator.renamed
        ),
        documents=frozenset(documents),
        with_schemas=frozenset(with_schemas),
        not_found=tuple(listed.not_found),
        replaced={name: key for name, key in generator.replaced.items() if name not in stubs},
    )


def operation_problems(pages: SitePages, locate: LocateSetting) -> Iterator[Problem]:
    """Report listed operations that no document has."""
    for at, reason in pages.not_found:
        yield Problem(ProblemCode.OPERATION_NOT_FOUND, reason, locate(at))


def entries_with_document(settings: SiteSettings) -> Iterator[tuple[Tab | Anchor, ApiDocument]]:
    """Yield the anchors, then the tabs, with each document that they have."""
    entries: tuple[Tab | Anchor, ...] = (*settings.anchors, *settings.tabs)
    yield from ((entry, document) for entry in entries for document, _at in entry_documents(entry))


def document_folders(settings: SiteSettings) -> Iterator[DocumentPart]:
    """Yield each document with a folder of the pages that are generated from it."""
    for entry, document in entries_with_document(settings):
        yield document.source, clean_path(entry.url)
    for named, _at in _all_named(settings):
        if isinstance(named, DocumentSource):
            yield named.source, clean_path(named.directory)


def document_extras(loaded: LoadedSettings, location: str) -> Extras:
    """Return the overlays and the hash of a document, in any spelling of its location.

    If the settings name it several times, the first ones are used.
    """
    from sphinx_sitejson.openapi.reading.documents import Extras

    for document, at in _all_named(loaded.settings) if loaded.settings else ():
        has_extras = document.overlays or document.sha256
        if has_extras and _file_name(document.source) == _file_name(location):
            paths = ((*at, "overlays", index) for index in range(len(document.overlays)))
            return Extras(
                overlays=tuple(map(loaded.document_file, document.overlays)),
                overlay_locations=tuple(map(loaded.locate, paths)),
                sha256=document.sha256 or "",
            )
    return Extras()


def as_document(read: ReadDocument) -> OpenApiDocument | None:
    """Return the document of a result, or None if it is unusable."""
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


def _bound_schemas(
    bindings: Iterable[tuple[str, ParsedBinding]], library: OpenApiLibrary
) -> Iterator[DocumentPart]:
    """Yield document and name of each schema that a binding names."""
    for docname, binding in bindings:
        if isinstance(binding, SchemaBinding):
            found = library.find_schema(binding.name, binding.document, near=docname)
            if not isinstance(found, NotFound):
                yield found.document.location, found.name
