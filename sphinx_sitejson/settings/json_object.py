"""How checked JSON becomes frozen settings objects."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator
from functools import cache
from typing import Any, Self, Union, get_args, get_origin, get_type_hints

from sphinx_sitejson.problems import JsonPath


class JsonObject:
    """Base of the settings dataclasses: fields in snake_case, keys in camelCase."""

    __slots__ = ()

    @classmethod
    def from_json(cls, value: Any, at: JsonPath = ()) -> Self:
        """Make the object from checked JSON; keys without a field are left out.

        Subclasses that accept a second spelling (a bare string, say) override this.
        """
        # mypy takes the hash of a class for that of its instances.
        hints = _field_types(cls)  # type: ignore[arg-type]
        given = {
            name: _convert(hints[name], value[key], (*at, key))
            for name, key in json_keys(cls)
            if value.get(key) is not None
        }
        if "at" in hints:
            given["at"] = at
        return cls(**given)


def json_keys(cls: type[JsonObject]) -> Iterator[tuple[str, str]]:
    """Yield each field of a settings class with its key in the file."""
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]
        if field.name != "at":
            yield field.name, field.metadata.get("key", camel_case(field.name))


def camel_case(name: str) -> str:
    """Turn ``is_default_hidden`` into ``isDefaultHidden``."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def _field_types(cls: type[JsonObject]) -> dict[str, Any]:
    return get_type_hints(cls)


def _convert(hint: Any, value: Any, at: JsonPath) -> Any:
    """Turn one JSON value into what the field's type asks for."""
    origin, choices = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _convert(_fitting(choices, value), value, at)
    if origin is tuple:
        # An entry that was left out by the checks is None; the others keep their places.
        return tuple(
            _convert(choices[0], entry, (*at, index))
            for index, entry in enumerate(value)
            if entry is not None
        )
    if isinstance(hint, type) and issubclass(hint, JsonObject):
        return hint.from_json(value, at)
    return value


def _fitting(choices: tuple[Any, ...], value: Any) -> Any:
    """Choose the member of a union that a value belongs to: an object, or the value itself."""
    for choice in choices:
        if isinstance(choice, type) and issubclass(choice, JsonObject):
            if not isinstance(value, str) or "from_json" in vars(choice):
                return choice
        elif get_origin(choice) is tuple:
            return choice
    return type(value)
