"""Where a site begins: the paths from which its first page is taken, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import (
    NavigationGroup,
    Outline,
    OutlineDivision,
    names_operation,
)

from .tree import can_leave_folder


def first_paths(settings: SiteSettings) -> Iterator[str]:
    """Yield the listed paths: those that a new reader sees first, then all others."""
    paths = (
        _in_outline(settings.outline) if settings.outline is not None else _in_versions(settings)
    )
    yield from (path for path in paths if not can_leave_folder(path))


def _in_outline(division: Outline | OutlineDivision) -> Iterator[str]:
    """Follow the default of each kind, where one is marked, then the order of the file."""
    for group in division.groups:
        yield from (path for path, _version in _paths(group, ""))
    for inner in sorted(division.divisions, key=_comes_later):
        yield from _in_outline(inner)


def _comes_later(division: OutlineDivision) -> tuple[bool, bool]:
    return division.is_hidden, not division.is_default


def _in_versions(settings: SiteSettings) -> Iterator[str]:
    """Begin with what the default version has, wherever it is listed."""
    here = [version for version in settings.versions if not version.url]
    chosen = next((version.name for version in here if version.default), "")
    readable = {"", chosen or (here[0].name if here else "")}
    known = {version.name for version in here}
    listed = [entry for group in settings.navigation for entry in _paths(group, "")]
    yield from (path for path, version in listed if version in readable or version not in known)
    yield from (path for path, _version in listed)


def _paths(group: NavigationGroup, version: str) -> Iterator[tuple[str, str]]:
    version = group.version or version
    if group.root:
        yield group.root, version
    for entry in group.pages:
        if isinstance(entry, NavigationGroup):
            yield from _paths(entry, version)
        elif not names_operation(entry):
            yield entry, version
