"""Color arithmetic in OKLCH: contrast, mixing, readable inks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import atan2, cbrt, cos, hypot, sin

from pygments.style import Style

WHITE = "#ffffff"
INK = "#0b0b0f"
BLACK = "#000000"
HEX_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
READABLE = 4.5
"""The minimum contrast of text (WCAG 2.2, success criterion 1.4.3)."""

VISIBLE = 3.0
"""The minimum contrast of icons and control borders (WCAG 2.2, success criterion 1.4.11)."""

STEP = 0.005
"""The step in lightness of the search for a readable color."""

_NEARLY_GRAY = 0.02


@dataclass(frozen=True)
class Oklch:
    """A color in OKLCH: lightness (0 to 1), chroma and hue (radians)."""

    lightness: float
    chroma: float
    hue: float


def channels(color: str) -> tuple[float, float, float]:
    """Return red, green and blue of a hex color, each from 0 to 1."""
    digits = color.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colors as WCAG 2 defines it."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mix(first: str, second: str, share: float) -> str:
    """Return the second color with a share of the first in it."""
    pairs = zip(channels(first), channels(second), strict=True)
    return _hex(*(one * share + other * (1 - share) for one, other in pairs))


def ink_on(*fills: str) -> str:
    """Return the text color on a fill: white, else near black, else the better of both.

    :param fills: the color, or all colors of a gradient.
    """

    def least(ink: str) -> float:
        return min(contrast(ink, fill) for fill in fills)

    for ink in (WHITE, INK):
        if least(ink) >= READABLE:
            return ink
    return max((WHITE, BLACK), key=least)


def is_nearly_gray(color: str) -> bool:
    """Whether a color has too little chroma to serve as an accent."""
    return to_oklch(color).chroma < _NEARLY_GRAY


def to_oklch(color: str) -> Oklch:
    """Convert a hex color."""
    red, green, blue = (_linear(channel) for channel in channels(color))
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return Oklch(lightness, hypot(a, b), atan2(b, a))


def from_oklch(shade: Oklch) -> str:
    """Convert to a hex color, limiting lightness, and reducing chroma that is outside of sRGB."""
    lightness, chroma = min(max(shade.lightness, 0), 1), shade.chroma
    while True:
        rgb = _linear_rgb(lightness, chroma, shade.hue)
        if chroma <= 0 or all(-0.0005 <= channel <= 1.0005 for channel in rgb):
            return _hex(*(_gamma(min(max(channel, 0.0), 1.0)) for channel in rgb))
        chroma -= 0.002


def _luminance(color: str) -> float:
    red, green, blue = (_linear(channel) for channel in channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _gamma(channel: float) -> float:
    return channel * 12.92 if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055


def _linear_rgb(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    a, b = chroma * cos(hue), chroma * sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _hex(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in (red, green, blue))


def is_dark_style(style: type[Style]) -> bool:
    """Whether a style is for dark backgrounds; a color name counts as white."""
    background = style.background_color
    return is_dark_page(background if HEX_COLOR.fullmatch(background) else WHITE)


def is_dark_page(page: str) -> bool:
    """Whether white has more contrast to a page than black."""
    return contrast(WHITE, page) > contrast(BLACK, page)
