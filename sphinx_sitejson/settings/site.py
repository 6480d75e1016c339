"""The whole of ``site.json`` as one frozen object."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Self

from sphinx_sitejson.problems import JsonPath

from .api import Api
from .json_object import JsonObject, Key, Members, NotInFile, Rule
from .looks import (
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
from .outline import Outline
from .publishing import Analytics, Feedback, Further, Integrations, Redirect, Seo
from .structure import (
    Anchor,
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
from .values import END, Document, File, StyleFile


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
        value=Annotated[str | int | float | bool, Rule(help="Content of the meta tag.")],
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
            "Address of the JSON Schema, with which editors complete and check the file.",
            name="$schema",
        ),
    ] = None
    name: Annotated[
        str, Key("Name of the project or company; it is the title of the site.", stops=True)
    ]
    navigation: Annotated[
        tuple[NavigationGroup, ...],
        Key("Groups of pages, in the order of the sidebar.", stops=True),
    ]
    description: Annotated[
        str,
        Key("What the site is about, for search engines and language models."),
    ] = ""
    logo: Annotated[
        Logo | None,
        Key("Path of a logo image, or an object with one for each color mode; SVG is best."),
    ] = None
    favicon: Annotated[
        File | None, Key("Path of the small image that browsers show beside the title.")
    ] = None
    colors: Annotated[Colors | None, Key("Colors of the site, as hex codes.")] = None
    theme: Annotated[ThemeName | None, Key("Preset of styles that the other keys refine.")] = None
    layout: Annotated[
        LayoutName,
        Key(
            "Where the main navigation is: across the top, at the side, or at the "
            "side on a solid ground."
        ),
    ] = "topnav"
    background: Annotated[Background, Key("Decoration behind every page.")] = Background()
    background_image: Annotated[
        StyleFile | None, Key("Path of an image that is shown behind every page.")
    ] = None
    font: Annotated[
        Fonts, Key("One font for everything, or an object with `headings` and `body`.")
    ] = Fonts()
    mode_toggle: Annotated[ModeToggle, Key("The switch between light and dark mode.")] = (
        ModeToggle()
    )
    sidebar: Annotated[Sidebar, Key("How the sidebar looks.")] = Sidebar()
    topbar: Annotated[Topbar, Key("How the top bar looks.")] = Topbar()
    search: Annotated[
        Search, Key("Where the search entry is, or an object that also has its text.")
    ] = Search()
    rounded: Annotated[Rounding, Key("Whether edges are rounded or sharp.")] = "default"
    code_block: Annotated[CodeBlock, Key("How code blocks look.")] = CodeBlock()
    topbar_links: Annotated[tuple[TopbarLink, ...], Key("Links in the top bar, in order.")] = ()
    topbar_cta_button: Annotated[
        CallToAction | None, Key("Button in the top bar that stands out.")
    ] = None
    versions: Annotated[
        tuple[Version, ...], Key("Versions in the version menu, in order: names, or objects.")
    ] = ()
    anchors: Annotated[tuple[Anchor, ...], Key("Anchors above the sidebar, in order.")] = ()
    top_anchor: Annotated[
        TopAnchor | None,
        Key(
            "The first anchor, which holds the pages of no other anchor; not shown when "
            "there are tabs."
        ),
    ] = None
    tabs: Annotated[tuple[Tab, ...], Key("Tabs, in order.")] = ()
    primary_tab: Annotated[
        PrimaryTab, Key("The first tab, which holds the pages of no other tab.")
    ] = PrimaryTab()
    banner: Annotated[
        Banner | None, Key("A line above every page, for news: its text, or an object.")
    ] = None
    eyebrow: Annotated[Eyebrow, Key("The small line above the title of a page.")] = Eyebrow()
    footer: Annotated[Footer, Key("What every page ends with.")] = Footer()
    footer_socials: Annotated[
        Socials, Key("Older place of `footer.socials`, which wins when both are given.")
    ] = ()
    feedback: Annotated[Feedback, Key("Ways to respond that every page offers.")] = Feedback()
    api: Annotated[Api, Key("Settings of all API pages.")] = Api()
    openapi: Annotated[
        tuple[Document, ...],
        Key("Path or address of an OpenAPI document, or a list of them.", or_one=True),
    ] = ()
    integrations: Annotated[Integrations, Key("Widgets of other services.")] = Integrations()
    analytics: Annotated[Analytics, Key("Analytics services, by name.")] = Analytics()
    redirects: Annotated[tuple[Redirect, ...], Key("Paths that moved, with their new places.")] = ()
    seo: Annotated[Seo, Key("What search engines may see.")] = Seo()
    metadata: Annotated[MetaTags, Key("Meta tags of every page, by name, such as `og:image`.")] = ()
    outline: Annotated[Outline | None, NotInFile()] = None
    """The navigation of a file that writes out its divisions, in the place of the keys above."""
    further: Annotated[Further, NotInFile()] = Further()

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
