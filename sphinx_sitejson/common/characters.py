"""Characters that pages, data files and terminals must not get, and what they get instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

REPLACEMENT = "\ufffd"

_UNREADABLE_RANGES = "\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
UNREADABLE = re.compile(f"[{_UNREADABLE_RANGES}]")
"""What HTML, XML and YAML do not allow as text: controls, halves of characters, no characters.

Tab, line feed and carriage return are allowed.
"""

PAGE_BREAKS = {0x0B: " ", 0x0C: " "}
"""Vertical tab and form feed, which some editors put between the parts of a text."""

_OTHER_LINE_BREAKS = "\x0b\x0c\x85\u2028\u2029"
_BIDI_CONTROLS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNPRINTABLE = re.compile(f"[{_UNREADABLE_RANGES}{_OTHER_LINE_BREAKS}{_BIDI_CONTROLS}\r]")
"""What could change how a terminal shows the rest of a message, or hide what it says."""

_UNREADABLE_ESCAPE = re.compile(
    r"\\(?:[0abefvNL_P]|x|U|u(?:00[0189]|007[fF]|[dD][89a-fA-F]|[fF]{3}[eEfF]))"
)


LINE_BREAKS = re.compile(r"\s*[\n\r\x0b\x0c\x85\u2028\u2029]\s*")
"""Whatever begins a new line for some reader of a text, with the space around it."""


def code_point(char: str) -> str:
    """Return how messages call a character that they cannot show."""
    return f"U+{ord(char):04X}"


def replace_unreadable(text: str) -> str:
    """Return a text with a visible sign in place of each character that no page may hold."""
    return UNREADABLE.sub(REPLACEMENT, text)


def replace_unreadable_in_page(text: str) -> str:
    """Return the text of a page so; the page breaks of printers are space, as docutils has it."""
    return replace_unreadable(text.translate(PAGE_BREAKS)) if UNREADABLE.search(text) else text


def escape_unreadable(text: str) -> str:
    """Return a text with such characters written as JSON and regular expressions write them."""
    return UNREADABLE.sub(_escape, text)


def escape_unprintable(text: str) -> str:
    """Return a text that does nothing in a terminal but being read."""
    return _UNPRINTABLE.sub(_escape, text)


def may_contain_unreadable(source: str) -> bool:
    """Whether a text in JSON or YAML may have such characters, as they are or as escapes."""
    escapes = (found.start() for found in _UNREADABLE_ESCAPE.finditer(source))
    return bool(UNREADABLE.search(source)) or any(_is_escape(source, at) for at in escapes)


def _is_escape(source: str, at: int) -> bool:
    """Whether a backslash begins an escape, and is not itself escaped by the one before it."""
    first = at
    while first and source[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 0


def replace_unreadable_in_value(value: Any) -> Any:
    """Return data whose texts and keys are readable."""
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
    """Yield where such a character stands in data, and the first one of each text."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, part = waiting.pop()
        texts = [path[-1], part] if path else [part]
        for text in texts:
            if isinstance(text, str) and (found := UNREADABLE.search(text)):
                yield path, found[0]
                break
        if isinstance(part, Mapping):
            waiting += [((*path, key), member) for key, member in part.items()]
        elif isinstance(part, list | tuple):
            waiting += [((*path, index), entry) for index, entry in enumerate(part)]


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
