"""Small sites for the navigation's tests."""

from typing import Any

from sphinx_sitejson.common.problems import JsonPath, Location, key_path
from sphinx_sitejson.navigation.site_map import SiteMap
from sphinx_sitejson.navigation.tree import NavigationTree, PageLabels, read_tree
from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.site import SiteSettings


def place_of(path: JsonPath) -> Location:
    return Location(file="site.json", key_path=key_path(path))


def settings_of(**keys: Any) -> SiteSettings:
    return SiteSettings.from_json({"name": "Site", "navigation": [], **keys})


def tree_of(navigation: list[Any], pages: set[str]) -> NavigationTree:
    settings = settings_of(navigation=navigation)
    return read_tree(settings, known_pages=pages, locate=place_of)


def site_map_of(
    navigation: list[Any], *, facts: dict[str, PageFacts] | None = None, **keys: Any
) -> SiteMap:
    """Make the map of a site in which every listed page exists."""
    settings = settings_of(navigation=navigation, **keys)
    pages = set(_pages(navigation))
    labels = PageLabels(facts=facts or {}, versions=[version.name for version in settings.versions])
    tree = read_tree(settings, known_pages=pages, locate=place_of)
    return SiteMap(settings, tree, labels)


def _pages(entries: list[Any]) -> list[str]:
    names: list[str] = []
    for entry in entries:
        names += _pages(entry["pages"]) if isinstance(entry, dict) else [entry]
    return names
