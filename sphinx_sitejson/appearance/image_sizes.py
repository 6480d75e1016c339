"""Read the sizes of images and write them into pages, to avoid layout shifts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import imagesize  # type: ignore[import-untyped]

_IMAGE = re.compile(r"<img\b[^>]*>")
_ATTRIBUTE = re.compile(r'\s(src|width|height|style)="([^"]*)"')
_END = re.compile(r"\s*/?>$")
_STYLED_HEIGHT = re.compile(r"(?<![\w-])(?:height|block-size|aspect-ratio)\s*:")
_ROOT = re.compile(r"<svg\b[^>]*>")
_ROOT_ATTRIBUTE = re.compile(r"\s(width|height|viewBox)\s*=\s*[\"']([^\"']*)[\"']")
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
_HEAD = 16_384
"""The number of characters of an SVG that are searched for its root element."""


@dataclass(frozen=True, slots=True)
class ImageSize:
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
    if min(width, height) < 0.5:
        return None
    return ImageSize(round(width), round(height), is_fluid)


def parse_svg_size(text: str) -> ImageSize | None:
    """Return the size of an SVG: ``<svg width="2in" viewBox="0 0 4 2">`` gives 192 by 96."""
    root = _ROOT.search(text)
    if root is None:
        return None
    attributes = dict(_ROOT_ATTRIBUTE.findall(root[0]))
    width, height = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
    _, _, box_width, box_height = _box(attributes.get("viewBox", ""))
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


def _box(text: str) -> tuple[float, float, float, float]:
    try:
        left, top, width, height = map(float, re.split(r"[\s,]+", text.strip()))
    except ValueError:
        return 0.0, 0.0, 0.0, 0.0
    return left, top, max(width, 0.0), max(height, 0.0)


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
    added = _attributes(attributes, size) if size else ""
    end = _END.search(tag)
    return f"{tag[: end.start()]}{added}{end[0]}" if added and end else tag


def _attributes(attributes: dict[str, str], size: ImageSize) -> str:
    """Return the missing attributes; if one is set, the other follows from the aspect ratio."""
    width, height = (attributes.get(name) for name in ("width", "height"))
    if width is None and height is None:
        fluid = ' data-fluid=""' if size.is_fluid else ""
        return f' width="{size.width}" height="{size.height}"{fluid}'
    if not (width or height or "").isdecimal():
        return ""
    if width is not None:
        return f' height="{round(int(width) * size.height / size.width)}"'
    return f' width="{round(int(height or 0) * size.width / size.height)}"'
