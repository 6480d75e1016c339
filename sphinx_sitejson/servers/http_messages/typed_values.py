"""Texts as values of the type that a schema asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import decimal_number, parse_integer
from sphinx_sitejson.openapi.schemas import Schema

from .validation import SchemaValidator

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_LONGEST_NUMBER = 400
_DEEPEST = 6
_SCALARS = frozenset({"string", "number", "integer", "boolean", "null"})


def kinds_of(schema: Schema, depth: int = 0) -> frozenset[str]:
    """Return the types that a value may have, those of all variants; empty when any is right."""
    merged = schema.merged
    own = {*merged.types, *(["null"] if merged.is_nullable else [])}
    variants = (*merged.one_of, *merged.any_of)
    if own - {"null"} or not variants or depth >= _DEEPEST:
        return frozenset(own) or _of_constants(merged)
    inner = [kinds_of(variant, depth + 1) for variant in variants]
    # A variant that says nothing of its type leaves all of them open.
    return frozenset() if not all(inner) else frozenset(own).union(*inner)


def _of_constants(schema: Schema) -> frozenset[str]:
    given = schema.raw.get("enum")
    constants = [schema.raw["const"]] if "const" in schema.raw else []
    values = given if isinstance(given, list) else constants
    return frozenset(_KINDS_OF_CONSTANTS.get(type(value), "object") for value in values)


_KINDS_OF_CONSTANTS: dict[type, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    list: "array",
    type(None): "null",
}


def allows(schema: Schema, *kinds: str) -> bool:
    """Tell whether a value may have one of some types by the schema's own word."""
    return bool(kinds_of(schema) & set(kinds))


def typed(text: str, schema: Schema, validator: SchemaValidator) -> Any:
    """Return the value that a text stands for: of all it may be, the first that fits."""
    readings = list(_readings(text, kinds_of(schema)))
    if len(readings) == 1:
        return readings[0]
    return next((value for value in readings if validator.fits(schema, value)), readings[0])


def _readings(text: str, kinds: frozenset[str]) -> Iterator[Any]:
    """Yield what a text may mean, and at the end the text itself."""
    is_open = not kinds & _SCALARS
    is_number = len(text) < _LONGEST_NUMBER and _NUMBER.fullmatch(text) is not None
    if is_number and (is_open or kinds & {"number", "integer"}):
        yield parse_integer(text) if _WHOLE.fullmatch(text) else decimal_number(text)
    if text in ("true", "false") and (is_open or "boolean" in kinds):
        yield text == "true"
    if text in ("", "null") and "null" in kinds:
        yield None
    yield text
