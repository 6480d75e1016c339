"""The pictures of the keys of ``site.json``: what each shows, and how it is made.

``make pictures`` takes them from a site of ``sitejson init``, with the settings given here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FOLDER = "images/keys"
GUIDE = "guides/quickstart.html"
OPERATION = "api/notes/list-notes.html"
TOPBAR = ".sj-topbar"
SIDEBAR = ".sj-tree"
ARTICLE = ".sj-article"

GUIDES = {"group": "Get started", "pages": ["index", "guides/quickstart"]}
ANCHORS = [
    {"name": "Community", "icon": "comments", "url": "https://example.com/chat"},
    {"name": "Blog", "icon": "newspaper", "url": "https://example.com/blog"},
]
API = {"group": "About the API", "pages": ["api/introduction"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPicture:
    """What one key changes, seen on a small part of a page."""

    alt: str
    part: str
    """The selector of what is cut out."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What is written into ``site.json`` beside what is there."""
    page: str = GUIDE
    height: int = 0
    """How much of the part is shown; all of it by default."""
    opens: str = ""
    """The selector of what is clicked first."""

    def file(self, key: str, mode: str) -> str:
        """Return where the picture is, seen from the root of the project."""
        return f"{FOLDER}/{key.replace('[]', '')}-{mode}.webp"


