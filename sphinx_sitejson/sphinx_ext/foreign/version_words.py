"""The words with which Sphinx says what a version brings."""

from __future__ import annotations

from collections.abc import Callable

from sphinx.domains.changeset import versionlabels

_ENGLISH = {
    "versionadded": "Added in version %s",
    "versionchanged": "Changed in version %s",
    "deprecated": "Deprecated since version %s",
    "versionremoved": "Removed in version %s",
}


def say_versions_with(gettext: Callable[[str], str]) -> None:
    """Say again what a version brings, now that all catalogs are there.

    Sphinx translates these words while it is loaded: before any extension adds a catalog, and for
    later builds of a process in the language of the first. Sphinx 8.1 to 9.1.
    """
    versionlabels.update({name: gettext(words) for name, words in _ENGLISH.items()})
