"""Search the published index with the ranking of the search page.

The ranking is that of ``search-ranking.js``, without its correction of mistyped words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any

from sphinx_sitejson.publishing.search.index_files import NAME_LENGTH
from sphinx_sitejson.publishing.search.tokenizer import Vocabulary, fold

from .files import MissingFileError, SiteFiles

FOLDER = "_static/search"
_LOCATION = re.compile(r"([A-Z])([0-9a-z]*)")
_KINDS = {"p": "page", "o": "operation", "s": "schema"}
_KIND_WEIGHTS = {"page": 1.0, "operation": 1.0, "schema": 0.8}
_LOCATION_WEIGHTS = {"section": 0.95, "term": 0.9, "object": 0.85, "field": 0.75}
_INNER_WEIGHT = 0.8
"""Of the locations of an operation: every operation has the same sections."""
_LOCATION_KINDS = {"": "section", "f": "field", "o": "object", "t": "term"}
_MAX_SENTENCE_LENGTH = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedLocation:
    """A location on a page: its beginning, a section, a field, an object or a term."""

    anchor: str
    title: str
    text: str
    kind: str
    label: str
    keywords: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPage:
    """An indexed page."""

    docname: str
    title: str
    kind: str
    tab: str
    trail: tuple[str, ...]
    version: str
    description: str
    method: str
    path: str
    keywords: str
    locations: tuple[PublishedLocation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A page or a location that matches a query."""

    page: PublishedPage
    location: PublishedLocation | None
    excerpt: str
    score: float


@dataclass(slots=True)
class _Candidate:
    number: int
    score: float = 0.0
    matched_terms: int = 0
    locations: dict[int, tuple[float, frozenset[str]]] = field(default_factory=dict)
    """The score of each location, and the required terms that it has."""