KEY_PICTURES: Mapping[str, KeyPicture] = {
    "name": KeyPicture(
        alt="The name of the site at the start of the top bar",
        part=".sj-topbar-row",
        settings={"logo": None},
    ),
    "navigation": KeyPicture(alt="Two groups of pages in the sidebar", part=SIDEBAR),
    "navigation[].icon": KeyPicture(
        alt="A group with an icon before its name",
        part=SIDEBAR,
        settings={"navigation": [{**GUIDES, "icon": "rocket"}, API]},
    ),
    "navigation[].tag": KeyPicture(
        alt="A group with the label NEW after its name",
        part=SIDEBAR,
        settings={"navigation": [{**GUIDES, "tag": "NEW"}, API]},
    ),
    "navigation[].expanded": KeyPicture(
        alt="A nested group whose pages are visible at first",
        part=SIDEBAR,
        settings={
            "navigation": [
                {
                    "group": "Get started",
                    "pages": [
                        "index",
                        "guides/quickstart",
                        {
                            "group": "Write",
                            "expanded": True,
                            "pages": ["guides/pages", "guides/components"],
                        },
                    ],
                },
                API,
            ]
        },
    ),
    "logo": KeyPicture(alt="A logo at the start of the top bar", part=".sj-topbar-row"),
    "colors.primary": KeyPicture(
        alt="The current page in the sidebar and the button of the top bar in violet",
        part="body",
        settings={"colors": {"primary": "#7C3AED"}},
        height=260,
    ),
    "colors.background": KeyPicture(
        alt="A page on a light yellow or dark blue background",
        part="body",
        settings={
            "colors": {"primary": "#0A7D55", "background": {"light": "#FFF9E6", "dark": "#0B1530"}}
        },
        height=260,
    ),
    "colors.anchors": KeyPicture(
        alt="Anchors whose icons have a gradient from orange to violet",
        part=".sj-anchors",
        settings={
            "colors": {"primary": "#0A7D55", "anchors": {"from": "#F97316", "to": "#7C3AED"}},
            "anchors": ANCHORS,
        },
    ),
    "theme": KeyPicture(
        alt="A page in the quill theme, with headings in a serif font",
        part="body",
        settings={"theme": "quill"},
        height=420,
    ),
    "layout": KeyPicture(
        alt="Logo, search, and navigation in the sidebar",
        part="body",
        settings={"layout": "sidenav"},
        height=420,
    ),
    "background.style": KeyPicture(
        alt="A grid of fine lines behind the page",
        part="body",
        settings={"background": {"style": "grid"}},
        height=300,
    ),
    "backgroundImage": KeyPicture(
        alt="An image behind the page",
        part="body",
        settings={"backgroundImage": "/images/waves.svg"},
        height=300,
    ),
    "font": KeyPicture(
        alt="Headings and text in a monospaced system font",
        part=ARTICLE,
        settings={"font": {"family": "monospace"}},
        height=196,
    ),
    "modeToggle": KeyPicture(
        alt="The switch between light and dark mode, beside the button of the top bar",
        part=".sj-topbar-end",
    ),
    "sidebar.items": KeyPicture(
        alt="Sidebar entries with a line beside them",
        part=SIDEBAR,
        settings={"sidebar": {"items": "border"}},
    ),
    "topbar.style": KeyPicture(
        alt="A top bar with a gradient",
        part=TOPBAR,
        settings={"topbar": {"style": "gradient"}},
    ),
    "search.location": KeyPicture(
        alt="The search box above the sidebar",
        part=".sj-sidebar",
        settings={"search": {"location": "side"}},
        height=240,
    ),
    "search.prompt": KeyPicture(
        alt="A search box with the text “Search the lighthouse”",
        part=".sj-topbar-row",
        settings={"search": {"prompt": "Search the lighthouse"}},
    ),
    "rounded": KeyPicture(
        alt="Code and buttons with sharp corners",
        part=ARTICLE,
        settings={"rounded": "sharp"},
        height=470,
    ),
    "codeBlock.mode": KeyPicture(
        alt="A code block in the colors of the mode of the page",
        part=ARTICLE,
        settings={"codeBlock": {"mode": "auto"}},
        height=470,
    ),
    "topbarLinks": KeyPicture(
        alt="Two links before the button of the top bar",
        part=".sj-topbar-row",
        settings={
            "topbarLinks": [
                {"name": "Blog", "url": "https://example.com/blog"},
                {"name": "Support", "icon": "life-ring", "url": "mailto:keeper@example.com"},
            ]
        },
    ),
    "topbarCtaButton": KeyPicture(
        alt="A highlighted button with an arrow", part=".sj-topbar-end .sj-button"
    ),
    "icons": KeyPicture(
        alt="Icons of tabs and groups, drawn with strokes",
        part=".sj-frame",
        settings={"icons": {"library": "lucide"}},
        height=260,
    ),
    "versions": KeyPicture(
        alt="The open version menu with two versions",
        part=TOPBAR,
        settings={"versions": ["2.0", "1.0"]},
        opens=".sj-versions summary",
        height=190,
    ),
    "anchors": KeyPicture(
        alt="Two anchors above the sidebar",
        part=".sj-anchors",
        settings={"anchors": ANCHORS},
    ),
    "topAnchor": KeyPicture(
        alt="The first anchor, named Handbook, above an anchor for the API",
        part=".sj-anchors",
        settings={
            "tabs": None,
            "primaryTab": None,
            "topAnchor": {"name": "Handbook", "icon": "book-open"},
            "anchors": [{"name": "API", "icon": "code", "url": "api", "openapi": "/openapi.yaml"}],
        },
    ),
    "tabs": KeyPicture(alt="Two tabs below the top bar", part=TOPBAR),
    "primaryTab": KeyPicture(
        alt="The first tab, named Handbook",
        part=TOPBAR,
        settings={"primaryTab": {"name": "Handbook"}},
    ),
    "banner": KeyPicture(
        alt="An announcement above the top bar",
        part="body",
        settings={
            "banner": {
                "content": "Version 2 is here. [See what is new](/guides/pages).",
                "dismissible": True,
            }
        },
        height=96,
    ),
    "eyebrow.display": KeyPicture(
        alt="The name of the group above the title of the page",
        part=ARTICLE,
        settings={"eyebrow": {"display": "section"}},
        height=132,
    ),
    "footer.socials": KeyPicture(
        alt="Icons that link to profiles in the footer",
        part=".sj-footer",
        settings={
            "footer": {
                "socials": {
                    "website": "https://example.com",
                    "github": "https://github.com/example",
                    "linkedin": "https://www.linkedin.com/company/example",
                }
            }
        },
    ),
    "footer.links": KeyPicture(
        alt="Two columns of links in the footer",
        part=".sj-footer",
        settings={
            "footer": {
                "links": [
                    {
                        "title": "Documentation",
                        "links": [
                            {"label": "Quickstart", "url": "/guides/quickstart"},
                            {"label": "Components", "url": "/guides/components"},
                        ],
                    },
                    {
                        "title": "Company",
                        "links": [
                            {"label": "Blog", "url": "https://example.com/blog"},
                            {"label": "Contact", "url": "mailto:keeper@example.com"},
                        ],
                    },
                ]
            }
        },
    ),
    "feedback": KeyPicture(
        alt="The question whether the page was helpful, with links to edit it and to open an issue",
        part=".sj-feedback",
        settings={"feedback": {"thumbsRating": True, "suggestEdit": True, "raiseIssue": True}},
    ),
    "api.auth": KeyPicture(
        alt="The input for an API key in the playground",
        part="dialog[open]",
        page=OPERATION,
        settings={"api": {"auth": {"method": "key", "name": "X-Lamp-Key"}}},
        opens=".sj-try",
        height=400,
    ),
    "api.playground.mode": KeyPicture(
        alt="An operation without the button that opens the playground",
        part=ARTICLE,
        page=OPERATION,
        settings={"api": {"playground": {"mode": "simple"}}},
        height=240,
    ),
    "api.request.example.languages": KeyPicture(
        alt="Tabs for the languages Python and Go above a sample request",
        part=".sj-api-samples",
        page=OPERATION,
        settings={"api": {"request": {"example": {"languages": ["python", "go"]}}}},
        height=220,
    ),
}

WITHOUT_PICTURE = frozenset(
    {
        "$schema",
        "description",
        "favicon",
        "footerSocials",
        "openapi",
        "asyncapi",
        "integrations",
        "linkPreviews",
        "markdownSyntax",
        "analytics",
        "redirects",
        "seo",
        "metadata",
        "variables",
    }
)
"""Keys that change nothing on a page at rest, that services draw, or that are other names."""
