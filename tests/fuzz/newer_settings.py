"""Settings files of the newer form, ``docs.json``, and the files that they refer to."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from sphinx_sitejson.navigation.site_map import SiteMap, check_divisions
from sphinx_sitejson.navigation.tree import PageLabels, read_tree
from sphinx_sitejson.settings.loading import load_settings
from sphinx_sitejson.settings.migration import migrate_settings
from sphinx_sitejson.settings.validation import check_named_divisions, check_versions

from .damage import damaged_value, places_in
from .oracles import assert_placed, counted_steps
from .settings_files import PAGES

_LOOKS = {
    "theme": "mint",
    "name": "Site",
    "colors": {"primary": "#0D9373", "light": "#55D799", "dark": "#007A5A"},
    "logo": {"light": "/l.svg", "dark": "/d.svg", "href": "https://a.example.com"},
    "favicon": {"light": "/l.svg", "dark": "/d.svg"},
    "background": {"color": {"dark": "#0b141e"}, "decoration": "grid", "image": "/b.png"},
    "fonts": {"heading": {"family": "Inter", "weight": 600, "source": "/i.woff2"}},
    "styling": {"eyebrows": "breadcrumbs", "codeblocks": {"theme": "dracula"}, "latex": True},
    "banner": {"content": "News [here](/guide)", "dismissible": True},
    "navbar": {
        "links": [{"label": "Blog", "href": "https://a.example.com", "icon": "pen"}],
        "primary": {"type": "github", "href": "https://github.com/a/b"},
    },
    "footer": {
        "socials": {"x": "https://x.com/a"},
        "links": [{"header": "More", "items": [{"label": "A", "href": "/guide"}]}],
    },
    "contextual": {"options": ["copy", {"title": "Ask", "href": "https://a.example.com"}]},
    "search": {"prompt": "Look"},
    "seo": {"indexing": "all", "metatags": {"og:image": "/o.png"}},
    "errors": {"404": {"redirect": False, "title": "Lost", "description": "*no* page"}},
    "integrations": {"ga4": {"measurementId": "G-ABCDEF1234"}, "cookies": {"key": "a"}},
}
_API = {
    "openapi": [{"source": "api.yaml", "directory": "api", "overlays": ["o.yaml"]}, "b.json"],
    "playground": {"display": "interactive", "proxy": False},
    "params": {"expanded": "all"},
    "examples": {"languages": ["curl", "python"], "defaults": "required", "autogenerate": True},
    "mdx": {"server": "https://a.example.com", "auth": {"method": "key", "name": "x-api-key"}},
}
_LANGUAGES = {
    "global": {"anchors": [{"anchor": "Blog", "icon": "pen", "href": "https://b.test"}]},
    "languages": [
        {"language": "en", "default": True, "tabs": [{"tab": "T", "pages": ["index"]}]},
        {"language": "fr", "groups": [{"group": "G", "pages": ["guide", "guide/start"]}]},
    ],
}
_VERSIONS = [
    {"version": "v2", "dropdowns": [{"dropdown": "D", "icon": "leaf", "pages": ["index"]}]},
    {"version": "v1", "anchors": [{"anchor": "A", "pages": ["v1/guide"]}]},
]
_REDIRECTS = [{"source": "/a", "destination": "/guide", "permanent": False}]
_PAGES = ["guide", {"group": "In", "pages": ["index"]}]
_GROUP = {"group": "G", "root": "api/index", "tag": "NEW", "expanded": True, "hidden": False}
_DOCUMENT = {"source": "api.yaml", "sha256": "0" * 64}
_TABS = [
    {"tab": "T", "menu": [{"item": "M", "pages": ["care/water"]}]},
    {"tab": "API", "openapi": _DOCUMENT, "groups": [{**_GROUP, "pages": _PAGES}]},
]
_PRODUCTS = [{"product": "P", "description": "One", "tabs": _TABS}]
_SMALL = {"theme": "mint", "name": "S", "colors": {"primary": "#123456"}}
_REFERENCES = {"colors": {"$ref": "./colors.json"}, "navigation": {"$ref": "part.json#/navigation"}}
_WHOLE: tuple[Any, ...] = (
    {**_LOOKS, "api": _API, "navigation": _LANGUAGES},
    {**_LOOKS, "redirects": _REDIRECTS, "navigation": {"versions": _VERSIONS}},
    {**_SMALL, "theme": "maple", "navigation": {"products": _PRODUCTS}},
    {**_SMALL, "$ref": "part.json"},
    {**_SMALL, **_REFERENCES},
)
_PART = {"navigation": {"pages": ["index", {"$ref": "docs.json#/navigation"}]}, "primary": "#fff"}
_KEYS = tuple(
    sorted({key for value in _WHOLE for _, key in places_in(value) if key.__class__ is str})
)


def files() -> st.SearchStrategy[tuple[str, str]]:
    """A file of the newer form, and one that it may refer to, with strange values in both."""
    part = damaged_value((_PART,), _KEYS, least=0)
    return st.tuples(damaged_value(_WHOLE, _KEYS, most=4).map(_written), part.map(_written))


def _written(value: Any) -> str:
    return json.dumps(value, indent=1)


def read(example: tuple[str, str], folder: Path) -> None:
    """Load the settings, draw the map of the site, and write them as an older file."""
    for name, text in zip(("docs.json", "part.json"), example, strict=True):
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    with counted_steps():
        loaded = load_settings(folder / "docs.json", display_name="docs.json", root=folder)
        assert_placed(loaded.problems)
        stops = [problem for problem in loaded.problems if problem.stops_build]
        settings = loaded.settings
        assert (settings is None) == bool(stops)
        if settings is None:
            return
        repr(settings).encode("utf-8")
        tree = read_tree(settings, known_pages=PAGES, locate=loaded.locate)
        names = [version.name for version in settings.versions]
        drawn = SiteMap(settings, tree, PageLabels(facts={}, versions=names))
        assert_placed([*tree.problems, *check_divisions(drawn, loaded.locate)])
        assert_placed(check_versions(settings, loaded.locate))
        assert_placed(check_named_divisions(settings, loaded.locate))
        for page in PAGES:
            drawn.page(page)
        assert set(drawn.pages) <= set(PAGES)
        json.loads(migrate_settings(loaded, "docs.json").text)
