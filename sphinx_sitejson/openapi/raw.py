"""Type-safe access to raw data, in which any value may have any type, and ``$ref``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from sphinx_sitejson.common.problems import JsonPath

RawObject = Mapping[str, Any]
Raw = dict[str, Any]
"""An object that is built or changed."""


def as_object(value: Any) -> Raw:
    """Return a value if it is an object, else an empty object."""
    return value if isinstance(value, dict) else {}


def iter_objects(value: Any) -> Iterator[tuple[str, Raw]]:
    """Yield the members of an OpenAPI object that are objects, without extensions.

    For paths, responses, callbacks and OAuth flows. In maps whose keys are free names, such as
    ``components.schemas``, a name may begin with ``x-``: use `iter_named_objects` for them.
    """
    for name, member in iter_named_objects(value):
        if not name.startswith("x-"):
            yield name, member


def iter_named_objects(value: Any) -> Iterator[tuple[str, Raw]]:
    """Yield the members that are objects of a map whose keys are free names."""
    for name, member in as_object(value).items():
        if isinstance(member, dict):
            yield name, member


def as_list(value: Any) -> list[Any]:
    """Return a value if it is a list, else an empty list."""
    return value if isinstance(value, list) else []


def list_members(value: Any) -> list[tuple[Any, Any]]:
    """Return the members of an object or a list with their keys; other values have none."""
    return [*value.items()] if isinstance(value, dict) else [*enumerate(as_list(value))]


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


def as_object_list(value: Any) -> list[Raw]:
    return [entry for entry in as_list(value) if isinstance(entry, dict)]


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


def get_reference(value: Any) -> str | None:
    """Return the reference of an object that has one."""
    reference = as_object(value).get("$ref")
    return reference if isinstance(reference, str) else None


def select_keys(raw: RawObject, *keys: str) -> Raw:
    """Return an object with some of its members only."""
    return {key: raw[key] for key in keys if key in raw}


def without_keys(raw: RawObject, *keys: str) -> Raw:
    """Return an object without some of its members."""
    return {key: value for key, value in raw.items() if key not in keys}


def get_extensions(raw: RawObject, *, exclude: frozenset[str] = frozenset()) -> Raw:
    """Return the vendor extensions (``x-…``) of an object."""
    return {
        name: value for name, value in raw.items() if name.startswith("x-") and name not in exclude
    }


MAX_REFERENCE_CHAIN = 50
"""The number of chained references after which they count as a cycle."""

_OVERRIDING_SIBLINGS = ("summary", "description")


class References:
    """Resolve the references of a document."""

    def __init__(self, data: RawObject) -> None:
        self._data = data

    def resolve(self, raw: Any) -> RawObject:
        """Follow references to the object that they point to.

        A reference that cannot be resolved, or is circular, gives an empty object.
        """
        current = as_object(raw)
        overrides: Raw = {}
        for _ in range(MAX_REFERENCE_CHAIN):
            reference = get_reference(current)
            if reference is None:
                return {**current, **overrides} if overrides else current
            for key in _OVERRIDING_SIBLINGS:
                if isinstance(current.get(key), str):
                    overrides.setdefault(key, current[key])
            current = as_object(self.at(reference))
        return {}

    def at(self, reference: str) -> Any:
        """Return the value that a local reference points to, or None."""
        return self.value(reference_path(reference)) if reference.startswith("#/") else None

    def value(self, path: JsonPath) -> Any:
        """Return the value at a path, or None."""
        return find_value(self._data, path)


class NoTargetError(LookupError):
    """A pointer has no target."""


def get_value(value: Any, path: JsonPath) -> Any:
    """Return the value at a path; raise NoTargetError.

    ``path_get`` of older versions of prance does not distinguish empty values from missing ones.
    """
    for part in path:
        try:
            is_list = isinstance(value, list)
            value = value[_index(part)] if is_list else as_object(value)[part]  # type: ignore[index]
        except (LookupError, TypeError, ValueError):
            raise NoTargetError(path) from None
    return value


def find_value(value: Any, path: JsonPath) -> Any:
    """Return the value at a path, or None."""
    try:
        return get_value(value, path)
    except NoTargetError:
        return None


def _index(part: str | int) -> int:
    index = int(part)
    if index < 0:
        raise IndexError(part)
    return index


def reference_path(reference: str) -> JsonPath:
    """Return the path that a reference points to: ``#/paths/~1a`` gives ``("paths", "/a")``."""
    return tuple(map(unescape_pointer_part, reference.removeprefix("#/").split("/")))


def component_name(reference: str) -> str:
    """Return the name of the referenced component: ``#/components/responses/A`` gives ``A``."""
    parts = reference.split("/")
    is_component = len(parts) == 4 and parts[:2] == ["#", "components"]
    return unescape_pointer_part(parts[3]) if is_component else ""


def schema_name(reference: str) -> str:
    """Return the name of the referenced schema: ``#/components/schemas/Pet`` gives ``Pet``."""
    return component_name(reference) if reference.startswith("#/components/schemas/") else ""


def unescape_pointer_part(part: str) -> str:
    """Unescape one part of a JSON pointer in a URL fragment (RFC 6901, section 6)."""
    return unquote(part).replace("~1", "/").replace("~0", "~")


def escape_pointer_part(part: str) -> str:
    """Escape a key as one part of a JSON pointer (RFC 6901, section 3)."""
    return part.replace("~", "~0").replace("/", "~1")
