"""The whole site's navigation, and what each page shows of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sphinx_sitejson.settings import SiteSettings
from sphinx_sitejson.settings.structure import Anchor, Tab, TopAnchor

from .divisions import Division, Divisions, is_external
from .labels import PageLabels
from .sections import Section, make_section, pages_of
from .tree import NavigationTree
from .versions import VersionMenus
from .views import (
    DivisionLink,
    Link,
    PageNavigation,
    SidebarGroup,
    SidebarPage,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shared:
    """What pages of one division and version have in common besides their section."""

    tabs: tuple[DivisionLink, ...]
    anchors: tuple[DivisionLink, ...]


class SiteMap:
    """Computes each part of the navigation once and hands it to all pages that share it."""

    def __init__(self, settings: SiteSettings, tree: NavigationTree, labels: PageLabels) -> None:
        self.settings = settings
        self.labels = labels
        self._tree = tree
        self._divisions = Divisions(settings.tabs, settings.anchors)
        self._sections: dict[tuple[Division, str], Section] = {}
        self._shared: dict[tuple[Division, str], _Shared] = {}
        self._of_pages: dict[str, PageNavigation] = {}

    @cached_property
    def default_version(self) -> str:
        """The version a reader sees first."""
        here = [version for version in self.settings.versions if not version.url]
        chosen = next((version for version in here if version.default), here[0] if here else None)
        return chosen.name if chosen else ""

    @cached_property
    def pages(self) -> dict[str, SidebarPage]:
        """Every page of the navigation once, in reading order."""
        found: dict[str, SidebarPage] = {}
        for page in pages_of(self._groups):
            found.setdefault(page.docname, page)
        return found

    def page(self, docname: str) -> PageNavigation:
        """Return all that one page shows."""
        if docname not in self._of_pages:
            self._of_pages[docname] = self._navigation_of(docname)
        return self._of_pages[docname]

    def _navigation_of(self, docname: str) -> PageNavigation:
        division = self._divisions.of_page(docname)
        own_version = self.version_of(docname)
        shown_version = own_version or self.default_version
        section = self.section(division, own_version)
        shared = self._shared_parts(division, shown_version)
        previous, following = section.neighbours(docname)
        return PageNavigation(
            tabs=shared.tabs,
            anchors=shared.anchors,
            groups=section.excerpts.of_page(docname),
            tree_name="" if section.excerpts.is_whole else _tree_name(division, own_version),
            breadcrumbs=_breadcrumbs(shared.tabs, section.trails.get(docname, ())),
            previous=previous,
            next=following,
            version=shown_version,
            versions=self._version_menus.menu(docname, own_version, shown_version),
        )

    def section(self, division: Division, version: str) -> Section:
        """Return the part of the tree that pages of a division and version share.

        Pages of no version show the entries of all versions, so that the reader can choose.
        """
        key = (division, version)
        if key not in self._sections:
            readable = {"", version or self.default_version}
            visible = {"", version} if version else {"", *self.labels.versions}
            self._sections[key] = make_section(
                self._groups,
                belongs=lambda page: (
                    page.version in visible and self._divisions.of_page(page.docname) == division
                ),
                is_read_in_order=lambda page: self.version_of(page.docname) in readable,
            )
        return self._sections[key]

    def large_trees(self, docnames: Iterable[str]) -> dict[str, tuple[PageNavigation, Section]]:
        """Return, by name, the trees of which pages show only a part, each with such a page."""
        trees: dict[str, tuple[PageNavigation, Section]] = {}
        for docname in docnames:
            navigation = self.page(docname)
            if navigation.tree_name and navigation.tree_name not in trees:
                division = self._divisions.of_page(docname)
                section = self.section(division, self.version_of(docname))
                trees[navigation.tree_name] = navigation, section
        return trees

    def whole_groups(self, docname: str) -> tuple[SidebarGroup, ...]:
        """Return the groups around a page, and nothing cut from them."""
        return self.section(self._divisions.of_page(docname), self.version_of(docname)).groups

    def version_of(self, docname: str) -> str:
        """Return the version a page belongs to: its own, its group's, or its tab's."""
        page = self.pages.get(docname)
        version = page.version if page else self._version_in_front_matter(docname)
        tab = self._divisions.of_page(docname).tab
        if not version and tab is not None:
            version = self.labels.known_version(self.settings.tabs[tab].version)
        return version

    def pages_in_tab(self, tab: int | None) -> Iterator[SidebarPage]:
        """Yield the pages of a tab in reading order."""
        return self._pages_where(lambda division: division.tab == tab)

    def pages_in_anchor(self, anchor: int | None) -> Iterator[SidebarPage]:
        """Yield the pages of an anchor in reading order."""
        return self._pages_where(lambda division: division.anchor == anchor)

    @cached_property
    def _version_menus(self) -> VersionMenus:
        pages = {docname: self.version_of(docname) for docname in self.pages}
        return VersionMenus(self.settings.versions, pages)

    @cached_property
    def _groups(self) -> tuple[SidebarGroup, ...]:
        return tuple(self.labels.group(node) for node in self._tree.groups)

    def _version_in_front_matter(self, docname: str) -> str:
        facts = self.labels.facts.get(docname)
        return self.labels.known_version(facts.version) if facts else ""

    def _pages_where(self, matches: Callable[[Division], bool]) -> Iterator[SidebarPage]:
        for docname, page in self.pages.items():
            if matches(self._divisions.of_page(docname)):
                yield page

    def _shared_parts(self, division: Division, version: str) -> _Shared:
        key = (division, version)
        if key not in self._shared:
            self._shared[key] = _Shared(
                tabs=tuple(self._tabs(division, version)),
                anchors=tuple(self._anchors(division, version)),
            )
        return self._shared[key]

    def _tabs(self, division: Division, version: str) -> Iterator[DivisionLink]:
        if not self.settings.tabs:
            return
        primary = self.settings.primary_tab
        is_current = division.tab is None
        pages = tuple(self.pages_in_tab(None))
        first = self._first_page(pages, version)
        if (first or is_current) and (is_current or not primary.is_default_hidden):
            yield DivisionLink(
                name=primary.name,
                url=first or "/",
                version_urls=self._version_urls(pages, first),
                is_current=is_current,
            )
        for index, tab in enumerate(self.settings.tabs):
            pages = tuple(self.pages_in_tab(index))
            if link := self._division_link(tab, pages, division.tab == index, version):
                yield link

    def _anchors(self, division: Division, version: str) -> Iterator[DivisionLink]:
        yield from self._top_anchor(division, version)
        for index, anchor in enumerate(self.settings.anchors):
            # An anchor whose pages stand in another tab is shown there.
            pages = tuple(
                page
                for page in self.pages_in_anchor(index)
                if self._divisions.of_page(page.docname).tab == division.tab
            )
            if link := self._division_link(anchor, pages, division.anchor == index, version):
                yield link

    def _top_anchor(self, division: Division, version: str) -> Iterator[DivisionLink]:
        if self.settings.tabs or not (self.settings.anchors or self.settings.top_anchor):
            return
        top = self.settings.top_anchor or TopAnchor()
        is_current = division.anchor is None
        pages = tuple(self.pages_in_anchor(None))
        first = self._first_page(pages, version)
        if first or is_current:
            yield DivisionLink(
                name=top.name,
                url=first or "/",
                icon=top.icon,
                icon_type=top.icon_type,
                color=self.settings.colors.anchors if self.settings.colors else None,
                version_urls=self._version_urls(pages, first),
                is_current=is_current,
            )

    def _division_link(
        self,
        entry: Tab | Anchor,
        pages: Sequence[SidebarPage],
        is_current: bool,
        version: str,
    ) -> DivisionLink | None:
        external = is_external(entry.url)
        url = entry.url if external else self._first_page(pages, version)
        if not is_current and (not url or entry.is_default_hidden):
            return None
        default_color = self.settings.colors.anchors if self.settings.colors else None
        return DivisionLink(
            name=entry.name,
            url=url or "/",
            icon=entry.icon,
            icon_type=entry.icon_type,
            color=(entry.color or default_color) if isinstance(entry, Anchor) else None,
            version=self.labels.known_version(entry.version) or None,
            version_urls=() if external else self._version_urls(pages, url),
            is_current=is_current,
            is_external=external,
        )

    def _version_urls(
        self, pages: Sequence[SidebarPage], default: str
    ) -> tuple[tuple[str, str], ...]:
        """Return where a division leads in versions that do not begin at the default page."""
        urls = ((version, self._first_page(pages, version)) for version in self.labels.versions)
        return tuple((version, url) for version, url in urls if url not in ("", default))

    def _first_page(self, pages: Iterable[SidebarPage], version: str) -> str:
        """Return the URL of the first page a reader of a version would see."""
        urls = [
            (self.version_of(page.docname), page.url)
            for page in pages
            if page.url == f"/{page.docname}"
        ]
        fitting = (url for page_version, url in urls if page_version in ("", version))
        return next(fitting, urls[0][1] if urls else "")


def _tree_name(division: Division, version: str) -> str:
    """Name a section in a way that stays as long as the settings do."""
    text = f"{division.tab} {division.anchor} {version}"
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _breadcrumbs(tabs: tuple[DivisionLink, ...], trail: tuple[Link, ...]) -> tuple[Link, ...]:
    if not trail:
        return ()
    return (*(Link(label=tab.name, url=tab.url) for tab in tabs if tab.is_current), *trail)
