"""Maps ``site.json`` onto the configuration of Sphinx."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.navigation.checks import check_named_divisions
from sphinx_sitejson.pages.sources import excluded_patterns, first_page, folders_taken_for_output
from sphinx_sitejson.settings import load_settings, settings_file_of
from sphinx_sitejson.settings.project_files import find_project_file, is_remote

from .domain import Site, site_domain
from .foreign import is_set_by_author
from .labels import in_site_language
from .reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_sitejson.settings import LoadedSettings, SiteSettings


class SettingsReader:
    """Reads the settings file once the configuration is complete."""

    def __init__(self) -> None:
        self._read: tuple[LoadedSettings, SiteSettings] | None = None

    def read(self, app: Sphinx, config: Config) -> None:
        """Read the file, stop the build when no site can be made of it, map the rest."""
        named = config.sitejson_file if is_set_by_author(config, "sitejson_file") else ""
        config.sitejson_file = settings_file_of(Path(app.confdir), named)
        path = Path(app.confdir, config.sitejson_file)
        loaded = load_settings(path, root=Path(app.confdir))
        report(loaded.problems)
        if loaded.settings is None:
            # Sphinx answers exceptions with a traceback, which says nothing about the settings.
            raise SystemExit(f"The build stops: no site can be made of {path.name}.")
        report(check_named_divisions(loaded.settings, loaded.place))
        place = loaded.place(("navigation",))
        report(folders_taken_for_output(Path(app.srcdir), loaded.settings, place))
        settings = in_site_language(loaded.settings)
        self._read = loaded, settings
        for name, value in sphinx_values(app, settings).items():
            if not is_set_by_author(config, name):
                setattr(config, name, value)
        config.exclude_patterns = [
            *config.exclude_patterns,
            *excluded_patterns(
                Path(app.srcdir),
                Path(app.outdir),
                loaded.settings,
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


def sphinx_values(app: Sphinx, settings: SiteSettings) -> dict[str, Any]:
    """Return the configuration values that the settings stand for."""
    root = Path(app.srcdir)
    values: dict[str, Any] = {
        "project": settings.name,
        "html_title": settings.name,
        "html_theme": "sitejson",
        "html_permalinks_icon": "#",
        # A Markdown page may have its title in the front matter and begin with "##".
        "myst_title_to_header": True,
        "myst_heading_anchors": 6,
    }
    if settings.further.address and not app.config.html_baseurl:
        values["html_baseurl"] = settings.further.address
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
