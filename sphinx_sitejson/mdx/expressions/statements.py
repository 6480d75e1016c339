"""Finds where a statement, or the member of an object, ends."""

from __future__ import annotations

import re

from sphinx_sitejson.mdx.scanning.lexing import LONGEST_LOOK_BACK, Lexer

_STATEMENT = re.compile(r"[\n;{(\[`\"'<]|/[/*]")
_MEMBER = re.compile(r"[,}{(\[`\"'<]|/[/*]")
_UNFINISHED = re.compile(r"(?:[=(,+\-*?:&|.]|=>)[ \t]*\Z")
_CONTINUED = re.compile(r"[ \t]*(?:[.?:&|+)=]|=>)")


def statement_end(lexer: Lexer, start: int) -> int | None:
    """Return where an exported statement ends: at the end of a line, with nothing left open."""
    text, position = lexer.text, start
    while True:
        found = _STATEMENT.search(text, position)
        if found is None:
            return len(text)
        mark = found[0]
        if mark == ";" or mark == "\n":
            if mark == ";" or not _goes_on(text, start, found.start()):
                return found.start() + (mark == ";")
            position = found.end()
            continue
        end = _bracketed_end(lexer, mark, found.start())
        if end is None:
            return None
        position = end


def member_end(lexer: Lexer, start: int) -> int | None:
    """Return where the value of a member of an object ends."""
    position = start
    while found := _MEMBER.search(lexer.text, position):
        if found[0] in ",}":
            return found.start()
        end = _bracketed_end(lexer, found[0], found.start())
        if end is None:
            return None
        position = end
    return None


def _goes_on(text: str, start: int, position: int) -> bool:
    before = text[max(start, position - LONGEST_LOOK_BACK) : position]
    return bool(_UNFINISHED.search(before) or _CONTINUED.match(text, position + 1))


def _bracketed_end(lexer: Lexer, mark: str, position: int) -> int | None:
    """Return the end of what a bracket, a quote or a tag opens."""
    if mark == "//":
        end = lexer.text.find("\n", position)
        return end if end >= 0 else len(lexer.text)
    return lexer.operand_end(position)
