"""Bundle the theme's style sheets and scripts, with the colors and fonts of the site."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.appearance.colors import ink_on
from sphinx_sitejson.appearance.fonts import (
    as_woff2,
    code_family,
    css_family,
    file_fonts,
    license_of,
    served_fonts,
)
from sphinx_sitejson.appearance.palette import palettes, tiles
from sphinx_sitejson.common.files import STATIC, THEME, write_if_changed
from sphinx_sitejson.common.minification import join_scripts, minify_css, minify_file
from sphinx_sitejson.navigation.locations import Chain
from sphinx_sitejson.sphinx_ext.appearance.code_blocks import code_colors
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain
from sphinx_sitejson.sphinx_ext.common.other_extensions import has_our_theme
from sphinx_sitejson.sphinx_ext.common.output_files import PublishedFiles, is_epub, settings_files
from sphinx_sitejson.sphinx_ext.common.site_urls import is_on_read_the_docs
from sphinx_sitejson.sphinx_ext.common.templates import render
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map
from sphinx_sitejson.sphinx_ext.publishing.services import (
    CONSENT_STYLE,
    CONSENT_STYLE_FILE,
    SERVICES_FILE,
    has_consent_dialog,
    service_scripts,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.settings.appearance import ModeColors
    from sphinx_sitejson.settings.site import SiteSettings

Token = tuple[str, str]

FONTS_FOLDER = "fonts"
"""Where the fonts of packages stand beside the style sheet."""


def tokens(settings: SiteSettings, uri_of: Callable[[str], str]) -> Iterator[Token]:
    """Yield name and value of each token that the settings decide.

    :param uri_of: the address of a file of the project, "" when it is missing.
    """
    light, dark = palettes(settings.theme, settings.colors)
    for name, color in light.items():
        yield name, color if color == dark[name] else f"light-dark({color},{dark[name]})"
    for use, font in (("body", settings.font.body), ("headings", settings.font.headings)):
        if font:
            yield f"font-{use}", css_family(font.family)
        if font and font.weight:
            yield f"weight-{use}", f"{font.weight:g}"
    if code := code_family(settings.font):
        yield "font-mono", f"{css_family(code)}, ui-monospace, Menlo, Consolas, monospace"
    if settings.banner and settings.banner.color:
        yield from banner_tokens(settings.banner.color)
    if settings.background_image and (uri := uri_of(settings.background_image)):
        yield "background-image", f'url("{uri}")'


def banner_tokens(color: ModeColors) -> Iterator[Token]:
    """Yield the color of the line above every page, and one that can be read on it."""
    light, dark = color.light or color.dark, color.dark or color.light
    if light and dark:
        yield "banner", light if light == dark else f"light-dark({light},{dark})"
        inks = ink_on(light), ink_on(dark)
        yield "banner-ink", inks[0] if inks[0] == inks[1] else f"light-dark({inks[0]},{inks[1]})"


def font_files(settings: SiteSettings, uri_of: Callable[[str], str]) -> Iterator[dict[str, str]]:
    """Yield what the style sheet says of each font that comes as a file."""
    for font in file_fonts(settings.font):
        if uri := uri_of(font.url or ""):
            yield {
                "family": font.family,
                "url": uri,
                "format": font.format or "woff2",
            }
    for family, files in served_fonts(settings.font).items():
        for file in files:
            yield {
                "family": family,
                "url": f"{FONTS_FOLDER}/{file.name}",
                "format": "woff2",
                "weight": str(file.weight),
                "style": "italic" if file.is_italic else "normal",
                # Waiting readers would see the text change; the next page has the font at once.
                "display": "optional",
            }


STYLES = (
    "tokens",
    "base",
    "layout",
    "topbar",
    "navigation",
    "content",
    "code",
    "images",
    "components",
    "api-description",
    "index-pages",
    "http-domain",
    "api-page",
    "search",
    "page-actions",
    "utilities",
    "print",
)
"""The style sheets of ``theme/sitejson/styles``, in order: a new one is named here."""

SCRIPTS = (
    "core",  # first: the others use it
    "color-mode",
    "drawer",
    "menus",
    "topbar",
    "versions",
    "sidebar",
    "contents",
    "headings",
    "code-blocks",
    "page-actions",
    "images",
    "prefetch",
    "search-open",
)
"""The scripts of ``theme/sitejson/scripts``, in order: a new one is named here."""

EXTENSION_STYLES = {
    "sphinx_copybutton": "copy-button",
    "sphinx_togglebutton": "toggle-button",
    "sphinx_inline_tabs": "inline-tabs",
    "sphinx_tabs.tabs": "tabs",
    "sphinx_gallery.gen_gallery": "gallery",
    "sphinx_gallery.load_style": "gallery",
    "nbsphinx": "notebooks",
    "myst_nb": "notebooks",
    "jupyter_sphinx": "notebooks",
    "sphinx_needs": "needs",
    "sphinx_thebe": "thebe",
    "sphinx.ext.graphviz": "diagrams",
    "sphinx.ext.imgmath": "diagrams",
    "sphinxcontrib.mermaid": "diagrams",
    "sphinxcontrib.plantuml": "diagrams",
}
"""Style sheets of ``theme/sitejson/styles/extensions`` for the pages of projects that load one."""

LATER_STYLES = {"sitejson-search.css": ("search-dialog",)}
"""Files of style sheets that pages load when a reader needs them, and what is in them."""

READ_THE_DOCS_SCRIPTS = {"sitejson-read-the-docs.js": ("read-the-docs",)}
"""Files of scripts that pages have where Read the Docs builds them, and what is in them."""

PLACES_SCRIPTS = {"sitejson-places.js": ("places",)}
"""Those of sites in which pages are listed in several places."""
BANNER_SCRIPTS = {"sitejson-banner.js": ("banner",)}
"""Those of sites whose readers can close the line above every page."""

SEARCH_FILE = "sitejson-search.js"
LATER_SCRIPTS = {
    "sitejson-sidebar.js": ("sidebar-tree",),
    SEARCH_FILE: (
        "search-words",
        "search-lookup",
        "search-ranking",
        "search",
        "search-dialog",
    ),
    "sitejson-search-page.js": ("search-page",),
    "sitejson-not-found.js": ("not-found",),
    "sitejson-domain-index.js": ("domain-index",),
    "sitejson-feedback.js": ("feedback",),
}
"""Files of scripts that pages load when a reader needs them, and what is in them."""

theme_digest: BuildState[str] = BuildState(lambda env: "")
"""Changes with the style sheets and scripts of the theme."""

STYLE_FILE = "sitejson.css"
SCRIPT_FILE = "sitejson.js"
BEFORE_OTHER_SCRIPTS = 300
"""After Sphinx's own scripts (200), before those of extensions (500) and of the site (800)."""


