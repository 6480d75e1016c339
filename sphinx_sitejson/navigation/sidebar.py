"""The sidebar of a section, and the excerpt of it that a page shows.

A small tree is shown in full. In a larger one, the groups at the top stay open while their own rows
are few, and of the nested groups only those around the page are open. In the largest ones, the
groups at the top are closed as well, and a long list is cut into windows of equal length, with a
few ranges for the other entries. So the size of a page does not grow with the site, and without
scripts every page is still reachable: each closed group and each range links to a page that shows
more of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .views import Link, SidebarEntry, SidebarGroup, SidebarHead, SidebarPage, SidebarRange

FULL_TREE = 100
"""The maximum number of rows of a tree that every page shows in full."""
OPEN_TOP = 150
"""Up to so many rows outside nested groups, the groups at the top are open."""
FULL_BRANCH = 60
"""The maximum number of rows of a group that is shown in full in a larger tree."""
MAX_LIST_LENGTH = 40
"""Lists with more entries are cut."""
WINDOW = 16
"""The number of entries in a window."""
MARGIN = 4
"""The number of additional entries before and after the window."""
RANGES = 1
"""The maximum number of ranges for the entries before a window, and after it."""

TreePath = tuple[int, ...]
"""The path of an entry: list indexes from the root."""
Excerpt = tuple[SidebarEntry, ...]


class Excerpts:
    """The excerpts of one tree; pages with the same excerpt share the object."""

    def __init__(self, groups: Sequence[SidebarGroup]) -> None:
        self._groups = tuple(groups)
        self._tree_paths: dict[str, TreePath] = {}
        self._cache: dict[tuple[object, ...], Excerpt] = {}
        self._small: dict[int, bool] = {}
        for tree_path, page in _tree_paths(self._groups):
            self._tree_paths.setdefault(page.docname, tree_path)
        self.is_complete = count_rows(self._groups) <= FULL_TREE
        lengths = [len(group.entries) for group in self._groups]
        self._is_top_open = (
            len(lengths) + sum(lengths) <= OPEN_TOP and max(lengths, default=0) <= MAX_LIST_LENGTH
        )

    def page_excerpt(self, docname: str) -> Excerpt:
        """Return the excerpt for a page."""
        tree_path = self._tree_paths.get(docname, ())
        key = tuple(self._choices(self._groups, tree_path, self.is_complete))
        if key not in self._cache:
            self._cache[key] = tuple(self._excerpt(self._groups, tree_path, (), self.is_complete))
        return self._cache[key]

    def _is_small(self, group: SidebarGroup) -> bool:
        """Return whether a group is shown in full, cached for its pages."""
        key = id(group)
        if key not in self._small:
            self._small[key] = count_rows(group.entries) <= FULL_BRANCH
        return self._small[key]

    def _choices(
        self, entries: Sequence[SidebarEntry], tree_path: TreePath, is_complete: bool
    ) -> Iterator[object]:
        """Yield what determines an excerpt: windows, open groups, pages with children."""
        if not is_complete and len(entries) > MAX_LIST_LENGTH:
            yield "window", tree_path[0] // WINDOW if tree_path else 0
        if not tree_path:
            return
        entry = entries[tree_path[0]]
        if isinstance(entry, SidebarGroup):
            if not is_complete:
                yield "group", tree_path[0]
            yield from self._choices(
                entry.entries, tree_path[1:], is_complete or self._is_small(entry)
            )
        elif isinstance(entry, SidebarPage) and entry.entries:
            yield "page", entry.docname
            yield from self._choices(entry.entries, tree_path[1:], is_complete)

    def _excerpt(
        self,
        entries: Sequence[SidebarEntry],
        tree_path: TreePath,
        above: TreePath,
        is_complete: bool,
    ) -> Iterator[SidebarEntry]:
        current = tree_path[0] if tree_path else None
        start, end = 0, len(entries)
        if not is_complete and end > MAX_LIST_LENGTH:
            start, end = _window(current or 0, end)
        yield from _ranges(entries[:start], above)
        for index in range(start, end):
            deeper = tree_path[1:] if index == current else ()
            yield self._excerpt_entry(
                entries[index], deeper, (*above, index), index == current, is_complete
            )
        yield from _ranges(entries[end:], above)

    def _excerpt_entry(
        self,
        entry: SidebarEntry,
        tree_path: TreePath,
        entry_path: TreePath,
        is_current: bool,
        is_complete: bool,
    ) -> SidebarEntry:
        """Return an entry as it is in the excerpt."""
        if isinstance(entry, SidebarGroup):
            is_open = self._is_top_open and len(entry_path) == 1
            # The entries of a group without a name are rows of the parent list.
            if not is_complete and not is_current and not is_open and entry.name:
                return group_head(entry, entry_path)
            is_full = is_complete or (self._is_small(entry) and (is_current or not is_open))
            entries = self._excerpt(entry.entries, tree_path, entry_path, is_full)
            is_whole = is_complete or is_open
            return replace(
                entry, entries=tuple(entries), branch="" if is_whole else branch(entry_path)
            )
        if isinstance(entry, SidebarPage) and entry.entries:
            # The children of a page are visible on that page.
            is_shown = is_current or entry.is_expanded
            below = (
                tuple(self._excerpt(entry.entries, tree_path, entry_path, is_complete))
                if is_shown
                else ()
            )
            return replace(entry, entries=below, branch=branch(entry_path))
        return entry


def full_tree(groups: Iterable[SidebarGroup]) -> tuple[SidebarGroup, ...]:
    """Return the full tree with the names of its branches, which scripts load on demand."""

    def named(entry: SidebarEntry, entry_path: TreePath) -> SidebarEntry:
        if not isinstance(entry, SidebarGroup | SidebarPage):
            return entry
        # The children of a page are visible on that page, or everywhere if it is expanded.
        is_shown = isinstance(entry, SidebarGroup) or entry.is_expanded
        below = enumerate(entry.entries if is_shown else ())
        entries = tuple(named(inner, (*entry_path, index)) for index, inner in below)
        is_branch = isinstance(entry, SidebarGroup) or bool(entries)
        return replace(
            entry, entries=entries, branch=branch(entry_path) if is_branch else entry.branch
        )

    trees = (named(group, (index,)) for index, group in enumerate(groups))
    return tuple(tree for tree in trees if isinstance(tree, SidebarGroup))


def branch(tree_path: TreePath) -> str:
    """Format a tree path for scripts: ``(0, 2)`` becomes ``0.2``."""
    return ".".join(map(str, tree_path))


def group_head(group: SidebarGroup, tree_path: TreePath) -> SidebarHead:
    """Return the head of a closed group, which links to its first page."""
    first = first_page(group.entries)
    return SidebarHead(
        name=group.name or (first.label if first else ""),
        url=first.url if first else "",
        icon=group.icon,
        icon_type=group.icon_type,
        version=group.version,
        tag=group.tag,
        branch=branch(tree_path),
    )


def first_page(entries: Iterable[SidebarEntry]) -> SidebarPage | None:
    """Return the first page of some entries, in reading order."""
    for entry in entries:
        if isinstance(entry, SidebarPage):
            return entry
        if isinstance(entry, SidebarGroup) and (found := first_page(entry.entries)):
            return found
    return None


def count_rows(entries: Iterable[SidebarEntry]) -> int:
    """Count the rows of entries with all groups open."""
    return sum(
        1 + (count_rows(entry.entries) if isinstance(entry, SidebarGroup) else 0)
        for entry in entries
    )


def _window(current: int, length: int) -> tuple[int, int]:
    start = current // WINDOW * WINDOW
    return max(start - MARGIN, 0), min(start + WINDOW + MARGIN, length)


def _ranges(entries: Sequence[SidebarEntry], above: TreePath) -> Iterator[SidebarRange]:
    """Divide the hidden entries into even ranges; the page of a range shows more of them."""
    size = -(-len(entries) // RANGES)
    for start in range(0, len(entries), size or 1):
        part = entries[start : start + size]
        target = first_page(part)
        yield SidebarRange(
            first=_label(part[0]),
            last=_label(part[-1]),
            url=target.url if target else "",
            count=len(part),
            branch=branch(above),
        )


def _label(entry: SidebarEntry) -> str:
    if isinstance(entry, SidebarPage):
        return entry.label
    first = first_page(entry.entries) if isinstance(entry, SidebarGroup) else None
    return getattr(entry, "name", "") or (first.label if first else "")


def _tree_paths(
    entries: Iterable[SidebarEntry], above: TreePath = ()
) -> Iterator[tuple[TreePath, SidebarPage]]:
    for index, entry in enumerate(entries):
        entry_path = (*above, index)
        if isinstance(entry, SidebarPage):
            yield entry_path, entry
        if isinstance(entry, SidebarPage | SidebarGroup):
            yield from _tree_paths(entry.entries, entry_path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The data that all pages of a section share."""

    groups: tuple[SidebarGroup, ...]
    order: tuple[SidebarPage, ...]
    positions: dict[str, int]
    trails: dict[str, tuple[Link, ...]]
    excerpts: Excerpts

    def neighbors(self, docname: str) -> tuple[Link | None, Link | None]:
        """Return the previous and the next page."""
        position = self.positions.get(docname)
        if position is None:
            return None, None
        before = self.order[position - 1] if position > 0 else None
        after = self.order[position + 1] if position + 1 < len(self.order) else None
        return _page_link(before), _page_link(after)


