"""The list of pages for scripts, and the files of the search index: its root, its terms, its pages.

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
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby
from math import log2
from operator import itemgetter
from posixpath import commonprefix
from typing import Any, NamedTuple

from sphinx_sitejson.common.records import record
from sphinx_sitejson.common.search_terms import LocationEntry, PageKind, Vocabulary, fold
from sphinx_sitejson.navigation.site_map import SiteMap
from sphinx_sitejson.settings.front_matter.keys import PageFacts

PAGE_LIST = "sitejson-pages.js"
"""The name of the list among the static files."""
MAX_SUMMARY_LENGTH = 160
"""In characters; a result shows one line of it."""
CHANGELOG_NAMES = frozenset({"changelog", "changes", "history", "release-notes", "releases"})
CHANGELOG_BOOST = 0.4


@record
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


MAX_SHARD_SIZE = 24_000
"""The maximum number of characters of words in a file; about a third when compressed."""
_MAX_PREFIX_LENGTH = 12


class Shard(NamedTuple):
    """A range of words; ``start`` is not after the first of them."""

    start: str
    terms: tuple[str, ...]


def sort_key(term: str) -> bytes:
    """Return the sort key of words: the order in which scripts compare strings."""
    return term.encode("utf-16-be", "surrogatepass")


def distribute_terms(sizes: Mapping[str, int]) -> list[Shard]:
    """Distribute words.

    :param sizes: the number of characters of each word with its locations.
    """
    terms = sorted(sizes, key=sort_key)
    ends = [0, *accumulate(sizes[term] for term in terms)]
    shards: list[Shard] = []
    first, start = 0, ""
    for begin, end, prefix in _divide(terms, ends, 0, len(terms), ""):
        # Small neighbors share a shard.
        if begin > first and ends[end] - ends[first] > MAX_SHARD_SIZE:
            shards.append(Shard(start, tuple(terms[first:begin])))
            first, start = begin, prefix
        elif begin == first:
            start = prefix
    return [*shards, Shard(start, tuple(terms[first:]))] if terms else []


def _divide(
    terms: Sequence[str], ends: Sequence[int], begin: int, end: int, prefix: str
) -> Iterator[tuple[int, int, str]]:
    """Yield ranges of terms with the same first letters, each small enough or indivisible.

    :param ends: the total size of the first n terms, for each n.
    """
    size = ends[end] - ends[begin]
    if end - begin <= 1 or len(prefix) >= _MAX_PREFIX_LENGTH or size <= MAX_SHARD_SIZE:
        if begin < end:
            yield begin, end, prefix
        return
    length = len(prefix) + 1
    for letters, members in groupby(terms[begin:end], key=lambda term: term[:length]):
        first, begin = begin, begin + len(list(members))
        if letters == prefix:
            yield first, begin, prefix
        else:
            yield from _divide(terms, ends, first, begin, letters)


MAX_LOCATIONS = 4
"""The maximum number of locations of one word on a page; the best remain."""
MAX_CACHED_LOCATIONS = 5_000
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

_TITLE, _LOCATION_TITLE, _KEYWORD, _KEYWORD_PART = 26, 19, 14, 3
_MIN_TITLE, _MIN_LOCATION_TITLE = 17, 12
_PART = 0.5
"""The factor of a word that is only a part of a name, such as ``key`` in ``apiKey``."""


def page_terms(page: ListedPage, vocabulary: Vocabulary) -> dict[str, str]:
    """Return the words of a page in order, each with its serialized locations."""
    start = _TermRatings(vocabulary)
    start.rate_title(page.title, _TITLE, _MIN_TITLE)
    start.rate_names(f"{page.keywords} {page.path} {page.method}", _KEYWORD)
    start.rate_names(page.docname.removesuffix("/index").rpartition("/")[2], _KEYWORD)
    start.rate_text(page.description)
    terms = {term: [(0, rating)] for term, rating in start.ratings.items()}
    for number, location in enumerate(page.locations):
        ratings = _rate_location(vocabulary, location.title, location.keywords, location.text)
        for term, rating in ratings.items():
            if term not in terms:
                terms[term] = [(number, rating)]
            elif number:
                terms[term].append((number, rating))
            else:
                terms[term] = [max(terms[term][0], (0, rating))]
    return {term: _serialize_ratings(locations) for term, locations in sorted(terms.items())}


class _TermRatings:
    """The words of one location, each with its best rating."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.ratings: dict[str, int] = {}

    def rate_title(self, title: str, best: int, least: int) -> None:
        """Rate the words of a title; parts of names do not count for its length."""
        rating = max(least, best - len(title.split()) + 1)
        self.rate_names(title, rating)
        self.rate_names(self._vocabulary.find_synonyms(title), rating - 1)

    def rate_names(self, text: str, rating: int) -> None:
        """Rate names, and their parts lower."""
        self.rate_terms(text, set(self._vocabulary.names(text)), rating, round(_PART * rating))

    def rate_terms(self, text: str, names: set[str], rating: int, part_rating: int) -> None:
        """Rate terms: names, and what is only a part of one."""
        for term in self._vocabulary.terms(text):
            value = rating if term in names else part_rating
            self.ratings[term] = max(value, self.ratings.get(term, 0))

    def rate_text(self, text: str) -> None:
        """Rate the words of a text by their number."""
        synonyms = self._vocabulary.find_synonyms(text)
        counts = self._vocabulary.counts(f"{text}\n{synonyms}" if synonyms else text)
        length = log2(1 + len(counts) / 60)
        ratings = {
            count: max(1, min(9, round(2 + 2 * log2(count) - length)))
            for count in set(counts.values())
        }
        known = self.ratings
        for term in counts.keys() - self._vocabulary.stop_words:
            rating = ratings[counts[term]]
            if term not in known or known[term] < rating:
                known[term] = rating


