"""Gives words of code the colors that a reader expects, where the lexers leave them plain.

Lexers of Pygments know no calls, no keyword arguments, and nothing of a shell line but its strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import chain
from typing import Any

from pygments.filter import Filter
from pygments.lexer import Lexer
from pygments.token import Comment, Generic, Name, Number, Operator, Punctuation, String, Text

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
