"""Short texts that differ when what a page shows of a document differs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.json_documents.exact_json import exact_json

from .references import component_name

if TYPE_CHECKING:
    from .document import OpenApiDocument
    from .model import Operation
    from .schemas import Schema

_SHARED_BY_ALL = ("openapi", "servers", "security", "tags")


class DocumentDigests:
    """Digests of operations and schemas, with everything they refer to."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document
        self._parts: dict[str, tuple[str, tuple[str, ...]]] = {}

    def of_operation(self, operation: Operation) -> str:
        """Return the digest of an operation."""
        return self._of({operation.key: self._document.raw_operation(operation)})

    def of_schema(self, name: str, schema: Schema) -> str:
        """Return the digest of a named schema."""
        return self._of({name: schema.raw})

    @cached_property
    def _shared(self) -> str:
        data = self._document.data
        schemes = data.get("components", {}).get("securitySchemes")
        return _digest([*(data.get(key) for key in _SHARED_BY_ALL), schemes])

    def reached_from(self, raw: Any) -> set[str]:
        """Return the references to components that raw data lead to, also through others."""
        waiting, seen = list(_references_in(raw)), set[str]()
        while waiting:
            reference = waiting.pop()
            if reference not in seen:
                seen.add(reference)
                waiting.extend(self._part(reference)[1])
        return seen

    def _of(self, raw: Any) -> str:
        marks = [self._shared, _digest(raw)]
        marks += [self._part(reference)[0] for reference in sorted(self.reached_from(raw))]
        return _digest(marks)

    def _part(self, reference: str) -> tuple[str, tuple[str, ...]]:
        """Return the digest of a component without those it refers to, and their references."""
        if reference not in self._parts:
            raw = self._document.references.at(reference)
            inner = tuple(dict.fromkeys(_references_in(raw)))
            self._parts[reference] = (_digest([reference, raw]), inner)
        return self._parts[reference]


def _references_in(raw: Any) -> Iterator[str]:
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str) and component_name(reference):
                yield reference
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _digest(value: Any) -> str:
    text = exact_json(value, ensure_ascii=True, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]
