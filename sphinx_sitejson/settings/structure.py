"""What the site is made of: navigation, tabs, anchors, versions, topbar and footer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Self

from sphinx_sitejson.messages import Message
from sphinx_sitejson.network.methods import METHODS
from sphinx_sitejson.problems import JsonPath

from .json_object import Bare, Condition, JsonObject, Key, Members, NotInFile, Rule
from .looks import Gradient
from .values import (
    Document,
    Folder,
    GithubRepository,
    Hash,
    Icon,
    IconType,
    Link,
    Locale,
    Overlay,
    Prefix,
    ProfileAddress,
    VersionName,
)

PLATFORMS = {
    "website": "Address of your own website.",
    "x": "Address of your page on X.",
    "x-twitter": "The same as `x`.",
    "twitter": "Address of your page on Twitter.",
    "facebook": "Address of your page on Facebook.",
    "youtube": "Address of your page on YouTube.",
    "discord": "Address of your page on Discord.",
    "slack": "Address of your page on Slack.",
    "github": "Address of your page on GitHub.",
    "linkedin": "Address of your page on LinkedIn.",
    "instagram": "Address of your page on Instagram.",
    "hacker-news": "Address of your page on Hacker News.",
    "medium": "Address of your page on Medium.",
    "telegram": "Address of your page on Telegram.",
}
_SAME_PLATFORMS = {"x-twitter": "x", "earth-americas": "website"}
"""Platforms that settings files also call by the name of their icon."""

_PAGE = Rule(
    name="page",
    help="The path of a page, an operation such as `GET /pets`, or a group inside this one.",
    stops=True,
)
_OF_REPOSITORY_OR_NAMED = Condition(
    key="type", value="github", then={"url": GithubRepository}, otherwise=("name",)
)


_OPERATION = re.compile(rf"(?:\S+\s+)?(?:(?:{'|'.join(METHODS)})\s+/|webhook\s+\S)", re.IGNORECASE)


def names_operation(entry: str) -> bool:
    """Whether an entry of ``pages`` is an operation or a webhook, and no path."""
    return " " in entry and _OPERATION.match(entry.strip()) is not None


_OVERLAYS = Key(
    "Path or address of an OpenAPI overlay that changes the document, or a list of them.",
    or_one=True,
)
_HASH = Key("SHA-256 of the document: another content is not used.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiDocument(JsonObject):
    """An OpenAPI document, and what changes it."""

    bare = Bare(
        value=Document,
        keys=("source",),
        name="documentOrOverlaid",
        help="An OpenAPI document, or an object that also says what changes it.",
    )

    source: Annotated[Document, Key("Path or address of the OpenAPI document.")]
    overlays: Annotated[tuple[Overlay, ...], _OVERLAYS] = ()
    sha256: Annotated[Hash | None, _HASH] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSource(JsonObject):
    """An OpenAPI document, and where its pages are put."""

    bare = Bare(
        value=Document,
        keys=("source",),
        name="documentOrSource",
        help="An OpenAPI document, or an object that also says where its pages are put.",
    )

    source: Annotated[Document, Key("Path or address of the OpenAPI document.")]
    directory: Annotated[
        Folder, Key("Folder in which the pages of the document have their addresses.")
    ] = "api-reference"
    overlays: Annotated[tuple[Overlay, ...], _OVERLAYS] = ()
    sha256: Annotated[Hash | None, _HASH] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationGroup(JsonObject):
    """A group of pages, under a heading of its own."""

    stops = True

    group: Annotated[str, Key("Name of the group; a group without a name has no heading.")] = ""
    pages: Annotated[
        tuple[Annotated[str | NavigationGroup, _PAGE], ...],
        Key(
            "The pages in order: paths without the file extension, operations of an OpenAPI "
            "document such as `GET /pets`, and groups for sub-folders.",
            stops=True,
        ),
    ] = ()
    icon: Annotated[Icon | None, Key("Icon beside the name of the group.")] = None
    icon_type: Annotated[IconType | None, Key("Style in which the icon is drawn.")] = None
    version: Annotated[
        str | None,
        Key(
            "Version to which the pages of the group belong; without one they are in all versions."
        ),
    ] = None
    tab: Annotated[
        str | None,
        Key("Name of the tab to which the group belongs, whatever the paths of its pages are."),
    ] = None
    anchor: Annotated[
        str | None,
        Key("Name of the anchor to which the group belongs, whatever the paths of its pages are."),
    ] = None
    openapi: Annotated[
        DocumentSource | None,
        Key(
            "OpenAPI document of the group: without `pages` all its pages are generated here; "
            "with them, operations among the pages are looked for in it."
        ),
    ] = None
    root: Annotated[
        str | None, Key("Path of the page that the name of the group itself opens.")
    ] = None
    tag: Annotated[str | None, Key("Short mark beside the name of the group, such as `NEW`.")] = (
        None
    )
    expanded: Annotated[
        bool, Key("Whether the group is open at first, where it is inside another one.")
    ] = False
    hidden: Annotated[
        bool, Key("Builds the pages of the group, but keeps them out of sidebar and search.")
    ] = False
    offset: Annotated[int, NotInFile()] = 0
    """How many entries of the list that the pages stand in come before them."""
    at: JsonPath = field(default=(), compare=False, repr=False)

    def place_of(self, index: int) -> JsonPath:
        """Return where one of the pages stands in the file."""
        return (*self.at, "pages", self.offset + index)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopbarLink(JsonObject):
    """A link in the top bar."""

    condition = _OF_REPOSITORY_OR_NAMED

    name: Annotated[str, Key("Text of the link; required unless `type` is `github`.")] = ""
    url: Annotated[Link, Key("Where the link leads; for `github`, the repository.")]
    type: Annotated[
        Literal["link", "github"],
        Key("`link` shows the name, `github` shows the repository and its stars."),
    ] = "link"
    icon: Annotated[Icon | None, Key("Icon before the name.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallToAction(JsonObject):
    """The button in the top bar."""

    condition = _OF_REPOSITORY_OR_NAMED

    type: Annotated[
        Literal["link", "github"],
        Key("`link` shows a button, `github` shows the repository and its stars."),
    ] = "link"
    url: Annotated[Link, Key("Where the button leads; for `github`, the repository.")]
    name: Annotated[str, Key("Text of the button; required unless `type` is `github`.")] = ""
    icon: Annotated[Icon | None, Key("Icon before the name.")] = None
    style: Annotated[Literal["pill", "roundedRectangle"] | None, Key("Shape of the button.")] = None
    arrow: Annotated[bool | None, Key("Whether an arrow follows the text.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(JsonObject):
    """A version and what is known of it."""

    bare = Bare(
        value=VersionName,
        keys=("name",),
        name="versionOrName",
        help="The name of a version, or an object with more about it.",
    )

    name: Annotated[VersionName, Key("Name of the version, as the menu shows it.")]
    url: Annotated[
        Link | None, Key("Where the documentation of this version lives, when it is another site.")
    ] = None
    locale: Annotated[
        Locale | None, Key("Language of this version, as a code such as en or pt-BR.")
    ] = None
    default: Annotated[
        bool, Key("Whether a new reader sees this version; otherwise the first one.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor(JsonObject):
    """An entry above the sidebar: the pages below a path, or a link."""

    name: Annotated[str, Key("Label of the anchor.")]
    url: Annotated[
        Prefix,
        Key(
            "Beginning of the paths of the pages that belong to the anchor, usually a "
            "folder; a full address makes a plain link."
        ),
    ]
    icon: Annotated[Icon | None, Key("Icon of the anchor.")] = None
    icon_type: Annotated[IconType, Key("Style in which the icon is drawn.")] = "duotone"
    color: Annotated[Gradient | None, Key("Color behind the icon: a hex color, or a gradient.")] = (
        None
    )
    version: Annotated[
        str | None, Key("Version that has to be selected for the anchor to be shown.")
    ] = None
    is_default_hidden: Annotated[
        bool, Key("Hides the anchor until a reader is on one of its pages.")
    ] = False
    openapi: Annotated[
        ApiDocument | None,
        Key(
            "Path or address of an OpenAPI document; its pages are generated and belong "
            "to the anchor."
        ),
    ] = None
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TopAnchor(JsonObject):
    """The first anchor, which holds the pages of no other anchor; not shown when there are tabs."""

    name: Annotated[str, Key("Label of the anchor.")] = Message("Documentation")
    icon: Annotated[Icon, Key("Icon of the anchor.")] = "book-open"
    icon_type: Annotated[IconType, Key("Style in which the icon is drawn.")] = "duotone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab(JsonObject):
    """A tab: the pages below a path, or a link."""

    name: Annotated[str, Key("Label of the tab.")]
    url: Annotated[
        Prefix,
        Key(
            "Beginning of the paths of the pages that belong to the tab, usually a "
            "folder; a full address makes a plain link."
        ),
    ]
    icon: Annotated[Icon | None, Key("Icon of the tab.")] = None
    icon_type: Annotated[IconType | None, Key("Style in which the icon is drawn.")] = None
    version: Annotated[str | None, Key("Version to which the tab and its pages belong.")] = None
    is_default_hidden: Annotated[
        bool, Key("Hides the tab until a reader is on one of its pages.")
    ] = False
    openapi: Annotated[
        ApiDocument | None,
        Key(
            "Path or address of an OpenAPI document; its pages are generated and belong to the tab."
        ),
    ] = None
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimaryTab(JsonObject):
    """The first tab, which holds the pages of no other tab."""

    name: Annotated[str, Key("Label of the tab.")] = Message("Documentation")
    is_default_hidden: Annotated[
        bool, Key("Hides the tab until a reader is on one of its pages.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Social(JsonObject):
    """A profile on one platform."""

    platform: Annotated[
        str, Rule(choices=tuple(PLATFORMS)), Key("Platform of the profile.", name="type")
    ]
    url: Annotated[ProfileAddress, Key("Address of the profile.")]

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Read a profile; some platforms have two names."""
        platform = _SAME_PLATFORMS.get(value["type"], value["type"])
        return cls(platform=platform, url=value["url"])


