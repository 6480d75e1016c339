"""Find the tags, expressions and comments of a page in one pass, outside of code."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Set

from ..formulas import FORMULA
from . import lines
from .lexing import Expression, Item, Lexer, Tag
from .statements import Statements, parse_statements

_NEXT = re.compile(r"\\|`+|<!--|<|\{|\$\$?|\]\(|\n")
_AUTOLINK = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:(?://)[^\s<>]*|(?:mailto|tel|xmpp):[^\s<>]*"
    r"|[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*)>"
)
_LINK_TARGET = re.compile(r"\]\([ \t]*+(?:<[^<>\n]*>|[^\s()<]*+(?:\([^\s()]*+\)[^\s()]*+)*+)")
_ROLE = re.compile(r"\{[A-Za-z][\w:+.-]*\}(?=`)")
_RAW_ELEMENTS = frozenset({"style", "script", "latex"})
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:.*?^)---[ \t]*(?:\n|\Z)", re.DOTALL | re.M)
_BLANK_LINE = re.compile(r"\n[ \t]*+\n")
_MAX_OPEN_FENCES = 20
_ALONE_CLOSE = re.compile(r"^[ \t>]*</[ \t]*([A-Za-z_$][\w$.:-]*)[ \t]*>[ \t]*$", re.MULTILINE)


class Scan:
    """The tags, expressions and comments of a text, in document order.

    :param inline: the names of inline elements.
    :param has_expressions: whether text in braces is JavaScript; if not, only the id of a heading,
        ``{#id}``, is an expression.
    """

    def __init__(
        self,
        text: str,
        inline: Set[str],
        *,
        skips_front_matter: bool = True,
        has_expressions: bool = True,
    ) -> None:
        self.text = text
        self.lexer = Lexer(text)
        self.items: list[Item] = []
        self.statements = Statements()
        self.removed: list[tuple[int, int]] = []
        """Statements and surplus fences, which are not rendered."""
        self.breaks: list[int] = []
        """The positions of blank lines and fences, which no inline element contains."""
        self.list_item_columns: dict[int, int] = {}
        """The column of the text of a list item for lines that follow it."""
        self.open_fences: dict[int, bool] = {}
        """Unclosed fences, and whether each ends with its element."""
        self.open_marks: list[int] = []
        """Where a comment, an expression or a tag begins that does not end."""
        self._inline = inline
        self._has_expressions = has_expressions
        self._text_after_tag_start = () if has_expressions else (">",)
        self._columns: list[int] = []
        self._follows_text = False
        self._may_be_statement = True
        self._open: Counter[str] = Counter()
        self._paragraph_end = -1
        self._open_runs: dict[int, int] = {}
        self._blank_after = -1
        self._line_start = 0
        self._tags_end = 0
        """The end of comments and closing tags at the start of the line; -1 after other items."""
        self._items_end = 0
        """The end of tags, expressions and comments at the start of the line."""
        self._lists_outside: list[tuple[str, list[int]]] = []
        self._fence_ends = lines.FenceEnds(text)
        self._left: dict[int, tuple[int, int]] = {}
        """Ranges of lines that are known to be indented at least to a column."""
        self._prefix = (-1, 0)
        """The start of a line, and the end of its quotes and list markers."""
        front_matter = _FRONT_MATTER.match(text) if skips_front_matter else None
        position = front_matter.end() if front_matter else 0
        while position < len(text):
            position = self._scan_line_start(position) or self._scan_line(position)

    def _scan_line(self, position: int) -> int:
        """Scan the rest of a line, and return the start of the next one."""
        text = self.text
        while True:
            match = _NEXT.search(text, position)
            if match is None:
                return len(text)
            mark = match[0]
            if mark == "\n":
                # A statement may follow where a block ends with this line.
                start = self._line_start
                if self._tags_end > start:
                    is_end = not text[self._tags_end : match.start()].strip()
                else:
                    kinds = (lines.HEADING, lines.RULE, lines.UNDERLINE)
                    is_end = any(kind.match(text, start) for kind in kinds)
                self._may_be_statement = is_end
                return match.end()
            if mark == "\\":
                position = match.end() + (not text.startswith("\n", match.end()))
            elif mark[0] == "`":
                position = self._code(match.start(), len(mark))
            elif mark == "<":
                position = self._tag(match.start())
            elif mark == "{":
                position = self._expression(match.start())
            elif mark == "<!--":
                position = self._comment(match.start())
            elif mark[0] == "$":
                position = self._math(match.start(), len(mark))
            else:
                target = _LINK_TARGET.match(text, match.start())
                position = target.end() if target else match.end()

    # Starts of lines

    def _scan_line_start(self, start: int) -> int | None:
        """Handle blank lines, statements and fences, and return the position after them."""
        text = self.text
        self._line_start = self._tags_end = start
        if lines.QUOTED_BLANK.match(text, start):
            self.breaks.append(start)
            self._follows_text = False
            self._may_be_statement = True
            return lines.line_end(text, start) + 1
        if self._may_be_statement and text[start] in "ie":
            end = parse_statements(self.statements, self.lexer, start)
            if end is not None:
                self.removed.append((start, end))
                return lines.line_end(text, end) + 1
        self._may_be_statement = False
        if self._columns:
            if self._follows_text:
                self.list_item_columns[start] = self._columns[-1]
            indent = lines.line_indent(text, start)
            while self._columns and indent < self._columns[-1]:
                self._columns.pop()
        if text[start] in " \t>-*+0123456789":
            self._columns += lines.list_columns(text, start)
        if fence := lines.FENCE.match(text, start):
            end = self._fence(start, fence)
            if end is not None:
                self._follows_text = False
                self._may_be_statement = True
                return end
        self._follows_text = lines.HEADING.match(text, start) is None
        return None

    def _fence(self, start: int, opener: re.Match[str]) -> int | None:
        """Return the position after a fenced block."""
        text = self.text
        run = opener["fence"]
        body = lines.line_end(text, opener.end()) + 1
        closer = self._fence_ends.after(body, run[0], len(run))
        end = lines.line_end(text, closer) + 1 if closer is not None else None
        if self._columns and (left := self._list_end(body, end or len(text))) is not None:
            end = left
        if end is None:
            end = self._open_fence(start, body)
        if end is not None:
            self.breaks.append(start)
        return end

    def _list_end(self, start: int, end: int) -> int | None:
        """Return the end of a list item that ends a fence in it."""
        text, position, column = self.text, start, self._columns[-1]
        # Earlier calls have checked some of the lines.
        first, last = self._left.get(column, (start, start))
        if first <= start <= last:
            start, position = first, last
        while position < end:
            is_blank = lines.BLANK.match(text, position)
            if not is_blank and lines.line_indent(text, position) < column:
                break
            position = lines.line_end(text, position) + 1
        self._left[column] = (start, position)
        return position if position < end else None

    def _open_fence(self, start: int, body: int) -> int | None:
        """Handle an unclosed fence, which ends with its element or with the page."""
        if len(self.open_fences) == _MAX_OPEN_FENCES:
            return None
        self.open_fences[start] = False
        if not self.text[body:].strip():
            self.removed.append((start, lines.line_end(self.text, start)))
            return len(self.text)
        for close in _ALONE_CLOSE.finditer(self.text, body):
            if self._open[close[1]] > 0:
                self.open_fences[start] = True
                return close.start()
        return len(self.text)

    # Inline content

    def _code(self, start: int, length: int) -> int:
        """Return the position after a code span, or after literal backticks."""
        text, after = self.text, start + length
        limit = self._inline_limit(start)
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

    def _inline_limit(self, position: int) -> int:
        """Return the end of the paragraph, heading or table row at a position."""
        if position < self._paragraph_end:
            return self._paragraph_end
        text, start = self.text, self._line_start
        is_row = text.startswith("|", lines.prefix_end(text, start))
        if is_row or lines.HEADING.match(text, start):
            end = lines.line_end(text, position)
        else:
            end = lines.paragraph_end(text, position)
        self._paragraph_end = end
        self._open_runs.clear()
        return end

    def _comment(self, start: int) -> int:
        end = self.lexer.find("-->", start + 4, len(self.text))
        if end < 0:
            self.open_marks.append(start)
            return start + 4
        return self._add_item(Expression(start, end + 3, is_comment=True))

    def _add_item(self, item: Item) -> int:
        """Add an item, and return the position after it."""
        self.items.append(item)
        if self._tags_end >= 0:
            is_alone = not self.text[self._tags_end : item.start].strip()
            if isinstance(item, Tag):
                ends_block = item.kind != "open" and item.name not in self._inline
            else:
                ends_block = item.is_comment
            self._tags_end = item.end if is_alone and ends_block else -1
        if self._begins_block(item.start):
            self._items_end = item.end
        if (newline := self.text.rfind("\n", item.start, item.end)) >= 0:
            self._line_start = newline + 1
        return item.end

    def _math(self, dollar: int, count: int) -> int:
        """Return the position after a formula, or after literal dollar signs."""
        start = dollar + count
        if count == 1:
            formula = FORMULA.match(self.text, dollar)
            return formula.end() if formula else start
        if start >= self._blank_after:
            match = _BLANK_LINE.search(self.text, start)
            self._blank_after = match.start() + 1 if match else len(self.text)
        end = self.text.find("$$", start, self._blank_after)
        return end + 2 if end >= 0 else start

    def _tag(self, start: int) -> int:
        text = self.text
        # "<>" is an operator in text that is no JSX.
        if text[start + 1 : start + 2] in ("", " ", "\n", "\t", *self._text_after_tag_start):
            return start + 1
        if autolink := _AUTOLINK.match(text, start):
            return autolink.end()
        tag = self.lexer.tag(start)
        if tag is None:
            self._record_open_mark(start)
            return start + 1
        if tag.name.lower() in _RAW_ELEMENTS and tag.kind == "open":
            tag = self._raw_element(tag)
        if tag.kind != "self":
            self._track_open_element(tag)
        return self._add_item(tag)

    def _record_open_mark(self, start: int) -> None:
        """Record what does not end, unless the text was too costly to read on."""
        if not self.lexer.is_exhausted:
            self.open_marks.append(start)

    def _track_open_element(self, tag: Tag) -> None:
        """Count open elements, and suspend the lists around a block element."""
        self._open[tag.name] += 1 if tag.kind == "open" else -1
        outside = self._lists_outside
        if tag.kind == "close":
            if outside and outside[-1][0] == tag.name:
                self._columns = outside.pop()[1]
        elif self._columns and self._begins_line(tag.start):
            outside.append((tag.name, self._columns))
            self._columns = []

    def _begins_block(self, position: int) -> bool:
        """Return whether only tags, expressions and comments are on the line before a position."""
        if self._begins_line(position):
            return True
        end = self._items_end
        return end > self._line_start and not self.text[end:position].strip(" \t")

    def _begins_line(self, position: int) -> bool:
        start = self._line_start
        if self._prefix[0] != start:
            self._prefix = (start, lines.prefix_end(self.text, start))
        return self._prefix[1] >= position

    def _raw_element(self, opening: Tag) -> Tag:
        """Return an element with raw content as one tag, with the content as a prop."""
        length = len(self.text)
        close = self.lexer.find(f"</{opening.name}", opening.end, length)
        end = self.lexer.find(">", close, length) if close >= 0 else -1
        if end < 0:
            return opening
        content = html.unescape(self.text[opening.end : close])
        attributes = (*opening.attributes, ("children", "value", content))
        return Tag("self", opening.name, attributes, opening.start, end + 1)

    def _expression(self, start: int) -> int:
        text = self.text
        if role := _ROLE.match(text, start):
            return role.end()
        if not self._has_expressions and not text.startswith("#", start + 1):
            return start + 1
        limit = None if self._begins_block(start) else self._inline_limit(start)
        end = self.lexer.expression_end(start, limit=limit)
        if end is None:
            self._record_open_mark(start)
            return start + 1
        inner = text[start + 1 : end - 1].strip()
        is_comment = inner.startswith("/*") and inner.find("*/") == len(inner) - 2
        return self._add_item(Expression(start, end, is_comment))
