"""The structure of the site: navigation, tabs, anchors, versions, topbar and footer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Self

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.problems import JsonPath

from .appearance import Gradient
from .json_object import Bare, Condition, JsonObject, Key, Members, ValueRule, settings_class
from .text_types import (
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
    ProfileUrl,
    VersionName,
)

PLATFORMS = {
    "website": "URL of your website.",
    "x": "URL of your X page.",
    "x-twitter": "The same as `x`.",
    "twitter": "URL of your Twitter page.",
    "facebook": "URL of your Facebook page.",
    "youtube": "URL of your YouTube page.",
    "discord": "URL of your Discord page.",
    "slack": "URL of your Slack page.",
    "github": "URL of your GitHub page.",
    "linkedin": "URL of your LinkedIn page.",
    "instagram": "URL of your Instagram page.",
    "hacker-news": "URL of your Hacker News page.",
    "medium": "URL of your Medium page.",
    "telegram": "URL of your Telegram page.",
}
_SAME_PLATFORMS = {"x-twitter": "x", "earth-americas": "website"}
"""Platforms that settings files also call by the name of their icon."""

_PAGE = ValueRule(
    name="page",
    help="The path of a page, an operation such as `GET /pets`, or a nested group.",
    stops=True,
)
_OF_REPOSITORY_OR_NAMED = Condition(
    key="type", value="github", then={"url": GithubRepository}, otherwise=("name",)
)

_OPERATION = re.compile(
    rf"(?:\S+\s+)?(?:(?:{'|'.join(METHODS)})\s+/"
    r"|(?:webhook|send|receive|publish|subscribe|channel|message)\s+\S)",
    re.IGNORECASE,
)


def names_operation(entry: str) -> bool:
    """Whether an entry of ``pages`` is an operation or a webhook, and no path."""
    return " " in entry and _OPERATION.match(entry.strip()) is not None


DOCUMENT_KEYS = ("openapi", "asyncapi")
"""The keys that name an API document."""


@settings_class
class ApiDocument(JsonObject):
    """An OpenAPI document and its overlays."""

    bare = Bare(
        value=Document,
        keys=("source",),
        name="documentOrOverlaid",
        help="An OpenAPI document, or an object that also lists its overlays.",
    )
    not_keys: ClassVar[Collection[str]] = ("directory",)

    source: Document
    """Path or URL of the OpenAPI document."""
    directory: str = ""
    """The folder of its pages."""
    overlays: Annotated[tuple[Overlay, ...], Key(or_one=True)] = ()
    """Path or URL of an OpenAPI overlay to apply to the document, or a list of them."""
    sha256: Hash | None = None
    """SHA-256 hash of the document. A document with a different hash is not used."""


@settings_class
class DocumentSource(ApiDocument):
    """An OpenAPI document and the folder of its pages."""

    bare = Bare(
        value=Document,
        keys=("source",),
        name="documentOrSource",
        help="An OpenAPI document, or an object that also sets the folder of its pages.",
    )
    not_keys = ()

    directory: Folder = "api-reference"
    """Folder for the URLs of the pages that are generated from the document."""


@settings_class
class NavigationGroup(JsonObject):
    """A group of pages under one heading."""

    stops = True
    not_keys = ("offset",)

    group: str = ""
    """Name of the group. A group without a name has no heading."""
    pages: Annotated[tuple[Annotated[str | NavigationGroup, _PAGE], ...], Key(stops=True)] = ()
    """Pages, in order: paths without the file extension, operations of an OpenAPI document such as
    `GET /pets`, and nested groups."""
    icon: Icon | None = None
    """Icon next to the name of the group."""
    icon_type: IconType | None = None
    """Style of the icon."""
    version: str | None = None
    """Version that the pages of the group belong to. By default, they are in all versions."""
    tab: str | None = None
    """Name of the tab that the group belongs to, regardless of the paths of its pages."""
    anchor: str | None = None
    """Name of the anchor that the group belongs to, regardless of the paths of its pages."""
    openapi: DocumentSource | None = None
    """OpenAPI document of the group. Without `pages`, all its pages are generated in this group.
    With `pages`, the operations that they list are taken from it."""
    asyncapi: DocumentSource | None = None
    """AsyncAPI document of the group. Without `pages`, all its pages are generated in this group.
    With `pages`, the operations that they list are taken from it."""
    root: str | None = None
    """Path of the page that the name of the group opens."""
    tag: str | None = None
    """Short label next to the name of the group, such as `NEW`."""
    expanded: bool = False
    """Whether a nested group is expanded at first."""
    hidden: bool = False
    """Builds the pages of the group but excludes them from the sidebar and search."""
    offset: int = 0
    """The number of entries before the pages in their list."""

    def entry_path(self, index: int) -> JsonPath:
        """Return the path of one of the pages in the file."""
        return (*self.at, "pages", self.offset + index)


@settings_class
class TopbarLink(JsonObject):
    """A link in the top bar."""

    condition = _OF_REPOSITORY_OR_NAMED

    name: str = ""
    """Text of the link. Required unless `type` is `github`."""
    url: Link
    """URL or path that the link opens. For `github`, the repository."""
    type: Literal["link", "github"] = "link"
    """`link` shows the name, `github` shows the repository and its star count."""
    icon: Icon | None = None
    """Icon before the name."""


@settings_class
class CallToAction(JsonObject):
    """The button in the top bar."""

    condition = _OF_REPOSITORY_OR_NAMED

    type: Literal["link", "github"] = "link"
    """`link` shows a button, `github` shows the repository and its star count."""
    url: Link
    """URL or path that the button opens. For `github`, the repository."""
    name: str = ""
    """Text of the button. Required unless `type` is `github`."""
    icon: Icon | None = None
    """Icon before the name."""
    style: Literal["pill", "roundedRectangle"] | None = None
    """Shape of the button."""
    arrow: bool | None = None
    """Whether an arrow follows the text."""


@settings_class
class Version(JsonObject):
    """A version and its settings."""

    bare = Bare(
        value=VersionName,
        keys=("name",),
        name="versionOrName",
        help="The name of a version, or an object with its settings.",
    )

    name: VersionName
    """Name of the version in the version menu."""
    url: Link | None = None
    """URL of the documentation of this version, if it is a separate site."""
    locale: Locale | None = None
    """Language code of this version, such as `en` or `pt-BR`."""
    default: bool = False
    """Whether new readers see this version. Otherwise, they see the first one."""


@settings_class
class Anchor(JsonObject):
    """An entry above the sidebar: the pages under a path, or a link."""

    name: str
    """Label of the anchor."""
    url: Prefix
    """Path prefix of the pages that belong to the anchor, usually a folder. A full URL makes the
    anchor a link."""
    icon: Icon | None = None
    """Icon of the anchor."""
    icon_type: IconType = "duotone"
    """Style of the icon."""
    color: Gradient | None = None
    """Color behind the icon: a hex color, or a gradient."""
    version: str | None = None
    """Version in which the anchor is shown."""
    is_default_hidden: bool = False
    """Hides the anchor until a reader is on one of its pages."""
    openapi: ApiDocument | None = None
    """Path or URL of an OpenAPI document. Its pages are generated and belong to the anchor."""
    asyncapi: ApiDocument | None = None
    """Path or URL of an AsyncAPI document. Its pages are generated and belong to the anchor."""


@settings_class
class TopAnchor(JsonObject):
    """The first anchor, which contains all pages that belong to no other anchor."""

    name: str = Message("Documentation")
    """Label of the anchor."""
    icon: Icon = "book-open"
    """Icon of the anchor."""
    icon_type: IconType = "duotone"
    """Style of the icon."""


@settings_class
class Tab(JsonObject):
    """A tab: the pages under a path, or a link."""

    name: str
    """Label of the tab."""
    url: Prefix
    """Path prefix of the pages that belong to the tab, usually a folder. A full URL makes the tab a
    link."""
    icon: Icon | None = None
    """Icon of the tab."""
    icon_type: IconType | None = None
    """Style of the icon."""
    version: str | None = None
    """Version that the tab and its pages belong to."""
    is_default_hidden: bool = False
    """Hides the tab until a reader is on one of its pages."""
    openapi: ApiDocument | None = None
    """Path or URL of an OpenAPI document. Its pages are generated and belong to the tab."""
    asyncapi: ApiDocument | None = None
    """Path or URL of an AsyncAPI document. Its pages are generated and belong to the tab."""


@settings_class
class PrimaryTab(JsonObject):
    """The first tab, which contains all pages that belong to no other tab."""

    name: str = Message("Documentation")
    """Label of the tab."""
    is_default_hidden: bool = False
    """Hides the tab until a reader is on one of its pages."""


@settings_class
class Social(JsonObject):
    """A profile on one platform."""

    platform: Annotated[str, ValueRule(choices=tuple(PLATFORMS)), Key(name="type")]
    """Platform of the profile."""
    url: ProfileUrl
    """URL of the profile."""

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Read a profile; some platforms have two names."""
        return cls(platform=_SAME_PLATFORMS.get(value["type"], value["type"]), url=value["url"])


