"""The navigation of the site, and what each page shows of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from sphinx_sitejson.common.languages import language_tag
from sphinx_sitejson.common.problems import JsonPath, LocateSetting, Problem, ProblemCode, quoted
from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import (
    Anchor,
    Division,
    DivisionKind,
    NavigationGroup,
    Tab,
    entry_documents,
)

from .locations import PageLocations, chain_key, locate_by_outline, locate_by_paths
from .menus import DivisionMenus, FirstPages, Link, MarkedVersions, PageNavigation
from .sidebar import Section
from .tree import Chain, Groups, NavigationTree, PageLabels, PageNode

_IN_BREADCRUMBS = ("product", "dropdown", "tab", "menu")


class SiteMap:
    """Computes each part of the navigation once for all pages that share it."""

    def __init__(self, settings: SiteSettings, tree: NavigationTree, labels: PageLabels) -> None:
        self.settings = settings
        self.default_version = settings.default_version
        self.labels = labels
        self._tree = tree
        self.has_no_existing_page = tree.no_page_found is not None
        """Whether the settings list pages and none of them exists."""
        self.page_at = cache(self._page_navigation)
        """Returns the navigation of a page in one of its locations."""
        self.section = cache(self._section)

    @cached_property
    def locations(self) -> PageLocations:
        if self.settings.outline is not None:
            return locate_by_outline(self.settings.outline, self._tree, self.labels)
        return locate_by_paths(self.settings, self._tree, self.labels)

    @cached_property
    def pages(self) -> dict[str, PageNode]:
        """Every page of the navigation once, in reading order."""
        found: dict[str, PageNode] = {}
        for page in self.locations.listed:
            found.setdefault(page.docname, page)
        return found

    @cached_property
    def _listed_versions(self) -> dict[str, set[str]]:
        """The versions in which each page is listed."""
        found: dict[str, set[str]] = {}
        for page in self.locations.listed:
            found.setdefault(page.docname, set()).add(page.version)
        return found

    def in_order(self, docnames: Iterable[str]) -> list[str]:
        """Sort pages: those of the navigation in its order, then the others by name."""
        positions = {docname: position for position, docname in enumerate(self.pages)}
        return sorted(docnames, key=lambda name: (positions.get(name, len(positions)), name))

    def page(self, docname: str) -> PageNavigation:
        """Return the navigation of a page in its primary location."""
        return self.page_at(docname, self.locations.primary_chain(docname))

    def _page_navigation(self, docname: str, chain: Chain) -> PageNavigation:
        own_version = self.version_of(docname)
        shown_version = own_version or self.default_version
        section = self.section(chain, own_version)
        # Stable as long as the settings are.
        tree_name = hashlib.sha256(f"{chain_key(chain)} {own_version}".encode()).hexdigest()[:8]
        tabs, anchors, choosers = self._menus.controls(chain, shown_version)
        previous, following = section.neighbors.get(docname, (None, None))
        around, trail = self._around(chain, shown_version), section.trails.get(docname, ())
        marked = self._marked.menu(docname, own_version, shown_version)
        page_locations = self.locations.by_page.get(docname, ())
        return PageNavigation(
            tabs=tabs,
            anchors=anchors,
            choosers=choosers,
            groups=section.excerpts.page_excerpt(docname),
            tree_name="" if section.excerpts.is_complete else tree_name,
            breadcrumbs=(*around, *trail) if trail else (),
            outer_breadcrumbs=len(around) if trail else 0,
            previous=previous,
            next=following,
            version=shown_version,
            versions=marked or self._menus.versions(docname, chain),
            languages=self._menus.languages(docname, chain),
            language=_language(chain) or self._marked.locale(own_version),
            alternates=(
                *self._menus.alternates(docname, chain),
                *self._marked.alternates(docname, own_version),
            ),
            location=chain_key(chain),
            locations=tuple(map(chain_key, page_locations)) if len(page_locations) > 1 else (),
        )

    def _section(self, chain: Chain, version: str) -> Section:
        """Return the part of the tree that pages of a location and version share.

        Pages of no version show the entries of all versions, so that the reader can choose.
        """
        readable = {"", version or self.default_version}
        return Section(
            self.locations.groups_by_chain.get(chain, ()),
            chain,
            {"", version} if version else {"", *self.labels.versions},
            lambda page: self.version_of(page.docname) in readable,
        )

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

    def full_groups(self, docname: str) -> Groups:
        """Return the full groups of the section of a page."""
        return self.section(self.locations.primary_chain(docname), self.version_of(docname)).groups

    def version_of(self, docname: str) -> str:
        """Return the version of a page by its front matter, its group, or its tab or anchor.

        A page that several versions list has none, so that readers stay in theirs.
        """
        if len(self._listed_versions.get(docname, set()) - {""}) > 1:
            return ""
        page = self.pages.get(docname)
        facts = self.labels.facts.get(docname, PageFacts())
        version = page.version if page else self.labels.known_version(facts.version)
        if version or not self.settings.versions:
            return version
        chain = self.locations.primary_chain(docname)
        return next((division.version for division in chain if division.version), "")

    def page_language(self, docname: str) -> str:
        """Return the language of a page, or an empty string for the language of the site."""
        chain = self.locations.primary_chain(docname)
        return _language(chain) or self._marked.locale(self.version_of(docname))

    def listed_version(self, docname: str) -> str:
        """Return the version of a page, by its marks or by its location."""
        return self.version_of(docname) or self.division_name(docname, "version")

    def division_name(self, docname: str, kind: DivisionKind) -> str:
        """Return the name of the division of a kind that a page is in."""
        chain = self.locations.primary_chain(docname)
        return next((division.name for division in chain if division.kind == kind), "")

    def is_empty(self, chain: Chain) -> bool:
        """Return whether the last division of a chain has no page and no link."""
        return not chain[-1].url and not self._first_pages.url(chain)

    @cached_property
    def _first_pages(self) -> FirstPages:
        return FirstPages(self.locations, self.version_of)

    @cached_property
    def _menus(self) -> DivisionMenus:
        return DivisionMenus(self.locations, self._first_pages, list(self.labels.versions))

    @cached_property
    def _marked(self) -> MarkedVersions:
        pages = {docname: self.version_of(docname) for docname in self.pages}
        return MarkedVersions(self.settings.versions, pages)

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


def check_divisions(site_map: SiteMap, locate: LocateSetting) -> Iterator[Problem]:
    """Report divisions without pages."""
    # That all pages are missing was already reported.
    if not site_map.has_no_existing_page:
        for message, at in _empty_divisions(site_map):
            yield Problem(ProblemCode.EMPTY_DIVISION, message, locate(at))


def _empty_divisions(site_map: SiteMap) -> Iterator[tuple[str, JsonPath]]:
    settings, divisions = site_map.settings, site_map.locations.divisions
    if settings.outline is not None:
        yield from _empty_in_outline(site_map, (), divisions)
        return
    with_pages = {division.at for page in site_map.locations.listed for division in page.chain}
    links = {
        division.at for outer in divisions for division in (outer, *outer.divisions) if division.url
    }
    entries: tuple[Tab | Anchor, ...] = (*settings.tabs, *settings.anchors)
    with_document = {
        name
        for group in settings.entries()
        if isinstance(group, NavigationGroup) and any(entry_documents(group))
        for name in (group.tab, group.anchor)
    }
    for entry in entries:
        is_there = entry.at in with_pages or entry.at in links
        # The problems of its document explain why it has no pages.
        has_document = any(entry_documents(entry)) or entry.name in with_document
        if not is_there and not has_document:
            kind = "tab" if isinstance(entry, Tab) else "anchor"
            message = (
                f'no page of the navigation is below "{entry.url}"; '
                f'the {kind} "{entry.name}" was skipped.'
            )
            yield message, (*entry.at, "url")
    used = {site_map.version_of(docname) for docname in site_map.pages}
    if "" in used or not used:
        return
    used |= {entry.version or "" for entry in entries}
    for index, version in enumerate(settings.versions):
        if not version.url and version.name not in used:
            message = (
                f"no page belongs to the version {quoted(version.name)}; its menu entry "
                "links to the home page."
            )
            yield message, ("versions", index)


def _empty_in_outline(
    site_map: SiteMap, above: Chain, divisions: Iterable[Division]
) -> Iterator[tuple[str, JsonPath]]:
    for division in divisions:
        inner = (*above, division)
        if not site_map.is_empty(inner):
            yield from _empty_in_outline(site_map, inner, division.divisions)
        # The problems of a document explain why it has no pages.
        elif not division.has_document:
            name = quoted(division.code or division.name)
            yield f"the {division.kind} {name} has no pages; it was skipped.", division.at
