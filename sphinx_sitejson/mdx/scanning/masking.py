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
from .element_names import KnownTags
from .elements import Element, MatchedTags, mark_blocks, match_tags
from .lexing import Comment, Expression, Tag
from .lines import line_end
from .scanner import Scan, scan

# Both are symbols to Markdown, as the brackets of a tag are, so that emphasis works as beside the
# tag. ``normalize`` removes the first character from texts.
MARK_START, MARK_END = "\ufffc", "\ufffd"
MARK = re.compile(f"{MARK_START}(\\d+)([BESocsxd]){MARK_END}")

MarkKind = Literal["B", "E", "S", "o", "c", "s", "x", "d"]
"""Block open, end and self; inline open, close and self; expression; a dropped tag."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A masked tag or expression."""

    kind: MarkKind
    source: str
    line: int
    """Counted from zero."""
    element: Element | None = None
    tag: Tag | None = None


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
        scanned = scan(text, is_inline=known_tags.is_inline, skips_front_matter=not is_inline)
    if not scanned.items and not scanned.removed:
        return Page(scanned, MatchedTags(), text=text)
    declared = scanned.statements.names

    def is_known(name: str) -> bool:
        is_plain = known_tags.is_html(name) or known_tags.is_component(name)
        return not name or is_plain or name.partition(".")[0] in declared

    matched = match_tags(text, scanned.items, is_known)
    if not is_inline:
        mark_blocks(scanned, matched.elements, known_tags)
    page = Page(scanned, matched)
    _Masker(page).run()
    return page


@dataclass(frozen=True, slots=True)
class _Event:
    """A replacement in the text."""

    start: int
    end: int
    kind: MarkKind | Literal[""]
    """Empty for text that is removed."""
    element: Element | None = None
    tag: Tag | None = None


def _collect_events(page: Page) -> list[_Event]:
    """Return all replacements in document order; implied ends come first."""
    entries: list[tuple[int, int, int, _Event]] = []

    def add(event: _Event, rank: int = 1, order: int = 0) -> None:
        entries.append((event.start, rank, order, event))

    for start, end in page.scan.removed:
        add(_Event(start, end, ""))
    for item in page.scan.items:
        if isinstance(item, Comment):
            add(_Event(item.start, item.end, ""))
        elif isinstance(item, Expression):
            add(_Event(item.start, item.end, "x"))
    for tag in page.matched.unmatched:
        add(_Event(tag.start, tag.end, "d", tag=tag))
    for element in page.matched.dropped:
        for each in (element.tag, element.close):
            if each is not None:
                add(_Event(each.start, each.end, "d", element, each))
    for element in page.matched.elements:
        for event in _element_events(element):
            is_implied = event.start == event.end
            add(event, 0 if is_implied else 1, -element.tag.start)
    entries.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in entries]


def _element_events(element: Element) -> Iterator[_Event]:
    tag = element.tag
    if not element.has_content:
        yield _Event(tag.start, element.last, "S" if element.is_block else "s", element, tag)
        return
    yield _Event(tag.start, tag.end, "B" if element.is_block else "o", element, tag)
    end = element.close.end if element.close else element.end
    yield _Event(element.end, end, "E" if element.is_block else "c", element, element.close)


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
        for event in _collect_events(self.page):
            if event.start < position:
                continue
            self._copy(position, event.start)
            self._write(event)
            position = event.end
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

    def _write(self, event: _Event) -> None:
        if not event.kind:
            self._skip_lines(event)
            return
        is_block = event.kind in ("B", "E", "S")
        if self.is_ended or (is_block and not self.is_clean):
            self._break(event.start)
        index = len(self.page.marks)
        source = self.text[event.start : event.end]
        self.page.marks.append(Mark(event.kind, source, self.line, event.element, event.tag))
        self.out.append(f"{MARK_START}{index}{event.kind}{MARK_END}")
        self._record_partner(event, index)
        self._skip_lines(event)
        self.is_clean = False
        self.is_ended = is_block

    def _record_partner(self, event: _Event, index: int) -> None:
        if event.kind in ("B", "o"):
            self.opened[id(event.element)] = index
        elif event.kind == "E":
            self.page.end_lines[self.opened[id(event.element)]] = len(self.page.line_map) - 1
        elif event.kind == "c":
            self.page.partners[self.opened[id(event.element)]] = index

    def _skip_lines(self, event: _Event) -> None:
        self.line += self.text.count("\n", event.start, event.end)


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
        is_component = tag is not None and tags.is_component(tag[1])
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
