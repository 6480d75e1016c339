"""Divisions of a site, and the location of each page in them.

Both kinds of settings are converted to ``PageLocations``: tabs and anchors that contain pages by
path prefix (a group that names its tab or anchor takes precedence), and outlines that list them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from sphinx_sitejson.common.languages import language_name
from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.settings.appearance import Gradient
from sphinx_sitejson.settings.project_pages import clean_path
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import (
    Anchor,
    DivisionKind,
    Outline,
    OutlineDivision,
    Tab,
    TopAnchor,
)

from .tree import GroupNode, NavigationTree, PageNode, pages_in

_EXTERNAL = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Division:
    """A part of the site, such as a language, a version or a tab; compared by identity."""

    kind: DivisionKind
    name: str
    key: str
    """Identifies it among its siblings; stable as long as the settings are."""
    code: str = ""
    """The code of a language, as in the file."""
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    description: str = ""
    tag: str = ""
    url: str = ""
    """The URL if it is only a link."""
    version: str = ""
    """The version in which it is visible."""
    is_hidden: bool = False
    """Whether it is visible only on its own pages."""
    is_default: bool = False
    """Whether new readers start there instead of in the first one of its kind."""
    has_document: bool = False
    """Whether a document should provide its pages."""
    children: tuple[Division, ...] = ()
    at: JsonPath = field(default=(), repr=False)


Chain = tuple[Division, ...]
"""The divisions that contain a page, the outermost first."""


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


IsHidden = Callable[[PageNode], bool]


@dataclass(frozen=True, kw_only=True)
class PageLocations:
    """All locations of pages in a site."""

    divisions: tuple[Division, ...] = ()
    """The divisions at the root."""
    groups_by_chain: Mapping[Chain, tuple[GroupNode, ...]] = field(default_factory=dict)
    """The groups in the sidebar of each chain, including hidden ones."""
    order: tuple[tuple[str, Chain], ...] = ()
    """Every visible page with its chain, in reading order."""
    links: tuple[Division, ...] = ()
    """Links on every page."""
    elsewhere: Callable[[str], Chain] = lambda docname: ()
    """Returns the chain of a page that is not listed."""

    @cached_property
    def by_page(self) -> dict[str, tuple[Chain, ...]]:
        """The chains of each page, the primary one first, including hidden pages."""
        found: dict[str, dict[Chain, None]] = {}
        for docname, chain in self.order:
            found.setdefault(docname, {})[chain] = None
        for chain, groups in self.groups_by_chain.items():
            for page in pages_in(groups):
                found.setdefault(page.docname, {}).setdefault(chain)
        return {docname: tuple(chains) for docname, chains in found.items()}

    def primary_chain(self, docname: str) -> Chain:
        """Return the chain in which a page is rendered."""
        locations = self.by_page.get(docname)
        return locations[0] if locations else self.elsewhere(docname)


def child_divisions(locations: PageLocations, chain: Chain) -> tuple[Division, ...]:
    """Return the divisions inside the last one of a chain."""
    return chain[-1].children if chain else locations.divisions


def visible_pages(groups: tuple[GroupNode, ...], is_hidden: IsHidden) -> list[str]:
    """Return the pages of groups that are visible in the sidebar, in reading order."""
    found: list[str] = []

    def walk(entry: PageNode | GroupNode) -> None:
        if isinstance(entry, GroupNode):
            if entry.is_hidden:
                return
            if entry.root:
                found.append(entry.root)
        elif is_hidden(entry):
            return
        else:
            found.append(entry.docname)
        for inner in entry.entries if isinstance(entry, GroupNode) else entry.children:
            walk(inner)

    for group in groups:
        walk(group)
    return found


def nearest_location_finder(order: Iterable[tuple[str, Chain]]) -> Callable[[str], Chain]:
    """Return a function that locates an unlisted page like the first page of its folder."""
    by_folder: dict[str, Chain] = {}
    for docname, chain in order:
        folder = docname
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in by_folder:
                break
            by_folder[folder] = chain

    def find(docname: str) -> Chain:
        folder = clean_path(docname)
        while folder and folder not in by_folder:
            folder = folder.rpartition("/")[0]
        return by_folder.get(folder, ())

    return find


Entry = PageNode | GroupNode


def locate_by_paths(
    settings: SiteSettings, tree: NavigationTree, is_hidden: IsHidden
) -> PageLocations:
    """Locate pages by the paths of tabs and anchors, and by the groups that name one."""
    divisions = SiteDivisions(settings)
    sorter = _LocationBuilder(divisions, is_hidden)
    groups_by_chain = sorter.sort(tree.groups)
    nearest = nearest_location_finder(sorter.order)

    def elsewhere(docname: str) -> Chain:
        # If groups name their tabs, the tab that matches the path of a page may be empty.
        chain = divisions.page_chain(docname)
        return chain if chain in groups_by_chain else nearest(docname) or chain

    return PageLocations(
        divisions=divisions.at_root,
        groups_by_chain=groups_by_chain,
        order=tuple(sorter.order),
        elsewhere=elsewhere,
    )


@dataclass(frozen=True, slots=True)
class GroupAssignment:
    """The tab and the anchor that the groups around a page name."""

    tab: str | None = None
    anchor: str | None = None
    generated_for: JsonPath = ()
    """The path in the settings of the tab or anchor of a generated group; takes precedence."""

    def inside(self, group: GroupNode) -> GroupAssignment:
        """Return the assignment inside a group; the outermost group takes precedence."""
        return GroupAssignment(
            self.tab or group.tab,
            self.anchor or group.anchor,
            self.generated_for or group.generated_for,
        )


NO_ASSIGNMENT = GroupAssignment()


class SiteDivisions:
    """The tabs and anchors of the settings, and the rules that assign pages to them."""

    def __init__(self, settings: SiteSettings) -> None:
        self._settings = settings
        self._moved = {clean_path(r.source): r.destination for r in settings.redirects}
        self.anchors = [self._division(a, "anchor", i) for i, a in enumerate(settings.anchors)]
        has_top = not settings.tabs and (settings.anchors or settings.top_anchor)
        self._top_anchor = self._make_top_anchor() if has_top else None
        # Every tab has all anchors, and shows those with pages in it.
        inner = (self._top_anchor, *self.anchors) if self._top_anchor else (*self.anchors,)
        self.tabs = [self._division(t, "tab", i, inner) for i, t in enumerate(settings.tabs)]
        self._primary = self._make_primary(inner) if settings.tabs else None
        self.at_root = (self._primary, *self.tabs) if self._primary else inner
        self._tab_prefixes = _prefixes(settings.tabs)
        self._anchor_prefixes = _prefixes(settings.anchors)
        self._page_chains: dict[tuple[str, GroupAssignment], Chain] = {}

    @cached_property
    def _tabs_by_name(self) -> Mapping[str, int]:
        return _positions(self._settings.tabs)

    @cached_property
    def _anchors_by_name(self) -> Mapping[str, int]:
        return _positions(self._settings.anchors)

    def page_chain(self, docname: str, assignment: GroupAssignment = NO_ASSIGNMENT) -> Chain:
        """Return the chain of a page, by its groups, else by the longest path prefix."""
        key = (docname, assignment)
        if key not in self._page_chains:
            tab = self._tabs_by_name.get(assignment.tab or "")
            anchor = self._anchors_by_name.get(assignment.anchor or "")
            if assignment.generated_for:
                tab = _position_of(assignment.generated_for, self._settings.tabs, tab)
                anchor = _position_of(assignment.generated_for, self._settings.anchors, anchor)
            if tab is None:
                tab = _longest_match(docname, self._tab_prefixes)
            if anchor is None:
                anchor = _longest_match(docname, self._anchor_prefixes)
            self._page_chains[key] = self._chain(tab, anchor)
        return self._page_chains[key]

    def _chain(self, tab: int | None, anchor: int | None) -> Chain:
        outer = self._primary if tab is None else self.tabs[tab]
        inner = self._top_anchor if anchor is None else self.anchors[anchor]
        return tuple(division for division in (outer, inner) if division)

    def _division(
        self, entry: Tab | Anchor, kind: str, index: int, children: Sequence[Division] = ()
    ) -> Division:
        default_color = self._settings.colors.anchors if self._settings.colors else None
        known = {version.name for version in self._settings.versions}
        return Division(
            kind="tab" if kind == "tab" else "anchor",
            name=entry.name,
            key=f"{kind[0]}{index}",
            icon=entry.icon,
            icon_type=entry.icon_type,
            color=(entry.color or default_color) if isinstance(entry, Anchor) else None,
            url=self._url(entry.url),
            version=entry.version if entry.version in known else "",
            is_hidden=entry.is_default_hidden,
            children=tuple(children),
            at=entry.at,
        )

    def _url(self, url: str) -> str:
        """Return the external URL of a division, also of a redirect."""
        if is_external(url):
            return url
        destination = self._moved.get(clean_path(url), "") if clean_path(url) else ""
        return destination if is_external(destination) else ""

    def _make_primary(self, children: Sequence[Division]) -> Division:
        primary = self._settings.primary_tab
        return Division(
            kind="tab",
            name=primary.name,
            key="t",
            is_hidden=primary.is_default_hidden,
            children=tuple(children),
        )

    def _make_top_anchor(self) -> Division:
        top = self._settings.top_anchor or TopAnchor()
        return Division(
            kind="anchor",
            name=top.name,
            key="a",
            icon=top.icon,
            icon_type=top.icon_type,
            color=self._settings.colors.anchors if self._settings.colors else None,
        )


class _LocationBuilder:
    """Distributes a tree of groups to locations, in one pass."""

    def __init__(self, divisions: SiteDivisions, is_hidden: IsHidden) -> None:
        self._divisions = divisions
        self._is_hidden = is_hidden
        self.order: list[tuple[str, Chain]] = []

    def sort(self, groups: Iterable[GroupNode]) -> dict[Chain, tuple[GroupNode, ...]]:
        parts = self._parts(groups, NO_ASSIGNMENT, is_shown=True)
        return {
            chain: tuple(entry for entry in entries if isinstance(entry, GroupNode))
            for chain, entries in parts.items()
        }

    def _parts(
        self, entries: Iterable[Entry], assignment: GroupAssignment, *, is_shown: bool
    ) -> dict[Chain, list[Entry]]:
        parts: dict[Chain, list[Entry]] = {}
        for entry in entries:
            if isinstance(entry, GroupNode):
                found = self._parts_of_group(entry, assignment.inside(entry), is_shown)
            else:
                found = self._parts_of_page(entry, assignment, is_shown)
            for chain, part_entries in found.items():
                parts.setdefault(chain, []).extend(part_entries)
        return parts

    def _parts_of_group(
        self, group: GroupNode, assignment: GroupAssignment, is_shown: bool
    ) -> dict[Chain, list[Entry]]:
        is_shown = is_shown and not group.is_hidden
        root_chain: Chain | None = None
        if group.root:
            root_chain = self._divisions.page_chain(group.root, assignment)
            self._record(group.root, root_chain, is_shown)
        parts: dict[Chain, list[Entry]] = {root_chain: []} if root_chain is not None else {}
        for chain, entries in self._parts(group.entries, assignment, is_shown=is_shown).items():
            parts.setdefault(chain, []).extend(entries)
        return {
            chain: [
                replace(
                    group, entries=tuple(entries), root=group.root if chain == root_chain else ""
                )
            ]
            for chain, entries in parts.items()
        }

    def _parts_of_page(
        self, page: PageNode, assignment: GroupAssignment, is_shown: bool
    ) -> dict[Chain, list[Entry]]:
        is_shown = is_shown and not self._is_hidden(page)
        page_chain = self._divisions.page_chain(page.docname, assignment)
        self._record(page.docname, page_chain, is_shown)
        parts: dict[Chain, list[Entry]] = {page_chain: []}
        # The pages of its toctree may be in other tabs, without their parent.
        for chain, entries in self._parts(page.children, assignment, is_shown=is_shown).items():
            parts.setdefault(chain, []).extend(entries)
        below = tuple(child for child in parts[page_chain] if isinstance(child, PageNode))
        if page.children and not self._is_hidden(page):
            page = replace(page, children=below)
        elif page.children:
            return {page_chain: [page]}
        parts[page_chain] = [page]
        return parts

    def _record(self, docname: str, chain: Chain, is_shown: bool) -> None:
        if is_shown:
            self.order.append((docname, chain))


def is_listed_where_generated(
    settings: SiteSettings, tree: NavigationTree
) -> Callable[[str, GroupNode], bool]:
    """Return a predicate: whether a page is already listed in the tab of a generated group."""
    divisions = SiteDivisions(settings)
    sorter = _LocationBuilder(divisions, lambda _page: False)
    sorter.sort(map(_unhidden, tree.groups))
    locations = set(sorter.order)

    def is_listed(docname: str, group: GroupNode) -> bool:
        return (docname, divisions.page_chain(docname, NO_ASSIGNMENT.inside(group))) in locations

    return is_listed


def _unhidden(group: GroupNode) -> GroupNode:
    entries = (
        _unhidden(entry) if isinstance(entry, GroupNode) else entry for entry in group.entries
    )
    return replace(group, is_hidden=False, entries=tuple(entries))


def _position_of(
    at: JsonPath, entries: Sequence[Tab | Anchor], otherwise: int | None
) -> int | None:
    locations = [entry.at for entry in entries]
    return locations.index(at) if at in locations else otherwise


def _positions(entries: Iterable[Tab | Anchor]) -> dict[str, int]:
    positions: dict[str, int] = {}
    for index, entry in enumerate(entries):
        positions.setdefault(entry.name, index)
    return positions


def _prefixes(entries: Iterable[Tab | Anchor]) -> dict[str, int]:
    """Map each path prefix to its entry; of equal ones the first is used."""
    prefixes: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if not is_external(entry.url):
            prefixes.setdefault(clean_path(entry.url), index)
    return prefixes


def _longest_match(docname: str, prefixes: Mapping[str, int]) -> int | None:
    candidate = docname
    while candidate and candidate not in prefixes:
        candidate = candidate.rpartition("/")[0]
    # The empty prefix, written "/", matches all other pages.
    return prefixes.get(candidate)


def locate_by_outline(outline: Outline, tree: NavigationTree, is_hidden: IsHidden) -> PageLocations:
    """Locate pages by an outline, in the order of its divisions."""
    divisions = _divisions(outline.divisions, "")
    links = _divisions(outline.links, "link")
    groups_by_chain: dict[Chain, tuple[GroupNode, ...]] = {}
    order: list[tuple[str, Chain]] = []

    def walk(chain: Chain, at_root: bool = False) -> None:
        groups = tree.listings.get(outline.at if at_root else chain[-1].at, ())
        if groups:
            groups_by_chain[chain] = groups
            order.extend((docname, chain) for docname in visible_pages(groups, is_hidden))
        for child in divisions if at_root else chain[-1].children:
            walk((*chain, child))

    walk((), at_root=True)
    return PageLocations(
        divisions=divisions,
        groups_by_chain=groups_by_chain,
        order=tuple(order),
        links=links,
        elsewhere=nearest_location_finder(order),
    )


def _divisions(outlines: Iterable[OutlineDivision], above: str) -> tuple[Division, ...]:
    """Convert the divisions of an outline; a default does not change their order."""
    return tuple(
        _division(division, f"{above}-{index}" if above else str(index))
        for index, division in enumerate(outlines)
    )


def _division(outline: OutlineDivision, key: str) -> Division:
    return Division(
        kind=outline.kind,
        name=language_name(outline.name) if outline.kind == "language" else outline.name,
        key=key,
        code=outline.name if outline.kind == "language" else "",
        icon=outline.icon,
        icon_type=outline.icon_type,
        color=outline.color,
        description=outline.description,
        tag=outline.tag,
        url=outline.href if outline.is_link else "",
        is_hidden=outline.is_hidden,
        is_default=outline.is_default,
        has_document=outline.has_document,
        children=_divisions(outline.divisions, key),
        at=outline.at,
    )
