"""Careful access to the raw data of a document, in which any value may be of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

RawObject = Mapping[str, Any]

NOTHING: RawObject = {}


def object_of(value: Any) -> RawObject:
    """Return a value if it is an object, else an empty one."""
    # Nearly all are dictionaries, and asking for them is much faster.
    return value if isinstance(value, (dict, Mapping)) else NOTHING


def objects_in(value: Any) -> Iterator[tuple[str, RawObject]]:
    """Yield the members that are objects of one of OpenAPI's own objects, without extensions.

    These are paths, responses, callbacks and the flows of OAuth; all others have `named_objects`.
    """
    for name, member in named_objects(value):
        if not name.startswith("x-"):
            yield name, member


def named_objects(value: Any) -> Iterator[tuple[str, RawObject]]:
    """Yield the members that are objects of a map whose keys are names: any name is one."""
    for name, member in object_of(value).items():
        if isinstance(member, Mapping):
            yield name, member


def list_of(value: Any) -> list[Any]:
    """Return a value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def object_list(value: Any) -> list[RawObject]:
    """Return the objects of a list."""
    return [entry for entry in list_of(value) if isinstance(entry, Mapping)]


def text_of(raw: RawObject, key: str) -> str:
    """Return a text; numbers are written out, anything else counts as not given."""
    value = raw.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def flag_of(raw: RawObject, key: str, default: bool = False) -> bool:
    """Return a true or false; anything else is the default."""
    value = raw.get(key)
    return value if isinstance(value, bool) else default


def texts_of(raw: RawObject, key: str) -> tuple[str, ...]:
    """Return the texts of a list."""
    return tuple(entry for entry in list_of(raw.get(key)) if isinstance(entry, str))


def extensions_of(raw: RawObject) -> dict[str, Any]:
    """Return the vendor extensions of an object."""
    return {name: value for name, value in raw.items() if name.startswith("x-")}
