"""What Sphinx has no public interface for, in one place, each with what happens without it.

All of it was tried with Sphinx 8.1 to 9.1. Where a later version lacks a part, the feature is off,
one message says so, and the build goes on. CONTRIBUTING has the texts of issues for Sphinx.
`TimeoutProtocol` of the proxy, which works without Sphinx, extends a class of uvicorn likewise.
"""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any

import sphinx
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.domains import changeset
from sphinx.project import Project
from sphinx.util import logging

logger = logging.getLogger(__name__)


def _report_missing(part: str, effect: str) -> None:
    logger.warning("Sphinx %s has no %s: %s.", sphinx.__version__, part, effect, once=True)


# Whether conf.py sets a value: a default cannot be told from the same value in conf.py.


def _author_values(config: Config) -> Mapping[str, Any]:
    values = getattr(config, "_raw_config", None)
    if values is None:
        _report_missing("Config._raw_config", "site.json takes precedence over conf.py")
        return config.overrides
    return {**values, **config.overrides}


def is_set_by_author(config: Config, name: str) -> bool:
    """Return whether ``conf.py`` or the command line sets a value, which then takes precedence."""
    return name in _author_values(config)


def author_names(config: Config) -> list[str]:
    """Return all names that ``conf.py`` or the command line sets, registered or not.

    The extension that would register a value may not be loaded.
    """
    return [*_author_values(config)]


def author_value(config: Config, name: str) -> Any:
    """Return the value that ``conf.py`` or the command line sets, even if it is not registered.

    Such a value belongs to an extension or a theme that is not loaded.
    """
    return _author_values(config).get(name)


# Pages without files: generated ones are not stored in the source folder, where they would be
# committed by accident. Sphinx uses its project only to find files.


def replace_project(app: Sphinx, project: Project) -> None:
    """Replace the object that lists the source files."""
    for owner in (app, app.env):
        if not hasattr(owner, "project"):
            _report_missing("project", "generated pages are missing")
            return
    app.project = project
    app.env.project = project


# Texts in the language of a page: Sphinx has one translator for each catalog and process.


def catalog_translator(catalog: str) -> NullTranslations | None:
    translators: dict[tuple[str, str], NullTranslations] = getattr(locale, "translators", {})
    return translators.get(("general", catalog))


def set_translator(catalog: str, translator: NullTranslations) -> None:
    """Replace the translator of a catalog, which may be that of the site or of a page."""
    translators = getattr(locale, "translators", None)
    if translators is None:
        _report_missing("locale.translators", "labels are in English")
    else:
        translators["general", catalog] = translator


def lazy_text(catalog: str, text: str) -> str:
    """Return a text that is translated when it is used."""
    proxy = getattr(locale, "_TranslationProxy", None)
    if proxy is None:
        _report_missing("locale._TranslationProxy", "some labels are in English")
        return text
    lazy: str = proxy(catalog, "general", text)
    return lazy


def is_lazy(value: object) -> bool:
    """Return whether a value is a text that is translated when it is used."""
    return isinstance(value, getattr(locale, "_TranslationProxy", ()))


# Labels of versions: Sphinx translates them while it is loaded, before any extension adds a
# catalog, and for pages and builds in other languages, too. The labels stay so for the process, in
# which another application may still read pages.

ENGLISH_LABELS = {
    "versionadded": "Added in version %s",
    "versionchanged": "Changed in version %s",
    "deprecated": "Deprecated since version %s",
    "versionremoved": "Removed in version %s",
}


def defer_version_labels() -> None:
    """Translate the labels of ``versionadded`` and others when they are used."""
    labels = getattr(changeset, "versionlabels", None)
    if labels is None:
        _report_missing("versionlabels", "labels of versions are in the language of the site")
        return
    labels.update(
        (name, lazy_text("sphinx", text)) for name, text in ENGLISH_LABELS.items() if name in labels
    )
