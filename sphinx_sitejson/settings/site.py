"""All settings of ``site.json`` as one frozen object."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Annotated, Any, ClassVar, Literal, Self
from urllib.parse import quote

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.common.records import record

from .appearance import (
    Background,
    Banner,
    CodeBlock,
    Colors,
    Fonts,
    Icons,
    LayoutName,
    Logo,
    ModeToggle,
    Rounding,
    Search,
    Sidebar,
    ThemeName,
    Topbar,
    with_preset,
)
from .json_object import JsonObject, Key, Members, ValueRule, settings_class
from .service_catalog import Analytics, Integrations
from .structure import (
    Anchor,
    CallToAction,
    Division,
    DocumentSource,
    Eyebrow,
    Footer,
    NavigationGroup,
    Outline,
    PrimaryTab,
    Socials,
    Tab,
    TopAnchor,
    TopbarLink,
    Version,
    nested_groups,
)
from .text_types import END, File, Link, RedirectSource, StyleFile, WebUrl


@settings_class
class Auth(JsonObject):
    """Authentication of requests."""

    method: Literal["bearer", "basic", "key"] | None = None
    """Authentication method: a bearer token, a user name and password, or an API key."""
    name: str | None = None
    """Name of the credential in the playground. For `basic`, use `userName:passwordName`."""
    input_prefix: str | None = None
    """Text at the beginning of the input field."""


@settings_class
class Playground(JsonObject):
    """Settings for the playground."""

    mode: Literal["show", "simple", "hide"] = "show"
    """`show` displays the playground, `simple` only the endpoint, and `hide` neither."""
    disable_proxy: bool = False
    """Sends requests directly from the browser to the API, even if the site has a proxy."""
    simulate: bool = False
    """Simulates responses in the page with examples from the document and labels them as simulated.
    No request is sent."""
    own_base_url: bool = False
    """Lets readers send requests to their own base URL, such as a server on their machine."""


@settings_class
class RequestExample(JsonObject):
    """Settings for example requests."""

    languages: tuple[str, ...] = ()
    """Languages of the examples, in order: `bash`, `python`, `javascript`, `php`, `go`, `java`,
    `ruby`, `csharp`, `node`, `typescript`, `rust`, `kotlin`, `swift`, `httpie`, `powershell`, or a
    language that has samples in the document."""
    show_optional_params: bool | None = None
    """Whether the examples include optional parameters."""


@settings_class
class Request(JsonObject):
    """Settings for requests."""

    example: RequestExample = RequestExample()
    """Settings for example requests."""


@settings_class
class ParamFields(JsonObject):
    """Settings for nested fields."""

    expanded: Literal["all", "topLevel", "topLevelOneOfs", "none"] = "none"
    """Which nested fields are expanded at first: `all`, only the first level, only alternatives on
    the first level, or `none`."""


@settings_class
class Api(JsonObject):
    """Settings for all API pages."""

    base_url: Annotated[tuple[WebUrl, ...], Key(or_one=True)] = ()
    """Base URL of every endpoint, or a list from which readers can choose."""
    auth: Auth = Auth()
    """Authentication of requests on the page, in the examples, and in the playground. It overrides
    the OpenAPI document."""
    playground: Playground = Playground()
    """Settings for the playground."""
    request: Request = Request()
    """Settings for requests."""
    param_fields: ParamFields = ParamFields()
    """Settings for nested fields."""
    maintain_order: bool = False
    """Shows properties in the order of the OpenAPI document."""


@settings_class
class Feedback(JsonObject):
    """Feedback options on every page."""

    thumbs_rating: bool = False
    """Asks readers whether the page was helpful."""
    suggest_edit: bool = False
    """Shows a link to suggest an edit with a pull request."""
    raise_issue: bool = False
    """Shows a link to raise an issue about the page."""


@settings_class
class Redirect(JsonObject):
    """A redirect from an old path."""

    source: RedirectSource
    """Old path. `:slug*` and `*` match any remaining path."""
    destination: Link
    """New path or URL. It may contain the wildcard of the source."""
    permanent: bool = True
    """Whether browsers and search engines may store the redirect."""


@settings_class
class Seo(JsonObject):
    """Settings for search engines."""

    index_hidden_pages: bool = False
    """Lets search engines index pages that are not in the navigation."""


MarkdownSyntax = Literal["myst", "mdx", "github", "material", "docusaurus", "gitbook", "vitepress"]


@record
class PageLinkTemplate:
    """A link in the menu of every page; ``{url}`` and ``{markdown}`` stand for the page.

    ``{cursor}`` and ``{vscode}`` stand for links that add the MCP server of the site.
    """

    name: str
    url: str


_QUESTION = quote("Read from {markdown} so I can ask questions about it.", safe="{}")
PAGE_LINK_URLS: Mapping[str, PageLinkTemplate] = {
    "chatgpt": PageLinkTemplate(
        name="ChatGPT", url=f"https://chatgpt.com/?hints=search&q={_QUESTION}"
    ),
    "claude": PageLinkTemplate(name="Claude", url=f"https://claude.ai/new?q={_QUESTION}"),
    "perplexity": PageLinkTemplate(
        name="Perplexity", url=f"https://www.perplexity.ai/search?q={_QUESTION}"
    ),
    "grok": PageLinkTemplate(name="Grok", url=f"https://grok.com/?q={_QUESTION}"),
    "cursor": PageLinkTemplate(name="Cursor", url="{cursor}"),
    "vscode": PageLinkTemplate(name="VS Code", url="{vscode}"),
}
"""The links that are known by name."""


@record
class MissingPageTexts:
    """The content of the page for missing URLs."""

    title: str
    text: str


@record
class ExtraSettings:
    """Settings without a key in ``site.json``, which come from other files."""

    address: str = ""
    """Where the site is published."""
    dark_favicon: str | None = None
    """The favicon on a dark background."""
    page_links: tuple[PageLinkTemplate, ...] = ()
    missing_page: MissingPageTexts | None = None
    instructions: str = ""
    """Information for language models."""
    written_base_urls: tuple[str, ...] = ()
    """The base URLs of endpoints that pages document by hand."""
    written_auth: Auth | None = None
    """How those are authorized."""
    shows_dates: bool = False
    """Whether pages show when they were last changed."""


@record
class MetaTag:
    """A meta tag of one page, or of every page."""

    name: str
    content: str

    @classmethod
    def of(cls, name: str, content: str | int | float | bool) -> Self:
        """Write a value the way the file does."""
        return cls(name=name, content=content if isinstance(content, str) else json.dumps(content))


MetaTags = Annotated[
    tuple[MetaTag, ...],
    Members(
        pattern=f"^[A-Za-z0-9][A-Za-z0-9:._-]*{END}",
        value=Annotated[str | int | float | bool, ValueRule(help="The content of the meta tag.")],
        entry=MetaTag.of,
    ),
]


Variables = Annotated[
    tuple[tuple[str, str], ...],
    Members(
        pattern=f"^[A-Za-z0-9_.-]+{END}",
        value=Annotated[str | int | float, ValueRule(help="The text of the variable.")],
        entry=lambda name, value: (name, str(value)),
    ),
]


@record
class SiteSettings(JsonObject):
    """The settings of a documentation site."""

    stops = True
    without_effect: ClassVar = {"isWhiteLabeled": bool, "mintlify": Any}
    not_keys = ("outline", "extra")

    schema: Annotated[str | None, Key(name="$schema")] = None
    """Path or URL of the JSON Schema that editors use to complete and validate the file."""
    name: Annotated[str, Key(stops=True)]
    """Name of the project or company. It is the title of the site."""
    navigation: Annotated[tuple[NavigationGroup, ...], Key(stops=True)]
    """Groups of pages, in the order in which the sidebar shows them."""
    description: str = ""
    """Description of the site for search engines and language models."""
    logo: Logo | None = None
    """Path of a logo image, or an object with one for each color mode. SVG is recommended."""
    favicon: File | None = None
    """Path of the small image that browsers show next to the page title."""
    colors: Colors | None = None
    """Colors of the site, as hex codes."""
    theme: ThemeName | None = None
    """Style preset, which other keys can override."""
    layout: LayoutName = "topnav"
    """Position of the main navigation: across the top, in the sidebar, or in the sidebar on a solid
    background."""
    background: Background = Background()
    """Decoration behind every page."""
    background_image: StyleFile | None = None
    """Path of a background image for every page."""
    font: Fonts = Fonts()
    """One font for all text, or an object with `headings` and `body`."""
    mode_toggle: ModeToggle = ModeToggle()
    """The switch between light and dark mode."""
    sidebar: Sidebar = Sidebar()
    """Appearance of the sidebar."""
    topbar: Topbar = Topbar()
    """Appearance of the top bar."""
    search: Search = Search()
    """Position of the search box, or an object that also sets its text."""
    rounded: Rounding = "default"
    """Whether corners are rounded or sharp."""
    icons: Icons = Icons()
    """The set of icons."""
    code_block: CodeBlock = CodeBlock()
    """Appearance of code blocks."""
    topbar_links: tuple[TopbarLink, ...] = ()
    """Links in the top bar, in order."""
    topbar_cta_button: CallToAction | None = None
    """Highlighted button in the top bar."""
    versions: tuple[Version, ...] = ()
    """Versions in the version menu, in order, as names or objects."""
    anchors: tuple[Anchor, ...] = ()
    """Anchors above the sidebar, in order."""
    top_anchor: TopAnchor | None = None
    """The first anchor, which contains all pages that belong to no other anchor. It is hidden if
    the site has tabs."""
    tabs: tuple[Tab, ...] = ()
    """Tabs, in order."""
    primary_tab: PrimaryTab = PrimaryTab()
    """The first tab, which contains all pages that belong to no other tab."""
    banner: Banner | None = None
    """Announcement above every page, as text or as an object."""
    eyebrow: Eyebrow = Eyebrow()
    """The line of small text above the title of a page."""
    footer: Footer = Footer()
    """Footer of every page."""
    footer_socials: Socials = ()
    """Older name of `footer.socials`, which takes precedence if both are set."""
    feedback: Feedback = Feedback()
    """Feedback options on every page."""
    api: Api = Api()
    """Settings for all API pages."""
    openapi: Annotated[tuple[DocumentSource, ...], Key(or_one=True)] = ()
    """Path or URL of an OpenAPI document, or a list of them."""
    asyncapi: Annotated[tuple[DocumentSource, ...], Key(or_one=True)] = ()
    """Path or URL of an AsyncAPI document, or a list of them."""
    integrations: Integrations = field(default_factory=dict)
    """Third-party widgets, by name."""
    analytics: Analytics = field(default_factory=dict)
    """Analytics services, by name."""
    redirects: tuple[Redirect, ...] = ()
    """Redirects from old paths to new ones."""
    seo: Seo = Seo()
    """Settings for search engines."""
    markdown_syntax: MarkdownSyntax | None = None
    """The Markdown in which all `.md` pages are written: `myst`, or that of another tool, such as
    `material` for Material for MkDocs. The default is `mdx`, or `myst` if `conf.py` configures
    MyST."""
    link_previews: bool = False
    """Shows the beginning of the linked page or section when readers point at a link."""
    metadata: MetaTags = ()
    """Meta tags for every page, by name, such as `og:image`."""
    variables: Variables = ()
    """Texts by name, which pages use as `{{name}}`, also in code and links."""
    outline: Outline | None = None
    """The navigation of a file with nested divisions, instead of the keys above."""
    extra: ExtraSettings = ExtraSettings()

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Read the file with the defaults of its theme; social links have two locations."""
        settings = super().from_json(with_preset(value), at)
        if settings.footer.socials or not settings.footer_socials:
            return settings
        return replace(settings, footer=replace(settings.footer, socials=settings.footer_socials))

    def entries(self) -> Iterator[NavigationGroup | Division]:
        """Yield all divisions and groups of the navigation, each before what is in it."""
        outline = self.outline
        for division in outline.all_divisions() if outline else ():
            yield division
            yield from nested_groups(division.groups)
        yield from nested_groups(outline.groups if outline else self.navigation)

    @property
    def default_version(self) -> str:
        """The version of this site for new readers."""
        here = [version for version in self.versions if not version.url]
        chosen = next((version for version in here if version.default), here[0] if here else None)
        return chosen.name if chosen else ""

    @property
    def has_navigation(self) -> bool:
        """Whether the settings list the pages; if not, the project has its own toctrees."""
        return bool(self.navigation or self.outline)
