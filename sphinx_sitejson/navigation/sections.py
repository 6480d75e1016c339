"""A section of the site: the pages that share a place and a version."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from .excerpts import Excerpts
from .views import Link, SidebarEntry, SidebarGroup, SidebarPage


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What all pages of a section share; made once, read by each of them."""

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
    """Keep the pages that belong to a section, and put them in reading order."""
    kept = tuple(group for group in map(_keeping(belongs), groups) if group.entries)
    order: dict[str, SidebarPage] = {}
    for page in pages_of(kept):
        # A page that is only a link to elsewhere is no step on the way through the pages.
        if is_read_in_order(page) and page.url == f"/{page.docname}":
            order.setdefault(page.docname, page)
    return Section(
        groups=kept,
        order=tuple(order.values()),
        positions={docname: index for index, docname in enumerate(order)},
        trails=_trails(kept),
        excerpts=Excerpts(kept),
    )


def pages_of(entries: Iterable[SidebarEntry]) -> Iterator[SidebarPage]:
    """Yield all pages of some entries in reading order."""
    for entry in entries:
        if isinstance(entry, SidebarPage):
            yield entry
        yield from pages_of(entry.entries)


def _keeping(belongs: Callable[[SidebarPage], bool]) -> Callable[[SidebarGroup], SidebarGroup]:
    def keep_group(group: SidebarGroup) -> SidebarGroup:
        entries = tuple(kept for entry in group.entries for kept in keep(entry))
        return replace(group, entries=entries)

    def keep(entry: SidebarEntry) -> tuple[SidebarEntry, ...]:
        if isinstance(entry, SidebarGroup):
            kept = keep_group(entry)
            return (kept,) if kept.entries else ()
        if not isinstance(entry, SidebarPage):
            return ()
        children = tuple(kept for child in entry.entries for kept in keep(child))
        return (replace(entry, entries=children),) if belongs(entry) else children

    return keep_group


def _trails(groups: Iterable[SidebarGroup]) -> dict[str, tuple[Link, ...]]:
    """For each page the groups and pages it stands in, from the outside in."""
    trails: dict[str, tuple[Link, ...]] = {}

    def walk(entry: SidebarEntry, above: tuple[Link, ...]) -> None:
        if isinstance(entry, SidebarPage):
            trails.setdefault(entry.docname, above)
            crumb = Link(label=entry.label, url=entry.url)
        else:
            first = next(pages_of(entry.entries), None)
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
