"""Style sheets and scripts of the package without what only people read.

Tests compare what each of our files means before and after: the library for scripts does not know
templates inside templates, for one. Those for style sheets that are written in Python take a
selector in a layer or another rule for a declaration, and change what it selects; three patterns
do as well without. Of what authors write only checked values come through, as colors and fonts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from rjsmin import jsmin

_STRICT = '"use strict";'

MAX_CACHED_TEXTS = 128
"""Files; a process that builds again and again, such as a preview, shortens each once."""

_VERBATIM = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | url\( \s* [^"'\s)][^)]* \) """
_SPACE = re.compile(rf"(?P<kept>{_VERBATIM}) | (?: /\*.*?\*/ | \s )+", re.VERBOSE | re.DOTALL)
_AROUND_PUNCTUATION = re.compile(
    rf"{_VERBATIM} | \s* ([{{}};,>]) \s* | ([(:]) \s+ | \s+ ([)!])", re.VERBOSE
)
_LAST_SEMICOLON = re.compile(rf"{_VERBATIM} | ;+ (\}})", re.VERBOSE)


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def minify_css(text: str) -> str:
    """Remove comments and needless spaces from a style sheet.

    A space before ":" or "(" or around "+", "-", "*" and "/" may mean something, so it stays.
    """
    text = _SPACE.sub(lambda found: found["kept"] or " ", text)
    for pattern in (_AROUND_PUNCTUATION, _LAST_SEMICOLON):
        text = pattern.sub(lambda found: found[found.lastindex or 0], text)
    return f"{text.strip()}\n"


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def minify_js(text: str) -> str:
    """Remove comments and needless spaces from a script."""
    return f"{jsmin(text).strip()}\n"


def minify_file(path: Path) -> str:
    """Return a style sheet or script of the package as it is delivered."""
    text = path.read_text(encoding="utf-8")
    return minify_css(text) if path.suffix == ".css" else minify_js(text)


def join_scripts(*paths: Path) -> str:
    """Put strict scripts into one; the semicolon ends what the script before it left open."""
    parts = [minify_file(path).removeprefix(_STRICT).strip().rstrip(";") for path in paths]
    return "\n".join((_STRICT, ";\n".join(parts), ""))
