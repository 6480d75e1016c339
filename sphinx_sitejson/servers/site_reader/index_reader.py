"""Search the published index with the scripts of the search page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.files import THEME
from sphinx_sitejson.common.scripts import Scripts

from .files import MissingFileError, SiteFiles

FOLDER = "_static/search"
MIN_CANDIDATES = 20
"""The number of pages whose texts are compared, however few hits are wanted."""

_SCRIPTS = Scripts(
    (
        THEME / "scripts" / f"{name}.js"
        for name in ("search-words", "search-lookup", "search", "search-ranking")
    ),
    prelude="const sitejson = {};",
)
_SEARCH = """async (load, query, options) => {
  const search = sitejson.createSearch(await load("root"), { words: load, page: load });
  return (await search(query, options)).hits;
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A page, or a location on it, that matches a query."""

    docname: str
    anchor: str
    title: str
    page_title: str
    tab: str
    trail: tuple[str, ...]
    method: str
    path: str
    excerpt: str


class PublishedIndex:
    """The index of a site."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files

    def search(
        self, query: str, *, limit: int = 10, kind: str = "", version: str = ""
    ) -> list[Hit]:
        """Return the best pages and locations for a query; raise ScriptFailedError."""
        options = {"kind": kind, "version": version, "limit": max(MIN_CANDIDATES, limit)}
        hits = _SCRIPTS.call_loading(_SEARCH, self._data, query, options)
        return [
            Hit(
                docname=hit["page"],
                anchor=hit["anchor"],
                title=hit["title"],
                page_title=hit["pageTitle"],
                tab=hit["tab"],
                trail=tuple(hit["trail"]),
                method=hit["method"],
                path=hit["path"],
                excerpt=hit["sentence"] or hit["description"],
            )
            for hit in hits[:limit]
        ]

    def _data(self, name: str) -> Any:
        text = self._files.read(f"{FOLDER}/{name}.js")
        try:
            return json.loads(text[text.index("{") : text.rindex("}") + 1])
        except ValueError:
            raise MissingFileError(f"{FOLDER}/{name}.js is not part of a search index.") from None
