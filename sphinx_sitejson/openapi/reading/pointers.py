"""JSON pointers and anchors, the fragments of references."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote, urlparse

from prance.util import url as prance_url

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.keywords import ANY_KEY, SLOTS, Slot, is_extension

_FRAGMENT_CHARACTERS = "!$&'()*+,;=:@-._~"
_ANY_FILE = urlparse("file:///document")


class NoTargetError(LookupError):
    """A pointer has no target."""


def parse_pointer(fragment: str) -> JsonPath:
    """Parse a JSON pointer that may be percent-encoded: ``/paths/~1pets``."""
    # As a parsed URL, since prance would look up a string in the file system.
    _, parts = prance_url.split_url_reference(_ANY_FILE, urlparse(f"#{unquote(fragment)}"))
    return tuple(parts)


def make_fragment(path: JsonPath) -> str:
    """Format a path as a fragment: ``("paths", "/pets")`` gives ``#/paths/~1pets``."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "#" + "".join("/" + quote(part, safe=_FRAGMENT_CHARACTERS) for part in parts)


def get_value(value: Any, path: JsonPath) -> Any:
    """Return the value at a path; raise NoTargetError.

    ``path_get`` of older versions of prance does not distinguish empty values from missing ones.
    """
    for part in path:
        try:
            value = value[_index(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, TypeError, ValueError):
            raise NoTargetError(path) from None
    return value


def _index(part: str | int) -> int:
    index = int(part)
    if index < 0:
        raise IndexError(part)
    return index


def collect_anchors(document: Any, *, is_schema: bool) -> dict[str, JsonPath]:
    """Return the paths of schemas by ``$anchor``, ``$dynamicAnchor`` and ``$id``."""
    anchors: dict[str, JsonPath] = {}
    for schema, path in _iter_schemas(document, Slot("schema" if is_schema else "document")):
        for key, prefix in (("$anchor", "#"), ("$dynamicAnchor", "#"), ("$id", "")):
            name = schema.get(key)
            if isinstance(name, str):
                anchors.setdefault(prefix + name, path)
    return anchors


def _iter_schemas(document: Any, slot: Slot) -> Iterator[tuple[dict[str, Any], JsonPath]]:
    waiting: list[tuple[Any, Slot, JsonPath]] = [(document, slot, ())]
    while waiting:
        value, slot, path = waiting.pop()
        for member, key, kind in iter_members(value, slot):
            if kind is None:
                continue
            waiting.append((member, kind, (*path, *key)))
        if slot.form == "one" and slot.kind == "schema" and isinstance(value, dict):
            yield value, path


def iter_members(value: Any, slot: Slot) -> Iterator[tuple[Any, JsonPath, Slot | None]]:
    """Yield the members of an object, a list or a map, with their keys and kinds."""
    if isinstance(value, list):
        single = Slot(slot.kind)
        yield from ((item, (index,), single) for index, item in enumerate(value))
    elif isinstance(value, dict) and slot.form == "map":
        single = Slot(slot.kind)
        yield from ((item, (key,), single) for key, item in value.items())
    elif isinstance(value, dict):
        slots = SLOTS[slot.kind]
        for key, item in value.items():
            found = slots.get(key) or (None if is_extension(key) else slots.get(ANY_KEY))
            yield item, (key,), found
