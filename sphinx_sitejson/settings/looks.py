"""How the site looks: the styling objects of ``site.json``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Self

from sphinx_sitejson.problems import JsonPath

from .json_object import JsonObject

ColorMode = Literal["light", "dark"]
ThemeName = Literal["venus", "quill", "prism"]
LayoutName = Literal["topnav", "sidenav", "solidSidenav"]
Rounding = Literal["default", "sharp"]
SearchLocation = Literal["side", "top"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Logo(JsonObject):
    """The logo images, one for each color mode, and where they lead."""

    light: str | None = None
    dark: str | None = None
    href: str = "/"

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Accept both spellings: one path, or an object of paths."""
        if isinstance(value, str):
            value = {"light": value, "dark": value}
        return super(Logo, cls).from_json(value, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient(JsonObject):
    """A color, or a run from one color to another."""

    start: str = field(metadata={"key": "from"})
    via: str | None = None
    end: str = field(metadata={"key": "to"})

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Accept both spellings: one color, or ``{from, via, to}``."""
        if isinstance(value, str):
            value = {"from": value, "to": value}
        return super(Gradient, cls).from_json(value, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageColors(JsonObject):
    """The page's background color in each mode."""

    light: str | None = None
    dark: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Colors(JsonObject):
    """The site's colors, as hex codes."""

    primary: str
    light: str | None = None
    dark: str | None = None
    background: PageColors | None = None
    anchors: Gradient | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Background(JsonObject):
    """The decoration behind every page."""

    style: Literal["gradient", "grid", "windows"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Font(JsonObject):
    """One font: a family of the catalog, or a file of one's own."""

    family: str
    weight: int | float | None = None
    url: str | None = None
    format: Literal["woff", "woff2"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fonts(JsonObject):
    """The fonts of headings and of the text."""

    headings: Font | None = None
    body: Font | None = None

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Accept both spellings: one font for everything, or one for each use."""
        if "family" in value:
            font = Font.from_json(value, at)
            return cls(headings=font, body=font)
        return super(Fonts, cls).from_json(value, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeToggle(JsonObject):
    """The switch between light and dark."""

    default: ColorMode | None = None
    is_hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sidebar(JsonObject):
    """How the entries of the sidebar are drawn."""

    items: Literal["container", "card", "border", "undecorated"] = "container"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topbar(JsonObject):
    """How the bar at the top is drawn."""

    style: Literal["default", "gradient"] = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeBlock(JsonObject):
    """Whether code blocks are always dark or follow the page."""

    mode: Literal["dark", "auto"] = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(JsonObject):
    """Where the search entry stands and what it says."""

    location: SearchLocation | None = None
    prompt: str | None = None

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Accept both spellings: the location alone, or an object."""
        if isinstance(value, str):
            value = {"location": value}
        return super(Search, cls).from_json(value, at)
