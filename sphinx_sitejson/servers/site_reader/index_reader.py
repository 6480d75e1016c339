"""Search the published index with the ranking of the search page.

The ranking is that of ``search-ranking.js``, without its correction of mistyped words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any

from sphinx_sitejson.publishing.search.index_files import NAME_LENGTH
from sphinx_sitejson.publishing.search.tokenizer import Vocabulary, fold

from .files import MissingFileError, SiteFiles

FOLDER = "_static/search"
_PLACE = re.compile(r"([A-Z])([0-9a-z]*)")
_KINDS = {"p": "page", "o": "operation", "s": "schema"}
_PLACE_KINDS = {"": "section", "f": "field", "o": "object", "t": "term"}
_LONGEST_SENTENCE = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPlace:
    """A place on a page: its beginning, a section, a field, an object or a term."""

    anchor: str
    title: str
    text: str
    kind: str
    label: str
    keywords: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPage:
    """What the index says of a page."""

    docname: str
    title: str
    kind: str
    tab: str
    trail: tuple[str, ...]
    version: str
    description: str
    method: str
    path: str
    places: tuple[PublishedPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A page or a place that answers a query."""

    page: PublishedPage
    place: PublishedPlace | None
    sentence: str
    score: float


@dataclass(slots=True)
class _Candidate:
    number: int
    score: float = 0.0
    found: int = 0
    places: dict[int, float] = field(default_factory=dict)


class PublishedIndex:
    """The index of a site."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files
        self._vocabulary = Vocabulary()

    def pages(self, kind: str = "") -> Iterator[PublishedPage]:
        """Yield the pages of a kind, or all."""
        root = self._root()
        for number, letter in enumerate(root["kinds"]):
            if not kind or _KINDS[letter] == kind:
                yield self._page(root, number)

    def search(self, query: str, *, most: int = 10, kind: str = "", version: str = "") -> list[Hit]:
        """Return the best pages and places for a query."""
        root = self._root()
        stop = set(root["stop"])
        words = list(dict.fromkeys(self._vocabulary.words(query)))[:24]
        needed = [
            word for word in words if word not in stop and not re.search(r"[-.]", word)
        ] or words
        candidates = self._candidates(root, words, set(needed))
        chosen = (c for c in candidates if not kind or _KINDS[root["kinds"][c.number]] == kind)
        ranked = sorted(chosen, key=lambda candidate: (-candidate.score, candidate.number))
        phrase = fold(" ".join(query.split()))
        hits: list[Hit] = []
        for candidate in ranked[: max(20, most)]:
            page = self._page(root, candidate.number)
            if not version or page.version in ("", version):
                hits.append(_best_hit(page, candidate, words, phrase))
        return sorted(hits, key=lambda hit: -hit.score)[:most]

    def page(self, docname: str) -> PublishedPage | None:
        """Return what the index says of one page."""
        return next((page for page in self.pages() if page.docname == docname), None)

    def _candidates(
        self, root: dict[str, Any], words: Sequence[str], needed: set[str]
    ) -> list[_Candidate]:
        candidates: dict[int, _Candidate] = {}
        for word in words:
            for number, places in self._places(root, word).items():
                known = candidates.setdefault(number, _Candidate(number))
                known.score += max(places.values()) * (1 if word in needed else 0.2)
                known.found += word in needed
                for place, worth in places.items():
                    known.places[place] = known.places.get(place, 0) + worth
        most = max((candidate.found for candidate in candidates.values()), default=0)
        return [candidate for candidate in candidates.values() if candidate.found == most]

    def _places(self, root: dict[str, Any], word: str) -> dict[int, dict[int, float]]:
        """Return the pages that have a word, in any of its forms, with their places."""
        entries = self._words_near(root, word)
        own = entries.get(word)
        stems = (
            {_stem(word, own)}
            if own is not None
            else {
                stem
                for form, entry in entries.items()
                if len(stem := _stem(form, entry)) > 3 and word.startswith(stem)
            }
        )
        pages: dict[int, dict[int, float]] = {}
        for form, entry in entries.items():
            fit = (
                1.0
                if form == word
                else 0.8
                if _stem(form, entry) in stems
                else 0.4
                if form.startswith(word) and len(word) > 2
                else 0.0
            )
            if fit:
                _add_places(pages, entry, fit)
        weight = 0.35 + log(1 + len(root["kinds"]) / (0.5 + len(pages)))
        return {
            page: {at: worth * weight for at, worth in places.items()}
            for page, places in pages.items()
        }

    def _words_near(self, root: dict[str, Any], word: str) -> dict[str, str]:
        starts = root["starts"]
        number = max(
            (position for position, start in enumerate(starts) if start <= word), default=0
        )
        if not starts:
            return {}
        name = root["shards"][number * NAME_LENGTH : (number + 1) * NAME_LENGTH]
        words: dict[str, str] = self._data(name)
        return words

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
            places=tuple(map(_place, rows)),
        )

    def _root(self) -> dict[str, Any]:
        root: dict[str, Any] = self._data("root")
        return root

    def _data(self, name: str) -> Any:
        text = self._files.read(f"{FOLDER}/{name}.js")
        try:
            return json.loads(text[text.index("{") : text.rindex("}") + 1])
        except ValueError:
            raise MissingFileError(f"{FOLDER}/{name}.js is no part of a search index.") from None


def _place(row: Sequence[str]) -> PublishedPlace:
    anchor, title, text, kind, label, keywords = [*row, *[""] * (6 - len(row))][:6]
    return PublishedPlace(
        anchor=anchor,
        title=title,
        text=text,
        kind=_PLACE_KINDS.get(kind, "section"),
        label=label,
        keywords=keywords,
    )


def _stem(word: str, entry: str) -> str:
    mark, bar, _ = entry.partition("|")
    return word[: len(word) - int(mark[0], 36)] + mark[1:] if bar else word


def _add_places(pages: dict[int, dict[int, float]], entry: str, fit: float) -> None:
    number = -1
    for item in entry.rpartition("|")[2].split(" "):
        letters = next(position for position, letter in enumerate(item) if letter.isupper())
        number += int(item[:letters], 36)
        places = pages.setdefault(number, {})
        for rating, place in _PLACE.findall(item[letters:]):
            at = int(place or "0", 36)
            places[at] = max(places.get(at, 0.0), fit * (ord(rating) - 64))


def _best_hit(page: PublishedPage, candidate: _Candidate, words: Sequence[str], phrase: str) -> Hit:
    def score(number: int, worth: float) -> float:
        title = fold(page.places[number].title if number else page.title)
        endpoint = fold(f"{page.method} {page.path}") if page.method and not number else ""
        whole = 2.4 if phrase in (title, endpoint) else 1.3 if phrase in title else 1.0
        return (worth + 0.3 * (candidate.score - min(worth, candidate.score))) * whole

    rated = [
        (score(at, worth), at) for at, worth in candidate.places.items() if at < len(page.places)
    ]
    best, at = max(rated, key=lambda item: (item[0], -item[1]), default=(candidate.score, 0))
    place = page.places[at] if at and page.places[at].anchor else None
    text = page.places[at].text if at < len(page.places) else ""
    return Hit(
        page=page, place=place, sentence=_sentence(text, words) or page.description, score=best
    )


def _sentence(text: str, words: Sequence[str]) -> str:
    lines = re.split(r"\n|(?<=[.!?]) ", text)
    best = max(lines, key=lambda line: sum(word in fold(line) for word in words), default="")
    return best if len(best) <= _LONGEST_SENTENCE else f"{best[:_LONGEST_SENTENCE]}…"
