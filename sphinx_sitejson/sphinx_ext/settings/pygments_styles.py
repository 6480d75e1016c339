"""The Pygments styles that the author chose in ``conf.py``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx.highlighting import PygmentsBridge

from sphinx_sitejson.appearance.code_styles import is_dark_style
from sphinx_sitejson.sphinx_ext.patches.application import author_s_value

if TYPE_CHECKING:
    from pygments.style import Style
    from sphinx.config import Config

    from sphinx_sitejson.settings.loading import LoadedSettings
    from sphinx_sitejson.settings.site import SiteSettings

STYLE, DARK_STYLE = "pygments_style", "pygments_dark_style"
"""Themes register the dark one, so Sphinx may not know it."""


def chosen_styles(config: Config) -> dict[str, tuple[str, type[Style]]]:
    """Return the author's styles by the names of their values."""
    found = {}
    for value in (STYLE, DARK_STYLE):
        name = author_s_value(config, value)
        if isinstance(name, str) and name not in ("", "none"):
            found[value] = name, PygmentsBridge("html", name).formatter_args["style"]
    return found


def with_mode_of_style(
    settings: SiteSettings, loaded: LoadedSettings, config: Config
) -> SiteSettings:
    """Let code follow the mode of the page if the author chose a light style and no mode."""
    if "codeBlock" in loaded.source.value:
        return settings
    _name, style = chosen_styles(config).get(STYLE, ("", None))
    if style is None or is_dark_style(style):
        return settings
    return replace(settings, code_block=replace(settings.code_block, mode="auto"))
