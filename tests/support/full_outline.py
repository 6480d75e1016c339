"""A site with a ``docs.json`` that has every kind of division, and all that groups may say."""

from typing import Any

NEW_LAMPS: list[dict[str, Any]] = [
    {"tab": "Guides", "icon": "book",
     "groups": [{"group": "Start", "tag": "NEW", "root": "guides/home",
                 "pages": ["guides/one", {"group": "Open", "expanded": True, "pages": ["open/a"]},
                           {"group": "Closed", "tag": "BETA", "pages": ["closed/a", "closed/b"]},
                           {"group": "Deep", "root": "deep/home", "expanded": True,
                            "pages": ["deep/a"]},
                           {"group": "Dark", "root": "dark/home", "pages": ["dark/a"]}, "ghost"]},
                {"group": "Secret", "hidden": True, "pages": ["secret"]}]},
    {"tab": "Reference",
     "pages": ["ref/a", {"group": "Named", "pages": ["ref/b", "shared"]}, "ref/c"]},
    {"tab": "More",
     "menu": [{"item": "Tools", "icon": "hammer", "description": "What helps", "pages": ["tools"]},
              {"item": "Parts", "groups": [{"group": "Small", "pages": ["parts/a"]}]}]},
    {"tab": "Blog", "href": "/blog"},
    {"tab": "Moved", "href": "/moved"},
    {"tab": "Shop", "href": "https://shop.example.com"},
    {"tab": "Staff", "hidden": True, "pages": ["staff"]},
]  # fmt: skip
OLD_LAMPS: list[dict[str, Any]] = [
    {"dropdown": "Basics", "description": "To begin with", "pages": ["v1/guides/one", "shared"]},
    {"dropdown": "Depth",
     "anchors": [{"anchor": "Theory", "pages": ["v1/theory"]},
                 {"anchor": "Practice", "groups": [{"group": "Do", "pages": ["v1/practice"]}]},
                 {"anchor": "Forum", "href": "https://forum.example.com"}]},
]  # fmt: skip
NAVIGATION: dict[str, Any] = {
    "languages": [
        {
            "language": "en",
            "default": True,
            "products": [
                {
                    "product": "Lamps",
                    "icon": "lightbulb",
                    "description": "To see by",
                    "versions": [
                        {"version": "2", "tag": "Latest", "default": True, "tabs": NEW_LAMPS},
                        {"version": "v1", "dropdowns": OLD_LAMPS},
                    ],
                },
                {"product": "Candles", "groups": [{"group": "Wax", "pages": ["wax", "wick"]}]},
            ],
        },
        {"language": "fr", "pages": ["fr/guides/one", "fr/more"]},
    ],
    "global": {"anchors": [{"anchor": "Chat", "href": "https://chat.example.com"}]},
}
PAGES = (
    *("guides/home", "guides/one", "guides/unlisted", "open/a", "closed/a", "closed/b"),
    *("deep/home", "deep/a", "dark/home", "dark/a", "ghost", "secret", "staff"),
    *("ref/a", "ref/b", "ref/c", "shared", "tools", "parts/a"),
    *("v1/guides/one", "v1/theory", "v1/practice", "wax", "wick", "fr/guides/one", "fr/more"),
)


def whole_outline_files() -> dict[str, Any]:
    """Return the files of the site; the title of a page is its path."""
    hidden = {"ghost": "\nhidden: true"}
    pages = {
        f"{name}.mdx": f"---\ntitle: {name}{hidden.get(name, '')}\n---\n\nText.\n" for name in PAGES
    }
    settings = {
        "theme": "mint",
        "name": "Whole",
        "colors": {"primary": "#0A7D55"},
        "styling": {"eyebrows": "breadcrumbs"},
        "redirects": [
            {"source": "/blog", "destination": "https://blog.example.com"},
            {"source": "/moved", "destination": "/ref/c"},
        ],
        "navigation": NAVIGATION,
    }
    return {"docs.json": settings, **pages}
