"""HTML in texts of documents: layout elements as their Markdown equivalents.

Paragraphs, lists, quotes, tables, emphasis, code, links and images become what Markdown has for
them, at any position: ``Top.<ul><li>one</li></ul>`` is a paragraph and a list. Attributes other
than the URLs of links and images are omitted. All other HTML stays text, so nothing in a text can
become live.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .markdown_limits import IS_TOO_DEEP, flatten_inline
from .nesting import MAX_LEVELS

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]*)(?P<rest>(?:\s[^<>]*)?)/?>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ATTRIBUTE = re.compile(r"""\s(href|src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""", re.I)
_BACKTICKS = re.compile(r"\\.|`+", re.DOTALL)
_SPANS = {
    "b": "strong",
    "strong": "strong",
    "i": "em",
    "em": "em",
    "a": "link",
    "sup": "sup",
    "sub": "sub",
    "s": "s",
    "del": "s",
    "strike": "s",
}
_CODE = frozenset({"code", "tt", "kbd", "samp", "var"})
_FRAMES = frozenset(
    (
        *("p", "div", "section", "article", "center", "dl", "dt", "dd", "figure", "figcaption"),
        *("details", "summary", "caption", "colgroup", "col"),
    )
)
_CELLS = frozenset({"td", "th"})
_ROWS = frozenset({"thead", "tbody", "tfoot", "tr"})
_TABLES = _CELLS | _ROWS | {"table"}
_TERMS = ("dt", "summary")
"""Lines that name what follows them."""
_PLAIN = frozenset({"span", "u", "small", "big", "font", "ins"})
"""Elements of which only the text is shown."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = {"ul": "bullet_list", "ol": "ordered_list"}
_QUOTES = frozenset({"blockquote", "note", "important", "tip", "caution", "warning"})
"""Some generators of documents write notes as custom elements."""
_BLOCKS = _FRAMES | _HEADINGS | _LISTS.keys() | _QUOTES | _TABLES | {"li", "pre", "hr"}
_LIKE_PLACEHOLDERS = _QUOTES - {"blockquote"} | {
    *("section", "article", "center", "figure", "figcaption"),
    *("details", "summary", "caption", "col"),
}
"""Names that authors write for values, as in ``/notes/<note>``: in a line they need an end."""
_PAIRED = _SPANS.keys() | _CODE
_KNOWN = _BLOCKS | _SPANS.keys() | _CODE | _PLAIN | {"br", "img"}
KNOWN_TAG = re.compile(rf"</?(?:{'|'.join(sorted(_KNOWN))})(?:\s[^<>]*)?/?>", re.IGNORECASE)


def without_html(tokens: Sequence[Token], markdown: MarkdownIt) -> Iterator[Token]:
    """Yield the tokens of a text with HTML replaced.

    :param markdown: parses the content of blocks.
    """
    for is_html, run in groupby(_units(tokens), key=lambda unit: isinstance(unit, _Html)):
        if is_html:
            # A list with empty lines in it is several blocks of HTML.
            yield from _Blocks(markdown).read([unit for unit in run if isinstance(unit, _Html)])
            continue
        for token in run:
            if isinstance(token, Token):
                if token.children:
                    token.children = list(_inline(token.children))
                    flatten_inline(token, MAX_LEVELS - token.level)
                yield token


@dataclass(frozen=True)
class _Html:
    """Text with HTML that lays out blocks."""

    text: str
    hidden: tuple[str, ...] = ()
    """Text that only looks like HTML; ``text`` has one character for each."""
    level: int = 0
    is_tight: bool = False


_FIRST_HIDDEN = 0xF0000
"""The first character of a private plane of Unicode; each replaces a hidden text."""
_MOST_HIDDEN = 0xFFFD


def _units(tokens: Sequence[Token]) -> Iterator[Token | _Html]:
    """Yield tokens; blocks of HTML and paragraphs with such blocks are replaced by their text."""
    position = 0
    while position < len(tokens):
        token = tokens[position]
        position += 1
        if token.type == "html_block":
            yield _Html(token.content, level=token.level)
        elif token.type == "paragraph_open" and _has_blocks(tokens[position]):
            yield _hide_code(tokens[position].content, token)
            position += 2
        else:
            yield token


def _has_blocks(inline: Token) -> bool:
    text = ""
    for token in inline.children or ():
        name, _ = _tag(token)
        if name in _LIKE_PLACEHOLDERS:
            text = text or inline.content.lower()
            if f"</{name}>" in text:
                return True
        elif name in _BLOCKS:
            return True
    return False


def _tag(token: Token) -> tuple[str, re.Match[str] | None]:
    """Return the name and the match of a tag in a line."""
    found = _TAG.fullmatch(token.content) if token.type == "html_inline" else None
    return (found["name"].lower() if found else ""), found


def _hide_code(text: str, paragraph: Token) -> _Html:
    """Mask code and escaped characters of a paragraph: their content is not HTML."""
    found = list(_BACKTICKS.finditer(text))
    ends: dict[int, int] = {}
    latest: dict[str, int] = {}
    for mark in reversed(found):
        if mark[0][0] == "`":
            ends[mark.start()] = latest.get(mark[0], mark.end())
            latest[mark[0]] = mark.end()
    parts: list[str] = []
    hidden: list[str] = []
    position = 0
    for mark in found:
        if mark.start() < position:
            continue
        end = ends.get(mark.start(), mark.end())
        if len(hidden) == _MOST_HIDDEN:
            break
        parts += [text[position : mark.start()], chr(_FIRST_HIDDEN + len(hidden))]
        hidden.append(text[mark.start() : end])
        position = end
    parts.append(text[position:])
    return _Html("".join(parts), tuple(hidden), paragraph.level, paragraph.hidden)


class _Blocks:
    """Turns a block of HTML into blocks of Markdown; what is left open is closed at the end."""

    def __init__(self, markdown: MarkdownIt) -> None:
        self._markdown = markdown
        self._tokens: list[Token] = []
        self._open: list[str] = []
        self._text_parts: list[str] = []
        self._kind = ""
        self._table: _Table | None = None
        self._hidden: tuple[str, ...] = ()
        self._level = 0
        self._is_too_deep = False

    def read(self, units: Sequence[_Html]) -> list[Token]:
        for unit in units:
            self._hidden = unit.hidden
            self._level = unit.level
            # After the last end of a comment none can match, and searching for one would be slow.
            commented, end, rest = unit.text.rpartition("-->")
            self._read(_COMMENT.sub("", commented + end) + rest)
            # The hidden texts of this unit are put back before the next one begins.
            self._text_parts = [self._restored("".join(self._text_parts)), "\n"]
        self._end_text()
        self._end_table()
        self._close(0)
        if units[0].is_tight and self._tokens[:1] and self._tokens[0].type == "paragraph_open":
            self._tokens[0].hidden = self._tokens[2].hidden = True
        return self._tokens

    def _read(self, text: str) -> None:
        position = 0
        while match := _TAG.search(text, position):
            name = match["name"].lower()
            name = "blockquote" if name in _QUOTES else name
            self._text_parts.append(text[position : match.start()])
            position = match.end()
            is_end = bool(match["close"])
            if name == "pre" and not is_end and self._table is None:
                position = self._code(text, position)
            elif (self._table and name in _BLOCKS) or (name in _TABLES and not is_end):
                self._in_table(name, is_end=is_end)
            elif name in _BLOCKS:
                self._end_text()
                self._begin_or_end(name, is_end=is_end)
            else:
                self._text_parts.append(match[0])
        self._text_parts.append(text[position:])

    def _restored(self, text: str) -> str:
        """Put the hidden texts back."""
        if not self._hidden:
            return text
        last = _FIRST_HIDDEN + len(self._hidden)
        return "".join(
            self._hidden[ord(char) - _FIRST_HIDDEN] if _FIRST_HIDDEN <= ord(char) < last else char
            for char in text
        )

    def _in_table(self, name: str, *, is_end: bool) -> None:
        """Collect the cells of a table; blocks inside a cell become lines of it."""
        if self._table is None:
            self._end_text()
            self._table = _Table()
            if name == "table":
                return
        text = self._restored("".join(self._text_parts))
        self._text_parts = []
        if name not in _TABLES and name != "caption":
            bullet = "• " if name == "li" and not is_end else ""
            self._text_parts = [text, "<br>" if text.strip() else "", bullet]
            return
        self._table.add_text(text)
        if name == "table":
            self._table.depth += -1 if is_end else 1
            if not self._table.depth:
                self._end_table()
        elif self._table.depth == 1:
            self._table.begin_or_end(name, is_end=is_end)

    def _end_table(self) -> None:
        table, self._table = self._table, None
        if table is None:
            return
        if table.caption:
            self._add_paragraph(table.caption)
        rows = [row for row in table.rows if row.cells]
        if not rows:
            return
        width = max(len(row.cells) for row in rows)
        heads = int(rows[0].is_head)
        self._prepare_block()
        self._add_tag("table")
        for part, cell, some in (("thead", "th", rows[:heads]), ("tbody", "td", rows[heads:])):
            if some:
                self._add_tag(part)
                for row in some:
                    self._add_row(row, width, cell)
                self._add_tag(part, is_end=True)
        self._add_tag("table", is_end=True)

    def _add_tag(
        self, tag: str, kind: str = "", *, is_end: bool = False, is_hidden: bool = False
    ) -> None:
        name = f"{kind or tag}_{'close' if is_end else 'open'}"
        self._tokens.append(Token(name, tag, -1 if is_end else 1, block=True, hidden=is_hidden))

    def _add_row(self, row: _Row, width: int, tag: str) -> None:
        self._add_tag("tr")
        for text in (*row.cells, *[""] * (width - len(row.cells))):
            text = re.sub(r"^(?:\s|<br>)+|(?:\s|<br>)+$", "", text)
            self._add_tag(tag)
            self._tokens.append(self._inline_token(text))
            self._add_tag(tag, is_end=True)
        self._add_tag("tr", is_end=True)

    def _begin_or_end(self, name: str, *, is_end: bool) -> None:
        if name in _HEADINGS or name in _TERMS:
            self._kind = "" if is_end else name
        elif name == "dd":
            self._kind = ""
        elif name == "hr":
            self._tokens.append(Token("hr", "hr", 0, block=True))
        elif name == "li":
            self._end_item()
            if not is_end:
                self._begin_item()
        elif name in _LISTS or name == "blockquote":
            if not is_end:
                self._begin(name)
            elif name in self._open:
                self._close(len(self._open) - 1 - self._open[::-1].index(name))

    def _begin(self, name: str) -> None:
        if len(self._open) >= MAX_LEVELS:
            self._is_too_deep = True
            return
        if name != "li" and self._open and self._open[-1] in _LISTS:
            self._begin_item()
        self._open.append(name)
        self._add_tag(name, _kind(name))

    def _begin_item(self) -> None:
        if not self._open or self._open[-1] not in _LISTS:
            self._begin("ul")
        self._begin("li")

    def _end_item(self) -> None:
        """Close the item of the innermost list."""
        for index, name in reversed([*enumerate(self._open)]):
            if name in _LISTS:
                return
            if name == "li":
                return self._close(index)

    def _close(self, count: int) -> None:
        while len(self._open) > count:
            name = self._open.pop()
            if self._tokens[-1].nesting > 0:
                # It is empty.
                self._tokens.pop()
                continue
            self._add_tag(name, _kind(name), is_end=True)

    def _end_text(self) -> None:
        text, self._text_parts = self._restored("".join(self._text_parts)).strip(), []
        if text:
            self._add_paragraph(text)

    def _prepare_block(self) -> None:
        if self._open and self._open[-1] in _LISTS:
            self._begin_item()

    def _add_paragraph(self, text: str) -> None:
        self._prepare_block()
        is_heading = self._kind in _HEADINGS
        kind, tag = ("heading", self._kind) if is_heading else ("paragraph", "p")
        # The first text of an item is on the line of its bullet.
        is_tight = bool(self._tokens) and self._tokens[-1].type == "list_item_open"
        inline = self._inline_token(text)
        if self._kind in _TERMS:
            strong = (Token("strong_open", "strong", 1), Token("strong_close", "strong", -1))
            inline.children = [strong[0], *(inline.children or ()), strong[1]]
        self._add_tag(tag, kind, is_hidden=is_tight)
        self._tokens.append(inline)
        self._add_tag(tag, kind, is_end=True, is_hidden=is_tight)

    def _inline_token(self, text: str) -> Token:
        (inline,) = self._markdown.parseInline(text)
        inline.children = list(_inline(inline.children or []))
        if self._is_too_deep:
            inline.meta[IS_TOO_DEEP] = True
        flatten_inline(inline, MAX_LEVELS - self._level - len(self._open))
        return inline

    def _code(self, text: str, start: int) -> int:
        """Consume the lines of ``<pre>``, and return the index after them."""
        self._end_text()
        match = re.compile(r"</pre>|\Z", re.IGNORECASE).search(text, start)
        assert match is not None
        inner = self._restored(text[start : match.start()])
        lines = html.unescape(KNOWN_TAG.sub("", inner)).strip("\n")
        self._tokens.append(Token("code_block", "code", 0, content=f"{lines}\n", block=True))
        return match.end()


@dataclass
class _Row:
    is_head: bool
    cells: list[str] = field(default_factory=list)


@dataclass
class _Table:
    """The cells of a table, as Markdown of one line each."""

    rows: list[_Row] = field(default_factory=list)
    depth: int = 1
    """The number of open tables; cells of inner ones are text of the outer cell."""
    caption: str = ""
    _is_head: bool = False
    _target: Literal["", "cell", "caption"] = ""

    def begin_or_end(self, name: str, *, is_end: bool) -> None:
        self._target = ""
        if name in _CELLS and not is_end:
            if not self.rows:
                self._begin_row()
            row = self.rows[-1]
            row.is_head = self._is_head or (row.is_head and name == "th")
            row.cells.append("")
            self._target = "cell"
        elif name == "caption" and not is_end:
            self._target = "caption"
        elif name == "tr" and not is_end:
            self._begin_row()
        elif name in _ROWS:
            self._is_head = name == "thead" and not is_end

    def add_text(self, text: str) -> None:
        text = " ".join(text.split())
        if self._target == "caption":
            self.caption += text
        elif self._target == "cell":
            self.rows[-1].cells[-1] += text

    def _begin_row(self) -> None:
        self.rows.append(_Row(is_head=self._is_head or not self.rows))


def _kind(name: str) -> str:
    return _LISTS.get(name) or ("list_item" if name == "li" else name)


def _inline(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens of a line; a tag without a partner stays text, a block begins a line."""
    partners = _partners(tokens)
    position = 0
    has_words = needs_break = False
    while position < len(tokens):
        token, partner = tokens[position], partners.get(position)
        position += 1
        name, found = _tag(token)
        if name in _BLOCKS - _LIKE_PLACEHOLDERS and found:
            needs_break = True
            if name != "li" or found["close"]:
                continue
            token = Token("text", "", 0, content="• ")
        elif name in _PLAIN or (_COMMENT.fullmatch(token.content) and token.type == "html_inline"):
            continue
        elif name == "br":
            token = Token("hardbreak", "br", 0)
        elif name == "img" and found:
            token = _image(found)
        elif name in _CODE and partner is not None and partner >= position:
            text = "".join(_token_text(part) for part in tokens[position:partner])
            token = Token("code_inline", "code", 0, content=text, markup="`")
            position = partner + 1
        elif name in _SPANS and found and partner is not None:
            token = _span(name, found)
        elif token.type == "html_inline":
            token = Token("text", "", 0, content=token.content)
        if needs_break and has_words and token.nesting >= 0 and token.type != "hardbreak":
            yield Token("hardbreak", "br", 0)
        needs_break = needs_break and token.nesting < 0
        has_words = has_words or bool(token.content) or token.type == "image"
        yield token


def _partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Return the tags that belong together, each way, none across another."""
    partners: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    for index, token in enumerate(tokens):
        # Emphasis and links of Markdown must not be crossed either.
        if token.nesting > 0:
            opened.append(("", index))
        elif token.nesting < 0:
            while opened.pop()[0]:
                pass
        name, found = _tag(token)
        if found is None or name not in _PAIRED:
            continue
        if not found["close"]:
            opened.append((name, index))
        elif opened and opened[-1][0] == name:
            start = opened.pop()[1]
            partners[start], partners[index] = index, start
    return partners


def _span(name: str, match: re.Match[str]) -> Token:
    kind = _SPANS[name]
    nesting: Literal[-1, 1] = -1 if match["close"] else 1
    tag = "a" if kind == "link" else kind
    token = Token(f"{kind}_{'close' if match['close'] else 'open'}", tag, nesting)
    if kind == "link" and nesting > 0:
        token.attrSet("href", _attributes(match).get("href", ""))
    return token


def _image(match: re.Match[str]) -> Token:
    attributes = _attributes(match)
    alt = attributes.get("alt", "")
    text = Token("text", "", 0, content=alt)
    attrs: dict[str, str | int | float] = {"src": attributes.get("src", ""), "alt": ""}
    return Token("image", "img", 0, attrs=attrs, content=alt, children=[text])


def _attributes(match: re.Match[str]) -> dict[str, str]:
    return {
        name.lower(): html.unescape(next((value for value in values if value), "")).strip()
        for name, *values in _ATTRIBUTE.findall(match["rest"])
    }


def _token_text(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type == "html_inline":
        return "" if KNOWN_TAG.fullmatch(token.content) else token.content
    return token.content
