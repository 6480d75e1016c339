"""The scheme of a URL, and whether the URL is safe or external."""

from __future__ import annotations

import re

HARMFUL_SCHEMES = frozenset(
    {"javascript", "vbscript", "data", "file", "filesystem", "blob", "livescript", "mocha", "mhtml"}
)
_WRAPPING_SCHEMES = frozenset({"feed", "jar", "view-source"})
"""Schemes that are followed by a complete URL with another scheme."""
_MAX_WRAPPED = 4

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
# Browsers remove these characters before they parse the scheme.
_IGNORED = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]")


def url_scheme(url: str) -> str:
    """Return the scheme of a URL as browsers parse it, or an empty string."""
    match = _SCHEME.match(_IGNORED.sub("", url))
    return match[1].lower() if match else ""


def is_unsafe_url(url: str) -> bool:
    """Return whether a URL could run code or read local files."""
    for _ in range(_MAX_WRAPPED):
        scheme = url_scheme(url)
        if scheme not in _WRAPPING_SCHEMES:
            return scheme in HARMFUL_SCHEMES
        url = url.partition(":")[2]
    return True


def is_image_data_url(url: str) -> bool:
    """Return whether a URL is an image as data, which runs no code as an image."""
    return url.lower().startswith("data:image/")


def is_external_url(url: str) -> bool:
    """Return whether a URL has a scheme or a host, and is no path of the site."""
    return bool(url_scheme(url)) or url.startswith("//")
