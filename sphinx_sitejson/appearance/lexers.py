"""Names of the languages of code, lexers and token types that Pygments lacks, and marked words."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import chain, groupby
from typing import Any, ClassVar

from pygments.filter import Filter
from pygments.lexer import Lexer, bygroups, include, inherit, using
from pygments.lexers import get_lexer_by_name
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
from pygments.util import ClassNotFound
from sphinx.highlighting import lexer_classes, lexers

_MAX_NAME_LENGTH = 18
_NO_LANGUAGE = frozenset(
    {"", "none", "text", "default", "guess", "plain", "plaintext", "txt", "log", "logs", "output"}
)
_LANGUAGE_NAMES = {
    "bat": "Batch",
    "cli": "Shell",
    "console": "Shell",
    "curl": "cURL",
    "docker": "Dockerfile",
    "dockerfile": "Dockerfile",
    "dotenv": ".env",
    "env": ".env",
    "html+django": "Django",
    "html+jinja": "Jinja",
    "jinja": "Jinja",
    "json5": "JSON5",
    "jsonc": "JSON",
    "nginx": "nginx",
    "node": "Node.js",
    "nodejs": "Node.js",
    "proto": "Protobuf",
    "protobuf": "Protobuf",
    "pycon": "Python",
    "pycon3": "Python",
    "pytb": "Traceback",
    "r": "R",
    "sh": "Shell",
    "shell": "Shell",
    "shell-session": "Shell",
    "terminal": "Shell",
    "zsh": "Zsh",
}
"""Languages that Pygments does not have, or names differently."""


@lru_cache(maxsize=1024)
def language_name(language: str) -> str:
    """Return the display name of a language: ``py3`` gives ``Python``; empty for plain text.

    :param language: the name in the page.
    """
    lower = language.lower().lstrip(".")
    if lower in _NO_LANGUAGE:
        return ""
    if lower in _LANGUAGE_NAMES:
        return _LANGUAGE_NAMES[lower]
    lexer_name = _lexer_title(lower)
    if lexer_name.startswith("Text "):
        return ""
    if lexer_name and len(lexer_name) <= _MAX_NAME_LENGTH:
        return lexer_name
    return (
        language.upper()
        if len(language) < 5
        else language[:1].upper() + language[1:_MAX_NAME_LENGTH]
    )


_ALIASES = {
    "curl": "bash",
    "env": "bash",
    ".env": "bash",
    "dotenv": "bash",
    "jsonc": "json",
    "json5": "json",
    "vue": "html",
    "svelte": "html",
    "astro": "html",
    "node": "javascript",
    "nodejs": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "terminal": "bash",
    "cli": "bash",
    "plain": "text",
    "plaintext": "text",
    "txt": "text",
    "log": "text",
    "logs": "text",
    "dotnet": "csharp",
    "gql": "graphql",
    "yml": "yaml",
}


def known_language(name: str) -> str:
    """Return the name of a lexer: ``jsonc`` gives ``json``, an unknown name ``text``."""
    return (name.lower() not in ("", "none") and _lexer_name(name)) or "text"


def is_language(name: str) -> bool:
    """Return whether there is a lexer for a language."""
    return bool(_lexer_name(name))


@lru_cache(maxsize=1024)
def _lexer_name(name: str) -> str:
    lower = name.lower()
    if lower in lexers or lower in lexer_classes or _lexer_title(lower):
        return lower
    return _ALIASES.get(lower, "")


def _lexer_title(name: str) -> str:
    """Return the name that Pygments displays for a language; empty if it has no lexer."""
    try:
        return str(get_lexer_by_name(name).name)
    except ClassNotFound:
        return ""


Token = tuple[Any, str]
# Pygments has no types for these.
groups: Any = bygroups
script: Any = using(JavascriptLexer)  # type: ignore[no-untyped-call]
settings: Any = using(YamlLexer)  # type: ignore[no-untyped-call]

DIFF_PREFIX = "diff-"
"""Prefix of the language of code with added and removed lines."""


class MdxLexer(MarkdownLexer):
    """Markdown with front matter, JSX elements, expressions, imports and exports."""

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
            (r"(\{)((?:[^{}]|\{[^{}]*\})*)(\})", groups(Punctuation, script, Punctuation)),
            (r"([\w:.-]+)(\s*)(=)", groups(Name.Attribute, Whitespace, Operator)),
            (r"[\w:.-]+", Name.Attribute),
            (r'"[^"]*"|\'[^\']*\'', String),
            (r".", Text),
        ],
    }


class LineDiffLexer(Lexer):
    """Code with lines marked by + and -, highlighted in its own language."""

    name = "Changes"

    def __init__(self, inner: Lexer, **options: Any) -> None:
        super().__init__(**options)
        self._inner = inner

    def get_tokens(self, text: str, unfiltered: bool = False) -> Iterator[Token]:
        """Yield the line markers, and between them the tokens of the code."""
        lines = text.removesuffix("\n").split("\n")
        code = "\n".join(line[1:] for line in lines) + "\n"
        for line, tokens in zip(lines, _lines(self._inner.get_tokens(code)), strict=False):
            if sign := line[:1]:
                yield {"+": Generic.Inserted, "-": Generic.Deleted}.get(sign, Whitespace), sign
            yield from tokens
            yield Whitespace, "\n"


def _lines(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each line, without line breaks."""
    line: list[Token] = []
    for kind, value in tokens:
        first, *rest = value.split("\n")
        if first:
            line.append((kind, first))
        for part in rest:
            yield line
            line = [(kind, part)] if part else []
    if line:
        yield line


