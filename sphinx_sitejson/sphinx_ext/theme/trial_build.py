"""A build of an existing project as it is, or with our theme, for ``sitejson check``.

``python -m sphinx_sitejson.sphinx_ext.theme.trial_build SOURCE SCRATCH [--with-theme]`` writes the
site, the warnings and a report to the scratch folder, and nothing to the project.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.tags import Tags

from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.common.other_extensions import OUR_THEME
from sphinx_sitejson.sphinx_ext.theme.project_templates import find_unused_settings

REPORT, WARNINGS, SITE = "report.json", "warnings.txt", "site"
"""The files and the folder in the scratch folder."""
WITH_THEME = "--with-theme"


def run_trial(source: Path, scratch: Path, *, has_theme: bool) -> dict[str, Any]:
    """Build a project, and return what the build tells about it."""
    overrides: dict[str, Any] = {}
    if has_theme:
        conf = Config.read(source, overrides={}, tags=Tags())
        extensions = [*conf.extensions, "sphinx_sitejson"]
        overrides = {"extensions": extensions, "html_theme": OUR_THEME}
    with (scratch / WARNINGS).open("w", encoding="utf-8") as warnings:
        start = time.monotonic()
        app = Sphinx(
            source,
            source,
            scratch / SITE,
            scratch / "pages",
            "html",
            overrides,
            status=None,
            warning=warnings,
            freshenv=True,
        )
        app.build()
    report: dict[str, Any] = {
        "theme": app.config.html_theme,
        "seconds": time.monotonic() - start,
        "pages": len(app.env.all_docs),
    }
    if has_theme:
        report |= {"site": site_keys(app), "unused": find_unused_settings(app)}
    return report


def site_keys(app: Sphinx) -> dict[str, Any]:
    """Return the content of a ``site.json`` that says what ``conf.py`` says."""
    settings = site_of(app.env).settings
    keys: dict[str, Any] = {"name": settings.name}
    if settings.logo and settings.logo.light:
        keys["logo"] = {"light": settings.logo.light, "dark": settings.logo.dark}
    if settings.topbar_links:
        keys["topbarLinks"] = [
            {"type": link.type, "url": link.url}
            if link.type == "github"
            else {"name": link.name, "url": link.url}
            for link in settings.topbar_links
        ]
    if settings.banner:
        keys["banner"] = {"content": settings.banner.content}
    if settings.footer.links:
        keys["footer"] = {
            "links": [
                {
                    "title": column.title,
                    "links": [{"label": link.label, "url": link.url} for link in column.links],
                }
                for column in settings.footer.links
            ]
        }
    return {**keys, "navigation": []}


def main() -> None:
    """Build the project that the arguments name."""
    source, scratch = Path(sys.argv[1]), Path(sys.argv[2])
    try:
        report = run_trial(source, scratch, has_theme=WITH_THEME in sys.argv[3:])
    except Exception as error:
        # Extensions of the project may raise anything.
        sys.exit(f"{type(error).__name__}: {error}")
    (scratch / REPORT).write_text(json.dumps(report), encoding="utf-8")


if __name__ == "__main__":
    main()
