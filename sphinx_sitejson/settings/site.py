"""The whole of ``site.json`` as one frozen object."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any, Self

from sphinx_sitejson.problems import JsonPath

from .api import Api
from .json_object import JsonObject
from .looks import (
    Background,
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
)
from .presets import with_preset
from .publishing import Analytics, Feedback, Integrations, Redirect, Seo
from .structure import (
    Anchor,
    CallToAction,
    Eyebrow,
    Footer,
    NavigationGroup,
    PrimaryTab,
    Tab,
    TopAnchor,
    TopbarLink,
    Version,
    read_socials,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaTag:
    """A default meta tag of every page."""

    name: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSettings(JsonObject):
    """Every setting of a site; what the file leaves out has its default here."""

    name: str
    navigation: tuple[NavigationGroup, ...]
    schema: str | None = field(default=None, metadata={"key": "$schema"})
    logo: Logo | None = None
    favicon: str | None = None
    colors: Colors | None = None
    theme: ThemeName | None = None
    layout: LayoutName = "topnav"
    background: Background = Background()
    background_image: str | None = None
    font: Fonts = Fonts()
    mode_toggle: ModeToggle = ModeToggle()
    sidebar: Sidebar = Sidebar()
    topbar: Topbar = Topbar()
    search: Search = Search()
    rounded: Rounding = "default"
    code_block: CodeBlock = CodeBlock()
    topbar_links: tuple[TopbarLink, ...] = ()
    topbar_cta_button: CallToAction | None = None
    versions: tuple[Version, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    top_anchor: TopAnchor | None = None
    tabs: tuple[Tab, ...] = ()
    primary_tab: PrimaryTab = PrimaryTab()
    eyebrow: Eyebrow = Eyebrow()
    footer: Footer = Footer()
    feedback: Feedback = Feedback()
    api: Api = Api()
    openapi: tuple[str, ...] = ()
    integrations: Integrations = Integrations()
    analytics: Analytics = Analytics()
    redirects: tuple[Redirect, ...] = ()
    seo: Seo = Seo()
    metadata: tuple[MetaTag, ...] = ()

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Settle the keys with several spellings, then read the rest as it stands."""
        value = with_preset(value)
        openapi, metadata = value.get("openapi"), value.get("metadata")
        settings = super(SiteSettings, cls).from_json(
            {
                **value,
                "openapi": [openapi] if isinstance(openapi, str) else openapi,
                "metadata": None,
            },
            at,
        )
        return replace(
            settings,
            footer=_with_older_socials(settings.footer, value.get("footerSocials")),
            metadata=tuple(
                MetaTag(name=name, content=_meta_content(content))
                for name, content in (metadata or {}).items()
            ),
        )


def _meta_content(value: str | int | float | bool) -> str:
    """Write a value the way the file does."""
    return value if isinstance(value, str) else json.dumps(value)


def _with_older_socials(footer: Footer, older: Any) -> Footer:
    """``footerSocials`` is an older place of ``footer.socials``, which wins."""
    return footer if footer.socials else replace(footer, socials=read_socials(older))
