"""State and replaced parts of the application: functions, configuration, transforms, labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.domains.changeset import versionlabels
from sphinx.locale import _TranslationProxy

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.project import Project


def replace_project(app: Sphinx, project: Project) -> None:
    """Replace the object that lists the source files.

    Generated pages are not stored in the source folder, where they would be committed by accident.
    Sphinx uses its project only to find files. Sphinx 8.1 to 9.1.
    """
    app.project = project
    app.env.project = project


def is_set_by_author(config: Config, name: str) -> bool:
    """Return whether ``conf.py`` or the command line sets a value, which then takes precedence.

    Sphinx has no public way to tell a default from the same value in ``conf.py``. Sphinx 8.1 to
    9.1.
    """
    return name in config._raw_config or name in config.overrides


def author_names(config: Config) -> list[str]:
    """Return all names that ``conf.py`` or the command line sets, registered or not.

    The extension that would register a value may not be loaded. Sphinx 8.1 to 9.1.
    """
    return [*config._raw_config, *config.overrides]


def author_value(config: Config, name: str) -> Any:
    """Return the value that ``conf.py`` or the command line sets, even if it is not registered.

    Such a value belongs to an extension or a theme that is not loaded. Sphinx 8.1 to 9.1.
    """
    return config.overrides.get(name, config._raw_config.get(name))


ENGLISH_LABELS = {
    "versionadded": "Added in version %s",
    "versionchanged": "Changed in version %s",
    "deprecated": "Deprecated since version %s",
    "versionremoved": "Removed in version %s",
}


def defer_version_labels() -> None:
    """Translate the labels of ``versionadded`` and others when they are used.

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
