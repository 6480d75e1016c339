"""What one page shows of a section's tree: all of a small one, the near parts of a large one.

In a large tree the groups around the page are open, and the others are heads. A list too long to
be shown is cut into windows of equal length; what lies outside a page's window is shown as a few
ranges. So what a page shows does not grow with the site, and a reader without scripts still
reaches every page by links: each head and each range leads to a page that shows more of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .views import SidebarEntry, SidebarGroup, SidebarHead, SidebarPage, SidebarRange

FULL_TREE = 100
"""A tree of that many rows is shown whole."""
FULL_BRANCH = 60
"""In a larger one, a group around the page with that many rows is shown whole."""
LONGEST_LIST = 40
"""A list of more entries is cut."""
WINDOW = 24
"""How many entries share a window."""
MARGIN = 4
"""How many entries before and after its window a page shows, too."""
RANGES = 1
"""How many ranges stand for what lies before a window, or after it: one says how much that is."""

Place = tuple[int, ...]
"""The way to an entry: positions in the lists from the root."""
Excerpt = tuple[SidebarEntry, ...]


class Excerpts:
    """The excerpts of one tree; pages that show the same part get the same object."""

    def __init__(self, groups: Sequence[SidebarGroup]) -> None:
        self._groups = tuple(groups)
        self._places: dict[str, Place] = {}
        self._made: dict[tuple[object, ...], Excerpt] = {}
        self._small: dict[int, bool] = {}
        for place, page in _places(self._groups):
            self._places.setdefault(page.docname, place)
        self.is_complete = count_rows(self._groups) <= FULL_TREE

    def of_page(self, docname: str) -> Excerpt:
        """Return what a page shows."""
        place = self._places.get(docname, ())
        key = tuple(self._choices(self._groups, place, self.is_complete))
        if key not in self._made:
            self._made[key] = tuple(self._cut(self._groups, place, (), self.is_complete))
        return self._made[key]

    def _is_small(self, group: SidebarGroup) -> bool:
        """Whether a group is shown whole; counted once, since all its pages ask."""
        key = id(group)
        if key not in self._small:
            self._small[key] = count_rows(group.entries) <= FULL_BRANCH
        return self._small[key]

    def _choices(
        self, entries: Sequence[SidebarEntry], place: Place, is_complete: bool
    ) -> Iterator[object]:
        """Yield all that an excerpt depends on: windows, open groups, pages with pages below."""
        if not is_complete and len(entries) > LONGEST_LIST:
            yield "window", place[0] // WINDOW if place else 0
        if not place:
            return
        entry = entries[place[0]]
        if isinstance(entry, SidebarGroup):
            if not is_complete:
                yield "group", place[0]
            yield from self._choices(entry.entries, place[1:], is_complete or self._is_small(entry))
        elif isinstance(entry, SidebarPage) and entry.entries:
            yield "page", entry.docname
            yield from self._choices(entry.entries, place[1:], is_complete)

    def _cut(
        self, entries: Sequence[SidebarEntry], place: Place, above: Place, is_complete: bool
    ) -> Iterator[SidebarEntry]:
        current = place[0] if place else None
        start, end = 0, len(entries)
        if not is_complete and end > LONGEST_LIST:
            start, end = _window(current or 0, end)
        yield from _ranges(entries[:start], above)
        for index in range(start, end):
            deeper = place[1:] if index == current else ()
            yield self._shown(
                entries[index], deeper, (*above, index), index == current, is_complete
            )
        yield from _ranges(entries[end:], above)

    def _shown(
        self, entry: SidebarEntry, place: Place, own: Place, is_current: bool, is_complete: bool
    ) -> SidebarEntry:
        """Return an entry as it stands in the excerpt."""
        if isinstance(entry, SidebarGroup):
            # What stands in a group without a name are rows of the list around it.
            if not is_complete and not is_current and entry.name:
                return head_of(entry, own)
            entries = self._cut(entry.entries, place, own, is_complete or self._is_small(entry))
            return replace(entry, entries=tuple(entries), branch="" if is_complete else branch(own))
        if isinstance(entry, SidebarPage) and entry.entries:
            # The pages below a page are shown to those who are there.
            is_shown = is_current or entry.is_expanded
            below = tuple(self._cut(entry.entries, place, own, is_complete)) if is_shown else ()
            return replace(entry, entries=below, branch=branch(own))
        return entry


def full_tree(groups: Iterable[SidebarGroup]) -> tuple[SidebarGroup, ...]:
    """Return all of a tree, with the names of its branches, for readers who ask for more."""

    def named(entry: SidebarEntry, own: Place) -> SidebarEntry:
        if not isinstance(entry, SidebarGroup | SidebarPage):
            return entry
        # The pages below a page are shown to those who are there, unless it begins open.
        is_shown = isinstance(entry, SidebarGroup) or entry.is_expanded
        below = enumerate(entry.entries if is_shown else ())
        entries = tuple(named(inner, (*own, index)) for index, inner in below)
        is_branch = isinstance(entry, SidebarGroup) or bool(entries)
        return replace(entry, entries=entries, branch=branch(own) if is_branch else entry.branch)

    trees = (named(group, (index,)) for index, group in enumerate(groups))
    return tuple(tree for tree in trees if isinstance(tree, SidebarGroup))


def branch(place: Place) -> str:
    """Write a place the way scripts find it again."""
    return ".".join(map(str, place))


def head_of(group: SidebarGroup, place: Place) -> SidebarHead:
    """Return a group as its name and the way to its first page."""
    first = first_page(group.entries)
    return SidebarHead(
        name=group.name or (first.label if first else ""),
        url=first.url if first else "",
        icon=group.icon,
        icon_type=group.icon_type,
        version=group.version,
        tag=group.tag,
        branch=branch(place),
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
    """Count the rows that some entries have when all groups are open."""
    return sum(
        1 + (count_rows(entry.entries) if isinstance(entry, SidebarGroup) else 0)
        for entry in entries
    )


def _window(current: int, length: int) -> tuple[int, int]:
    start = current // WINDOW * WINDOW
    return max(start - MARGIN, 0), min(start + WINDOW + MARGIN, length)


def _ranges(entries: Sequence[SidebarEntry], above: Place) -> Iterator[SidebarRange]:
    """Divide what is not shown evenly; following a range shows more of it."""
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


def _places(
    entries: Iterable[SidebarEntry], above: Place = ()
) -> Iterator[tuple[Place, SidebarPage]]:
    for index, entry in enumerate(entries):
        own = (*above, index)
        if isinstance(entry, SidebarPage):
            yield own, entry
        if isinstance(entry, SidebarPage | SidebarGroup):
            yield from _places(entry.entries, own)
