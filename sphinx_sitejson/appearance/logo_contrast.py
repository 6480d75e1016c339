"""Find logos that are hard to see on the page, such as a white one on a white page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from .colors import BLACK, INK, WHITE, contrast
from .palette import is_dark_page

_PAINT = re.compile(
    r"\b(?:fill|stroke|stop-color)\s*[:=]\s*[\"']?\s*(#[0-9a-f]+|[a-z]+)(\()?", re.IGNORECASE
)
_OWN_COLORS = re.compile(r"<image\b|prefers-color-scheme")
_WITHOUT_COLOR = frozenset({"none", "inherit", "transparent", "url"})
_HEX = re.compile("#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_NAMES = {"white": WHITE, "black": BLACK, "currentcolor": BLACK}
_LONGEST = 1_000_000
"""The largest SVG that is searched for colors, in bytes."""

_SAMPLE = 64
"""Width and height, in pixels, to which a bitmap is reduced."""

_VISIBLE = 1.6
"""The contrast from which a shape stands out from the page."""

_ENOUGH_ON_LIGHT, _ENOUGH_ON_DARK = 0.2, 0.7
"""The share of a logo that must stand out. Most logos are drawn for a white page, where a white
part is part of the drawing."""


def needs_backing(file: Path, page: str) -> bool:
    """Return whether a logo has so little contrast to the page that it needs a backing.

    False if the colors of the image are not known.

    :param page: the color of the page.
    """
    try:
        weights = _read_colors(file, file.stat().st_mtime_ns)
    except OSError:
        return False
    if not weights:
        return False
    is_dark = is_dark_page(page)
    enough = _ENOUGH_ON_DARK if is_dark else _ENOUGH_ON_LIGHT
    backing = WHITE if is_dark else INK
    return _visible_share(weights, page) < enough and _visible_share(weights, backing) > 0.9


def _visible_share(weights: Mapping[str, int], page: str) -> float:
    visible = sum(count for color, count in weights.items() if contrast(color, page) >= _VISIBLE)
    return visible / sum(weights.values())


@lru_cache(maxsize=8)
def _read_colors(file: Path, changed: int) -> Mapping[str, int]:
    """Return the colors of an image with their weights; empty if it has its own background."""
    if file.suffix.lower() != ".svg":
        return _bitmap_colors(file)
    if file.stat().st_size > _LONGEST:
        return {}
    return svg_colors(file.read_text(encoding="utf-8", errors="replace"))


def svg_colors(text: str) -> Mapping[str, int]:
    """Return the colors of an SVG; one that names none is black. Empty if a color is unknown.

    >>> svg_colors('<svg><path fill="#FFF"/></svg>')
    {'#fff': 1}
    """
    found = dict[str, int]()
    for paint, bracket in _PAINT.findall("" if _OWN_COLORS.search(text) else text):
        color_name = paint.lower()
        if color_name in _WITHOUT_COLOR:
            continue
        color = _NAMES.get(color_name, color_name)
        if bracket or not _HEX.fullmatch(color):
            return {}
        found[color] = 1
    return found or ({} if _OWN_COLORS.search(text) else {BLACK: 1})


def _bitmap_colors(file: Path) -> Mapping[str, int]:
    """Return the colors of the opaque pixels, if Pillow is installed."""
    try:
        from PIL import Image
    except ImportError:
        return {}
    try:
        with Image.open(file) as image:
            image.thumbnail((_SAMPLE, _SAMPLE))
            pixels = image.convert("RGBA").tobytes()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return {}
    quads = [pixels[at : at + 4] for at in range(0, len(pixels), 4)]
    opaque = [quad for quad in quads if quad[3] > 127]
    # An image without transparency has its own background.
    if len(opaque) > 0.95 * len(quads):
        return {}
    return Counter(f"#{quad[:3].hex()}" for quad in opaque)
