"""Where operations and schemas are shown: on pages of their own, or at a place of another page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .bindings import Binding, EndpointBinding, OperationBinding, OverviewBinding

Detail = Literal["page", "row", "short row", "bare row"]
"""How much is shown: all, what has room in one of a few rows, or in one of many; or no fields."""

Key = tuple[str, str, str]
"""``operation``, ``schema`` or ``overview``, the document's location, and the name in it.

The name of an overview is that of a tag, or nothing.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundFact:
    """What is kept of a binding between builds, to see when its page must be read again."""

    binding: Binding
    location: str = ""
    """The document it was found in; empty when nothing was found."""
    digest: str = ""
    is_page: bool = True
    """Whether the whole page shows it, and not only a directive in it."""
    anchor: str = ""
    """Its place on a page that it does not have for itself."""


@dataclass(frozen=True, slots=True)
class Implementation:
    """A Python object that says which operation it serves."""

    operation: str
    """As the author names it: by its id, or by method and path."""
    owner: str
    """The name of the object."""
    anchor: str
    """Its place on its page."""


@dataclass(frozen=True, slots=True)
class PageAnchor:
    """A page, and the place on it where an operation or a schema begins."""

    docname: str
    anchor: str = ""
    detail: Detail = "page"

    def __bool__(self) -> bool:
        return bool(self.docname)


NO_ANCHOR = PageAnchor("")

Mentions = Mapping[str, Sequence[tuple[Key, PageAnchor]]]
"""What each page shows among other things, and where."""


def is_not_found(fact: BoundFact) -> bool:
    """Whether a document should have had it, and none has."""
    return not fact.location and not isinstance(fact.binding, EndpointBinding)


class PageIndex:
    """Finds where an operation or schema is shown.

    A page of its own beats a mention, and of several mentions the first counts.

    :param order: the pages in the order in which a reader meets them; others follow by name.
    """

    def __init__(
        self,
        bound: Mapping[str, Sequence[BoundFact]] | None = None,
        listed: Mentions | None = None,
        order: Sequence[str] = (),
    ) -> None:
        self._bound_facts = bound or {}
        self._listed = listed or {}
        self._order = {docname: place for place, docname in enumerate(order)}

    def operation(self, document: str, key: str) -> str:
        """Return the name of an operation's page, or nothing."""
        return self.operation_at(document, key).docname

    def operations(self) -> Iterator[tuple[str, str, str]]:
        """Yield the operations that have a page: their document, their key and the page."""
        for kind, document, key in sorted(self._anchors):
            place = self._anchors[kind, document, key]
            if kind == "operation" and place.detail == "page":
                yield document, key, place.docname

    def schema(self, document: str, name: str) -> str:
        """Return the name of a schema's page, or nothing."""
        return self.schema_at(document, name).docname

    def operation_at(self, document: str, key: str) -> PageAnchor:
        """Return where an operation is shown; ``NOWHERE`` is false."""
        return self._anchors.get(("operation", document, key), NO_ANCHOR)

    def overview_at(self, document: str, tag: str = "") -> PageAnchor:
        """Return where a document is shown as a whole, or one of its tags."""
        return self._anchors.get(("overview", document, tag), NO_ANCHOR)

    def schema_at(self, document: str, name: str, *, near: str = "") -> PageAnchor:
        """Return where a schema is shown; on the page itself if it is there.

        :param near: the page that asks.
        """
        key = ("schema", document, name)
        return self._near.get((near, key)) or self._anchors.get(key, NO_ANCHOR)

    @cached_property
    def _anchors(self) -> dict[Key, PageAnchor]:
        places: dict[Key, PageAnchor] = {}
        for is_page in (True, False):
            for key, place in self._bound(is_page):
                known = places.setdefault(key, place)
                # Of several on one page, the first has the id without a number.
                if known.docname == place.docname and len(place.anchor) < len(known.anchor):
                    places[key] = place
        return places

    @cached_property
    def _near(self) -> dict[tuple[str, Key], PageAnchor]:
        found: dict[tuple[str, Key], PageAnchor] = {}
        for docname, mentions in self._listed.items():
            for key, place in mentions:
                found.setdefault((docname, key), place)
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
                place = PageAnchor(docname, fact.anchor)
                if isinstance(binding, OperationBinding):
                    yield ("operation", fact.location, binding.key), place
                elif isinstance(binding, OverviewBinding):
                    yield ("overview", fact.location, binding.tag), place
                elif not isinstance(binding, EndpointBinding):
                    yield ("schema", fact.location, binding.name), place
            if not is_page:
                yield from self._listed.get(docname, ())
