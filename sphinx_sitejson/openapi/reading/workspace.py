"""The files of a document, each read once, and the references between them."""

from __future__ import annotations

import errno
import posixpath
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from sphinx_sitejson.common.characters import may_contain_unreadable
from sphinx_sitejson.common.files import describe_os_error, is_outside_repository, read_file
from sphinx_sitejson.common.json_documents.source_text import TextFault
from sphinx_sitejson.common.json_documents.sources import MAX_FAULTS_PER_KIND
from sphinx_sitejson.common.network.urls import RefusedError
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)

from ..raw import NoTargetError, as_object, find_value, get_value
from .locations import (
    DocumentLocation,
    SourcePosition,
    base_uri,
    collect_anchors,
    find_unescaped,
    join_uri,
    make_fragment,
    parse_pointer,
    resolve_location,
)
from .remote import LIMIT_HINT, FetchedDocument, Fetcher
from .sources import DocumentFile, iter_document_files, read_source

_MAX_IDENTIFIED_FILES = 500
"""The number of files that are searched for the ``$self`` of a reference."""
_MAX_HEAD = 100_000
"""The number of bytes of each of them: ``$self`` is near the beginning."""
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP)


class UnreadableError(Exception):
    """A file cannot be read; the message is the reason."""


class Workspace:
    """Read the files of a document, each once."""

    def __init__(
        self,
        root: Path,
        document: DocumentLocation,
        *,
        fetcher: Fetcher,
        convert: Callable[[DocumentFile], DocumentFile],
        overlays: Sequence[DocumentLocation],
        overlay_locations: Sequence[Location],
    ) -> None:
        """Initialize the workspace.

        :param convert: turns a document of another format into OpenAPI, before overlays.
        :param overlays: the overlays to apply to the document, in order.
        :param overlay_locations: where the settings name them.
        """
        self._root = root
        self.document = document
        self._fetcher = fetcher
        self.options = fetcher.options
        self._convert = convert
        self._overlays = overlays
        self._overlay_locations = dict(zip(overlays, overlay_locations, strict=False))
        self._contents: dict[DocumentLocation, FetchedDocument | str] = {}
        """The files that were read; of one that could not be read, the reason."""
        self._sources: dict[DocumentLocation, DocumentFile] = {}
        self._unread_overlays: list[Problem] = []

    def content(self, location: DocumentLocation) -> FetchedDocument:
        """Return the content of a file; raise UnreadableError."""
        if location not in self._contents:
            try:
                self._contents[location] = self._read(location)
            except UnreadableError as error:
                self._contents[location] = str(error)
        found = self._contents[location]
        if isinstance(found, str):
            raise UnreadableError(found)
        return found

    def digests(self) -> dict[DocumentLocation, str | None]:
        """Return the digests of the files that were read; None for one that could not be read."""
        return {location: self.find_digest(location) for location in self._contents}

    def find_digest(self, location: DocumentLocation) -> str | None:
        """Return the digest of a file; None if it cannot be read."""
        try:
            return self.content(location).digest
        except UnreadableError:
            return None

    def source(self, location: DocumentLocation) -> DocumentFile:
        """Return the parsed file; raise UnreadableError if there is no such file."""
        if location not in self._sources:
            source = self._parse(location)
            if location == self.document:
                source = self._convert(source)
                if self._overlays and source.value is not None:
                    # Imported late: most documents have no overlays, and JSONPath needs a library.
                    from .overlays import apply_overlays

                    source = apply_overlays(source, list(map(self._overlay, self._overlays)))
            self._sources[location] = source
        return self._sources[location]

    def identified_files(self, folder: str) -> list[DocumentLocation]:
        """Return the files in a folder and below it that have a ``$self``."""
        root = self._root.resolve()
        found = []
        for path in islice(iter_document_files(root / folder), _MAX_IDENTIFIED_FILES):
            with suppress(OSError, ValueError):
                is_identified = b"$self" in read_file(path, _MAX_HEAD)
                if is_identified and not is_outside_repository(path, self._root):
                    found.append(DocumentLocation(path.relative_to(root).as_posix()))
        return found

    def _parse(self, location: DocumentLocation) -> DocumentFile:
        found = self.content(location)
        if len(found.content) > 1_000_000:
            size = len(found.content) / 1_000_000
            self.options.progress(f"reading {location.display_name} ({size:.1f} MB)")
        return read_source(found.content, file=location.display_name)

    def _overlay(self, document: DocumentLocation) -> DocumentFile:
        """Return an overlay; one that cannot be read is reported and has no actions."""
        try:
            # A document that is its own overlay by mistake would be read without end.
            is_document = document == self.document
            return self._parse(document) if is_document else self.source(document)
        except UnreadableError as error:
            name = document.display_name
            location = self._overlay_locations.get(document) or Location(name)
            message = f"the overlay {quoted(name)} cannot be read: {error}"
            problem = Problem(ProblemCode.OPENAPI_OVERLAY, message, location)
            self._unread_overlays.append(problem)
            return DocumentFile(file=name)

    def fetch_problems(self) -> tuple[Problem, ...]:
        """Return the problems of fetching files."""
        return tuple(
            Problem(ProblemCode.OPENAPI_REMOTE, found.note, Location(location.display_name))
            for location, found in self._contents.items()
            if not isinstance(found, str) and found.note
        )

    def source_problems(self) -> tuple[Problem, ...]:
        """Return the syntax problems of the files that could be read."""
        problems = (
            problem
            for location, source in self._sources.items()
            if source.value is not None or location in self._overlays
            for problem in source.problems
        )
        return (*problems, *self._unread_overlays)

    def repeated_keys(self) -> Iterator[tuple[SourcePosition, TextFault]]:
        """Yield the keys that occur twice in a mapping; only the last value is read."""
        for location, source in self._sources.items():
            for fault in source.faults:
                if fault.kind == "repeated key":
                    yield SourcePosition(location, fault.path), fault

    def may_contain_unreadable(self) -> bool:
        """Return whether a file may contain control characters, which HTML does not allow."""
        return any(may_contain_unreadable(source.text) for source in self._sources.values())

    def _read(self, location: DocumentLocation) -> FetchedDocument:
        if not location.is_url:
            return FetchedDocument(content=self._read_file(location.path))
        try:
            return self._fetcher.fetch(location.path)
        except RefusedError as error:
            raise UnreadableError(str(error)) from None

    def _read_file(self, name: str) -> bytes:
        try:
            path = self._root.resolve(strict=True).joinpath(name)
            if is_outside_repository(path, self._root):
                raise UnreadableError(
                    "the symbolic link points outside the repository and is not followed."
                )
            content = read_file(path, self.options.size_limit + 1)
        except (OSError, ValueError) as error:
            if not isinstance(error, OSError) or error.errno in _NO_FILE:
                raise UnreadableError("there is no such file in the project.") from None
            reason = describe_os_error(error)
            raise UnreadableError(f"the file cannot be read ({reason}).") from None
        if len(content) > self.options.size_limit:
            size = f"{self.options.size_limit // 1_000_000} MB"
            raise UnreadableError(f"the file is larger than {size}{LIMIT_HINT}.")
        return content