@lru_cache(maxsize=MAX_CACHED_LOCATIONS)
def _rate_location(
    vocabulary: Vocabulary, title: str, keywords: str, text: str
) -> Mapping[str, int]:
    """Rate the words of a location; the pages of an API have many in common."""
    location = _TermRatings(vocabulary)
    location.rate_title(title, _LOCATION_TITLE, _MIN_LOCATION_TITLE)
    # The names that the location is about; their parts are no more than text.
    names = {fold(name) for name in keywords.split()}
    location.rate_terms(keywords, names, _KEYWORD, _KEYWORD_PART)
    location.rate_text(text)
    return location.ratings


def _serialize_ratings(locations: list[tuple[int, int]]) -> str:
    if len(locations) == 1:
        # The case of most words.
        return _serialize_location(*locations[0])
    best = sorted(locations, key=itemgetter(1), reverse=True)[:MAX_LOCATIONS]
    return "".join([_serialize_location(number, rating) for number, rating in best])


@cache
def _serialize_location(number: int, rating: int) -> str:
    """Serialize a location; numbers and ratings are limited."""
    return f"{chr(64 + rating)}{base36(number) if number else ''}"


def base36(number: int) -> str:
    """Write a number in the digits that scripts read with ``parseInt(…, 36)``."""
    digits = _DIGITS[number % 36]
    while number := number // 36:
        digits = _DIGITS[number % 36] + digits
    return digits


ROOT = "root.js"
NAME_LENGTH = 8
MAX_PAGE_SIZE = 24_000
"""The maximum number of characters in the file of a page; the rest goes into additional files."""
MAX_TEXT_LENGTH = 20_000
"""The maximum for one location; later text can be found, but is not shown."""
_KINDS = {"page": "p", "operation": "o", "schema": "s"}


class IndexedPage(NamedTuple):
    """The data of a page in the index."""

    kind: str
    tab: str
    version: str
    file: str
    """The name of the page's file."""
    boost: float = 1
    extra_files: Sequence[str] = ()
    """The names of its additional files."""
    terms: str = ""
    """Its words, each with a bar and how to stem it."""
    locations: str = ""
    """The locations of each word."""
    facts: str = ""
    """A digest of what the navigation and the settings contribute to the page."""


def index_page(
    page: ListedPage, vocabulary: Vocabulary, facts: str = ""
) -> tuple[IndexedPage, dict[str, str]]:
    """Return what the index needs, and the page's files."""
    files = dict(_page_files(page))
    name, *extra_files = reversed(files)
    terms = page_terms(page, vocabulary)
    indexed = IndexedPage(
        kind=page.kind,
        tab=page.tab,
        version=page.version,
        file=name,
        boost=page.boost,
        extra_files=extra_files,
        terms=" ".join([f"{term}|{_stem_mark(term, vocabulary)}" for term in terms]),
        locations=" ".join(terms.values()),
        facts=facts,
    )
    return indexed, files


