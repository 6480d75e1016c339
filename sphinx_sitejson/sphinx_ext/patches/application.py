"""What is kept on the application of Sphinx, or replaced there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import finalize

if TYPE_CHECKING:
    from sphinx.application import Sphinx
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
