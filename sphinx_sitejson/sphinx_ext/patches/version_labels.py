"""The words with which Sphinx says what a version brings."""

from __future__ import annotations

from typing import Any

from sphinx.domains.changeset import versionlabels
from sphinx.locale import _TranslationProxy

ENGLISH_LABELS = {
    "versionadded": "Added in version %s",
    "versionchanged": "Changed in version %s",
    "deprecated": "Deprecated since version %s",
    "versionremoved": "Removed in version %s",
}


def translate_version_labels_late() -> None:
    """Let the words for versions be translated when they are used, as other words of Sphinx are.

    Sphinx translates them while it is loaded: before any extension adds a catalog, and for pages
    and builds in other languages, too. The labels stay so for the process, in which another
    application may still read pages. Sphinx 8.1 to 9.1.
    """
    late: Any = {
        name: _TranslationProxy("sphinx", "general", text)
        for name, text in ENGLISH_LABELS.items()
        if name in versionlabels
    }
    versionlabels.update(late)
