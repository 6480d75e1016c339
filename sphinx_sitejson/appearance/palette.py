"""All colors of the theme in one mode, made from a page color and one color of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from . import colors
from .colors import Oklch

DEFAULT_PRIMARY = "#4f46e5"

# Steps of lightness away from the page, on a light page and on a dark one.
_SURFACES = {
    "surface-1": (0.015, 0.032),
    "surface-2": (0.035, 0.065),
    "surface-3": (0.06, 0.1),
    "border": (0.078, 0.11),
    "border-strong": (0.13, 0.19),
}
# Lightness of the inks, and the contrast that each needs on the page.
_INKS = {
    "heading": (0.21, 0.965, 7.0),
    "text": (0.34, 0.88, 7.0),
    "muted": (0.49, 0.72, colors.READABLE),
    "faint": (0.54, 0.66, colors.READABLE),
    "control-border": (0.62, 0.53, colors.VISIBLE),
}
# Colors that carry a meaning, and those of code: for a light page and for a dark one.
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
_MIN_CONTRAST = 9.0
_SEEN = 1.35
"""A filled shape with less contrast to the page is not seen as a shape."""

Gray = Callable[[float, float], str]
"""Makes a gray from a lightness and a share of the tint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tint:
    """How much color the grays have; the hue is that of the primary color or of another one."""

    chroma: float = 0.008
    hue_of: str | None = None


PLAIN_TINT = Tint()


def palette(
    *,
    primary: str,
    page: str,
    accent: str | None = None,
    solid: str | None = None,
    tint: Tint = PLAIN_TINT,
) -> dict[str, str]:
    """Return the theme's colors by token; text in each of them can be read where it stands.

    The color of a page decides whether it counts as light or dark, whatever mode it is for.

    :param accent: the color of links and marks, where it is not the primary color.
    :param solid: the color of filled buttons, where it is not the primary color.
    :param tint: how much color the grays have, and of which hue.
    """
    is_dark = is_dark_page(page)
    gray = _grays(page, tint.hue_of or primary, tint.chroma)
    made = {"page": page, **dict(_surfaces(page, gray, is_dark=is_dark))}
    grounds = [made["page"], made["surface-1"], made["surface-2"]]
    made |= _inks(grounds, gray, is_dark=is_dark)
    made["accent"] = _accent(accent or primary, grounds, is_dark=is_dark) or made["heading"]
    for name, shares in _TINTS.items():
        made[name] = colors.mix(made["accent"], page, shares[is_dark])
    fill = solid or primary
    made["solid"] = fill if colors.contrast(fill, page) >= _SEEN else made["accent"]
    made["solid-ink"] = colors.ink_on(made["solid"])
    made |= _code(made, gray, is_dark=is_dark)
    # Code has some of these colors, too.
    in_code = [made[name] for name in ("code-bg", "code-mark", "code-added", "code-removed")]
    return made | _meanings([*grounds, *in_code], is_dark=is_dark)


def is_dark_page(page: str) -> bool:
    """Whether white is easier to read on a page than black."""
    return colors.contrast(colors.WHITE, page) > colors.contrast(colors.BLACK, page)


def _grays(page: str, like: str, chroma: float) -> Gray:
    """Return what makes a gray of some lightness, tinted like the page if that has a hue."""
    own, given = colors.to_oklch(page), colors.to_oklch(like)
    hue, most = (own.hue, own.chroma) if own.chroma > _HAS_HUE else (given.hue, given.chroma)
    limit = min(most, max(chroma, own.chroma if own.chroma > _HAS_HUE else 0))

    def gray(lightness: float, share: float) -> str:
        return colors.from_oklch(Oklch(min(max(lightness, 0), 1), limit * share, hue))

    return gray


def _surfaces(page: str, gray: Gray, *, is_dark: bool) -> Iterator[tuple[str, str]]:
    start = colors.to_oklch(page).lightness
    # On a page of middle lightness there is no room between surface and ink: step the other way.
    has_contrast = colors.contrast(colors.WHITE if is_dark else colors.BLACK, page) > _MIN_CONTRAST
    sign = 1 if is_dark is has_contrast else -1
    for at, (name, steps) in enumerate(_SURFACES.items()):
        yield name, gray(start + sign * steps[is_dark], 0.5 + 0.15 * at)


def _inks(grounds: list[str], gray: Gray, *, is_dark: bool) -> dict[str, str]:
    share = 0.9 if is_dark else 1.5
    return {
        name: readable_shade(gray(of_dark if is_dark else of_light, share), grounds, least)
        for name, (of_light, of_dark, least) in _INKS.items()
    }


def _accent(color: str, grounds: list[str], *, is_dark: bool) -> str | None:
    """Return the accent, or nothing where the color is nearly a gray."""
    if colors.is_nearly_gray(color):
        return None
    shade = colors.to_oklch(color)
    page = grounds[0]
    if is_dark and colors.contrast(color, page) < colors.READABLE:
        shade = Oklch(max(shade.lightness, 0.72), min(shade.chroma, 0.16), shade.hue)
    tinted = _TINTS["accent-active"][is_dark]
    return readable_shade(colors.from_oklch(shade), grounds, colors.READABLE, tint=tinted)


def _meanings(grounds: list[str], *, is_dark: bool) -> dict[str, str]:
    made = {}
    for name, inks in _MEANINGS.items():
        share = 0.13 if is_dark else 0.08
        ink = readable_shade(inks[is_dark], grounds, colors.READABLE, tint=share)
        made[name] = ink
        made[f"{name}-bg"] = colors.mix(ink, grounds[0], share)
        if name in _BOXES:
            made[f"{name}-border"] = colors.mix(ink, grounds[0], 0.32 if is_dark else 0.27)
    return made


def _code(made: dict[str, str], gray: Gray, *, is_dark: bool) -> dict[str, str]:
    lightness = colors.to_oklch(made["page"]).lightness
    ground = gray(lightness + 0.022, 1) if is_dark else made["surface-1"]
    mark = colors.mix(made["accent"], ground, 0.14 if is_dark else 0.09)
    changes = {
        name: colors.mix(_MEANINGS[meaning][is_dark], ground, 0.14 if is_dark else 0.1)
        for name, meaning in (("code-added", "tip"), ("code-removed", "danger"))
    }
    grounds = [ground, mark, *changes.values()]
    inks = {
        name: readable_shade(both[is_dark], grounds, colors.READABLE)
        for name, both in _CODE.items()
    }
    return (
        inks
        | changes
        | {
            "code-bg": ground,
            "code-head": gray(lightness + 0.05, 1) if is_dark else made["surface-2"],
            "code-border": made["border"],
            "code-mark": mark,
        }
    )


def readable_shade(color: str, grounds: Iterable[str], least: float, *, tint: float = 0) -> str:
    """Return the nearest shade of a color with enough contrast to each ground.

    :param tint: also to the first ground with this share of the color itself in it.
    """
    grounds = list(grounds)
    shade = colors.to_oklch(color)
    step = colors.STEP if is_dark_page(grounds[0]) else -colors.STEP

    def is_enough(color: str) -> bool:
        all_grounds = [*grounds, colors.mix(color, grounds[0], tint)] if tint else grounds
        return all(colors.contrast(color, ground) >= least for ground in all_grounds)

    while not is_enough(color) and 0 <= shade.lightness <= 1:
        shade = Oklch(shade.lightness + step, shade.chroma, shade.hue)
        color = colors.from_oklch(Oklch(min(max(shade.lightness, 0), 1), shade.chroma, shade.hue))
    return color
