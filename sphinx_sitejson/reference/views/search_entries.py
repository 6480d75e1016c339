"""Search entries of API pages: fields, responses and callbacks with their anchors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Any

from sphinx_sitejson.common.html_markup import KNOWN_TAG
from sphinx_sitejson.common.search_terms import LocationEntry

from .model import (
    BodyView,
    CallbackView,
    FieldGroup,
    FieldView,
    ParameterSection,
    ResponseView,
    SchemaPageView,
    SecurityView,
)

MAX_ENTRIES = 400
"""The number of entries of one part of a page."""
MAX_TEXT_LENGTH = 240
_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^()\s]*\)")
_MARKUP = re.compile(r"[`*]+|^#+ |^> (?:\[!\w+\])?|^- ", re.M)


def search_entries(view: Any) -> tuple[LocationEntry, ...]:
    """Return the search entries of a part of a page."""
    return tuple(islice(_entries(view), MAX_ENTRIES))


def plain_text(text: str) -> str:
    """Return CommonMark as plain text, on one line and shortened."""
    cut = text[: 2 * MAX_TEXT_LENGTH]
    if "<" in cut:
        cut = KNOWN_TAG.sub(" ", cut)
    line = " ".join(_MARKUP.sub("", _LINK.sub(r"\1", cut)).split())
    return line if len(line) <= MAX_TEXT_LENGTH else f"{line[:MAX_TEXT_LENGTH].rpartition(' ')[0]}…"


def _entries(view: Any) -> Iterator[LocationEntry]:
    if isinstance(view, tuple):
        for part in view:
            yield from _entries(part)
    elif isinstance(view, ParameterSection):
        yield from _entries(view.fields)
    elif isinstance(view, BodyView):
        yield LocationEntry(text=plain_text(view.description))
        yield from _entries(tuple(media_type.body for media_type in view.media_types))
    elif isinstance(view, ResponseView):
        yield LocationEntry(anchor=view.id, title=view.title, text=plain_text(view.description))
        yield from _entries(view.headers)
        # Schemas with their own page are found there, not on the pages of all operations.
        bodies = (media_type.body for media_type in view.media_types)
        yield from _entries(tuple(_without_pages(body for body in bodies if body is not None)))
    elif isinstance(view, SchemaPageView):
        yield LocationEntry(text=plain_text(view.body.description), keywords=view.name)
        yield from _entries(view.body.group)
    elif isinstance(view, CallbackView):
        yield LocationEntry(anchor=view.id, title=view.name, keywords=view.expression)
    elif isinstance(view, SecurityView):
        texts = (
            " ".join(
                (scheme.title, plain_text(scheme.description), *(s.name for s in scheme.scopes))
            )
            for alternative in view.alternatives
            for scheme in alternative
        )
        yield LocationEntry(text="\n".join(dict.fromkeys(texts)))
    elif isinstance(view, FieldView):
        if view.name:
            yield LocationEntry(
                anchor=view.id,
                title=view.name,
                kind="field",
                label=view.type_label,
                keywords=" ".join(value.value for value in view.enum)[:MAX_TEXT_LENGTH],
                text=plain_text(view.description),
            )
        yield from _entries(view.group)
    elif isinstance(view, FieldGroup):
        yield from _entries((view.fields, *(variant.group for variant in view.variants)))


def _without_pages(fields: Iterable[FieldView]) -> Iterator[FieldView]:
    """Yield the fields without a schema page, without nested fields that have one."""
    for field in fields:
        if field.link is None and field.group is not None:
            inner = tuple(_without_pages(field.group.fields))
            yield replace(field, group=replace(field.group, fields=inner, variants=()))
        elif field.name:
            yield replace(field, group=None)


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
    """Return the searchable terms of a view, each once.

    The search only needs to know whether a page has a word, and error responses repeat theirs.
    """
    texts: dict[str, None] = {}
    _collect(view, texts)
    return " ".join(dict.fromkeys(chain.from_iterable(map(_iter_terms, texts))))


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def _iter_terms(text: str) -> list[str]:
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
