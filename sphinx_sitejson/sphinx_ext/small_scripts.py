"""Makes a joined script small: no comments, no spaces that nothing needs, short names.

It understands the scripts of this package, not every script: no regular expression follows a
closing bracket, and no line begins with a bracket that could belong to the one before. Names
are replaced in the whole script at once, each by one short name, so no scope has to be known. Keys
and properties stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from string import ascii_letters

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<template>`)
    |(?P<sign>=>|\?\.|\.\.\.|[-+]{2}|.)""",
    re.VERBOSE | re.DOTALL,
)
_REGULAR = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_PIECE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*", re.DOTALL)
_KEYWORDS = """
async await break case catch class const continue default delete do else extends false finally for
function get if in instanceof let new null of return set static super switch this throw true try
typeof undefined var void while yield
"""
_WORDS = frozenset(_KEYWORDS.split())
_BEFORE_REGULAR = frozenset(("return", "typeof", "case", "of", "in", "await"))
_BEFORE_BLOCK = frozenset((")", "=>", ";", "{", "}", "else", "try", "catch", "finally", "do"))
_GOES_ON_AFTER = tuple("{([,;=?:&|+<>.")
_GOES_ON_BEFORE = tuple("})],;?:&|=.")
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(slots=True)
class _Token:
    kind: str
    text: str
    starts_line: bool = False
    bracket: str = ""
    """The innermost bracket that it stands in: also "block" and "class" instead of "{"."""
    is_key: bool = False
    """Whether it names a property, and not a variable."""
    is_both: bool = False
    """Whether it names a property by a variable of the same name."""


@cache
def small_script(text: str) -> str:
    """Return a script that does the same with fewer characters."""
    tokens = list(_tokens(text))
    _note_brackets(tokens)
    names = _short_names(tokens)
    written: list[str] = []
    last = ""
    for token in tokens:
        is_variable = token.kind == "name" and not token.is_key
        part = names.get(token.text, token.text) if is_variable else token.text
        if token.is_both and part != token.text:
            part = f"{token.text}:{part}"
        if token.starts_line and not _goes_on(last, part):
            written.append("\n")
        elif last and _would_join(last[-1], part[:1]):
            written.append(" ")
        written.append(part)
        last = part
    return "".join(written).lstrip("\n") + "\n"


def _goes_on(last: str, part: str) -> bool:
    """Whether no statement can end between two parts, or ends there with or without a line."""
    return last[-1:] in _GOES_ON_AFTER or part[0] in _GOES_ON_BEFORE


def _would_join(last: str, first: str) -> bool:
    both_words = (last.isalnum() or last in "_$") and (first.isalnum() or first in "_$")
    return both_words or (last == first and first in "+-")


def _tokens(text: str) -> Iterator[_Token]:
    position, starts_line = 0, False
    last: _Token | None = None
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
        last = _Token(kind, part, starts_line)
        starts_line = False
        yield last


def _template_piece(text: str, position: int) -> str:
    """Return what follows up to the next gap of a template, or its end."""
    piece = _PIECE.match(text, position)
    assert piece is not None
    return piece[0] + ("${" if text.startswith("${", piece.end()) else "`")


def _regular_at(text: str, position: int, last: _Token | None) -> re.Match[str] | None:
    if text[position] != "/":
        return None
    ends_value = last is not None and (
        last.text in (")", "]", "}")
        or last.kind in ("number", "text", "regular")
        or (last.kind == "template" and last.text.endswith("`"))
        or (last.kind == "name" and last.text not in _BEFORE_REGULAR)
    )
    return None if ends_value else _REGULAR.match(text, position)


def _note_brackets(tokens: list[_Token]) -> None:
    stack: list[str] = []
    for index, token in enumerate(tokens):
        opens_gap = token.kind == "template" and token.text.endswith("${")
        closes_gap = token.kind == "template" and token.text.startswith("}")
        if (token.kind == "sign" and token.text in _PAIRS) or closes_gap:
            stack.pop()
        token.bracket = stack[-1] if stack else ""
        if token.kind == "sign" and token.text in ("(", "["):
            stack.append(token.text)
        elif token.kind == "sign" and token.text == "{":
            stack.append(_brace(tokens, index))
        elif opens_gap:
            stack.append("`")


def _brace(tokens: list[_Token], index: int) -> str:
    """Tell what a brace begins."""
    before = [token.text for token in tokens[max(0, index - 4) : index]]
    if "class" in before:
        return "class"
    return "block" if not before or before[-1] in _BEFORE_BLOCK else "{"


def _short_names(tokens: list[_Token]) -> dict[str, str]:
    used = {token.text for token in tokens if token.kind == "name"}
    _note_keys(tokens)
    declared = set(_declared(tokens)) - _WORDS
    counts = Counter(token.text for token in tokens if token.kind == "name" and not token.is_key)
    ranked = sorted(declared, key=lambda name: (-counts[name], name))
    free = (name for name in _all_names() if name not in used and name not in _WORDS)
    pairs = zip(ranked, free, strict=False)
    return {name: short for name, short in pairs if len(short) < len(name)}


def _all_names() -> Iterator[str]:
    yield from ascii_letters
    for number in count():
        first, second = divmod(number, 10)
        if first >= len(ascii_letters):
            return
        yield f"{ascii_letters[first]}{second}"


def _note_keys(tokens: list[_Token]) -> None:
    """Mark the names of properties."""
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.kind != "name":
            continue
        is_entry = token.bracket == "{" and before.text in ("{", ",")
        is_method = token.bracket == "class" and after.text == "("
        if before.text in (".", "?.") or is_method or (is_entry and after.text == ":"):
            token.is_key = True
        elif is_entry and after.text in (",", "}", "="):
            token.is_both = True


def _declared(tokens: list[_Token]) -> Iterator[str]:
    """Yield the names that are declared somewhere."""
    for index, token in enumerate(tokens):
        if token.text in ("const", "let", "class", "function") and token.kind == "name":
            yield from _pattern(tokens, index + 1)
        if token.text in ("function", "catch") and token.kind == "name":
            start = next(at for at in range(index, len(tokens)) if tokens[at].text in ("(", "{"))
            if tokens[start].text == "(":
                yield from _pattern(tokens, start)
        if token.text == "=>":
            yield from _pattern(tokens, _start_of(tokens, index - 1))


def _start_of(tokens: list[_Token], end: int) -> int:
    if tokens[end].text != ")":
        return end
    depth = 0
    for at in range(end, -1, -1):
        depth += {")": 1, "(": -1}.get(tokens[at].text, 0) if tokens[at].kind == "sign" else 0
        if depth == 0:
            return at
    return end


def _pattern(tokens: list[_Token], start: int) -> Iterator[str]:
    """Yield the names of a pattern that begins at a place; what stands after "=" is none of it."""
    depth, skipped = 0, 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        is_sign = token.kind == "sign"
        if is_sign and token.text in ("(", "[", "{"):
            depth += 1
        elif is_sign and token.text in _PAIRS:
            depth -= 1
            if depth < skipped:
                skipped = 0
        elif token.kind == "template":
            depth += token.text.endswith("${") - token.text.startswith("}")
        elif is_sign and token.text == "," and depth == skipped:
            skipped = 0
        elif is_sign and token.text == "=" and not skipped and depth:
            skipped = depth
        elif token.kind == "name" and not skipped and tokens[at + 1].text != ":":
            yield token.text
        if depth == 0:
            return
