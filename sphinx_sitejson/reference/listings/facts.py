"""What is kept of a listing between builds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import Place
from sphinx_sitejson.navigation.page_files.page_index import Detail, Key, ShownAt

from .options import ListingOptions

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.digests import DocumentDigests
    from sphinx_sitejson.openapi.model import Operation


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingFact:
    """One listing of a page: what it was made of, and where it shows what."""

    file: str
    """The document, as a path from the source folder."""
    written: str
    """The path as the author wrote it."""
    location: str
    """How the library knows the document."""
    options: ListingOptions
    place: Place
    digest: str = ""
    """Of all that the listing shows; empty when there was no document."""
    operations: tuple[tuple[str, str], ...] = ()
    """Keys and anchors of the operations."""
    schemas: tuple[tuple[str, str], ...] = ()
    """Names and anchors of the schemas."""
    detail: Detail = "row"

    def mentions(self, docname: str) -> Iterator[tuple[Key, ShownAt]]:
        """Yield what the listing shows on a page, and where."""
        for key, anchor in self.operations:
            yield ("operation", self.location, key), ShownAt(docname, anchor, self.detail)
        for name, anchor in self.schemas:
            yield ("schema", self.location, name), ShownAt(docname, anchor, self.detail)


def listing_digest(digests: DocumentDigests, operations: Iterable[Operation]) -> str:
    """Return a short text that differs when what a listing shows does."""
    marks = "\n".join(f"{one.key} {digests.of_operation(one)}" for one in operations)
    return hashlib.sha256(marks.encode()).hexdigest()[:16]
