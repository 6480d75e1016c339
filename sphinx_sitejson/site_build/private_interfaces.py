"""State and replaced parts of the application: functions, configuration, transforms, labels."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import finalize

from sphinx.domains.changeset import versionlabels
from sphinx.locale import _TranslationProxy

if TYPE_CHECKING:
    from docutils.transforms import Transform
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.project import Project

State = TypeVar("State")


def application_state(app: Sphinx, name: str, make: Callable[[], State]) -> State:
    """Return state of an application that is needed before its environment exists.

    Extensions register components during their setup; the registry of Sphinx has no public
    attribute for other data. Sphinx 8.1 to 9.1.
    """
    state: State | None = getattr(app, name, None)
    if state is None:
        state = make()
        setattr(app, name, state)
    return state


def replace_for(app: Sphinx, owner: Any, name: str, replacement: Any) -> None:
    """Replace a function until the application ends; ``original`` is the one it replaces."""
    replacement.original = getattr(owner, name)
    setattr(owner, name, replacement)
    finalize(app, _restore, owner, name, replacement).atexit = False


def _restore(owner: Any, name: str, replacement: Any) -> None:
    """Restore the original function unless something else has replaced it since."""
    if getattr(owner, name) is replacement:
        setattr(owner, name, replacement.original)


def add_application_method(app: Sphinx, name: str, function: Callable[..., Any]) -> None:
    """Add a function as a method of the application, for compatibility with earlier versions."""
    setattr(app, name, partial(function, app))


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


def replace_transform(app: Sphinx, original: type[Transform], replacement: type[Transform]) -> None:
    """Replace a registered transform of Sphinx, which has no method to remove one.

    Sphinx 8.1 to 9.1.
    """
    for transforms in (app.registry.transforms, app.registry.post_transforms):
        transforms[:] = [
            replacement if transform is original else transform for transform in transforms
        ]


def wrap_transforms(app: Sphinx, wrap: Callable[..., type[Transform]]) -> None:
    """Replace each registered transform by the class that ``wrap`` returns.

    ``wrap`` gets a class, and whether it is a post-transform. The object that runs post-transforms
    is known to none of them, so an error can only be handled in each. Sphinx 8.1 to 9.1.
    """
    for registered in (app.registry.transforms, app.registry.post_transforms):
        is_post_transform = registered is app.registry.post_transforms
        registered[:] = [wrap(each, is_post_transform=is_post_transform) for each in registered]


def remove_transforms(app: Sphinx, names: frozenset[str]) -> None:
    """Unregister transforms by their qualified names, and their subclasses.

    In a build that writes no output, transforms of its appearance take a considerable part of the
    time. Sphinx has no method to unregister one. Sphinx 8.1 to 9.1.
    """
    for registered in (app.registry.transforms, app.registry.post_transforms):
        registered[:] = [each for each in registered if names.isdisjoint(map(_name, each.mro()))]


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


RELAXED_THRESHOLDS = (50_000, 20, 50)
"""The thresholds of the three generations, for :func:`gc.set_threshold`."""


def relax_garbage_collection(app: Sphinx) -> None:
    """Run the garbage collector less often until the application ends.

    A build keeps nearly all of its objects until its end, so that frequent collections find no
    garbage and take longer the larger the site is. At exit, Python collects several times, which
    takes a third of a build of one page; ``gc.freeze`` prevents that. Higher thresholds, or a
    disabled collector, are left unchanged. Python 3.11 to 3.14.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    original = gc.get_threshold()
    if not 0 < original[0] < RELAXED_THRESHOLDS[0]:
        return
    gc.set_threshold(*RELAXED_THRESHOLDS)
    finalize(app, gc.set_threshold, *original).atexit = False


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
