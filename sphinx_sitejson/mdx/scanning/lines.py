"""How lines of Markdown begin: list markers, quotes, fences, headings, tables."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property

from sphinx_sitejson.common.nesting import MAX_LEVELS

_CONTAINER = r"[ \t]*+(?:(?:>|[-*+](?=[ \t\n]|\Z)|\d{1,9}[.)](?=[ \t\n]|\Z))[ \t]*+)*+"

MAX_PREFIX_LENGTH = 4 * MAX_LEVELS

_PREFIX = re.compile(_CONTAINER)
FENCE = re.compile(rf"{_CONTAINER}(?P<fence>`{{3,}}(?=[^`\n]*(?:\n|\Z))|~{{3,}})")
HEADING = re.compile(rf"{_CONTAINER}#{{1,6}}(?:[ \t]|$)", re.MULTILINE)
RULE = re.compile(r"[ \t]*+([-*_])(?:[ \t]*+\1){2,}[ \t]*+$", re.MULTILINE)
UNDERLINE = re.compile(r"[ \t>]*+(?:=++|-++)[ \t]*+$", re.MULTILINE)
"""The underline of a setext heading."""
BLANK = re.compile(r"[ \t]*+(?:\n|\Z)")
QUOTED_BLANK = re.compile(r"[ \t>]*+(?:\n|\Z)")

_INDENT = re.compile(r"[ \t>]*+")
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
    """Maps positions of a text to lines."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def number(self, position: int) -> int:
        """Return the line of a position, from zero."""
        return bisect_right(self._starts, position) - 1

    def start(self, position: int) -> int:
        """Return the start of the line of a position."""
        return self._starts[self.number(position)]


def prefix_end(text: str, start: int) -> int:
    """Return the end of the quotes and list markers at the start of a line."""
    prefix = _PREFIX.match(text, start)
    return prefix.end() if prefix else start


def line_end(text: str, position: int) -> int:
    """Return the end of the line of a position, before its line break."""
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def width(text: str) -> int:
    """Return the width of a text in columns, with tab stops of four."""
    return len(text) if "\t" not in text else len(text.expandtabs(4))


def line_indent(text: str, start: int) -> int:
    """Return the indentation of a line; a quote marker counts as a space."""
    match = _INDENT.match(text, start)
    return width(match[0]) if match else 0


def list_columns(text: str, start: int) -> list[int]:
    """Return the columns at which the contents of the list items of a line begin."""
    prefix = text[start : prefix_end(text, start)]
    columns = []
    if prefix.strip() and RULE.match(text, start) is None:
        end = after = 0
        for marker in _MARKER.finditer(prefix):
            # Tab stops count from the start of the line, not from the marker.
            after = width(" " * (after % 4) + prefix[end : marker.end()]) + after - after % 4
            end = marker.end()
            spaces = width(marker[2])
            columns.append(after if 1 <= spaces <= 4 else after - spaces + 1)
    return columns


def continuation_prefix(text: str, start: int) -> str:
    """Return the prefix of a continuation line in the containers of a line."""
    # Deeper blocks are text; repeating all prefixes would need too much memory.
    end = min(prefix_end(text, start), start + MAX_PREFIX_LENGTH)
    return re.sub(r"[^>\t]", " ", text[start:end])


class FenceEnds:
    """The lines of a text that can close a fence, computed on first use."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _ends(self) -> dict[str, tuple[list[int], list[int], list[int]]]:
        """The positions of closing fences, their lengths, and the index of the next longer one."""
        found = [*_FENCE_END.finditer(self._text)]
        ends = {}
        for mark in "`~":
            fences = [line for line in found if line[1][0] == mark]
            lengths = [len(line[1]) for line in fences]
            ends[mark] = [line.start(1) for line in fences], lengths, _next_longer(lengths)
        return ends

    def after(self, position: int, mark: str, length: int) -> int | None:
        """Return the position of the next line that closes a fence of a length."""
        starts, lengths, longer = self._ends[mark]
        index = bisect_left(starts, position)
        while index < len(starts) and lengths[index] < length:
            index = longer[index]
        return starts[index] if index < len(starts) else None


def _next_longer(lengths: list[int]) -> list[int]:
    """Return for each length the index of the next larger one: ``[3, 4]`` gives ``[1, 2]``."""
    longer = [len(lengths)] * len(lengths)
    pending: list[int] = []
    for index, length in enumerate(lengths):
        while pending and lengths[pending[-1]] < length:
            longer[pending.pop()] = index
        pending.append(index)
    return longer


def paragraph_end(text: str, start: int) -> int:
    """Return the end of the paragraph at a position."""
    position = line_end(text, start) + 1
    while position < len(text):
        if _PARAGRAPH_END.match(text, position) or _LIST_LINE.match(text, position):
            return position
        position = line_end(text, position) + 1
    return len(text)


class TableRows:
    """The positions of a text in table rows."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        done = 0
        for match in _DELIMITERS.finditer(text) if "|" in text else ():
            head = text.rfind("\n", 0, max(match.start() - 1, 0)) + 1
            if match.start() < done or "|" not in text[head : match.start()]:
                continue
            done = match.end() + 1
            while _is_row(text, done):
                done = line_end(text, done) + 1
            self._starts.append(head)
            self._ends.append(done)

    def __contains__(self, position: int) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._ends[index]


_CELL_BREAK = re.compile(r"(?<!\\)\|")


def mismatched_columns(paragraph: str) -> tuple[int, int] | None:
    """Return the numbers of cells in the head and the delimiter row of a table, if they differ.

    ``| a | b |\\n|---|`` gives ``(2, 1)``. Markdown reads such a table as a paragraph.
    """
    head, _, rest = paragraph.partition("\n")
    delimiters = rest.partition("\n")[0]
    if not _CELL_BREAK.search(head) or not _DELIMITERS.fullmatch(delimiters):
        return None
    counts = _cell_count(head), _cell_count(delimiters)
    return counts if counts[0] != counts[1] else None


def _cell_count(row: str) -> int:
    row = row.strip()
    is_closed = len(row) > 1 and row.endswith("|") and not row.endswith("\\|")
    return len(_CELL_BREAK.findall(row)) + 1 - row.startswith("|") - is_closed


def _is_row(text: str, start: int) -> bool:
    if start >= len(text):
        return False
    line = text[start : line_end(text, start)].lstrip(" \t>")
    return "|" in line and not line.startswith("<")
