"""Replace or escape characters that pages, data files and terminals must not get."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

REPLACEMENT = "\ufffd"

_UNREADABLE_RANGES = "\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
UNREADABLE = re.compile(f"[{_UNREADABLE_RANGES}]")
"""What HTML, XML and YAML do not allow as text: controls, surrogates, noncharacters.

Tab, line feed and carriage return are allowed.
"""

PAGE_BREAKS = {0x0B: " ", 0x0C: " "}
"""Vertical tab and form feed, which some editors insert as page breaks."""

_OTHER_LINE_BREAKS = "\x0b\x0c\x85\u2028\u2029"
_BIDI_CONTROLS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNPRINTABLE = re.compile(f"[{_UNREADABLE_RANGES}{_OTHER_LINE_BREAKS}{_BIDI_CONTROLS}\r]")
"""What could change how a terminal displays the rest of a message, or hide a part of it."""

_UNREADABLE_ESCAPE = re.compile(
    r"\\(?:[0abefvNL_P]|x|U|u(?:00[0189]|007[fF]|[dD][89a-fA-F]|[fF]{3}[eEfF]))"
)


LINE_BREAKS = re.compile(r"\s*[\n\r\x0b\x0c\x85\u2028\u2029]\s*")
"""A Unicode line break with the space around it."""


def code_point(char: str) -> str:
    """Return the notation of a code point for messages: ``U+0007``."""
    return f"U+{ord(char):04X}"


def replace_unreadable(text: str) -> str:
    """Replace each unreadable character with U+FFFD: ``"a\\x07"`` becomes ``"a\ufffd"``."""
    return UNREADABLE.sub(REPLACEMENT, text)


def replace_unreadable_in_page(text: str) -> str:
    """Replace unreadable characters in a page; page breaks become spaces, as in docutils."""
    return replace_unreadable(text.translate(PAGE_BREAKS)) if UNREADABLE.search(text) else text


def escape_unreadable(text: str) -> str:
    """Escape unreadable characters as in JSON: ``\\u0007``."""
    return UNREADABLE.sub(_escape, text)


def escape_unprintable(text: str) -> str:
    """Escape all characters that a terminal would interpret."""
    return _UNPRINTABLE.sub(_escape, text)


def may_contain_unreadable(source: str) -> bool:
    """Return whether JSON or YAML text may contain unreadable characters, raw or escaped."""
    escapes = (match.start() for match in _UNREADABLE_ESCAPE.finditer(source))
    return bool(UNREADABLE.search(source)) or any(_is_escape(source, at) for at in escapes)


def _is_escape(source: str, at: int) -> bool:
    """Return whether a backslash begins an escape, and is not escaped itself."""
    first = at
    while first and source[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 0


def replace_unreadable_in_value(value: Any) -> Any:
    """Replace unreadable characters in all strings and keys of a value."""
    if isinstance(value, str):
        return replace_unreadable(value)
    if isinstance(value, Mapping):
        return {
            replace_unreadable_in_value(key): replace_unreadable_in_value(member)
            for key, member in value.items()
        }
    if type(value) in (list, tuple):
        return type(value)(map(replace_unreadable_in_value, value))
    return value


def find_unreadable(value: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the path of each string with unreadable characters, and the first of them."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, part = waiting.pop()
        texts = [path[-1], part] if path else [part]
        for text in texts:
            if isinstance(text, str) and (match := UNREADABLE.search(text)):
                yield path, match[0]
                break
        if isinstance(part, Mapping):
            waiting += [((*path, key), member) for key, member in part.items()]
        elif isinstance(part, list | tuple):
            waiting += [((*path, index), entry) for index, entry in enumerate(part)]


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
