"""Anchors of headings, made as GitHub makes them."""

from __future__ import annotations

import re
from collections.abc import Container, MutableMapping

_NO_WORD = re.compile(r"[\W_]+")
_LEFT_OUT = re.compile(r"[^\w\- ]")


def slug_of(heading: str) -> str:
    """Return the anchor of a heading; it may be empty."""
    return _LEFT_OUT.sub("", heading.strip().lower()).replace(" ", "-")


def other_slug(heading: str) -> str:
    """Return the anchor that other services make of a heading: words with one dash between them."""
    return _NO_WORD.sub("-", heading.lower().replace("&", " and ")).strip("-")


def bare_slug(slug: str) -> str:
    """Return the letters and digits of an anchor, on which all ways to make one agree."""
    return _NO_WORD.sub("", slug.lower())


def unique_slug(slug: str, taken: Container[str], last: MutableMapping[str, int]) -> str:
    """Return the first of ``x``, ``x-1``, ``x-2`` … that is free.

    :param last: the last number of each anchor, so that none is tried again.
    """
    if slug not in taken:
        return slug
    number = last.get(slug, 0) + 1
    while f"{slug}-{number}" in taken:
        number += 1
    last[slug] = number
    return f"{slug}-{number}"
