"""Split texts into terms, the same way as the script that reads queries (``search-words.js``)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Literal

from .records import record

_WORD = re.compile(r"\w+")
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAS_CJK = re.compile(f"[{_CJK}]")
_RUNS = re.compile(f"[{_CJK}]+|[^{_CJK}]+")
# Of "HTTPServer2_id": HTTP, Server, 2, id.
_PARTS = re.compile(r"[^\W\d_A-Z]+|[A-Z]+(?![a-z])|[A-Z][^\W\d_A-Z]*|\d+")
# Matched only at the beginning of words, so that long ones are scanned once.
_SYMBOL = re.compile(r"--\w+(?:[-.]\w+)*|(?<!\w)\w++(?:[-.]\w++)+")
_COMBINING_MARKS = re.compile("[\u0300-\u036f]")

MAX_TERM_LENGTH = 40
"""Longer words are data, not search terms."""


def fold(text: str) -> str:
    """Return a text in small letters without accents."""
    lower = text.lower()
    if lower.isascii():
        return lower
    return unicodedata.normalize(
        "NFC", _COMBINING_MARKS.sub("", unicodedata.normalize("NFD", lower))
    )


class Vocabulary:
    """Tokenize and stem the words of a language, with a cache."""

    def __init__(
        self,
        stem: Callable[[str], str] = str,
        stop_words: Collection[str] = frozenset(),
        synonyms: Collection[tuple[str, str]] = (),
    ) -> None:
        self._stem = stem
        self._stems_cache: dict[str, str] = {}
        self.synonyms = tuple(synonyms)
        """Words that readers type, each with those that stand in texts instead."""
        self._phrases = [(query, self._stem_words(phrase)) for query, phrase in self.synonyms]
        self.stop_words = frozenset(fold(term) for term in stop_words)
        """Stop words."""
        self._forms_cache: dict[str, tuple[str, ...]] = {}

    def names(self, text: str) -> Iterator[str]:
        """Yield each word and each symbol of code, without the parts of names."""
        for term in _WORD.findall(text):
            forms = self._forms(term)
            yield from forms if _HAS_CJK.search(term) else forms[:1]
        yield from _symbols(text)

    def terms(self, text: str) -> Iterator[str]:
        """Yield each word, the parts of names after the full name, and then symbols of code."""
        for term in _WORD.findall(text):
            yield from self._forms(term)
        yield from _symbols(text)

    def counts(self, text: str) -> dict[str, int]:
        """Return the same words with their number of occurrences."""
        counts: dict[str, int] = {}
        # Counted before they are split, since a text repeats most of its words.
        for term, count in Counter(_WORD.findall(text)).items():
            for form in self._forms(term):
                counts[form] = counts.get(form, 0) + count
        for name in _symbols(text):
            counts[name] = counts.get(name, 0) + 1
        return counts

    def find_synonyms(self, text: str) -> str:
        """Return the words that readers may type for words of a text."""
        if not self._phrases:
            return ""
        words = self._stem_words(text)
        return " ".join(query for query, phrase in self._phrases if phrase in words)

    def _stem_words(self, text: str) -> str:
        """Return the stems of a text between spaces; languages without spaces keep their texts."""
        words = [fold(word) for word in _WORD.findall(text)]
        for word in words:
            if word not in self._stems_cache:
                self._stems_cache[word] = word if _HAS_CJK.search(word) else self.stem(word)
        stems = " ".join(self._stems_cache[word] for word in words)
        return stems if _HAS_CJK.search(stems) else f" {stems} "

    def _forms(self, term: str) -> tuple[str, ...]:
        known = self._forms_cache.get(term)
        if known is None:
            known = self._forms_cache[term] = tuple(_split_term(term))
        return known

    def stem(self, term: str) -> str:
        """Return the stem of a word."""
        return fold(self._stem(term)) or term


def _symbols(text: str) -> Iterator[str]:
    # There are many words, but few symbols.
    for piece in [piece for piece in text.split() if "-" in piece or "." in piece]:
        for name in _SYMBOL.findall(piece):
            if len(name) <= MAX_TERM_LENGTH:
                yield fold(name)


def _split_term(term: str) -> Iterator[str]:
    if len(term) > MAX_TERM_LENGTH:
        return
    if _HAS_CJK.search(term):
        for run in _RUNS.findall(term):
            yield from _bigrams(run) if _HAS_CJK.match(run) else _split_term(run)
        return
    forms = (fold(form) for form in (term.strip("_"), *_PARTS.findall(term)))
    yield from dict.fromkeys(form for form in forms if form)


def _bigrams(run: str) -> Iterator[str]:
    """Yield bigrams: these languages have no spaces between words."""
    run = fold(run)
    for start in range(max(1, len(run) - 1)):
        yield run[start : start + 2]


LocationKind = Literal["section", "field", "object", "term"]
PageKind = Literal["page", "operation", "schema"]


@record
class LocationEntry:
    """A heading, a field, an object of a domain or a term, with the text that belongs to it."""

    anchor: str = ""
    title: str = ""
    kind: LocationKind = "section"
    label: str = ""
    """The kind of object or field as a label: "Python function", "integer"."""
    keywords: str = ""
    """Keywords with more weight than text: the path of an operation, the values of an enum."""
    text: str = ""
    """One block of text in a line."""
