"""Bundle the theme's style sheets and scripts, with the colors and fonts of the site."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.appearance.code_styles import code_colors
from sphinx_sitejson.appearance.fonts import (
    CODE,
    LATIN,
    THEME_RANGES,
    THEME_WEIGHTS,
    code_family,
    convert_to_woff2,
    css_family,
    face_weights,
    file_fonts,
    font_license,
    served_fonts,
    theme_font_files,
    theme_font_license,
    theme_fonts,
)
from sphinx_sitejson.appearance.palette import color_of_modes, palettes, tiles
from sphinx_sitejson.appearance.utility_styles import STYLE_FILE as UTILITY_FILE
from sphinx_sitejson.appearance.utility_styles import utility_styles
from sphinx_sitejson.common.colors import ink_on
from sphinx_sitejson.common.files import STATIC, THEME, write_if_changed
from sphinx_sitejson.common.minification import join_scripts, minify_css, minify_file
from sphinx_sitejson.navigation.site_urls import is_on_read_the_docs
from sphinx_sitejson.navigation.toctrees import site_map
from sphinx_sitejson.navigation.tree import Chain
from sphinx_sitejson.publishing.meta_tags import can_draw, card_colors, card_fonts, initial
from sphinx_sitejson.publishing.services import (
    CONSENT_STYLE,
    CONSENT_STYLE_FILE,
    SERVICES_FILE,
    has_consent_dialog,
    service_scripts,
)
from sphinx_sitejson.settings.appearance import Fonts
from sphinx_sitejson.settings.project_files import find_project_file
from sphinx_sitejson.settings.site import Feedback, SiteSettings
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.other_extensions import FAVICON, has_our_theme
from sphinx_sitejson.site_build.output_files import (
    PublishedFiles,
    is_epub,
    settings_files,
)
from sphinx_sitejson.site_build.templates import render

Token = tuple[str, str]

FONTS_FOLDER = "fonts"
"""The folder of the fonts of the theme and of packages, beside the style sheet."""
CODE_FALLBACK = "ui-monospace, Menlo, Consolas, monospace"


def tokens(env: BuildEnvironment, settings: SiteSettings) -> Iterator[Token]:
    """Yield name and value of each CSS token that the settings define."""
    light, dark = palettes(settings.theme, settings.colors)
    for name, color in light.items():
        yield name, color_of_modes(color, dark[name])
    for use, font in (("body", settings.font.body), ("headings", settings.font.headings)):
        if font:
            yield f"font-{use}", css_family(font.family)
        if font and font.weight:
            yield f"weight-{use}", f"{font.weight:g}"
    if code := code_family(settings.font):
        yield "font-mono", f"{css_family(code)}, {CODE_FALLBACK}"
    elif CODE not in theme_fonts(settings.font, settings.theme):
        yield "font-mono", CODE_FALLBACK
    banner = settings.banner.color if settings.banner else None
    if banner and (light_banner := banner.light or banner.dark):
        dark_banner = banner.dark or light_banner
        yield "banner", color_of_modes(light_banner, dark_banner)
        yield "banner-ink", color_of_modes(ink_on(light_banner), ink_on(dark_banner))
    if settings.background_image and (uri := _style_uri(env, settings.background_image)):
        yield "background-image", f'url("{uri}")'


def font_files(env: BuildEnvironment, settings: SiteSettings) -> Iterator[dict[str, str]]:
    """Yield the ``@font-face`` values of each font file."""
    for font in file_fonts(settings.font):
        url = font.url or ""
        if uri := _style_uri(env, url):
            source = find_project_file(site_of(env).root, url)
            yield {
                "family": font.family,
                "url": uri,
                "format": font.format or "woff2",
                "weight": face_weights(font, source),
            }
    for family in theme_fonts(settings.font, settings.theme):
        for end, path in theme_font_files(family).items():
            yield {
                "family": family,
                "url": f"{FONTS_FOLDER}/{path.name}",
                "format": "woff2",
                "weight": "{} {}".format(*THEME_WEIGHTS),
                # Symbols are not preloaded, and move nothing but the rest of their line of code.
                "display": "swap" if end == "symbols" else "optional",
                "characters": THEME_RANGES[end],
            }
    for family, files in served_fonts(settings.font).items():
        for file in files:
            yield {
                "family": family,
                "url": f"{FONTS_FOLDER}/{file.name}",
                "format": "woff2",
                "weight": str(file.weight),
                "style": "italic" if file.is_italic else "normal",
                # Avoids layout shifts; the next page has the font from the cache.
                "display": "optional",
            }


@cache
def first_fonts(fonts: Fonts, theme: str | None) -> Mapping[str, str]:
    """Return the first font file of each family of the theme that a site uses."""
    return {
        family: f"_static/{FONTS_FOLDER}/{theme_font_files(family)[LATIN].name}"
        for family in theme_fonts(fonts, theme)
    }


_BUNDLES: Mapping[str, Any] = tomllib.loads((THEME / "bundles.toml").read_text(encoding="utf-8"))
STYLES: Sequence[str] = _BUNDLES["styles"]
SCRIPTS: Sequence[str] = _BUNDLES["scripts"]
BLOCK_CLASSES = frozenset[str](_BUNDLES["block_classes"])
LATER_STYLES: Mapping[str, Sequence[str]] = _BUNDLES["later_styles"]
LATER_SCRIPTS: Mapping[str, Sequence[str]] = _BUNDLES["later_scripts"]
EXTENSION_STYLES: Mapping[str, str] = _BUNDLES["extension_styles"]

VERSIONS = "versions"
"""The style sheet and the script of the menu of versions, which only some sites have."""
OPTIONAL_SCRIPTS = ("read-the-docs", "locations", "banner")
"""Scripts of sites that are built on Read the Docs, list pages several times, or have a banner."""
DIAGRAM_STYLE = "extensions/diagrams"
SEARCH_FILE = "sitejson-search.js"

theme_digest: BuildState[str] = BuildState(lambda env: "")
"""Digest of the theme's style sheets and scripts."""

