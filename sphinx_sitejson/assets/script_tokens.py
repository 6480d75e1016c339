"""Reads a script into its parts: names, texts, signs, and the brackets that they stand in.

It understands the scripts of this package, not every script: no regular expression follows a
closing bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<template>`)
    |(?P<sign>=>|\?\?|\?\.|\.\.\.|[-+]{2}|.)""",
    re.VERBOSE | re.DOTALL,
)
_REGULAR = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_PIECE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*", re.DOTALL)
_KEYWORDS = """
arguments as async await break case catch class const continue debugger default delete do else enum
export extends false finally for from function get if implements import in instanceof interface let
new null of package private protected public return set static super switch this throw true try
typeof undefined var void while with yield
"""
WORDS = frozenset(_KEYWORDS.split())
_BEFORE_REGULAR = frozenset(("return", "typeof", "case", "of", "in", "await"))
_BEFORE_BLOCK = frozenset((")", "=>", ";", "{", "}", "else", "try", "catch", "finally", "do"))
_BEFORE_MEMBER = frozenset(("{", "}", ";", "async", "static", "get", "set"))
_BEFORE_ENTRY = frozenset(("{", ",", "async", "get", "set"))
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")


@dataclass(slots=True)
class Token:
    """A part of a script that a space could not divide."""

    kind: str
    text: str
    starts_line: bool = False
    bracket: str = ""
    """The innermost bracket that it stands in: also "block" and "class" instead of "{"."""
    depth: int = 0
    """The number of brackets that it stands in."""
    is_key: bool = False
    """Whether it names a property, and not a variable."""
    is_both: bool = False
    """Whether it names a property by a variable of the same name."""
    opens: bool = False
    """Whether more stands inside it."""
    closes: bool = False
    """Whether it ends what stands inside another one."""
    start: int = -1
    """The place of the bracket that it closes."""
    end: int = -1
    """The place of the bracket that closes it."""

    def is_sign(self, *signs: str) -> bool:
        """Whether it is one of some signs."""
        return self.kind == "sign" and self.text in signs

    def is_word(self, *words: str) -> bool:
        """Whether it is one of some words of the language."""
        return self.kind == "name" and not self.is_key and self.text in words


def read_tokens(script: str) -> list[Token]:
    """Return all parts of a script but spaces and comments."""
    tokens = list(_tokens(script))
    _note_brackets(tokens)
    return tokens


def _tokens(text: str) -> Iterator[Token]:
    position, starts_line = 0, False
    last: Token | None = None
    # For each template around, how many braces are open in its gap.
    gaps: list[int] = []
    while position < len(text):
        found = _regular_at(text, position, last) or _TOKEN.match(text, position)
        assert found is not None
        kind, part = found.lastgroup or "regular", found[0]
        position = found.end()
        if kind == "space":
            starts_line = starts_line or "\n" in part
            continue
        if part == "}" and gaps and gaps[-1] == 0:
            gaps.pop()
            kind = "template"
        elif gaps and part in "{}":
            gaps[-1] += 1 if part == "{" else -1
        if kind == "template":
            piece = _template_piece(text, position)
            position += len(piece)
            part += piece
            gaps.extend([0] if piece.endswith("${") else [])
        last = Token(kind, part, starts_line)
        if kind == "sign":
            last.opens, last.closes = part in _OPENING, part in _CLOSING
        elif kind == "template":
            last.opens, last.closes = part.endswith("${"), part.startswith("}")
        starts_line = False
        yield last


def _template_piece(text: str, position: int) -> str:
    """Return what follows up to the next gap of a template, or its end."""
    piece = _PIECE.match(text, position)
    assert piece is not None
    return piece[0] + ("${" if text.startswith("${", piece.end()) else "`")


def _regular_at(text: str, position: int, last: Token | None) -> re.Match[str] | None:
    if text[position] != "/":
        return None
    ends_value = last is not None and (
        last.is_sign(")", "]", "}")
        or last.kind in ("number", "text", "regular")
        or (last.kind == "template" and last.text.endswith("`"))
        or (last.kind == "name" and last.text not in _BEFORE_REGULAR)
    )
    return None if ends_value else _REGULAR.match(text, position)


def _note_brackets(tokens: list[Token]) -> None:
    """Note for each token where it stands, and whether it names a property."""
    stack: list[tuple[str, int]] = []
    for index, token in enumerate(tokens):
        if token.closes:
            token.start = stack.pop()[1]
            tokens[token.start].end = index
        token.bracket = stack[-1][0] if stack else ""
        token.depth = len(stack)
        if token.kind == "name":
            _note_key(tokens, index)
        if token.opens:
            kind = _brace(tokens, index) if token.is_sign("{") else token.text[-1]
            stack.append((kind, index))


def _brace(tokens: list[Token], index: int) -> str:
    """Tell what a brace begins."""
    before = tokens[max(0, index - 4) : index]
    if any(token.is_word("class") for token in before):
        return "class"
    return "block" if not before or before[-1].text in _BEFORE_BLOCK else "{"


def _note_key(tokens: list[Token], index: int) -> None:
    token = tokens[index]
    before = tokens[index - 1].text if index else ""
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    is_entry = token.bracket == "{" and before in _BEFORE_ENTRY and after in (":", "(")
    is_member = token.bracket == "class" and before in _BEFORE_MEMBER and after in ("(", "=", ";")
    token.is_key = before in (".", "?.", "#") or is_entry or is_member
    is_listed = token.bracket == "{" and before in ("{", ",") and after in (",", "}", "=")
    token.is_both = is_listed and not token.is_key
