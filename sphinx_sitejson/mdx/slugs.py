"""Anchors of headings, made as GitHub makes them."""

from __future__ import annotations

import re
from collections.abc import Container

_DASHES = re.compile(r"--+")
_LEFT_OUT = re.compile(r"[^\w\- ]")


def slug_of(heading: str) -> str:
    """Return the anchor of a heading; it may be empty."""
    return _LEFT_OUT.sub("", heading.strip().lower()).replace(" ", "-")


def short_slug(slug: str) -> str:
    """Return an anchor as other services make it: without dashes side by side or at an end."""
    return _DASHES.sub("-", slug).strip("-")


def unique_slug(slug: str, taken: Container[str]) -> str:
    """Return the first of ``x``, ``x-1``, ``x-2`` … that is free."""
    number, candidate = 0, slug
    while candidate in taken:
        number += 1
        candidate = f"{slug}-{number}"
    return candidate
