"""Read the sizes of images, and whether they need a light plate on dark pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import imagesize  # type: ignore[import-untyped]

from sphinx_sitejson.common.colors import (
    BLACK,
    HEX_COLOR,
    INK,
    VISIBLE,
    WHITE,
    contrast,
    is_dark_page,
)

_IMAGE = re.compile(r"<img\b[^>]*>")
_ATTRIBUTE = re.compile(r'\s(src|width|height|style)="([^"]*)"')
_END = re.compile(r"\s*/?>$")
_STYLED_HEIGHT = re.compile(r"(?<![\w-])(?:height|block-size|aspect-ratio)\s*:")
_ROOT = re.compile(r"<svg\b[^>]*>")
_SVG_ATTRIBUTE = re.compile(r"\s(width|height|viewBox|fill)\s*=\s*[\"']([^\"']*)[\"']")
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(px|pt|pc|in|cm|mm)?\s*")
_PIXELS = {
    None: 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
}
_PLAIN_NUMBER = re.compile(r"\d{1,7}")
_MAX_SIZE = 1e7
"""The largest width and height in pixels; other images are shown without a size."""
_HEAD = 16_384
"""The number of characters of an SVG that are searched for its root element."""


class ImageSize(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int
    is_fluid: bool = False
    """Whether it is an SVG with a ``viewBox`` and no size, which fills its container."""


def read_image_size(file: Path) -> ImageSize | None:
    """Return the size of an image file, if it can be determined."""
    try:
        return _read_file_size(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=4096)
def _read_file_size(file: Path, changed: int) -> ImageSize | None:
    if file.suffix.lower() == ".svg":
        with file.open(encoding="utf-8", errors="replace") as opened:
            return parse_svg_size(opened.read(_HEAD))
    try:
        width, height = imagesize.get(file)
    except ValueError:
        return None
    return _size(width, height)


def _size(width: float, height: float, *, is_fluid: bool = False) -> ImageSize | None:
    if not (0.5 <= width <= _MAX_SIZE and 0.5 <= height <= _MAX_SIZE):
        return None
    return ImageSize(round(width), round(height), is_fluid)


def parse_svg_size(text: str) -> ImageSize | None:
    """Return the size of an SVG: ``<svg width="2in" viewBox="0 0 4 2">`` gives 192 by 96."""
    root = _ROOT.search(text)
    if root is None:
        return None
    attributes = dict(_SVG_ATTRIBUTE.findall(root[0]))
    width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
    box_width, box_height = _box_size(attributes.get("viewBox", ""))
    if width and height:
        return _size(width, height)
    if not box_width or not box_height:
        return None
    if width or height:
        ratio = box_width / box_height
        return _size(width or height * ratio, height or width / ratio)
    return _size(box_width, box_height, is_fluid=True)


def _pixels(length: str | None) -> float:
    """Return a length in pixels; 0 for a relative unit."""
    match = _LENGTH.fullmatch(length or "")
    return float(match[1]) * _PIXELS[match[2]] if match else 0.0


def _box_size(text: str) -> tuple[float, float]:
    try:
        _left, _top, width, height = map(float, re.split(r"[\s,]+", text.strip()))
    except ValueError:
        return 0.0, 0.0
    # ``float`` also reads ``inf``, ``nan`` and ``1e999``.
    is_usable = all(1 / _MAX_SIZE <= size <= _MAX_SIZE for size in (width, height))
    return (width, height) if is_usable else (0.0, 0.0)


def add_image_sizes(body: str, get_size: Callable[[str], ImageSize | None]) -> str:
    """Add ``width`` and ``height`` to the images of a page, unless the author set them.

    :param get_size: returns the size of the image at a URL, if it is known.
    """
    return _IMAGE.sub(lambda match: _add_size(match[0], get_size), body)


def _add_size(tag: str, get_size: Callable[[str], ImageSize | None]) -> str:
    attributes = dict(_ATTRIBUTE.findall(tag))
    if {"width", "height"} <= attributes.keys() or _STYLED_HEIGHT.search(
        attributes.get("style", "")
    ):
        return tag
    size = get_size(attributes.get("src", ""))
    return _END.sub(lambda end: _attributes(attributes, size) + end[0], tag) if size else tag


def _attributes(attributes: dict[str, str], size: ImageSize) -> str:
    """Return the missing attributes; if one is set, the other follows from the aspect ratio."""
    width, height = attributes.get("width"), attributes.get("height")
    if width is None and height is None:
        fluid = ' data-fluid=""' if size.is_fluid else ""
        return f' width="{size.width}" height="{size.height}"{fluid}'
    if not _PLAIN_NUMBER.fullmatch(width or height or ""):
        return ""
    if width is not None:
        return f' height="{round(int(width) * size.height / size.width)}"'
    return f' width="{round(int(height or 0) * size.width / size.height)}"'


_PAINT = re.compile(
    r"\b(?:fill|stroke|stop-color)\s*[:=]\s*[\"']?\s*(#[0-9a-f]+|[a-z]+)", re.IGNORECASE
)
_OWN_COLORS = re.compile(r"<image\b|prefers-color-scheme|light-dark\(")
_WITHOUT_COLOR = frozenset({"none", "inherit", "transparent", "url"})
_NAMES = {"white": WHITE, "black": BLACK, "currentcolor": BLACK}
_RGB = re.compile(r"rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)")
_RECTANGLE = re.compile(r"<rect\b[^>]*>")
_STOP = re.compile(r"<stop\b[^>]*>")
_IMAGE_WITH_SOURCE = re.compile(r'<img\b[^>]*?\ssrc="([^"]*)"[^>]*?(?=\s*/?>)')
_FOR_ONE_MODE = re.compile(r"\bonly-(?:light|dark)\b|\bdark:(?:hidden|block|inline|flex)\b")
_LONGEST = 1_000_000
"""The largest SVG that is searched for colors, in bytes."""

_SAMPLE = 64
"""Width and height, in pixels, to which a bitmap is reduced."""

_CLEAR_LOGO, _CLEAR_DIAGRAM = 0.05, 1 / 3
"""The share of transparent pixels from which a bitmap has no background. Photos and windows have
less of them than diagrams."""

_HIDDEN_INK = 0.02
"""The share of a diagram that may be lost on the page. Lines and letters are a small part of it."""

_DISTINCT = 1.6
"""The contrast from which a shape of a logo stands out from the page."""

_ENOUGH_ON_LIGHT, _ENOUGH_ON_DARK = 0.2, 0.7
"""The share of a logo that must stand out. Most logos are drawn for a white page, where a white
part is part of the drawing."""


Weights = Mapping[str, int]
"""The colors of an image, with what each of them counts."""


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


def _visible_share(weights: Weights, page: str) -> float:
    visible = sum(count for color, count in weights.items() if contrast(color, page) >= _DISTINCT)
    return visible / sum(weights.values())


@lru_cache(maxsize=8)
def _read_colors(file: Path, changed: int) -> Weights:
    """Return the colors of an image with their weights; empty if it has its own background."""
    return svg_colors(_read_svg(file)) if file.suffix.lower() == ".svg" else _bitmap_colors(file)


def _read_svg(file: Path) -> str:
    """Return the text of an SVG; empty if it is too long to be searched for colors."""
    if file.stat().st_size > _LONGEST:
        return ""
    return file.read_text(encoding="utf-8", errors="replace")


def svg_colors(text: str) -> Weights:
    """Return the colors of an SVG; one that names none is black. Empty if a color is unknown.

    >>> svg_colors('<svg><path fill="#FFF"/></svg>')
    {'#fff': 1}
    """
    if not text or _OWN_COLORS.search(text):
        return {}
    colors = _named_colors(text)
    return dict.fromkeys(colors, 1) if all(map(HEX_COLOR.fullmatch, colors)) else {}


def _named_colors(text: str) -> list[str]:
    """Return the colors that an SVG names, also unknown ones; black if it has no paint."""
    paints = [paint.lower() for paint in _PAINT.findall(text)]
    named = [_NAMES.get(paint, paint) for paint in paints if paint not in _WITHOUT_COLOR]
    return named or ([] if "url" in paints else [BLACK])


def _bitmap_colors(file: Path, *, is_diagram: bool = False) -> Weights:
    """Return the colors of the opaque pixels, if Pillow is installed; empty without transparency.

    :param is_diagram: keep the color of thin lines, and return nothing for photos and windows.
    """
    try:
        from PIL import Image
    except ImportError:
        return {}
    try:
        with Image.open(file) as image:
            if image.mode not in ("RGBA", "LA", "PA") and "transparency" not in image.info:
                return {}
            if is_diagram:
                # The nearest pixels, because mixed ones are neither opaque nor as dark.
                sample = image.resize((2 * _SAMPLE, 2 * _SAMPLE), Image.Resampling.NEAREST)
            else:
                image.thumbnail((_SAMPLE, _SAMPLE))
                sample = image
            pixels = sample.convert("RGBA").tobytes()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return {}
    quads = [pixels[offset : offset + 4] for offset in range(0, len(pixels), 4)]
    opaque = [quad for quad in quads if quad[3] > 127]
    # An image with less transparency has its own background.
    if len(opaque) > (1 - (_CLEAR_DIAGRAM if is_diagram else _CLEAR_LOGO)) * len(quads):
        return {}
    return Counter(f"#{quad[:3].hex()}" for quad in opaque)


def is_black_drawing(file: Path) -> bool:
    """Return whether an image is an SVG in nearly black only, which dark pages would hide."""
    try:
        colors = svg_colors(_read_svg(file)) if file.suffix.lower() == ".svg" else {}
    except OSError:
        return False
    return bool(colors) and all(contrast(color, BLACK) < _DISTINCT for color in colors)


def add_plates(body: str, needs_plate_at: Callable[[str], bool]) -> str:
    """Mark the images of a page that need a light plate in dark mode: ``<img data-plate="">``.

    Pairs of images for light and dark mode need none.

    :param needs_plate_at: returns whether the image at a URL needs one.
    """

    def mark(match: re.Match[str]) -> str:
        needs_one = not _FOR_ONE_MODE.search(match[0]) and needs_plate_at(match[1])
        return f'{match[0]} data-plate=""' if needs_one else match[0]

    return _IMAGE_WITH_SOURCE.sub(mark, body)


def needs_plate(file: Path, page: str) -> bool:
    """Return whether a diagram without a background has lines or letters that a page hides.

    False if the colors of the image are not known.

    :param page: the color of the page.
    """
    try:
        return _has_hidden_ink(file, file.stat().st_mtime_ns, page)
    except OSError:
        return False


@lru_cache(maxsize=4096)
def _has_hidden_ink(file: Path, changed: int, page: str) -> bool:
    is_svg = file.suffix.lower() == ".svg"
    inks = svg_inks(_read_svg(file)) if is_svg else _bitmap_colors(file, is_diagram=True)
    hidden = sum(count for color, count in inks.items() if contrast(color, page) < VISIBLE)
    return hidden > _HIDDEN_INK * sum(inks.values())


def svg_inks(text: str) -> Weights:
    """Return the known colors of an SVG and how often it names them; empty if it has a background.

    The dark end of a gradient is no ink: the rest of it shows the shape.

    >>> svg_inks('<svg><path stroke="rgb(0, 0, 0)" fill="url(#a)"/></svg>')
    Counter({'#000000': 1})
    """
    if not text or _OWN_COLORS.search(text) or _has_background(text):
        return {}
    text = _RGB.sub(lambda match: "#" + bytes(min(int(n), 255) for n in match.groups()).hex(), text)
    return Counter(filter(HEX_COLOR.fullmatch, _named_colors(_STOP.sub("", text))))


def _has_background(text: str) -> bool:
    """Return whether a filled rectangle is as large as the SVG."""
    root = _ROOT.search(text)
    size = dict(_SVG_ATTRIBUTE.findall(root[0])) if root else {}
    box = [*size.get("viewBox", "").replace(",", " ").split(), *4 * ["100%"]]
    rectangles = (dict(_SVG_ATTRIBUTE.findall(tag)) for tag in _RECTANGLE.findall(text))
    return any(
        each.get("width", "") in ("100%", size.get("width"), box[2])
        and each.get("height", "") in ("100%", size.get("height"), box[3])
        and each.get("fill") not in _WITHOUT_COLOR
        for each in rectangles
    )
