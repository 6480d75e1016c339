"""The colors that each preset theme starts from; its shapes and sizes are style sheets."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_sitejson.settings.appearance import Colors, PageColors, ThemeName

from .palette import DEFAULT_PRIMARY, Tint, palette


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Page colors and the tint of grays."""

    light: str = "#ffffff"
    dark: str = "#0e0f13"
    tint: Tint = Tint()


PRESETS: dict[ThemeName | None, Preset] = {
    None: Preset(),
    "venus": Preset(light="#ffffff", dark="#0d0e14", tint=Tint(chroma=0.01)),
    "quill": Preset(light="#fdfcf9", dark="#171512", tint=Tint(chroma=0.009, hue_of="#9a7b3f")),
    "prism": Preset(light="#ffffff", dark="#0b0c0d", tint=Tint(chroma=0.003)),
}


def page_colors(theme: ThemeName | None, given: Colors | None) -> tuple[str, str]:
    """Return the page's color in light mode and in dark mode."""
    preset = PRESETS[theme]
    own = (given and given.background) or PageColors()
    return own.light or preset.light, own.dark or preset.dark


def palettes(
    theme: ThemeName | None, given: Colors | None
) -> tuple[dict[str, str], dict[str, str]]:
    """Return all colors of a site in light mode and in dark mode."""
    colors = given or Colors(primary=DEFAULT_PRIMARY)
    light, dark = page_colors(theme, given)
    tint = PRESETS[theme].tint
    return (
        palette(primary=colors.primary, page=light, solid=colors.dark, tint=tint),
        palette(
            primary=colors.primary, page=dark, accent=colors.light, solid=colors.dark, tint=tint
        ),
    )
