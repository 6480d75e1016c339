"""Style sheets made smaller without a change of meaning."""

from __future__ import annotations

import re
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
