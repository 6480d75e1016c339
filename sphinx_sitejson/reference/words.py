"""The words of a view, for the search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

_NOT_FOR_SEARCH = frozenset({"id", "document", "kind", "language", "code", "label", "url"})


def words_of(view: Any) -> Iterator[str]:
    """Yield every text of a view that a reader could look for, in order."""
    if isinstance(view, str):
        if view:
            yield view
    elif isinstance(view, tuple):
        for entry in view:
            yield from words_of(entry)
    elif is_dataclass(view):
        for field in fields(view):
            if field.name not in _NOT_FOR_SEARCH:
                yield from words_of(getattr(view, field.name))
