"""What ``conf.py`` and the command line set, told apart from defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.config import Config


def is_set_by_author(config: Config, name: str) -> bool:
    """Whether ``conf.py`` or the command line sets a value: then theirs wins.

    Sphinx has no public way to tell a default from the same value in ``conf.py``. Sphinx 8.1 to
    9.1.
    """
    return name in config._raw_config or name in config.overrides


def author_s_value(config: Config, name: str) -> Any:
    """Return what ``conf.py`` or the command line sets for a name that Sphinx may not know.

    Such a value belongs to an extension or a theme that is not there. Sphinx 8.1 to 9.1.
    """
    return config.overrides.get(name, config._raw_config.get(name))
