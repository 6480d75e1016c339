"""Tables of a PDF: columns as wide as their words need, rows that go on on the next page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

LINE = 84
"""How many characters of code stand in a line of a page, between the edges of cells."""

LONGEST_SYLLABLES = 13
"""How many letters of a word stay together: LaTeX breaks longer ones between syllables."""

PAGE_NUMBER = " (page 100)"
"""What stands behind each link."""

LINES_THAT_STAY_TOGETHER = 25
"""The longest table that is not broken between pages."""

GIVEN = "colwidths-given"


class TablesOfLatex(SphinxPostTransform):
    """Gives columns their widths, unless the author did: LaTeX would make them all alike."""

    default_priority = 260
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        for table in self.document.findall(nodes.table):
            if GIVEN not in table["classes"]:
                fit_columns(table)


def fit_columns(table: nodes.table) -> None:
    """Say how wide the columns of a table are, and whether it may be broken."""
    columns = list(table.findall(nodes.colspec))
    rows = [row for row in table.findall(nodes.row) if len(row) == len(columns)]
    is_nested = any(isinstance(cell[0], nodes.table) for cell in _cells(rows) if len(cell))
    if not rows or is_nested or len(columns) < 2:
        return
    by_column = list(zip(*(row.children for row in rows), strict=True))
    least = [max(map(longest_piece, cells)) for cells in by_column]
    most = [max(map(longest_line, cells)) for cells in by_column]
    widths = column_widths(least, most)
    for column, width in zip(columns, widths, strict=True):
        column["colwidth"] = width
    table["classes"] = [name for name in table["classes"] if name != "colwidths-auto"] + [GIVEN]
    lines = sum(
        max(lines_in(cell.astext(), width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    if lines > LINES_THAT_STAY_TOGETHER and "longtable" not in table["classes"]:
        table["classes"].append("longtable")


def lines_in(text: str, width: int) -> int:
    """Return how many lines a text takes in a column.

    >>> lines_in("one\\n\\ntwo three", 5)
    3
    """
    return sum(-(-len(line) // width) for line in text.splitlines())


def column_widths(least: list[int], most: list[int]) -> list[int]:
    """Share a line among columns: each has room for its longest piece, long ones get the rest.

    >>> column_widths([10, 8], [12, 300])
    [12, 72]
    """
    least = [width + 2 for width in least]
    rest = LINE - sum(least)
    if rest <= 0:
        return least
    wishes = [max(wish - have, 0) for wish, have in zip(most, least, strict=True)]
    widths = list(least)
    # The most modest first, so that what they leave goes to the others.
    waiting = sorted(range(len(wishes)), key=wishes.__getitem__)
    for number, column in enumerate(waiting):
        more = min(wishes[column], rest // (len(waiting) - number))
        widths[column] += more
        rest -= more
    # What nobody needs is shared alike: the page is wider than the table.
    return [width + rest // len(widths) for width in widths]


def longest_piece(cell: nodes.Node) -> int:
    """Return how long the longest part of a cell is that cannot be broken."""
    literals = [piece.astext() for piece in cell.findall(nodes.literal)]
    blocks = [piece.astext() for piece in cell.findall(nodes.FixedTextElement)]
    words = (min(len(word), LONGEST_SYLLABLES) for word in cell.astext().split())
    unbroken = (len(word) for text in literals for word in text.split())
    numbers = (len(PAGE_NUMBER) for link in cell.findall(nodes.reference) if link.get("internal"))
    lines = (min(len(line), LINE // 2) for text in blocks for line in text.splitlines())
    return max((*words, *unbroken, *numbers, *lines), default=1)


def longest_line(cell: nodes.Node) -> int:
    """Return how long a cell would be if its paragraphs had a line each."""
    longest = max(map(len, cell.astext().splitlines()), default=1)
    has_number = any(link.get("internal") for link in cell.findall(nodes.reference))
    return longest + (len(PAGE_NUMBER) if has_number else 0)


def _cells(rows: list[nodes.row]) -> Iterator[nodes.Element]:
    for row in rows:
        yield from row.findall(nodes.entry)
