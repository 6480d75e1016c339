"""Examples that almost fit: mended where they differ from their schema, and left as they are else.

Real documents have examples that are older than their schemas, and made ones are cut for size.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from sphinx_sitejson.openapi.examples.generated_values import example_value
from sphinx_sitejson.openapi.schemas import Schema

from .schema_parts import schema_at
from .validation import Fault, SchemaValidator

MOST_ROUNDS = 12

Path = tuple[str, ...]


def coerce_value(value: Any, schema: Schema, validator: SchemaValidator) -> Any | None:
    """Return a copy of a value that fits its schema; None if it cannot be coerced.

    What is missing is added, what is wrong is made anew, and what is still wrong is left out.
    """
    coercer = _Coercer(deepcopy(value), schema, validator)
    for _ in range(MOST_ROUNDS):
        faults = validator.faults(schema, coercer.value)
        if not faults:
            return coercer.value
        changes = [coercer.repair(fault) for fault in faults]
        if not any(changes):
            return None
    return None


class _Coercer:
    def __init__(self, value: Any, schema: Schema, validator: SchemaValidator) -> None:
        self.value = value
        self._schema = schema
        self._validator = validator
        self._tried: set[tuple[Path, str]] = set()

    def repair(self, fault: Fault) -> bool:
        """Change the value to remove a fault; return whether anything changed."""
        path = pointer_steps(fault.pointer)
        if (path, fault.missing) not in self._tried:
            self._tried.add((path, fault.missing))
            if self._made_anew(path, fault.missing):
                return True
        return self._left_out(path)

    def _made_anew(self, path: Path, missing: str) -> bool:
        whole = (*path, missing) if missing else path
        schema = schema_at(self._schema, whole)
        if schema is None or not whole:
            return False
        made = schema if missing else without_examples(schema)
        return self._put(whole, example_value(made, direction=self._validator.direction))

    def _put(self, path: Path, value: Any) -> bool:
        parent, last = self._parent(path), path[-1]
        if isinstance(parent, dict):
            parent[last] = value
            return True
        if isinstance(parent, list) and last.isdecimal() and int(last) < len(parent):
            parent[int(last)] = value
            return True
        return False

    def _left_out(self, path: Path) -> bool:
        parent = self._parent(path) if path else None
        if isinstance(parent, dict) and path[-1] in parent:
            del parent[path[-1]]
            return True
        if isinstance(parent, list) and path[-1].isdecimal() and int(path[-1]) < len(parent):
            del parent[int(path[-1])]
            return True
        return False

    def _parent(self, path: Path) -> Any:
        value = self.value
        for step in path[:-1]:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
                value = value[int(step)]
            else:
                return None
        return value


def pointer_steps(pointer: str) -> Path:
    """Return the steps of a JSON Pointer."""
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def without_examples(schema: Schema) -> Schema:
    """Return a schema without the examples that it gives of itself."""
    resolved = schema.resolved
    keywords = {
        key: value
        for key, value in resolved.raw.items()
        if key not in ("example", "examples", "default")
    }
    return Schema(keywords, schema.references, schema.allows_anything)
