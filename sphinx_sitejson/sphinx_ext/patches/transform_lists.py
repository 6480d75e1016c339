"""The transforms that Sphinx runs on each page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.transforms import Transform
    from sphinx.application import Sphinx


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
