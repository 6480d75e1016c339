"""What templates see of the navigation: finished, with every decision made."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    is_current: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarPage:
    """A page in the sidebar, with the pages of its own toctree below it."""

    is_group: ClassVar[bool] = False

    docname: str
    label: str
    url: str
    icon: str = ""
    icon_type: str = ""
    tag: str = ""
    method: str = ""
    version: str = ""
    entries: tuple[SidebarPage, ...] = ()
    docnames: frozenset[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarGroup:
    """A group in the sidebar: a heading at the top level, a fold below it."""

    is_group: ClassVar[bool] = True

    name: str
    icon: str | None = None
    icon_type: str | None = None
    version: str = ""
    entries: tuple[SidebarPage | SidebarGroup, ...] = ()
    docnames: frozenset[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLink:
    """An entry of the version menu."""

    name: str
    url: str
    is_current: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionMenu:
    """The version menu as one page shows it."""

    current: str
    entries: tuple[VersionLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNavigation:
    """All that one page shows of the navigation."""

    tabs: tuple[DivisionLink, ...] = ()
    anchors: tuple[DivisionLink, ...] = ()
    groups: tuple[SidebarGroup, ...] = ()
    breadcrumbs: tuple[Link, ...] = ()
    previous: Link | None = None
    next: Link | None = None
    version: str = ""
    versions: VersionMenu | None = None
