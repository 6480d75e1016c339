"""Schemas of parts of values, found through choices."""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_sitejson.openapi.schemas import Schema

_DEEPEST_CHOICE = 6


def schema_at(schema: Schema, path: Sequence[str], depth: int = 0) -> Schema | None:
    """Return the schema of a part of a value; of a choice, the first variant that has it."""
    if not path:
        return schema
    inner = _own_part(schema.merged, path[0])
    if inner is not None:
        return schema_at(inner, path[1:], depth)
    if depth < _DEEPEST_CHOICE:
        merged = schema.merged
        for variant in (*merged.one_of, *merged.any_of):
            found = schema_at(variant, path, depth + 1)
            if found is not None:
                return found
    return None


def _own_part(schema: Schema, step: str) -> Schema | None:
    found = schema.properties.get(step)
    if found is not None:
        return found
    if step.isdecimal() and len(step) < 10:
        first = schema.prefix_items
        found = first[int(step)] if int(step) < len(first) else schema.items
    additional = schema.additional_properties
    if found is None and additional is not None and additional.allows_anything:
        return additional
    return found


def member_of(schema: Schema, name: str) -> Schema:
    """Return the schema of a member of an object; one that allows anything when none is given."""
    return schema_at(schema, (name,)) or Schema({}, schema.references)


def member_names(schema: Schema, depth: int = 0) -> dict[str, Schema]:
    """Return the members that an object or any of its variants names."""
    merged = schema.merged
    found: dict[str, Schema] = {}
    if depth < _DEEPEST_CHOICE:
        for variant in (*merged.one_of, *merged.any_of):
            found = {**member_names(variant, depth + 1), **found}
    return {**found, **merged.properties}
