"""Pair opening and closing tags, repair mismatches, and tell block elements from inline ones."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from sphinx_sitejson.common.nesting import MAX_NESTING

from . import lines
from .element_names import KnownTags, is_void
from .lexing import Item, Tag
from .scanner import Scan

_MAX_ANCESTORS = 20
_SPACE = re.compile(r"\s*+")

Repair = Literal["", "self_closed", "implied_end", "unclosed", "crossing", "too_deep"]


@dataclass(eq=False)
class Element:
    """An element: its tag and where it ends."""

    name: str
    tag: Tag
    close: Tag | None = None
    end: int = -1
    """The end of the content: before the closing tag, if there is one."""
    has_content: bool = True
    """Whether it may have content; not if it is self-closing or void."""
    parent: Element | None = None
    is_block: bool = False
    repair: Repair = ""

    @property
    def last(self) -> int:
        """The position after the element."""
        return self.close.end if self.close else self.end


class MatchedTags:
    """The elements of a text, and the tags that belong to no element.

    :param is_known: whether there is an element or a component of a name.
    """

    def __init__(self, text: str, items: Sequence[Item], is_known: Callable[[str], bool]) -> None:
        self.elements: list[Element] = []
        """In the order of their opening tags."""
        self.unmatched: list[Tag] = []
        """Closing tags without an opening tag, which are omitted."""
        self.dropped: list[Element] = []
        """Elements whose tags are omitted; their content remains."""
        self._text = text
        self._tags = [item for item in items if isinstance(item, Tag)]
        self._is_known = is_known
        self._found: list[Element] = []
        self._literals: set[int] = set()
        """The starts of unclosed tags of unknown names, which are text."""
        self._stack: list[tuple[Element, int]] = []
        """The open elements, each with the index of the next tag."""
        self._open_counts: Counter[str] = Counter()
        self._siblings: dict[int, int] = {}
        """The start of the next element of the same name within an open element."""
        for index, tag in enumerate(self._tags, 1):
            if tag.kind == "close":
                self._close(tag)
            else:
                self._open(tag, index)
        self._resolve_unclosed(len(self._stack), None)
        self._assign_parents()

    def _open(self, tag: Tag, index: int) -> None:
        element = Element(tag.name, tag)
        self._found.append(element)
        if tag.kind == "self" or is_void(tag.name):
            element.has_content = False
            element.end = tag.end
            return
        for ancestor, _index in self._stack[: -_MAX_ANCESTORS - 1 : -1]:
            if ancestor.name == element.name:
                self._siblings.setdefault(id(ancestor), element.tag.start)
            if self._is_known(ancestor.name):
                break
        self._stack.append((element, index))
        self._open_counts[tag.name] += 1
        self._open_counts[_fold_case(tag.name)] += 1

    def _close(self, tag: Tag) -> None:
        name = tag.name
        if is_void(name):
            self._close_void(tag)
            return
        if not self._open_counts[_fold_case(name)]:
            self.unmatched.append(tag)
            return
        is_exact = self._open_counts[name] > 0
        count = 0
        for element, _index in reversed(self._stack):
            if element.name == name or (
                not is_exact and _fold_case(element.name) == _fold_case(name)
            ):
                break
            count += 1
        self._resolve_unclosed(count, tag)
        element, _index = self._pop()
        element.close, element.end = tag, tag.start

    def _close_void(self, tag: Tag) -> None:
        """Close ``<img></img>``; a ``</br>`` by itself is a line break, as in every browser."""
        last = self._found[-1] if self._found else None
        is_same = last is not None and last.close is None and last.name == tag.name
        if last is not None and is_same and _is_space(self._text, last.end, tag.start):
            last.close, last.end = tag, tag.start
        elif tag.name.lower() == "br":
            self._found.append(
                Element(tag.name, replace(tag, kind="self"), end=tag.end, has_content=False)
            )
        else:
            self.unmatched.append(tag)

    def _pop(self) -> tuple[Element, int]:
        element, index = self._stack.pop()
        self._open_counts[element.name] -= 1
        self._open_counts[_fold_case(element.name)] -= 1
        return element, index

    def _resolve_unclosed(self, count: int, closing: Tag | None) -> None:
        """Repair the innermost elements, which have no closing tag.

        :param closing: the closing tag of the element around them, if there is one.
        """
        for _ in range(count):
            element, index = self._pop()
            following = self._tags[index] if index < len(self._tags) else None
            if following and not _is_space(self._text, element.tag.end, following.start):
                following = None
            if not self._is_known(element.name):
                self._literals.add(element.tag.start)
            elif following and (
                following is closing
                or (following.kind != "close" and following.name == element.name)
            ):
                # Nothing is between it and the next tag: its slash is missing.
                element.repair = "self_closed"
                element.end, element.has_content = element.tag.end, False
            elif closing is not None:
                element.repair = "implied_end"
                element.end = self._siblings.get(id(element), closing.start)
            else:
                element.repair = "unclosed"

    def _assign_parents(self) -> None:
        """Assign the parent of each element, and drop those that cross or are too deep."""
        ancestors: list[Element] = []
        for element in self._found:
            if element.tag.start in self._literals:
                continue
            while ancestors and ancestors[-1].end <= element.tag.start:
                ancestors.pop()
            parent = ancestors[-1] if ancestors else None
            if not element.repair or element.end >= 0:
                if parent is not None and element.last > parent.end:
                    element.repair = "crossing"
                elif len(ancestors) >= MAX_NESTING:
                    element.repair = "too_deep"
            if element.repair in ("unclosed", "crossing", "too_deep"):
                self.dropped.append(element)
                continue
            element.parent = parent
            self.elements.append(element)
            if element.has_content:
                ancestors.append(element)


def _is_space(text: str, start: int, end: int) -> bool:
    """Return whether there is only white space between two positions."""
    match = _SPACE.match(text, start, end)
    return match is not None and match.end() >= end


def _fold_case(name: str) -> str:
    # Tag names have no spaces, so that these keys differ from the names themselves.
    return f"{name.lower()} "


def find_line_ends(text: str, items: Sequence[Item]) -> tuple[set[int], set[int]]:
    """Return the starts of the items with only other items before, and after them on a line."""
    first: set[int] = set()
    last: set[int] = set()
    end, is_first = 0, True
    for item in items:
        gap = text[end : item.start]
        newline = gap.rfind("\n")
        if newline >= 0 or end == 0:
            is_first = lines.prefix_end(text, end + newline + 1) >= item.start
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
    return first, last


def mark_blocks(scan: Scan, elements: Sequence[Element], known_tags: KnownTags) -> None:
    """Set ``is_block`` of the elements."""
    text = scan.text
    first, last = find_line_ends(text, scan.items)
    rows, starts = lines.TableRows(text), lines.LineStarts(text)

    @cache
    def is_heading(line_start: int) -> bool:
        return lines.HEADING.match(text, line_start) is not None

    for element in reversed(elements):
        if element.is_block or _is_block(scan, element, first, last, known_tags):
            start = element.tag.start
            # Table rows and headings have only inline content.
            element.is_block = start not in rows and not is_heading(starts.start(start))
            if element.is_block and element.parent is not None:
                element.parent.is_block = True


def _is_block(
    scan: Scan, element: Element, first: set[int], last: set[int], known_tags: KnownTags
) -> bool:
    start, end = element.tag.end, element.end
    index = bisect_left(scan.breaks, start)
    if index < len(scan.breaks) and scan.breaks[index] < end:
        return True
    tags = {element.tag.start, (element.close or element.tag).start}
    if (tags <= first and tags <= last) or element.name in known_tags.blocks:
        return True
    is_full_line = element.tag.start in first and max(tags) in last
    return is_full_line and element.name not in known_tags.inline