Socials = Annotated[
    tuple[Social, ...],
    ValueRule(
        name="socials", help="Profiles on social platforms, as an object of URLs or as a list."
    ),
    Members(
        name="socialsByPlatform",
        help="An object with one URL for each platform.",
        keys=PLATFORMS,
        value=ProfileUrl,
        entry=lambda platform, url: Social.from_json({"type": platform, "url": url}),
        or_list=True,
    ),
]


@settings_class
class FooterLink(JsonObject):
    """A link in the footer."""

    label: str
    """Text of the link."""
    url: Link
    """URL or path that the link opens. `http://` and `https://` URLs open in a new tab."""


@settings_class
class FooterColumn(JsonObject):
    """A column of links in the footer."""

    title: str = ""
    """Heading of the column."""
    links: tuple[FooterLink, ...] = ()
    """Links of the column, in order."""


@settings_class
class Footer(JsonObject):
    """Footer of every page."""

    socials: Socials = ()
    """Profiles on social platforms, shown as icons."""
    links: tuple[FooterColumn, ...] = ()
    """Columns of links, in order."""


@settings_class
class Eyebrow(JsonObject):
    """The line of small text above the title of a page."""

    display: Literal["section", "breadcrumbs"] = "breadcrumbs"
    """`section` shows the name of the group, `breadcrumbs` shows the path to the page."""