def styles_for_settings(settings: SiteSettings) -> Iterator[str]:
    """Yield the style sheets that belong to a value of the settings, where there is one."""
    background = "image" if settings.background_image else settings.background.style
    is_clear_at_first = background or settings.layout == "solidSidenav"
    choices = (
        ("layout", "" if settings.layout == "topnav" else "side"),
        ("layout", settings.layout),
        ("theme", settings.theme),
        ("rounded", settings.rounded),
        ("sidebar-items", settings.sidebar.items),
        ("topbar", settings.topbar.style),
        ("topbar", "clear" if is_clear_at_first else ""),
        ("background", "head" if background and background != "windows" else ""),
        ("background", background),
        ("code-mode", settings.code_block.mode),
        ("divisions", "listed" if settings.outline else ""),
        ("divisions", "banner" if settings.banner else ""),
    )
    for key, value in choices:
        if value and _style_source(f"{key}/{value}").is_file():
            yield f"{key}/{value}"


def extension_styles(extensions: Iterable[str]) -> tuple[str, ...]:
    """Return the style sheets for what other extensions put into pages, each once."""
    loaded = frozenset(extensions)
    names = (style for name, style in EXTENSION_STYLES.items() if name in loaded)
    return tuple(f"extensions/{name}" for name in dict.fromkeys(names))


