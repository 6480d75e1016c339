"""Objects that are written as ``name[key][key]=value``."""

from __future__ import annotations

import re
from typing import Any

from sphinx_sitejson.openapi.schemas import Schema

from .schema_parts import member_of, schema_at
from .typed_values import allows, typed
from .validation import SchemaValidator

_KEYS = re.compile(r"\[([^\[\]]*)\]")
MOST_STEPS = 20


def keys_in(text: str) -> list[str]:
    """Return what stands in the brackets behind a name."""
    return _KEYS.findall(text)[:MOST_STEPS]


def deep_value(
    pairs: list[tuple[list[str], str]], schema: Schema, validator: SchemaValidator
) -> Any:
    """Return the value that ``name[key][key]`` pairs stand for, by the steps of each."""
    ends = [text for steps, text in pairs if not steps]
    if ends:
        return typed(ends[0], schema, validator)
    groups: dict[str, list[tuple[list[str], str]]] = {}
    for position, ([step, *rest], text) in enumerate(pairs):
        # "[]" stands for the next place, each time.
        groups.setdefault(step or f"[{position}]", []).append((rest, text))
    is_listed = all(step.strip("[]").isdecimal() for step in groups)
    if allows(schema, "array") and (is_listed or not allows(schema, "object")):
        items = schema_at(schema, ("0",)) or Schema({}, schema.references)
        return [deep_value(inner, items, validator) for inner in groups.values()]
    return {
        name: deep_value(inner, member_of(schema, name), validator)
        for name, inner in groups.items()
    }
