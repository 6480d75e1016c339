"""Weigh the terms of pages and write the files of the index: its root, its terms, its pages.

All files are scripts, so that they load from disk and under a strict content security policy. All
but the root are named by a digest of their content, so that browsers can cache them forever.

Terms are distributed over shards by their first letters and not by their number, so that a new
term changes only the shard it belongs to.

The rating of a term on a page is a capital letter, from ``A`` for a term that is mentioned to ``Z``
for the only word of a title. Each rating is followed by the number of its section in base 36,
which is omitted for section 0, the beginning of the page.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log2
from typing import Any

from .entries import PageEntry, PlaceEntry
from .tokenizer import Vocabulary

FULL = 24_000
"""How many characters of words a file has before it is divided; a third of it when compressed."""
_LONGEST_START = 12


@dataclass(frozen=True, slots=True)
class Shard:
    """Neighboring words; ``start`` is not after the first of them."""

    start: str
    words: tuple[str, ...]


def order(word: str) -> bytes:
    """Return by what words are sorted: the way in which scripts compare texts."""
    return word.encode("utf-16-be", "surrogatepass")


def shards_of(sizes: Mapping[str, int]) -> list[Shard]:
    """Distribute words.

    :param sizes: how many characters each word and its places take.
    """
    words = sorted(sizes, key=order)
    return list(_joined(_divided("", words, sizes), sizes))


def _divided(start: str, words: Sequence[str], sizes: Mapping[str, int]) -> Iterator[Shard]:
    """Yield words in groups with the same first letters, each small enough or indivisible."""
    if not words:
        return
    if len(words) == 1 or len(start) >= _LONGEST_START or _size(words, sizes) <= FULL:
        yield Shard(start, tuple(words))
        return
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault(word[: len(start) + 1], []).append(word)
    for first_letters, members in groups.items():
        if first_letters == start:
            yield Shard(start, tuple(members))
        else:
            yield from _divided(first_letters, members, sizes)


def _joined(shards: Iterator[Shard], sizes: Mapping[str, int]) -> Iterator[Shard]:
    """Yield small neighbors together."""
    waiting: Shard | None = None
    for shard in shards:
        if waiting is None:
            waiting = shard
        elif _size(waiting.words, sizes) + _size(shard.words, sizes) <= FULL:
            waiting = Shard(waiting.start, waiting.words + shard.words)
        else:
            yield waiting
            waiting = shard
    if waiting is not None:
        yield waiting


def _size(words: Sequence[str], sizes: Mapping[str, int]) -> int:
    return sum(sizes[word] for word in words)


MOST_PLACES = 4
"""Of one word on a page; the best are kept."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

_TITLE, _PLACE_TITLE, _KEYWORD = 26, 19, 14
_LEAST_OF_TITLES, _LEAST_OF_PLACE_TITLES = 17, 12


