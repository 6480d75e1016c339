"""Where operations and schemas have their pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .bindings import Binding, EndpointBinding, OperationBinding

Key = tuple[str, str, str]
"""``operation`` or ``schema``, the document's location, and the name in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundFact:
    """What is kept of a binding between builds, to see when its page must be read again."""

    binding: Binding
    location: str = ""
    """The document it was found in; empty when nothing was found."""
    digest: str = ""
    is_page: bool = True
    """Whether the whole page shows it, and not only a directive in it."""


def is_not_found(fact: BoundFact) -> bool:
    """Whether a document should have had it, and none has."""
    return not fact.location and not isinstance(fact.binding, EndpointBinding)


class PageIndex:
    """Finds the page of an operation or schema; a page of its own beats a mention."""

    def __init__(self, bound: Mapping[str, Sequence[BoundFact]] | None = None) -> None:
        self._bound_facts = bound or {}

    def operation(self, document: str, key: str) -> str:
        """Return the name of an operation's page, or nothing."""
        return self._pages.get(("operation", document, key), "")

    def operations(self) -> Iterator[tuple[str, str, str]]:
        """Yield the operations that have pages: their document, their key and the page."""
        for (kind, document, key), docname in sorted(self._pages.items()):
            if kind == "operation":
                yield document, key, docname

    def schema(self, document: str, name: str) -> str:
        """Return the name of a schema's page, or nothing."""
        return self._pages.get(("schema", document, name), "")

    @cached_property
    def _pages(self) -> dict[Key, str]:
        pages: dict[Key, str] = {}
        for is_page in (True, False):
            for key, docname in self._bound(is_page):
                pages.setdefault(key, docname)
        return pages

    def _bound(self, is_page: bool) -> Iterator[tuple[Key, str]]:
        for docname, facts in sorted(self._bound_facts.items()):
            for fact in facts:
                binding = fact.binding
                if not fact.location or fact.is_page != is_page:
                    continue
                if isinstance(binding, OperationBinding):
                    yield ("operation", fact.location, binding.key), docname
                elif not isinstance(binding, EndpointBinding):
                    yield ("schema", fact.location, binding.name), docname
