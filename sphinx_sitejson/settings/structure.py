"""What the site is made of: navigation, tabs, anchors, versions, topbar and footer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Self

from sphinx_sitejson.messages import Message
from sphinx_sitejson.problems import JsonPath

from .json_object import JsonObject
from .looks import Gradient

IconType = Literal[
    "brands",
    "duotone",
    "light",
    "regular",
    "sharp-duotone-solid",
    "sharp-light",
    "sharp-regular",
    "sharp-solid",
    "sharp-thin",
    "solid",
    "thin",
]

_PLATFORMS = {"x-twitter": "x"}
"""Platforms that settings files also call by the name of their icon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationGroup(JsonObject):
    """A group of pages; a page is a path, or a group inside this one."""

    group: str = ""
    pages: tuple[str | NavigationGroup, ...] = ()
    icon: str | None = None
    icon_type: IconType | None = None
    version: str | None = None
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopbarLink(JsonObject):
    """A link in the topbar: a plain one, or a repository with its stars."""

    name: str = ""
    url: str
    type: Literal["link", "github"] = "link"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallToAction(JsonObject):
    """The button in the topbar."""

    url: str
    name: str = ""
    type: Literal["link", "github"] = "link"
    style: Literal["pill", "roundedRectangle"] | None = None
    arrow: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(JsonObject):
    """An entry of the version menu; one with a URL leads to other documentation."""

    name: str
    url: str | None = None
    locale: str | None = None
    default: bool = False

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Accept both spellings: the name alone, or an object."""
        if isinstance(value, str):
            return cls(name=value)
        return super(Version, cls).from_json(value, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor(JsonObject):
    """An entry above the sidebar: the pages below a path, or a link."""

    name: str
    url: str
    icon: str | None = None
    icon_type: IconType = "duotone"
    color: Gradient | None = None
    version: str | None = None
    is_default_hidden: bool = False
    openapi: str | None = None
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopAnchor(JsonObject):
    """The anchor of the pages that no other anchor claims."""

    name: str = Message("Documentation")
    icon: str = "book-open"
    icon_type: IconType = "duotone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab(JsonObject):
    """A tab: the pages below a path, or a link."""

    name: str
    url: str
    icon: str | None = None
    icon_type: IconType | None = None
    version: str | None = None
    is_default_hidden: bool = False
    openapi: str | None = None
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimaryTab(JsonObject):
    """The tab of the pages that no other tab claims."""

    name: str = Message("Documentation")
    is_default_hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Social(JsonObject):
    """A profile on a social platform."""

    platform: str = field(metadata={"key": "type"})
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FooterLink(JsonObject):
    """A link in the footer."""

    label: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FooterColumn(JsonObject):
    """A column of links in the footer."""

    title: str = ""
    links: tuple[FooterLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Footer(JsonObject):
    """What stands below every page."""

    socials: tuple[Social, ...] = ()
    links: tuple[FooterColumn, ...] = ()

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Read ``socials`` in its spellings; ``links`` has only one."""
        footer = super(Footer, cls).from_json({"links": value.get("links")}, at)
        return cls(socials=read_socials(value.get("socials")), links=footer.links)


def read_socials(value: Any) -> tuple[Social, ...]:
    """Accept both spellings: ``{platform: url}``, or a list of ``{type, url}``."""
    if isinstance(value, list):
        entries = [(entry["type"], entry["url"]) for entry in value if entry]
    else:
        entries = list((value or {}).items())
    return tuple(
        Social(platform=_PLATFORMS.get(platform, platform), url=url) for platform, url in entries
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyebrow(JsonObject):
    """The small line above a page's title."""

    display: Literal["section", "breadcrumbs"] = "breadcrumbs"
