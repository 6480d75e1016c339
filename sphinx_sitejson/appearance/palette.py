"""The colors of the theme in light and dark mode, the presets, and the contrast check.

Everything is derived from the color of the page and one color of the site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from sphinx_sitejson.common import colors
from sphinx_sitejson.common.colors import Oklch, is_dark_page
from sphinx_sitejson.common.problems import JsonPath, Location, Problem, ProblemCode
from sphinx_sitejson.settings.appearance import Colors, Gradient, PageColors, ThemeName
from sphinx_sitejson.settings.site import SiteSettings

DEFAULT_PRIMARY = "#4f46e5"

# Differences in lightness from the page, on a light page and on a dark one.
_SURFACES = {
    "surface-1": (0.015, 0.032),
    "surface-2": (0.035, 0.065),
    "surface-3": (0.06, 0.1),
    "border": (0.078, 0.11),
    "border-strong": (0.13, 0.19),
}
# Lightness of text colors on a light and a dark page, and their minimum contrast.
_INKS = {
    "heading": (0.21, 0.965, 7.0),
    "text": (0.34, 0.88, 7.0),
    "muted": (0.49, 0.72, colors.READABLE),
    "faint": (0.54, 0.66, colors.READABLE),
    "control-border": (0.62, 0.53, colors.VISIBLE),
}
# Semantic colors and colors of code, for a light page and for a dark one.
_MEANINGS = {
    "note": ("#096acb", "#67aaff"),
    "tip": ("#058141", "#59c07b"),
    "info": ("#64666f", "#a4a7b5"),
    "warning": ("#955802", "#e39339"),
    "danger": ("#c2272d", "#f87e77"),
    "patch": ("#854ece", "#bb91ff"),
    "webhook": ("#047879", "#2fb5b5"),
}
_BOXES = {"note", "tip", "info", "warning", "danger"}
_CODE = {
    "code-text": ("#2a2c34", "#e4e6ee"),
    "code-property": ("#2e6a8a", "#78b3d6"),
    "code-punctuation": ("#53555e", "#b5b7c1"),
    "code-comment": ("#696b78", "#8f93a0"),
}
_TINTS = {
    "accent-hover": (0.05, 0.08),
    "accent-active": (0.09, 0.14),
    "accent-border": (0.3, 0.36),
    "selection": (0.18, 0.22),
}
_HAS_HUE = 0.012
_DARKEST = 0.15
"""The lightness from which surfaces of dark pages are counted; a screen shows no smaller steps."""
_MIN_CONTRAST = 9.0
_MIN_FILL_CONTRAST = 1.35
"""The minimum contrast of filled buttons to the page."""

Gray = Callable[[float, float], str]
"""Returns a gray of a lightness and a share of the tint."""


class Preset(NamedTuple):
    """Page colors, and the tint of the grays; its hue is that of the primary color or another."""

    light: str = "#ffffff"
    dark: str = "#0e0f13"
    chroma: float = 0.008
    hue_of: str | None = None


DEFAULT_PRESET = Preset()
PRESETS: Mapping[ThemeName | None, Preset] = {
    None: DEFAULT_PRESET,
    "venus": Preset(dark="#0d0e14", chroma=0.01),
    "quill": Preset(light="#fdfcf9", dark="#171512", chroma=0.009, hue_of="#9a7b3f"),
    "prism": Preset(dark="#0b0c0d", chroma=0.003),
}


def palette(
    *,
    primary: str,
    page: str,
    accent: str | None = None,
    solid: str | None = None,
    preset: Preset = DEFAULT_PRESET,
) -> dict[str, str]:
    """Return the theme's colors by token; text in each of them is readable on its background.

    Whether a page is light or dark depends on its color, not on the mode.

    :param accent: the color of links and marks, where it is not the primary color.
    :param solid: the color of filled buttons, where it is not the primary color.
    :param preset: says how much color the grays have, and of which hue.
    """
    is_dark = is_dark_page(page)
    gray = _grays(page, preset.hue_of or primary, preset.chroma)
    tokens = {"page": page, **dict(_surfaces(page, gray, is_dark=is_dark))}
    grounds = [tokens["page"], tokens["surface-1"], tokens["surface-2"]]
    share = 0.9 if is_dark else 1.5
    for name, (light, dark, min_contrast) in _INKS.items():
        ink = gray(dark if is_dark else light, share)
        tokens[name] = readable_shade(ink, grounds, min_contrast)
    tokens["accent"] = _accent(accent or primary, grounds, is_dark=is_dark) or tokens["heading"]
    for name, shares in _TINTS.items():
        tokens[name] = colors.mix(tokens["accent"], page, shares[is_dark])
    fill = solid or primary
    tokens["solid"] = (
        fill if colors.contrast(fill, page) >= _MIN_FILL_CONTRAST else tokens["accent"]
    )
    tokens["solid-ink"] = colors.ink_on(tokens["solid"])
    tokens |= _code(tokens, gray, is_dark=is_dark)
    # Code has some of these colors, too.
    in_code = [tokens[name] for name in ("code-bg", "code-mark", "code-added", "code-removed")]
    return tokens | _meanings([*grounds, *in_code], is_dark=is_dark)


def _grays(page: str, hue_source: str, chroma: float) -> Gray:
    """Return a function that creates grays, tinted like the page if it has a hue."""
    source = colors.to_oklch(page)
    limit = source.chroma
    if limit <= _HAS_HUE:
        source = colors.to_oklch(hue_source)
        limit = min(source.chroma, chroma)

    def gray(lightness: float, share: float) -> str:
        return colors.from_oklch(Oklch(lightness, limit * share, source.hue))

    return gray


def _surfaces(page: str, gray: Gray, *, is_dark: bool) -> Iterator[tuple[str, str]]:
    start = _lightness(page, is_dark=is_dark)
    # On a page of medium lightness text would lose contrast: use the other direction.
    has_contrast = colors.contrast(colors.WHITE if is_dark else colors.BLACK, page) > _MIN_CONTRAST
    direction = 1 if is_dark is has_contrast else -1
    for at, (name, steps) in enumerate(_SURFACES.items()):
        # On a dark page, a surface with less of its tint would look brown.
        share = 1 if is_dark else 0.5 + 0.15 * at
        yield name, gray(start + direction * steps[is_dark], share)


def _lightness(page: str, *, is_dark: bool) -> float:
    lightness = colors.to_oklch(page).lightness
    return max(lightness, _DARKEST) if is_dark else lightness


def _accent(color: str, grounds: list[str], *, is_dark: bool) -> str | None:
    """Return the accent color; None if the color is nearly gray."""
    if colors.is_nearly_gray(color):
        return None
    shade = colors.to_oklch(color)
    if is_dark and colors.contrast(color, grounds[0]) < colors.READABLE:
        shade = Oklch(max(shade.lightness, 0.72), min(shade.chroma, 0.16), shade.hue)
    tinted = _TINTS["accent-active"][is_dark]
    return readable_shade(colors.from_oklch(shade), grounds, colors.READABLE, tint=tinted)


def _meanings(grounds: list[str], *, is_dark: bool) -> dict[str, str]:
    tokens = {}
    for name, inks in _MEANINGS.items():
        share = 0.13 if is_dark else 0.08
        ink = readable_shade(inks[is_dark], grounds, colors.READABLE, tint=share)
        tokens[name] = ink
        tokens[f"{name}-bg"] = colors.mix(ink, grounds[0], share)
        if name in _BOXES:
            tokens[f"{name}-border"] = colors.mix(ink, grounds[0], 0.32 if is_dark else 0.27)
    return tokens


def _code(tokens: dict[str, str], gray: Gray, *, is_dark: bool) -> dict[str, str]:
    lightness = _lightness(tokens["page"], is_dark=is_dark)
    ground = gray(lightness + 0.022, 1) if is_dark else tokens["surface-1"]
    mark = colors.mix(tokens["accent"], ground, 0.14 if is_dark else 0.09)
    changes = {
        name: colors.mix(_MEANINGS[meaning][is_dark], ground, 0.14 if is_dark else 0.1)
        for name, meaning in (("code-added", "tip"), ("code-removed", "danger"))
    }
    grounds = [ground, mark, *changes.values()]
    inks = {
        name: readable_shade(both[is_dark], grounds, colors.READABLE)
        for name, both in _CODE.items()
    }
    return {
        **inks,
        **changes,
        "code-bg": ground,
        "code-head": gray(lightness + 0.05, 1) if is_dark else tokens["surface-2"],
        "code-border": tokens["border"],
        "code-mark": mark,
    }


def readable_shade(
    color: str, grounds: Iterable[str], min_contrast: float, *, tint: float = 0
) -> str:
    """Return the closest shade of a color with enough contrast to each background.

    :param tint: also to the first background, mixed with this share of the color.
    """
    grounds = list(grounds)
    shade = colors.to_oklch(color)
    step = colors.STEP if is_dark_page(grounds[0]) else -colors.STEP

    def is_enough(color: str) -> bool:
        all_grounds = [*grounds, colors.mix(color, grounds[0], tint)] if tint else grounds
        return all(colors.contrast(color, ground) >= min_contrast for ground in all_grounds)

    while not is_enough(color) and 0 <= shade.lightness <= 1:
        shade = Oklch(shade.lightness + step, shade.chroma, shade.hue)
        color = colors.from_oklch(shade)
    return color


def page_colors(theme: ThemeName | None, colors: Colors | None) -> tuple[str, str]:
    """Return the page's color in light mode and in dark mode."""
    preset = PRESETS[theme]
    background = (colors and colors.background) or PageColors()
    return background.light or preset.light, background.dark or preset.dark


