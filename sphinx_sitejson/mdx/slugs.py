"""Anchors of headings, as GitHub generates them."""

from __future__ import annotations

import re
from collections.abc import Container, MutableMapping

_NON_ALPHANUMERIC = re.compile(r"[\W_]+")
_REMOVED_CHARACTERS = re.compile(r"[^\w\- ]")


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
