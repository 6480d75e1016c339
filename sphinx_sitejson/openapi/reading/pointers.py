"""JSON pointers and anchors, the fragments of references."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin, urlparse

from prance.util import url as prance_url

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.keywords import ANY_KEY, SLOTS, Slot, is_extension

_FRAGMENT_CHARACTERS = "!$&'()*+,;=:@-._~"
_MAX_UNESCAPED_PARTS = 50
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


def find_unescaped(value: Any, path: JsonPath) -> JsonPath | None:
    """Return the path that is meant if keys contain slashes that a pointer does not escape.

    ``/messages/a/b`` means the message ``a/b`` if no other reading of the path has a value.
    """
    if len(path) > _MAX_UNESCAPED_PARTS:
        return None
    readings: dict[tuple[int, int], list[JsonPath]] = {}

    def read(value: Any, start: int) -> list[JsonPath]:
        if start == len(path):
            return [()]
        known = (id(value), start)
        if known not in readings:
            found: list[JsonPath] = []
            for end in range(start + 1, len(path) + 1):
                key = path[start] if end == start + 1 else "/".join(map(str, path[start:end]))
                with suppress(NoTargetError):
                    found += [(key, *rest) for rest in read(get_value(value, (key,)), end)]
            # Two are as ambiguous as more.
            readings[known] = found[:2]
        return readings[known]

    found = read(value, 0)
    return found[0] if len(found) == 1 else None


def _index(part: str | int) -> int:
    index = int(part)
    if index < 0:
        raise IndexError(part)
    return index


def collect_anchors(document: Any, *, is_schema: bool, base: str = "") -> dict[str, JsonPath]:
    """Return the paths of schemas by ``$anchor``, ``$dynamicAnchor`` and ``$id``.

    Anchors are found by ``#name`` and by the URI of their schema resource with it; relative values
    of ``$id`` as written and as URIs.
    """
    anchors: dict[str, JsonPath] = {}
    for schema, path, outer in _iter_schemas(document, is_schema=is_schema, base=base):
        schema_id = schema.get("$id")
        uri = outer
        if isinstance(schema_id, str):
            uri = join_uri(outer, schema_id)
            anchors.setdefault(schema_id, path)
            anchors.setdefault(uri, path)
        for key in ("$anchor", "$dynamicAnchor"):
            name = schema.get(key)
            if isinstance(name, str):
                anchors.setdefault(f"#{name}", path)
                anchors.setdefault(f"{uri}#{name}", path)
    return anchors


def join_uri(base: str, reference: str) -> str:
    """Resolve a reference to an absolute URI, without a fragment (RFC 3986, section 5)."""
    try:
        return urldefrag(urljoin(base, reference)).url
    except ValueError:
        return reference


def base_uri(document: Any, path: JsonPath, base: str) -> str:
    """Return the base URI of the references at a path: the nearest ``$id`` around it."""
    value = document
    for part in path:
        if isinstance(value, dict) and isinstance(value.get("$id"), str):
            base = join_uri(base, value["$id"])
        try:
            value = get_value(value, (part,))
        except NoTargetError:
            break
    return base


def _iter_schemas(
    document: Any, *, is_schema: bool, base: str
) -> Iterator[tuple[dict[str, Any], JsonPath, str]]:
    """Yield the schemas of a document with their paths and the base URIs around them."""
    slot = Slot("schema" if is_schema else "document")
    waiting: deque[tuple[Any, Slot, JsonPath, str]] = deque([(document, slot, (), base)])
    while waiting:
        value, slot, path, base = waiting.popleft()
        inner = base
        if slot.form == "one" and slot.kind == "schema" and isinstance(value, dict):
            yield value, path, base
            if isinstance(value.get("$id"), str):
                inner = join_uri(base, value["$id"])
        for member, key, kind in iter_members(value, slot):
            if kind is not None:
                waiting.append((member, kind, (*path, *key), inner))


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
