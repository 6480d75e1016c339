"""Decides which elements are blocks and which stand in a line of text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from . import lines
from .known_tags import KnownTags
from .matching import Element
from .scanner import Scan
from .tags import Item


@dataclass(frozen=True, slots=True)
class Neighbors:
    """Which items have nothing but items before them, or after them, on their lines."""

    first: frozenset[int]
    last: frozenset[int]

    def is_alone(self, item: Item) -> bool:
        """Whether nothing but items stands on the lines of an item."""
        return item.start in self.first and item.start in self.last


def find_neighbors(text: str, items: Sequence[Item]) -> Neighbors:
    """Look at the text between the items, once."""
    first: set[int] = set()
    last: set[int] = set()
    end, is_first = 0, True
    for item in items:
        gap = text[end : item.start]
        newline = gap.rfind("\n")
        if newline >= 0 or end == 0:
            prefix = lines.PREFIX.match(text, end + newline + 1)
            assert prefix is not None
            is_first = prefix.end() >= item.start
        else:
            is_first = is_first and not gap.strip()
        if is_first:
            first.add(item.start)
        end = item.end
    begin, is_last = len(text), True
    for item in reversed(items):
        gap = text[item.end : begin]
        newline = gap.find("\n")
        rest = gap if newline < 0 else gap[:newline]
        is_last = (newline >= 0 or is_last) and not rest.strip()
        if is_last:
            last.add(item.start)
        begin = item.start
    return Neighbors(frozenset(first), frozenset(last))


def decide_blocks(scan: Scan, elements: Sequence[Element], known_tags: KnownTags) -> Neighbors:
    """Mark the elements that are blocks."""
    neighbors = find_neighbors(scan.text, scan.items)
    in_line = _Lines(scan.text)
    for element in reversed(elements):
        if element.is_block or _is_block(scan, element, neighbors, known_tags):
            if element.tag.start in in_line:
                element.is_block = False
                continue
            element.is_block = True
            if element.parent is not None:
                element.parent.is_block = True
    return neighbors


class _Lines:
    """Tells which positions stand in a row of a table or in a heading, which hold only text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._rows = lines.TableRows(text)
        self._starts = lines.LineStarts(text)
        self._headings: dict[int, bool] = {}

    def __contains__(self, position: int) -> bool:
        if position in self._rows:
            return True
        start = self._starts.start(position)
        if start not in self._headings:
            self._headings[start] = lines.HEADING.match(self._text, start) is not None
        return self._headings[start]


def _is_block(scan: Scan, element: Element, neighbors: Neighbors, known_tags: KnownTags) -> bool:
    start, end = element.tag.end, element.end
    index = bisect_left(scan.breaks, start)
    if index < len(scan.breaks) and scan.breaks[index] < end:
        return True
    if neighbors.is_alone(element.tag) and (
        element.close is None or neighbors.is_alone(element.close)
    ):
        return True
    if known_tags.is_block(element.name):
        return True
    last = element.close or element.tag
    is_full_line = element.tag.start in neighbors.first and last.start in neighbors.last
    return is_full_line and not known_tags.is_inline(element.name)
