"""The list of pages that scripts read beside the search index."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sphinx_sitejson.common.search_terms import LocationEntry, PageKind
from sphinx_sitejson.settings.front_matter.keys import PageFacts

from .site_map import SiteMap

PAGE_LIST = "sitejson-pages.js"
"""The name of the list among the static files."""
MAX_SUMMARY_LENGTH = 160
"""In characters; a result shows one line of it."""
CHANGELOG_NAMES = frozenset({"changelog", "changes", "history", "release-notes", "releases"})
CHANGELOG_BOOST = 0.4


@dataclass(frozen=True, kw_only=True)
class ListedPage:
    """A page in search results."""

    docname: str
    title: str
    tab: str = ""
    trail: tuple[str, ...] = ()
    """The groups around it, the outermost first."""
    version: str = ""
    language: str = ""
    """Its code, if the navigation has languages."""
    description: str = ""
    method: str = ""
    path: str = ""
    """The path of the operation on the page."""
    keywords: str = ""
    boost: float = 1
    """The factor of its rank."""
    kind: PageKind = "page"
    locations: tuple[LocationEntry, ...] = (LocationEntry(),)
    """Its content in the search index; the first is its beginning, without anchor and title."""


def list_pages(
    docnames: Iterable[str], site_map: SiteMap, endpoints: Mapping[str, str]
) -> list[ListedPage]:
    """Describe pages, those of the navigation first and in its order.

    :param endpoints: for pages that show an operation its method and path, with a space between.
    """
    positions = {docname: position for position, docname in enumerate(site_map.pages)}
    ordered = sorted(docnames, key=lambda name: (positions.get(name, len(positions)), name))
    return [list_page(docname, site_map, endpoints.get(docname, "")) for docname in ordered]


def list_page(docname: str, site_map: SiteMap, endpoint: str) -> ListedPage:
    """Describe one page.

    :param endpoint: its method and path, if it shows an operation.
    """
    navigation = site_map.page(docname)
    facts = site_map.labels.facts.get(docname, PageFacts())
    tab = next((tab.name for tab in navigation.tabs if tab.is_current), "")
    crumbs = tuple(crumb.label for crumb in navigation.breadcrumbs)
    keywords = next((tag.content for tag in facts.meta if tag.name == "keywords"), "")
    method, _, path = endpoint.partition(" ")
    return ListedPage(
        docname=docname,
        title=site_map.labels.title(docname),
        tab=tab,
        trail=crumbs[navigation.outer_breadcrumbs :],
        version=site_map.listed_version(docname),
        language=site_map.division_name(docname, "language"),
        description=_shortened(facts.description),
        method=method,
        path=path,
        keywords=", ".join(filter(None, (keywords, *facts.tags))),
        boost=_default_boost(docname, facts) if facts.boost is None else facts.boost,
    )


def _default_boost(docname: str, facts: PageFacts) -> float:
    """Return a lower rank for lists of changes, which mention every topic and explain none."""
    name = docname.removesuffix("/index").rpartition("/")[2].lower()
    is_changelog = facts.has_feed or name.replace("_", "-") in CHANGELOG_NAMES
    return CHANGELOG_BOOST if is_changelog else 1


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= MAX_SUMMARY_LENGTH:
        return line
    return f"{line[:MAX_SUMMARY_LENGTH].rpartition(' ')[0] or line[:MAX_SUMMARY_LENGTH]}…"


def page_list_script(pages: Iterable[ListedPage]) -> str:
    """Write the list as a script, which loads from disk too."""
    tabs: dict[str, int] = {"": 0}
    trails: dict[tuple[str, ...], int] = {(): 0}
    versions: dict[str, int] = {"": 0}
    languages: dict[str, int] = {"": 0}
    rows = {}
    for page in pages:
        row: list[str | int] = [
            page.title,
            tabs.setdefault(page.tab, len(tabs)),
            trails.setdefault(page.trail, len(trails)),
            versions.setdefault(page.version, len(versions)),
            page.description,
            page.method,
            page.path,
            languages.setdefault(page.language, len(languages)),
        ]
        while len(row) > 1 and not row[-1]:
            row.pop()
        rows[page.docname] = row
    data = {
        "tabs": list(tabs),
        "trails": [list(trail) for trail in trails],
        "versions": list(versions),
        "pages": rows,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"sitejson.pages = {text};\n"
