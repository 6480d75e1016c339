"""What ``docs.json`` says of the appearance of a site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from sphinx_sitejson.settings.appearance import ModeColors
from sphinx_sitejson.settings.json_object import Bare, JsonObject, Key, ValueRule
from sphinx_sitejson.settings.text_types import (
    File,
    FontFamily,
    HexColor,
    StyleFile,
)

THEMES = ("mint", "maple", "palm", "willow", "linden", "almond", "aspen", "sequoia", "luma")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsColors(JsonObject):
    """Colors of the site, as hex codes."""

    primary: Annotated[HexColor, Key("Main color in light mode.")]
    light: Annotated[HexColor | None, Key("Main color in dark mode.")] = None
    dark: Annotated[HexColor | None, Key("Color of primary buttons.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Favicon(JsonObject):
    """The small image next to the page title, for each color mode of the browser."""

    bare = Bare(value=File, keys=("light", "dark"))

    light: Annotated[File | None, Key("Image on a light background.")] = None
    dark: Annotated[File | None, Key("Image on a dark background.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsImages(JsonObject):
    """An image for each color mode."""

    bare = Bare(value=StyleFile, keys=("light", "dark"), name="imageOrModes")

    light: Annotated[StyleFile | None, Key("Image in light mode.")] = None
    dark: Annotated[StyleFile | None, Key("Image in dark mode.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsBackground(JsonObject):
    """Background of every page."""

    color: Annotated[ModeColors | None, Key("Color of the pages in each mode.")] = None
    decoration: Annotated[
        Literal["gradient", "grid", "windows"] | None, Key("Type of decoration.")
    ] = None
    image: Annotated[DocsImages | None, Key("Image behind every page.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance(JsonObject):
    """Light and dark mode."""

    default: Annotated[Literal["system", "light", "dark"], Key("Mode for new readers.")] = "system"
    strict: Annotated[bool, Key("Hides the switch between the modes.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFont(JsonObject):
    """One font."""

    family: Annotated[FontFamily, Key("Name of the font family.")]
    weight: Annotated[
        int | float | None,
        ValueRule(minimum=1, maximum=1000, expected="a font weight from 1 to 1000"),
        Key("Weight of the font."),
    ] = None
    source: Annotated[StyleFile | None, Key("Path or URL of the font file.")] = None
    format: Annotated[Literal["woff", "woff2"] | None, Key("Format of the font file.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFonts(JsonObject):
    """One font for headings and another for body text."""

    bare = Bare(value=DocsFont, keys=("heading", "body"))

    heading: Annotated[DocsFont | None, Key("Font for headings.")] = None
    body: Annotated[DocsFont | None, Key("Font for body text.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IconLibrary(JsonObject):
    """The icon library."""

    library: Annotated[
        Literal["fontawesome", "lucide", "tabler"],
        Key("Icon library. Names from all libraries are supported."),
    ] = "fontawesome"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeTheme(JsonObject):
    """Colors of code in each mode."""

    bare = Bare(value=str, keys=("light", "dark"))

    light: Annotated[str, Key("Name of the theme in light mode.")] = ""
    dark: Annotated[str, Key("Name of the theme in dark mode.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsCodeBlocks(JsonObject):
    """Appearance of code blocks."""

    bare = Bare(value=str, keys=("mode",))
    without_effect: ClassVar = {"languages": Any}

    mode: Annotated[str, Key("`system`, `dark`, or the name of a theme.")] = ""
    theme: Annotated[CodeTheme | None, Key("A theme, or one for each mode.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Styling(JsonObject):
    """Details of the appearance."""

    without_effect: ClassVar = {"latex": Any}

    eyebrows: Annotated[
        Literal["section", "breadcrumbs"], Key("Text above the title of a page.")
    ] = "section"
    codeblocks: Annotated[DocsCodeBlocks | None, Key("Appearance of code blocks.")] = None
