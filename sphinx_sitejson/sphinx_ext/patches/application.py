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

Made = TypeVar("Made")


def application_state(app: Sphinx, name: str, make: Callable[[], Made]) -> Made:
    """Return state of an application that is needed before its environment exists.

    Extensions register components while they are set up; Sphinx keeps such things in a registry
    that has no place for ours. Sphinx 8.1 to 9.1.
    """
    kept: Made | None = getattr(app, name, None)
    if kept is None:
        kept = make()
        setattr(app, name, kept)
    return kept


def replace_for(app: Sphinx, owner: Any, name: str, ours: Any) -> None:
    """Replace a function until the application ends; ``original`` is the one it replaces."""
    ours.original = getattr(owner, name)
    setattr(owner, name, ours)
    finalize(app, _restore, owner, name, ours).atexit = False


def _restore(owner: Any, name: str, ours: Any) -> None:
    """Put the original back, unless somebody else has replaced the function meanwhile."""
    if getattr(owner, name) is ours:
        setattr(owner, name, ours.original)


def offer_method(app: Sphinx, name: str, function: Callable[..., Any]) -> None:
    """Offer a function as a method of the application, as earlier versions of this package did."""
    setattr(app, name, partial(function, app))


def replace_project(app: Sphinx, project: Project) -> None:
    """Have Sphinx ask another object for its pages.

    Pages that are made from documents do not lie in the source folder, where they would be
    committed by accident; Sphinx asks its project for files, and for nothing else. Sphinx 8.1 to
    9.1.
    """
    app.project = project
    app.env.project = project


def is_set_by_author(config: Config, name: str) -> bool:
    """Whether ``conf.py`` or the command line sets a value: then theirs wins.

    Sphinx has no public way to tell a default from the same value in ``conf.py``. Sphinx 8.1 to
    9.1.
    """
    return name in config._raw_config or name in config.overrides


def author_names(config: Config) -> list[str]:
    """Return all names that ``conf.py`` or the command line sets, known to Sphinx or not.

    As above: the extension that would register a value may not be loaded. Sphinx 8.1 to 9.1.
    """
    return [*config._raw_config, *config.overrides]


def author_s_value(config: Config, name: str) -> Any:
    """Return what ``conf.py`` or the command line sets for a name that Sphinx may not know.

    Such a value belongs to an extension or a theme that is not there. Sphinx 8.1 to 9.1.
    """
    return config.overrides.get(name, config._raw_config.get(name))


def replace_transform(app: Sphinx, usual: type[Transform], ours: type[Transform]) -> None:
    """Have Sphinx run a transform of ours instead of one of its own; it has no way to remove one.

    Sphinx 8.1 to 9.1.
    """
    for transforms in (app.registry.transforms, app.registry.post_transforms):
        transforms[:] = [ours if transform is usual else transform for transform in transforms]


def wrap_transforms(app: Sphinx, wrap: Callable[..., type[Transform]]) -> None:
    """Put other classes in the place of all registered transforms.

    ``wrap`` gets a class, and whether it is a post-transform. The object that runs post-transforms
    is known to none of them, so an error can only be handled in each. Sphinx 8.1 to 9.1.
    """
    for registered in (app.registry.transforms, app.registry.post_transforms):
        is_post_transform = registered is app.registry.post_transforms
        registered[:] = [wrap(each, is_post_transform=is_post_transform) for each in registered]


def remove_transforms(app: Sphinx, names: frozenset[str]) -> None:
    """Take transforms out of a build, by module and name, and those that are made from them.

    Where nothing is written, changing how a page looks takes a good part of the time; Sphinx
    registers transforms, and has no way to take one back. Sphinx 8.1 to 9.1.
    """
    for registered in (app.registry.transforms, app.registry.post_transforms):
        registered[:] = [each for each in registered if names.isdisjoint(map(_name, each.mro()))]


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


SELDOM = (50_000, 20, 50)
"""After how many new objects, and how many rounds of the younger generations."""


def relax_garbage_collection(app: Sphinx) -> None:
    """Let Python look for unreachable objects less often until the application ends.

    A build keeps nearly all that it makes until its end, so looking for garbage after every few
    hundred new objects finds none, and takes longer the larger the site is. Most of all when
    Python leaves: then it looks at everything several times, which takes a third of a build of
    one page. Ending with the build would make Python look through all of it once more, just
    before a command line tool leaves. Where somebody looks less often already, or not at all, it
    stays so. Seen with Python 3.11 to 3.14.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    usual = gc.get_threshold()
    if not 0 < usual[0] < SELDOM[0]:
        return
    gc.set_threshold(*SELDOM)
    finalize(app, gc.set_threshold, *usual).atexit = False


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