def index_files(
    pages: Mapping[str, IndexedPage], stop_words: Iterable[str], start: Iterable[str] = ()
) -> dict[str, str]:
    """Return the files that all pages share.

    :param start: the pages that a reader may begin with.
    """
    names = sorted(pages)
    numbers = {name: number for number, name in enumerate(names)}
    entries = index_terms(pages)
    sizes = {term: len(term) + len(entry) + 6 for term, entry in entries.items()}
    shards = distribute_terms(sizes)
    calls = [_call("words", {term: entries[term] for term in shard.terms}) for shard in shards]
    files = {f"{name}.js": call for name, call in calls}
    root: dict[str, Any] = {
        "files": "".join(pages[name].file for name in names),
        "kinds": "".join(_KINDS[pages[name].kind] for name in names),
        "tabs": _number_values(pages[name].tab for name in names),
        "versions": _number_values(pages[name].version for name in names),
        "starts": [shard.start for shard in shards],
        "shards": "".join(name for name, _call_text in calls),
        "stop": sorted(stop_words),
        "first": [numbers[name] for name in start if name in numbers],
    }
    if boosts := {numbers[name]: pages[name].boost for name in names if pages[name].boost != 1}:
        root["boosts"] = boosts
    files[ROOT] = f"sitejson.search.root({_json(root)});\n"
    return files


def index_terms(pages: Mapping[str, IndexedPage]) -> dict[str, str]:
    """Return the entry of each term: how to stem it, and its locations on all pages.

    Each page is written as the distance from the previous one: ``1e|1Z 10A2`` is a term on the
    first and on the 37th page, without whose last letter and with an "e" it is its stem.
    """
    entries: dict[str, list[str]] = defaultdict(list)
    previous: dict[str, int] = defaultdict(lambda: -1)
    distances = [base36(number) for number in range(len(pages) + 1)]
    for number, name in enumerate(sorted(pages)):
        page = pages[name]
        for word, locations in zip(page.terms.split(), page.locations.split(), strict=True):
            entries[word].append(distances[number - previous[word]] + locations)
            previous[word] = number
    found = {}
    for word, on_pages in entries.items():
        term, bar, mark = word.partition("|")
        found[term] = f"{mark and mark + bar}{' '.join(on_pages)}"
    return found


@cache
def _stem_mark(term: str, vocabulary: Vocabulary) -> str:
    """Return how to stem a word: the number of letters to remove, and the ones to append."""
    stem = vocabulary.stem(term)
    if stem == term:
        return ""
    shared = len(commonprefix((stem, term)))
    return f"{base36(len(term) - shared)}{stem[shared:]}"


def _number_values(values: Iterable[str]) -> list[Any]:
    """Return the values, and for each page the number of its value as a character."""
    numbers: dict[str, int] = {"": 0}
    letters = "".join(chr(48 + numbers.setdefault(value, len(numbers))) for value in values)
    return [list(numbers), letters]


def _page_files(page: ListedPage) -> Iterator[tuple[str, str]]:
    """Yield the files of a page, the first of them last: it names the others."""
    parts = list(_parts(page.locations))
    extra_files: list[list[Any]] = []
    for first, rows in parts[1:]:
        name, call = _call("page", {"s": rows})
        extra_files.append([first, name])
        yield name, call
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
        "s": parts[0][1],
        "x": extra_files,
    }
    yield _call("page", {key: value for key, value in data.items() if value})


def _parts(locations: Iterable[LocationEntry]) -> Iterator[tuple[int, list[list[str]]]]:
    """Yield the rows of each file of a page, with the number of the first location."""
    rows: list[list[str]] = []
    first, size = 0, 0
    for number, location in enumerate(locations):
        kind = "" if location.kind == "section" else location.kind[0]
        text = location.text[:MAX_TEXT_LENGTH]
        row = [location.anchor, location.title, text, kind, location.label, location.keywords]
        while row and not row[-1]:
            row.pop()
        length = sum(map(len, row))
        if rows and size + length > MAX_PAGE_SIZE:
            yield first, rows
            rows, first, size = [], number, 0
        rows.append(row)
        size += length
    yield first, rows


def _call(function: str, data: Any) -> tuple[str, str]:
    """Return the name of a file, which is a digest of its data, and its text."""
    text = _json(data)
    number = int.from_bytes(hashlib.blake2b(text.encode()).digest()[:8])
    name = base36(number).rjust(NAME_LENGTH, "0")[-NAME_LENGTH:]
    return name, f'sitejson.search.{function}("{name}",{text});\n'


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # Half characters that no file can hold, and line ends of Unicode.
    text = text.encode("utf-8", "replace").decode()
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
