"""The documents of a site, and the lookup of operations and schemas by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from posixpath import commonprefix, splitext
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_sitejson.common.problems import did_you_mean

if TYPE_CHECKING:
    from .document import OpenApiDocument
    from .model import Operation
    from .schemas import Schema


_MAX_SHOWN = 5
"""The largest number of documents that a message lists."""


@dataclass(frozen=True)
class Ambiguity:
    """The warning that other documents contain an operation or schema as well."""

    message: str
    locations: tuple[str, ...]
    """The documents that contain it."""


@dataclass(frozen=True)
class FoundOperation:
    """An operation or webhook, and the document that contains it."""

    document: OpenApiDocument
    operation: Operation
    ambiguity: Ambiguity | None = None


@dataclass(frozen=True)
class FoundSchema:
    """A named schema, and the document that contains it."""

    document: OpenApiDocument
    name: str
    schema: Schema
    ambiguity: Ambiguity | None = None


@dataclass(frozen=True)
class FoundOverview:
    """A complete document, or one of its tags."""

    document: OpenApiDocument
    tag: str


@dataclass(frozen=True)
class NotFound:
    """The reason why nothing was found."""

    reason: str
    document: str = ""
    """The first of several candidates, for the hint how to name one."""
    name: str = ""

    def explain(self, separator: str = " ") -> str:
        """Return the reason, and a hint how to name one of several documents.

        :param separator: written between the document and the operation or schema.
        """
        if not self.document:
            return self.reason
        example = f'"{self.document}{separator if self.name else ""}{self.name}"'
        return f"{self.reason} Specify which one, such as {example}."


_Found = TypeVar("_Found")


class OpenApiLibrary:
    """Find operations and schemas in the documents of a site."""

    def __init__(
        self, documents: Iterable[OpenApiDocument] = (), *, extra: Iterable[OpenApiDocument] = ()
    ) -> None:
        """Take the documents named in the settings, and extra ones of lower priority."""
        self._preferred = tuple(documents)
        self.documents = (*self._preferred, *extra)
        self._by_name: dict[str, list[OpenApiDocument]] = {}
        for document in self.documents:
            path = document.location.lstrip("/")
            paths = {path, splitext(path)[0]}
            for name in {document.name, document.location, *paths, *(f"/{each}" for each in paths)}:
                self._by_name.setdefault(name, []).append(document)

    def with_document(self, document: OpenApiDocument) -> OpenApiLibrary:
        """Return a copy of the library with one more document."""
        extra = self.documents[len(self._preferred) :]
        return OpenApiLibrary(self._preferred, extra=(*extra, document))

    @property
    def digest(self) -> str:
        """A hash of the locations and contents of all documents."""
        lines = sorted(f"{document.location} {document.digest}" for document in self.documents)
        return sha256("\n".join(lines).encode()).hexdigest()[:16]

    def document_at(self, location: str) -> OpenApiDocument | None:
        """Return the document that was read from a location."""
        return next((doc for doc in self.documents if doc.location == location), None)

    def find_operation(
        self, key: str, document: str = "", *, near: str | None = None
    ) -> FoundOperation | NotFound:
        """Find an operation by ``METHOD /path``, ``webhook NAME`` or ``webhook METHOD NAME``.

        The case of the method is ignored.

        :param near: the page; of several candidates the document nearest to it is chosen.
        """
        return self._find(
            FoundOperation,
            normalize_operation_key(key),
            document,
            "operation",
            lambda candidate: candidate.operations_by_accepted_key,
            near,
        )

    def find_operation_by_id(
        self, operation_id: str, document: str = ""
    ) -> FoundOperation | NotFound:
        """Find an operation or a webhook by its ``operationId``."""
        return self._find(
            FoundOperation,
            operation_id,
            document,
            "operation",
            lambda candidate: candidate.operations_by_id,
        )

    def find_schema(
        self, name: str, document: str = "", *, near: str | None = None
    ) -> FoundSchema | NotFound:
        """Find a named schema.

        :param near: the page; of several candidates the document nearest to it is chosen.
        """
        return self._find(
            lambda chosen, schema, ambiguity: FoundSchema(chosen, name, schema, ambiguity),
            name,
            document,
            "schema",
            lambda candidate: candidate.schemas,
            near,
        )

    def find_overview(self, document: str, tag: str) -> FoundOverview | NotFound:
        """Find a document or one of its tags; an empty name means the only document."""
        candidates = (
            self.documents_named(document) if document else self._preferred or self.documents
        )
        if not candidates:
            return NotFound(self._no_document(document))
        if len(candidates) > 1:
            reason = f"several documents match: {_join_locations(candidates)}."
            return NotFound(reason, document=candidates[0].location, name=tag)
        (found,) = candidates
        known = {
            name for each in found.operations_and_webhooks for name in each.tags
        } | found.tags.keys()
        if tag and tag not in known:
            return NotFound(
                f'no tag "{tag}" in {_join_locations(candidates)}.{did_you_mean(tag, known)}'
            )
        return FoundOverview(found, tag)

    def documents_named(self, name: str) -> tuple[OpenApiDocument, ...]:
        """Return the documents with a name: a file name, a path, or a URL."""
        return tuple(self._by_name.get(name, ()))

    def short_name(self, document: OpenApiDocument) -> str:
        """Return the shortest unambiguous name of a document."""
        return document.name if len(self.documents_named(document.name)) == 1 else document.location

    def _find(
        self,
        found: Callable[[OpenApiDocument, Any, Ambiguity | None], _Found],
        requested: str,
        document: str,
        kind: str,
        values_of: Callable[[OpenApiDocument], Mapping[str, Any]],
        near: str | None = None,
    ) -> _Found | NotFound:
        candidates = self.documents_named(document) if document else self.documents
        if not candidates:
            return NotFound(self._no_document(document))
        matches = [candidate for candidate in candidates if requested in values_of(candidate)]
        matches = [candidate for candidate in matches if candidate in self._preferred] or matches
        if not matches:
            known = [name for candidate in candidates for name in values_of(candidate)]
            hint = did_you_mean(requested, known, likeness=0.5)
            return NotFound(f'no {kind} "{requested}" in {_join_locations(candidates)}.{hint}')
        chosen, ambiguity = matches[0], None
        if len(matches) > 1:
            reason = f'several documents have "{requested}": {_join_locations(matches)}'
            if near is None:
                return NotFound(f"{reason}.", self.short_name(chosen), requested)
            chosen = _find_nearest_document(matches, near)
            message = (
                f'{reason}; using the one in "{chosen.location}". Specify which one, such as '
                f'"{chosen.location.lstrip("/")} {requested}".'
            )
            ambiguity = Ambiguity(message, tuple(match.location for match in matches))
        return found(chosen, values_of(chosen)[requested], ambiguity)

    def _no_document(self, name: str) -> str:
        if not self.documents:
            return (
                "the project has no API document that can be used; name one as "
                '"openapi" or "asyncapi" in the settings.'
            )
        names = [document.name for document in self.documents]
        return f'there is no API document called "{name}".{did_you_mean(name, names)}'


def _find_nearest_document(candidates: Iterable[OpenApiDocument], page: str) -> OpenApiDocument:
    """Return the document with the shortest path to a page; of several the first by location."""
    folder = page.split("/")[:-1]

    def distance(document: OpenApiDocument) -> tuple[bool, int, str]:
        parts = document.location.strip("/").split("/")[:-1]
        shared = len(commonprefix([folder, parts]))
        steps = len(folder) + len(parts) - 2 * shared
        return "://" in document.location, steps, document.location

    return min(candidates, key=distance)


def normalize_operation_key(key: str) -> str:
    """Normalize the key of an operation: ``get /pets`` gives ``GET /pets``."""
    first, _, rest = key.strip().partition(" ")
    rest = rest.strip()
    return f"webhook {rest}" if first.lower() == "webhook" else f"{first.upper()} {rest}"


def _join_locations(documents: Sequence[OpenApiDocument]) -> str:
    shown = documents if len(documents) <= _MAX_SHOWN else documents[: _MAX_SHOWN - 1]
    more = f" and {len(documents) - len(shown)} more" if len(shown) < len(documents) else ""
    return ", ".join(f'"{document.location}"' for document in shown) + more