Socials = Annotated[
    tuple[Social, ...],
    Rule(
        name="socials",
        help="Profiles on social platforms: an object of addresses, or a list.",
    ),
    Members(
        name="socialsByPlatform",
        help="Addresses by platform.",
        keys=PLATFORMS,
        value=ProfileAddress,
        entry=lambda platform, url: Social.from_json({"type": platform, "url": url}),
        or_list=True,
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class FooterLink(JsonObject):
    """A link in the footer."""

    label: Annotated[str, Key("Text of the link.")]
    url: Annotated[
        Link, Key("Where the link leads; an `http://` or `https://` address opens in a new tab.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class FooterColumn(JsonObject):
    """A column of links in the footer."""

    title: Annotated[str, Key("Heading of the column.")] = ""
    links: Annotated[tuple[FooterLink, ...], Key("Links of the column, in order.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Footer(JsonObject):
    """What stands below every page."""

    socials: Annotated[Socials, Key("Profiles on social platforms, shown as icons.")] = ()
    links: Annotated[tuple[FooterColumn, ...], Key("Columns of links, in order.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyebrow(JsonObject):
    """The small line above the title of a page."""

    display: Annotated[
        Literal["section", "breadcrumbs"],
        Key("`section` shows the name of the group, `breadcrumbs` the whole way to the page."),
    ] = "breadcrumbs"
