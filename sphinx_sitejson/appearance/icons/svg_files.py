"""Read SVG files of the project, keeping nothing but safe shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from xml.parsers import expat

from .model import NAME, Icon, Shape

MAX_FILE_SIZE = 100_000
"""In bytes; a larger file is not an icon."""

_GEOMETRY = {
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
_INHERITED = (
    "fill",
    "fill-rule",
    "fill-opacity",
    "clip-rule",
    "opacity",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
)
_COLORED = frozenset({"fill", "stroke"})
_SKIPPED_ELEMENTS = frozenset(
    {"defs", "symbol", "clipPath", "mask", "pattern", "metadata", "style", "script", "title"}
)
_HARMLESS = re.compile(r"[-+.,%#\w\s()]*")
_COLOR = re.compile(r"#[0-9a-f]{3,8}|[a-z]+", re.IGNORECASE)
_BLACK = frozenset({"#000", "#000000", "black"})


class UnreadableIconError(ValueError):
    """Raised for a file that is not an SVG icon; the message gives the reason."""

    def __init__(self, reason: str, line: int = 1, column: int | None = None) -> None:
        super().__init__(reason)
        self.line, self.column = line, column


def describe_xml_error(code: int) -> str:
    """Return the reason why a file is not XML."""
    return expat.ErrorString(code).replace(
        "not well-formed (invalid token)", "unexpected character"
    )


def icon_files(folder: Path) -> Iterator[Path]:
    """Yield the SVG files of a folder with valid icon names."""
    for file in sorted(folder.glob("*.svg")):
        if NAME.fullmatch(file.stem) and file.is_file():
            yield file


def read_svg_icon(file: Path) -> Icon:
    """Read an SVG file as an icon."""
    if file.stat().st_size > MAX_FILE_SIZE:
        raise UnreadableIconError(f"it is larger than {MAX_FILE_SIZE // 1000} kB")
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    if "<!ENTITY" in text:
        raise UnreadableIconError("it declares entities")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        reason = describe_xml_error(error.code)
        raise UnreadableIconError(f"it is not valid XML ({reason})", line, column + 1) from None
    if _tag(root) != "svg":
        raise UnreadableIconError("it is not SVG")
    shapes = tuple(_shapes(root, {}))
    if not shapes:
        raise UnreadableIconError("it has no shapes")
    return Icon(
        name=file.stem.lower(),
        style="own",
        view_box=_view_box(root),
        shapes=_use_text_color(shapes),
    )


def _shapes(element: ElementTree.Element, inherited: Mapping[str, str]) -> Iterator[Shape]:
    tag = _tag(element)
    if tag in _SKIPPED_ELEMENTS:
        return
    values = {**inherited, **_presentation(element)}
    transform = _harmless(element, "transform")
    if transform and tag != "svg":
        values["transform"] = f"{inherited.get('transform', '')} {transform}".strip()
    if tag in _GEOMETRY:
        geometry = {name: _harmless(element, name) for name in _GEOMETRY[tag]}
        attributes = {**geometry, **values}
        yield Shape(tag=tag, attributes=tuple((n, v) for n, v in attributes.items() if v))
    for child in element:
        yield from _shapes(child, values)


def _presentation(element: ElementTree.Element) -> dict[str, str]:
    """Return the presentation attributes of an element, including those in ``style``."""
    parts = (part.partition(":") for part in element.get("style", "").split(";"))
    style = {name.strip(): value.strip() for name, _, value in parts}
    values = {}
    for name in _INHERITED:
        value = style.get(name) or element.get(name, "")
        pattern = _COLOR if name in _COLORED else _HARMLESS
        if value and pattern.fullmatch(value):
            values[name] = value
        elif value and name in _COLORED:
            # A gradient or another reference.
            values[name] = "currentColor"
    return values


def _use_text_color(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Replace the color of a monochrome icon with ``currentColor``."""
    used = {
        value.lower() for shape in shapes for name, value in shape.attributes if name in _COLORED
    } - {"none", "currentcolor"}
    if len({"black" if color in _BLACK else color for color in used}) > 1:
        used &= _BLACK
    return tuple(
        replace(
            shape,
            attributes=tuple(
                (name, "currentColor" if name in _COLORED and value.lower() in used else value)
                for name, value in shape.attributes
            ),
        )
        for shape in shapes
    )


def _view_box(root: ElementTree.Element) -> str:
    numbers = re.findall(r"-?\d+(?:\.\d+)?", root.get("viewBox", ""))
    if len(numbers) == 4:
        return " ".join(numbers)
    sides = [re.match(r"\d+(?:\.\d+)?", root.get(name, "")) for name in ("width", "height")]
    return " ".join(["0", "0", *(side[0] if side else "24" for side in sides)])


def _harmless(element: ElementTree.Element, name: str) -> str:
    value = element.get(name, "").strip()
    return value if _HARMLESS.fullmatch(value) else ""


def _tag(element: ElementTree.Element) -> str:
    # The tag of a comment is a function.
    return str(element.tag).rpartition("}")[2]
