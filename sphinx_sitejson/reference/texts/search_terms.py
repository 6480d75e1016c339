"""The words of a view, for the search."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from .html_markup import KNOWN_TAG

_NOT_FOR_SEARCH = frozenset(
    {
        "id",
        "document",
        "kind",
        "language",
        "code",
        "label",
        "url",
        "type_label",
        "facts",
        "link",
        "anchor",
    }
)
MAX_CACHED_TEXTS = 10_000
"""Operations of one document share many texts."""
_WORD = re.compile(r"\w+")


def searchable_text(view: Any) -> str:
    """Return every word of a view that a reader could look for, once.

    The search only asks whether a page has a word, and error answers repeat theirs many times.
    """
    texts: dict[str, None] = {}
    _collect(view, texts)
    return " ".join(dict.fromkeys(chain.from_iterable(map(_words_in, texts))))


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def _words_in(text: str) -> list[str]:
    return _WORD.findall(KNOWN_TAG.sub(" ", text) if "<" in text else text)


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
