"""A site with a ``docs.json`` that has every kind of division."""

from typing import Any

from .small_sites import api_document

DONE = {"responses": {"200": {"description": "OK"}}}
PETS = api_document(
    {
        "/pets": {
            "get": {"summary": "List/search (all) Pets 2.0", "tags": ["customer_portal"], **DONE},
            "post": {"summary": "Add", **DONE},
        }
    },
    info={"title": "Pets", "version": "1"},
    tags=[{"name": "customer_portal", "x-group": "Portal"}],
    webhooks={"pet.created": {"post": {"summary": "Created", **DONE}}},
)

BASICS = {
    "dropdown": "Basics",
    "icon": "seedling",
    "description": "Where to begin",
    "groups": [
        {"group": "Start", "tag": "NEW", "pages": ["index", "lamp"]},
        {"group": "Fold", "pages": [{"group": "Open", "expanded": True, "pages": ["fold"]}]},
    ],
}
THEORY = {"anchor": "Theory", "icon": "flask", "pages": ["theory"]}
PRACTICE = {"anchor": "Practice", "icon": "wrench", "pages": ["practice"]}
DEPTH = {"dropdown": "Depth", "icon": "layer-group", "anchors": [THEORY, PRACTICE]}
MENU = [
    {"item": "Tools", "icon": "hammer", "description": "What helps", "pages": ["tools"]},
    {"item": "Parts", "pages": ["parts"]},
]
VERSIONS = [
    {"version": "v2", "tag": "Latest", "openapi": {"source": "pets.json", "directory": "api/v2"},
     "pages": ["v2/intro", "GET /pets", "webhook pet.created", "shared"]},
    {"version": "v1", "openapi": {"source": "pets.json", "directory": "api/v1"},
     "pages": ["v1/intro", "GET /pets", "shared", "v1/old"]},
]  # fmt: skip
ENGLISH = [
    {"tab": "Guides", "icon": "book", "dropdowns": [BASICS, DEPTH]},
    {"tab": "More", "menu": MENU},
    {"tab": "API", "versions": VERSIONS},
    {"tab": "Whole", "openapi": "pets.json"},
    {"tab": "Blog", "href": "https://blog.example.com"},
]
FRENCH = [{"tab": "Guides", "groups": [{"group": "Début", "pages": ["fr/index", "fr/lamp"]}]}]
CHAT = {"anchor": "Chat", "icon": "comments", "href": "https://chat.example.com"}
NAVIGATION: dict[str, Any] = {
    "languages": [
        {"language": "en", "default": True, "tabs": ENGLISH},
        {"language": "fr", "tabs": FRENCH},
    ],
    "global": {"anchors": [CHAT]},
}

SETTINGS: dict[str, Any] = {
    "theme": "mint",
    "name": "Lamps",
    "description": "All about lamps",
    "colors": {"primary": "#0A7D55"},
    "banner": {"content": "Lamps **2** are here: [read on](/lamp).", "dismissible": True},
    "navigation": NAVIGATION,
}
PAGES = (
    *("index", "lamp", "fold", "theory", "practice", "tools", "parts"),
    *("v2/intro", "v1/intro", "v1/old", "shared", "fr/index", "fr/lamp"),
)


def docs_files(**settings: Any) -> dict[str, Any]:
    """Return the files of the site."""
    pages = {
        f"{name}.mdx": f"---\ntitle: {name.replace('/', ' ')}\n---\n\n## Part\n\nText.\n"
        for name in PAGES
    }
    return {"docs.json": {**SETTINGS, **settings}, "pets.json": PETS, **pages}