def make_section(
    groups: Iterable[SidebarGroup],
    *,
    belongs: Callable[[SidebarPage], bool],
    is_read_in_order: Callable[[SidebarPage], bool],
) -> Section:
    """Build the section of the pages that match a predicate."""
    remaining = tuple(group for group in map(_keep_entries(belongs), groups) if group.entries)
    order: dict[str, SidebarPage] = {}
    for page in sidebar_pages(remaining):
        # An entry that is only an external link is not in the previous/next order.
        if is_read_in_order(page) and page.url == f"/{page.docname}":
            order.setdefault(page.docname, page)
    return Section(
        groups=remaining,
        order=tuple(order.values()),
        positions={docname: index for index, docname in enumerate(order)},
        trails=_trails(remaining),
        excerpts=Excerpts(remaining),
    )


def sidebar_pages(entries: Iterable[SidebarEntry]) -> Iterator[SidebarPage]:
    """Yield all pages of sidebar entries in reading order."""
    for entry in entries:
        if isinstance(entry, SidebarPage):
            yield entry
        yield from sidebar_pages(entry.entries)


def _keep_entries(belongs: Callable[[SidebarPage], bool]) -> Callable[[SidebarGroup], SidebarGroup]:
    def keep_group(group: SidebarGroup) -> SidebarGroup:
        entries = tuple(remaining for entry in group.entries for remaining in keep(entry))
        return replace(group, entries=entries)

    def keep(entry: SidebarEntry) -> tuple[SidebarEntry, ...]:
        if isinstance(entry, SidebarGroup):
            remaining = keep_group(entry)
            return (remaining,) if remaining.entries else ()
        if not isinstance(entry, SidebarPage):
            return ()
        children = tuple(remaining for child in entry.entries for remaining in keep(child))
        return (replace(entry, entries=children),) if belongs(entry) else children

    return keep_group


def _trails(groups: Iterable[SidebarGroup]) -> dict[str, tuple[Link, ...]]:
    """Return the groups and pages around each page, the outermost first."""
    trails: dict[str, tuple[Link, ...]] = {}

    def walk(entry: SidebarEntry, above: tuple[Link, ...]) -> None:
        if isinstance(entry, SidebarPage):
            trails.setdefault(entry.docname, above)
            crumb = Link(label=entry.label, url=entry.url)
        else:
            first = next(sidebar_pages(entry.entries), None)
            name = entry.name if isinstance(entry, SidebarGroup) else ""
            crumb = Link(label=name, url=first.url if first else "")
        inside = (*above, crumb) if crumb.label else above
        for child in entry.entries:
            walk(child, inside)

    for group in groups:
        walk(group, ())
    return trails


def _page_link(page: SidebarPage | None) -> Link | None:
    return Link(label=page.label, url=page.url) if page else None
