"""The view models of the navigation for templates, and the labels of pages in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sphinx_sitejson.common.characters import readable_name
from sphinx_sitejson.settings.appearance import Gradient
from sphinx_sitejson.settings.front_matter.page_facts import PageFacts

from .tree import GroupNode, PageNode


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A label and its URL; without a URL it is only a label."""

    label: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionLink:
    """A division on a page: a tab, an anchor, or an entry of a menu."""

    name: str
    url: str
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    version: str | None = None
    version_urls: tuple[tuple[str, str], ...] = ()
    """Its URLs in versions that have other pages."""
    description: str = ""
    tag: str = ""
    items: tuple[DivisionLink, ...] = ()
    """The entries of the menu that opens from a tab."""
    location: str = ""
    """The location to store for a reader who opens ``first`` with it."""
    first: str = ""
    """Its first page, if that is rendered in another location."""
    is_current: bool = False
    is_external: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chooser:
    """A menu above the sidebar: the products, dropdowns or menu items around the page."""

    kind: str
    entries: tuple[DivisionLink, ...]

    @property
    def current(self) -> DivisionLink | None:
        """The entry that contains the page."""
        return next((entry for entry in self.entries if entry.is_current), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarPage:
    """A page in the sidebar, with the pages of its toctree below it."""

    kind: ClassVar[str] = "page"

    docname: str
    label: str
    url: str
    icon: str = ""
    icon_type: str = ""
    tag: str = ""
    is_deprecated: bool = False
    method: str = ""
    version: str = ""
    entries: tuple[SidebarEntry, ...] = ()
    is_expanded: bool = False
    """Whether its children are always visible, not only on its own pages."""
    branch: str = ""
    """The tree path of its children, if they may be cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarGroup:
    """A group in the sidebar: a heading at the top level, a fold below it."""

    kind: ClassVar[str] = "group"

    name: str
    icon: str | None = None
    icon_type: str | None = None
    version: str = ""
    url: str = ""
    """The page that its heading links to."""
    tag: str = ""
    is_expanded: bool = False
    entries: tuple[SidebarEntry, ...] = ()
    branch: str = ""
    """Its tree path, if the tree is an excerpt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarHead:
    """The name of a closed group, which links to its first page."""

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
    """Hidden entries of a long list, with a link to the first of them."""

    kind: ClassVar[str] = "range"
    entries: ClassVar[tuple[()]] = ()
    version: ClassVar[str] = ""

    first: str
    last: str
    url: str
    count: int
    branch: str
    """The tree path of the list; empty at the top."""


SidebarEntry = SidebarPage | SidebarGroup | SidebarHead | SidebarRange


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLink:
    """An entry of the version menu."""

    name: str
    url: str
    locale: str | None = None
    tag: str = ""
    location: str = ""
    """The location to store for a reader who stays on a page that is listed there, too."""
    is_current: bool = False
    is_external: bool = False
    is_default: bool = False
    """Whether it is the default for new readers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionMenu:
    """The version menu of a page."""

    current: str
    page_version: str
    """The version of the page; empty if it is in all versions."""
    entries: tuple[VersionLink, ...]
    is_listed: bool = False
    """Whether each version lists its own pages, so that every entry opens another page."""

    @property
    def preferred(self) -> VersionLink | None:
        """The default version, for a page that belongs to another one.

        Versions with a locale are translations, none of which is outdated.
        """
        if not self.page_version or any(entry.locale for entry in self.entries):
            return None
        default = next((entry for entry in self.entries if entry.is_default), None)
        return default if default and default.name != self.page_version else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageLink:
    """An entry of the language menu."""

    name: str
    tag: str
    url: str
    location: str = ""
    is_current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageMenu:
    """The language menu of a page."""

    current: str
    entries: tuple[LanguageLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternate:
    """The same page in another language, for search engines."""

    tag: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNavigation:
    """The navigation of one page."""

    tabs: tuple[DivisionLink, ...] = ()
    anchors: tuple[DivisionLink, ...] = ()
    choosers: tuple[Chooser, ...] = ()
    groups: tuple[SidebarEntry, ...] = ()
    tree_name: str = ""
    """The name of the full tree if the groups are an excerpt."""
    breadcrumbs: tuple[Link, ...] = ()
    outer_breadcrumbs: int = 0
    """How many of them are divisions; the others are groups."""
    previous: Link | None = None
    next: Link | None = None
    version: str = ""
    versions: VersionMenu | None = None
    languages: LanguageMenu | None = None
    language: str = ""
    """The language of the page, if it is not that of the site."""
    alternates: tuple[Alternate, ...] = ()
    location: str = ""
    """The key of the location that is rendered."""
    locations: tuple[str, ...] = ()
    """The keys of all locations of a page that has several."""


_NO_FACTS = PageFacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLabels:
    """Adds labels, icons and versions to the pages of a tree.

    :param facts: the front matter of pages.
    :param titles: the title of each page.
    :param versions: the names of versions; others are ignored.
    """

    facts: Mapping[str, PageFacts] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    versions: Collection[str] = ()

    def title(self, docname: str) -> str:
        """Return the title of a page."""
        return self.titles.get(docname) or readable_name(docname)

    def groups(self, nodes: Iterable[GroupNode]) -> tuple[SidebarGroup, ...]:
        """Return the groups at the top of a sidebar."""
        return tuple(self.group(node) for node in nodes if not node.is_hidden)

    def group(self, node: GroupNode, inherited_version: str = "") -> SidebarGroup:
        """Return a group with its entries; the version of the innermost one is used."""
        version = self.known_version(node.version) or inherited_version
        root = (self.page(PageNode(docname=node.root), version),) if node.root else ()
        return SidebarGroup(
            name=node.name,
            icon=node.icon,
            icon_type=node.icon_type,
            version=version,
            url=root[0].url if root else "",
            tag=node.tag,
            is_expanded=node.is_expanded,
            entries=(*root, *self._entries(node, version)),
        )

    def _entries(self, node: GroupNode, version: str) -> Iterator[SidebarEntry]:
        for entry in node.entries:
            if isinstance(entry, PageNode):
                if not self.is_hidden(entry):
                    yield self.page(entry, version)
            elif entry.is_hidden:
                continue
            elif entry.root:
                yield self._page_of(entry, version)
            elif entry.name:
                yield self.group(entry, version)
            else:
                # A fold needs a name to open it.
                yield from self.group(entry, version).entries

    def _page_of(self, node: GroupNode, group_version: str) -> SidebarPage:
        """Return a nested group whose heading is a page: the page with all entries below it."""
        version = self.known_version(node.version) or group_version
        page = self.page(PageNode(docname=node.root), version)
        return replace(
            page,
            label=node.name or page.label,
            icon=node.icon or page.icon,
            icon_type=(node.icon_type or "") if node.icon else page.icon_type,
            tag=node.tag or page.tag,
            method="",
            is_expanded=node.is_expanded,
            entries=tuple(self._entries(node, version)),
        )

    def page(self, node: PageNode, group_version: str = "") -> SidebarPage:
        """Return a page; its own version takes precedence over that of its group."""
        facts = self.facts_of(node)
        version = self.known_version(facts.version) or group_version
        children = tuple(
            self.page(child, version) for child in node.children if not self.is_hidden(child)
        )
        return SidebarPage(
            docname=node.docname,
            label=facts.sidebar_title or node.label or self.title(node.docname),
            url=facts.url or node.url or f"/{node.docname}",
            icon=facts.icon,
            icon_type=facts.icon_type,
            tag=facts.tag,
            method="" if facts.hides_method else facts.method,
            is_deprecated=facts.is_deprecated,
            version=version,
            entries=children,
        )

    def facts_of(self, node: PageNode) -> PageFacts:
        """Return the front matter of a page."""
        return self.facts.get(node.docname, _NO_FACTS)

    def is_hidden(self, node: PageNode) -> bool:
        """Return whether a page is hidden from the navigation."""
        return self.facts_of(node).hidden

    def known_version(self, version: str | None) -> str:
        """Return the version if it exists."""
        return version if version and version in self.versions else ""
