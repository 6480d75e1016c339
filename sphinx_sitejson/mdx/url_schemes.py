"""The scheme of an address, which says whether a page may use it and where it leads."""

from __future__ import annotations

import re

HARMFUL_SCHEMES = frozenset(
    {"javascript", "vbscript", "data", "file", "filesystem", "blob", "livescript", "mocha", "mhtml"}
)
_WRAPPING_SCHEMES = frozenset({"feed", "jar", "view-source"})
"""Schemes behind which a whole address stands, with a scheme of its own."""
_MOST_WRAPPED = 4

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
# Browsers drop these characters before they look for the scheme.
_IGNORED = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]")


def scheme_of(address: str) -> str:
    """Return the scheme of an address as a browser sees it, or nothing."""
    found = _SCHEME.match(_IGNORED.sub("", address))
    return found[1].lower() if found else ""


def is_unsafe(address: str) -> bool:
    """Whether following an address could run code or read files of the visitor."""
    for _ in range(_MOST_WRAPPED):
        scheme = scheme_of(address)
        if scheme not in _WRAPPING_SCHEMES:
            return scheme in HARMFUL_SCHEMES
        address = address.partition(":")[2]
    return True


def is_picture(address: str) -> bool:
    """Whether an address is a picture written out: shown as an image it runs nothing."""
    return address.lower().startswith("data:image/")


def is_outside_the_site(address: str) -> bool:
    """Whether an address leads elsewhere, and is not to be looked for among the pages."""
    return bool(scheme_of(address)) or address.startswith("//")
