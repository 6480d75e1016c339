"""All documents of a site, and the way from a name on a page to an operation or a schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from posixpath import splitext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .document import OpenApiDocument
    from .model import Operation
    from .schemas import Schema


@dataclass(frozen=True, slots=True)
class FoundOperation:
    """An operation or webhook, with the document it stands in."""

    document: OpenApiDocument
    operation: Operation
    doubt: str = ""
    """What to say when others could be meant as well."""


@dataclass(frozen=True, slots=True)
class FoundSchema:
    """A named schema, with the document it stands in."""

    document: OpenApiDocument
    name: str
    schema: Schema
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class FoundOverview:
    """A document as a whole, or one of its tags."""

    document: OpenApiDocument
    tag: str = ""


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why nothing was found, in words that help."""

    reason: str
    document: str = ""
    """One of several documents that have what was asked for: naming it would help."""
    wanted: str = ""
    candidates: tuple[OpenApiDocument, ...] = ()
    """All documents that have it."""

    def choice(self, chosen: OpenApiDocument) -> str:
        """Return what to say when one of several documents is taken."""
        reason = self.reason.rstrip(".")
        example = f'"{chosen.location.lstrip("/")} {self.wanted}"'
        return (
            f'{reason}; that of "{chosen.location}" is shown. Write which one is meant, '
            f"such as {example}."
        )

    def advice(self, separator: str = " ") -> str:
        """Return the reason, and how to name one of several documents.

        :param separator: what stands between the document and what is asked for.
        """
        if not self.document:
            return self.reason
        example = f'"{self.document}{separator if self.wanted else ""}{self.wanted}"'
        return f"{self.reason} Specify which one, such as {example}."


