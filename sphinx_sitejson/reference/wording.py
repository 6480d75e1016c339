"""Values and lists of a document, as short plain text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

LONGEST_VALUE = 5_000
"""In characters; what is longer belongs into an example of its own, not beside a field."""


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Write a value as JSON."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    except (RecursionError, ValueError):
        return "…"
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def value_text(value: Any) -> str:
    """Write a value as readers would type it: texts bare, unless that could mislead."""
    if not isinstance(value, str):
        return json_text(value)
    if value == value.strip() and value and not _looks_like_json(value):
        return value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…"
    return json_text(value)


def listed(names: Iterable[str], joiner: str = "and") -> str:
    """Write names as a list in a sentence: ``a, b and c``."""
    *first, last = tuple(names) or ("",)
    return f"{', '.join(first)} {joiner} {last}" if first else last


def sentence(text: str) -> str:
    """Begin with a capital letter and end with a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def _looks_like_json(text: str) -> bool:
    if text in ("true", "false", "null") or text.startswith('"'):
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
