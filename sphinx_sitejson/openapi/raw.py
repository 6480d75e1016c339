"""Type-safe access to the raw data of a document, in which any value may have any type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

RawObject = Mapping[str, Any]

EMPTY_OBJECT: RawObject = {}


def as_object(value: Any) -> RawObject:
    """Return a value if it is an object, else an empty object."""
    # isinstance() is much faster for dict, which nearly all values are, than for Mapping.
    return value if value is not None and isinstance(value, (dict, Mapping)) else EMPTY_OBJECT


def iter_objects(value: Any) -> Iterator[tuple[str, RawObject]]:
    """Yield the members of an OpenAPI object that are objects, without extensions.

    For paths, responses, callbacks and OAuth flows. In maps whose keys are free names, such as
    ``components.schemas``, a name may begin with ``x-``: use `iter_named_objects` for them.
    """
    for name, member in iter_named_objects(value):
        if not name.startswith("x-"):
            yield name, member


def iter_named_objects(value: Any) -> Iterator[tuple[str, RawObject]]:
    """Yield the members that are objects of a map whose keys are free names."""
    for name, member in as_object(value).items():
        if isinstance(member, Mapping):
            yield name, member


def as_dict(value: Any) -> dict[str, Any]:
    """Return a value if it is a dictionary, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a value if it is a list, else an empty list."""
    return value if isinstance(value, list) else []


def as_count(value: Any, default: int) -> int:
    """Return a value if it is a number of things, else the default."""
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else default


_JSON_TYPES = (
    (type(None), "null"),
    (bool, "boolean"),
    (str, "string"),
    (int, "integer"),
    (float, "number"),
    (list, "array"),
)


def json_type(value: Any) -> str:
    """Return the type of a value in JSON Schema; whole numbers that are written so are integers."""
    return next((name for kind, name in _JSON_TYPES if isinstance(value, kind)), "object")


def as_object_list(value: Any) -> list[RawObject]:
    """Return the objects of a list."""
    return [entry for entry in as_list(value) if isinstance(entry, Mapping)]


def get_text(raw: RawObject, key: str) -> str:
    """Return a string member; numbers are converted, other types count as missing."""
    value = raw.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def get_flag(raw: RawObject, key: str, default: bool = False) -> bool:
    """Return a boolean member; other types give the default."""
    value = raw.get(key)
    return value if isinstance(value, bool) else default


def get_texts(raw: RawObject, key: str) -> tuple[str, ...]:
    """Return the strings of a list member."""
    return tuple(entry for entry in as_list(raw.get(key)) if isinstance(entry, str))


def get_extensions(raw: RawObject) -> dict[str, Any]:
    """Return the vendor extensions (``x-…``) of an object."""
    return {name: value for name, value in raw.items() if name.startswith("x-")}
