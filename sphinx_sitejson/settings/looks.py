"""How the site looks: the styling objects of ``site.json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from .json_object import Bare, JsonObject, Key, Rule
from .values import File, FontFamily, HexColor, Link, StyleFile

ColorMode = Literal["light", "dark"]
ThemeName = Literal["venus", "quill", "prism"]
LayoutName = Literal["topnav", "sidenav", "solidSidenav"]
Rounding = Literal["default", "sharp"]
SearchLocation = Literal["side", "top"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Logo(JsonObject):
    """A logo for each color mode."""

    bare = Bare(value=File, keys=("light", "dark"))

    light: Annotated[File | None, Key("Logo on a light background.")] = None
    dark: Annotated[File | None, Key("Logo on a dark background.")] = None
    href: Annotated[Link, Key("Where a click on the logo leads.")] = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient(JsonObject):
    """A run from one color to another."""

    bare = Bare(
        value=HexColor,
        keys=("from", "to"),
        name="color",
        help="One hex color, or a gradient of two or three.",
    )

    start: Annotated[HexColor, Key("Color at which the gradient begins.", name="from")]
    via: Annotated[HexColor | None, Key("Color that the gradient passes in the middle.")] = None
    end: Annotated[HexColor, Key("Color at which the gradient ends.", name="to")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageColors(JsonObject):
    """Background color of the pages in each mode."""

    light: Annotated[HexColor | None, Key("Background in light mode.")] = None
    dark: Annotated[HexColor | None, Key("Background in dark mode.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeColors(JsonObject):
    """A color for each mode."""

    bare = Bare(
        value=HexColor,
        keys=("light", "dark"),
        name="colorOrModes",
        help="One hex color, or one for each mode.",
    )

    light: Annotated[HexColor | None, Key("Color in light mode.")] = None
    dark: Annotated[HexColor | None, Key("Color in dark mode.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Colors(JsonObject):
    """Colors of the site, as hex codes."""

    without_effect: ClassVar = {"ultraLight": HexColor, "ultraDark": HexColor}

    primary: Annotated[
        HexColor, Key("Main color in light mode: links, highlights and section headings.")
    ]
    light: Annotated[HexColor | None, Key("Main color in dark mode.")] = None
    dark: Annotated[HexColor | None, Key("Color of important buttons.")] = None
    background: Annotated[PageColors | None, Key("Background color of the pages in each mode.")] = (
        None
    )
    anchors: Annotated[
        Gradient | None, Key("Color behind the icons of anchors that have none of their own.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Background(JsonObject):
    """Decoration behind every page."""

    style: Annotated[Literal["gradient", "grid", "windows"] | None, Key("Kind of decoration.")] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Font(JsonObject):
    """One font: a family of the font catalog, or a file of your own."""

    family: Annotated[
        FontFamily, Key("Name of the font family; one from the catalog is loaded by its name.")
    ]
    weight: Annotated[
        int | float | None,
        Rule(minimum=1, maximum=1000, expected="a font weight from 1 to 1000"),
        Key("Weight of the font; variable fonts take any value, such as 560."),
    ] = None
    url: Annotated[
        StyleFile | None,
        Key(
            "Path or address of a font file, for a font that is not in the catalog.",
            needs=("format",),
        ),
    ] = None
    format: Annotated[
        Literal["woff", "woff2"] | None,
        Key("Format of the font file; required when `url` is given."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fonts(JsonObject):
    """One font for headings, another for the text."""

    bare = Bare(value=Font, keys=("headings", "body"))

    headings: Annotated[Font | None, Key("Font of the headings.")] = None
    body: Annotated[Font | None, Key("Font of the text.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeToggle(JsonObject):
    """The switch between light and dark mode."""

    default: Annotated[
        ColorMode | None,
        Key("Mode that a new reader sees; without it the reader's system decides."),
    ] = None
    is_hidden: Annotated[
        bool, Key("Hides the switch; together with `default` the site has only that mode.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sidebar(JsonObject):
    """How the sidebar looks."""

    items: Annotated[
        Literal["container", "card", "border", "undecorated"],
        Key("How the entries of the sidebar are drawn."),
    ] = "container"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topbar(JsonObject):
    """How the top bar looks."""

    style: Annotated[Literal["default", "gradient"], Key("How the top bar is drawn.")] = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeBlock(JsonObject):
    """How code blocks look."""

    mode: Annotated[
        Literal["dark", "auto"],
        Key("`dark` keeps code blocks dark, `auto` follows the mode of the page."),
    ] = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner(JsonObject):
    """A line above every page."""

    bare = Bare(value=str, keys=("content",))

    content: Annotated[str, Key("Text of the line; Markdown of one line, such as a link.")]
    dismissible: Annotated[bool, Key("Lets readers close the line for good.")] = False
    type: Annotated[Literal["info", "warning", "critical"], Key("How urgent the line looks.")] = (
        "info"
    )
    color: Annotated[
        ModeColors | None, Key("Color of the line, instead of the one that its type has.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(JsonObject):
    """The search entry."""

    bare = Bare(value=SearchLocation, keys=("location",))

    location: Annotated[SearchLocation | None, Key("Where the search entry is.")] = None
    prompt: Annotated[
        str | None, Key("Text in the search entry; `Search...` when it is not given.")
    ] = None


PRESET_VALUES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "venus": {},
    "quill": {"sidebar": {"items": "border"}, "codeBlock": {"mode": "auto"}},
    "prism": {"sidebar": {"items": "card"}},
}
"""What each preset theme sets where the file says nothing: the file always wins."""


def with_preset(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return checked settings with the values of their theme below them."""
    preset = PRESET_VALUES.get(settings.get("theme") or "", {})
    return {
        **settings,
        **{key: {**values, **_given(settings.get(key))} for key, values in preset.items()},
    }


def _given(values: Mapping[str, Any] | None) -> dict[str, Any]:
    return {key: value for key, value in (values or {}).items() if value is not None}
