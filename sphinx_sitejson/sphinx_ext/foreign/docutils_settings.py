"""The settings of docutils, which are the same for all pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sphinx.util import docutils as sphinx_docutils

from .application import replace_for

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def share_docutils_settings(app: Sphinx) -> None:
    """Work out the settings of docutils once for all pages, until the application ends.

    Sphinx makes the whole table of options and reads ``docutils.conf`` again for each page, always
    with the same result. Sphinx 9.0 and 9.1; older ones keep the settings themselves.
    """
    usual = getattr(sphinx_docutils, "_get_settings", None)
    if usual is None or hasattr(usual, "usual"):
        return
    kept: dict[Any, tuple[Any, Any]] = {}

    def get_settings(
        *components: Any, defaults: Mapping[str, Any], read_config_files: bool = False
    ) -> Any:
        kinds = tuple(each if isinstance(each, type) else type(each) for each in components)
        values = tuple((name, id(value)) for name, value in defaults.items())
        key = (kinds, values, read_config_files)
        if key not in kept:
            made = usual(*components, defaults=defaults, read_config_files=read_config_files)
            # The values are kept, too, so that no other object gets their ids.
            kept[key] = (made, tuple(defaults.values()))
        return _new_settings(kept[key][0])

    replace_for(app, sphinx_docutils, "_get_settings", get_settings)


def _new_settings(made: Any) -> Any:
    """Return the settings of a page, which may change its own lists and has its own files."""
    settings = made.copy()
    for name, value in vars(made).items():
        if isinstance(value, list | dict | set):
            setattr(settings, name, value.copy())
    settings.record_dependencies = type(made.record_dependencies)()
    return settings
