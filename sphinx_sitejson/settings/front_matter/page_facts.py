"""The front matter of a page, as far as the site needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from .keys import find_key, find_value

_OPTIONAL_FLAGS: Mapping[str, bool | None] = {"": None, "true": True, "false": False}
PageMode = Literal["", "wide", "center", "custom", "landing", "frame"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMeta:
    """A meta tag of one page."""

    name: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """The valid front matter of a page; missing values are empty."""

    title: str = ""
    sidebar_title: str = ""
    description: str = ""
    icon: str = ""
    icon_type: str = ""
    tag: str = ""
    url: str = ""
    mode: PageMode = ""
    version: str = ""
    hidden: bool = False
    noindex: bool = False
    has_feed: bool = False
    """Whether the changelog of the page is published as a feed."""
    method: str = ""
    """The method of the operation that the page shows."""
    path: str = ""
    """The path of that operation."""
    meta: tuple[PageMeta, ...] = ()
    is_deprecated: bool = False
    related: tuple[str, ...] = ()
    """The paths of related pages."""
    tags: tuple[str, ...] = ()
    canonical: str = ""
    searchable: bool | None = None
    """Whether search finds the page; by default, unless it is hidden."""
    boost: float | None = None
    """The factor of its rank in search results, if the page sets it."""
    hides_neighbors: bool = False
    hides_method: bool = False
    shows_date: bool | None = None
    """Whether the page shows its date; by default, if the settings say so."""
    last_updated: str = ""
    """A date, or a date and time, as ``2026-01-31``."""

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, object]) -> PageFacts:
        """Read the known keys; invalid values count as missing."""

        def value(name: str) -> str:
            return find_value(metadata, name)

        mode = value("mode")
        return cls(
            title=value("title"),
            sidebar_title=value("sidebarTitle"),
            description=value("description"),
            icon=value("icon"),
            icon_type=value("iconType"),
            tag=value("tag"),
            url=value("url"),
            mode=next((known for known in get_args(PageMode) if known == mode), ""),
            version=value("version"),
            hidden=value("hidden") == "true",
            noindex=value("noindex") == "true",
            has_feed=value("rss") == "true",
            meta=tuple(
                PageMeta(name=name, content=key.kind.read(metadata[name]))
                for name in metadata
                if (key := find_key(name)) is not None and key.is_meta
            ),
            is_deprecated=value("deprecated") == "true",
            related=tuple(filter(None, map(str.strip, value("related").split(",")))),
            tags=tuple(dict.fromkeys(filter(None, map(str.strip, value("tags").split(","))))),
            canonical=value("canonical"),
            searchable=_OPTIONAL_FLAGS[value("searchable")],
            boost=float(value("boost")) if value("boost") else None,
            hides_neighbors=value("hideFooterPagination") == "true",
            hides_method=value("hideApiMarker") == "true",
            shows_date=_OPTIONAL_FLAGS[value("timestamp")],
            last_updated=value("lastUpdated"),
        )
