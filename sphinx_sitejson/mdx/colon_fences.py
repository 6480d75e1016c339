"""The line that opens a block between colons: ``:::{note}``, or ``:::note`` of other tools."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

_INFO = re.compile(
    r"(?P<name>[A-Za-z][\w-]*)\s*(?:\[(?P<bracketed>[^\]\n]*)\]|(?P<title>[^\n{]*))\s*"
    r"(?:\{[^\n]*\})?"
)
_CLASSES = {
    "attention": "attention",
    "caution": "caution",
    "check": "tip",
    "danger": "danger",
    "error": "error",
    "hint": "hint",
    "important": "important",
    "info": "note",
    "note": "note",
    "seealso": "seealso",
    "success": "tip",
    "tip": "tip",
    "warning": "warning",
}

OPENING = re.compile(r":{3,}\s*(?P<directive>\{[^{}\s]+\})")
"""A directive between colons, where it is shown as text."""


@dataclass(frozen=True, slots=True)
class Callout:
    """A box that a block between colons stands for."""

    directive: str
    """The directive of docutils that makes it."""
    title: str = ""
    css_class: str = ""
    """Of a box with a title of its own."""


def callout_of(info: str) -> Callout | None:
    """Return the box that the words behind the colons name, if they name one."""
    found = _INFO.fullmatch(info.strip())
    name = found["name"].lower() if found else ""
    if found is None or name not in _CLASSES:
        return None
    title = (found["bracketed"] or found["title"] or "").strip()
    if not title:
        return Callout(_CLASSES[name])
    return Callout("admonition", title, _CLASSES[name])


def nearest_callout(name: str) -> str:
    """Return the name of a box that was probably meant."""
    return next(iter(get_close_matches(name.lower(), _CLASSES, n=1)), "")
