"""The navigation of ``docs.json``: an object in which every division lists what is in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.settings.appearance import Gradient
from sphinx_sitejson.settings.json_object import Bare, JsonObject, Key, ValueRule
from sphinx_sitejson.settings.structure import DocumentSource
from sphinx_sitejson.settings.text_types import HexColor, Icon, IconType, Link

_ENTRY = ValueRule(
    name="page",
    help="The path of a page, an operation such as `GET /pets`, or a nested group.",
)

_ICON = Annotated[Icon | None, Key("Icon next to the name.")]
_ICON_TYPE = Annotated[IconType | None, Key("Style of the icon.")]
_HIDDEN = Annotated[bool, Key("Hides this part until a reader is on one of its pages.")]
_OPENAPI = Annotated[
    DocumentSource | None,
    Key(
        "OpenAPI document. If nothing else is listed, all its pages are generated in this part. "
        "Otherwise, the operations that are listed are taken from it."
    ),
]
_PAGES = Annotated[
    tuple[Annotated["str | GroupNode", _ENTRY], ...],
    Key("Pages, in order: paths, operations such as `GET /pets`, and groups."),
]
WITHOUT_EFFECT: dict[str, Any] = {"public": Any, "boost": Any, "searchable": Any}
_OF_DIVISIONS: dict[str, Any] = {
    **WITHOUT_EFFECT,
    **dict.fromkeys(
        ("asyncapi", "graphql", "sdk", "interaction", "roles", "footer", "navbar", "banner"), Any
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupNode(JsonObject):
    """A group of pages."""

    may_refer = True
    without_effect: ClassVar = {
        **WITHOUT_EFFECT,
        **dict.fromkeys(("asyncapi", "graphql", "sdk", "directory", "interaction"), Any),
    }

    group: Annotated[str, Key("Name of the group.")] = ""
    pages: _PAGES = ()
    icon: _ICON = None
    icon_type: _ICON_TYPE = None
    openapi: _OPENAPI = None
    root: Annotated[str | None, Key("Path of the page that the name of the group opens.")] = None
    tag: Annotated[str | None, Key("Short label next to the name, such as `NEW`.")] = None
    expanded: Annotated[bool | None, Key("Whether the group is expanded at first.")] = None
    collapsed: Annotated[
        bool | None, Key("The opposite of `expanded`, which takes precedence.")
    ] = None
    hidden: Annotated[bool, Key("Excludes the pages of the group from the sidebar and search.")] = (
        False
    )
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorColor(JsonObject):
    """The color of the icon of an anchor in each mode."""

    bare = Bare(value=HexColor, keys=("light", "dark"), name="anchorColor")

    light: Annotated[HexColor | None, Key("Color in light mode.")] = None
    dark: Annotated[HexColor | None, Key("Color in dark mode.")] = None

    @property
    def gradient(self) -> Gradient | None:
        """The color as tiles have it."""
        color = self.light or self.dark
        return Gradient(start=color, end=color) if color else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionNode(JsonObject):
    """Keys that all parts of the navigation support."""

    may_refer = True
    without_effect: ClassVar = _OF_DIVISIONS

    languages: Annotated[tuple[LanguageNode, ...], Key("Languages, in order.")] = ()
    versions: Annotated[tuple[VersionNode, ...], Key("Versions, in order.")] = ()
    products: Annotated[tuple[ProductNode, ...], Key("Products, in order.")] = ()
    dropdowns: Annotated[tuple[DropdownNode, ...], Key("Entries of a menu, in order.")] = ()
    anchors: Annotated[tuple[AnchorNode, ...], Key("Anchors above the sidebar, in order.")] = ()
    tabs: Annotated[tuple[TabNode, ...], Key("Tabs, in order.")] = ()
    menu: Annotated[tuple[MenuNode, ...], Key("Entries of the tab's menu, in order.")] = ()
    groups: Annotated[tuple[GroupNode, ...], Key("Groups of pages, in order.")] = ()
    pages: _PAGES = ()
    global_links: Annotated[GlobalNode | None, Key("Links on every page.", name="global")] = None
    openapi: _OPENAPI = None
    href: Annotated[Link | None, Key("URL or path to open, if this part has no pages.")] = None
    icon: _ICON = None
    icon_type: _ICON_TYPE = None
    color: Annotated[AnchorColor | None, Key("Color behind the icon.")] = None
    description: Annotated[str, Key("Short description in menus.")] = ""
    tag: Annotated[str | None, Key("Short label next to the name, such as `Latest`.")] = None
    hidden: _HIDDEN = False
    default: Annotated[bool, Key("Whether new readers start here.")] = False
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageNode(DivisionNode):
    """A language of the site."""

    language: Annotated[str, Key("Code of the language, such as `en` or `pt-BR`.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionNode(DivisionNode):
    """A version of the site."""

    version: Annotated[str, Key("Name of the version.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductNode(DivisionNode):
    """A product."""

    product: Annotated[str, Key("Name of the product.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class DropdownNode(DivisionNode):
    """An entry of the menu above the sidebar."""

    dropdown: Annotated[str, Key("Name of the entry.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorNode(DivisionNode):
    """An anchor above the sidebar."""

    anchor: Annotated[str, Key("Name of the anchor.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class TabNode(DivisionNode):
    """A tab."""

    tab: Annotated[str, Key("Name of the tab.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuNode(DivisionNode):
    """An entry of the menu of a tab."""

    item: Annotated[str, Key("Name of the entry.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalNode(JsonObject):
    """Links on every page."""

    without_effect: ClassVar = dict.fromkeys(("languages", "versions", "products"), Any)

    anchors: Annotated[tuple[AnchorNode, ...], Key("Links below the anchors.")] = ()
    tabs: Annotated[tuple[TabNode, ...], Key("Links, shown like anchors.")] = ()
    dropdowns: Annotated[tuple[DropdownNode, ...], Key("Links, shown like anchors.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationNode(DivisionNode):
    """The root of the navigation."""

    stops = True
