"""The words of a view, for the search."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

_NOT_FOR_SEARCH = frozenset(
    {"id", "document", "kind", "language", "code", "label", "url", "type_label", "facts", "link"}
)
_WORD = re.compile(r"\w+")


def words_of(view: Any) -> str:
    """Return every word of a view that a reader could look for, once.

    The search only asks whether a page has a word, and error answers repeat theirs many times.
    """
    texts: dict[str, None] = {}
    _collect(view, texts)
    return " ".join(dict.fromkeys(_WORD.findall(" ".join(texts))))


def _collect(view: Any, texts: dict[str, None]) -> None:
    if isinstance(view, str):
        texts[view] = None
    elif isinstance(view, tuple):
        for entry in view:
            _collect(entry, texts)
    elif view is not None:
        kind: Any = type(view)
        for name in _searched_fields(kind):
            if value := getattr(view, name):
                _collect(value, texts)


@cache
def _searched_fields(kind: type) -> tuple[str, ...]:
    if not is_dataclass(kind):
        return ()
    return tuple(field.name for field in fields(kind) if field.name not in _NOT_FOR_SEARCH)
