"""What the search index holds of a page: its title, sections, fields and objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LocationKind = Literal["section", "field", "object", "term"]
PageKind = Literal["page", "operation", "schema"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationEntry:
    """A heading, a field, an object of a domain or a term, with the text that belongs to it."""

    anchor: str = ""
    title: str = ""
    kind: LocationKind = "section"
    label: str = ""
    """The kind of object or field as a label: "Python function", "integer"."""
    keywords: str = ""
    """Keywords with more weight than text: the path of an operation, the values of an enum."""
    text: str = ""
    """One block of text in a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageEntry:
    """A page. The first location is its beginning, without anchor and title."""

    docname: str
    title: str
    kind: PageKind = "page"
    tab: str = ""
    trail: tuple[str, ...] = ()
    version: str = ""
    description: str = ""
    method: str = ""
    path: str = ""
    keywords: str = ""
    boost: float = 1
    """The factor of its rank."""
    locations: tuple[LocationEntry, ...] = (LocationEntry(),)
