"""The parts of a URL as anybody may have written it.

The functions of Python raise an error for a bracket that is not closed, and for some hosts.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urljoin, urlsplit

_BROKEN_URL = re.compile(r"(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?//([^/?#]*)(.*)", re.DOTALL)


def parts_of_url(text: str) -> SplitResult:
    """Return the parts of a URL, whole or relative; one that is broken still leads elsewhere."""
    try:
        return urlsplit(text)
    except ValueError:
        found = _BROKEN_URL.search(text)
        scheme, host, path = found.groups() if found else ("", "", text)
        return SplitResult((scheme or "").lower(), host, path, "", "")


def joined_url(base: str, text: str) -> str:
    """Return a URL as it is meant on a page; what is none stays as it is."""
    try:
        return urljoin(base, text)
    except ValueError:
        return text
