"""Places: for every page of the navigation the chain of divisions, and there the groups.

Whatever spelling a settings file has, this is what it is read into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .divisions import Chain, Division
from .tree import GroupNode, PageNode, clean_path, pages_in

IsHidden = Callable[[PageNode], bool]


@dataclass(frozen=True, kw_only=True)
class Places:
    """All places of a site."""

    divisions: tuple[Division, ...] = ()
    """What stands at the root; the others are their children."""
    forests: Mapping[Chain, tuple[GroupNode, ...]] = field(default_factory=dict)
    """The groups that the sidebar of a place shows, hidden ones among them."""
    order: tuple[tuple[str, Chain], ...] = ()
    """Every page that is shown, with its place, in reading order."""
    links: tuple[Division, ...] = ()
    """Links that every page shows."""
    elsewhere: Callable[[str], Chain] = lambda docname: ()
    """Where a page stands that no place lists."""

    @cached_property
    def of_pages(self) -> dict[str, tuple[Chain, ...]]:
        """The places of each page, its first one first; hidden pages have theirs, too."""
        found: dict[str, dict[Chain, None]] = {}
        for docname, chain in self.order:
            found.setdefault(docname, {})[chain] = None
        for chain, groups in self.forests.items():
            for page in pages_in(groups):
                found.setdefault(page.docname, {}).setdefault(chain)
        return {docname: tuple(chains) for docname, chains in found.items()}

    def first_of(self, docname: str) -> Chain:
        """Return the place that draws a page."""
        places = self.of_pages.get(docname)
        return places[0] if places else self.elsewhere(docname)


def children_of(places: Places, chain: Chain) -> tuple[Division, ...]:
    """Return the divisions that stand in the last one of a chain."""
    return chain[-1].children if chain else places.divisions


def shown_pages(groups: tuple[GroupNode, ...], is_hidden: IsHidden) -> list[str]:
    """Return the pages of some groups that the sidebar shows, in reading order."""
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


def nearest_place(order: Iterable[tuple[str, Chain]]) -> Callable[[str], Chain]:
    """Return what finds the place of a page that is not listed: that of its folder's first page."""
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
