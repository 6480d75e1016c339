"""The appearance of the site: the styling objects of ``site.json``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from sphinx_sitejson.common.records import record

from .json_object import Bare, JsonObject, Key, Members, Object, ValueRule, settings_class
from .text_types import File, FontFamily, HexColor, Link, StyleFile

ColorMode = Literal["light", "dark"]
ThemeName = Literal["venus", "quill", "prism"]
LayoutName = Literal["topnav", "sidenav", "solidSidenav"]
Rounding = Literal["default", "sharp"]
SearchLocation = Literal["side", "top"]
PackageManager = Literal["npm", "pnpm", "yarn", "bun", "pip", "uv", "poetry", "pdm"]


@settings_class
class Logo(JsonObject):
    """A logo for each color mode."""

    bare = Bare(value=File, keys=("light", "dark"))

    light: File | None = None
    """Logo on a light background."""
    dark: File | None = None
    """Logo on a dark background."""
    href: Link = "/"
    """URL or path that the logo links to."""


@settings_class
class Gradient(JsonObject):
    """A gradient from one color to another."""

    bare = Bare(
        value=HexColor,
        keys=("from", "to"),
        name="color",
        help="One hex color, or a gradient of two or three colors.",
    )

    start: Annotated[HexColor, Key(name="from")]
    """First color of the gradient."""
    via: HexColor | None = None
    """Middle color of the gradient."""
    end: Annotated[HexColor, Key(name="to")]
    """Last color of the gradient."""


@settings_class
class PageColors(JsonObject):
    """Background color of the pages in each mode."""

    light: HexColor | None = None
    """Background in light mode."""
    dark: HexColor | None = None
    """Background in dark mode."""


@settings_class
class ModeColors(JsonObject):
    """A color for each mode."""

    bare = Bare(
        value=HexColor,
        keys=("light", "dark"),
        name="colorOrModes",
        help="One hex color, or one for each mode.",
    )

    light: HexColor | None = None
    """Color in light mode."""
    dark: HexColor | None = None
    """Color in dark mode."""


@settings_class
class Colors(JsonObject):
    """Colors of the site, as hex codes."""

    without_effect: ClassVar = {"ultraLight": HexColor, "ultraDark": HexColor}

    primary: HexColor
    """Main color in light mode, for links, highlights, and section headings."""
    light: HexColor | None = None
    """Main color in dark mode."""
    dark: HexColor | None = None
    """Color of primary buttons."""
    background: PageColors | None = None
    """Background color of the pages in each mode."""
    anchors: Gradient | None = None
    """Color behind the icons of anchors that do not set their own color."""


@settings_class
class Background(JsonObject):
    """Decoration behind every page."""

    style: Literal["gradient", "grid", "windows"] | None = None
    """Type of decoration."""


@settings_class
class Font(JsonObject):
    """One font, from the font catalog or from your own file."""

    family: FontFamily
    """Name of the font family. Fonts from the catalog are loaded by name."""
    weight: Annotated[
        int | float | None,
        ValueRule(minimum=1, maximum=1000, expected="a font weight from 1 to 1000"),
    ] = None
    """Font weight. Variable fonts support any value, such as 560. For a file with one weight, the
    weight of the file."""
    url: Annotated[StyleFile | None, Key(needs=("format",))] = None
    """Path or URL of a font file, for a font that is not in the catalog."""
    format: Literal["woff", "woff2"] | None = None
    """Format of the font file. Required if `url` is set."""


@settings_class
class Fonts(JsonObject):
    """One font for headings and another for body text."""

    bare = Bare(value=Font, keys=("headings", "body"))

    headings: Font | None = None
    """Font for headings."""
    body: Font | None = None
    """Font for body text."""


@settings_class
class ModeToggle(JsonObject):
    """The switch between light and dark mode."""

    default: ColorMode | None = None
    """Mode for new readers. If it is not set, the system setting applies."""
    is_hidden: bool = False
    """Hides the switch. If `default` is also set, the site has only that mode."""


@settings_class
class Sidebar(JsonObject):
    """Appearance of the sidebar."""

    items: Literal["container", "card", "border", "undecorated"] = "container"
    """Style of the sidebar entries."""


@settings_class
class Topbar(JsonObject):
    """Appearance of the top bar."""

    style: Literal["default", "gradient"] = "default"
    """Style of the top bar."""


@settings_class
class Icons(JsonObject):
    """The set of icons."""

    library: Literal["fontawesome", "lucide"] = "fontawesome"
    """`fontawesome` draws filled icons, `lucide` draws them with strokes. Names of both sets can be
    used with each; brands are always from Font Awesome."""


@settings_class
class CodeBlock(JsonObject):
    """Appearance of code blocks."""

    mode: Literal["dark", "auto"] = "dark"
    """`dark` shows all code blocks in dark mode, `auto` follows the mode of the page. The theme
    `quill` uses `auto` by default."""
    package_managers: tuple[PackageManager, ...] = (
        "npm",
        "pnpm",
        "yarn",
        "bun",
        "pip",
        "uv",
        "poetry",
    )
    """Package managers for which `npm` and `pip` code blocks have a tab, in order. An empty list
    turns the tabs off."""


@settings_class
class Banner(JsonObject):
    """An announcement above every page."""

    bare = Bare(value=str, keys=("content",))

    content: str
    """Text of the banner. It may contain inline Markdown, such as links."""
    dismissible: bool = False
    """Lets readers close the banner permanently."""
    type: Literal["info", "warning", "critical"] = "info"
    """Urgency of the banner, which sets its color."""
    color: ModeColors | None = None
    """Color of the banner, instead of the color of its type."""


@record
class Synonym:
    """Words that readers type for words that pages contain."""

    query: str
    phrase: str


Synonyms = Annotated[
    tuple[Synonym, ...],
    Members(
        value=Annotated[str, ValueRule(help="Words that the pages contain.", min_length=1)],
        pattern=r"\S",
        entry=lambda query, phrase: Synonym(query=query, phrase=phrase),
    ),
]


@settings_class
class Search(JsonObject):
    """The search box."""

    bare = Bare(value=SearchLocation, keys=("location",))

    location: SearchLocation | None = None
    """Position of the search box."""
    prompt: str | None = None
    """Placeholder text in the search box. The default is `Search...`."""
    synonyms: Synonyms = ()
    """Words that readers may type, each with the words on the pages that they stand for."""


PRESET_VALUES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "venus": {},
    "quill": {"sidebar": {"items": "border"}, "codeBlock": {"mode": "auto"}},
    "prism": {"sidebar": {"items": "card"}},
}
"""The defaults of each preset theme; the settings file takes precedence."""


def with_preset(settings: Object) -> Object:
    """Return checked settings with the values of their theme below them."""
    preset = PRESET_VALUES.get(settings.get("theme") or "", {})
    return {
        **settings,
        **{key: {**values, **_given(settings.get(key))} for key, values in preset.items()},
    }


def _given(values: Object | None) -> Object:
    return {key: value for key, value in (values or {}).items() if value is not None}
