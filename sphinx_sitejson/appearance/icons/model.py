"""Icons and their shapes, and the references to icons that authors write."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """An SVG drawing element with safe attributes."""

    tag: str
    attributes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """A drawing in one color: its own, or the color of the text around it."""

    name: str
    style: str
    view_box: str
    shapes: tuple[Shape, ...]

    @classmethod
    def from_path(cls, *, name: str, style: str, view_box: str, path: str) -> Icon:
        """Make an icon of one filled path."""
        shape = Shape(tag="path", attributes=(("d", path),))
        return cls(name=name, style=style, view_box=view_box, shapes=(shape,))


IconStyle = Literal["solid", "regular", "brands"]
"""The styles of Font Awesome Free."""

NAME = re.compile(r"[A-Za-z0-9-]+")
_IMAGE_FILE = re.compile(r"[^\s<>\"\\]+\.(?:svg|png|webp|avif|gif|jpe?g|ico)", re.IGNORECASE)
_STYLE_CLASSES = {
    "fab": "brands",
    "far": "regular",
    "fal": "light",
    "fat": "thin",
    "fa-brands": "brands",
    "fa-regular": "regular",
    "fa-light": "light",
    "fa-thin": "thin",
}
_OUTLINED = frozenset({"regular", "light", "thin", "sharp-regular", "sharp-light", "sharp-thin"})


@dataclass(frozen=True, slots=True, kw_only=True)
class IconReference:
    """A parsed icon reference: a name and style, an image, or a character such as an emoji."""

    kind: Literal["name", "remote", "file", "text"]
    value: str
    style: IconStyle = "solid"


def parse_icon_reference(value: str, icon_type: str | None = None) -> IconReference:
    """Parse an icon reference: ``fab fa-github`` gives the name ``github`` in ``brands``."""
    value = value.strip()
    if value.lower().startswith(("https://", "http://")):
        return IconReference(kind="remote", value=value)
    if _IMAGE_FILE.fullmatch(value):
        return IconReference(kind="file", value=value)
    if value and len(value) <= 8 and not value.isascii():
        return IconReference(kind="text", value=value)
    *words, name = value.split() or [""]
    style = free_style(next(map(_STYLE_CLASSES.get, words), None) or icon_type)
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower().removeprefix("fa-")).strip("-")
    return IconReference(kind="name", value=plain, style=style)


def free_style(icon_type: str | None) -> IconStyle:
    """Return the free style that is closest to a style of Font Awesome Pro."""
    if icon_type == "brands":
        return "brands"
    return "regular" if icon_type in _OUTLINED else "solid"
