"""Values and lists of a document, as short plain text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sphinx_sitejson.common.characters import UNREADABLE, escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.messages import Message, join_messages

MAX_VALUE_LENGTH = 5_000
"""In characters; a longer value belongs in an example, not beside a field."""


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Write a value as JSON."""
    try:
        text = escape_unreadable(exact_json(value, indent=indent))
    except (RecursionError, ValueError):
        return "…"
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"


def typed_value(value: Any) -> str:
    """Write a value as readers would type it: texts bare, unless that could mislead."""
    if not isinstance(value, str):
        return json_text(value)
    if value == value.strip() and value and not _is_ambiguous(value):
        return value if len(value) <= MAX_VALUE_LENGTH else f"{value[:MAX_VALUE_LENGTH]}…"
    return json_text(value)


def join_names(names: Iterable[str], *, is_choice: bool = False) -> str:
    """Write names as a list in a sentence: ``a, b and c``, of a choice ``a, b or c``."""
    *first, last = tuple(names) or ("",)
    if not first:
        return last
    before = join_messages(", ", first)
    if is_choice:
        return Message("{names} or {last}", names=before, last=last)
    return Message("{names} and {last}", names=before, last=last)


def _is_ambiguous(text: str) -> bool:
    if UNREADABLE.search(text) or text in ("true", "false", "null") or text.startswith('"'):
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