@lru_cache(maxsize=16)
def palettes(
    theme: ThemeName | None, configured: Colors | None
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return all colors of a site in light mode and in dark mode."""
    colors = configured or Colors(primary=DEFAULT_PRIMARY)
    light, dark = page_colors(theme, configured)
    create = partial(palette, primary=colors.primary, solid=colors.dark, preset=PRESETS[theme])
    return create(page=light), create(page=dark, accent=colors.light)


def color_of_modes(light: str, dark: str) -> str:
    """Return the CSS of a color that depends on the mode."""
    return light if light == dark else f"light-dark({light},{dark})"


ContrastIssue = tuple[JsonPath, str]
"""The path of a color, and a message."""


def check_contrast(
    settings: SiteSettings, locate: Callable[[JsonPath], Location]
) -> Iterator[Problem]:
    """Yield a problem for each configured color with too little contrast, with an alternative."""
    repaired: list[ContrastIssue] = []
    gradients = [((*anchor.at, "color"), anchor.color) for anchor in settings.anchors]
    if settings.colors:
        # The palette has readable shades of these colors.
        repaired = [*_pages(settings.colors), *_accents(settings, settings.colors)]
        gradients.insert(0, (("colors", "anchors"), settings.colors.anchors))
    tiles = (issue for path, fill in gradients if fill for issue in _tile(path, fill))
    code = ProblemCode.CONTRAST
    for issues, is_repaired in ((repaired, True), (tiles, False)):
        for path, message in issues:
            yield Problem(code, message, locate(path), is_repaired=is_repaired)


def _pages(configured: Colors) -> Iterator[ContrastIssue]:
    for mode, ink in (("light", colors.INK), ("dark", colors.WHITE)):
        page = getattr(configured.background, mode, None)
        if page and colors.contrast(ink, page) < colors.READABLE:
            nearest = readable_shade(page, [ink], colors.READABLE)
            yield (
                ("colors", "background", mode),
                f"{_contrast_text('text', ink, page)}; text uses a different color, "
                f"and the nearest page color that passes is {nearest}.",
            )


def _accents(settings: SiteSettings, configured: Colors) -> Iterator[ContrastIssue]:
    light, dark = page_colors(settings.theme, configured)
    chosen = [("primary", configured.primary, "light", light)]
    if configured.light:
        chosen.append(("light", configured.light, "dark", dark))
    for key, color, mode, page in chosen:
        # Grays are used for shapes only; text then has the color of headings.
        is_readable = colors.contrast(color, page) >= colors.READABLE
        if not is_readable and not colors.is_nearly_gray(color):
            nearest = readable_shade(color, [page], colors.READABLE)
            yield (
                ("colors", key),
                f"{_contrast_text('text', color, page)} in {mode} mode; text is shown in "
                f"a shade of it, and the nearest color that passes is {nearest}.",
            )


def _tile(path: JsonPath, fill: Gradient) -> Iterator[ContrastIssue]:
    fills = tuple(filter(None, (fill.start, fill.via, fill.end)))
    ink = colors.ink_on(*fills)
    worst = min(fills, key=lambda one: colors.contrast(ink, one))
    if colors.contrast(ink, worst) < colors.VISIBLE:
        nearest = readable_shade(worst, [ink], colors.VISIBLE)
        yield (
            path,
            f"{_contrast_text('an icon', ink, worst, colors.VISIBLE)}, and no icon color suits "
            f"the whole gradient; with {nearest} one does.",
        )


def _contrast_text(what: str, ink: str, ground: str, min_contrast: float = colors.READABLE) -> str:
    ratio = int(colors.contrast(ink, ground) * 10) / 10
    return f"{ink} on {ground} has a contrast of {ratio:g}, and {what} needs {min_contrast:g}"


class Tile(NamedTuple):
    """The colors of an anchor's tile, and their key in pages."""

    key: str
    start: str
    via: str
    end: str
    ink: str


def tiles(settings: SiteSettings) -> Iterator[Tile]:
    """Yield the colors of the anchors of a site, each once."""
    outline = settings.outline
    divisions = (*outline.all_divisions(), *outline.links) if outline else ()
    gradients = [settings.colors.anchors] if settings.colors else []
    gradients += [anchor.color for anchor in settings.anchors]
    gradients += [division.color for division in divisions]
    for color in dict.fromkeys(filter(None, gradients)):
        via = color.via or color.start
        ink = colors.ink_on(color.start, via, color.end)
        yield Tile(f"{color.start} {via} {color.end}", color.start, via, color.end, ink)
