"""Lets readers of the start page see it in all looks: a style sheet for each, and a switcher."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson import add_component
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.theme.files import style_sheet, write_fonts

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

THEMES = ("venus", "quill", "prism")
LAYOUTS = ("topnav", "sidenav", "solidSidenav")
PAGE = "index"


def looks(folder: Path) -> Iterator[tuple[str, SiteSettings]]:
    """Yield the name and the settings of each look of this very site."""
    written = json.loads(folder.joinpath("site.json").read_text("utf-8"))
    for theme in THEMES:
        for layout in LAYOUTS:
            settings = SiteSettings.from_json({**written, "theme": theme, "layout": layout})
            yield f"look-{theme}-{layout}.css", settings


def write_looks(app: Sphinx, error: Exception | None) -> None:
    """Write the style sheets and fonts of the looks, which the page loads when one is chosen."""
    if error or app.builder.name not in ("html", "dirhtml"):
        return
    for name, settings in looks(Path(app.confdir)):
        write_fonts(Path(app.outdir), settings)
        # The font of another look is not loaded before it is chosen, and shows when it is there.
        style = style_sheet(app, settings)
        style = style.replace("font-display:optional", "font-display:swap")
        Path(app.outdir, "_static", name).write_text(style, "utf-8")


def add_switcher_files(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document
) -> None:
    """Link the style and the script of the switcher where it stands."""
    if pagename == PAGE:
        app.add_css_file("look-switcher.css")
        app.add_js_file("look-switcher.js", loading_method="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the component and what makes its files."""
    add_component(app, "LookSwitcher", template="look-switcher.html")
    add_component(app, "TryHere", template="try-here.html", props=["href", "title"])
    app.connect("build-finished", write_looks)
    app.connect("html-page-context", add_switcher_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
