"""Convert texts to values of the types that a schema allows.

Besides single texts: strict JSON, the schemas of members and items (looked up through ``oneOf``
and ``anyOf``), and objects serialized as ``name[key][key]=value``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from sphinx_sitejson.common.json_documents.exact_json import decimal_number, parse_integer
from sphinx_sitejson.common.nesting import DEEPEST_LEVEL, deep_json_parts, is_deeper_than
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


class NoJsonError(ValueError):
    """A text that is not JSON; the message says why."""


def read_json_text(text: str) -> Any:
    """Return what a JSON text stands for; numbers keep their digits."""
    try:
        value = json.loads(
            text, parse_int=parse_integer, parse_float=decimal_number, parse_constant=_refuse
        )
    except json.JSONDecodeError as error:
        # How deep Python reads depends on a limit that other programs may have raised.
        if next(deep_json_parts(text, DEEPEST_LEVEL), None):
            raise NoJsonError("It is nested too deeply.") from None
        where = f"line {error.lineno}, column {error.colno}"
        raise NoJsonError(f"It is not valid JSON: {error.msg} ({where}).") from None
    except RecursionError:
        raise NoJsonError("It is nested too deeply.") from None
    if is_deeper_than(value, DEEPEST_LEVEL):
        raise NoJsonError("It is nested too deeply.")
    return value


def _refuse(constant: str) -> NoReturn:
    raise NoJsonError(f"It is not valid JSON: {constant} is no value of JSON.")


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
