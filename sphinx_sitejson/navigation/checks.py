"""Checks of tabs, anchors and versions that need all pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_sitejson.common.languages import is_known_language, suggest_language
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import (
    Anchor,
    NavigationGroup,
    Tab,
    group_documents,
    own_documents,
)

from .locations import Chain, Division
from .site_map import SiteMap
from .tree import LocateSetting, iter_listings


def check_divisions(site_map: SiteMap, locate: LocateSetting) -> Iterator[Problem]:
    """Report divisions without pages."""
    if site_map.has_no_existing_page:
        # That all pages are missing was already reported.
        return
    if site_map.settings.outline is not None:
        yield from _empty_in_outline(site_map, (), site_map.locations.divisions, locate)
        return
    with_pages = {division.at for division in site_map.divisions_with_pages}
    leading_elsewhere = {division.at for division in _tabs_and_anchors(site_map) if division.url}
    settings = site_map.settings
    entries: tuple[Tab | Anchor, ...] = (*settings.tabs, *settings.anchors)
    with_document = {
        name
        for group in _all_groups(settings)
        if any(group_documents(group))
        for name in (group.tab, group.anchor)
    }
    for entry in entries:
        is_there = entry.at in with_pages or entry.at in leading_elsewhere
        # The problems of its document explain why it has no pages.
        has_document = any(own_documents(entry)) or entry.name in with_document
        if not is_there and not has_document:
            yield _empty(entry, locate)
    yield from _empty_versions(site_map, locate)


def _tabs_and_anchors(site_map: SiteMap) -> Iterator[Division]:
    for division in site_map.locations.divisions:
        yield division
        yield from division.children


def _empty(entry: Tab | Anchor, locate: LocateSetting) -> Problem:
    kind = "tab" if isinstance(entry, Tab) else "anchor"
    return Problem(
        code=ProblemCode.EMPTY_DIVISION,
        message=f'no page of the navigation is below "{entry.url}"; '
        f'the {kind} "{entry.name}" was skipped.',
        location=locate((*entry.at, "url")),
    )


def _empty_in_outline(
    site_map: SiteMap, above: Chain, divisions: Iterable[Division], locate: LocateSetting
) -> Iterator[Problem]:
    for division in divisions:
        if site_map.is_empty((*above, division)):
            if division.has_document:
                # The problems of the document explain it.
                continue
            name = quoted(division.code or division.name)
            yield Problem(
                code=ProblemCode.EMPTY_DIVISION,
                message=f"the {division.kind} {name} has no pages; it was skipped.",
                location=locate(division.at),
            )
        else:
            inner = (*above, division)
            yield from _empty_in_outline(site_map, inner, division.children, locate)


def _empty_versions(site_map: SiteMap, locate: LocateSetting) -> Iterator[Problem]:
    """Report versions without pages."""
    settings = site_map.settings
    used = {site_map.version_of(docname) for docname in site_map.pages}
    if "" in used or not used:
        return
    used |= {tab.version or "" for tab in settings.tabs}
    used |= {anchor.version or "" for anchor in settings.anchors}
    for index, version in enumerate(settings.versions):
        if not version.url and version.name not in used:
            message = (
                f"no page belongs to the version {quoted(version.name)}; its menu entry "
                "links to the home page."
            )
            yield Problem(
                code=ProblemCode.EMPTY_DIVISION,
                message=message,
                location=locate(("versions", index)),
            )


def check_named_divisions(settings: SiteSettings, locate: LocateSetting) -> Iterator[Problem]:
    """Report references to tabs, anchors, versions and languages that do not exist."""
    yield from check_versions(settings, locate)
    yield from _unknown_languages(settings, locate)
    tabs = [tab.name for tab in settings.tabs]
    anchors = [anchor.name for anchor in settings.anchors]
    for group in _all_groups(settings):
        if not (group.pages or group.root or any(group_documents(group))):
            title = f" {quoted(group.group)}" if group.group else ""
            yield Problem(
                code=ProblemCode.EMPTY_DIVISION,
                message=f"the group{title} has no pages; it was skipped.",
                location=locate(group.at),
            )
        for key, name, known in (("tab", group.tab, tabs), ("anchor", group.anchor, anchors)):
            if name and name not in known:
                message = (
                    f'{quoted(name)} is not in "{key}s"; page paths are used instead.'
                    f"{did_you_mean(name, known)}"
                )
                yield Problem(
                    code=ProblemCode.UNKNOWN_DIVISION,
                    message=message,
                    location=locate((*group.at, key)),
                )


def _unknown_languages(settings: SiteSettings, locate: LocateSetting) -> Iterator[Problem]:
    for division in settings.outline.all_divisions() if settings.outline else ():
        if division.kind == "language" and not is_known_language(division.name):
            yield Problem(
                code=ProblemCode.WRONG_VALUE,
                message=f"{quoted(division.name)} is not the code of a language, such as "
                f'"en" or "pt-BR"; its labels are in English.{suggest_language(division.name)}',
                location=locate((*division.at, "language")),
            )


def check_versions(settings: SiteSettings, locate: LocateSetting) -> Iterator[Problem]:
    """Report unknown versions of groups, tabs and anchors."""
    known = [version.name for version in settings.versions]
    for version, at in _used_versions(settings):
        if version not in known:
            yield unknown_version(version, known, locate((*at, "version")))


def unknown_version(version: str, known: Iterable[str], location: Location) -> Problem:
    """Return the problem of an unknown version."""
    message = f'"{version}" is not in "versions"; it has no effect.{did_you_mean(version, known)}'
    return Problem(code=ProblemCode.UNKNOWN_VERSION, message=message, location=location)


def _used_versions(settings: SiteSettings) -> Iterator[tuple[str, JsonPath]]:
    divisions: tuple[Tab | Anchor, ...] = (*settings.tabs, *settings.anchors)
    for entry in divisions:
        if entry.version:
            yield entry.version, entry.at
    for group in _all_groups(settings):
        if group.version:
            yield group.version, group.at


def _all_groups(settings: SiteSettings) -> Iterator[NavigationGroup]:
    """Yield every group of the settings, parents before children."""
    waiting = [group for _at, groups in iter_listings(settings) for group in groups][::-1]
    while waiting:
        group = waiting.pop()
        yield group
        waiting += [page for page in reversed(group.pages) if isinstance(page, NavigationGroup)]
