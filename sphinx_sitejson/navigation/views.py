"""What templates see of the navigation: finished, with every decision made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sphinx_sitejson.settings.looks import Gradient


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A label and where it leads; an empty URL is a label only."""

    label: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionLink:
    """A tab or an anchor as one page shows it."""

    name: str
    url: str
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    version: str | None = None
    version_urls: tuple[tuple[str, str], ...] = ()
    """Where it leads in versions that have other pages."""
    is_current: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarPage:
    """A page in the sidebar, with the pages of its own toctree below it."""

    kind: ClassVar[str] = "page"

    docname: str
    label: str
    url: str
    icon: str = ""
    icon_type: str = ""
    tag: str = ""
    method: str = ""
    version: str = ""
    entries: tuple[SidebarEntry, ...] = ()
    branch: str = ""
    """Where the pages below it stand in the tree, when they may be cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarGroup:
    """A group in the sidebar: a heading at the top level, a fold below it."""

    kind: ClassVar[str] = "group"

    name: str
    icon: str | None = None
    icon_type: str | None = None
    version: str = ""
    entries: tuple[SidebarEntry, ...] = ()
    branch: str = ""
    """Where it stands in the tree, when not all of the tree is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarHead:
    """A group of which a page shows only the name; it leads to the group's first page."""

    kind: ClassVar[str] = "head"
    entries: ClassVar[tuple[()]] = ()

    name: str
    url: str
    branch: str
    icon: str | None = None
    icon_type: str | None = None
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarRange:
    """Entries of a long list that a page does not show; it leads to the first of them."""

    kind: ClassVar[str] = "range"
    entries: ClassVar[tuple[()]] = ()
    version: ClassVar[str] = ""

    first: str
    last: str
    url: str
    count: int
    branch: str
    """Where the list stands in the tree; empty at the top."""


SidebarEntry = SidebarPage | SidebarGroup | SidebarHead | SidebarRange


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLink:
    """An entry of the version menu."""

    name: str
    url: str
    locale: str | None = None
    is_current: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionMenu:
    """The version menu as one page shows it."""

    current: str
    own: str
    """The version of the page itself; empty when it is in all of them."""
    entries: tuple[VersionLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNavigation:
    """All that one page shows of the navigation."""

    tabs: tuple[DivisionLink, ...] = ()
    anchors: tuple[DivisionLink, ...] = ()
    groups: tuple[SidebarEntry, ...] = ()
    tree_name: str = ""
    """Names the whole tree when the groups are an excerpt of it."""
    breadcrumbs: tuple[Link, ...] = ()
    previous: Link | None = None
    next: Link | None = None
    version: str = ""
    versions: VersionMenu | None = None
