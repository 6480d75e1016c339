"""Finds the tags, expressions and comments of a page in one pass, past everything that is code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from sphinx_sitejson.mdx.formulas import FORMULA

from . import lines
from .lexing import Attribute, Comment, Expression, Item, Lexer, Tag
from .statements import Statements, read_statements

_NEXT = re.compile(r"\\|`+|<!--|<|\{|\$\$?|\]\(|\n")
_AUTOLINK = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:(?://)[^\s<>]*|(?:mailto|tel|xmpp):[^\s<>]*"
    r"|[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*)>"
)
_LINK_TARGET = re.compile(r"\]\([ \t]*+(?:<[^<>\n]*>|[^\s()<]*+(?:\([^\s()]*+\)[^\s()]*+)*+)")
_ROLE = re.compile(r"\{[A-Za-z][\w:+.-]*\}(?=`)")
_RAW_ELEMENTS = frozenset({"style", "script", "latex"})
_BEFORE_PAGE = re.compile(r"\A---[ \t]*\n(?:.*?^)---[ \t]*(?:\n|\Z)", re.DOTALL | re.M)
_MOST_OPEN_FENCES = 20
_ALONE_CLOSE = re.compile(r"^[ \t>]*</[ \t]*([A-Za-z_$][\w$.:-]*)[ \t]*>[ \t]*$", re.MULTILINE)


@dataclass(slots=True)
class Scan:
    """What one pass over a text found, in the order of the text."""

    text: str
    lexer: Lexer
    items: list[Item] = field(default_factory=list)
    statements: Statements = field(default_factory=Statements)
    removed: list[tuple[int, int]] = field(default_factory=list)
    """Statements and surplus fences: they are no part of the page."""
    breaks: list[int] = field(default_factory=list)
    """Where blank lines and fences stand; what holds one of them is no inline element."""
    items_of_lists: dict[int, int] = field(default_factory=dict)
    """For a line that follows the text of a list item: the column of that text."""
    open_fences: dict[int, bool] = field(default_factory=dict)
    """Fences that are never closed, and whether the end of an element ends each of them."""


def scan(text: str, *, is_inline: Callable[[str], bool], skips_front_matter: bool = True) -> Scan:
    """Scan a text.

    :param is_inline: whether an element of a name belongs to a line of text.
    """
    scanner = _Scanner(text, is_inline)
    start = 0
    if skips_front_matter and (front_matter := _BEFORE_PAGE.match(text)):
        start = front_matter.end()
    scanner.run(start)
    return scanner.scan


class _Scanner:
    """The state of one pass."""

    def __init__(self, text: str, is_inline: Callable[[str], bool]) -> None:
        self.text = text
        self._is_inline = is_inline
        self.lexer = Lexer(text)
        self.scan = Scan(text, self.lexer)
        self._columns: list[int] = []
        self._follows_text = False
        self._may_be_statement = True
        self._open: Counter[str] = Counter()
        self._paragraph_end = -1
        self._open_runs: dict[int, int] = {}
        self._blank_after = -1
        self._open_fences = 0
        self._line_start = 0
        self._tags_end = 0
        """Up to where the line holds only comments and ends of blocks; -1 if it holds others."""
        self._lists_outside: list[tuple[str, list[int]]] = []
        self._fence_ends = lines.FenceEnds(text)
        self._left: dict[int, tuple[int, int]] = {}
        """For a column: from where, and up to where, all lines are indented as far."""
        self._prefix = (-1, 0)
        """Where a line begins, and where its quotes and list markers end."""

    def run(self, position: int) -> None:
        """Go through the text from a position."""
        while position < len(self.text):
            moved = self._line(position)
            if moved is not None:
                position = moved
                continue
            position = self._rest_of_line(position)

    def _rest_of_line(self, position: int) -> int:
        """Handle what stands in a line; return the begin of the next one."""
        text = self.text
        while True:
            found = _NEXT.search(text, position)
            if found is None:
                return len(text)
            mark = found[0]
            if mark == "\n":
                self._may_be_statement = self._is_block_end(found.start())
                return found.end()
            if mark == "\\":
                position = found.end() + (not text.startswith("\n", found.end()))
            elif mark[0] == "`":
                position = self._code(found.start(), len(mark))
            elif mark == "<":
                position = self._tag(found.start())
            elif mark == "{":
                position = self._expression(found.start())
            elif mark == "<!--":
                position = self._comment(found.start())
            elif mark[0] == "$":
                position = self._math(found.start(), len(mark))
            else:
                target = _LINK_TARGET.match(text, found.start())
                position = target.end() if target else found.end()

    # What a line begins with

    def _line(self, start: int) -> int | None:
        """Handle what only the begin of a line can be; return the position after it."""
        text = self.text
        self._line_start = self._tags_end = start
        if lines.QUOTED_BLANK.match(text, start):
            self.scan.breaks.append(start)
            self._follows_text = False
            self._may_be_statement = True
            return lines.line_end(text, start) + 1
        if self._may_be_statement and text[start] in "ie":
            end = self._statement(start)
            if end is not None:
                return end
        self._may_be_statement = False
        self._record_list(start)
        if fence := lines.FENCE.match(text, start):
            end = self._fence(start, fence)
            if end is not None:
                self._follows_text = False
                self._may_be_statement = True
                return end
        self._follows_text = lines.HEADING.match(text, start) is None
        return None

    def _record_list(self, start: int) -> None:
        if self._columns:
            if self._follows_text:
                self.scan.items_of_lists[start] = self._columns[-1]
            indent = lines.indent_of(self.text, start)
            while self._columns and indent < self._columns[-1]:
                self._columns.pop()
        if self.text[start] in " \t>-*+0123456789":
            self._columns += lines.list_columns(self.text, start)

    def _statement(self, start: int) -> int | None:
        end = read_statements(self.scan.statements, self.lexer, start)
        if end is None:
            return None
        self.scan.removed.append((start, end))
        return lines.line_end(self.text, end) + 1

    def _is_block_end(self, end: int) -> bool:
        """Whether a block ends with the line that ends here, so that a statement may follow."""
        text, start = self.text, self._line_start
        if self._tags_end > start:
            return not text[self._tags_end : end].strip()
        return any(kind.match(text, start) for kind in (lines.HEADING, lines.RULE, lines.UNDERLINE))

    def _fence(self, start: int, opener: re.Match[str]) -> int | None:
        """Return the position after a fenced block."""
        text = self.text
        run = opener["fence"]
        body = lines.line_end(text, opener.end()) + 1
        closer = self._fence_ends.after(body, run[0], len(run))
        end = lines.line_end(text, closer) + 1 if closer is not None else None
        if self._columns and (left := self._left_list(body, end or len(text))) is not None:
            end = left
        if end is None:
            end = self._open_fence(start, body)
            if end is None:
                return None
        self.scan.breaks.append(start)
        return end

    def _left_list(self, start: int, end: int) -> int | None:
        """Return where a fence in a list item ends because the item ends."""
        text, position, column = self.text, start, self._columns[-1]
        # Earlier calls have already looked at some of the lines.
        first, last = self._left.get(column, (start, start))
        if first <= start <= last:
            start, position = first, last
        while position < end:
            is_blank = lines.BLANK.match(text, position)
            if not is_blank and lines.indent_of(text, position) < column:
                break
            position = lines.line_end(text, position) + 1
        self._left[column] = (start, position)
        return position if position < end else None

    def _open_fence(self, start: int, body: int) -> int | None:
        """Handle a fence that nothing closes: it ends with its element, else with the page."""
        self._open_fences += 1
        if self._open_fences > _MOST_OPEN_FENCES:
            return None
        self.scan.open_fences[start] = False
        if not self.text[body:].strip():
            self.scan.removed.append((start, lines.line_end(self.text, start)))
            return len(self.text)
        for close in _ALONE_CLOSE.finditer(self.text, body):
            if self._open[close[1]] > 0:
                self.scan.open_fences[start] = True
                return close.start()
        return len(self.text)

    # What stands in a line

    def _code(self, start: int, length: int) -> int:
        """Return the position after a code span, or after backticks that open none."""
        text, after = self.text, start + length
        limit = self._end_of_words(start)
        if self._open_runs.get(length, -1) >= limit:
            return after
        position = after
        while (position := text.find("`" * length, position, limit)) >= 0:
            end = position
            while text.startswith("`", end):
                end += 1
            if end - position == length:
                return end
            position = end
        self._open_runs[length] = limit
        return after

    def _end_of_words(self, position: int) -> int:
        """Return how far a code span or an expression that begins here may reach."""
        if position < self._paragraph_end:
            return self._paragraph_end
        text, start = self.text, self._line_start
        prefix = lines.PREFIX.match(text, start)
        assert prefix is not None
        if text.startswith("|", prefix.end()) or lines.HEADING.match(text, start):
            end = lines.line_end(text, position)
        else:
            end = lines.paragraph_end(text, position)
        self._paragraph_end = end
        self._open_runs.clear()
        return end

    def _comment(self, start: int) -> int:
        end = self.lexer.find("-->", start + 4, len(self.text))
        if end < 0:
            return start + 4
        return self._note(Comment(start, end + 3))

    def _note(self, item: Item) -> int:
        """Keep an item; return the position after it."""
        self.scan.items.append(item)
        if self._tags_end >= 0:
            is_alone = not self.text[self._tags_end : item.start].strip()
            self._tags_end = item.end if is_alone and self._ends_block(item) else -1
        if (newline := self.text.rfind("\n", item.start, item.end)) >= 0:
            self._line_start = newline + 1
        return item.end

    def _ends_block(self, item: Item) -> bool:
        if isinstance(item, Tag):
            return item.kind != "open" and not self._is_inline(item.name)
        return isinstance(item, Comment)

    def _math(self, dollar: int, count: int) -> int:
        """Return the position after a formula, or after dollar signs that open none."""
        start = dollar + count
        if count == 1:
            formula = FORMULA.match(self.text, dollar)
            return formula.end() if formula else start
        if start >= self._blank_after:
            found = re.compile(r"\n[ \t]*+\n").search(self.text, start)
            self._blank_after = found.start() + 1 if found else len(self.text)
        end = self.text.find("$$", start, self._blank_after)
        return end + 2 if end >= 0 else start

    def _tag(self, start: int) -> int:
        text = self.text
        if text[start + 1 : start + 2] in ("", " ", "\n", "\t"):
            return start + 1
        if autolink := _AUTOLINK.match(text, start):
            return autolink.end()
        tag = self.lexer.tag(start)
        if tag is None:
            return start + 1
        if tag.name.lower() in _RAW_ELEMENTS and tag.kind == "open":
            tag = self._raw_element(tag)
        if tag.kind != "self":
            self._enter_or_leave(tag)
        return self._note(tag)

    def _enter_or_leave(self, tag: Tag) -> None:
        """Keep count of open elements; inside a block the lists around it are out of sight."""
        self._open[tag.name] += 1 if tag.kind == "open" else -1
        outside = self._lists_outside
        if tag.kind == "close":
            if outside and outside[-1][0] == tag.name:
                self._columns = outside.pop()[1]
        elif self._columns and self._begins_line(tag.start):
            outside.append((tag.name, self._columns))
            self._columns = []

    def _begins_line(self, position: int) -> bool:
        start = self._line_start
        if self._prefix[0] != start:
            prefix = lines.PREFIX.match(self.text, start)
            self._prefix = (start, prefix.end() if prefix else start)
        return self._prefix[1] >= position

    def _raw_element(self, opening: Tag) -> Tag:
        """Take an element whose content is no Markdown as one tag, with its content as a prop."""
        length = len(self.text)
        close = self.lexer.find(f"</{opening.name}", opening.end, length)
        end = self.lexer.find(">", close, length) if close >= 0 else -1
        if end < 0:
            return opening
        content = Attribute("children", "string", opening.end, close)
        attributes = (*opening.attributes, content)
        return Tag("self", opening.name, attributes, opening.start, end + 1)

    def _expression(self, start: int) -> int:
        text = self.text
        if role := _ROLE.match(text, start):
            return role.end()
        limit = None if self._begins_line(start) else self._end_of_words(start)
        end = self.lexer.expression_end(start, limit=limit)
        if end is None:
            return start + 1
        inner = text[start + 1 : end - 1].strip()
        is_comment = inner.startswith("/*") and inner.find("*/") == len(inner) - 2
        return self._note(Comment(start, end) if is_comment else Expression(start, end))
