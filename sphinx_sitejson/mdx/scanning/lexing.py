"""Find where tags and expressions end, without parsing the JavaScript in them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.common.nesting import MAX_LEVELS, MAX_NESTING

from ..javascript.values import Attribute, NotLiteral, parse_literal


@dataclass(frozen=True)
class Tag:
    """A tag; the name of a fragment is empty."""

    kind: Literal["open", "close", "self"]
    name: str
    attributes: tuple[Attribute, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Expression:
    """An expression with its braces, or a comment of HTML or JSX, which is not rendered."""

    start: int
    end: int
    is_comment: bool = False


Item = Tag | Expression

_WORK_PER_CHARACTER = 12
"""The budget of failed attempts; beyond it, everything is text."""

_NAME = re.compile(r"[A-Za-z_$][\w$-]*(?:[.:][A-Za-z_$][\w$-]*)*")
_ATTRIBUTE_NAME = re.compile(r"[A-Za-z_$@:][\w$:.@-]*")
_SPACE = re.compile(r"\s*")
_GAP = re.compile(r"(?:\s|,)*")
_EQUALS = re.compile(r"\s*=\s*")
_UNQUOTED = re.compile(r"[^\s\"'<>={}`,]+")
_CURLY_QUOTED = re.compile(r"[“”‘’]([^“”‘’<>]*)[“”‘’]")
_TAG_END = re.compile(r"\s*(/?)>")
_JAVASCRIPT = re.compile(r"[\"'`{}()\[\]<]|/[/*]?")
_JSX_TEXT = re.compile(r"[<{]")
_TEMPLATE = re.compile(r"\\.|`|\$\{", re.DOTALL)
_STRINGS = {quote: re.compile(rf"(?:[^\\{quote}\n]|\\.)*+{quote}", re.DOTALL) for quote in "\"'"}
_REGEX = re.compile(r"/(?:[^\\/\n\[]++|\\.|\[(?:[^\\\]\n]|\\.)*+\])++/")
_OPERAND = re.compile(r"(?:[(,=:?\[{}&|>;!]|\breturn)\Z")
_LINE_COMMENT = re.compile(r"[ \t]*//")
_MAX_COMMENTS = 5
_MAX_SPACE = 400
"""The maximum space and number of comments between an operator and its operand."""
_CLOSING = {"{": "}", "(": ")", "[": "]"}


class Lexer:
    """Finds tags and expressions of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._budget = _WORK_PER_CHARACTER * len(text) + 2000
        # Positions without a tag or expression: repeated attempts would take exponential time.
        self._failed: set[int] = set()
        self._missing: dict[str, tuple[int, int]] = {}
        self._begin(len(text))
        self.first_deep_position: int | None = None
        """The position of the first brackets that are nested too deeply."""

    def tag(self, start: int) -> Tag | None:
        """Return the tag that begins at a ``<``, if there is one."""
        if self.has_failed(start):
            return None
        self._begin(len(self.text))
        found = self._inner_tag(start, 0)
        if found is None:
            self.record_failure(start, self._furthest)
        return found

    def expression_end(self, start: int, *, limit: int | None = None) -> int | None:
        """Return the end of the expression that begins at a ``{``, if it ends."""
        if self.has_failed(start):
            return None
        self._begin(len(self.text) if limit is None else limit)
        end = self._javascript(start, 0)
        if end is None:
            self.record_failure(start, self._furthest)
        return end

    def operand_end(self, start: int) -> int | None:
        """Return the end of the string, comment, template, bracket or element at a position."""
        if self.is_exhausted:
            return None
        self._begin(len(self.text))
        if self.text[start] == "<":
            end = self._element(start, 0)
        else:
            # The bottom of the stack represents the surrounding text, and is never closed.
            stack = ["{"]
            end = self._in_code(stack, start, 0)
            if end is not None and len(stack) > 1:
                end = self._skip(stack[1:], end, 0)
        if end is None:
            self._budget -= max(self._furthest - start, 1)
        return end

    def _begin(self, limit: int) -> None:
        """Begin an attempt to read a tag or an expression."""
        self._limit = limit
        self._furthest = 0
        """The last position that was read, for the budget."""

    def spend_budget(self, start: int, limit: int) -> None:
        """Charge a failed attempt up to the end of the line."""
        end = self.find("\n", start, limit)
        self._budget -= max((limit if end < 0 else end) - start, 1)

    def has_failed(self, start: int) -> bool:
        """Return whether an earlier attempt failed, or the budget is used up."""
        return start in self._failed or self.is_exhausted

    @property
    def is_exhausted(self) -> bool:
        """Whether the budget of failed attempts is used up."""
        return self._budget < 0

    def record_failure(self, start: int, furthest: int) -> None:
        """Record a failed attempt, and charge its length."""
        self._failed.add(start)
        self._budget -= max(furthest - start, 1)

    def record_depth(self, start: int) -> None:
        """Record the first position that is nested too deeply."""
        if self.first_deep_position is None:
            self.first_deep_position = start

    def find(self, substring: str, start: int, limit: int) -> int:
        """Find a substring; a missing one is not searched again."""
        first, last = self._missing.get(substring, (limit, 0))
        if first <= start and limit <= last:
            return -1
        found = self.text.find(substring, start, limit)
        if found < 0:
            self._missing[substring] = (start, limit)
        return found

    def _inner_tag(self, start: int, depth: int) -> Tag | None:
        """Return the tag at a position, and record a failure."""
        if self.has_failed(start):
            return None
        found = self._tag(start, depth)
        if found is None and self._limit == len(self.text):
            self.record_failure(start, start)
        return found

    def _tag(self, start: int, depth: int) -> Tag | None:
        text, limit = self.text, self._limit
        position = start + 1
        self._furthest = max(self._furthest, position)
        is_close = text.startswith("/", position)
        if is_close and (space := _SPACE.match(text, position + 1, limit)):
            position = space.end()
        name = _NAME.match(text, position, limit)
        if name is None:
            if not text.startswith(">", position):
                return None
            return Tag("close" if is_close else "open", "", (), start, position + 1)
        position = name.end()
        if is_close:
            end = _TAG_END.match(text, position, limit)
            return Tag("close", name[0], (), start, end.end()) if end and not end[1] else None
        return self._attributes(start, name[0], position, depth)

    def _attributes(self, start: int, name: str, position: int, depth: int) -> Tag | None:
        text, limit = self.text, self._limit
        attributes: list[Attribute] = []
        while True:
            gap = _GAP.match(text, position, limit)
            assert gap is not None
            position = gap.end()
            self._furthest = max(self._furthest, position)
            end = _TAG_END.match(text, position, limit)
            if end is not None:
                kind = "self" if end[1] else "open"
                return Tag(kind, name, tuple(attributes), start, end.end())  # type: ignore[arg-type]
            read = self._attribute(position, depth)
            if read is None:
                return None
            attribute, position = read
            attributes += attribute

    def _attribute(self, position: int, depth: int) -> tuple[list[Attribute], int] | None:
        """Return the attribute at a position and its end; an empty expression is no attribute.

        ``a="&lt;"`` gives ``("a", "value", "<")``, ``b={2}`` gives ``("b", "value", 2)``,
        ``c={x.y}`` gives ``("c", "code", "x.y")``, and ``{...d}`` gives ``("", "spread", "...d")``.
        """
        text, limit = self.text, self._limit
        if text.startswith("{", position):
            end = self._javascript(position, depth + 1)
            inner = text[position + 1 : end - 1] if end else ""
            if end is None or not inner.lstrip().startswith(("...", "/*")):
                return None
            return [("", "spread", inner)], end
        name = _ATTRIBUTE_NAME.match(text, position, limit)
        if name is None:
            return None
        equals = _EQUALS.match(text, name.end(), limit)
        if equals is None:
            return [(name[0], "value", True)], name.end()
        position = equals.end()
        first = text[position : position + 1] if position < limit else ""
        if first in ("{", "<"):
            is_element = first == "<"
            read = self._element if is_element else self._javascript
            closed = read(position, depth + 1)
            if closed is None:
                return None
            source = text[position:closed] if is_element else text[position + 1 : closed - 1]
            if not source.strip():
                return [], closed
            try:
                return [(name[0], "value", parse_literal(source))], closed
            except NotLiteral:
                return [(name[0], "code", source)], closed
        if first and first in "\"'":
            position += 1
            end = self.find(first, position, limit)
            self._furthest = max(self._furthest, end)
            if end < 0:
                return None
            after = end + 1
        elif curly := _CURLY_QUOTED.match(text, position, limit):
            position, end, after = curly.start(1), curly.end(1), curly.end()
        elif bare := _UNQUOTED.match(text, position, limit):
            end = bare.end() - (bare[0].endswith("/") and text.startswith(">", bare.end()))
            after = end
        else:
            return None
        return [(name[0], "value", html.unescape(text[position:end]))], after

    def _element(self, start: int, depth: int) -> int | None:
        """Return the end of an element."""
        if depth > MAX_NESTING:
            self.record_depth(start)
            return None
        opening = self._inner_tag(start, depth)
        if opening is None or opening.kind == "close":
            return None
        return opening.end if opening.kind == "self" else self._skip(["<"], opening.end, depth)

    def _javascript(self, start: int, depth: int) -> int | None:
        """Return the position after the bracket that closes the one at the start."""
        if depth > MAX_NESTING:
            self.record_depth(start)
            return None
        if self.has_failed(start):
            return None
        end = self._skip([self.text[start]], start + 1, depth)
        if end is None and self._limit == len(self.text):
            self.record_failure(start, start)
        return end

    def _skip(self, stack: list[str], position: int, depth: int) -> int | None:
        """Skip brackets, templates and elements until the stack is empty."""
        while stack:
            self._furthest = max(self._furthest, position)
            if len(stack) > MAX_LEVELS:
                self.record_depth(position)
                return None
            inside = stack[-1]
            end: int | None
            if inside == "`":
                match = _TEMPLATE.search(self.text, position, self._limit)
                end = match.end() if match else None
                if match and match[0] == "`":
                    stack.pop()
                elif match and match[0] == "${":
                    stack.append("{")
            elif inside == "<":
                end = self._in_element(stack, position, depth)
            else:
                end = self._in_code(stack, position, depth)
            if end is None:
                return None
            position = end
        return position

    def _in_element(self, stack: list[str], position: int, depth: int) -> int | None:
        match = _JSX_TEXT.search(self.text, position, self._limit)
        if match is None:
            return None
        if match[0] == "{":
            stack.append("{")
            return match.end()
        tag = self._inner_tag(match.start(), depth + 1)
        if tag is None:
            return None
        if tag.kind == "open":
            stack.append("<")
        elif tag.kind == "close":
            stack.pop()
        return tag.end

    def _in_code(self, stack: list[str], position: int, depth: int) -> int | None:
        text, limit = self.text, self._limit
        match = _JAVASCRIPT.search(text, position, limit)
        if match is None:
            return None
        mark = match[0]
        if mark in _CLOSING or mark == "`":
            stack.append(mark)
        elif mark in ("}", ")", "]"):
            return match.end() if _CLOSING[stack.pop()] == mark else None
        elif mark in ('"', "'"):
            string = _STRINGS[mark].match(text, match.end(), limit)
            if string is None:
                self.spend_budget(match.end(), limit)
            return string.end() if string else None
        elif mark == "//":
            end = self.find("\n", match.end(), limit)
            return end if end >= 0 else None
        elif mark == "/*":
            end = self.find("*/", match.end(), limit)
            return end + 2 if end >= 0 else None
        elif mark == "/":
            return self._find_slash_end(match)
        elif mark == "<" and self._is_operand(match):
            tag = self._inner_tag(match.start(), depth + 1) if depth < MAX_NESTING else None
            if tag is None or tag.kind == "close":
                return None
            if tag.kind == "open":
                stack.append("<")
            return tag.end
        return match.end()

    def _find_slash_end(self, match: re.Match[str]) -> int:
        """Return the end of a regular expression, or of a division operator."""
        if self.has_failed(match.start()) or not self._is_operand(match):
            return match.end()
        regex = _REGEX.match(self.text, match.start(), self._limit)
        if regex is None:
            self.record_failure(match.start(), match.start())
            self.spend_budget(match.end(), self._limit)
        return regex.end() if regex else match.end()

    def _is_operand(self, match: re.Match[str]) -> bool:
        """Return whether an operand is expected, by the text before spaces and comments."""
        text, end = self.text, match.start()
        for _ in range(_MAX_COMMENTS):
            start = max(0, end - _MAX_SPACE)
            end = start + len(text[start:end].rstrip())
            line = text.rfind("\n", max(0, end - _MAX_SPACE), end) + 1
            if text.startswith("*/", end - 2) and end > 1:
                opening = text.rfind("/*", max(0, end - _MAX_SPACE), end - 2)
                if opening < 0:
                    break
                end = opening
            elif line and _LINE_COMMENT.match(text, line, end):
                end = line
            else:
                break
        return _OPERAND.search(text[max(0, end - len("return") - 1) : end]) is not None
