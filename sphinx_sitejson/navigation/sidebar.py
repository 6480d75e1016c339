"""The sidebar of a section, and the excerpt of it that a page shows.

A small tree is shown in full. In a larger one, the groups at the top stay open while their own rows
are few, and of the nested groups only those around the page are open. In the largest ones, the
groups at the top are closed as well, and a long list is cut into windows of equal length, with a
range of the other entries before it, and one after it. So the size of a page does not grow with the
site, and without scripts every page is still reachable: each closed group and each range links to a
page that shows more of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from .menus import Link
from .tree import Chain, Entries, Entry, GroupNode, PageNode, pages_in

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

TreePath = tuple[int, ...]
"""The path of an entry: list indexes from the root."""


class Excerpts:
    """The excerpts of one tree; pages with the same excerpt share the object."""

    def __init__(self, groups: Sequence[GroupNode]) -> None:
        self._groups = tuple(groups)
        self._tree_paths: dict[str, TreePath] = {}
        self._cache: dict[tuple[object, ...], Entries] = {}
        self._small: dict[int, bool] = {}
        for tree_path, page in _tree_paths(self._groups):
            self._tree_paths.setdefault(page.docname, tree_path)
        self.is_complete = count_rows(self._groups) <= FULL_TREE
        lengths = [len(group.entries) for group in self._groups]
        self._is_top_open = (
            len(lengths) + sum(lengths) <= OPEN_TOP and max(lengths, default=0) <= MAX_LIST_LENGTH
        )

    def page_excerpt(self, docname: str) -> Entries:
        tree_path = self._tree_paths.get(docname, ())
        key = tuple(self._choices(self._groups, tree_path, self.is_complete))
        if key not in self._cache:
            self._cache[key] = tuple(self._excerpt(self._groups, tree_path, (), self.is_complete))
        return self._cache[key]

    def _is_small(self, group: GroupNode) -> bool:
        """Return whether a group is shown in full, cached for its pages."""
        if id(group) not in self._small:
            self._small[id(group)] = count_rows(group.entries) <= FULL_BRANCH
        return self._small[id(group)]

    def _choices(
        self, entries: Sequence[Entry], tree_path: TreePath, is_complete: bool
    ) -> Iterator[object]:
        """Yield what determines an excerpt: windows, open groups, pages with entries."""
        if not is_complete and len(entries) > MAX_LIST_LENGTH:
            yield "window", tree_path[0] // WINDOW if tree_path else 0
        if not tree_path:
            return
        entry = entries[tree_path[0]]
        if isinstance(entry, GroupNode):
            if not is_complete:
                yield "group", tree_path[0]
            is_complete = is_complete or self._is_small(entry)
        elif entry.entries:
            yield "page", entry.docname
        yield from self._choices(entry.entries, tree_path[1:], is_complete)

    def _excerpt(
        self, entries: Sequence[Entry], tree_path: TreePath, above: TreePath, is_complete: bool
    ) -> Iterator[Entry]:
        current = tree_path[0] if tree_path else None
        start, end = 0, len(entries)
        if not is_complete and end > MAX_LIST_LENGTH:
            first = (current or 0) // WINDOW * WINDOW
            start, end = max(first - MARGIN, 0), min(first + WINDOW + MARGIN, end)
        yield from _range(entries[:start], above)
        for index, entry in enumerate(entries[start:end], start):
            is_current = index == current
            deeper = tree_path[1:] if is_current else ()
            entry_path = (*above, index)
            if isinstance(entry, GroupNode):
                yield self._excerpt_group(entry, deeper, entry_path, is_current, is_complete)
            elif entry.entries:
                # The entries of a page are visible on that page.
                is_shown = is_current or entry.is_expanded
                below = self._excerpt(entry.entries, deeper, entry_path, is_complete)
                yield replace(
                    entry, entries=tuple(below) if is_shown else (), branch=branch(entry_path)
                )
            else:
                yield entry
        yield from _range(entries[end:], above)

    def _excerpt_group(
        self,
        group: GroupNode,
        tree_path: TreePath,
        group_path: TreePath,
        is_current: bool,
        is_complete: bool,
    ) -> GroupNode:
        is_open = is_complete or (self._is_top_open and len(group_path) == 1)
        # The entries of a group without a name are rows of the parent list.
        if not is_current and not is_open and group.name:
            url = next(pages_in([group])).url
            return replace(group, kind="head", url=url, entries=(), branch=branch(group_path))
        is_full = is_complete or (self._is_small(group) and (is_current or not is_open))
        return replace(
            group,
            entries=tuple(self._excerpt(group.entries, tree_path, group_path, is_full)),
            branch="" if is_open else branch(group_path),
        )


def full_tree(entries: Iterable[Entry], above: TreePath = ()) -> Entries:
    """Return the full tree with the names of its branches, which scripts load on demand."""
    named: list[Entry] = []
    for index, entry in enumerate(entries):
        entry_path = (*above, index)
        # The entries of a page are visible on that page, or everywhere if it is expanded.
        is_shown = isinstance(entry, GroupNode) or entry.is_expanded
        below = full_tree(entry.entries, entry_path) if is_shown else ()
        is_branch = isinstance(entry, GroupNode) or below
        named.append(replace(entry, entries=below, branch=branch(entry_path) if is_branch else ""))
    return tuple(named)


def branch(tree_path: TreePath) -> str:
    """Format a tree path for scripts: ``(0, 2)`` becomes ``0.2``."""
    return ".".join(map(str, tree_path))


def count_rows(entries: Iterable[Entry]) -> int:
    """Count the rows of entries with all groups open."""
    return sum(
        1 + (count_rows(entry.entries) if isinstance(entry, GroupNode) else 0) for entry in entries
    )


def _range(entries: Sequence[Entry], above: TreePath) -> Iterator[GroupNode]:
    """Yield a range for hidden entries, if there are any; its page shows more of them."""
    if entries:
        url = next(pages_in(entries)).url
        yield GroupNode(kind="range", url=url, count=len(entries), branch=branch(above))


def _tree_paths(
    entries: Iterable[Entry], above: TreePath = ()
) -> Iterator[tuple[TreePath, PageNode]]:
    for index, entry in enumerate(entries):
        entry_path = (*above, index)
        if isinstance(entry, PageNode):
            yield entry_path, entry
        yield from _tree_paths(entry.entries, entry_path)


class Section:
    """The nodes of the tree that the pages of a location and version show.

    :param versions: the versions of the visible pages, an empty string for all versions.
    :param is_read_in_order: whether the previous and next links include a page.
    """

    def __init__(
        self,
        groups: Iterable[GroupNode],
        chain: Chain,
        versions: Collection[str],
        is_read_in_order: Callable[[PageNode], bool],
    ) -> None:
        self.groups = tuple(_visible_groups(groups, chain, versions))
        self.excerpts = Excerpts(self.groups)
        self.trails: dict[str, tuple[Link, ...]] = {}
        """The groups and pages around each page, the outermost first."""
        for docname, trail in _trails(self.groups, ()):
            self.trails.setdefault(docname, trail)
        order: dict[str, Link] = {}
        for page in pages_in(self.groups):
            # An entry that is only a link is not in the previous/next order.
            if not page.is_link and is_read_in_order(page):
                order.setdefault(page.docname, Link(label=page.label, url=page.url))
        links = [None, *order.values(), None]
        self.neighbors = {
            docname: (links[position], links[position + 2])
            for position, docname in enumerate(order)
        }
        """The previous and the next page of each page."""


def _visible_groups(
    groups: Iterable[GroupNode], chain: Chain, versions: Collection[str]
) -> Iterator[GroupNode]:
    for group in groups:
        root = group.root
        is_root_here = root is not None and root.chain == chain
        entries = (root, *group.entries) if root else group.entries
        visible = () if group.is_hidden else tuple(_visible(entries, chain, versions))
        if visible:
            url = root.url if root and is_root_here else ""
            yield replace(group, root=None, url=url, entries=visible)


def _visible(entries: Iterable[Entry], chain: Chain, versions: Collection[str]) -> Iterator[Entry]:
    for entry in entries:
        if entry.is_hidden:
            continue
        below = tuple(_visible(entry.entries, chain, versions))
        # A nested group whose heading is a page is that page, with all entries below it.
        page = entry.root if isinstance(entry, GroupNode) else entry
        is_page_here = page is not None and page.chain == chain
        if page and is_page_here and page.version in versions:
            yield replace(page, entries=below) if below or page.entries else page
        elif isinstance(entry, GroupNode) and entry.name and below and not is_page_here:
            yield replace(entry, root=None, entries=below)
        else:
            # A fold needs a name to open it.
            yield from below


def _trails(
    entries: Iterable[Entry], above: tuple[Link, ...]
) -> Iterator[tuple[str, tuple[Link, ...]]]:
    for entry in entries:
        if isinstance(entry, PageNode):
            yield entry.docname, above
            crumb = Link(label=entry.label, url=entry.url)
        else:
            crumb = Link(label=entry.name, url=next(pages_in([entry])).url)
        yield from _trails(entry.entries, (*above, crumb) if crumb.label else above)
