"""Tabs and anchors: which of them a page belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sphinx_sitejson.settings.structure import Anchor, Tab

from .tree import clean_path

_EXTERNAL = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """The part of the site that one page stands in: positions of its tab and its anchor.

    ``None`` is the part that no tab, or no anchor, claims.
    """

    tab: int | None = None
    anchor: int | None = None


def is_external(url: str) -> bool:
    """Whether a URL leads away from the site."""
    return url.lower().startswith(_EXTERNAL)


class Divisions:
    """Finds the division of a page by the longest prefix at slash boundaries."""

    def __init__(self, tabs: Sequence[Tab], anchors: Sequence[Anchor]) -> None:
        self._tabs = _prefixes(tabs)
        self._anchors = _prefixes(anchors)
        self._found: dict[str, Division] = {}

    def of_page(self, docname: str) -> Division:
        """Return the division of a page."""
        if docname not in self._found:
            self._found[docname] = Division(
                tab=_longest_match(docname, self._tabs),
                anchor=_longest_match(docname, self._anchors),
            )
        return self._found[docname]


def _prefixes(entries: Iterable[Tab | Anchor]) -> dict[str, int]:
    """Map each prefix to the entry it marks; of equal ones the first counts."""
    prefixes: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if not is_external(entry.url):
            prefixes.setdefault(clean_path(entry.url), index)
    return prefixes


def _longest_match(docname: str, prefixes: dict[str, int]) -> int | None:
    candidate = docname
    while candidate and candidate not in prefixes:
        candidate = candidate.rpartition("/")[0]
    # The empty prefix, written "/", takes what no other takes.
    return prefixes.get(candidate)
