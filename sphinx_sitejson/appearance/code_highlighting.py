"""Lexers and token types that Pygments lacks, and marked words in highlighted code."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import chain
from typing import Any, ClassVar

from pygments.filter import Filter
from pygments.lexer import Lexer, bygroups, include, inherit, using
from pygments.lexers.data import YamlLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.lexers.markup import MarkdownLexer
from pygments.token import (
    Comment,
    Generic,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

# Pygments says nothing of the types of these.
groups: Any = bygroups
script: Any = using(JavascriptLexer)  # type: ignore[no-untyped-call]
settings: Any = using(YamlLexer)  # type: ignore[no-untyped-call]

CHANGES = "diff-"
"""What stands before the name of a language whose code has changed lines."""


class MdxLexer(MarkdownLexer):
    """Markdown with front matter, elements, expressions, and lines of JavaScript."""

    name = "MDX"
    aliases: ClassVar[list[str]] = ["mdx"]
    filenames: ClassVar[list[str]] = ["*.mdx"]
    mimetypes: ClassVar[list[str]] = ["text/mdx"]

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (
                r"\A(---)(\n)((?:.*\n)*?)(---)(\n)",
                groups(Comment, Whitespace, settings, Comment, Whitespace),
            ),
            (r"^(?:import|export)\b.*\n", script),
            (r"^[^\S\n]+", Whitespace),
            include("elements"),
            inherit,
        ],
        "inline": [include("elements"), (r"[^\\\s<{`*_~\[!@#]+", Text), inherit],
        "elements": [
            (r"\{/\*[\s\S]*?\*/\}|<!--[\s\S]*?-->", Comment),
            (r"(</?)([A-Za-z][\w.:-]*)", groups(Punctuation, Name.Tag), "tag"),
            (r"</?>", Punctuation),
            (r"(\{)([^{}\n]*)(\})", groups(Punctuation, script, Punctuation)),
        ],
        "tag": [
            (r"\s+", Whitespace),
            (r"/?>", Punctuation, "#pop"),
            (
                r"(\{)((?:[^{}]|\{[^{}]*\})*)(\})",
                groups(Punctuation, script, Punctuation),
            ),
            (r"([\w:.-]+)(\s*)(=)", groups(Name.Attribute, Whitespace, Operator)),
            (r"[\w:.-]+", Name.Attribute),
            (r'"[^"]*"|\'[^\']*\'', String),
            (r".", Text),
        ],
    }


class ChangesLexer(Lexer):
    """Lines with + and - before code that keeps the colors of its language."""

    name = "Changes"

    def __init__(self, inner: Lexer, **options: Any) -> None:
        super().__init__(**options)
        self._inner = inner

    def get_tokens(self, text: str, unfiltered: bool = False) -> Iterator[tuple[Any, str]]:
        """Yield the signs of the lines, and between them the tokens of the code."""
        lines = text.removesuffix("\n").split("\n")
        code = "\n".join(line[1:] for line in lines) + "\n"
        for line, tokens in zip(lines, _lines(self._inner.get_tokens(code)), strict=False):
            sign = line[:1]
            kind = {"+": Generic.Inserted, "-": Generic.Deleted}.get(sign, Whitespace)
            if sign:
                yield kind, sign
            yield from tokens
            yield Whitespace, "\n"


def _lines(tokens: Iterable[tuple[Any, str]]) -> Iterator[list[tuple[Any, str]]]:
    """Yield the tokens of each line, without its end."""
    line: list[tuple[Any, str]] = []
    for kind, value in tokens:
        first, *rest = value.split("\n")
        if first:
            line.append((kind, first))
        for part in rest:
            yield line
            line = [(kind, part)] if part else []
    if line:
        yield line


Token = tuple[Any, str]

_PLAIN_NAMES = (Name, Name.Other)
_SHELLS = frozenset({"Bash", "Bash Session", "Fish", "Tcsh", "PowerShell", "PowerShell Session"})
_WITH_KEYWORD_ARGUMENTS = frozenset({"Python", "Python console session", "Kotlin", "C#", "PHP"})
_WITH_KEYS = frozenset({"JavaScript", "TypeScript", "Swift", "Ruby"})
_NO_PROGRAMS = frozenset(
    {"Text only", "JSON", "YAML", "TOML", "INI", "HTML", "XML", "CSS", "SCSS", "Markdown", "MDX"}
    | {"reStructuredText", "HTTP", "Diff", "Properties", "Docker", "Makefile", "TeX", "CSV"}
)
"""Markup and data have no calls."""
_OPTION = re.compile(r"--?[A-Za-z][\w-]*")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+")
_ASSIGNMENT_END = ("&&", "||", "|", ";", "&", "(", "`", "$(")
_BEFORE_COMMANDS = frozenset({"sudo", "time", "then", "do", "else", "exec", "env", "nohup"})


class ShellWords(Filter):
    """Colors commands, options and addresses of shell lines."""

    def filter(self, lexer: Lexer | None, stream: Iterable[Token]) -> Iterator[Token]:
        """Yield the tokens, with kinds for plain words."""
        is_command = True
        for kind, value in stream:
            if kind is Text and value.strip():
                found, is_command = self._word(value, is_command=is_command)
                yield found, value
                continue
            yield kind, value
            is_command = self._is_before_command(kind, value, is_command=is_command)

    def _word(self, word: str, *, is_command: bool) -> tuple[Any, bool]:
        if _ADDRESS.fullmatch(word):
            return String, False
        if _OPTION.fullmatch(word.partition("=")[0]):
            return Name.Attribute, False
        if is_command:
            return Name.Function, word in _BEFORE_COMMANDS
        return Text, False

    def _is_before_command(self, kind: Any, value: str, *, is_command: bool) -> bool:
        if "\n" in value and not value.startswith("\\") and kind not in String:
            return True
        if kind in Generic.Prompt or kind in Comment:
            return True
        if value.strip() in _ASSIGNMENT_END and (kind in Operator or kind in Punctuation):
            return True
        # A variable that is set for the command, and the gap after it.
        is_gap = not value.strip() or kind in Name.Variable or kind in Number or value == "="
        return is_command and is_gap


class NamedWords(Filter):
    """Colors names that are called, keyword arguments, and keys of objects."""

    def __init__(self, *, keywords: bool, keys: bool) -> None:
        super().__init__()
        self._keywords, self._keys = keywords, keys

    def filter(self, lexer: Lexer | None, stream: Iterable[Token]) -> Iterator[Token]:
        """Yield the tokens, with kinds for plain names."""
        depth = 0
        name: Token | None = None
        is_decorator = False
        for kind, value in chain(stream, [(Text, "")]):
            if name is not None:
                meant = self._kind(name[0], kind, value, is_argument=depth > 0)
                yield Name.Decorator if is_decorator else meant, name[1]
                name = None
            is_decorator = kind is Name.Decorator or (
                is_decorator and (value == "." or kind in _PLAIN_NAMES)
            )
            if kind in Punctuation:
                depth = max(0, depth + value.count("(") - value.count(")"))
            if kind in _PLAIN_NAMES:
                name = (kind, value)
            elif value:
                yield kind, value

    def _kind(self, own: Any, next_kind: Any, following: str, *, is_argument: bool) -> Any:
        """Return what a name is by what follows it."""
        if next_kind in Punctuation and following.startswith("("):
            return Name.Function
        if next_kind not in (Operator, Punctuation):
            return own
        is_named = self._keywords and is_argument and following in ("=", ":")
        return Name.Attribute if is_named or (self._keys and following == ":") else own


def refined(lexer: Lexer) -> Lexer:
    """Return a lexer that sees more; the given one may be in use elsewhere and stays as it is."""
    if lexer.name in _NO_PROGRAMS:
        return lexer
    own: Filter = ShellWords()
    if lexer.name not in _SHELLS:
        has_keywords = lexer.name in _WITH_KEYWORD_ARGUMENTS
        own = NamedWords(keywords=has_keywords, keys=lexer.name in _WITH_KEYS)
    copied = copy(lexer)
    copied.filters = [*lexer.filters, own]
    return copied


_PART = re.compile(r'<(td|span) class="linenos[^"]*">.*?</\1>|<[^>]*>|[^<]+', re.DOTALL)
_CHARACTER = re.compile(r"&[^;\s]+;|.", re.DOTALL)
_COLORED = re.compile(r'<span(?! class="hll"| id=)[^>]*>')


def mark_words(code: str, words: Sequence[str]) -> str:
    """Put ``<mark>`` around each place where one of the words stands.

    A phrase of several colors gets one mark: the elements of its words are opened in it again.

    :param code: what Pygments made: elements that hold words, and lines that hold such elements.
    """
    parts = [found[0] for found in _PART.finditer(code)]
    plain = "".join(html.unescape(part) for part in parts if not part.startswith("<"))
    places = list(_places(plain, words))
    return "".join(_marked(parts, places)) if places else code


def _places(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where the words begin and end, the longest first where several begin."""
    ordered = sorted({word for word in words if word.strip()}, key=lambda word: (-len(word), word))
    if ordered:
        for found in re.finditer("|".join(map(re.escape, ordered)), text):
            yield found.span()


