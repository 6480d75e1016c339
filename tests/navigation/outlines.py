"""Small sites whose file writes out its divisions."""

from typing import Any

from sphinx_sitejson.navigation.site_map import SiteMap
from sphinx_sitejson.navigation.tree import GeneratedEntries, PageLabels, read_tree
from sphinx_sitejson.settings.docs_json import validate_docs
from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.project_pages import listed_paths
from sphinx_sitejson.settings.site import SiteSettings

from .support import place_of


def outline_settings(navigation: dict[str, Any], **keys: Any) -> SiteSettings:
    read = validate_docs({"name": "Site", "theme": "mint", "navigation": navigation, **keys})
    assert [fault.message for fault in read.faults if not fault.is_repaired] == []
    return read.build(read.value)


def outline_map(
    navigation: dict[str, Any],
    *,
    facts: dict[str, PageFacts] | None = None,
    made: GeneratedEntries | None = None,
    missing: tuple[str, ...] = (),
) -> SiteMap:
    """Make the map of a site in which every listed page exists."""
    settings = outline_settings(navigation)
    pages = {path.strip("/") for path in listed_paths(settings)} - set(missing)
    tree = read_tree(settings, known_pages=pages, locate=place_of, generated=made)
    return SiteMap(settings, tree, PageLabels(facts=facts or {}))
