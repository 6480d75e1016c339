"""Puts the theme's style sheets into one file, its scripts into another, for each build."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.assets import compact_css, compact_script, join_scripts
from sphinx_sitejson.settings import SiteSettings

from .components import render
from .domain import StyleSheet, site_domain
from .style import font_files, tokens

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PACKAGE = Path(__file__).parent.parent
THEME_FOLDER = PACKAGE / "theme" / "sitejson"
STATIC_FOLDER = PACKAGE / "static"
"""Files for API pages under any theme; each is written on its own."""

STYLES = (
    "tokens",
    "base",
    "layout",
    "topbar",
    "navigation",
    "content",
    "code",
    "components",
    "api-description",
    "api-page",
    "search",
    "print",
)
"""The style sheets of ``theme/sitejson/styles``, in order: a new one is named here."""

SCRIPTS = (
    "core",  # first: the others use it
    "color-mode",
    "drawer",
    "menus",
    "versions",
    "sidebar",
    "contents",
    "headings",
    "code-blocks",
    "search-open",
)
"""The scripts of ``theme/sitejson/scripts``, in order: a new one is named here."""

LATER_SCRIPTS = {
    "sitejson-search.js": ("search-ranking", "search", "search-dialog"),
    "sitejson-search-page.js": ("search-page",),
    "sitejson-not-found.js": ("not-found",),
}
"""Files of scripts that pages load when a reader needs them, and what is in them."""

STYLE_FILE = "sitejson.css"
SCRIPT_FILE = "sitejson.js"
BEFORE_OTHER_SCRIPTS = 300
"""After Sphinx's own scripts (200), before those of extensions (500) and of the site (800)."""


def chosen_styles(settings: SiteSettings) -> Iterator[str]:
    """Yield the style sheets that belong to a value of the settings, where there is one."""
    choices = {
        "theme": settings.theme,
        "layout": settings.layout,
        "rounded": settings.rounded,
        "sidebar-items": settings.sidebar.items,
        "topbar": settings.topbar.style,
        "background": settings.background.style,
        "code-mode": settings.code_block.mode,
    }
    for key, value in choices.items():
        if value and THEME_FOLDER.joinpath("styles", key, f"{value}.css").is_file():
            yield f"{key}/{value}"


def make_theme_files(app: Sphinx) -> None:
    """Write the files before the pages that link to them; a file of the site may replace one.

    Sphinx copies ``html_static_path`` later than this, and reads the checksums for the links
    later still.
    """
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    files = {path.name: _compact(path) for path in sorted(STATIC_FOLDER.iterdir())}
    if has_our_theme(app.builder):
        files[STYLE_FILE] = _style_sheet(app)
        for name, scripts in {SCRIPT_FILE: SCRIPTS, **LATER_SCRIPTS}.items():
            files[name] = join_scripts(
                _compact(THEME_FOLDER / "scripts" / f"{script}.js") for script in scripts
            )
        app.add_js_file(SCRIPT_FILE, loading_method="defer", priority=BEFORE_OTHER_SCRIPTS)
    folder = Path(app.outdir, "_static")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        folder.joinpath(name).write_text(text, encoding="utf-8")
    digest = hashlib.sha256("\0".join(files.values()).encode()).hexdigest()[:8]
    site_domain(app.env).site.style = StyleSheet(digest)


def has_our_theme(builder: StandaloneHTMLBuilder) -> bool:
    """Whether the theme is ours, or one that builds on it."""
    return str(THEME_FOLDER) in map(str, builder.theme.get_theme_dirs())


def _style_sheet(app: Sphinx) -> str:
    """Return the theme's style sheets, those of the chosen values, and the site's own values."""
    site = site_domain(app.env).site

    def uri_of(reference: str) -> str:
        return site.files.get(reference, "").removeprefix("_static/")

    names = (*STYLES, *chosen_styles(site.settings))
    own = render(
        "site_style.css.jinja",
        tokens=list(tokens(site.settings, uri_of)),
        font_files=list(font_files(site.settings, uri_of)),
    )
    parts = (_compact(THEME_FOLDER / "styles" / f"{name}.css") for name in names)
    return "\n".join((*parts, compact_css(str(own)))) + "\n"


def _compact(path: Path) -> str:
    return _compact_file(path, path.stat().st_mtime_ns)


def file_version(file: Path) -> str:
    """Return a short text that changes with a file; Sphinx's own is kept for a whole process."""
    facts = file.stat()
    return _digest_of_file(file, facts.st_mtime_ns, facts.st_size)


@cache
def _digest_of_file(file: Path, changed: int, size: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8]


@cache
def _compact_file(path: Path, changed: int) -> str:
    text = path.read_text(encoding="utf-8")
    compacted = compact_css(text) if path.suffix == ".css" else compact_script(text)
    return f"{compacted}\n"


def setup_theme_files(app: Sphinx) -> None:
    """Connect to the begin of a build."""
    # After the files of the settings are found (500): the style sheet names some.
    app.connect("builder-inited", make_theme_files, priority=600)
