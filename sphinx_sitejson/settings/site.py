"""The whole of ``site.json`` as one frozen object."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Self

from sphinx_sitejson.common.problems import JsonPath

from .api import Api
from .appearance import (
    Background,
    Banner,
    CodeBlock,
    Colors,
    Fonts,
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
from .json_object import JsonObject, Key, Members, NotInFile, ValueRule
from .outline import Outline
from .publishing import Analytics, ExtraSettings, Feedback, Integrations, Redirect, Seo
from .structure import (
    Anchor,
    ApiDocument,
    CallToAction,
    Eyebrow,
    Footer,
    NavigationGroup,
    PrimaryTab,
    Socials,
    Tab,
    TopAnchor,
    TopbarLink,
    Version,
)
from .text_types import END, File, StyleFile


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaTag:
    """A default meta tag of every page."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSettings(JsonObject):
    """The settings of a documentation site."""

    stops = True
    without_effect: ClassVar = {"isWhiteLabeled": bool, "mintlify": Any}

    schema: Annotated[
        str | None,
        Key(
            "Path or URL of the JSON Schema that editors use to complete and validate the file.",
            name="$schema",
        ),
    ] = None
    name: Annotated[
        str, Key("Name of the project or company. It is the title of the site.", stops=True)
    ]
    navigation: Annotated[
        tuple[NavigationGroup, ...],
        Key("Groups of pages, in the order in which the sidebar shows them.", stops=True),
    ]
    description: Annotated[
        str,
        Key("Description of the site for search engines and language models."),
    ] = ""
    logo: Annotated[
        Logo | None,
        Key("Path of a logo image, or an object with one for each color mode. SVG is recommended."),
    ] = None
    favicon: Annotated[
        File | None, Key("Path of the small image that browsers show next to the page title.")
    ] = None
    colors: Annotated[Colors | None, Key("Colors of the site, as hex codes.")] = None
    theme: Annotated[ThemeName | None, Key("Style preset, which other keys can override.")] = None
    layout: Annotated[
        LayoutName,
        Key(
            "Position of the main navigation: across the top, in the sidebar, or in the "
            "sidebar on a solid background."
        ),
    ] = "topnav"
    background: Annotated[Background, Key("Decoration behind every page.")] = Background()
    background_image: Annotated[
        StyleFile | None, Key("Path of a background image for every page.")
    ] = None
    font: Annotated[
        Fonts, Key("One font for all text, or an object with `headings` and `body`.")
    ] = Fonts()
    mode_toggle: Annotated[ModeToggle, Key("The switch between light and dark mode.")] = (
        ModeToggle()
    )
    sidebar: Annotated[Sidebar, Key("Appearance of the sidebar.")] = Sidebar()
    topbar: Annotated[Topbar, Key("Appearance of the top bar.")] = Topbar()
    search: Annotated[
        Search, Key("Position of the search box, or an object that also sets its text.")
    ] = Search()
    rounded: Annotated[Rounding, Key("Whether corners are rounded or sharp.")] = "default"
    code_block: Annotated[CodeBlock, Key("Appearance of code blocks.")] = CodeBlock()
    topbar_links: Annotated[tuple[TopbarLink, ...], Key("Links in the top bar, in order.")] = ()
    topbar_cta_button: Annotated[CallToAction | None, Key("Highlighted button in the top bar.")] = (
        None
    )
    versions: Annotated[
        tuple[Version, ...], Key("Versions in the version menu, in order, as names or objects.")
    ] = ()
    anchors: Annotated[tuple[Anchor, ...], Key("Anchors above the sidebar, in order.")] = ()
    top_anchor: Annotated[
        TopAnchor | None,
        Key(
            "The first anchor, which contains all pages that belong to no other anchor. It is "
            "hidden if the site has tabs."
        ),
    ] = None
    tabs: Annotated[tuple[Tab, ...], Key("Tabs, in order.")] = ()
    primary_tab: Annotated[
        PrimaryTab, Key("The first tab, which contains all pages that belong to no other tab.")
    ] = PrimaryTab()
    banner: Annotated[
        Banner | None, Key("Announcement above every page, as text or as an object.")
    ] = None
    eyebrow: Annotated[Eyebrow, Key("The line of small text above the title of a page.")] = (
        Eyebrow()
    )
    footer: Annotated[Footer, Key("Footer of every page.")] = Footer()
    footer_socials: Annotated[
        Socials, Key("Older name of `footer.socials`, which takes precedence if both are set.")
    ] = ()
    feedback: Annotated[Feedback, Key("Feedback options on every page.")] = Feedback()
    api: Annotated[Api, Key("Settings for all API pages.")] = Api()
    openapi: Annotated[
        tuple[ApiDocument, ...],
        Key("Path or URL of an OpenAPI document, or a list of them.", or_one=True),
    ] = ()
    integrations: Annotated[Integrations, Key("Third-party widgets, by name.")] = Integrations()
    analytics: Annotated[Analytics, Key("Analytics services, by name.")] = Analytics()
    redirects: Annotated[tuple[Redirect, ...], Key("Redirects from old paths to new ones.")] = ()
    seo: Annotated[Seo, Key("Settings for search engines.")] = Seo()
    metadata: Annotated[
        MetaTags, Key("Meta tags for every page, by name, such as `og:image`.")
    ] = ()
    outline: Annotated[Outline | None, NotInFile()] = None
    """The navigation of a file that writes out its divisions, in the place of the keys above."""
    extra: Annotated[ExtraSettings, NotInFile()] = ExtraSettings()

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Read the file with what its theme sets; one place of socials is older."""
        settings = super(SiteSettings, cls).from_json(with_preset(value), at)
        if settings.footer.socials or not settings.footer_socials:
            return settings
        return replace(settings, footer=replace(settings.footer, socials=settings.footer_socials))

    @property
    def has_navigation(self) -> bool:
        """Whether the settings list the pages; if not, the project has toctrees of its own."""
        return bool(self.navigation or self.outline)
