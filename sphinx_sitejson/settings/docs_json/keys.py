"""The keys of ``docs.json``, declared as dataclasses from which its schema is generated."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self, TypeAlias

from sphinx_sitejson.common.problems import JsonPath

from ..appearance import Banner, Gradient, Logo, ModeColors
from ..json_object import Bare, JsonObject, Key, Members, NotInFile, ValueRule
from ..site import Feedback, MetaTags, Redirect, Variables, services_class
from ..structure import PLATFORMS, DocumentSource, Social
from ..text_types import (
    File,
    FontFamily,
    HexColor,
    Icon,
    IconType,
    Link,
    ProfileUrl,
    StyleFile,
    WebUrl,
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


_ENTRY = ValueRule(
    name="page",
    help="The path of a page, an operation such as `GET /pets`, or a nested group.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsIcon(JsonObject):
    """An icon with its style."""

    bare = Bare(value=Icon, keys=("name",), name="iconOrStyle")

    name: Annotated[Icon, Key("Name of the icon.")]
    style: Annotated[IconType | None, Key("Style of the icon.")] = None
    library: Annotated[
        str, Key("Icon library of the name. Names from all libraries are supported.")
    ] = ""


_ICON = Annotated[DocsIcon | None, Key("Icon next to the name.")]
_ICON_TYPE = Annotated[IconType | None, Key("Style of the icon.")]
_HIDDEN = Annotated[bool, Key("Hides this part until a reader is on one of its pages.")]
_OPENAPI = Annotated[
    DocumentSource | None,
    Key(
        "OpenAPI document. If nothing else is listed, all its pages are generated in this part. "
        "Otherwise, the operations that are listed are taken from it."
    ),
]
_ASYNCAPI = Annotated[
    DocumentSource | None,
    Key(
        "AsyncAPI document. If nothing else is listed, all its pages are generated in this part. "
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
    **dict.fromkeys(("graphql", "sdk", "interaction", "roles", "footer", "navbar", "banner"), Any),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupNode(JsonObject):
    """A group of pages."""

    may_refer = True
    without_effect: ClassVar = {
        **WITHOUT_EFFECT,
        **dict.fromkeys(("graphql", "sdk", "directory", "interaction"), Any),
    }

    group: Annotated[str, Key("Name of the group.")] = ""
    pages: _PAGES = ()
    icon: _ICON = None
    icon_type: _ICON_TYPE = None
    openapi: _OPENAPI = None
    asyncapi: _ASYNCAPI = None
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
    asyncapi: _ASYNCAPI = None
    href: Annotated[Link | None, Key("URL or path to open, if this part has no pages.")] = None
    icon: _ICON = None
    icon_type: _ICON_TYPE = None
    color: Annotated[AnchorColor | None, Key("Color behind the icon.")] = None
    description: Annotated[str, Key("Short description in menus.")] = ""
    tag: Annotated[str | None, Key("Short label next to the name, such as `Latest`.")] = None
    hidden: _HIDDEN = False
    default: Annotated[bool, Key("Whether new readers start here.")] = False
    has_pages_first: Annotated[bool, NotInFile()] = False
    """Whether the pages come before the groups."""
    at: JsonPath = field(default=(), compare=False, repr=False)

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Create the node, and remember the order of its pages and groups."""
        node = super(DivisionNode, cls).from_json(value, at)
        keys = [key for key in value if key in ("pages", "groups")]
        return replace(node, has_pages_first=keys == ["pages", "groups"])


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


