"""The words with which Sphinx says what a version brings."""

from __future__ import annotations

from typing import Any

from sphinx.domains.changeset import versionlabels
from sphinx.locale import _TranslationProxy

_ENGLISH = {
    "versionadded": "Added in version %s",
    "versionchanged": "Changed in version %s",
    "deprecated": "Deprecated since version %s",
    "versionremoved": "Removed in version %s",
}


def say_versions_late() -> None:
    """Let the words for versions be translated when they are used, as other words of Sphinx are.

    Sphinx translates them while it is loaded: before any extension adds a catalog, and for pages
    and builds in other languages, too. Sphinx 8.1 to 9.1.
    """
    late: Any = {
        name: _TranslationProxy("sphinx", "general", words) for name, words in _ENGLISH.items()
    }
    versionlabels.update(late)
