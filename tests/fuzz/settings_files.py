"""Settings files, and what is made of them: the navigation and the redirects."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hypothesis import strategies as st
from settings.support import GOOD_FILES, good_value

from sphinx_sitejson.navigation.site_map import SiteMap, check_divisions
from sphinx_sitejson.navigation.tree import PageLabels, read_tree
from sphinx_sitejson.publishing.redirect_files import RedirectWriter
from sphinx_sitejson.publishing.redirects import PlannedRedirect, SiteContent, plan_redirects
from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.loading import LoadedSettings, load_settings
from sphinx_sitejson.settings.validation import check_versions

from .damage import HOSTILE_TEXTS, damaged_text, damaged_value, places_in
from .oracles import assert_placed, counted_steps

PAGES = ("index", "guide", "guide/start", "care/water", "v1/guide", "api/index", "a b/ü")
PIECES = (*'{}[]":,\\/ \n', "//", "/*", "*/", "\\u0000", "\\ud800", "1e999", "NaN", "'x'", "\ufeff")


@cache
def _good_texts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in GOOD_FILES)


@cache
def _good_values() -> tuple[Any, ...]:
    return tuple(good_value(path.stem) for path in GOOD_FILES)


@cache
def _keys() -> tuple[str, ...]:
    """Return every name that a good file uses."""
    found = {key for value in _good_values() for _, key in places_in(value) if key.__class__ is str}
    return tuple(sorted(found))


def values() -> st.SearchStrategy[str]:
    """Good settings with strange values in them, as text."""
    return damaged_value(_good_values(), _keys()).map(_written)


def texts() -> st.SearchStrategy[str]:
    """Good files with damage in their text."""
    return damaged_text(_good_texts(), PIECES)


def _written(value: Any) -> str:
    return json.dumps(value, indent=1)


def load(text: str, folder: Path) -> LoadedSettings:
    """Load settings and look at what is said about them."""
    path = folder / "site.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    loaded = load_settings(path, display_name="site.json")
    assert_placed(loaded.problems)
    stops = [problem for problem in loaded.problems if problem.stops_build]
    assert (loaded.settings is None) == bool(stops)
    if loaded.settings is not None:
        # What was let through can be written to a page.
        repr(loaded.settings).encode("utf-8")
    return loaded


def read(text: str, folder: Path) -> None:
    """Load settings; what is wrong has a place."""
    with counted_steps():
        load(text, folder)


_SITE = {
    "name": "Site",
    "versions": ["v2", {"name": "v1", "default": True}],
    "tabs": [{"name": "Guide", "url": "guide"}, {"name": "API", "url": "api", "version": "v1"}],
    "anchors": [{"name": "Care", "icon": "leaf", "url": "care"}],
    "primaryTab": {"name": "Start"},
    "navigation": [
        {"group": "Start", "pages": ["index", "guide", {"group": "In", "pages": ["guide/start"]}]},
        {"group": "Care", "icon": "leaf", "version": "v1", "pages": ["care/water", "v1/guide"]},
        {"group": "API", "pages": ["api/index", "missing"]},
    ],
}
_SITE_KEYS = ("group", "pages", "icon", "iconType", "version", "url", "name", "tabs", "anchors")


def sites() -> st.SearchStrategy[Any]:
    """Settings with another navigation, and what pages say of themselves."""
    metadata = st.dictionaries(
        st.sampled_from(("title", "sidebarTitle", "icon", "version", "url", "mode", "hidden")),
        st.one_of(st.sampled_from(HOSTILE_TEXTS), st.sampled_from(("v1", "v2", True, 1, None))),
    )
    facts = st.dictionaries(st.sampled_from(PAGES), metadata, max_size=4)
    settings = damaged_value((_SITE,), (*_SITE_KEYS, *PAGES), most=6, least=0)
    return st.tuples(settings.map(_written), facts)


def map_site(example: tuple[str, dict[str, Any]], folder: Path) -> None:
    """Draw the map of a site: every page has its place in it."""
    text, metadata = example
    with counted_steps():
        loaded = load(text, folder)
        settings = loaded.settings
        if settings is None:
            return
        tree = read_tree(settings, known_pages=PAGES, locate=loaded.locate)
        facts = {name: PageFacts.from_metadata(values) for name, values in metadata.items()}
        names = [version.name for version in settings.versions]
        drawn = SiteMap(settings, tree, PageLabels(facts=facts, versions=names))
        problems = [*tree.problems, *check_divisions(drawn, loaded.locate)]
        assert_placed([*problems, *check_versions(settings, loaded.locate)])
        for page in PAGES:
            drawn.page(page)
        assert set(drawn.pages) <= set(PAGES)


_REDIRECTS = {
    "name": "Site",
    "navigation": [],
    "redirects": [
        {"source": "/old", "destination": "/guide"},
        {"source": "/v1/:slug*", "destination": "/guide/:slug*", "permanent": False},
        {"source": "/a/:b/c", "destination": "https://away.example.com/:b#c"},
        {"source": "/guide/:x", "destination": "/care/:x?y=1"},
    ],
}
_REDIRECT_TEXTS = ("/:slug*", "/:a/:b/:c/:d/:e", "/*", "/a/../b", "/%2e%2e/x", "//x", "/a\\b", "/.")


def redirects() -> st.SearchStrategy[str]:
    """Settings with other redirects."""
    parts = st.sampled_from((*PAGES, *_REDIRECT_TEXTS, "/", ":x", "*", "?", "#"))
    address = st.one_of(
        st.sampled_from((*_REDIRECT_TEXTS, *HOSTILE_TEXTS)),
        st.lists(parts, max_size=4).map("".join),
    )
    entry = st.fixed_dictionaries(
        {"source": address, "destination": address}, optional={"permanent": st.booleans()}
    )
    made = st.lists(entry, min_size=1, max_size=6).map(
        lambda entries: _written({**_REDIRECTS, "redirects": entries})
    )
    return st.one_of(
        made, damaged_value((_REDIRECTS,), ("source", "destination", "permanent")).map(_written)
    )


def _address(moved: PlannedRedirect) -> str:
    return moved.target.external_url or quote(moved.page or moved.path)


def lead(text: str, folder: Path) -> None:
    """Plan the redirects: none leads into a circle, out of the site's folder or to a script."""
    with counted_steps():
        loaded = load(text, folder)
        if loaded.settings is None:
            return
        content = SiteContent(pages=PAGES, has_server=True, reading_order=PAGES)
        plan = plan_redirects(loaded.settings.redirects, content, loaded.locate)
        assert_placed(plan.problems)
        for moved in (*plan.resolved, *plan.folders):
            parts = moved.path.replace("\\", "/").split("/")
            assert ".." not in parts, moved
            assert not moved.path.startswith("/"), moved
            assert moved.path.isprintable(), moved
            assert moved.path not in PAGES, moved
            assert moved.page in (*PAGES, ""), moved
            scheme = moved.target.external_url.partition(":")[0].lower()
            assert scheme in ("", "http", "https", "mailto"), moved
        writer = RedirectWriter(plan, base_path="", target_url=_address)
        for line in writer.redirects_file().splitlines():
            assert len(line.split(" ")) == 3, line
        writer.nginx()
        json.loads(writer.read_the_docs())
