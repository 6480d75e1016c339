"""Writes the index of a site: its root, its words, and a file for each page.

All files are scripts, so that they load from disk and under a strict policy. But for the root,
they are named by a digest of what they hold: a browser keeps them for as long as they are true.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .entries import PageEntry, PlaceEntry
from .shards import shards_of
from .term_weights import PageWords, base36, joined_places
from .tokenizer import Vocabulary

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