NO_SERVICES = ("telemetry", "cookies", "adobe", "clarity", "hightouch")
"""Names among the services for which nothing is loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NavbarLink(JsonObject):
    """A link in the top bar."""

    label: Annotated[str, Key("Text of the link.")] = ""
    href: Annotated[Link, Key("URL or path that the link opens.")]
    icon: Annotated[DocsIcon | None, Key("Icon before the text.")] = None
    icon_type: Annotated[IconType | None, Key("Style of the icon.")] = None
    type: Annotated[
        Literal["link", "button", "github", "discord"],
        Key("`github` shows the repository and its star count, `discord` shows the Discord icon."),
    ] = "link"


@dataclass(frozen=True, slots=True, kw_only=True)
class Navbar(JsonObject):
    """The top bar."""

    links: Annotated[tuple[NavbarLink, ...], Key("Links, in order.")] = ()
    primary: Annotated[NavbarLink | None, Key("Highlighted button.")] = None


DocsSocials = Annotated[
    tuple[Social, ...],
    Members(
        name="socials",
        help="An object with one URL for each platform.",
        keys={
            **PLATFORMS,
            "bluesky": "URL of your Bluesky page.",
            "threads": "URL of your Threads page.",
            "reddit": "URL of your Reddit page.",
            "podcast": "URL of your podcast.",
            "whatsapp": "URL of your WhatsApp channel.",
            "earth-americas": "The same as `website`.",
        },
        value=ProfileUrl,
        entry=lambda platform, url: Social.from_json({"type": platform, "url": url}),
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFooterLink(JsonObject):
    """A link in the footer."""

    label: Annotated[str, Key("Text of the link.")]
    href: Annotated[Link, Key("URL or path that the link opens.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFooterColumn(JsonObject):
    """A column of links in the footer."""

    header: Annotated[str, Key("Heading of the column.")] = ""
    items: Annotated[tuple[DocsFooterLink, ...], Key("Links of the column, in order.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFooter(JsonObject):
    """Footer of every page."""

    socials: Annotated[DocsSocials, Key("Profiles on social platforms.")] = ()
    links: Annotated[tuple[DocsFooterColumn, ...], Key("Columns of links, in order.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsSearch(JsonObject):
    """The search box."""

    prompt: Annotated[str | None, Key("Placeholder text in the search box.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsSeo(JsonObject):
    """Settings for search engines."""

    without_effect: ClassVar = {"organization": Any, "trailingSlash": Any}

    indexing: Annotated[
        Literal["navigable", "all"],
        Key("`all` also includes pages that are not in the navigation."),
    ] = "navigable"
    metatags: Annotated[MetaTags, Key("Meta tags for every page, by name.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MdxAuth(JsonObject):
    """Authentication for pages with `api` in their front matter."""

    method: Annotated[
        Literal["bearer", "basic", "key", "cobo"] | None, Key("Authentication method.")
    ] = None
    name: Annotated[str | None, Key("Name of the credential.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MdxApi(JsonObject):
    """Settings for pages that describe an endpoint themselves."""

    server: Annotated[
        tuple[WebUrl, ...], Key("Base URL of every endpoint, or a list.", or_one=True)
    ] = ()
    auth: Annotated[MdxAuth | None, Key("Authentication of requests.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsPlayground(JsonObject):
    """Settings for the playground."""

    without_effect: ClassVar = {"credentials": Any}

    display: Annotated[
        Literal["interactive", "simple", "none", "auth"],
        Key("How much of the playground is shown."),
    ] = "interactive"
    proxy: Annotated[bool, Key("Whether requests may go through a proxy.")] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsExamples(JsonObject):
    """Settings for example requests."""

    without_effect: ClassVar = {"prefill": Any, "autogenerate": Any}

    languages: Annotated[tuple[str, ...], Key("Languages of the examples, in order.")] = ()
    defaults: Annotated[
        Literal["all", "required"] | None, Key("Which parameters the examples include.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsParams(JsonObject):
    """Settings for nested fields."""

    without_effect: ClassVar = {"post": Any}

    expanded: Annotated[
        Literal["all", "closed", "topLevel", "topLevelOneOfs"],
        Key("Which fields are expanded at first."),
    ] = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsApi(JsonObject):
    """Settings for API pages."""

    without_effect: ClassVar = {"url": Any, "spec": Any}

    openapi: Annotated[
        tuple[DocumentSource, ...],
        Key("OpenAPI document that pages can refer to, or a list.", or_one=True),
    ] = ()
    asyncapi: Annotated[
        tuple[DocumentSource, ...],
        Key("AsyncAPI document that pages can refer to, or a list.", or_one=True),
    ] = ()
    mdx: Annotated[
        MdxApi | None, Key("Settings for pages that describe an endpoint themselves.")
    ] = None
    playground: Annotated[DocsPlayground | None, Key("Settings for the playground.")] = None
    examples: Annotated[DocsExamples | None, Key("Settings for example requests.")] = None
    params: Annotated[DocsParams | None, Key("Settings for nested fields.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPart(JsonObject):
    """A query parameter of a URL."""

    key: Annotated[str, Key("Name of the parameter.")]
    value: Annotated[str, Key("Value. `$path` and `$page` are replaced by the page.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltLink(JsonObject):
    """A URL that is built for each page."""

    bare = Bare(value=Link, keys=("base",))

    base: Annotated[Link, Key("Beginning of the URL.")]
    query: Annotated[tuple[QueryPart, ...], Key("Query parameters.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextualEntry(JsonObject):
    """A custom entry in the menu of a page."""

    title: Annotated[str, Key("Text of the entry.")]
    href: Annotated[BuiltLink, Key("URL or path that the entry opens.")]
    description: Annotated[str, Key("Short description of the entry.")] = ""
    icon: Annotated[DocsIcon | None, Key("Icon of the entry.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contextual(JsonObject):
    """The menu of a page."""

    without_effect: ClassVar = {"display": Any}

    options: Annotated[
        tuple[str | ContextualEntry, ...],
        Key("Entries of the menu, such as `copy`, `view`, `chatgpt`, and `claude`."),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPage(JsonObject):
    """The 404 page."""

    without_effect: ClassVar = {"redirect": Any}

    title: Annotated[str, Key("Title of the page.")] = ""
    description: Annotated[str, Key("Text of the page.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors(JsonObject):
    """Error pages."""

    missing: Annotated[MissingPage | None, Key("The 404 page.", name="404")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownOutput(JsonObject):
    """Output for language models."""

    is_open = True

    instructions: Annotated[
        str, Key("Instructions for language models, at the beginning of `llms.txt`.")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntercomKeys(JsonObject):
    """Settings for Intercom."""

    app_id: Annotated[str, Key("Identifier of the widget.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontchatKeys(JsonObject):
    """Settings for Front Chat."""

    snippet_id: Annotated[str, Key("Identifier of the widget.")]


if TYPE_CHECKING:
    DocsIntegrations: TypeAlias = JsonObject
else:
    DocsIntegrations = services_class(
        "DocsIntegrations",
        "Third-party services, by name.",
        of_objects=True,
        extra=[
            ("intercom", Annotated[IntercomKeys | None, Key("Settings for Intercom.")]),
            ("frontchat", Annotated[FrontchatKeys | None, Key("Settings for Front Chat.")]),
            ("osano", Annotated[str | None, Key("Settings for Osano.")]),
        ],
        without_effect=dict.fromkeys(NO_SERVICES, Any),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsMetadata(JsonObject):
    """Facts about each page."""

    timestamp: Annotated[bool, Key("Whether pages show when they were last changed.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsSettings(JsonObject):
    """The settings of a documentation site that was written for a hosted service."""

    stops = True
    without_effect: ClassVar = dict.fromkeys(
        ("thumbnails", "interaction", "assistant", "chat"), Any
    )

    schema: Annotated[str | None, Key("Path or URL of the JSON Schema.", name="$schema")] = None
    theme: Annotated[
        str | None, ValueRule(choices=THEMES), Key("Style preset, which other keys can override.")
    ] = None
    name: Annotated[str, Key("Name of the project or company.", stops=True)]
    description: Annotated[str, Key("Description of the site for search engines.")] = ""
    navigation: Annotated[NavigationNode, Key("Structure of the site.", stops=True)]
    logo: Annotated[Logo | None, Key("Path of a logo, or one for each mode.")] = None
    favicon: Annotated[
        Favicon | None, Key("Small image next to the page title, or one for each mode.")
    ] = None
    colors: Annotated[DocsColors | None, Key("Colors of the site.")] = None
    background: Annotated[DocsBackground | None, Key("Background of every page.")] = None
    appearance: Annotated[Appearance | None, Key("Light and dark mode.")] = None
    fonts: Annotated[
        DocsFonts | None, Key("One font for all text, or an object with `heading` and `body`.")
    ] = None
    icons: Annotated[IconLibrary | None, Key("The icon library.")] = None
    styling: Annotated[Styling | None, Key("Details of the appearance.")] = None
    navbar: Annotated[Navbar | None, Key("The top bar.")] = None
    footer: Annotated[DocsFooter | None, Key("Footer of every page.")] = None
    banner: Annotated[Banner | None, Key("Announcement above every page.")] = None
    search: Annotated[DocsSearch | None, Key("The search box.")] = None
    seo: Annotated[DocsSeo | None, Key("Settings for search engines.")] = None
    redirects: Annotated[tuple[Redirect, ...], Key("Redirects from old paths to new ones.")] = ()
    integrations: Annotated[DocsIntegrations | None, Key("Third-party services, by name.")] = None
    api: Annotated[DocsApi | None, Key("Settings for API pages.")] = None
    contextual: Annotated[Contextual | None, Key("The menu of a page.")] = None
    metadata: Annotated[DocsMetadata | None, Key("Facts about each page.")] = None
    variables: Annotated[Variables, Key("Texts by name, which pages use as `{{name}}`.")] = ()
    errors: Annotated[Errors | None, Key("Error pages.")] = None
    markdown: Annotated[MarkdownOutput | None, Key("Output for language models.")] = None
    feedback: Annotated[Feedback | None, Key("Feedback options on every page.")] = None
