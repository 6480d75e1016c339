"""Where each named schema is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.keywords import KINDS, Slot
from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.reading.pointers import members
from sphinx_sitejson.openapi.references import component_name, schema_name


class UsageIndex:
    """Which operations and schemas refer to a schema, read off the document in one pass."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document
        self._components: dict[str, tuple[str, ...]] = {}

    def operations(self, name: str) -> tuple[str, ...]:
        """Return the keys of the operations and webhooks that refer to a schema directly."""
        return self._by_operation.get(name, ())

    def schemas(self, name: str) -> tuple[str, ...]:
        """Return the names of the schemas that refer to a schema directly."""
        return self._by_schema.get(name, ())

    @cached_property
    def _by_operation(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for key, operation in self._document.operations_by_key.items():
            if operation.is_left_out:
                continue
            for name in self._used_by(operation):
                found.setdefault(name, []).append(key)
        return {name: tuple(keys) for name, keys in found.items()}

    @cached_property
    def _by_schema(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for user, schema in self._document.schemas.items():
            references = _references_in(schema.raw, Slot("schema"))
            for name in dict.fromkeys(map(schema_name, references)):
                if name and name != user:
                    found.setdefault(name, []).append(user)
        return {name: tuple(users) for name, users in found.items()}

    def _used_by(self, operation: Operation) -> tuple[str, ...]:
        """Return the schemas that an operation names, by way of other components too."""
        found: dict[str, None] = {}
        passed: set[str] = set()
        item = self._document.raw_operation(operation)
        waiting = list(_references_in(item.pop(operation.method), Slot("operation")))
        waiting += _references_in(item, Slot("path item"))
        while waiting:
            reference = waiting.pop(0)
            if schema_name(reference):
                found[schema_name(reference)] = None
            elif component_name(reference) and reference not in passed:
                passed.add(reference)
                waiting.extend(self._named_in(reference))
        return tuple(found)

    def _named_in(self, reference: str) -> tuple[str, ...]:
        if reference not in self._components:
            raw = self._document.references.at(reference)
            kind = KINDS.get(reference.split("/")[2], "plain")
            self._components[reference] = tuple(dict.fromkeys(_references_in(raw, Slot(kind))))
        return self._components[reference]


def _references_in(raw: Any, slot: Slot) -> Iterator[str]:
    """Yield the references in raw data; examples and other values are not looked into."""
    waiting = [(raw, slot)]
    while waiting:
        value, slot = waiting.pop()
        if slot.form == "one" and isinstance(value, Mapping):
            reference = value.get("$ref")
            if isinstance(reference, str):
                yield reference
        inner = [(member, kind) for member, _, kind in members(value, slot) if kind is not None]
        waiting.extend(reversed(inner))