def _marked(parts: Sequence[str], places: Sequence[tuple[int, int]]) -> Iterator[str]:
    starts = [start for start, _ in places]
    position, opened, is_marked = 0, "", False
    for part in parts:
        if part.startswith("<"):
            # What holds whole lines is opened and closed around marks; what has a color, in them.
            if _COLORED.fullmatch(part):
                opened = part
            elif part == "</span>" and opened:
                opened = ""
            else:
                yield part
            continue
        for piece, is_inside, ends in _pieces(part, position, starts, places):
            if is_inside and not is_marked:
                yield "<mark>"
            yield f"{opened}{piece}</span>" if opened else piece
            is_marked = is_inside and not ends
            if is_inside and ends:
                yield "</mark>"
        position += len(html.unescape(part))


def _pieces(
    text: str, position: int, starts: Sequence[int], places: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, bool, bool]]:
    """Yield pieces of a text, whether each is marked, and whether its mark ends with it."""
    piece, was_inside = "", False
    for character in _CHARACTER.findall(text):
        number = bisect_right(starts, position) - 1
        is_inside = number >= 0 and position < places[number][1]
        if piece and is_inside != was_inside:
            yield piece, was_inside, was_inside
            piece = ""
        piece += character
        was_inside = is_inside
        position += 1
        if is_inside and position == places[number][1]:
            yield piece, True, True
            piece = ""
    if piece:
        yield piece, was_inside, False
