"""The site's own values of the theme's tokens: colors, fonts, the background image."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sphinx_sitejson import colors
from sphinx_sitejson.settings import SiteSettings
from sphinx_sitejson.settings.looks import Colors, Font

Token = tuple[str, str]


def tokens(settings: SiteSettings, uri_of: Callable[[str], str]) -> Iterator[Token]:
    """Yield name and value of each token that the settings decide.

    :param uri_of: the address of a file of the project, "" when it is missing.
    """
    if settings.colors:
        yield from _color_tokens(settings.colors)
    for use, font in (("headings", settings.font.headings), ("body", settings.font.body)):
        if font:
            yield f"font-{use}", f'"{font.family}"'
        if font and font.weight:
            yield f"weight-{use}", f"{font.weight:g}"
    if settings.background_image and (uri := uri_of(settings.background_image)):
        yield "background-image", f'url("{uri}")'


def _color_tokens(given: Colors) -> Iterator[Token]:
    pages = given.background
    light_page = (pages and pages.light) or colors.LIGHT_PAGE
    dark_page = (pages and pages.dark) or colors.DARK_PAGE
    if pages and pages.light:
        yield "page-light", pages.light
    if pages and pages.dark:
        yield "page-dark", pages.dark
    yield "primary", given.primary
    if not colors.is_nearly_gray(given.primary):
        yield "accent-light", colors.accent_on_light(given.primary, light_page)
        yield "accent-dark", _accent_for_dark(given, dark_page)
    solid = given.dark or given.primary
    yield "solid", solid
    yield "solid-ink", colors.ink_on(solid)


def _accent_for_dark(given: Colors, page: str) -> str:
    chosen = given.light
    if chosen and colors.contrast(chosen, page) >= colors.READABLE:
        return chosen
    return colors.accent_on_dark(chosen or given.primary, page)


def font_files(settings: SiteSettings, uri_of: Callable[[str], str]) -> Iterator[dict[str, str]]:
    """Yield the fonts that come as files."""
    fonts: dict[str, Font] = {}
    for font in (settings.font.headings, settings.font.body):
        if font and font.url:
            fonts.setdefault(font.url, font)
    for url, font in fonts.items():
        if uri := uri_of(url):
            weight = f"{font.weight:g}" if font.weight else ""
            yield {
                "family": font.family,
                "url": uri,
                "format": font.format or "woff2",
                "weight": weight,
            }