class PublishedIndex:
    """The index of a site."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files
        self._vocabulary = Vocabulary()

    def search(
        self, query: str, *, limit: int = 10, kind: str = "", version: str = ""
    ) -> list[Hit]:
        """Return the best pages and locations for a query."""
        root = self._root()
        stop = set(root["stop"])
        terms = list(dict.fromkeys(self._vocabulary.terms(query)))[:24]
        required = [
            term for term in terms if term not in stop and not re.search(r"[-.]", term)
        ] or terms
        candidates = self._candidates(root, terms, set(required))
        chosen = (c for c in candidates if not kind or _KINDS[root["kinds"][c.number]] == kind)
        ranked = sorted(chosen, key=lambda candidate: (-candidate.score, candidate.number))
        phrases = self._phrases(root, query, terms)
        hits: list[Hit] = []
        for candidate in ranked[: max(20, limit)]:
            page = self._page(root, candidate.number)
            if not version or page.version in ("", version):
                hits.append(_best_hit(page, candidate, terms, phrases))
        return sorted(hits, key=lambda hit: -hit.score)[:limit]

    def _phrases(self, root: dict[str, Any], query: str, terms: Sequence[str]) -> list[str]:
        """Return the query as titles may have it: one word also in its other forms."""
        phrase = fold(" ".join(query.split()))
        if terms != [phrase]:
            return [phrase]
        entries = self._shard_terms(root, phrase)
        stem = _stem(phrase, entries[phrase]) if phrase in entries else phrase
        forms = (form for form, entry in entries.items() if _stem(form, entry) == stem)
        return [phrase, *(form for form in forms if form != phrase)]

    def _candidates(
        self, root: dict[str, Any], terms: Sequence[str], required: set[str]
    ) -> list[_Candidate]:
        candidates: dict[int, _Candidate] = {}
        # A word in a title does not make up for the others.
        power = 0.7 if len(required) > 1 else 1.0
        for term in terms:
            found = frozenset({term} & required)
            share = 1 if found else 2 if re.search(r"[-.]", term) else 0.2
            for number, locations in self._locations(root, term).items():
                known = candidates.setdefault(number, _Candidate(number))
                known.score += share * max(locations.values()) ** power
                known.matched_terms += term in required
                for location, score in locations.items():
                    total, before = known.locations.get(location, (0.0, frozenset()))
                    known.locations[location] = (total + share * score**power, before | found)
        # Keys of JSON are strings; indexes of older versions have no factors.
        for number, boost in root.get("boosts", {}).items():
            if boosted := candidates.get(int(number)):
                boosted.score *= boost
                boosted.locations = {
                    at: (score * boost, found) for at, (score, found) in boosted.locations.items()
                }
        most = max((candidate.matched_terms for candidate in candidates.values()), default=0)
        return [candidate for candidate in candidates.values() if candidate.matched_terms == most]

    def _locations(self, root: dict[str, Any], term: str) -> dict[int, dict[int, float]]:
        """Return the pages with a term in any of its forms: page number to location scores."""
        entries = self._shard_terms(root, term)
        entry_of_term = entries.get(term)
        stems = (
            {_stem(term, entry_of_term)}
            if entry_of_term is not None
            else {
                stem
                for form, entry in entries.items()
                if len(stem := _stem(form, entry)) > 3 and term.startswith(stem)
            }
        )
        pages: dict[int, dict[int, float]] = {}
        for form, entry in entries.items():
            fit = (
                1.0
                if form == term
                else 0.8
                if _stem(form, entry) in stems
                else 0.4
                if form.startswith(term) and len(term) > 2
                else 0.0
            )
            if fit:
                _add_locations(pages, entry, fit)
        weight = 0.35 + log(1 + len(root["kinds"]) / (0.5 + len(pages)))
        return {
            page: {at: score * weight for at, score in locations.items()}
            for page, locations in pages.items()
        }

    def _shard_terms(self, root: dict[str, Any], term: str) -> dict[str, str]:
        starts = root["starts"]
        number = max(
            (position for position, start in enumerate(starts) if start <= term), default=0
        )
        if not starts:
            return {}
        name = root["shards"][number * NAME_LENGTH : (number + 1) * NAME_LENGTH]
        terms: dict[str, str] = self._data(name)
        return terms

    def _page(self, root: dict[str, Any], number: int) -> PublishedPage:
        data = self._data(root["files"][number * NAME_LENGTH : (number + 1) * NAME_LENGTH])
        rows = list(data.get("s", ()))
        for _first, name in data.get("x", ()):
            rows += self._data(name)["s"]
        return PublishedPage(
            docname=data["n"],
            title=data["t"],
            kind=_KINDS[data.get("k", "p")],
            tab=data.get("b", ""),
            trail=tuple(data.get("r", ())),
            version=data.get("v", ""),
            description=data.get("d", ""),
            method=data.get("m", ""),
            path=data.get("p", ""),
            keywords=data.get("w", ""),
            locations=tuple(map(_parse_location, rows)),
        )

    def _root(self) -> dict[str, Any]:
        root: dict[str, Any] = self._data("root")
        return root

    def _data(self, name: str) -> Any:
        text = self._files.read(f"{FOLDER}/{name}.js")
        try:
            return json.loads(text[text.index("{") : text.rindex("}") + 1])
        except ValueError:
            raise MissingFileError(f"{FOLDER}/{name}.js is not part of a search index.") from None


def _parse_location(row: Sequence[str]) -> PublishedLocation:
    anchor, title, text, kind, label, keywords = [*row, *[""] * (6 - len(row))][:6]
    return PublishedLocation(
        anchor=anchor,
        title=title,
        text=text,
        kind=_LOCATION_KINDS.get(kind, "section"),
        label=label,
        keywords=keywords,
    )


def _stem(term: str, entry: str) -> str:
    mark, bar, _ = entry.partition("|")
    return term[: len(term) - int(mark[0], 36)] + mark[1:] if bar else term


def _add_locations(pages: dict[int, dict[int, float]], entry: str, fit: float) -> None:
    number = -1
    for item in entry.rpartition("|")[2].split(" "):
        letters = next(position for position, letter in enumerate(item) if letter.isupper())
        number += int(item[:letters], 36)
        locations = pages.setdefault(number, {})
        for rating, location in _LOCATION.findall(item[letters:]):
            at = int(location or "0", 36)
            locations[at] = max(locations.get(at, 0.0), fit * (ord(rating) - 64))


def _best_hit(
    page: PublishedPage, candidate: _Candidate, terms: Sequence[str], phrases: Sequence[str]
) -> Hit:
    weight = _KIND_WEIGHTS[page.kind]
    at_start = candidate.locations.get(0, (0.0, frozenset[str]()))[1]

    def rate(number: int) -> float:
        score, found = candidate.locations[number]
        location = page.locations[number]
        share = (len(found) + 0.5 * len(at_start - found)) / max(candidate.matched_terms, 1)
        fits = (_fit_location(location, p) if number else _fit_page(page, p) for p in phrases)
        fit = max(each * (0.95 if position else 1) for position, each in enumerate(fits))
        if number:
            fit *= _LOCATION_WEIGHTS[location.kind] * (1 if page.kind == "page" else _INNER_WEIGHT)
        rest = 0.3 * (candidate.score - min(score, candidate.score))
        return weight * fit * (score + rest) * (0.4 + 0.6 * share)

    rated = [(rate(at), at) for at in candidate.locations if at < len(page.locations)]
    best, at = max(rated, key=lambda item: (item[0], -item[1]), default=(candidate.score, 0))
    location = page.locations[at] if at and page.locations[at].anchor else None
    text = page.locations[at].text if at < len(page.locations) else ""
    return Hit(
        page=page, location=location, excerpt=_excerpt(text, terms) or page.description, score=best
    )


def _fit_page(page: PublishedPage, phrase: str) -> float:
    """Return how well the beginning of a page fits a query."""
    title, path = fold(page.title), fold(page.path)
    endpoint = fold(f"{page.method} {page.path}".strip())
    start = page.locations[0] if page.locations else None
    names = [*(start.keywords.split(" ") if start else ()), *re.split(r" *, *", page.keywords)]
    rules = (
        (title == phrase, 2.4),
        (page.docname.removesuffix("/index").rpartition("/")[2] == phrase.replace(" ", "-"), 1.8),
        (bool(endpoint) and phrase in (endpoint, path), 2.6),
        (phrase in map(fold, names), 2.2),
        (phrase in endpoint and "/" in phrase, 1.6),
        (title.startswith(phrase), 1.4),
        (_has_phrase(page.description, phrase), 1.8),
        (phrase in title, 1.25),
        (start is not None and _has_phrase(start.text, phrase), 1.5),
    )
    return next((fit for applies, fit in rules if applies), 1.0)


def _fit_location(location: PublishedLocation, phrase: str) -> float:
    """Return how well a location fits a query."""
    title = fold(location.title)
    rules = (
        (title == phrase or title.endswith(f".{phrase}"), 1.8),
        (f" {phrase} " in fold(f" {location.keywords} "), 1.6),
        (title.startswith(phrase), 1.4),
        (_has_phrase(location.text, phrase), 1.5),
        (phrase in title, 1.25),
    )
    return next((fit for applies, fit in rules if applies), 1.0)


def _has_phrase(text: str, phrase: str) -> bool:
    return " " in phrase and phrase in fold(text)


def _excerpt(text: str, terms: Sequence[str]) -> str:
    lines = re.split(r"\n|(?<=[.!?]) ", text)
    best = max(lines, key=lambda line: sum(term in fold(line) for term in terms), default="")
    return best if len(best) <= _MAX_SENTENCE_LENGTH else f"{best[:_MAX_SENTENCE_LENGTH]}…"
