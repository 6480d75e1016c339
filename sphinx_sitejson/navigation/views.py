"""What templates see of the navigation: finished, with every decision made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sphinx_sitejson.settings.appearance import Gradient


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A label and where it leads; an empty URL is a label only."""

    label: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionLink:
    """A division as one page shows it: a tab, an anchor, an entry of a menu."""

    name: str
    url: str
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    version: str | None = None
    version_urls: tuple[tuple[str, str], ...] = ()
    """Where it leads in versions that have other pages."""
    description: str = ""
    tag: str = ""
    items: tuple[DivisionLink, ...] = ()
    """The entries of the menu that opens from a tab."""
    place: str = ""
    """The place to keep for a reader who comes to ``first`` by it."""
    first: str = ""
    """Its first page, where that one is drawn in another place."""
    is_current: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chooser:
    """A menu above the sidebar: the products, dropdowns or menu items around the page."""

    kind: str
    entries: tuple[DivisionLink, ...]

    @property
    def current(self) -> DivisionLink | None:
        """The entry in which the page is."""
        return next((entry for entry in self.entries if entry.is_current), None)


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
    is_expanded: bool = False
    """Whether what is below it is shown to all, not only to those who are there."""
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
    url: str = ""
    """The page that its name opens."""
    tag: str = ""
    is_expanded: bool = False
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
    tag: str = ""


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
    tag: str = ""
    place: str = ""
    """The place to keep for a reader who stays on a page that is listed there, too."""
    is_current: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionMenu:
    """The version menu as one page shows it."""

    current: str
    own: str
    """The version of the page itself; empty when it is in all of them."""
    entries: tuple[VersionLink, ...]
    is_listed: bool = False
    """Whether each version lists its own pages, so that every entry leads to another page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageLink:
    """An entry of the language menu."""

    name: str
    tag: str
    url: str
    place: str = ""
    is_current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageMenu:
    """The language menu as one page shows it."""

    current: str
    entries: tuple[LanguageLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternate:
    """The same page in another language, for search engines."""

    tag: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNavigation:
    """All that one page shows of the navigation."""

    tabs: tuple[DivisionLink, ...] = ()
    anchors: tuple[DivisionLink, ...] = ()
    choosers: tuple[Chooser, ...] = ()
    groups: tuple[SidebarEntry, ...] = ()
    tree_name: str = ""
    """Names the whole tree when the groups are an excerpt of it."""
    breadcrumbs: tuple[Link, ...] = ()
    outer_breadcrumbs: int = 0
    """How many of them are divisions; the others are groups."""
    previous: Link | None = None
    next: Link | None = None
    version: str = ""
    versions: VersionMenu | None = None
    languages: LanguageMenu | None = None
    language: str = ""
    """The language of the page, where it is not the site's."""
    alternates: tuple[Alternate, ...] = ()
    place: str = ""
    """Names the place of which this is the view."""
    places: tuple[str, ...] = ()
    """All places of a page that has several."""
