"""Replace or escape characters, and make names and slugs of texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, MutableMapping
from typing import Any

from .nesting import JsonPath, iter_values

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
    return replace_unreadable(text.translate(PAGE_BREAKS))


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


def map_texts(value: Any, convert: Callable[[str], str]) -> Any:
    """Apply a function to all strings and keys of a value."""
    if isinstance(value, str):
        return convert(value)
    if isinstance(value, Mapping):
        return {map_texts(key, convert): map_texts(each, convert) for key, each in value.items()}
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(map_texts(each, convert) for each in value)
    return value


def replace_unreadable_in_value(value: Any) -> Any:
    """Replace unreadable characters in all strings and keys of a value."""
    return map_texts(value, replace_unreadable)


def find_unreadable(value: Any) -> Iterator[tuple[JsonPath, str]]:
    """Yield the path of each string with unreadable characters, and the first of them."""
    for path, part in iter_values(value):
        texts = [text for text in (*path[-1:], part) if isinstance(text, str)]
        if match := next(filter(None, map(UNREADABLE.search, texts)), None):
            yield path, match[0]


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


_NON_ALPHANUMERIC = re.compile(r"[\W_]+")
_REMOVED_CHARACTERS = re.compile(r"[^\w\- ]")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S[^\n]*)$", re.MULTILINE)
_NUMBERED_LINK = re.compile(r"""(?:\]\(|href=["'])#([^\s()"'#]{1,200})-(\d{1,3})(?=[)"'\s])""")


def heading_slug(heading: str) -> str:
    """Return the anchor of a heading, which may be empty: ``A & B`` gives ``a--b``."""
    return _REMOVED_CHARACTERS.sub("", heading.strip().lower()).replace(" ", "-")


def hyphenated_slug(heading: str) -> str:
    """Return the anchor that other services generate: ``A & B`` gives ``a-and-b``."""
    return _NON_ALPHANUMERIC.sub("-", heading.lower().replace("&", " and ")).strip("-")


def comparable_slug(slug: str) -> str:
    """Return the letters and digits of an anchor, which are the same for all services."""
    return _NON_ALPHANUMERIC.sub("", slug.lower())


def unique_slug(slug: str, used: Container[str], last_numbers: MutableMapping[str, int]) -> str:
    """Return the first of ``x``, ``x-1``, ``x-2`` … that is not used.

    :param last_numbers: the last number of each anchor, to continue from.
    """
    if slug not in used:
        return slug
    number = last_numbers.get(slug, 0) + 1
    while f"{slug}-{number}" in used:
        number += 1
    last_numbers[slug] = number
    return f"{slug}-{number}"


def anchors_numbered_from_two(text: str) -> Iterator[str]:
    """Yield the repeated anchors of a page whose links count them as ``x``, ``x-2``, ``x-3``.

    Other services count them like this. If three headings have the anchor ``x``, only then is
    there an ``x-3``.
    """
    numbers: dict[str, set[int]] = {}
    for slug, number in _NUMBERED_LINK.findall(text):
        numbers.setdefault(slug, set()).add(int(number))
    if not numbers:
        return
    counts = Counter(heading_slug(heading.rstrip(" \t#")) for heading in _HEADING.findall(text))
    for slug, linked in numbers.items():
        if counts[slug] > 1 and counts[slug] in linked and 1 not in linked:
            yield slug


NUMBERED_NAME = re.compile(r"(\d+)\s*[-_.]+\s*(?!\d+[-_.])([^-_.\s].*)")
"""Matches a name with a number that orders it: ``10-routing``."""


def strip_number(name: str) -> str:
    """Return a name without the number before it; versions and dates keep theirs."""
    match = NUMBERED_NAME.match(name)
    return match[2] if match else name


def readable_name(docname: str) -> str:
    """Derive a title from a path: ``guides/first-steps`` becomes ``First steps``."""
    last = docname.rstrip("/").rpartition("/")[2]
    text = re.sub(r"[-_\s]+", " ", last).strip() or docname
    return text[:1].upper() + text[1:]
