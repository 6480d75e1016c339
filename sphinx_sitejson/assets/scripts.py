"""Scripts made smaller without a change of meaning: no comments, spaces and long names."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from .script_names import short_names
from .script_tokens import WORDS, Token, read_tokens

_STRICT = '"use strict";'
_GOES_ON_AFTER = tuple("{([,;=?:&|<>.")
_GOES_ON_BEFORE = tuple("})],;?:&|=.")
# In scripts that work "let" does what "const" does.
_SHORT = {"const": "let", "true": "!0", "false": "!1", "undefined": "void 0"}
_BEFORE_EMPTY = ("for", "if", "while")
_BEFORE_VALUE = frozenset(("(", "[", "{", ",", ";", "=", "=>", "?", ":", "&", "|", "!", "..."))


def small_script(text: str) -> str:
    """Return a script that does the same with fewer characters."""
    tokens = read_tokens(text)
    names = short_names(tokens)
    left_out = _left_out(tokens)
    written: list[str] = []
    last = ""
    starts_line = False
    # For each number of brackets around, whether a declaration is being written there.
    declares: dict[int, bool] = {}
    for at, token in enumerate(tokens):
        starts_line = starts_line or token.starts_line
        declares[token.depth + 1] = declares.get(token.depth + 1, False) and not token.opens
        goes_on = declares.get(token.depth, False)
        if at in left_out or (goes_on and _is_let(token) and last == ","):
            continue
        part = names.get(at) or (_SHORT.get(token.text) if token.is_word(*_SHORT) else None)
        part = part or token.text
        if token.is_both and part != token.text:
            part = f"{token.text}:{part}"
        if goes_on and token.is_sign(";") and _follows_let(tokens, at):
            part = ","
        elif token.is_sign(";"):
            declares[token.depth] = False
        if starts_line and not _goes_on(last, part):
            written.append("\n")
            declares[token.depth] = False
        elif last and _would_join(last[-1], part[0]):
            written.append(" ")
        if _is_let(token) and last[-1:] in ("", ";", "{", "}"):
            declares[token.depth] = True
        written.append(part)
        last, starts_line = part, False
    return "".join(written).lstrip("\n") + "\n"


def _is_let(token: Token) -> bool:
    """Whether a token begins a declaration."""
    return token.is_word("const", "let")


def _follows_let(tokens: list[Token], at: int) -> bool:
    return at + 1 < len(tokens) and _is_let(tokens[at + 1])


def _left_out(tokens: list[Token]) -> frozenset[int]:
    """Return the places of what can be left out."""
    found: set[int] = set()
    for at, token in enumerate(tokens):
        is_end = token.is_sign(";") and _ends_block(tokens, at)
        if is_end or (token.is_sign(",") and _ends_list(tokens, at)):
            found.add(at)
        elif token.is_sign("(") and _is_bare(tokens, at):
            found.update((at, tokens[at].end))
    return frozenset(found)


def _ends_block(tokens: list[Token], at: int) -> bool:
    """Whether a semicolon stands where a statement ends anyway, and is no statement itself."""
    if not 0 < at < len(tokens) - 1 or not tokens[at + 1].is_sign("}"):
        return False
    before = tokens[at - 1]
    if before.is_sign(")"):
        start = tokens[at - 1].start
        return start == 0 or not tokens[start - 1].is_word(*_BEFORE_EMPTY)
    return not before.is_word("else", "do")


def _ends_list(tokens: list[Token], at: int) -> bool:
    """Whether nothing comes after a comma, which also stands for no gap of a list."""
    return tokens[at + 1].is_sign(")", "}", "]") and not tokens[at - 1].is_sign("[", ",")


def _is_bare(tokens: list[Token], start: int) -> bool:
    """Whether brackets hold one parameter, or a value that needs none: a name and what follows it.

    Casts for type checkers leave such brackets behind.
    """
    end = tokens[start].end
    inside = [token for token in tokens[start + 1 : end] if token.depth == tokens[start].depth + 1]
    if len(tokens) > end + 1 and tokens[end + 1].is_sign("=>"):
        return end == start + 2 and inside[0].kind == "name"
    before = tokens[start - 1] if start else None
    if before is None or before.kind != "sign" or before.text not in _BEFORE_VALUE:
        return False
    if not inside or inside[0].kind != "name" or inside[0].text in WORDS:
        return False
    return all(
        (token.kind == "name" and last.is_sign(".")) or token.is_sign(".", "(", ")", "[", "]")
        for last, token in pairwise(inside)
    )


def _goes_on(last: str, part: str) -> bool:
    """Whether no statement can end between two parts, or ends there with or without a line."""
    return last[-1:] in _GOES_ON_AFTER or last == "+" or part[0] in _GOES_ON_BEFORE


def _would_join(last: str, first: str) -> bool:
    both_words = (last.isalnum() or last in "_$") and (first.isalnum() or first in "_$")
    return both_words or (last == first and first in "+-")


def join_scripts(scripts: Iterable[str]) -> str:
    """Put strict scripts into one file; the semicolon ends what the script before it left open."""
    parts = [script.strip().removeprefix(_STRICT).strip().rstrip(";") for script in scripts]
    return "\n".join((_STRICT, ";\n".join(parts), ""))
