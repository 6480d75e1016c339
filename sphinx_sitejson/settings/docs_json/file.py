"""The whole of ``docs.json`` as one frozen object, for its schema: what is in it, and its types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from sphinx_sitejson.settings.appearance import Banner, Logo
from sphinx_sitejson.settings.json_object import Bare, JsonObject, Key, Members, ValueRule
from sphinx_sitejson.settings.publishing import Feedback, Redirect, services_class
from sphinx_sitejson.settings.site import MetaTags
from sphinx_sitejson.settings.structure import PLATFORMS, DocumentSource, Social
from sphinx_sitejson.settings.text_types import (
    Icon,
    IconType,
    Link,
    ProfileAddress,
    WebAddress,
)

from .appearance import (
    THEMES,
    Appearance,
    DocsBackground,
    DocsColors,
    DocsFonts,
    Favicon,
    IconLibrary,
    Styling,
)
from .navigation import NavigationNode

NO_SERVICES = ("telemetry", "cookies", "adobe", "clarity", "hightouch")
"""Names among the services for which nothing is loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NavbarLink(JsonObject):
    """A link in the top bar."""

    label: Annotated[str, Key("Text of the link.")] = ""
    href: Annotated[Link, Key("URL or path that the link opens.")]
    icon: Annotated[Icon | None, Key("Icon before the text.")] = None
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
        value=ProfileAddress,
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

    without_effect: ClassVar = {"organization": Any}

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
        tuple[WebAddress, ...], Key("Base URL of every endpoint, or a list.", or_one=True)
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

    without_effect: ClassVar = {"asyncapi": Any, "url": Any, "spec": Any}

    openapi: Annotated[
        tuple[DocumentSource, ...],
        Key("OpenAPI document that pages can refer to, or a list.", or_one=True),
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
    icon: Annotated[Icon | None, Key("Icon of the entry.")] = None


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
class DocsSettings(JsonObject):
    """The settings of a documentation site that was written for a hosted service."""

    stops = True
    without_effect: ClassVar = dict.fromkeys(
        ("metadata", "thumbnails", "interaction", "variables", "assistant", "chat"), Any
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
    errors: Annotated[Errors | None, Key("Error pages.")] = None
    markdown: Annotated[MarkdownOutput | None, Key("Output for language models.")] = None
    feedback: Annotated[Feedback | None, Key("Feedback options on every page.")] = None