class PageWords:
    """The words of one page, each with the places where it is."""

    def __init__(self, page: PageEntry, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._ratings: dict[str, dict[int, int]] = {}
        self._rate_title(page.title, 0, _TITLE, _LEAST_OF_TITLES)
        self._rate_keywords(f"{page.keywords} {page.path} {page.method}", 0)
        self._rate_keywords(page.docname.removesuffix("/index").rpartition("/")[2], 0)
        self._rate_text(page.description, 0)
        for number, place in enumerate(page.places):
            self._rate_place(place, number)

    def places(self) -> dict[str, str]:
        """Return the places of each word, as they are written."""
        return {word: _written(ratings) for word, ratings in sorted(self._ratings.items())}

    def _rate_place(self, place: PlaceEntry, number: int) -> None:
        if place.title:
            self._rate_title(place.title, number, _PLACE_TITLE, _LEAST_OF_PLACE_TITLES)
        if place.keywords:
            self._rate_keywords(place.keywords, number)
        self._rate_text(place.text, number)

    def _rate_title(self, title: str, number: int, best: int, least: int) -> None:
        # Parts of names count as words, but do not make a title longer.
        rating = max(least, best - len(title.split()) + 1)
        for word in self._vocabulary.words(title):
            self._note(word, number, rating)

    def _rate_keywords(self, text: str, number: int) -> None:
        for word in self._vocabulary.words(text):
            self._note(word, number, _KEYWORD)

    def _rate_text(self, text: str, number: int) -> None:
        counts = self._vocabulary.counts(text)
        length = log2(1 + len(counts) / 60)
        ratings = {
            count: max(1, min(9, round(2 + 2 * log2(count) - length)))
            for count in set(counts.values())
        }
        for word in counts.keys() - self._vocabulary.stop_words:
            self._note(word, number, ratings[counts[word]])

    def _note(self, word: str, number: int, rating: int) -> None:
        places = self._ratings.setdefault(word, {})
        if places.get(number, 0) < rating:
            places[number] = rating


def _written(ratings: dict[int, int]) -> str:
    if len(ratings) == 1:
        # As most words have it.
        [(number, rating)] = ratings.items()
        return _place(number, rating)
    best = sorted(ratings.items(), key=lambda item: (-item[1], item[0]))[:MOST_PLACES]
    return "".join([_place(number, rating) for number, rating in best])


@cache
def _place(number: int, rating: int) -> str:
    """Write one place; there are only so many numbers and ratings."""
    return f"{chr(64 + rating)}{base36(number) if number else ''}"


def base36(number: int) -> str:
    """Write a number in the digits that scripts read with ``parseInt(…, 36)``."""
    if number < len(_DIGITS):
        return _DIGITS[number]
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


def joined_places(pages: Iterable[tuple[int, str]]) -> str:
    """Write the places of a word on all pages, each page as its distance from the one before.

    :param pages: numbers of pages, ascending, each with the places of the word on it.
    """
    before = -1
    pieces = []
    for number, places in pages:
        pieces.append(f"{base36(number - before)}{places}")
        before = number
    return " ".join(pieces)


ROOT = "root.js"
NAME_LENGTH = 8
FULL_PAGE = 24_000
"""How many characters of text the file of a page has; the rest goes into further files."""
LONGEST_TEXT = 20_000
"""Of one place; what comes after it can be found, but is not shown."""
_KINDS = {"page": "p", "operation": "o", "schema": "s"}


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedPage:
    """What the index has to know of a page to find it."""

    kind: str
    tab: str
    version: str
    file: str
    """The name of the page's file."""
    further: tuple[str, ...] = ()
    """The names of its further files."""
    words: str = ""
    """A line for each word, with its places after a space."""


def index_page(page: PageEntry, vocabulary: Vocabulary) -> tuple[IndexedPage, dict[str, str]]:
    """Return what the index needs, and the page's files."""
    files = dict(_page_files(page))
    name, *further = reversed(files)
    words = PageWords(page, vocabulary).places()
    indexed = IndexedPage(
        kind=page.kind,
        tab=page.tab,
        version=page.version,
        file=name,
        further=tuple(further),
        words="\n".join(f"{word} {places}" for word, places in words.items()),
    )
    return indexed, files


def index_files(
    pages: Mapping[str, IndexedPage], vocabulary: Vocabulary, start: Iterable[str] = ()
) -> dict[str, str]:
    """Return the files that all pages share.

    :param start: the pages that a reader may begin with.
    """
    names = sorted(pages)
    numbers = {name: number for number, name in enumerate(names)}
    entries = _entries(_places_by_word(pages[name] for name in names), vocabulary)
    sizes = {word: len(word) + len(entry) + 6 for word, entry in entries.items()}
    files: dict[str, str] = {}
    starts: list[str] = []
    shard_names: list[str] = []
    for shard in shards_of(sizes):
        text = _json({word: entries[word] for word in shard.words})
        name = _digest(text)
        files[f"{name}.js"] = _call("words", name, text)
        starts.append(shard.start)
        shard_names.append(name)
    root = {
        "files": "".join(pages[name].file for name in names),
        "kinds": "".join(_KINDS[pages[name].kind] for name in names),
        "tabs": _numbered(pages[name].tab for name in names),
        "versions": _numbered(pages[name].version for name in names),
        "starts": starts,
        "shards": "".join(shard_names),
        "stop": sorted(vocabulary.stop_words),
        "first": [numbers[name] for name in start if name in numbers],
    }
    files[ROOT] = f"sitejson.search.root({_json(root)});\n"
    return files


def _places_by_word(pages: Iterable[IndexedPage]) -> dict[str, str]:
    places: dict[str, list[tuple[int, str]]] = {}
    for number, page in enumerate(pages):
        for line in page.words.split("\n"):
            word, _, on_page = line.partition(" ")
            if word:
                places.setdefault(word, []).append((number, on_page))
    return {word: joined_places(found) for word, found in places.items()}


def _entries(places: Mapping[str, str], vocabulary: Vocabulary) -> dict[str, str]:
    return {word: f"{_stem_mark(word, vocabulary)}{found}" for word, found in places.items()}


def _stem_mark(word: str, vocabulary: Vocabulary) -> str:
    """Return how the stem is made of the word: how many letters go, and which come instead."""
    stem = vocabulary.stem(word)
    if stem == word:
        return ""
    shared = 0
    while shared < min(len(stem), len(word)) and stem[shared] == word[shared]:
        shared += 1
    return f"{base36(len(word) - shared)}{stem[shared:]}|"


def _numbered(values: Iterable[str]) -> list[Any]:
    """Return the values, and for each page the number of its value as a character."""
    numbers: dict[str, int] = {"": 0}
    letters = "".join(chr(48 + numbers.setdefault(value, len(numbers))) for value in values)
    return [list(numbers), letters]


def _page_files(page: PageEntry) -> Iterator[tuple[str, str]]:
    """Yield the files of a page, the first of them last: it names the others."""
    parts = list(_parts(page.places))
    further: list[list[Any]] = []
    for first, rows in parts[1:]:
        text = _json({"s": rows})
        name = _digest(text)
        further.append([first, name])
        yield name, _call("page", name, text)
    data = {
        "n": page.docname,
        "t": page.title,
        "k": _KINDS[page.kind],
        "b": page.tab,
        "r": page.trail,
        "v": page.version,
        "d": page.description,
        "m": page.method,
        "p": page.path,
        "w": page.keywords,
        "s": parts[0][1] if parts else [],
        "x": further,
    }
    text = _json({key: value for key, value in data.items() if value})
    name = _digest(text)
    yield name, _call("page", name, text)


def _parts(places: Iterable[PlaceEntry]) -> Iterator[tuple[int, list[list[str]]]]:
    rows: list[list[str]] = []
    first, size = 0, 0
    for number, place in enumerate(places):
        row = _row(place)
        length = sum(map(len, row))
        if rows and size + length > FULL_PAGE:
            yield first, rows
            rows, first, size = [], number, 0
        rows.append(row)
        size += length
    yield first, rows


def _row(place: PlaceEntry) -> list[str]:
    kind = "" if place.kind == "section" else place.kind[0]
    text = place.text[:LONGEST_TEXT]
    row = [place.anchor, place.title, text, kind, place.label, place.keywords]
    while row and not row[-1]:
        row.pop()
    return row


def _call(function: str, name: str, text: str) -> str:
    return f'sitejson.search.{function}("{name}",{text});\n'


def _digest(text: str) -> str:
    number = int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace")).digest()[:8], "big")
    return base36(number).rjust(NAME_LENGTH, "0")[-NAME_LENGTH:]


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
    # Line ends of Unicode, and half characters that no file can hold.
    return (
        text.encode("utf-8", "replace")
        .decode()
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )
