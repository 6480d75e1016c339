"""Names for files and addresses, made from any text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LONGEST_SLUG = 80
"""In bytes, so that a name of any alphabet fits into every file system."""

_PARAMETER = re.compile(r"\{([^{}]*)\}")
_NO_WORD = re.compile(r"[^\w]+|_+")
_APOSTROPHE = re.compile(r"['’]")
_DROPPED = re.compile(r"['’/.()]")
_NO_KEPT_WORD = re.compile(r"[^\w:]+")
_DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9¹²³]")
"""Names that are no files on Windows, whatever their ending."""


def slug(text: str) -> str:
    """Return a clean name: lower case, words joined by hyphens, nothing else; maybe empty."""
    plain = unicodedata.normalize("NFKC", text).lower()
    joined = _NO_WORD.sub("-", _APOSTROPHE.sub("", plain)).strip("-")
    return f"{joined}-1" if _DEVICE.fullmatch(joined) else _shortened(joined)


def legacy_slug(text: str) -> str:
    """Return a name by which links of sites that moved here know a page.

    It keeps ``_`` and ``:``, and loses ``/``, ``.`` and round brackets without a trace.
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    joined = _NO_KEPT_WORD.sub("-", _DROPPED.sub("", plain)).strip("-:")
    return f"{joined}-1" if _DEVICE.fullmatch(joined) else _shortened(joined)


def path_slug(method: str, path: str) -> str:
    """Return the name of an operation without a summary: ``get-pets-by-id``."""
    words = _PARAMETER.sub(r"by \1", path)
    return slug(f"{method} {words}")


class UniqueNames:
    """Gives each name once, whatever its case: ``name``, ``name-2``, ``name-3`` …."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {name.lower() for name in taken}
        self._last_number: dict[str, int] = {}

    def new(self, wanted: str) -> str:
        """Return a name that nobody had before."""
        number = self._last_number.get(wanted, 1)
        name = wanted if number == 1 else f"{wanted}-{number}"
        while name.lower() in self._taken:
            number += 1
            name = f"{wanted}-{number}"
        self._last_number[wanted] = number
        self._taken.add(name.lower())
        return name


def _shortened(name: str) -> str:
    encoded = name.encode()
    if len(encoded) <= LONGEST_SLUG:
        return name
    return encoded[:LONGEST_SLUG].decode(errors="ignore").rstrip("-")
