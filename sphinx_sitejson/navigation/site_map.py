"""The navigation of the site, and what each page shows of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property

from sphinx_sitejson.common.languages import language_tag
from sphinx_sitejson.common.problems import (
    LocateSetting,
    Problem,
    ProblemCode,
    quoted,
)
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import (
    Anchor,
    Tab,
    group_documents,
    own_documents,
)
from sphinx_sitejson.settings.validation import _all_groups

from .locations import Chain, Division, PageLocations, chain_key, locate_by_outline, locate_by_paths
from .menus import Controls, FirstPages, ListedMenus, MarkedVersions
from .sidebar import Section, make_section, sidebar_pages
from .tree import NavigationTree
from .views import Link, PageLabels, PageNavigation, SidebarGroup, SidebarPage

_IN_BREADCRUMBS = ("product", "dropdown", "tab", "menu")


class SiteMap:
    """Computes each part of the navigation once for all pages that share it."""

    def __init__(self, settings: SiteSettings, tree: NavigationTree, labels: PageLabels) -> None:
        self.settings = settings
        self.labels = labels
        self._tree = tree
        self._sections: dict[tuple[Chain, str], Section] = {}
        self._groups_at: dict[Chain, tuple[SidebarGroup, ...]] = {}
        self._of_pages: dict[tuple[str, Chain], PageNavigation] = {}

    @cached_property
    def locations(self) -> PageLocations:
        """The location of each page."""
        if self.settings.outline is not None:
            return locate_by_outline(self.settings.outline, self._tree, self.labels.is_hidden)
        return locate_by_paths(self.settings, self._tree, self.labels.is_hidden)

    @property
    def has_no_existing_page(self) -> bool:
        """Whether the settings list pages and none of them exists."""
        return self._tree.no_page_found is not None

    @cached_property
    def default_version(self) -> str:
        """The version for new readers."""
        here = [version for version in self.settings.versions if not version.url]
        chosen = next((version for version in here if version.default), here[0] if here else None)
        return chosen.name if chosen else ""

    @cached_property
    def pages(self) -> dict[str, SidebarPage]:
        """Every page of the navigation once, in reading order."""
        found: dict[str, SidebarPage] = {}
        for page in self._all_listed:
            found.setdefault(page.docname, page)
        return found

    @cached_property
    def _all_listed(self) -> tuple[SidebarPage, ...]:
        return tuple(sidebar_pages(self.labels.groups(self._tree.groups)))

    @cached_property
    def _listed_in(self) -> dict[str, list[str]]:
        """The versions in which each page is listed, by chain."""
        found: dict[str, list[str]] = {}
        for page in self._all_listed:
            found.setdefault(page.docname, []).append(page.version)
        return found

    def page(self, docname: str) -> PageNavigation:
        """Return the navigation of a page in its primary location."""
        return self.page_at(docname, self.locations.primary_chain(docname))

    def page_at(self, docname: str, chain: Chain) -> PageNavigation:
        """Return the navigation of a page in one of its locations."""
        key = (docname, chain)
        if key not in self._of_pages:
            self._of_pages[key] = self._page_navigation(docname, chain)
        return self._of_pages[key]

    def _page_navigation(self, docname: str, chain: Chain) -> PageNavigation:
        own_version = self.version_of(docname)
        shown_version = own_version or self.default_version
        section = self.section(chain, own_version)
        controls = self._controls.of(chain, shown_version)
        previous, following = section.neighbors(docname)
        around, trail = self._around(chain, shown_version), section.trails.get(docname, ())
        marked = self._marked.menu(docname, own_version, shown_version)
        page_locations = self.locations.by_page.get(docname, ())
        return PageNavigation(
            tabs=controls.tabs,
            anchors=controls.anchors,
            choosers=controls.choosers,
            groups=section.excerpts.page_excerpt(docname),
            tree_name="" if section.excerpts.is_complete else _tree_name(chain, own_version),
            breadcrumbs=(*around, *trail) if trail else (),
            outer_breadcrumbs=len(around) if trail else 0,
            previous=previous,
            next=following,
            version=shown_version,
            versions=marked or self._listed.versions(docname, chain),
            languages=self._listed.languages(docname, chain),
            language=_language(chain) or self._marked.locale(own_version),
            alternates=(
                *self._listed.alternates(docname, chain),
                *self._marked.alternates(docname, own_version),
            ),
            location=chain_key(chain),
            locations=tuple(map(chain_key, page_locations)) if len(page_locations) > 1 else (),
        )

    def section(self, chain: Chain, version: str) -> Section:
        """Return the part of the tree that pages of a location and version share.

        Pages of no version show the entries of all versions, so that the reader can choose.
        """
        key = (chain, version)
        if key not in self._sections:
            readable = {"", version or self.default_version}
            visible = {"", version} if version else {"", *self.labels.versions}
            self._sections[key] = make_section(
                self._groups(chain),
                belongs=lambda page: page.version in visible,
                is_read_in_order=lambda page: self.version_of(page.docname) in readable,
            )
        return self._sections[key]

    def _groups(self, chain: Chain) -> tuple[SidebarGroup, ...]:
        if chain not in self._groups_at:
            self._groups_at[chain] = self.labels.groups(
                self.locations.groups_by_chain.get(chain, ())
            )
        return self._groups_at[chain]

    def large_trees(self, docnames: Iterable[str]) -> dict[str, tuple[PageNavigation, Section]]:
        """Return the trees by name of which pages show an excerpt, each with such a page."""
        trees: dict[str, tuple[PageNavigation, Section]] = {}
        for docname in docnames:
            for chain in self.locations.by_page.get(docname) or (
                self.locations.primary_chain(docname),
            ):
                navigation = self.page_at(docname, chain)
                if navigation.tree_name and navigation.tree_name not in trees:
                    section = self.section(chain, self.version_of(docname))
                    trees[navigation.tree_name] = navigation, section
        return trees

    def full_groups(self, docname: str) -> tuple[SidebarGroup, ...]:
        """Return the full groups of the section of a page."""
        return self.section(self.locations.primary_chain(docname), self.version_of(docname)).groups

    def version_of(self, docname: str) -> str:
        """Return the version of a page by its front matter, its group, or its tab.

        A page that several versions list has none, so that readers stay in theirs.
        """
        if len({*self._listed_in.get(docname, ())} - {""}) > 1:
            return ""
        page = self.pages.get(docname)
        version = page.version if page else self._front_matter_version(docname)
        if version or not self.settings.versions:
            return version
        chain = self.locations.primary_chain(docname)
        return next((division.version for division in chain if division.kind == "tab"), "")

    def page_language(self, docname: str) -> str:
        """Return the language of a page, or an empty string for the language of the site."""
        chain = self.locations.primary_chain(docname)
        return _language(chain) or self._marked.locale(self.version_of(docname))

    def listed_version(self, docname: str) -> str:
        """Return the version of a page, by its marks or by its location."""
        chain = self.locations.primary_chain(docname)
        listed = (division.name for division in chain if division.kind == "version")
        return self.version_of(docname) or next(listed, "")

    def listed_language(self, docname: str) -> str:
        """Return the language of a page by its location."""
        chain = self.locations.primary_chain(docname)
        return next((division.name for division in chain if division.kind == "language"), "")

    def is_empty(self, chain: Chain) -> bool:
        """Return whether the last division of a chain has no page and no link."""
        return not chain[-1].url and not self._first_pages.url(chain)

    @cached_property
    def divisions_with_pages(self) -> set[Division]:
        """The divisions that have pages."""
        return {division for _docname, chain in self.locations.order for division in chain}

    @cached_property
    def _first_pages(self) -> FirstPages:
        listed = {docname: iter(versions) for docname, versions in self._listed_in.items()}
        read = [
            (docname, chain, next(listed[docname], "") or self.version_of(docname))
            for docname, chain in self.locations.order
            if not self._is_link(docname)
        ]
        links = [
            (self.pages[docname].url, chain)
            for docname, chain in self.locations.order
            if self._is_link(docname)
        ]
        return FirstPages(read, links=links, primary_chains=self.locations.by_page)

    def _is_link(self, docname: str) -> bool:
        """Return whether an entry only links to another page or site."""
        return self.pages[docname].url != f"/{docname}"

    @cached_property
    def _controls(self) -> Controls:
        return Controls(self.locations, self._first_pages, list(self.labels.versions))

    @cached_property
    def _listed(self) -> ListedMenus:
        return ListedMenus(self.locations, self._first_pages)

    @cached_property
    def _marked(self) -> MarkedVersions:
        pages = {docname: self.version_of(docname) for docname in self.pages}
        return MarkedVersions(self.settings.versions, pages)

    def _front_matter_version(self, docname: str) -> str:
        facts = self.labels.facts.get(docname)
        return self.labels.known_version(facts.version) if facts else ""

    def _around(self, chain: Chain, version: str) -> list[Link]:
        """Return the divisions at the beginning of the breadcrumbs."""
        return [
            Link(label=division.name, url=self._first_pages.url(chain[: index + 1], version) or "/")
            for index, division in enumerate(chain)
            if division.kind in _IN_BREADCRUMBS
        ]


def _language(chain: Chain) -> str:
    codes = (language_tag(division.code) for division in chain if division.kind == "language")
    return next(codes, "")


def _tree_name(chain: Chain, version: str) -> str:
    """Return a name of a section that is stable as long as the settings are."""
    return hashlib.sha256(f"{chain_key(chain)} {version}".encode()).hexdigest()[:8]


def check_divisions(site_map: SiteMap, locate: LocateSetting) -> Iterator[Problem]:
    """Report divisions without pages."""
    if site_map.has_no_existing_page:
        # That all pages are missing was already reported.
        return
    if site_map.settings.outline is not None:
        yield from _empty_in_outline(site_map, (), site_map.locations.divisions, locate)
        return
    with_pages = {division.at for division in site_map.divisions_with_pages}
    leading_elsewhere = {division.at for division in _tabs_and_anchors(site_map) if division.url}
    settings = site_map.settings
    entries: tuple[Tab | Anchor, ...] = (*settings.tabs, *settings.anchors)
    with_document = {
        name
        for group in _all_groups(settings)
        if any(group_documents(group))
        for name in (group.tab, group.anchor)
    }
    for entry in entries:
        is_there = entry.at in with_pages or entry.at in leading_elsewhere
        # The problems of its document explain why it has no pages.
        has_document = any(own_documents(entry)) or entry.name in with_document
        if not is_there and not has_document:
            yield _empty(entry, locate)
    yield from _empty_versions(site_map, locate)


def _tabs_and_anchors(site_map: SiteMap) -> Iterator[Division]:
    for division in site_map.locations.divisions:
        yield division
        yield from division.children


def _empty(entry: Tab | Anchor, locate: LocateSetting) -> Problem:
    kind = "tab" if isinstance(entry, Tab) else "anchor"
    return Problem(
        code=ProblemCode.EMPTY_DIVISION,
        message=f'no page of the navigation is below "{entry.url}"; '
        f'the {kind} "{entry.name}" was skipped.',
        location=locate((*entry.at, "url")),
    )


def _empty_in_outline(
    site_map: SiteMap, above: Chain, divisions: Iterable[Division], locate: LocateSetting
) -> Iterator[Problem]:
    for division in divisions:
        if site_map.is_empty((*above, division)):
            if division.has_document:
                # The problems of the document explain it.
                continue
            name = quoted(division.code or division.name)
            yield Problem(
                code=ProblemCode.EMPTY_DIVISION,
                message=f"the {division.kind} {name} has no pages; it was skipped.",
                location=locate(division.at),
            )
        else:
            inner = (*above, division)
            yield from _empty_in_outline(site_map, inner, division.children, locate)


def _empty_versions(site_map: SiteMap, locate: LocateSetting) -> Iterator[Problem]:
    """Report versions without pages."""
    settings = site_map.settings
    used = {site_map.version_of(docname) for docname in site_map.pages}
    if "" in used or not used:
        return
    used |= {tab.version or "" for tab in settings.tabs}
    used |= {anchor.version or "" for anchor in settings.anchors}
    for index, version in enumerate(settings.versions):
        if not version.url and version.name not in used:
            message = (
                f"no page belongs to the version {quoted(version.name)}; its menu entry "
                "links to the home page."
            )
            yield Problem(
                code=ProblemCode.EMPTY_DIVISION,
                message=message,
                location=locate(("versions", index)),
            )
