"""Numbers and strings of JavaScript as values."""

from __future__ import annotations

import re

from sphinx_sitejson.characters import REPLACEMENT, readable

from .values import NotData

_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r?\n|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}


def number_of(text: str) -> int | float:
    """Return a number.

    :raises NotData: when nobody would show it.
    """
    if "x" in text.lower():
        return int(text, 16)
    # A number with thousands of digits is never shown.
    if len(text) > 30:
        raise NotData(text)
    return float(text) if set(text) & set(".eE") else int(text)


def unescaped(text: str) -> str:
    """Return what stands in a string, without its backslashes."""
    return readable(_ESCAPE.sub(_escaped_character, text)) if "\\" in text else text


def _escaped_character(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) > 1 and code[0] in "ux":
        number = int(code[1:].strip("{}"), 16)
        return chr(number) if number < 0x110000 else REPLACEMENT
    return _ESCAPES.get(code, code)
