"""What can be wrong with tabs, anchors and versions once the pages are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_sitejson.problems import JsonPath, Place, Problem, did_you_mean
from sphinx_sitejson.settings import SiteSettings
from sphinx_sitejson.settings.structure import Anchor, NavigationGroup, Tab

from .divisions import is_external
from .site_map import SiteMap
from .tree import LocateSetting


def check_divisions(site_map: SiteMap, locate: LocateSetting) -> Iterator[Problem]:
    """Name the tabs and anchors that no page of the navigation belongs to."""
    settings = site_map.settings
    for index, tab in enumerate(settings.tabs):
        if not any(site_map.pages_in_tab(index)):
            yield from _empty(tab, "tab", locate)
    for index, anchor in enumerate(settings.anchors):
        if not any(site_map.pages_in_anchor(index)):
            yield from _empty(anchor, "anchor", locate)


def _empty(entry: Tab | Anchor, kind: str, locate: LocateSetting) -> Iterator[Problem]:
    if is_external(entry.url) or entry.openapi:
        return
    yield Problem(
        code="empty_division",
        message=f'no page of the navigation stands below "{entry.url}"; '
        f'the {kind} "{entry.name}" is left out.',
        place=locate((*entry.at, "url")),
    )


def check_versions(settings: SiteSettings, locate: LocateSetting) -> Iterator[Problem]:
    """Name the versions of groups, tabs and anchors that the site does not have."""
    known = [version.name for version in settings.versions]
    for version, at in _used_versions(settings):
        if version not in known:
            yield unknown_version(version, known, locate((*at, "version")))


def unknown_version(version: str, known: Iterable[str], place: Place) -> Problem:
    """Say that the site does not have a version."""
    message = f'"{version}" is not in "versions"; it has no effect.{did_you_mean(version, known)}'
    return Problem(code="unknown_version", message=message, place=place)


def _used_versions(settings: SiteSettings) -> Iterator[tuple[str, JsonPath]]:
    divisions: tuple[Tab | Anchor, ...] = (*settings.tabs, *settings.anchors)
    for entry in divisions:
        if entry.version:
            yield entry.version, entry.at
    for group in settings.navigation:
        yield from _versions_of_group(group)


def _versions_of_group(group: NavigationGroup) -> Iterator[tuple[str, JsonPath]]:
    if group.version:
        yield group.version, group.at
    for page in group.pages:
        if isinstance(page, NavigationGroup):
            yield from _versions_of_group(page)
