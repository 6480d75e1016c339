"""Which media types an operation takes and gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .conversion_state import Raw

JSON = "application/json"
BYTES = "application/octet-stream"
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
_FORMS = (URLENCODED, MULTIPART)


def named(value: Any) -> tuple[str, ...]:
    """Return the media types of a list, each once."""
    names = value if isinstance(value, list) else ()
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name.strip()))


def own_or_shared(operation: Raw, document: Raw, key: str) -> tuple[str, ...]:
    """Return what an operation says, an empty list included, else what the document says."""
    return named(operation[key]) if key in operation else named(document.get(key))


def of_body(consumes: Iterable[str]) -> tuple[str, ...]:
    """Return the media types of a body that is no form."""
    return tuple(consumes) or (JSON,)


def of_form(consumes: Iterable[str], *, has_file: bool) -> tuple[str, ...]:
    """Return the media types of a form; a file needs parts."""
    possible = (MULTIPART,) if has_file else _FORMS
    forms = tuple(name for name in consumes if name.partition(";")[0].strip() in possible)
    return forms or ((MULTIPART,) if has_file else (URLENCODED,))


def of_response(produces: Iterable[str], schema: Any, examples: Iterable[str]) -> tuple[str, ...]:
    """Return the media types of a response: those of its examples count too."""
    given = tuple(produces) if schema is not None else ()
    types = tuple(dict.fromkeys((*given, *examples)))
    if types or schema is None:
        return types
    is_file = isinstance(schema, dict) and schema.get("type") == "file"
    return (BYTES,) if is_file else (JSON,)
