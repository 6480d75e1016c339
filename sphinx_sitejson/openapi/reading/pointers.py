"""The part of a reference behind ``#``: a JSON pointer, or the name of an anchor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote, urlparse

from prance.util import url as prance_url

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.keywords import ANY_KEY, SLOTS, Slot, is_extension

_IN_FRAGMENTS = "!$&'()*+,;=:@-._~"
_ANY_FILE = urlparse("file:///document")


class NoTargetError(LookupError):
    """A pointer that points to nothing."""


def pointer_path(fragment: str) -> JsonPath:
    """Read a JSON pointer that may be percent-encoded: ``/paths/~1pets``."""
    # Given as a parsed URL, since prance would look a text up in the file system.
    _, parts = prance_url.split_url_reference(_ANY_FILE, urlparse(f"#{unquote(fragment)}"))
    return tuple(parts)


def fragment_of(path: JsonPath) -> str:
    """Write a path as the fragment of a reference."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "#" + "".join("/" + quote(part, safe=_IN_FRAGMENTS) for part in parts)


def value_at(value: Any, path: JsonPath) -> Any:
    """Return what stands at a path; raise NoTargetError.

    prance's own ``path_get`` cannot tell an empty value from none in its older versions.
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


def schema_anchors(document: Any, *, is_schema: bool) -> dict[str, JsonPath]:
    """Return the schemas of a file that have a name of their own: ``$anchor`` or ``$id``."""
    anchors: dict[str, JsonPath] = {}
    for schema, path in _schemas(document, Slot("schema" if is_schema else "document")):
        for key, prefix in (("$anchor", "#"), ("$dynamicAnchor", "#"), ("$id", "")):
            name = schema.get(key)
            if isinstance(name, str):
                anchors.setdefault(prefix + name, path)
    return anchors


def _schemas(document: Any, slot: Slot) -> Iterator[tuple[dict[str, Any], JsonPath]]:
    waiting: list[tuple[Any, Slot, JsonPath]] = [(document, slot, ())]
    while waiting:
        value, slot, path = waiting.pop()
        for member, key, kind in members(value, slot):
            if kind is None:
                continue
            waiting.append((member, kind, (*path, *key)))
        if slot.form == "one" and slot.kind == "schema" and isinstance(value, dict):
            yield value, path


def members(value: Any, slot: Slot) -> Iterator[tuple[Any, JsonPath, Slot | None]]:
    """Yield what an object, a list or a map of objects holds, with the key that leads there."""
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
