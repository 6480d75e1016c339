"""The site's own values of the theme's tokens: colors, fonts, the background image."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sphinx_sitejson.appearance.colors import ink_on
from sphinx_sitejson.appearance.fonts import code_family, css_family, file_fonts, served_fonts
from sphinx_sitejson.appearance.presets import palettes

if TYPE_CHECKING:
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
