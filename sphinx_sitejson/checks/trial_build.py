"""A build of an existing project as it is, or with our theme, for ``sitejson check``.

``python -m sphinx_sitejson.checks.trial_build SOURCE SCRATCH [EXTENSION ...]`` writes the
site, the warnings and a report to the scratch folder, and nothing to the project. With extensions,
which replace those of the project, it is built with our theme.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from sphinx_sitejson.site_build.build_state import site_of
from sphinx_sitejson.site_build.other_extensions import OUR_THEME
from sphinx_sitejson.theme.project_templates import find_unused_settings

REPORT, WARNINGS, SITE = "report.json", "warnings.txt", "site"
"""The files and the folder in the scratch folder."""


def run_trial(source: Path, scratch: Path, extensions: Sequence[str] = ()) -> dict[str, Any]:
    """Build a project, and return what the build tells about it.

    :param extensions: those of a build with our theme.
    """
    overrides = {"extensions": [*extensions], "html_theme": OUR_THEME} if extensions else {}
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
        "extensions": [*app.config.extensions],
    }
    if extensions:
        report |= {"site": site_keys(app), "unused": [*find_unused_settings(app)]}
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
        report = run_trial(source, scratch, sys.argv[3:])
    except Exception as error:
        # Extensions of the project may raise anything.
        sys.exit(f"{type(error).__name__}: {error}")
    (scratch / REPORT).write_text(json.dumps(report), encoding="utf-8")


if __name__ == "__main__":
    main()
