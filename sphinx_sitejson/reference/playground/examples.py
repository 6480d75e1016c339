"""What a form starts with: only values that stand in the document, never made ones."""

from __future__ import annotations

from typing import Any

from sphinx_sitejson.openapi.examples.values import MISSING
from sphinx_sitejson.openapi.raw import list_of
from sphinx_sitejson.openapi.schemas import Schema

__all__ = ["MISSING", "given_value"]

_DEEPEST = 3
_MOST_MEMBERS = 60


def given_value(schema: Schema, depth: int = 0) -> Any:
    """Return the value that examples, defaults and constants add up to, or MISSING."""
    raw = schema.resolved.raw
    for key in ("example", "default", "const"):
        if key in raw:
            return raw[key]
    if list_of(raw.get("examples")):
        return raw["examples"][0]
    if depth >= _DEEPEST:
        return MISSING
    if "properties" in raw or "allOf" in raw:
        return _given_members(schema.merged, depth)
    if "items" in raw and schema.resolved.items is not None:
        entry = given_value(schema.resolved.items, depth + 1)
        return MISSING if entry is MISSING else [entry]
    variants = schema.resolved.one_of or schema.resolved.any_of
    return given_value(variants[0], depth + 1) if variants else MISSING


def _given_members(schema: Schema, depth: int) -> Any:
    members = list(schema.properties.items())[:_MOST_MEMBERS]
    found = {
        name: value
        for name, member in members
        if not member.is_read_only and (value := given_value(member, depth + 1)) is not MISSING
    }
    return found or MISSING
