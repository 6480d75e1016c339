"""Style sheets and scripts made smaller without a change of meaning, and put together."""

from __future__ import annotations

import re
from collections.abc import Iterable

_KEPT = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | url\( \s* [^"'\s)][^)]* \) """
_CSS_PART = re.compile(rf"(?P<kept>{_KEPT}) | (?: /\*.*?\*/ | \s )+", re.VERBOSE | re.DOTALL)
_CSS_SPACE = re.compile(rf"(?P<kept>{_KEPT}) | \s* ([{{}};,>]) \s* | ([(:]) \s+ | \s+ ([)!])", re.X)
_LAST_SEMICOLON = re.compile(rf"(?P<kept>{_KEPT}) | ;+ (\}})", re.VERBOSE)


def compact_css(text: str) -> str:
    """Remove comments and the spaces that mean nothing; strings and addresses stay as they are.

    A space before ":" or "(" or around "+", "-", "*" and "/" may mean something, so it stays.
    """
    text = _CSS_PART.sub(lambda found: found["kept"] or " ", text)
    text = _CSS_SPACE.sub(lambda found: "".join(filter(None, found.groups())), text)
    return _LAST_SEMICOLON.sub(lambda found: "".join(filter(None, found.groups())), text).strip()


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
