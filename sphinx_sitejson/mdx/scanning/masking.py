"""The text of a page with a mark for each tag and expression, and its problems.

A mark is the index of its tag and a letter between two characters: ``\ufffc0B\ufffd``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from sphinx_sitejson.common.characters import REPLACEMENT, replace_unreadable_in_page
from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted

from . import lines
from .element_names import HTML_ELEMENTS, KnownTags
from .elements import Element, MatchedTags, mark_blocks
from .lexing import Tag
from .lines import line_end
from .scanner import Scan

# Both are symbols to Markdown, as the brackets of a tag are, so that emphasis works as beside the
# tag. ``normalize`` removes the first character from texts.
MARK_START, MARK_END = "\ufffc", "\ufffd"
MARK = re.compile(f"{MARK_START}(\\d+)([BESocsxd]){MARK_END}")

MarkKind = Literal["B", "E", "S", "o", "c", "s", "x", "d", ""]
"""Block open, end and self; inline open, close and self; expression; a dropped tag.

Empty for text that is removed without a mark.
"""


@dataclass(eq=False)
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


class Page:
    """A masked text, and its marks."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.text = scan.text
        """The masked text."""
        self.marks: list[Mark] = []
        self.line_map: list[int] = []
        """The line of the source for each masked line."""
        self.end_lines: dict[int, int] = {}
        """The line of the closing mark for the mark of each block."""
        self.partners: dict[int, int] = {}
        """The closing mark for the mark of each inline element."""
        self._out: list[str] = []
        self._line = 0
        self._is_clean = True
        """Whether the line has only the prefix of containers so far."""
        self._is_ended = False
        """Whether the line has a block mark, which must be alone."""
        self._opened: dict[int, int] = {}
        self._columns: dict[int, int] = {}

    def unmask(self, text: str) -> str:
        """Replace all marks by their source."""
        if MARK_START not in text:
            return text
        return MARK.sub(lambda match: self.marks[int(match[1])].source, text)

    def mask(self, matched: MatchedTags) -> None:
        """Write the masked text from left to right."""
        text = self.scan.text
        self._starts = lines.LineStarts(text)
        self.line_map.append(0)
        self._find_columns(matched.elements)
        position = 0
        for mark in _collect_marks(self.scan, matched):
            if mark.start < position:
                continue
            self._copy(position, mark.start)
            if mark.kind:
                self._write(mark)
            self._line += text.count("\n", mark.start, mark.end)
            position = mark.end
        self._copy(position, len(text))
        self.text = "".join(self._out)

    def _find_columns(self, elements: Iterable[Element]) -> None:
        """Indent one-line blocks that follow the text of a list item like that text."""
        text, columns = self.scan.text, self.scan.list_item_columns
        for element in elements:
            if not (columns and element.is_block and element.close):
                continue
            start = self._starts.start(element.tag.start)
            before = text[start : element.tag.start]
            is_one_line = "\n" not in text[element.tag.start : element.close.end]
            has_text = bool(text[element.tag.end : element.end].strip())
            is_left = start in columns and lines.width(before) < columns[start]
            if is_left and is_one_line and has_text and not before.strip():
                self._columns[start] = columns[start]

    def _copy(self, start: int, end: int) -> None:
        """Copy text, on a new line after a block mark."""
        gap = self.scan.text[start:end]
        if not gap:
            return
        if self._is_ended:
            first, newline, _rest = gap.partition("\n")
            if first.strip():
                self._break(start)
                gap = gap.lstrip(" \t")
            elif newline:
                gap = gap[len(first) :]
            else:
                return
            self._is_ended = False
        newlines = gap.count("\n")
        self.line_map.extend(range(self._line + 1, self._line + newlines + 1))
        self._line += newlines
        if newlines or not self._out:
            last_line = gap.rfind("\n") + 1
            self._is_clean = lines.prefix_end(gap, last_line) == len(gap)
            column = self._columns.get(self._starts.start(end)) if newlines else None
            if column is not None and self._is_clean:
                gap = gap[:last_line] + " " * column
        else:
            self._is_clean = self._is_clean and not gap.strip()
        self._out.append(gap)

    def _break(self, position: int) -> None:
        """Begin a new line in the containers of the line at a position."""
        start = self._starts.start(position)
        if column := self._columns.get(start):
            prefix = " " * min(column, lines.MAX_PREFIX_LENGTH)
        else:
            prefix = lines.continuation_prefix(self.scan.text, start)
        self._out.append(f"\n{prefix}")
        self.line_map.append(self._line)
        self._is_clean, self._is_ended = True, False

    def _write(self, mark: Mark) -> None:
        is_block = mark.kind in ("B", "E", "S")
        if self._is_ended or (is_block and not self._is_clean):
            self._break(mark.start)
        index = len(self.marks)
        mark.source, mark.line = self.scan.text[mark.start : mark.end], self._line
        self.marks.append(mark)
        self._out.append(f"{MARK_START}{index}{mark.kind}{MARK_END}")
        if mark.kind in ("B", "o"):
            self._opened[id(mark.element)] = index
        elif mark.kind == "E":
            self.end_lines[self._opened[id(mark.element)]] = len(self.line_map) - 1
        elif mark.kind == "c":
            self.partners[self._opened[id(mark.element)]] = index
        self._is_clean = False
        self._is_ended = is_block


