"""The text of a page with a mark for each tag and expression, and its problems.

A mark is the index of its tag and a letter between two characters: ``\ufffc0B\ufffd``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from sphinx_sitejson.common.characters import REPLACEMENT, replace_unreadable_in_page
from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted

from . import lines
from .element_names import KnownTags, is_html
from .elements import Element, MatchedTags, mark_blocks, match_tags
from .lexing import Expression, Tag
from .lines import line_end
from .scanner import Scan, scan

# Both are symbols to Markdown, as the brackets of a tag are, so that emphasis works as beside the
# tag. ``normalize`` removes the first character from texts.
MARK_START, MARK_END = "\ufffc", "\ufffd"
MARK = re.compile(f"{MARK_START}(\\d+)([BESocsxd]){MARK_END}")

MarkKind = Literal["B", "E", "S", "o", "c", "s", "x", "d", ""]
"""Block open, end and self; inline open, close and self; expression; a dropped tag.

Empty for text that is removed without a mark.
"""


@dataclass(slots=True, eq=False)
class Mark:
    """A masked tag or expression."""

    kind: MarkKind
    start: int
    end: int
    element: Element | None = None
    tag: Tag | None = None
    source: str = ""
    line: int = 0
    """Counted from zero."""


@dataclass(slots=True)
class Page:
    """A masked text, and its marks."""

    scan: Scan
    matched: MatchedTags
    text: str = ""
    """The masked text."""
    marks: list[Mark] = field(default_factory=list)
    line_map: list[int] = field(default_factory=list)
    """The line of the source for each masked line."""
    end_lines: dict[int, int] = field(default_factory=dict)
    """The line of the closing mark for the mark of each block."""
    partners: dict[int, int] = field(default_factory=dict)
    """The closing mark for the mark of each inline element."""

    def unmask(self, text: str) -> str:
        """Replace all marks by their source."""
        if MARK_START not in text:
            return text
        return MARK.sub(lambda match: self.marks[int(match[1])].source, text)


def normalize(text: str) -> str:
    """Normalize line breaks, and replace control characters and characters of marks."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return replace_unreadable_in_page(text).replace(MARK_START, REPLACEMENT)


def scan_page(
    text: str,
    known_tags: KnownTags,
    *,
    is_inline: bool = False,
    scanned: Scan | None = None,
) -> Page:
    """Scan a text, match its tags and mask them.

    :param is_inline: whether the text has only inline content.
    :param scanned: an existing scan of the text.
    """
    if scanned is None or scanned.text != text:
        scanned = scan(text, known_tags.inline, skips_front_matter=not is_inline)
    if not scanned.items and not scanned.removed:
        return Page(scanned, MatchedTags(), text=text)
    declared = scanned.statements.names

    def is_known(name: str) -> bool:
        is_plain = is_html(name) or name in known_tags.components
        return not name or is_plain or name.partition(".")[0] in declared

    matched = match_tags(text, scanned.items, is_known)
    if not is_inline:
        mark_blocks(scanned, matched.elements, known_tags)
    page = Page(scanned, matched)
    _Masker(page).run()
    return page


def _collect_marks(page: Page) -> list[Mark]:
    """Return all replacements in document order; implied ends come first."""
    marks = [Mark("", start, end) for start, end in page.scan.removed]
    marks += [
        Mark("x" if isinstance(item, Expression) else "", item.start, item.end)
        for item in page.scan.items
        if not isinstance(item, Tag)
    ]
    marks += [Mark("d", tag.start, tag.end, tag=tag) for tag in page.matched.unmatched]
    marks += [
        Mark("d", tag.start, tag.end, element, tag)
        for element in page.matched.dropped
        for tag in (element.tag, element.close)
        if tag is not None
    ]
    for element in page.matched.elements:
        marks += _element_marks(element)
    return sorted(marks, key=_mark_order)


def _element_marks(element: Element) -> Iterator[Mark]:
    tag = element.tag
    if not element.has_content:
        yield Mark("S" if element.is_block else "s", tag.start, element.last, element, tag)
        return
    yield Mark("B" if element.is_block else "o", tag.start, tag.end, element, tag)
    end = element.close.end if element.close else element.end
    yield Mark("E" if element.is_block else "c", element.end, end, element, element.close)


def _mark_order(mark: Mark) -> tuple[int, bool, int]:
    # Where several elements end, the inner ones end first.
    return mark.start, mark.start != mark.end, -mark.element.tag.start if mark.element else 0


