"""What an icon is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One SVG element that draws something, with attributes that are known to be harmless."""

    tag: str
    attributes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """A drawing in one color, the color of the text around it unless it brings its own."""

    name: str
    style: str
    view_box: str
    shapes: tuple[Shape, ...]

    @classmethod
    def from_path(cls, *, name: str, style: str, view_box: str, path: str) -> Icon:
        """Make an icon of one filled path."""
        shape = Shape(tag="path", attributes=(("d", path),))
        return cls(name=name, style=style, view_box=view_box, shapes=(shape,))
