"""Minify the style sheets and scripts of the package.

A test compares the meaning of each file before and after, since ``rjsmin`` does not know nested
template literals. The CSS minifiers written in Python change selectors inside ``@layer``, so three
patterns are used instead. Values of authors that reach a style sheet, colors and fonts, are
validated before.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from rjsmin import jsmin

_STRICT = '"use strict";'

MAX_CACHED_TEXTS = 128
"""For processes that build several times, such as the preview."""

_VERBATIM = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | url\( \s* [^"'\s)][^)]* \) """
_SPACE = re.compile(rf"(?P<kept>{_VERBATIM}) | (?: /\*.*?\*/ | \s )+", re.VERBOSE | re.DOTALL)
_AROUND_PUNCTUATION = re.compile(
    rf"{_VERBATIM} | \s* ([{{}};,>]) \s* | ([(:]) \s+ | \s+ ([)!])", re.VERBOSE
)
_LAST_SEMICOLON = re.compile(rf"{_VERBATIM} | ;+ (\}})", re.VERBOSE)


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def minify_css(text: str) -> str:
    """Remove comments and redundant space: ``a { color: red; }`` becomes ``a{color:red}``.

    Space before ":" and "(" and around "+", "-", "*" and "/" can be significant and stays.
    """
    text = _SPACE.sub(lambda found: found["kept"] or " ", text)
    for pattern in (_AROUND_PUNCTUATION, _LAST_SEMICOLON):
        text = pattern.sub(lambda found: found[found.lastindex or 0], text)
    return f"{text.strip()}\n"


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def minify_js(text: str) -> str:
    """Remove comments and redundant space from a script."""
    return f"{jsmin(text).strip()}\n"


def minify_file(path: Path) -> str:
    """Return the minified text of a style sheet or script of the package."""
    text = path.read_text(encoding="utf-8")
    return minify_css(text) if path.suffix == ".css" else minify_js(text)


def join_scripts(*paths: Path) -> str:
    """Join strict scripts, separated by semicolons, which some of them end without."""
    parts = [minify_file(path).removeprefix(_STRICT).strip().rstrip(";") for path in paths]
    return "\n".join((_STRICT, ";\n".join(parts), ""))
