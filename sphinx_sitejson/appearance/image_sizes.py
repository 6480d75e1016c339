"""How large pictures are, and what that says in a page, so that nothing moves when they come."""

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
_OWN_HEIGHT = re.compile(r"(?<![\w-])(?:height|block-size|aspect-ratio)\s*:")
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
"""How much of a drawing is read for its first element."""


@dataclass(frozen=True, slots=True)
class PictureSize:
    """Width and height in pixels."""

    width: int
    height: int
    is_fluid: bool = False
    """Whether it is a drawing that has a shape and no size: it is as wide as its place."""


def picture_size(file: Path) -> PictureSize | None:
    """Return how large a picture is, if it says so."""
    try:
        return _size_of_file(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=4096)
def _size_of_file(file: Path, changed: int) -> PictureSize | None:
    if file.suffix.lower() == ".svg":
        with file.open(encoding="utf-8", errors="replace") as opened:
            return size_of_drawing(opened.read(_HEAD))
    try:
        width, height = imagesize.get(file)
    except ValueError:
        return None
    return _size(width, height)


def _size(width: float, height: float, *, is_fluid: bool = False) -> PictureSize | None:
    if min(width, height) < 0.5:
        return None
    return PictureSize(round(width), round(height), is_fluid)


def size_of_drawing(text: str) -> PictureSize | None:
    """Return the size of an SVG by its first element."""
    root = _ROOT.search(text)
    if root is None:
        return None
    given = dict(_ROOT_ATTRIBUTE.findall(root[0]))
    width, height = _pixels(given.get("width")), _pixels(given.get("height"))
    _, _, box_width, box_height = _box(given.get("viewBox", ""))
    if width and height:
        return _size(width, height)
    if not box_width or not box_height:
        return None
    if width or height:
        ratio = box_width / box_height
        return _size(width or height * ratio, height or width / ratio)
    return _size(box_width, box_height, is_fluid=True)


def _pixels(length: str | None) -> float:
    """Return a length in pixels, or none where its unit says nothing of them."""
    found = _LENGTH.fullmatch(length or "")
    return float(found[1]) * _PIXELS[found[2]] if found else 0.0


def _box(text: str) -> tuple[float, float, float, float]:
    try:
        left, top, width, height = map(float, re.split(r"[\s,]+", text.strip()))
    except ValueError:
        return 0.0, 0.0, 0.0, 0.0
    return left, top, max(width, 0.0), max(height, 0.0)


def with_sizes(body: str, size_of: Callable[[str], PictureSize | None]) -> str:
    """Let the pictures of a page say how large they are; what an author says of that stays.

    :param size_of: returns the size of the picture at an address, if it is known.
    """
    return _IMAGE.sub(lambda found: _sized(found[0], size_of), body)


def _sized(tag: str, size_of: Callable[[str], PictureSize | None]) -> str:
    given = dict(_ATTRIBUTE.findall(tag))
    if {"width", "height"} <= given.keys() or _OWN_HEIGHT.search(given.get("style", "")):
        return tag
    size = size_of(given.get("src", ""))
    added = _attributes(given, size) if size else ""
    end = _END.search(tag)
    return f"{tag[: end.start()]}{added}{end[0]}" if added and end else tag


def _attributes(given: dict[str, str], size: PictureSize) -> str:
    """Return the attributes that are missing; one that is there decides about the other."""
    width, height = (given.get(name) for name in ("width", "height"))
    if width is None and height is None:
        fluid = ' data-fluid=""' if size.is_fluid else ""
        return f' width="{size.width}" height="{size.height}"{fluid}'
    if not (width or height or "").isdecimal():
        return ""
    if width is not None:
        return f' height="{round(int(width) * size.height / size.width)}"'
    return f' width="{round(int(height or 0) * size.width / size.height)}"'
