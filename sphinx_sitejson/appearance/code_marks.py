"""Marks words in highlighted code, whatever their colors."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

_PART = re.compile(r'<(td|span) class="linenos[^"]*">.*?</\1>|<[^>]*>|[^<]+', re.DOTALL)
_CHARACTER = re.compile(r"&[^;\s]+;|.", re.DOTALL)
_COLORED = re.compile(r'<span(?! class="hll"| id=)[^>]*>')


def mark_words(code: str, words: Sequence[str]) -> str:
    """Put ``<mark>`` around each place where one of the words stands.

    A phrase of several colors gets one mark: the elements of its words are opened in it again.

    :param code: what Pygments made: elements that hold words, and lines that hold such elements.
    """
    parts = [found[0] for found in _PART.finditer(code)]
    plain = "".join(html.unescape(part) for part in parts if not part.startswith("<"))
    places = list(_places(plain, words))
    return "".join(_marked(parts, places)) if places else code


def _places(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where the words begin and end, the longest first where several begin."""
    ordered = sorted({word for word in words if word.strip()}, key=lambda word: (-len(word), word))
    if ordered:
        for found in re.finditer("|".join(map(re.escape, ordered)), text):
            yield found.span()


def _marked(parts: Sequence[str], places: Sequence[tuple[int, int]]) -> Iterator[str]:
    starts = [start for start, _ in places]
    position, opened, is_marked = 0, "", False
    for part in parts:
        if part.startswith("<"):
            # What holds whole lines is opened and closed around marks; what has a color, in them.
            if _COLORED.fullmatch(part):
                opened = part
            elif part == "</span>" and opened:
                opened = ""
            else:
                yield part
            continue
        for piece, is_inside, ends in _pieces(part, position, starts, places):
            if is_inside and not is_marked:
                yield "<mark>"
            yield f"{opened}{piece}</span>" if opened else piece
            is_marked = is_inside and not ends
            if is_inside and ends:
                yield "</mark>"
        position += len(html.unescape(part))


def _pieces(
    text: str, position: int, starts: Sequence[int], places: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, bool, bool]]:
    """Yield pieces of a text, whether each is marked, and whether its mark ends with it."""
    piece, was_inside = "", False
    for character in _CHARACTER.findall(text):
        number = bisect_right(starts, position) - 1
        is_inside = number >= 0 and position < places[number][1]
        if piece and is_inside != was_inside:
            yield piece, was_inside, was_inside
            piece = ""
        piece += character
        was_inside = is_inside
        position += 1
        if is_inside and position == places[number][1]:
            yield piece, True, True
            piece = ""
    if piece:
        yield piece, was_inside, False
