"""The icons that the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.common.problems import JsonPath

from .site import SiteSettings
from .structure import Anchor, NavigationGroup, Tab


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedIcon:
    """An icon of the settings and the place that names it."""

    icon: str
    icon_type: str | None
    at: JsonPath


def named_icons(settings: SiteSettings) -> Iterator[NamedIcon]:
    """Yield every icon that the settings name."""
    entries: tuple[Tab | Anchor | NavigationGroup, ...]
    entries = (*settings.tabs, *settings.anchors, *settings.navigation)
    for entry in entries:
        yield from _of_entry(entry)
    if settings.outline:
        for division in (*settings.outline.all_divisions(), *settings.outline.links):
            if division.icon:
                at = (*division.at, "icon")
                yield NamedIcon(icon=division.icon, icon_type=division.icon_type, at=at)
            for group in division.groups:
                yield from _of_entry(group)
        for group in settings.outline.groups:
            yield from _of_entry(group)
    if settings.top_anchor:
        top = settings.top_anchor
        yield NamedIcon(icon=top.icon, icon_type=top.icon_type, at=("topAnchor", "icon"))


def _of_entry(entry: Tab | Anchor | NavigationGroup) -> Iterator[NamedIcon]:
    if entry.icon:
        yield NamedIcon(icon=entry.icon, icon_type=entry.icon_type, at=(*entry.at, "icon"))
    if isinstance(entry, NavigationGroup):
        for page in entry.pages:
            if isinstance(page, NavigationGroup):
                yield from _of_entry(page)