@dataclass(frozen=True)
class ReferenceTarget:
    """The target of a reference: a document, and the path in it."""

    location: DocumentLocation
    path: JsonPath
    is_anchor: bool = field(default=False, compare=False)
    """Whether the reference is not the JSON pointer of the path."""

    @property
    def fragment(self) -> str:
        """The path as the fragment of a reference."""
        return make_fragment(self.path)


class WorkspaceReferences:
    """Resolve references between the files of a workspace; each is resolved once.

    A text instead of a target is the reason why there is none.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._allowed_origins = workspace.options.allowed_origins
        self._resolved: dict[tuple[DocumentLocation, str], ReferenceTarget | str] = {}
        self._hints_left = MAX_FAULTS_PER_KIND
        self._anchors: dict[DocumentLocation, dict[str, JsonPath]] = {}
        self._self_uris: dict[str, dict[str, DocumentLocation]] = {}
        self._followed: list[str] = []

    def value(self, target: ReferenceTarget) -> Any:
        return get_value(self._workspace.source(target.location).value, target.path)

    def find(self, ref: str, referrer: DocumentLocation) -> ReferenceTarget | str:
        """Resolve a reference relative to the file that contains it."""
        key = (referrer, ref)
        if key not in self._resolved:
            self._resolved[key] = self._find(ref, referrer)
        return self._resolved[key]

    def find_by_id(
        self, ref: str, referrer: DocumentLocation, path: JsonPath
    ) -> ReferenceTarget | None:
        """Resolve a reference relative to the ``$id`` of the schema around it, if it has one."""
        base = base_uri(self._document(referrer), path, self._document_uri(referrer))
        if base == self._document_uri(referrer):
            return None
        resource, _, fragment = ref.partition("#")
        uri = join_uri(base, resource) if resource else base
        return self._anchor(f"{uri}#{fragment}" if fragment else uri, referrer)

    def _find(self, ref: str, referrer: DocumentLocation) -> ReferenceTarget | str:
        resource, _, fragment = ref.partition("#")
        named = self._anchor(ref, referrer)
        if named is not None:
            return named
        try:
            location = self._document_url(resource, referrer) if resource else referrer
            source = self._workspace.source(location)
        except (RefusedError, UnreadableError) as error:
            return f"the reference {quoted(ref)} cannot be followed: {error}"
        if source.value is None:
            reason = source.problems[0] if source.problems else "the file is empty."
            return f"the reference {quoted(ref)} cannot be followed: {reason}"
        return self._target(ref, location, fragment)

    def _document_url(self, resource: str, referrer: DocumentLocation) -> DocumentLocation:
        """Return the document that the part of a reference before ``#`` names.

        The base URI is ``$self`` (OpenAPI 3.2, section 4.1.2.2.1). It identifies documents without
        saying where they are: those with an equal ``$self`` are looked for in the folder of the
        document, then the file that is in the same position relative to the document.
        """
        uri = join_uri(self._document_uri(referrer), resource)
        if self._self_uri(referrer) is not None:
            if uri == self._document_uri(referrer):
                return referrer
            if found := self._find_by_self(uri, referrer) or self._find_neighbor(uri, referrer):
                return found
        try:
            origins = self._allowed_origins
            located = resolve_location(resource, referrer=referrer, allowed_origins=origins)
            self._workspace.source(located)
        except (RefusedError, UnreadableError):
            if ":" in resource and (found := self._find_by_self(uri, referrer)):
                return found
            raise
        return located

    def _find_neighbor(self, uri: str, referrer: DocumentLocation) -> DocumentLocation | None:
        """Return the file whose path from a document is the path between their URIs."""
        base = urlsplit(self._document_uri(referrer))
        parts = urlsplit(uri)
        if parts[:2] != base[:2] or not parts.path.startswith("/"):
            return None
        path = posixpath.relpath(parts.path, posixpath.dirname(base.path) or "/")
        try:
            found = resolve_location(path, referrer=referrer, allowed_origins=self._allowed_origins)
            self._workspace.source(found)
        except (RefusedError, UnreadableError):
            return None
        return found

    def _find_by_self(self, uri: str, referrer: DocumentLocation) -> DocumentLocation | None:
        """Return the document of the same folder, or one below it, whose ``$self`` is a URI."""
        if referrer.is_url:
            return None
        folder = posixpath.dirname(referrer.path)
        if folder not in self._self_uris:
            locations = self._workspace.identified_files(folder)
            self._self_uris[folder] = {self._document_uri(found): found for found in locations}
        return self._self_uris[folder].get(uri)

    def _document_uri(self, document: DocumentLocation) -> str:
        """Return the base URI of a document: its ``$self``, else where it is."""
        location = document.path if document.is_url else f"file:///{quote(document.path)}"
        return join_uri(location, self._self_uri(document) or "")

    def _self_uri(self, location: DocumentLocation) -> str | None:
        uri = as_object(self._document(location)).get("$self")
        return uri if isinstance(uri, str) and uri else None

    def _document(self, location: DocumentLocation) -> Any:
        """Return the value of a file; None if it cannot be read."""
        try:
            return self._workspace.source(location).value
        except UnreadableError:
            return None

    def _target(self, ref: str, location: DocumentLocation, fragment: str) -> ReferenceTarget | str:
        if fragment and not fragment.startswith("/"):
            found = self._anchor(f"#{fragment}", location)
            return found or f"the reference {quoted(ref)} points to an anchor that does not exist."
        path = parse_pointer(fragment) if fragment else ()
        value = self._document(location)
        try:
            get_value(value, path)
        except NoTargetError:
            unescaped = find_unescaped(value, path)
            if unescaped is not None:
                return ReferenceTarget(location, unescaped, is_anchor=True)
            found = self._follow_path(location, path)
            nothing = f"the reference {quoted(ref)} points to nothing."
            return found or f"{nothing}{self._nearest(location, path)}"
        return ReferenceTarget(location, path)

    def _follow_path(self, location: DocumentLocation, path: JsonPath) -> ReferenceTarget | None:
        """Return the target of a path that leads through references.

        A JSON pointer does not follow them, but generators write such paths: with
        ``Use: {allOf: [{$ref: "#/…/Tag"}]}``, ``#/…/Use/allOf/0/properties/id`` means that of Tag.
        """
        found: JsonPath = ()
        for step, part in enumerate(path):
            value = find_value(self._document(location), found)
            ref = value.get("$ref") if isinstance(value, dict) and part not in value else None
            if isinstance(ref, str):
                if ref in self._followed:
                    return None
                self._followed.append(ref)
                try:
                    target = self.find(ref, location)
                    if not isinstance(target, ReferenceTarget):
                        return None
                    rest = f"{target.fragment}{make_fragment(path[step:])[1:]}"
                    end = self.find(rest, target.location)
                finally:
                    self._followed.pop()
                if isinstance(end, ReferenceTarget):
                    return ReferenceTarget(end.location, end.path, is_anchor=True)
                return None
            found = (*found, part)
        return None

    def _anchor(self, ref: str, location: DocumentLocation) -> ReferenceTarget | None:
        """Find a schema by its anchor, or by its ``$id`` and a path below it."""
        if ref.startswith(("#/", "./", "../")) or ref in ("", "#"):
            return None
        if location not in self._anchors:
            value = self._document(location)
            is_schema = as_object(value).keys().isdisjoint(("openapi", "swagger"))
            base = self._document_uri(location)
            self._anchors[location] = collect_anchors(value, is_schema=is_schema, base=base)
        anchors = self._anchors[location]
        resource, _, fragment = ref.partition("#")
        if ref in anchors:
            return ReferenceTarget(location, anchors[ref], is_anchor=True)
        if not resource or resource not in anchors or not fragment.startswith("/"):
            return None
        path = (*anchors[resource], *parse_pointer(fragment))
        is_there = find_value(self._document(location), path) is not None
        return ReferenceTarget(location, path, is_anchor=True) if is_there else None

    def _nearest(self, location: DocumentLocation, path: JsonPath) -> str:
        around = find_value(self._document(location), path[:-1])
        # Fuzzy matching is slow, and nobody reads hundreds of suggestions.
        self._hints_left -= 1
        if not isinstance(around, dict) or self._hints_left < 0 or len(str(path[-1])) > 100:
            return ""
        names = (name for name in around if len(name) <= 100)
        return did_you_mean(str(path[-1]), islice(names, 2_000))
