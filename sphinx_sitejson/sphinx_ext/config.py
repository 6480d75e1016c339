"""Maps ``site.json`` onto the configuration of Sphinx."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging

from sphinx_sitejson.json_documents.sources import Source
from sphinx_sitejson.navigation.checks import check_versions
from sphinx_sitejson.package_files import THEME
from sphinx_sitejson.pages.sources import excluded_patterns, first_page, folders_taken_for_output
from sphinx_sitejson.settings import LoadedSettings, SiteSettings, load_settings
from sphinx_sitejson.settings.loading import OLDER_FILE_NAME
from sphinx_sitejson.settings.project_files import find_project_file, is_remote

from .domain import Site, site_domain
from .foreign import is_set_by_author
from .labels import in_site_language
from .reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


Scope = Literal["site", "theme", "api"]
"""What a project wants: a site of ``site.json``, only the theme, or only the API features."""

OWN_THEME = "sitejson"

WITHOUT_FILE: Mapping[Scope, Mapping[str, Any]] = {
    "theme": {"navigation": []},
    "api": {
        "navigation": [],
        # All that a page says of an API, and none of the files that a playground needs.
        "api": {"playground": {"mode": "simple"}},
        "seo": {"indexHiddenPages": True},
    },
}
SAID_WITHOUT_FILE: Mapping[Scope, str] = {
    "theme": 'sphinx_sitejson: there is no "%s"; name and navigation come from conf.py and the '
    "toctrees.",
    "api": 'sphinx_sitejson: there is no "%s"; the project gets the API features only.',
}

logger = logging.getLogger(__name__)


class SettingsReader:
    """Reads the settings file once the configuration is complete.

    :param scope: what the project wants of the extension.
    """

    def __init__(self, scope: Scope = "site") -> None:
        self._scope = scope
        self._read: tuple[LoadedSettings, SiteSettings] | None = None

    def read(self, app: Sphinx, config: Config) -> None:
        """Read the file, stop the build when no site can be made of it, map the rest."""
        if self._scope != "site":
            self._do_without(config)
            if self._scope == "theme":
                self._map(app, config)
            return
        path = Path(app.confdir, config.sitejson_file)
        loaded = load_settings(path, root=Path(app.confdir))
        report(loaded.problems)
        if loaded.settings is None:
            # Sphinx answers exceptions with a traceback, which says nothing about the settings.
            raise SystemExit(f"The build stops: no site can be made of {path.name}.")
        report(check_versions(loaded.settings, loaded.place))
        place = loaded.place(("navigation",))
        report(folders_taken_for_output(Path(app.srcdir), loaded.settings, place))
        self._read = loaded, in_site_language(loaded.settings)
        self._map(app, config)

    def _do_without(self, config: Config) -> None:
        """Take what the project says elsewhere, where there is no file."""
        settings = SiteSettings.from_json({**WITHOUT_FILE[self._scope], "name": config.project})
        source = Source(file=config.sitejson_file)
        self._read = LoadedSettings(settings=settings, problems=(), source=source), settings
        logger.info(SAID_WITHOUT_FILE[self._scope], config.sitejson_file)

    def _map(self, app: Sphinx, config: Config) -> None:
        """Give Sphinx the values that the settings stand for, unless the author has set them."""
        assert self._read is not None
        _loaded, settings = self._read
        for name, value in sphinx_values(app, settings).items():
            if not is_set_by_author(config, name):
                setattr(config, name, value)
        config.exclude_patterns = [
            *config.exclude_patterns,
            *excluded_patterns(
                Path(app.srcdir),
                Path(app.outdir),
                settings,
                all_usual=not is_set_by_author(config, "exclude_patterns"),
            ),
        ]

    def hand_over(self, app: Sphinx) -> None:
        """Make the site known to everything that has the environment."""
        if self._read is None:
            # Sphinx loads an extension that is only named as a theme after it read the settings.
            raise SystemExit(
                'The build stops: the theme "sitejson" needs its extension; '
                'add "sphinx_sitejson" to "extensions" in conf.py.'
            )
        loaded, settings = self._read
        site_domain(app.env).site = Site(
            settings=settings,
            loaded=loaded,
            root=Path(app.srcdir),
            builder=app.builder,
            extensions=frozenset(app.extensions),
        )


def scope_of(app: Sphinx) -> Scope:
    """Return what a project wants of the extension: it says so by its settings file.

    Asked when the extension is loaded, since Sphinx has to know then which files are pages.
    """
    config = app.config
    if is_set_by_author(config, "sitejson_file"):
        return "site"
    path = Path(app.confdir, config.sitejson_file)
    if path.is_symlink() or path.exists() or path.with_name(OLDER_FILE_NAME).exists():
        return "site"
    return "theme" if config.html_theme == OWN_THEME else "api"


def refuse_own_theme(app: Sphinx) -> None:
    """Stop where a theme builds on ours, and nothing of a site is there for it."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and str(THEME) in map(
        str, builder.theme.get_theme_dirs()
    ):
        raise SystemExit(
            f'The build stops: the theme "{app.config.html_theme}" builds on "{OWN_THEME}", '
            f'which needs a "{app.config.sitejson_file}" beside conf.py.'
        )


def sphinx_values(app: Sphinx, settings: SiteSettings) -> dict[str, Any]:
    """Return the configuration values that the settings stand for."""
    root = Path(app.srcdir)
    values: dict[str, Any] = {
        "project": settings.name,
        "html_title": settings.name,
        "html_theme": OWN_THEME,
        "html_permalinks_icon": "#",
        # A Markdown page may have its title in the front matter and begin with "##".
        "myst_title_to_header": True,
        "myst_heading_anchors": 6,
    }
    if not has_own_root(app.config):
        values["root_doc"] = first_page(root, settings, app.config.source_suffix)
        values["master_doc"] = values["root_doc"]
    logo = settings.logo
    files = {
        "html_logo": logo and (logo.light or logo.dark),
        "html_favicon": settings.favicon,
    }
    for name, reference in files.items():
        if reference and (found := file_for_sphinx(root, reference)):
            values[name] = found
    return values


def file_for_sphinx(root: Path, reference: str) -> str | None:
    """Return a file of the settings as Sphinx wants it; a missing one is reported elsewhere."""
    if is_remote(reference):
        return reference
    found = find_project_file(root, reference)
    return str(found) if found else None


def has_own_root(config: Config) -> bool:
    """Whether the author named the root document, under either of its names."""
    return is_set_by_author(config, "root_doc") or is_set_by_author(config, "master_doc")


def setup_config(app: Sphinx) -> None:
    """Register where the settings lie."""
    app.add_config_value("sitejson_file", "site.json", "", types=frozenset({str}))
