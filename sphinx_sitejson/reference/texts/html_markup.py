"""HTML in texts of documents: the little that says how a text is laid out, as Markdown would.

Paragraphs, lists, emphasis, code and links become what Markdown has for them; attributes but the
address of a link are left out. All other HTML stays text, so nothing in a text can become live.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_sitejson.common.markdown_limits import IS_TOO_DEEP, flatten_words
from sphinx_sitejson.common.nesting import DEEPEST_LEVEL

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]*)(?P<rest>(?:\s[^<>]*)?)/?>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HREF = re.compile(r"""\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""", re.IGNORECASE)
_SPANS = {
    "b": "strong",
    "strong": "strong",
    "i": "em",
    "em": "em",
    "a": "link",
    "sup": "sup",
    "sub": "sub",
}
_CODE = frozenset({"code", "tt", "kbd", "samp", "var"})
_FRAMES = frozenset(
    ["p", "div", "section", "article", "center", "dl", "dt", "dd", "table", "thead", "tbody", "tr"]
)
_CELLS = frozenset({"td", "th"})
_PLAIN = frozenset({"span", "u", "small", "big", "font"}) | _CELLS
"""Elements of which only the words are shown."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = {"ul": "bullet_list", "ol": "ordered_list"}
_QUOTES = frozenset({"blockquote", "note", "important", "tip", "caution", "warning"})
"""Some generators of documents write their notes as elements of their own."""
_BLOCKS = _FRAMES | _HEADINGS | _LISTS.keys() | _QUOTES | {"li", "pre", "hr"}
_WITHOUT_TRACE = _FRAMES | _PLAIN
_PAIRED = _SPANS.keys() | _CODE
_KNOWN = _BLOCKS | _SPANS.keys() | _CODE | _PLAIN | {"br"}
KNOWN_TAG = re.compile(rf"</?(?:{'|'.join(sorted(_KNOWN))})(?:\s[^<>]*)?/?>", re.IGNORECASE)


def without_html(tokens: Sequence[Token], markdown: MarkdownIt) -> Iterator[Token]:
    """Yield the tokens of a text with other ones in place of HTML.

    :param markdown: reads what stands inside of blocks.
    """
    for is_html, run in groupby(tokens, key=lambda token: token.type == "html_block"):
        if is_html:
            # A list with empty lines in it is several blocks of HTML.
            yield from _Blocks(markdown).read("\n".join(token.content for token in run))
            continue
        for token in run:
            if token.children:
                token.children = list(_inline(token.children))
                flatten_words(token, DEEPEST_LEVEL - token.level)
            yield token


