"""Find out whether an invalid part of a document is missing from the page of an operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from sphinx_sitejson.common.problems import JsonPath, key_path

from ..keywords import ANY_KEY, SLOTS, Slot, is_extension
from ..raw import as_list, as_object, find_value
from .locations import parse_pointer

PARTS = frozenset(
    {
        *("components", "paths", "path item", "operation", "callback"),
        *("parameter", "request body", "responses", "response", "header", "media type", "schema"),
        *("server", "security requirement", "scopes", "security scheme", "flow"),
        *("channel", "message", "reply", "operation trait", "message trait"),
    }
)
"""The kinds of objects without which a page is incomplete; texts, examples and links are none."""
UNUSED_SCHEMA = "schema"
"""The first word of the name of a schema that no operation uses."""
_SERVERS = {"servers": Slot("server", "list")}
_SECURITY = {"security": Slot("security requirement", "list")}
_MORE_SLOTS: Mapping[str, Mapping[str, Slot]] = {
    "document": {
        **_SERVERS,
        **_SECURITY,
        "host": Slot("server"),
        "basePath": Slot("server"),
        "definitions": Slot("schema", "map"),
        "parameters": Slot("parameter", "map"),
        "responses": Slot("response", "map"),
        "securityDefinitions": Slot("security scheme", "map"),
    },
    "path item": _SERVERS,
    "operation": {**_SERVERS, **_SECURITY},
    "parameter": {"items": Slot("schema")},
    "header": {"items": Slot("schema")},
    "request body": {"schema": Slot("schema")},
    "response": {"schema": Slot("schema")},
    "security requirement": {ANY_KEY: Slot("scopes")},
    "security scheme": {"flows": Slot("flow", "map"), "flow": Slot("flow", "map")},
}
"""What ``SLOTS`` lacks, since it contains no references: also the keys of Swagger 2.0."""
_PATH_ITEMS = ("paths", "webhooks")
_ROOTS = (*_PATH_ITEMS, "channels", "operations", "servers", "security", "host", "basePath")
"""The keys of a document that pages show; all others only if an operation refers to them."""
_NAMED_SECTIONS = (*_ROOTS, "securitySchemes", "securityDefinitions")
"""The keys whose values are used without a reference."""
_SCHEME_SECTIONS = (("components", "securitySchemes"), ("securityDefinitions",))
_PAGE_SECTIONS: Mapping[JsonPath, str] = {
    ("components", "messages"): "message",
    ("components", "schemas"): UNUSED_SCHEMA,
    ("definitions",): UNUSED_SCHEMA,
}
_NO_METHODS = ("parameters", "servers", "summary", "description")


def find_lost_part(path: JsonPath, value: Any, nearest: str | None = None) -> JsonPath | None:
    """Return the path of the part that is lost with a removed value; None if there is none.

    ``("paths", "/b", "gett")`` gives ``("paths", "/b", "get")`` if that is the nearest key.

    :param nearest: the key that was probably intended.
    """
    slot, is_named = _find_slot(path)
    if slot is None and isinstance(value, str) and value.startswith("#/"):
        # A reference whose key is misspelled.
        return find_lost_part(path[:-1], value=True)
    if slot is None and value and isinstance(value, dict | list):
        around, key = path[:-1], str(path[-1])
        parent, _ = _find_slot(around)
        kind = parent.kind if parent and parent.form == "one" else ""
        if kind == "document" and key.startswith("/"):
            return ("paths", key)
        if kind in ("document", "components") and nearest not in _NAMED_SECTIONS:
            # It is lost for the operations that refer to something in it.
            return path
        slot, _ = _find_slot((*around, nearest)) if nearest else (None, False)
        if slot is not None and slot.kind in PARTS:
            path = (*around, str(nearest))
        elif kind == "path item":
            # A method that OpenAPI does not have.
            return path
    if slot is None or slot.kind not in PARTS:
        return None
    # An entry is lost with its name, but a path without a value has no operations.
    is_entry = slot.kind == "operation" or is_named
    is_lost = (value is not None or slot.kind != "path item") if is_entry else bool(value)
    return path if is_lost else None


def _find_slot(path: JsonPath) -> tuple[Slot | None, bool]:
    """Return what a path leads to, and whether the last key is the free name of an entry."""
    slot: Slot | None = Slot("document")
    is_named = False
    for part in path:
        if slot is None:
            break
        if slot.form != "one":
            is_named = slot.form == "map"
            slot = Slot(slot.kind)
            continue
        slots = {**SLOTS.get(slot.kind, {}), **_MORE_SLOTS.get(slot.kind, {})}
        is_named = part not in slots and not is_extension(str(part))
        slot = slots.get(ANY_KEY if is_named else str(part))
    return slot, is_named


class OperationNames:
    """Name the operations that the parts of a document belong to.

    :param data: the document as it is written, in any format.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def find(self, path: JsonPath) -> str:
        """Return the operation that a part belongs to, or the first that refers to it.

        ``("paths", "/b", "get", "responses")`` gives ``GET /b``. Of what no operation uses, only
        messages and schemas have pages: ``("definitions", "Pet", "items")`` gives ``schema Pet``.
        """
        if path[:1] and path[0] in _ROOTS:
            return _operation_name(path)
        targets = (self._users.get(path[:length]) for length in range(len(path), 0, -1))
        name = next(filter(None, targets), None) or self._container_users.get(path)
        return name or next(
            (
                f"{kind} {path[len(section)]}"
                for section, kind in _PAGE_SECTIONS.items()
                if path[: len(section)] == section and len(path) > len(section)
            ),
            "",
        )

    @cached_property
    def _users(self) -> Mapping[JsonPath, str]:
        """The first operation that refers to a part, by the path of the part."""
        users: dict[JsonPath, str] = {}
        references: set[str] = set()
        for path, root in self._iter_roots():
            waiting = [root]
            while waiting:
                value = waiting.pop()
                if isinstance(value, dict):
                    for requirement in as_list(value.get("security")):
                        for name, section in product(as_object(requirement), _SCHEME_SECTIONS):
                            users.setdefault((*section, name), _operation_name(path))
                    waiting += value.values()
                elif isinstance(value, list):
                    waiting += value
                elif isinstance(value, str) and value[:2] == "#/" and value not in references:
                    references.add(value)
                    target = parse_pointer(value[1:])
                    users.setdefault(target, _operation_name(path))
                    waiting.append(find_value(self._data, target))
        return users

    @cached_property
    def _container_users(self) -> Mapping[JsonPath, str]:
        """The first operation that refers to something inside a part, by the path of the part."""
        return {
            path[:length]: name
            for path, name in reversed(list(self._users.items()))
            for length in range(1, len(path))
        }

    def _iter_roots(self) -> Iterator[tuple[JsonPath, Any]]:
        """Yield everything that belongs to an operation without a reference to it."""
        yield ("security",), {"security": self._data.get("security")}
        for section in _ROOTS:
            for name, entry in as_object(self._data.get(section)).items():
                if section not in _PATH_ITEMS:
                    yield (section, name), entry
                for key, member in as_object(entry).items() if section in _PATH_ITEMS else ():
                    yield (section, name, key), {key: member}


def _operation_name(path: JsonPath) -> str:
    """Return ``GET /pets`` for a part of an operation, and ``/pets`` for one of its path."""
    if len(path) == 1 or path[0] not in _PATH_ITEMS:
        return key_path(path[:2] if isinstance(path[-1], str) else path[:1])
    prefix = "webhook " if path[0] == "webhooks" else ""
    inner = path[3:] if path[2:3] == ("additionalOperations",) else path[2:]
    method = str(inner[0]) if inner else ""
    is_method = method.isalpha() and method not in _NO_METHODS
    return f"{prefix}{method.upper()} {path[1]}" if is_method else f"{prefix}{path[1]}"
