"""Style sheets and scripts made smaller without a change of meaning, and put together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

_KEPT = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | url\( \s* [^"'\s)][^)]* \) """
_CSS_PART = re.compile(rf"(?P<kept>{_KEPT}) | (?: /\*.*?\*/ | \s )+", re.VERBOSE | re.DOTALL)
_CSS_SPACE = re.compile(rf"(?P<kept>{_KEPT}) | \s* ([{{}};,>]) \s* | ([(:]) \s+ | \s+ ([)!])", re.X)
_WITH_FALLBACK = re.compile(r"var\((--[\w-]+),")
_PROPERTY = re.compile(r"(--[\w-]+):")
_LAST_SEMICOLON = re.compile(rf"(?P<kept>{_KEPT}) | ;+ (\}})", re.VERBOSE)


def compact_css(text: str) -> str:
    """Remove comments and the spaces that mean nothing; strings and addresses stay as they are.

    A space before ":" or "(" or around "+", "-", "*" and "/" may mean something, so it stays.
    """
    text = _CSS_PART.sub(lambda found: found["kept"] or " ", text)
    text = _CSS_SPACE.sub(lambda found: "".join(filter(None, found.groups())), text)
    return _LAST_SEMICOLON.sub(lambda found: "".join(filter(None, found.groups())), text).strip()


def without_fallbacks(css: str, known: AbstractSet[str]) -> str:
    """Remove what stands in for custom properties that are known to be set."""
    parts, done = [], 0
    for found in _WITH_FALLBACK.finditer(css):
        if found.start() >= done and found[1] in known:
            parts += [css[done : found.start()], f"var({found[1]})"]
            done = _end_of_brackets(css, found.end())
    return "".join((*parts, css[done:]))


def custom_properties(css: str) -> frozenset[str]:
    """Return the custom properties that a style sheet sets."""
    return frozenset(_PROPERTY.findall(css))


def _end_of_brackets(text: str, at: int) -> int:
    """Return the place after the bracket that closes the one open before a place."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def compact_script(text: str) -> str:
    """Remove indentation, empty lines, and comments that begin a line.

    Whether a line begins inside a string can be told without reading the whole language only
    when no string spans lines, so a script that has such a string stays as it is.
    """
    lines = [line.strip() for line in text.splitlines()]
    if any(line.endswith("\\") or line.count("`") % 2 for line in lines):
        return text.strip()
    kept = []
    is_comment = False
    for line in lines:
        rest, is_comment = _after_comments(line, is_comment)
        if rest and not rest.startswith("//"):
            kept.append(rest)
    return "\n".join(kept)


def _after_comments(line: str, is_comment: bool) -> tuple[str, bool]:
    """Return what follows the comments at the beginning, and whether one is still open."""
    while is_comment or line.startswith("/*"):
        _, end, rest = line.removeprefix("" if is_comment else "/*").partition("*/")
        if not end:
            return "", True
        line, is_comment = rest.lstrip(), False
    return line, False


def join_scripts(scripts: Iterable[str]) -> str:
    """Put scripts into one file; the semicolon ends whatever the script before it left open."""
    return ";\n".join(scripts) + "\n"
