"""Where each named schema is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.references import component_name, schema_name

_NO_SCHEMAS = frozenset(("example", "examples", "default", "enum", "const"))
_KEYED_BY_NAME = frozenset(("properties", "patternProperties", "dependentSchemas", "$defs"))


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
            for name in self._used_by(self._document.raw_operation(operation)):
                found.setdefault(name, []).append(key)
        return {name: tuple(keys) for name, keys in found.items()}

    @cached_property
    def _by_schema(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for user, schema in self._document.schemas.items():
            for name in dict.fromkeys(map(schema_name, _references_in(schema.raw))):
                if name and name != user:
                    found.setdefault(name, []).append(user)
        return {name: tuple(users) for name, users in found.items()}

    def _used_by(self, raw: Any) -> tuple[str, ...]:
        """Return the schemas that are named, by way of other components too."""
        found: dict[str, None] = {}
        passed: set[str] = set()
        waiting = list(_references_in(raw))
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
            self._components[reference] = tuple(dict.fromkeys(_references_in(raw)))
        return self._components[reference]


def _references_in(raw: Any) -> Iterator[str]:
    """Yield the references in raw data; examples and other values are not looked into."""
    waiting: list[tuple[Any, bool]] = [(raw, False)]
    while waiting:
        value, is_keyed_by_name = waiting.pop()
        if isinstance(value, list):
            waiting.extend((entry, False) for entry in reversed(value))
        elif isinstance(value, Mapping):
            reference = value.get("$ref")
            if isinstance(reference, str):
                yield reference
            waiting.extend(
                (member, key in _KEYED_BY_NAME and not is_keyed_by_name)
                for key, member in [*value.items()][::-1]
                if is_keyed_by_name or not (key in _NO_SCHEMAS or str(key)[:2] == "x-")
            )