class _Masker:
    """Writes the masked text from left to right."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.text = page.scan.text
        self.starts = lines.LineStarts(self.text)
        self.out: list[str] = []
        self.line = 0
        self.is_clean = True
        """Whether the line has only the prefix of containers so far."""
        self.is_ended = False
        """Whether the line has a block mark, which must be alone."""
        self.opened: dict[int, int] = {}
        self.columns: dict[int, int] = {}

    def run(self) -> None:
        """Mask the page."""
        self.page.line_map.append(0)
        self._find_columns()
        position = 0
        for mark in _collect_marks(self.page):
            if mark.start < position:
                continue
            self._copy(position, mark.start)
            self._write(mark)
            position = mark.end
        self._copy(position, len(self.text))
        self.page.text = "".join(self.out)

    def _find_columns(self) -> None:
        """Indent one-line blocks that follow the text of a list item like that text."""
        columns = self.page.scan.list_item_columns
        for element in self.page.matched.elements:
            if not (columns and element.is_block and element.close):
                continue
            start = self.starts.start(element.tag.start)
            before = self.text[start : element.tag.start]
            is_one_line = "\n" not in self.text[element.tag.start : element.close.end]
            has_text = bool(self.text[element.tag.end : element.end].strip())
            is_left = start in columns and lines.width(before) < columns[start]
            if is_left and is_one_line and has_text and not before.strip():
                self.columns[start] = columns[start]

    def _copy(self, start: int, end: int) -> None:
        """Copy text, on a new line after a block mark."""
        gap = self.text[start:end]
        if not gap:
            return
        if self.is_ended:
            first, newline, _rest = gap.partition("\n")
            if first.strip():
                self._break(start)
            elif newline:
                gap = gap[len(first) :]
            else:
                return
            self.is_ended = False
            gap = gap.lstrip(" \t") if first.strip() else gap
        newlines = gap.count("\n")
        if newlines:
            self.page.line_map.extend(range(self.line + 1, self.line + newlines + 1))
            self.line += newlines
        self._record_clean(gap, end)
        column = self.columns.get(self.starts.start(end)) if newlines else None
        if column is not None and self.is_clean:
            gap = gap[: gap.rfind("\n") + 1] + " " * column
        self.out.append(gap)

    def _record_clean(self, gap: str, end: int) -> None:
        newline = gap.rfind("\n")
        if newline >= 0 or not self.out:
            prefix = lines.PREFIX.match(gap, newline + 1)
            self.is_clean = prefix is not None and prefix.end() == len(gap)
        else:
            self.is_clean = self.is_clean and not gap.strip()

    def _break(self, position: int) -> None:
        """Begin a new line in the containers of the line at a position."""
        start = self.starts.start(position)
        column = self.columns.get(start)
        prefix = lines.continuation_prefix(self.text, start)
        if column:
            prefix = " " * min(column, lines.MAX_PREFIX_LENGTH)
        self.out.append(f"\n{prefix}")
        self.page.line_map.append(self.line)
        self.is_clean, self.is_ended = True, False

    def _write(self, mark: Mark) -> None:
        if not mark.kind:
            self.line += self.text.count("\n", mark.start, mark.end)
            return
        is_block = mark.kind in ("B", "E", "S")
        if self.is_ended or (is_block and not self.is_clean):
            self._break(mark.start)
        index = len(self.page.marks)
        mark.source, mark.line = self.text[mark.start : mark.end], self.line
        self.page.marks.append(mark)
        self.out.append(f"{MARK_START}{index}{mark.kind}{MARK_END}")
        self._record_partner(mark, index)
        self.line += mark.source.count("\n")
        self.is_clean = False
        self.is_ended = is_block

    def _record_partner(self, mark: Mark, index: int) -> None:
        if mark.kind in ("B", "o"):
            self.opened[id(mark.element)] = index
        elif mark.kind == "E":
            self.page.end_lines[self.opened[id(mark.element)]] = len(self.page.line_map) - 1
        elif mark.kind == "c":
            self.page.partners[self.opened[id(mark.element)]] = index


_OPEN_TAG = re.compile(r"(?<!\w)<([A-Z][\w.]*)")
_MAX_OPEN_MARKS = 20


def find_scan_problems(scanned: Scan, path: str, tags: KnownTags) -> Iterator[Problem]:
    """Yield unclosed fences, comments, expressions and tags, and too deep nesting of a text.

    :param path: the file, for messages.
    """
    open_marks = _find_open_marks(scanned.text, scanned.open_marks, tags)
    for line, code, message in islice(open_marks, _MAX_OPEN_MARKS):
        yield Problem(code=code, message=message, location=Location(file=path, line=line))
    for position, has_element in scanned.open_fences.items():
        line = scanned.text.count("\n", 0, position) + 1
        end = "the element around it" if has_element else "the page"
        message = f"this code block is not closed, so it ends with {end}; add its closing fence."
        yield Problem(
            code=ProblemCode.MDX_FENCE, message=message, location=Location(file=path, line=line)
        )
    if (deep_position := scanned.lexer.first_deep_position) is not None:
        line = scanned.text.count("\n", 0, deep_position) + 1
        message = f"the brackets here are {TOO_DEEP}; they are shown as written."
        yield Problem(
            code=ProblemCode.NESTED_TOO_DEEP,
            message=message,
            location=Location(file=path, line=line),
        )


def _find_open_marks(
    text: str, positions: Iterable[int], tags: KnownTags
) -> Iterator[tuple[int, ProblemCode, str]]:
    """Yield the first comment, expression or tag of each line that does not end."""
    end = -1
    for position in positions:
        # What is nested in something that does not end often does not end either.
        if position < end:
            continue
        tag = _OPEN_TAG.match(text, position)
        is_component = tag is not None and tag[1] in tags.components
        if not is_component and not text.startswith(("<!--", "{"), position):
            continue
        end = line_end(text, position)
        source = quoted(text[position:end].rstrip())
        line = text.count("\n", 0, position) + 1
        yield line, *_describe_open_mark(text, position, source)


def _describe_open_mark(text: str, position: int, source: str) -> tuple[ProblemCode, str]:
    if text.startswith(("<!--", "{/*"), position):
        message = f"the comment {source} is not closed, so it is shown as text; add "
        if text[position] == "<":
            return ProblemCode.MDX_TAG, f'{message}"-->".'
        return ProblemCode.MDX_EXPRESSION, f'{message}"*/}}".'
    if text[position] == "{":
        message = (
            f"the expression {source} is not closed, so it is shown as text; close its "
            'brackets and quotes, or write "\\{" for a brace.'
        )
        return ProblemCode.MDX_EXPRESSION, message
    message = f"the tag {source} does not end, so it is shown as text; close its quotes, and add "
    return ProblemCode.MDX_TAG, f'{message}">".'