class _Blocks:
    """Turns a block of HTML into blocks of Markdown; what is left open is closed at the end."""

    def __init__(self, markdown: MarkdownIt) -> None:
        self._markdown = markdown
        self._tokens: list[Token] = []
        self._open: list[str] = []
        self._words: list[str] = []
        self._heading = ""
        self._is_too_deep = False

    def read(self, text: str) -> list[Token]:
        # Behind the last end of a comment none can match, and to look for one would take long.
        commented, end, rest = text.rpartition("-->")
        text = _COMMENT.sub("", commented + end) + rest
        position = 0
        while found := _TAG.search(text, position):
            name = found["name"].lower()
            name = "blockquote" if name in _QUOTES else name
            self._words.append(text[position : found.start()])
            position = found.end()
            if name == "pre" and not found["close"]:
                position = self._code(text, position)
            elif name in _BLOCKS:
                self._end_words()
                self._begin_or_end(name, is_end=bool(found["close"]))
            else:
                self._words.append(" " if name in _CELLS else found[0])
        self._words.append(text[position:])
        self._end_words()
        self._close(0)
        return self._tokens

    def _begin_or_end(self, name: str, *, is_end: bool) -> None:
        if name in _HEADINGS:
            self._heading = "" if is_end else name
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
        if len(self._open) >= DEEPEST_LEVEL:
            self._is_too_deep = True
            return
        if name != "li" and self._open and self._open[-1] in _LISTS:
            self._begin_item()
        self._open.append(name)
        self._tokens.append(Token(f"{_kind(name)}_open", name, 1, block=True))

    def _begin_item(self) -> None:
        if not self._open or self._open[-1] not in _LISTS:
            self._begin("ul")
        self._begin("li")

    def _end_item(self) -> None:
        """Close the item of the innermost list."""
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index] in _LISTS:
                return
            if self._open[index] == "li":
                self._close(index)
                return

    def _close(self, count: int) -> None:
        while len(self._open) > count:
            name = self._open.pop()
            if self._tokens[-1].nesting > 0:
                # Nothing stands in it.
                self._tokens.pop()
                continue
            self._tokens.append(Token(f"{_kind(name)}_close", name, -1, block=True))

    def _end_words(self) -> None:
        words, self._words = "".join(self._words).strip(), []
        if not words:
            return
        if self._open and self._open[-1] in _LISTS:
            self._begin_item()
        kind, tag = ("heading", self._heading) if self._heading else ("paragraph", "p")
        # The first words of an item stand beside its bullet.
        is_tight = self._tokens[-1:] and self._tokens[-1].type == "list_item_open"
        (inline,) = self._markdown.parseInline(words)
        inline.children = list(_inline(inline.children or []))
        if self._is_too_deep:
            inline.meta[IS_TOO_DEEP] = True
        flatten_words(inline, DEEPEST_LEVEL - len(self._open))
        self._tokens += [
            Token(f"{kind}_open", tag, 1, block=True, hidden=bool(is_tight)),
            inline,
            Token(f"{kind}_close", tag, -1, block=True, hidden=bool(is_tight)),
        ]

    def _code(self, text: str, start: int) -> int:
        """Take the lines of ``<pre>``, and return where they end."""
        self._end_words()
        found = re.compile("</pre>", re.IGNORECASE).search(text, start)
        end = found.start() if found else len(text)
        lines = html.unescape(KNOWN_TAG.sub("", text[start:end])).strip("\n")
        self._tokens.append(Token("code_block", "code", 0, content=f"{lines}\n", block=True))
        return found.end() if found else end


def _kind(name: str) -> str:
    return _LISTS.get(name) or ("list_item" if name == "li" else name)


def _inline(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens of a line; a tag without a partner stays text."""
    partners = _partners(tokens)
    position = 0
    while position < len(tokens):
        token, partner = tokens[position], partners.get(position)
        position += 1
        if token.type != "html_inline":
            yield token
            continue
        found = _TAG.fullmatch(token.content)
        name = found["name"].lower() if found else ""
        if name == "br":
            yield Token("hardbreak", "br", 0)
        elif name in _CODE and partner is not None and partner >= position:
            words = "".join(_token_text(part) for part in tokens[position:partner])
            yield Token("code_inline", "code", 0, content=words, markup="`")
            position = partner + 1
        elif name in _SPANS and found and partner is not None:
            yield _span(name, found)
        elif name in _WITHOUT_TRACE or _COMMENT.fullmatch(token.content):
            continue
        else:
            yield Token("text", "", 0, content=token.content)


def _partners(tokens: Sequence[Token]) -> dict[int, int]:
    """Return the tags that belong together, each way, none across another."""
    partners: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    for index, token in enumerate(tokens):
        # Markdown's own emphasis and links may not be crossed either.
        if token.nesting > 0:
            opened.append(("", index))
        elif token.nesting < 0:
            while opened.pop()[0]:
                pass
        found = _TAG.fullmatch(token.content) if token.type == "html_inline" else None
        name = found["name"].lower() if found else ""
        if found is None or name not in _PAIRED:
            continue
        if not found["close"]:
            opened.append((name, index))
        elif opened and opened[-1][0] == name:
            start = opened.pop()[1]
            partners[start], partners[index] = index, start
    return partners


def _span(name: str, found: re.Match[str]) -> Token:
    kind = _SPANS[name]
    nesting: Literal[-1, 1] = -1 if found["close"] else 1
    tag = "a" if kind == "link" else kind
    token = Token(f"{kind}_{'close' if found['close'] else 'open'}", tag, nesting)
    if kind == "link" and nesting > 0:
        address = _HREF.search(found["rest"])
        url = next((part for part in address.groups() if part), "") if address else ""
        token.attrSet("href", html.unescape(url).strip())
    return token


def _token_text(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type == "html_inline":
        return "" if KNOWN_TAG.fullmatch(token.content) else token.content
    return token.content