ICON_FILE, TOUCH_ICON_FILE = "sitejson-icon.svg", "sitejson-touch-icon.png"
STYLE_FILE = "sitejson.css"
FONTS_STYLE_FILE = "sitejson-fonts.css"
"""The fonts for pages that are opened from a folder."""
SCRIPT_FILE = "sitejson.js"
BEFORE_OTHER_SCRIPTS = 300
"""After Sphinx's own scripts (200), before those of extensions (500) and of the site (800)."""


def styles_for_settings(settings: SiteSettings) -> list[str]:
    """Return the style sheets for values of the settings."""
    background = "image" if settings.background_image else settings.background.style
    links = (*settings.topbar_links, settings.topbar_cta_button)
    choices = {
        "layout/side": settings.layout != "topnav",
        f"layout/{settings.layout}": True,
        f"theme/{settings.theme}": True,
        f"rounded/{settings.rounded}": True,
        f"sidebar-items/{settings.sidebar.items}": True,
        f"topbar/{settings.topbar.style}": True,
        "topbar/clear": background or settings.layout == "solidSidenav",
        "background/head": background and background != "windows",
        f"background/{background}": True,
        f"code-mode/{settings.code_block.mode}": True,
        "topbar/stars": any(link and link.type == "github" for link in links),
        "divisions/feedback": settings.feedback != Feedback(),
        f"divisions/{VERSIONS}": has_version_menu(settings),
        "divisions/listed": settings.outline,
        "divisions/banner": settings.banner,
    }
    # Most values of the settings have no style sheet.
    return [name for name, is_chosen in choices.items() if is_chosen and _source(name).is_file()]


def has_version_menu(settings: SiteSettings) -> bool:
    """Whether pages may have a menu of versions, such as the one of Read the Docs."""
    return bool(settings.versions or settings.outline or is_on_read_the_docs())


def extension_styles(extensions: Iterable[str]) -> tuple[str, ...]:
    """Return the style sheets for the output of other extensions, each once."""
    loaded = frozenset(extensions)
    names = (f"extensions/{style}" for name, style in EXTENSION_STYLES.items() if name in loaded)
    return tuple(dict.fromkeys(names))


def generate_theme_files(app: Sphinx, env: BuildEnvironment) -> None:
    """Write the theme's files, unless the project replaces them, before the pages."""
    if not isinstance(app.builder, StandaloneHTMLBuilder) or is_epub(app.builder):
        return
    settings = site_of(env).settings
    files = {path.name: minify_file(path) for path in sorted(STATIC.glob("*.*"))}
    if has_our_theme(app.builder):
        files[STYLE_FILE] = style_sheet(app, settings)
        if fonts := swapped_fonts(app):
            files[FONTS_STYLE_FILE] = fonts
        for name, styles in LATER_STYLES.items():
            files[name] = "".join(minify_file(_source(style)) for style in styles)
        has_versions = has_version_menu(settings)
        has_banner = settings.banner and settings.banner.dismissible
        is_needed = (is_on_read_the_docs(), shared_pages(env), has_banner)
        linked: dict[str, Sequence[str]] = {
            SCRIPT_FILE: [name for name in SCRIPTS if name != VERSIONS or has_versions],
            **{f"sitejson-{name}.js": [name] for name in compress(OPTIONAL_SCRIPTS, is_needed)},
        }
        for name, names in {**linked, **LATER_SCRIPTS}.items():
            files[name] = join_scripts(*(THEME / "scripts" / f"{script}.js" for script in names))
        # The templates of search results are added to the page that shows them.
        rows = app.builder.templates.environment.get_template("partials/search-rows.html").render()
        html = json.dumps(" ".join(rows.split()))
        files[SEARCH_FILE] += f"document.body.insertAdjacentHTML('beforeend',{html});\n"
        for name in linked:
            app.add_js_file(name, loading_method="defer", priority=BEFORE_OTHER_SCRIPTS)
    elif has_consent_dialog(app):
        files[CONSENT_STYLE_FILE] = minify_file(CONSENT_STYLE)
        app.add_css_file(CONSENT_STYLE_FILE)
    if scripts := service_scripts(app):
        files[SERVICES_FILE] = join_scripts(*scripts)
        app.add_js_file(SERVICES_FILE, loading_method="defer")
    folder = Path(app.outdir)
    project = [Path(app.confdir, entry) for entry in app.config.html_static_path]
    contents = {
        name: text.encode()
        for name, text in files.items()
        if not any((entry / name).is_file() for entry in project)
    }
    fonts_and_icons: list[str] = []
    if has_our_theme(app.builder):
        icons = default_icons(app)
        contents |= icons
        fonts_and_icons = [*write_fonts(folder, settings), *icons]
        if utilities := utility_styles(env):
            # Only the pages that use it depend on it.
            contents[UTILITY_FILE] = utilities.encode()
            fonts_and_icons.append(UTILITY_FILE)
    for name, content in contents.items():
        write_if_changed(folder / "_static" / name, content, below=folder)
    published = [f"_static/{name}" for name in (*files, *fonts_and_icons)]
    PublishedFiles(app, "theme").keep_only(published)
    digest = hashlib.sha256("\0".join(files.values()).encode()).hexdigest()[:8]
    theme_digest.set(env, digest)