def nested_groups(entries: Iterable[NavigationGroup | str]) -> Iterator[NavigationGroup]:
    """Yield the groups of a list and the groups in them, parents before children."""
    for entry in entries:
        if isinstance(entry, NavigationGroup):
            yield entry
            yield from nested_groups(entry.pages)


def entry_documents(
    entry: Tab | Anchor | NavigationGroup | Division,
) -> Iterator[tuple[ApiDocument, JsonPath]]:
    """Yield the API documents that an entry names, with their paths in the file."""
    for key in DOCUMENT_KEYS:
        if document := getattr(entry, key):
            yield document, (*entry.at, key)


DivisionKind = Literal["language", "version", "product", "dropdown", "anchor", "tab", "menu"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Division(JsonObject):
    """A part of the site, such as a language, a version or a tab; compared by identity."""

    kind: DivisionKind
    name: str
    key: str = ""
    """Identifies it among its siblings; stable as long as the settings are."""
    code: str = ""
    """The code of a language, as in the file."""
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    description: str = ""
    tag: str = ""
    href: str = ""
    """The target in the file; a division with content is no link."""
    url: str = ""
    """The URL if it is only a link."""
    version: str = ""
    """The version in which it is visible."""
    is_hidden: bool = False
    """Whether it is visible only on its own pages."""
    is_default: bool = False
    """Whether new readers start there instead of in the first one of its kind."""
    openapi: ApiDocument | None = None
    asyncapi: ApiDocument | None = None
    divisions: tuple[Division, ...] = ()
    groups: tuple[NavigationGroup, ...] = ()

    @property
    def has_document(self) -> bool:
        """Whether pages are generated from a document."""
        return any(entry_documents(self))


@settings_class
class Outline(JsonObject):
    """The complete navigation: its root, and links that every page shows."""

    divisions: tuple[Division, ...]
    groups: tuple[NavigationGroup, ...]
    links: tuple[Division, ...]

    def all_divisions(self) -> Iterator[Division]:
        """Yield every division, each before those that are in it."""
        waiting = [*reversed(self.divisions)]
        while waiting:
            division = waiting.pop()
            yield division
            waiting += reversed(division.divisions)
