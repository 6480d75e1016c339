"""Parameters of the path, the query and the headers, and the headers of responses."""

from __future__ import annotations

from typing import Any

from sphinx_sitejson.openapi.keywords import is_extension

from .collections import style_of
from .conversion_state import ConversionState, Raw, extensions
from .position_map import At
from .schemas import schema

READ = frozenset({"x-example", "x-examples", "x-nullable"})
_OWN = ("name", "in", "description", "required", "deprecated")
_NOT_IN_SCHEMAS = frozenset(
    {*_OWN, "allowEmptyValue", "collectionFormat", "schema", "example", "$ref"}
)


def parameter(raw: Raw, at: At, state: ConversionState) -> Raw:
    """Convert a parameter that is no part of a body."""
    state.moves.note(at)
    new = {key: raw[key] for key in _OWN if key in raw}
    if raw.get("in") == "query" and "allowEmptyValue" in raw:
        new["allowEmptyValue"] = raw["allowEmptyValue"]
    return {**new, **_described(raw, at, state)}


def header(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert a header of a response, which has no name of its own."""
    if not isinstance(raw, dict):
        return raw
    new = {"description": raw["description"]} if "description" in raw else {}
    return {**new, **_described(raw, at, state)}


def value_schema(raw: Raw, at: At, state: ConversionState) -> Any:
    """Return the schema of what a parameter, a header or a form field holds."""
    if "schema" in raw:
        # A mistake, but a plain one: it is how OpenAPI 3.0 writes it.
        return schema(raw["schema"], at / "schema", state)
    facts = {
        key: _without_format(value) if key == "items" else value
        for key, value in raw.items()
        if key not in _NOT_IN_SCHEMAS and (not is_extension(key) or key == "x-nullable")
    }
    return schema(facts, at, state)


def examples(raw: Raw, at: At, state: ConversionState) -> Raw:
    """Return the examples of a parameter, which are extensions in Swagger 2.0."""
    given = raw.get("x-examples")
    if isinstance(given, list):
        given = {str(number): value for number, value in enumerate(given, start=1)}
    if isinstance(given, dict) and given:
        state.moved(at, "examples", "x-examples")
        return {"examples": {name: {"value": value} for name, value in given.items()}}
    if "x-example" in raw:
        state.moved(at, "example", "x-example")
        return {"example": raw["x-example"]}
    return {}


def _described(raw: Raw, at: At, state: ConversionState) -> Raw:
    inside = At((*at.new, "schema"), at.old)
    state.moves.note(inside)
    return {
        **style_of(raw, at.old, state),
        "schema": value_schema(raw, inside, state),
        **examples(raw, at, state),
        **extensions(raw, read=READ),
    }


def _without_format(items: Any) -> Any:
    if not isinstance(items, dict):
        return items
    return {
        key: _without_format(value) if key == "items" else value
        for key, value in items.items()
        if key != "collectionFormat"
    }