def generate_theme_files(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Write the files before the pages that link to them; a file of the site may replace one."""
    if not isinstance(app.builder, StandaloneHTMLBuilder) or is_epub(app.builder):
        return ()
    files = {path.name: minify_file(path) for path in sorted(STATIC.glob("*.*"))}
    if has_our_theme(app.builder):
        files[STYLE_FILE] = style_sheet(app, site_domain(env).site.settings)
        for name, styles in LATER_STYLES.items():
            files[name] = "".join(minify_file(_style_source(style)) for style in styles)
        linked: dict[str, tuple[str, ...]] = {SCRIPT_FILE: SCRIPTS}
        if is_on_read_the_docs():
            linked.update(READ_THE_DOCS_SCRIPTS)
        if has_shared_pages(env):
            linked.update(PLACES_SCRIPTS)
        banner = site_domain(env).site.settings.banner
        if banner and banner.dismissible:
            linked.update(BANNER_SCRIPTS)
        for name, names in {**linked, **LATER_SCRIPTS}.items():
            files[name] = join_scripts(*(THEME / "scripts" / f"{script}.js" for script in names))
        files[SEARCH_FILE] += _search_rows(app.builder)
        for name in linked:
            app.add_js_file(name, loading_method="defer", priority=BEFORE_OTHER_SCRIPTS)
    elif has_consent_dialog(app):
        files[CONSENT_STYLE_FILE] = minify_file(CONSENT_STYLE)
        app.add_css_file(CONSENT_STYLE_FILE)
    if scripts := service_scripts(app):
        files[SERVICES_FILE] = join_scripts(*scripts)
        app.add_js_file(SERVICES_FILE, loading_method="defer")
    folder = Path(app.outdir)
    for name, text in files.items():
        if not _is_replaced(app, name):
            write_if_changed(folder / "_static" / name, text.encode(), below=folder)
    fonts = (
        _write_fonts(folder, site_domain(env).site.settings) if has_our_theme(app.builder) else []
    )
    PublishedFiles(app, "theme").keep_only(f"_static/{name}" for name in [*files, *fonts])
    digest = hashlib.sha256("\0".join(files.values()).encode()).hexdigest()[:8]
    theme_digest.set(env, digest)
    return ()


def _search_rows(builder: StandaloneHTMLBuilder) -> str:
    """Return the line that adds the templates of rows, in the site's language, to a page."""
    template = builder.templates.environment.get_template("partials/search-rows.html")
    html = " ".join(template.render().split())
    return f"document.body.insertAdjacentHTML('beforeend',{json.dumps(html)});\n"


def _write_fonts(folder: Path, settings: SiteSettings) -> list[str]:
    """Write the fonts of packages and their licenses, and return their names."""
    names = []
    for fonts in served_fonts(settings.font).values():
        for font in fonts:
            names.append(f"{FONTS_FOLDER}/{font.name}")
            # To make one takes a second, so one that is there stays.
            if not (file := folder / "_static" / names[-1]).is_file():
                write_if_changed(file, as_woff2(font.file), below=folder)
        if license := license_of(fonts[0]):
            names.append(f"{FONTS_FOLDER}/{fonts[0].file.stem.partition('-')[0].lower()}.txt")
            write_if_changed(folder / "_static" / names[-1], license.read_bytes(), below=folder)
    return names


def has_shared_pages(env: BuildEnvironment) -> bool:
    """Whether any page is listed in several places."""
    return bool(shared_pages(env))


shared_pages: BuildState[dict[Chain, list[str]]] = BuildState(lambda env: _shared_pages(env))
"""For each place, the pages that are listed in it and drawn in another."""


def _shared_pages(env: BuildEnvironment) -> dict[Chain, list[str]]:
    found: dict[Chain, list[str]] = {}
    for docname, chains in site_map(env).locations.by_page.items():
        for chain in chains[1:]:
            found.setdefault(chain, []).append(docname)
    return found


def _is_replaced(app: Sphinx, name: str) -> bool:
    """Whether the site has a file of its own for one of ours, which Sphinx copies."""
    return any(Path(app.confdir, entry, name).is_file() for entry in app.config.html_static_path)


def style_sheet(app: Sphinx, settings: SiteSettings) -> str:
    """Return the theme's style sheets, those of the chosen values, and the site's own values.

    What only some pages need, such as the styles of APIs, they link themselves: a landing page is
    seen sooner without it.

    :param settings: those of the site, or others to show it in another look.
    """

    def uri_of(reference: str) -> str:
        return settings_files(app.env).get(reference, "").removeprefix("_static/")

    names = (*STYLES, *styles_for_settings(settings), *extension_styles(app.extensions))
    own = render(
        "site_style.css.jinja",
        tokens=list(tokens(settings, uri_of)),
        font_files=list(font_files(settings, uri_of)),
        tiles=list(tiles(settings)),
        code_rules=code_colors(app.env).rules,
    )
    parts = [*(minify_file(_style_source(name)) for name in names), minify_css(str(own))]
    if has_consent_dialog(app):
        parts.append(minify_file(CONSENT_STYLE))
    return "".join(parts)


def _style_source(name: str) -> Path:
    return THEME / "styles" / f"{name}.css"


def file_version(file: str) -> str:
    """Return a short text that changes with a file; Sphinx's own is kept for a whole process."""
    facts = Path(file).stat()
    return _digest_of_file(file, facts.st_mtime_ns, facts.st_size)


@cache
def _digest_of_file(file: str, changed: int, size: int) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:8]
