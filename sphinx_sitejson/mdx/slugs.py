"""Anchors of headings, as GitHub generates them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, MutableMapping

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
