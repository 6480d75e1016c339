"""Merging the parts of a schema for an example, which has to end soon."""

from __future__ import annotations

from typing import Any

from .raw import list_of, object_of
from .references import component_name
from .schemas import Schema

_MOST_PARTS = 200
_DEEPEST_PART = 60


def merged_schema(schema: Schema) -> Schema:
    """Return a schema with its ``allOf`` merged, or not, where that would have no end."""
    resolved = schema.resolved
    if "allOf" not in resolved.raw:
        return resolved
    if _has_too_many_parts(resolved):
        return Schema({k: v for k, v in resolved.raw.items() if k != "allOf"}, schema.references)
    return resolved.merged


def _has_too_many_parts(schema: Schema) -> bool:
    """Whether parts of parts multiply: thirty schemas can name a billion."""
    waiting: list[tuple[Any, tuple[str, ...]]] = [(schema.raw, ())]
    seen = 0
    while waiting:
        raw, passed = waiting.pop()
        seen += 1
        if seen > _MOST_PARTS or len(passed) > _DEEPEST_PART:
            return True
        for part in list_of(schema.references.resolve(raw).raw.get("allOf")):
            name = component_name(str(object_of(part).get("$ref", "")))
            if not name or name not in passed:
                waiting.append((part, (*passed, name)))
    return False