_PLAIN_NAMES = (Name, Name.Other)
_SHELLS = frozenset({"Bash", "Bash Session", "Fish", "Tcsh", "PowerShell", "PowerShell Session"})
_WITH_KEYWORD_ARGUMENTS = frozenset({"Python", "Python console session", "Kotlin", "C#", "PHP"})
_WITH_KEYS = frozenset({"JavaScript", "TypeScript", "Swift", "Ruby"})
_DATA_LANGUAGES = frozenset(
    {"Text only", "JSON", "YAML", "TOML", "INI", "HTML", "XML", "CSS", "SCSS", "Markdown", "MDX"}
    | {"reStructuredText", "HTTP", "Diff", "Properties", "Docker", "Makefile", "TeX", "CSV"}
)
"""Markup and data languages, which have no calls."""
_OPTION = re.compile(r"--?[A-Za-z][\w-]*")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://\S+")
_ASSIGNMENT_END = ("&&", "||", "|", ";", "&", "(", "`", "$(")
_BEFORE_COMMANDS = frozenset({"sudo", "time", "then", "do", "else", "exec", "env", "nohup"})


class ShellFilter(Filter):
    """Classifies commands, options and URLs in shell code."""

    def filter(self, lexer: Lexer | None, stream: Iterable[Token]) -> Iterator[Token]:
        """Yield the tokens, with types for plain text."""
        is_command = True
        for kind, value in stream:
            if kind is Text and value.strip():
                result, is_command = self._classify_word(value, is_command=is_command)
                yield result, value
                continue
            yield kind, value
            is_command = self._is_before_command(kind, value, is_command=is_command)

    def _classify_word(self, word: str, *, is_command: bool) -> tuple[Any, bool]:
        if _URL.fullmatch(word):
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
        # An assignment before the command, and white space.
        is_gap = not value.strip() or kind in Name.Variable or kind in Number or value == "="
        return is_command and is_gap


class NameFilter(Filter):
    """Classifies called names, keyword arguments and object keys."""

    def __init__(self, *, keywords: bool, keys: bool) -> None:
        super().__init__()
        self._keywords, self._keys = keywords, keys

    def filter(self, lexer: Lexer | None, stream: Iterable[Token]) -> Iterator[Token]:
        """Yield the tokens, with types for plain names."""
        depth = 0
        name: Token | None = None
        is_decorator = False
        for kind, value in chain(stream, [(Text, "")]):
            if name is not None:
                new_kind = self._kind(name[0], kind, value, is_argument=depth > 0)
                yield Name.Decorator if is_decorator else new_kind, name[1]
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

    def _kind(self, kind: Any, next_kind: Any, following: str, *, is_argument: bool) -> Any:
        """Return the token type of a name from the token after it."""
        if next_kind in Punctuation and following.startswith("("):
            return Name.Function
        if next_kind not in (Operator, Punctuation):
            return kind
        is_named = self._keywords and is_argument and following in ("=", ":")
        return Name.Attribute if is_named or (self._keys and following == ":") else kind


def refine_lexer(lexer: Lexer) -> Lexer:
    """Return a copy of a lexer with a filter that classifies more names."""
    if lexer.name in _DATA_LANGUAGES:
        return lexer
    token_filter: Filter = ShellFilter()
    if lexer.name not in _SHELLS:
        has_keywords = lexer.name in _WITH_KEYWORD_ARGUMENTS
        token_filter = NameFilter(keywords=has_keywords, keys=lexer.name in _WITH_KEYS)
    copied = copy(lexer)
    copied.filters = [*lexer.filters, token_filter]
    return copied


_PART = re.compile(r'<(td|span) class="linenos[^"]*">.*?</\1>|<[^>]*>|[^<]+', re.DOTALL)
_CHARACTER = re.compile(r"&[^;\s]+;|.", re.DOTALL)
_COLORED = re.compile(r'<span(?! class="hll"| id=)[^>]*>')


def mark_words(code: str, words: Sequence[str]) -> str:
    """Put ``<mark>`` around each occurrence of some words.

    A phrase of several tokens gets one mark; the token elements are reopened inside it. Where words
    overlap, the longest one wins.

    :param code: the HTML of Pygments.
    """
    ordered = sorted(filter(str.strip, words), key=len, reverse=True)
    if not ordered:
        return code
    parts = [match[0] for match in _PART.finditer(code)]
    plain = "".join(html.unescape(part) for part in parts if not part.startswith("<"))
    found = re.finditer("|".join(map(re.escape, ordered)), plain)
    return "".join(_insert_marks(parts, [match.span() for match in found]))


def _insert_marks(parts: Sequence[str], spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    numbers = {at: number for number, span in enumerate(spans) for at in range(*span)}
    position, opened = 0, ""
    for part in parts:
        if part.startswith("<"):
            # Line elements stay outside of marks; token elements are repeated inside.
            if _COLORED.fullmatch(part):
                opened = part
            elif part == "</span>" and opened:
                opened = ""
            else:
                yield part
            continue
        characters = enumerate(_CHARACTER.findall(part), position)
        for number, pieces in groupby(characters, key=lambda pair: numbers.get(pair[0])):
            piece = list(pieces)
            text = "".join(character for _at, character in piece)
            if number is not None and piece[0][0] == spans[number][0]:
                yield "<mark>"
            yield f"{opened}{text}</span>" if opened else text
            if number is not None and piece[-1][0] + 1 == spans[number][1]:
                yield "</mark>"
        position += len(html.unescape(part))