def default_icons(app: Sphinx) -> dict[str, bytes]:
    """Return the icons of a site whose author has none: its initial in its color."""
    if app.config.html_favicon or FAVICON.is_provided_by_other(app):
        return {}
    settings = site_of(app.env).settings
    colors = card_colors(settings)
    svg = render("site_icon.svg.jinja", initial=initial(settings.name), colors=colors)
    icons = {ICON_FILE: str(svg).encode()}
    if can_draw():
        from sphinx_sitejson.publishing.social_cards import draw_touch_icon

        icons[TOUCH_ICON_FILE] = draw_touch_icon(settings.name, colors, card_fonts(app, settings))
    return icons


def write_fonts(folder: Path, settings: SiteSettings) -> list[str]:
    """Write the fonts of the theme and of packages, and their licenses; return their names."""
    sources: dict[str, Path] = {}
    for family in theme_fonts(settings.font, settings.theme):
        files = (*theme_font_files(family).values(), theme_font_license(family))
        sources |= {file.name: file for file in files}
    for fonts in served_fonts(settings.font).values():
        sources |= {font.name: font.file for font in fonts}
        if license := font_license(fonts[0]):
            sources[f"{fonts[0].file.stem.partition('-')[0].lower()}.txt"] = license
    for name, source in sources.items():
        file = folder / "_static" / FONTS_FOLDER / name
        if source.suffix == file.suffix:
            write_if_changed(file, source.read_bytes(), below=folder)
        elif not file.is_file():
            # A conversion takes a second, so existing files are kept.
            write_if_changed(file, convert_to_woff2(source), below=folder)
    return [f"{FONTS_FOLDER}/{name}" for name in sources]


@BuildState
def shared_pages(env: BuildEnvironment) -> dict[Chain, list[str]]:
    """Return for each division the pages that it lists and that are rendered in another one."""
    result: dict[Chain, list[str]] = {}
    for docname, chains in site_map(env).locations.by_page.items():
        for chain in chains[1:]:
            result.setdefault(chain, []).append(docname)
    return result


def style_sheet(app: Sphinx, settings: SiteSettings) -> str:
    """Return the style sheet of the site: the theme's, those of the settings, and its tokens.

    Styles that only some pages need, such as those of APIs, are separate files, so that other
    pages render sooner.

    :param settings: those of the site, or others to show it in another appearance.
    """
    names = (*STYLES, *styles_for_settings(settings), *extension_styles(app.extensions))
    site_style = render(
        "site_style.css.jinja",
        tokens=list(tokens(app.env, settings)),
        font_files=list(font_files(app.env, settings)),
        tiles=list(tiles(settings)),
        code_rules=code_colors(app.env).rules,
    )
    parts = [minify_file(_source(name)) for name in names]
    parts.append(minify_css(str(site_style)))
    if has_consent_dialog(app):
        parts.append(minify_file(CONSENT_STYLE))
    return "".join(parts)


def swapped_fonts(app: Sphinx) -> str:
    """Return the optional fonts of the site, which replace the shown ones as soon as they load."""
    fonts = font_files(app.env, site_of(app.env).settings)
    swapped = [{**font, "display": "swap"} for font in fonts if font.get("display") == "optional"]
    return minify_css(str(render("font_faces.css.jinja", font_files=swapped)))


def _style_uri(env: BuildEnvironment, reference: str) -> str:
    """Return the URL of a project file from the style sheet, "" if it is missing."""
    return settings_files(env).get(reference, "").removeprefix("_static/")


def _source(name: str) -> Path:
    return THEME / "styles" / f"{name}.css"
