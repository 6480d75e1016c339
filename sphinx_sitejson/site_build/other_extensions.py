"""Other themes and extensions; if one has the same feature, ours is disabled.

An extension that is loaded was chosen by the author. The build logs once which features are left
to others.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from configparser import ConfigParser
from configparser import Error as ConfigError
from pathlib import Path
from typing import TypeGuard

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from sphinx_sitejson.common.files import THEME
from sphinx_sitejson.common.records import record

from .build_state import pages_after_change, site_of
from .private_interfaces import is_set_by_author

logger = logging.getLogger(__name__)


@record
class SharedFeature:
    """A feature that another extension has, too."""

    name: str
    """Its name in the log."""
    extension: str
    """The module that ``extensions`` names."""
    package: str
    setting: str = ""
    """A value of ``conf.py`` that the other extension requires."""

    def is_provided_by_other(self, app: Sphinx) -> bool:
        """Return whether the other extension is loaded and configured."""
        if self.extension not in app.extensions:
            return False
        return not self.setting or bool(getattr(app.config, self.setting, None))


COPY_BUTTONS = SharedFeature(
    name="copy buttons", extension="sphinx_copybutton", package="sphinx-copybutton"
)
NOT_FOUND_PAGE = SharedFeature(
    name="the page 404.html", extension="notfound.extension", package="sphinx-notfound-page"
)
FAVICON = SharedFeature(
    name="the favicon", extension="sphinx_favicon", package="sphinx-favicon", setting="favicons"
)
SITEMAP = SharedFeature(name="sitemap.xml", extension="sphinx_sitemap", package="sphinx-sitemap")
PREVIEW_TAGS = SharedFeature(
    name="the tags for previews", extension="sphinxext.opengraph", package="sphinxext-opengraph"
)
PAGE_DATES = SharedFeature(
    name="the dates of pages",
    extension="sphinx_last_updated_by_git",
    package="sphinx-last-updated-by-git",
)
SHARED_FEATURES = (COPY_BUTTONS, NOT_FOUND_PAGE, FAVICON, SITEMAP, PREVIEW_TAGS, PAGE_DATES)


def log_overlapping_extensions(app: Sphinx) -> None:
    """Log which features are left to other extensions."""
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    jobs = [
        f"{job.name} ({job.package})" for job in SHARED_FEATURES if job.is_provided_by_other(app)
    ]
    if jobs:
        logger.info("sphinx-sitejson leaves to other extensions: %s.", ", ".join(jobs))


OUR_THEME = "sitejson"


def has_our_theme(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether the theme of a builder is ours, or derived from it."""
    return isinstance(builder, StandaloneHTMLBuilder) and str(THEME) in map(
        str, builder.theme.get_theme_dirs()
    )


def keeps_other_theme(app: Sphinx, config: Config) -> bool:
    """Return whether the author chose a theme that is not derived from ours.

    Pages are read once for all builders, so this depends on ``conf.py`` and not on the theme of
    a builder.
    """
    if not is_set_by_author(config, "html_theme"):
        return False
    name, seen = config.html_theme, set[str]()
    while name != OUR_THEME:
        if not name or name in seen:
            return True
        seen.add(name)
        name = _parent_theme(app, config, name)
    return False


def _parent_theme(app: Sphinx, config: Config, name: str) -> str:
    """Return the parent of a theme, as far as its files are found."""
    folders = [Path(app.confdir, entry, name) for entry in config.html_theme_path]
    if name in app.registry.html_themes:
        folders.append(Path(app.registry.html_themes[name]))
    for folder in folders:
        try:
            settings = tomllib.loads((folder / "theme.toml").read_text(encoding="utf-8"))
            return str(settings.get("theme", {}).get("inherit", ""))
        except (OSError, ValueError):
            pass
        parser = ConfigParser(interpolation=None)
        try:
            if parser.read(folder / "theme.conf", encoding="utf-8"):
                return parser.get("theme", "inherit", fallback="")
        except (ConfigError, ValueError):
            pass
    return ""


def pages_after_theme_change(app: Sphinx, env: BuildEnvironment, *changes: object) -> Iterable[str]:
    """Return all pages if the project switched to or from our theme since the last build."""
    return pages_after_change(env, "keeps_theme", site_of(env).keeps_theme)
