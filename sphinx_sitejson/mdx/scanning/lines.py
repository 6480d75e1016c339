"""How lines of Markdown begin: list markers, quotes, fences, headings, tables."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import NamedTuple

from sphinx_sitejson.common.nesting import MAX_LEVELS

_CONTAINER = r"[ \t]*+(?:(?:>|[-*+](?=[ \t\n]|\Z)|\d{1,9}[.)](?=[ \t\n]|\Z))[ \t]*+)*+"

LONGEST_PREFIX = 4 * MAX_LEVELS

PREFIX = re.compile(_CONTAINER)
"""Quotes and list markers at the begin of a line."""

FENCE = re.compile(rf"{_CONTAINER}(?P<fence>`{{3,}}(?=[^`\n]*(?:\n|\Z))|~{{3,}})")
HEADING = re.compile(rf"{_CONTAINER}#{{1,6}}(?:[ \t]|$)", re.MULTILINE)
RULE = re.compile(r"[ \t]*+([-*_])(?:[ \t]*+\1){2,}[ \t]*+$", re.MULTILINE)
UNDERLINE = re.compile(r"[ \t>]*+(?:=++|-++)[ \t]*+$", re.MULTILINE)
"""What makes the text above it a heading."""
BLANK = re.compile(r"[ \t]*+(?:\n|\Z)")
QUOTED_BLANK = re.compile(r"[ \t>]*+(?:\n|\Z)")

_FENCE_END = re.compile(r"^[ \t>]*+(`{3,}+|~{3,}+)[ \t]*+$", re.MULTILINE)
_MARKER = re.compile(r"([-*+]|\d{1,9}[.)])([ \t]*+)")
_DELIMITERS = re.compile(
    r"^[ \t>]*+(?=[^\n]*\|)\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$",
    re.MULTILINE,
)
_PARAGRAPH_END = re.compile(
    rf"^(?:[ \t>]*+$|{_CONTAINER}(?:`{{3,}}|~{{3,}}|#{{1,6}}[ \t]))", re.MULTILINE
)
_LIST_LINE = re.compile(r"[ \t>]*+(?:[-*+]|\d{1,9}[.)])[ \t]")


class LineStarts:
    """Tells in which line of a text a position stands."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def number(self, position: int) -> int:
        """Return the number of a line, counted from zero."""
        return bisect_right(self._starts, position) - 1

    def start(self, position: int) -> int:
        """Return where the line of a position begins."""
        return self._starts[bisect_right(self._starts, position) - 1]


def line_end(text: str, position: int) -> int:
    """Return where the line of a position ends, before its line break."""
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def width(text: str) -> int:
    """Return how many columns a text takes; a tab goes to the next multiple of four."""
    return len(text) if "\t" not in text else len(text.expandtabs(4))


def indent_of(text: str, start: int) -> int:
    """Return the columns before the first word of a line; a quote's mark counts as a space."""
    end = start
    while text[end : end + 1] in (" ", "\t", ">") and end < len(text):
        end += 1
    return width(text[start:end])


def list_columns(text: str, start: int) -> list[int]:
    """Return the columns at which the contents of the list items of a line begin."""
    prefix = PREFIX.match(text, start)
    assert prefix is not None
    columns = []
    if not prefix[0].isspace() and prefix[0] and RULE.match(text, start) is None:
        end = after = 0
        for marker in _MARKER.finditer(prefix[0]):
            # A tab goes to the next multiple of four of the line, not of the part behind a marker.
            after = width(" " * (after % 4) + prefix[0][end : marker.end()]) + after - after % 4
            end = marker.end()
            spaces = width(marker[2])
            columns.append(after if 1 <= spaces <= 4 else after - spaces + 1)
    return columns


def continuation_prefix(text: str, start: int) -> str:
    """Return what a further line in the containers of a line begins with."""
    prefix = PREFIX.match(text, start)
    assert prefix is not None
    # Blocks that many containers deep are words; to repeat all of them would take much room.
    return re.sub(r"[^>\t]", " ", prefix[0][:LONGEST_PREFIX])


class _FenceLines(NamedTuple):
    """Where lines stand, how long their marks are, and which line has the next longer ones."""

    starts: list[int]
    lengths: list[int]
    longer: list[int]


class FenceEnds:
    """The lines of a text that can close a fence, found when the first one is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _ends(self) -> dict[str, _FenceLines]:
        found = {mark: _FenceLines([], [], []) for mark in "`~"}
        for line in _FENCE_END.finditer(self._text):
            starts, lengths, _longer = found[line[1][0]]
            starts.append(line.start(1))
            lengths.append(len(line[1]))
        for _starts, lengths, longer in found.values():
            longer.extend(_next_longer(lengths))
        return found

    def after(self, position: int, mark: str, length: int) -> int | None:
        """Return where the next line stands that closes a fence of that length."""
        starts, lengths, longer = self._ends[mark]
        index = bisect_left(starts, position)
        while index < len(starts) and lengths[index] < length:
            index = longer[index]
        return starts[index] if index < len(starts) else None


def _next_longer(lengths: list[int]) -> list[int]:
    """Return for each length the place of the next larger one behind it."""
    longer = [len(lengths)] * len(lengths)
    waiting: list[int] = []
    for index, length in enumerate(lengths):
        while waiting and lengths[waiting[-1]] < length:
            longer[waiting.pop()] = index
        waiting.append(index)
    return longer


def paragraph_end(text: str, start: int) -> int:
    """Return where the paragraph that goes on after a position ends."""
    position = line_end(text, start) + 1
    while position < len(text):
        if _PARAGRAPH_END.match(text, position) or _LIST_LINE.match(text, position):
            return position
        position = line_end(text, position) + 1
    return len(text)


class TableRows:
    """Tells which positions of a text stand in rows of tables."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        if "|" in text:
            self._find(text)

    def _find(self, text: str) -> None:
        done = 0
        for found in _DELIMITERS.finditer(text):
            head = text.rfind("\n", 0, max(found.start() - 1, 0)) + 1
            if found.start() < done or "|" not in text[head : found.start()]:
                continue
            done = found.end() + 1
            while _is_row(text, done):
                done = line_end(text, done) + 1
            self._starts.append(head)
            self._ends.append(done)

    def __contains__(self, position: int) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._ends[index]


def _is_row(text: str, start: int) -> bool:
    if start >= len(text):
        return False
    line = text[start : line_end(text, start)].lstrip(" \t>")
    return "|" in line and (line.startswith("|") or not line.startswith("<"))
