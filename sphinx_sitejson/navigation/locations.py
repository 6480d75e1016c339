"""Divisions of a site, and the location of each page in them.

Both kinds of settings are converted to ``PageLocations``: tabs and anchors that contain pages by
path prefix (a group that names its tab or anchor takes precedence), and outlines that list them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.common.records import record
from sphinx_sitejson.settings.project_pages import clean_path
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import (
    Anchor,
    Division,
    DivisionKind,
    Outline,
    Tab,
    TopAnchor,
)

from .tree import Chain, GroupNode, Groups, NavigationTree, PageLabels, PageNode, pages_in

_NO_GROUP = GroupNode()
_EXTERNAL = ("http://", "https://", "mailto:")


def chain_prefixes(chain: Chain) -> Iterator[Chain]:
    """Yield all prefixes of a chain, from the empty one to the chain itself."""
    for length in range(len(chain) + 1):
        yield chain[:length]


def chain_key(chain: Chain) -> str:
    """Return a key of a chain that is stable as long as the settings are."""
    return ".".join(division.key for division in chain)


def is_external(url: str) -> bool:
    """Return whether a URL is on another site."""
    return url.lower().startswith(_EXTERNAL)


@record
class PageLocations:
    """All locations of pages in a site."""

    divisions: tuple[Division, ...]
    """The divisions at the root."""
    groups_by_chain: Mapping[Chain, Groups]
    """The groups with the pages of each chain, and maybe others; also hidden ones."""
    groups: Groups
    """All groups, in reading order."""
    links: tuple[Division, ...] = ()
    """Links on every page."""
    elsewhere: Callable[[str], Chain]
    """Returns the chain of a page that is not listed."""

    @cached_property
    def listed(self) -> tuple[PageNode, ...]:
        """Every visible page, in reading order."""
        return tuple(pages_in(self.groups, with_hidden=False))

    @cached_property
    def by_page(self) -> dict[str, tuple[Chain, ...]]:
        """The chains of each page, the primary one first, including hidden pages."""
        found: dict[str, dict[Chain, None]] = {}
        for page in (*self.listed, *pages_in(self.groups)):
            found.setdefault(page.docname, {})[page.chain] = None
        return {docname: tuple(chains) for docname, chains in found.items()}

    def primary_chain(self, docname: str) -> Chain:
        """Return the chain in which a page is rendered."""
        locations = self.by_page.get(docname)
        return locations[0] if locations else self.elsewhere(docname)

    def children(self, chain: Chain) -> tuple[Division, ...]:
        """Return the divisions inside the last one of a chain."""
        return chain[-1].divisions if chain else self.divisions


def _nearest_location_finder(groups: Iterable[GroupNode]) -> Callable[[str], Chain]:
    """Return a function that locates an unlisted page like the first page of its folder."""
    by_folder: dict[str, Chain] = {}
    for page in pages_in(groups, with_hidden=False):
        folder = page.docname
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in by_folder:
                break
            by_folder[folder] = page.chain

    def find(docname: str) -> Chain:
        folder = clean_path(docname)
        while folder and folder not in by_folder:
            folder = folder.rpartition("/")[0]
        return by_folder.get(folder, ())

    return find


def locate_by_paths(
    settings: SiteSettings, tree: NavigationTree, labels: PageLabels
) -> PageLocations:
    """Locate pages by the paths of tabs and anchors, and by the groups that name one."""
    divisions = SiteDivisions(settings)
    groups = labels.groups(tree.groups, divisions.page_chain)
    chains = {page.chain for page in pages_in(groups)}
    nearest = _nearest_location_finder(groups)

    def elsewhere(docname: str) -> Chain:
        # If groups name their tabs, the tab that matches the path of a page may be empty.
        chain = divisions.page_chain(docname)
        return chain if chain in chains else nearest(docname) or chain

    return PageLocations(
        divisions=divisions.at_root,
        groups_by_chain=dict.fromkeys(chains, groups),
        groups=groups,
        elsewhere=elsewhere,
    )


class SiteDivisions:
    """The tabs and anchors of the settings, and the rules that assign pages to them."""

    def __init__(self, settings: SiteSettings) -> None:
        color = settings.colors.anchors if settings.colors else None
        known_versions = {version.name for version in settings.versions}
        moved = {clean_path(r.source): r.destination for r in settings.redirects}
        moved.pop("", None)

        def external_url(url: str) -> str:
            """Return the external URL of a division, also of a redirect."""
            destination = url if is_external(url) else moved.get(clean_path(url), "")
            return destination if is_external(destination) else ""

        def division(
            kind: DivisionKind,
            entry: Tab | Anchor,
            number: int,
            children: tuple[Division, ...] = (),
        ) -> Division:
            return Division(
                kind=kind,
                name=entry.name,
                key=f"{kind[0]}{number}",
                icon=entry.icon,
                icon_type=entry.icon_type,
                color=(entry.color or color) if isinstance(entry, Anchor) else None,
                url=external_url(entry.url),
                version=entry.version if entry.version in known_versions else "",
                is_hidden=entry.is_default_hidden,
                divisions=children,
                at=entry.at,
            )

        anchors = [division("anchor", each, n) for n, each in enumerate(settings.anchors)]
        self._top_anchor = self._primary = None
        if not settings.tabs and (settings.anchors or settings.top_anchor):
            top = settings.top_anchor or TopAnchor()
            self._top_anchor = Division(
                kind="anchor",
                name=top.name,
                key="a",
                icon=top.icon,
                icon_type=top.icon_type,
                color=color,
            )
        # Every tab has all anchors, and shows those with pages in it.
        inner = tuple(filter(None, (self._top_anchor, *anchors)))
        tabs = [division("tab", each, n, inner) for n, each in enumerate(settings.tabs)]
        if tabs:
            self._primary = Division(
                kind="tab",
                name=settings.primary_tab.name,
                key="t",
                is_hidden=settings.primary_tab.is_default_hidden,
                divisions=inner,
            )
        self.at_root = (self._primary, *tabs) if self._primary else inner
        self._tabs = tabs, _prefixes(settings.tabs, tabs)
        self._anchors = anchors, _prefixes(settings.anchors, anchors)

    def page_chain(self, docname: str, group: GroupNode = _NO_GROUP) -> Chain:
        """Return the chain of a page, by its groups, else by the longest path prefix."""
        at = group.generated_for
        outer = _find_division(*self._tabs, group.tab, at, docname) or self._primary
        inner = _find_division(*self._anchors, group.anchor, at, docname) or self._top_anchor
        return tuple(filter(None, (outer, inner)))


def is_listed_where_generated(
    settings: SiteSettings, tree: NavigationTree
) -> Callable[[str, GroupNode], bool]:
    """Return a predicate: whether a page is already listed in the tab of a generated group."""
    divisions = SiteDivisions(settings)
    located = PageLabels().groups(tree.groups, divisions.page_chain)
    locations = {(page.docname, page.chain) for page in pages_in(located)}
    return lambda docname, group: (docname, divisions.page_chain(docname, group)) in locations


def _prefixes(
    entries: Sequence[Tab | Anchor], divisions: Sequence[Division]
) -> dict[str, Division]:
    """Map each path prefix to its division; of equal ones the first is used."""
    prefixes: dict[str, Division] = {}
    for entry, division in zip(entries, divisions, strict=True):
        if not is_external(entry.url):
            prefixes.setdefault(clean_path(entry.url), division)
    return prefixes


def _find_division(
    divisions: Sequence[Division],
    prefixes: Mapping[str, Division],
    name: str | None,
    at: JsonPath,
    docname: str,
) -> Division | None:
    """Return the division at a path in the settings, else by its name, else by its prefix."""
    for division in divisions:
        if at and division.at == at:
            return division
    for division in divisions:
        if division.name == name:
            return division
    candidate = docname
    while candidate and candidate not in prefixes:
        candidate = candidate.rpartition("/")[0]
    # The empty prefix, written "/", matches all other pages.
    return prefixes.get(candidate)


def locate_by_outline(outline: Outline, tree: NavigationTree, labels: PageLabels) -> PageLocations:
    """Locate pages by an outline, in the order of its divisions."""
    groups_by_chain: dict[Chain, Groups] = {}

    def walk(chain: Chain, at: JsonPath, children: Iterable[Division]) -> None:
        if groups := tree.listings.get(at, ()):
            groups_by_chain[chain] = labels.groups(groups, lambda docname, group: chain)
        for child in children:
            walk((*chain, child), child.at, child.divisions)

    walk((), outline.at, outline.divisions)
    # Without any listed page the groups are those of the toctrees, which no division has.
    listed = tuple(group for groups in groups_by_chain.values() for group in groups)
    groups = listed or labels.groups(tree.groups)
    return PageLocations(
        divisions=outline.divisions,
        groups_by_chain=groups_by_chain,
        groups=groups,
        links=outline.links,
        elsewhere=_nearest_location_finder(groups),
    )