class OpenApiLibrary:
    """Finds operations and schemas in the documents of a site."""

    def __init__(
        self,
        documents: Iterable[OpenApiDocument] = (),
        *,
        extra: Iterable[OpenApiDocument] = (),
    ) -> None:
        """Take the documents that the settings name, and further ones, which come second."""
        self._preferred = tuple(documents)
        self.documents = (*self._preferred, *extra)
        self._by_name: dict[str, list[OpenApiDocument]] = {}
        for document in self.documents:
            for name in _names_of(document):
                self._by_name.setdefault(name, []).append(document)

    def with_document(self, document: OpenApiDocument) -> OpenApiLibrary:
        """Return a library with one more document."""
        extra = self.documents[len(self._preferred) :]
        return OpenApiLibrary(self._preferred, extra=(*extra, document))

    @property
    def digest(self) -> str:
        """A short text that differs when any document does."""
        marks = sorted(f"{document.location} {document.digest}" for document in self.documents)
        return sha256("\n".join(marks).encode()).hexdigest()[:16]

    def at(self, location: str) -> OpenApiDocument | None:
        """Return the document that was read from a place."""
        return next((doc for doc in self.documents if doc.location == location), None)

    def find_operation(
        self, key: str, document: str = "", *, near: str | None = None
    ) -> FoundOperation | NotFound:
        """Find an operation by ``METHOD /path``, ``webhook NAME`` or ``webhook METHOD NAME``.

        The method may be written in any case.

        :param near: the page that asks: of several documents, the nearest to it is meant.
        """
        wanted = normal_key(key)
        found = self._find(
            wanted,
            document,
            kind="operation",
            names_of=lambda candidate: candidate.operations_by_written_key,
        )
        if not isinstance(found, NotFound):
            return FoundOperation(found, found.operations_by_written_key[wanted])
        if near is None or not found.candidates:
            return found
        chosen = nearest_document(found.candidates, near)
        doubt = found.choice(chosen)
        return FoundOperation(chosen, chosen.operations_by_written_key[wanted], doubt)

    def find_operation_by_id(
        self, operation_id: str, document: str = ""
    ) -> FoundOperation | NotFound:
        """Find an operation or a webhook by its ``operationId``."""
        found = self._find(
            operation_id,
            document,
            kind="operation",
            names_of=lambda candidate: candidate.operations_by_id,
        )
        if isinstance(found, NotFound):
            return found
        return FoundOperation(found, found.operations_by_id[operation_id])

    def find_schema(
        self, name: str, document: str = "", *, near: str | None = None
    ) -> FoundSchema | NotFound:
        """Find a named schema.

        :param near: the page that asks: of several documents, the nearest to it is meant.
        """
        found = self._find(
            name, document, kind="schema", names_of=lambda candidate: candidate.schemas
        )
        if not isinstance(found, NotFound):
            return FoundSchema(found, name, found.schemas[name])
        if near is None or not found.candidates:
            return found
        chosen = nearest_document(found.candidates, near)
        return FoundSchema(chosen, name, chosen.schemas[name], found.choice(chosen))

    def find_overview(self, document: str, tag: str = "") -> FoundOverview | NotFound:
        """Find a document as a whole, or a tag of it; without a name the only one is meant."""
        candidates = self.named(document) if document else self._preferred or self.documents
        if not candidates:
            return NotFound(self._no_document(document))
        if len(candidates) > 1:
            reason = f"several documents match: {_listed(candidates)}."
            return NotFound(reason, document=candidates[0].location, wanted=tag)
        (found,) = candidates
        known = {
            name for each in (*found.operations, *found.webhooks) for name in each.tags
        } | found.tags.keys()
        if tag and tag not in known:
            return NotFound(f'no tag "{tag}" in {_listed(candidates)}.{nearest(tag, known)}')
        return FoundOverview(found, tag)

    def named(self, name: str) -> tuple[OpenApiDocument, ...]:
        """Return the documents a page can mean: by file name, by path, or by URL."""
        return tuple(self._by_name.get(name, ()))

    def short_name(self, document: OpenApiDocument) -> str:
        """Return the shortest name that means this document only."""
        return document.name if len(self.named(document.name)) == 1 else document.location

    def _find(
        self,
        wanted: str,
        document: str,
        *,
        kind: str,
        names_of: Callable[[OpenApiDocument], Iterable[str]],
    ) -> OpenApiDocument | NotFound:
        candidates = self.named(document) if document else self.documents
        if not candidates:
            return NotFound(self._no_document(document))
        having = [candidate for candidate in candidates if wanted in names_of(candidate)]
        having = [candidate for candidate in having if candidate in self._preferred] or having
        if len(having) == 1:
            return having[0]
        if having:
            reason = f'several documents have "{wanted}": {_listed(having)}.'
            return NotFound(
                reason,
                document=self.short_name(having[0]),
                wanted=wanted,
                candidates=tuple(having),
            )
        known = [name for candidate in candidates for name in names_of(candidate)]
        return NotFound(f'no {kind} "{wanted}" in {_listed(candidates)}.{nearest(wanted, known)}')

    def _no_document(self, name: str) -> str:
        if not self.documents:
            return "the project has no OpenAPI document that can be used."
        names = [document.name for document in self.documents]
        return f'there is no OpenAPI document called "{name}".{nearest(name, names)}'


def nearest_document(candidates: Iterable[OpenApiDocument], page: str) -> OpenApiDocument:
    """Return the document that lies nearest to a page, of several the first by name."""
    folder = page.split("/")[:-1]

    def distance(document: OpenApiDocument) -> tuple[bool, int, str]:
        parts = document.location.strip("/").split("/")[:-1]
        shared = 0
        for own, other in zip(folder, parts, strict=False):
            if own != other:
                break
            shared += 1
        steps = len(folder) + len(parts) - 2 * shared
        return "://" in document.location, steps, document.location

    return min(candidates, key=distance)


def normal_key(key: str) -> str:
    """Write an operation the way documents are searched: the method in upper case."""
    first, _, rest = key.strip().partition(" ")
    rest = rest.strip()
    return f"webhook {rest}" if first.lower() == "webhook" else f"{first.upper()} {rest}"


def nearest(wanted: str, known: Iterable[str]) -> str:
    """Return a sentence with the nearest known name, or nothing."""
    close = get_close_matches(wanted, list(known), n=1, cutoff=0.5)
    return f' Did you mean "{close[0]}"?' if close else ""


def _names_of(document: OpenApiDocument) -> set[str]:
    path = document.location.lstrip("/")
    paths = {path, splitext(path)[0]}
    return {document.name, document.location, *paths, *(f"/{path}" for path in paths)}


def _listed(documents: Sequence[OpenApiDocument]) -> str:
    return ", ".join(f'"{document.location}"' for document in documents)
