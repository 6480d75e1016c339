"""Rates each word of a page by where on the page it is.

A rating is a capital letter, from ``A`` for a word that is mentioned to ``Z`` for the only word
of a title. The places of a word are written as ratings, each with the number of its place in
base 36; the beginning of the page, place 0, is not written.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import log2

from .entries import PageEntry, PlaceEntry
from .tokenizer import Vocabulary

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
