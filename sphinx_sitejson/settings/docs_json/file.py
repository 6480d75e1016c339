"""The whole of ``docs.json`` as one frozen object, for its schema: what is in it, and its types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from sphinx_sitejson.settings.json_object import Bare, JsonObject, Key, Members, Rule
from sphinx_sitejson.settings.looks import Banner, Logo, ModeColors
from sphinx_sitejson.settings.publishing import Feedback, Redirect, services_class
from sphinx_sitejson.settings.site import MetaTags
from sphinx_sitejson.settings.structure import PLATFORMS, DocumentSource, Social
from sphinx_sitejson.settings.values import (
    File,
    FontFamily,
    HexColor,
    Icon,
    IconType,
    Link,
    ProfileAddress,
    StyleFile,
    WebAddress,
)

from .navigation import NavigationNode

NO_SERVICES = ("telemetry", "cookies", "adobe", "clarity", "hightouch")
"""Names among the services for which nothing is loaded."""
THEMES = ("mint", "maple", "palm", "willow", "linden", "almond", "aspen", "sequoia", "luma")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsColors(JsonObject):
    """Colors of the site, as hex codes."""

    primary: Annotated[HexColor, Key("Main color in light mode.")]
    light: Annotated[HexColor | None, Key("Main color in dark mode.")] = None
    dark: Annotated[HexColor | None, Key("Color of important buttons.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Favicon(JsonObject):
    """The small image beside the title, for each color mode of the browser."""

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
    """What is behind every page."""

    color: Annotated[ModeColors | None, Key("Color of the pages in each mode.")] = None
    decoration: Annotated[
        Literal["gradient", "grid", "windows"] | None, Key("Kind of decoration.")
    ] = None
    image: Annotated[DocsImages | None, Key("Image behind every page.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance(JsonObject):
    """Light and dark mode."""

    default: Annotated[Literal["system", "light", "dark"], Key("Mode that a new reader sees.")] = (
        "system"
    )
    strict: Annotated[bool, Key("Hides the switch between the modes.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFont(JsonObject):
    """One font."""

    family: Annotated[FontFamily, Key("Name of the font family.")]
    weight: Annotated[
        int | float | None,
        Rule(minimum=1, maximum=1000, expected="a font weight from 1 to 1000"),
        Key("Weight of the font."),
    ] = None
    source: Annotated[StyleFile | None, Key("Path or address of the font file.")] = None
    format: Annotated[Literal["woff", "woff2"] | None, Key("Format of the font file.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFonts(JsonObject):
    """One font for headings, another for the text."""

    bare = Bare(value=DocsFont, keys=("heading", "body"))

    heading: Annotated[DocsFont | None, Key("Font of the headings.")] = None
    body: Annotated[DocsFont | None, Key("Font of the text.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IconLibrary(JsonObject):
    """The library of icons."""

    library: Annotated[
        Literal["fontawesome", "lucide", "tabler"],
        Key("Library of the icons; names of all of them are known at once."),
    ] = "fontawesome"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeTheme(JsonObject):
    """Colors of code in each mode."""

    bare = Bare(value=str, keys=("light", "dark"))

    light: Annotated[str, Key("Name of the theme in light mode.")] = ""
    dark: Annotated[str, Key("Name of the theme in dark mode.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsCodeBlocks(JsonObject):
    """How code blocks look."""

    bare = Bare(value=str, keys=("mode",))
    without_effect: ClassVar = {"languages": Any}

    mode: Annotated[str, Key("`system`, `dark`, or the name of a theme.")] = ""
    theme: Annotated[CodeTheme | None, Key("A theme, or one for each mode.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Styling(JsonObject):
    """Details of the looks."""

    without_effect: ClassVar = {"latex": Any}

    eyebrows: Annotated[
        Literal["section", "breadcrumbs"], Key("What is above the title of a page.")
    ] = "section"
    codeblocks: Annotated[DocsCodeBlocks | None, Key("How code blocks look.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NavbarLink(JsonObject):
    """A link in the bar at the top."""

    label: Annotated[str, Key("Text of the link.")] = ""
    href: Annotated[Link, Key("Where the link leads.")]
    icon: Annotated[Icon | None, Key("Icon before the text.")] = None
    icon_type: Annotated[IconType | None, Key("Style in which the icon is drawn.")] = None
    type: Annotated[
        Literal["link", "button", "github", "discord"],
        Key("`github` shows the repository and its stars, `discord` the icon of the platform."),
    ] = "link"


@dataclass(frozen=True, slots=True, kw_only=True)
class Navbar(JsonObject):
    """The bar at the top."""

    links: Annotated[tuple[NavbarLink, ...], Key("Links, in order.")] = ()
    primary: Annotated[NavbarLink | None, Key("Button that stands out.")] = None


DocsSocials = Annotated[
    tuple[Social, ...],
    Members(
        name="socials",
        help="Addresses by platform.",
        keys={
            **PLATFORMS,
            "bluesky": "Address of your page on Bluesky.",
            "threads": "Address of your page on Threads.",
            "reddit": "Address of your page on Reddit.",
            "podcast": "Address of your podcast.",
            "whatsapp": "Address of your channel on WhatsApp.",
            "earth-americas": "The same as `website`.",
        },
        value=ProfileAddress,
        entry=lambda platform, url: Social.from_json({"type": platform, "url": url}),
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFooterLink(JsonObject):
    """A link in the footer."""

    label: Annotated[str, Key("Text of the link.")]
    href: Annotated[Link, Key("Where the link leads.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFooterColumn(JsonObject):
    """A column of links in the footer."""

    header: Annotated[str, Key("Heading of the column.")] = ""
    items: Annotated[tuple[DocsFooterLink, ...], Key("Links of the column, in order.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsFooter(JsonObject):
    """What every page ends with."""

    socials: Annotated[DocsSocials, Key("Profiles on social platforms.")] = ()
    links: Annotated[tuple[DocsFooterColumn, ...], Key("Columns of links, in order.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsSearch(JsonObject):
    """The search entry."""

    prompt: Annotated[str | None, Key("Text in the search entry.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsSeo(JsonObject):
    """What search engines see."""

    without_effect: ClassVar = {"organization": Any}

    indexing: Annotated[
        Literal["navigable", "all"], Key("`all` also shows pages that are not listed.")
    ] = "navigable"
    metatags: Annotated[MetaTags, Key("Meta tags of every page, by name.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MdxAuth(JsonObject):
    """How requests of pages with `api` are authorized."""

    method: Annotated[
        Literal["bearer", "basic", "key", "cobo"] | None, Key("Kind of authorization.")
    ] = None
    name: Annotated[str | None, Key("Name of the credential.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MdxApi(JsonObject):
    """Pages that describe an endpoint in their own words."""

    server: Annotated[
        tuple[WebAddress, ...], Key("Address before every endpoint, or a list.", or_one=True)
    ] = ()
    auth: Annotated[MdxAuth | None, Key("How requests are authorized.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsPlayground(JsonObject):
    """Whether readers can try requests."""

    without_effect: ClassVar = {"credentials": Any}

    display: Annotated[
        Literal["interactive", "simple", "none", "auth"], Key("How much of it is shown.")
    ] = "interactive"
    proxy: Annotated[bool, Key("Whether requests may go through a proxy.")] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsExamples(JsonObject):
    """Example requests."""

    without_effect: ClassVar = {"prefill": Any, "autogenerate": Any}

    languages: Annotated[tuple[str, ...], Key("Languages of the examples, in order.")] = ()
    defaults: Annotated[
        Literal["all", "required"] | None, Key("Which parameters the examples fill in.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsParams(JsonObject):
    """Nested fields."""

    without_effect: ClassVar = {"post": Any}

    expanded: Annotated[
        Literal["all", "closed", "topLevel", "topLevelOneOfs"], Key("Which fields start open.")
    ] = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsApi(JsonObject):
    """Settings of API pages."""

    without_effect: ClassVar = {"asyncapi": Any, "url": Any, "spec": Any}

    openapi: Annotated[
        tuple[DocumentSource, ...],
        Key("OpenAPI documents that pages may name: one, or a list.", or_one=True),
    ] = ()
    mdx: Annotated[MdxApi | None, Key("Pages that describe an endpoint themselves.")] = None
    playground: Annotated[DocsPlayground | None, Key("Whether readers can try requests.")] = None
    examples: Annotated[DocsExamples | None, Key("Example requests.")] = None
    params: Annotated[DocsParams | None, Key("Nested fields.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPart(JsonObject):
    """A part of the query of an address."""

    key: Annotated[str, Key("Name of the part.")]
    value: Annotated[str, Key("Value; `$path` and `$page` stand for the page.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltLink(JsonObject):
    """An address that is put together for each page."""

    bare = Bare(value=Link, keys=("base",))

    base: Annotated[Link, Key("Beginning of the address.")]
    query: Annotated[tuple[QueryPart, ...], Key("Parts of the query.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextualEntry(JsonObject):
    """An entry of your own in the menu of a page."""

    title: Annotated[str, Key("Text of the entry.")]
    href: Annotated[BuiltLink, Key("Where the entry leads.")]
    description: Annotated[str, Key("A few words about the entry.")] = ""
    icon: Annotated[Icon | None, Key("Icon of the entry.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contextual(JsonObject):
    """The menu of a page."""

    without_effect: ClassVar = {"display": Any}

    options: Annotated[
        tuple[str | ContextualEntry, ...],
        Key("Entries of the menu, such as `copy`, `view`, `chatgpt` and `claude`."),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPage(JsonObject):
    """The page for addresses that lead nowhere."""

    without_effect: ClassVar = {"redirect": Any}

    title: Annotated[str, Key("Its title.")] = ""
    description: Annotated[str, Key("Its text.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors(JsonObject):
    """Pages for errors."""

    missing: Annotated[
        MissingPage | None, Key("The page for addresses that lead nowhere.", name="404")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownOutput(JsonObject):
    """What language models are given."""

    is_open = True

    instructions: Annotated[str, Key("What language models should know; into `llms.txt`.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntercomKeys(JsonObject):
    """Settings of Intercom."""

    app_id: Annotated[str, Key("Identifier of the widget.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontchatKeys(JsonObject):
    """Settings of Front Chat."""

    snippet_id: Annotated[str, Key("Identifier of the widget.")]


if TYPE_CHECKING:
    DocsIntegrations: TypeAlias = JsonObject
else:
    DocsIntegrations = services_class(
        "DocsIntegrations",
        "Services of other hosts, by name.",
        of_objects=True,
        further=[
            ("intercom", Annotated[IntercomKeys | None, Key("Settings of Intercom.")]),
            ("frontchat", Annotated[FrontchatKeys | None, Key("Settings of Front Chat.")]),
            ("osano", Annotated[str | None, Key("Settings of Osano.")]),
        ],
        without_effect=dict.fromkeys(NO_SERVICES, Any),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsSettings(JsonObject):
    """The settings of a documentation site that was made for a hosted service."""

    stops = True
    without_effect: ClassVar = dict.fromkeys(
        ("metadata", "thumbnails", "interaction", "variables", "assistant", "chat"), Any
    )

    schema: Annotated[str | None, Key("Address of the JSON Schema.", name="$schema")] = None
    theme: Annotated[
        str | None, Rule(choices=THEMES), Key("Preset of styles that the other keys refine.")
    ] = None
    name: Annotated[str, Key("Name of the project or company.", stops=True)]
    description: Annotated[str, Key("What the site is about, for search engines.")] = ""
    navigation: Annotated[NavigationNode, Key("What the site consists of.", stops=True)]
    logo: Annotated[Logo | None, Key("Logo, or one for each mode.")] = None
    favicon: Annotated[Favicon | None, Key("Small image beside the title, or two.")] = None
    colors: Annotated[DocsColors | None, Key("Colors of the site.")] = None
    background: Annotated[DocsBackground | None, Key("What is behind every page.")] = None
    appearance: Annotated[Appearance | None, Key("Light and dark mode.")] = None
    fonts: Annotated[DocsFonts | None, Key("One font for everything, or two.")] = None
    icons: Annotated[IconLibrary | None, Key("The library of icons.")] = None
    styling: Annotated[Styling | None, Key("Details of the looks.")] = None
    navbar: Annotated[Navbar | None, Key("The bar at the top.")] = None
    footer: Annotated[DocsFooter | None, Key("What every page ends with.")] = None
    banner: Annotated[Banner | None, Key("A line above every page.")] = None
    search: Annotated[DocsSearch | None, Key("The search entry.")] = None
    seo: Annotated[DocsSeo | None, Key("What search engines see.")] = None
    redirects: Annotated[tuple[Redirect, ...], Key("Paths that moved.")] = ()
    integrations: Annotated[DocsIntegrations | None, Key("Services of other hosts.")] = None
    api: Annotated[DocsApi | None, Key("Settings of API pages.")] = None
    contextual: Annotated[Contextual | None, Key("The menu of a page.")] = None
    errors: Annotated[Errors | None, Key("Pages for errors.")] = None
    markdown: Annotated[MarkdownOutput | None, Key("What language models are given.")] = None
    feedback: Annotated[Feedback | None, Key("Ways to respond that every page offers.")] = None
