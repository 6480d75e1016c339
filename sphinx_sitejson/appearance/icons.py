"""Find the icon of a name, or the closest one.

Icons come from Font Awesome Free or Lucide, read from the packages that carry their data, and from
a few drawings for platforms that Font Awesome lacks and for callouts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from posixpath import commonprefix
from typing import Literal, NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat
from zipfile import ZipFile

from sphinx_sitejson.common.problems import suggest_name
from sphinx_sitejson.common.records import record


class Shape(NamedTuple):
    """An SVG drawing element with safe attributes."""

    tag: str
    attributes: tuple[tuple[str, str], ...]


@record
class Icon:
    """A drawing in one color: its own, or the color of the text around it."""

    name: str
    style: str
    view_box: str
    shapes: tuple[Shape, ...]


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


class IconReference(NamedTuple):
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


FreeSet = Mapping[str, Mapping[str, Icon]]
"""The icons of each name, including aliases, by style."""


@cache
def load_free_icons() -> FreeSet:
    """Load the icons of Font Awesome Free."""
    icons: dict[str, dict[str, Icon]] = {}
    for name, entry in json.loads(
        _data_file("faicons", "icons.json").read_text(encoding="utf-8")
    ).items():
        drawings = {
            style: Icon(
                name=name,
                style=style,
                view_box=" ".join(map(str, drawing["viewBox"])),
                shapes=(Shape(tag="path", attributes=(("d", drawing["path"]),)),),
            )
            for style, drawing in entry["svg"].items()
        }
        icons[name] = drawings
        for alias in (entry.get("aliases") or {}).get("names", ()):
            icons.setdefault(alias, drawings)
    return icons


def _data_file(package: str, name: str) -> Path:
    # Importing the package would import its dependency; only its data is needed.
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).with_name(name)


_DRAWINGS = Path(__file__).with_name("drawings")


@cache
def load_drawings() -> Mapping[str, Icon]:
    """Load the icons of platforms that Font Awesome lacks, and those of callouts."""
    return {
        file.stem: replace(read_svg_icon(file), style="solid") for file in icon_files(_DRAWINGS)
    }


@cache
def placeholder() -> Icon:
    """Return a neutral icon: a ring with a dot."""
    return read_svg_icon(_DRAWINGS / "placeholder" / "unknown.svg")


BRANDS = {
    "x": "x-twitter",
    "website": "globe",
    "hackernews": "hacker-news",
    "email": "envelope",
    "mail": "envelope",
}
"""The icons of platforms, by other names of them."""
_FRAMES = frozenset({"square", "circle", "rectangle", "hexagon", "octagon", "diamond"})
"""First words of icons that are framed by a shape."""


@cache
def _load_similar_names() -> Mapping[str, Sequence[str]]:
    """Load the names of similar icons of Font Awesome Pro, Lucide and Tabler, by the free ones."""
    file = Path(__file__).with_name("icon_aliases.json")
    names: Mapping[str, Sequence[str]] = json.loads(file.read_text(encoding="utf-8"))
    return names


@cache
def load_aliases() -> Mapping[str, str]:
    """Load the free icons that are closest to those of Font Awesome Pro, Lucide and Tabler."""
    aliases = {alias: name for name, others in _load_similar_names().items() for alias in others}
    frames = ("square", "circle")
    return aliases | {f"{frame}-{digit}": str(digit) for frame in frames for digit in range(10)}


STROKE = "stroke"
"""The style of the icons of Lucide."""


class StrokeIcons(Mapping[str, Icon]):
    """The icons of Lucide, by their names and by those of similar ones of other sets.

    :param own: the icons of the project, which precede them.
    """

    def __init__(self, own: Mapping[str, Icon]) -> None:
        self._icons = dict(own)

    def __getitem__(self, name: str) -> Icon:
        if name not in self._icons:
            files = _lucide_files()
            found = next((each for each in _names_of_drawing(name) if each in files), None)
            if found is None:
                raise KeyError(name)
            self._icons[name] = replace(parse_svg_icon(found, files[found]), style=STROKE)
        return self._icons[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**_lucide_files(), **self._icons})

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _lucide_files() -> Mapping[str, str]:
    # All are read at once: processes that share an open archive would disturb each other.
    with ZipFile(_data_file("lucide", "lucide.zip")) as archive:
        return {
            file.filename.removesuffix(".svg"): archive.read(file).decode()
            for file in archive.filelist
        }


def _names_of_drawing(name: str) -> Iterator[str]:
    """Yield a name, and the others of the same or a similar icon."""
    free = load_free_icons()
    shown = free.get(name) or free.get(load_aliases().get(name, ""))
    same = [each for each, drawings in free.items() if drawings is shown]
    yield from (name, *same)
    for each in same:
        yield from _load_similar_names().get(each, ())


class IconMatch(NamedTuple):
    """The icon of a name, and a message if it is not the requested one."""

    icon: Icon
    problem: str = ""


@cache
def look_up_icon(name: str, style: IconStyle = "solid") -> IconMatch:
    """Return the icon of a name, the closest one, or a placeholder."""
    icon = _find_known(name, style)
    if icon:
        return IconMatch(icon=icon)
    hint = _suggest(name)
    for relative in _shorter_names(name):
        icon = _find_known(relative, style)
        # The first word of a name is not a brand: "line-height" has nothing to do with "line".
        if icon and (icon.style != "brands" or style == "brands"):
            problem = f'there is no icon "{name}" in the free set; using "{relative}".{hint}'
            return IconMatch(icon=icon, problem=problem)
    problem = f'there is no icon "{name}"; using a placeholder.{hint}'
    return IconMatch(icon=placeholder(), problem=problem)


def _find_known(name: str, style: IconStyle) -> Icon | None:
    if style == "brands":
        name = BRANDS.get(name, name)
    styles = load_free_icons().get(name)
    if styles:
        return next(
            styles[each] for each in (style, "solid", "regular", "brands") if each in styles
        )
    if name in load_drawings():
        return load_drawings()[name]
    relative = load_aliases().get(name)
    return _find_known(relative, style) if relative else None


def _shorter_names(name: str) -> Iterator[str]:
    """Yield shorter names: ``square-chart-line-up`` gives ``chart-line-up``, ``chart-line``, …"""
    words = name.split("-")
    if words[0] in _FRAMES:
        words = words[1:]
        yield "-".join(words)
    for end in range(len(words) - 1, 0, -1):
        if end > 1 or len(words[0]) > 2:
            yield "-".join(words[:end])


def _suggest(wrong: str) -> str:
    """Return a sentence that suggests the name that was meant, or an empty string.

    With so many names some is always similar. So a name is only suggested if it has the same
    letters or one typing error less, or if it is the only one with exactly one word more.
    """
    words = re.split(r"[-_ .]", wrong.lower())
    letters = "".join(words)
    free = load_free_icons()
    known = (*free, *load_drawings(), *load_aliases())
    for name in known:
        if name.replace("-", "") == letters:
            return suggest_name(name)
    for name in known:
        if abs(len(name) - len(wrong)) < 2 and _is_misspelled(words, name.split("-")):
            return suggest_name(name)
    longer = [name for name in free if name.count("-") == len(words)]
    longer = [name for name in longer if set(words) < set(name.split("-"))]
    # Several names of the same icon are one suggestion.
    return suggest_name(longer[0]) if len({id(free[name]) for name in longer}) == 1 else ""


def _is_misspelled(words: list[str], meant: list[str]) -> bool:
    """Return whether exactly one of the words has a typing error."""
    if len(words) != len(meant):
        return False
    different = [pair for pair in zip(words, meant, strict=True) if pair[0] != pair[1]]
    return len(different) == 1 and _has_typing_error(*different[0])


def _has_typing_error(word: str, meant: str) -> bool:
    """Return whether a letter is missing, added, or replaced, or two letters are swapped."""
    start = len(commonprefix((word, meant)))
    end = len(commonprefix((word[start:][::-1], meant[start:][::-1])))
    written, right = word[start : len(word) - end], meant[start : len(meant) - end]
    if len(written) + len(right) == 1:
        return len(word) > 2
    if len(written) == len(right) == 1:
        # Many short words differ in one letter only, such as "note" and "node".
        return len(word) > 4
    return len(written) == 2 and written == right[::-1]


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
    if file.stat().st_size > MAX_FILE_SIZE:
        raise UnreadableIconError(f"it is larger than {MAX_FILE_SIZE // 1000} kB")
    return parse_svg_icon(file.stem.lower(), file.read_text(encoding="utf-8-sig", errors="replace"))


def parse_svg_icon(name: str, text: str) -> Icon:
    """Parse an SVG icon; raise UnreadableIconError for another text."""
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
    return Icon(name=name, style="own", view_box=_view_box(root), shapes=_use_text_color(shapes))


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
        shape._replace(
            attributes=tuple(
                (name, "currentColor" if name in _COLORED and value.lower() in used else value)
                for name, value in shape.attributes
            )
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