def normalize(text: str) -> str:
    """Normalize line breaks, and replace control characters and characters of marks."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return replace_unreadable_in_page(text).replace(MARK_START, REPLACEMENT)


def scan_page(
    text: str,
    known_tags: KnownTags,
    *,
    is_inline: bool = False,
    has_expressions: bool = True,
    scanned: Scan | None = None,
) -> Page:
    """Scan a text, match its tags and mask them.

    :param is_inline: whether the text has only inline content.
    :param has_expressions: whether text in braces is JavaScript.
    :param scanned: an existing scan of the text.
    """
    if scanned is None or scanned.text != text:
        scanned = Scan(
            text,
            known_tags.inline,
            skips_front_matter=not is_inline,
            has_expressions=has_expressions,
        )
    page = Page(scanned)
    if not scanned.items and not scanned.removed:
        return page
    declared = scanned.statements.names

    def is_known(name: str) -> bool:
        is_plain = name in HTML_ELEMENTS or name in known_tags.components
        return not name or is_plain or name.partition(".")[0] in declared

    matched = MatchedTags(text, scanned.items, is_known)
    if not is_inline:
        mark_blocks(scanned, matched.elements, known_tags)
    page.mask(matched)
    return page


def _collect_marks(scan: Scan, matched: MatchedTags) -> list[Mark]:
    """Return all replacements in document order; implied ends come first."""
    marks = [Mark("", start, end) for start, end in scan.removed]
    marks += [
        Mark("" if item.is_comment else "x", item.start, item.end)
        for item in scan.items
        if not isinstance(item, Tag)
    ]
    marks += [Mark("d", tag.start, tag.end, tag=tag) for tag in matched.unmatched]
    marks += [
        Mark("d", tag.start, tag.end, element, tag)
        for element in matched.dropped
        for tag in (element.tag, element.close)
        if tag is not None
    ]
    kinds: tuple[MarkKind, MarkKind, MarkKind]
    for element in matched.elements:
        tag = element.tag
        kinds = ("S", "B", "E") if element.is_block else ("s", "o", "c")
        if element.has_content:
            marks.append(Mark(kinds[1], tag.start, tag.end, element, tag))
            marks.append(Mark(kinds[2], element.end, element.last, element, element.close))
        else:
            marks.append(Mark(kinds[0], tag.start, element.last, element, tag))
    return sorted(
        marks,
        # Where several elements end, the inner ones end first.
        key=lambda mark: (
            mark.start,
            mark.start != mark.end,
            -mark.element.tag.start if mark.element else 0,
        ),
    )


_OPEN_TAG = re.compile(r"(?<!\w)<([A-Z][\w.]*)")
_MAX_OPEN_MARKS = 20


def find_scan_problems(scanned: Scan, path: str, tags: KnownTags) -> Iterator[Problem]:
    """Yield unclosed fences, comments, expressions and tags, and too deep nesting of a text.

    :param path: the file, for messages.
    """
    found = [*islice(_find_open_marks(scanned, tags), _MAX_OPEN_MARKS)]
    for position, has_element in scanned.open_fences.items():
        end = "the element around it" if has_element else "the page"
        message = f"this code block is not closed, so it ends with {end}; add its closing fence."
        found.append((position, ProblemCode.MDX_FENCE, message))
    if (deep_position := scanned.lexer.first_deep_position) is not None:
        message = f"the brackets here are {TOO_DEEP}; they are shown as written."
        found.append((deep_position, ProblemCode.NESTED_TOO_DEEP, message))
    for position, code, message in found:
        line = scanned.text.count("\n", 0, position) + 1
        yield Problem(code, message, Location(path, line=line))


def _find_open_marks(scanned: Scan, tags: KnownTags) -> Iterator[tuple[int, ProblemCode, str]]:
    """Yield the first comment, expression or tag of each line that does not end."""
    text, end = scanned.text, -1
    for position in scanned.open_marks:
        # What is nested in something that does not end often does not end either.
        if position < end:
            continue
        tag = _OPEN_TAG.match(text, position)
        is_component = tag is not None and tag[1] in tags.components
        if not is_component and not text.startswith(("<!--", "{"), position):
            continue
        end = line_end(text, position)
        source = text[position:end].rstrip()
        is_tag = source[0] == "<"
        code = ProblemCode.MDX_TAG if is_tag else ProblemCode.MDX_EXPRESSION
        yield position, code, _describe_open_mark(source, is_tag)


def _describe_open_mark(source: str, is_tag: bool) -> str:
    shown = f"{quoted(source)} is not closed, so it is shown as text"
    if source.startswith(("<!--", "{/*")):
        end = "-->" if is_tag else "*/}"
        return f'the comment {shown}; add "{end}".'
    if is_tag:
        is_shown = "does not end, so it is shown as text; close its quotes, and add"
        return f'the tag {quoted(source)} {is_shown} ">".'
    cure = 'close its brackets and quotes, or write "\\{" for a brace.'
    return f"the expression {shown}; {cure}"
