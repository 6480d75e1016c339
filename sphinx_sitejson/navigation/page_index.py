"""Look up the page of an operation or schema, or its anchor on another page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sphinx_sitejson.common.problems import Location
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.library import Ambiguity

from .authored_pages import Binding, EndpointBinding, OperationBinding, OverviewBinding

Detail = Literal["page", "row", "short row", "example row", "bare row"]
"""How much is shown: everything; the content of one row of a few; the content of one row of many,
with or without examples of shared schemas; or no fields."""
SHORT_ROWS: frozenset[str] = frozenset({"short row", "example row"})
"""The rows of a page with many operations."""

Key = tuple[str, str, str]
"""``operation``, ``schema`` or ``overview``, the document's location, and the name in it.

The name of an overview is that of a tag, or nothing.
"""


@record
class BoundFact:
    """A binding as stored between builds, to detect when its page is outdated."""

    binding: Binding
    location: str = ""
    """The document it was found in, or an empty string."""
    digest: str = ""
    is_page: bool = True
    """Whether it is the binding of the page, not of a directive."""
    anchor: str = ""
    """The anchor of the directive."""
    ambiguity: Ambiguity | None = None
    binding_location: Location | None = None
    """Where an ambiguous binding is written."""


@dataclass(frozen=True)
class Implementation:
    """A Python object that implements an operation."""

    operation: str
    """The operation id, or method and path."""
    owner: str
    """The name of the object."""
    anchor: str
    """Its anchor on the page."""


@dataclass(frozen=True)
class PageAnchor:
    """A page, and the anchor of an operation or schema on it."""

    docname: str
    anchor: str = ""
    detail: Detail = "page"

    def __bool__(self) -> bool:
        return bool(self.docname)


NO_ANCHOR = PageAnchor("")

BoundFacts = Mapping[str, Sequence[BoundFact]]
"""The bindings of each page."""
Mentions = Mapping[str, Sequence[tuple[Key, PageAnchor]]]
"""The operations and schemas in directives of each page, with their anchors."""


def is_not_found(fact: BoundFact) -> bool:
    """Return whether the binding was not found in any document."""
    return not fact.location and not isinstance(fact.binding, EndpointBinding)


class PageIndex:
    """Finds the page of an operation or schema.

    A page of its own takes precedence over directives, and then the first directive.

    :param order: the pages in reading order; others follow by name.
    """

    def __init__(
        self,
        bound: BoundFacts | None = None,
        listed: Mentions | None = None,
        order: Sequence[str] = (),
    ) -> None:
        self._bound_facts = bound or {}
        self._listed = listed or {}
        self._order = {docname: index for index, docname in enumerate(order)}

    def operations(self) -> Iterator[tuple[str, str, str]]:
        """Yield the operations that have a page: their document, their key and the page."""
        for kind, document, key in sorted(self._anchors):
            anchor = self._anchors[kind, document, key]
            if kind == "operation" and anchor.detail == "page":
                yield document, key, anchor.docname

    def operation_at(self, document: str, key: str) -> PageAnchor:
        """Return the location of an operation; ``NO_ANCHOR`` is false."""
        return self._anchors.get(("operation", document, key), NO_ANCHOR)

    def overview_at(self, document: str, tag: str = "") -> PageAnchor:
        return self._anchors.get(("overview", document, tag), NO_ANCHOR)

    def schema_at(self, document: str, name: str, *, near: str = "") -> PageAnchor:
        """Return the location of a schema, preferably on the given page.

        :param near: the page with the link.
        """
        key = ("schema", document, name)
        return self._near.get((near, key)) or self._anchors.get(key, NO_ANCHOR)

    @cached_property
    def _anchors(self) -> dict[Key, PageAnchor]:
        anchors: dict[Key, PageAnchor] = {}
        for is_page in (True, False):
            for key, anchor in self._bound(is_page):
                known = anchors.setdefault(key, anchor)
                # Of several on one page, the first has the id without a number.
                if known.docname == anchor.docname and len(anchor.anchor) < len(known.anchor):
                    anchors[key] = anchor
        return anchors

    @cached_property
    def _near(self) -> dict[tuple[str, Key], PageAnchor]:
        found: dict[tuple[str, Key], PageAnchor] = {}
        for docname, mentions in self._listed.items():
            for key, anchor in mentions:
                found.setdefault((docname, key), anchor)
        return found

    def _bound(self, is_page: bool) -> Iterator[tuple[Key, PageAnchor]]:
        names = {*self._bound_facts, *self._listed}
        for docname in sorted(
            names, key=lambda name: (self._order.get(name, len(self._order)), name)
        ):
            for fact in self._bound_facts.get(docname, ()):
                binding = fact.binding
                if not fact.location or fact.is_page != is_page:
                    continue
                anchor = PageAnchor(docname, fact.anchor)
                if isinstance(binding, OperationBinding):
                    yield ("operation", fact.location, binding.key), anchor
                elif isinstance(binding, OverviewBinding):
                    yield ("overview", fact.location, binding.tag), anchor
                elif not isinstance(binding, EndpointBinding):
                    yield ("schema", fact.location, binding.name), anchor
            if not is_page:
                yield from self._listed.get(docname, ())
