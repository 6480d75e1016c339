"""Convert texts to values of the types that a schema allows.

Besides single texts: strict JSON, the schemas of members and items (looked up through ``oneOf``
and ``anyOf``), and objects serialized as ``name[key][key]=value``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from sphinx_sitejson.common.json_documents.exact_json import parse_decimal, parse_integer, read_json
from sphinx_sitejson.common.nesting import MAX_LEVELS, find_deep_json, is_deeper_than
from sphinx_sitejson.openapi.raw import as_list, json_type
from sphinx_sitejson.openapi.schemas import Schema

from .validation import SchemaValidator

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_MAX_NUMBER_LENGTH = 400
_MAX_DEPTH = 6
_SCALARS = frozenset({"string", "number", "integer", "boolean", "null"})


def allowed_types(schema: Schema, depth: int = 0) -> frozenset[str]:
    """Return the JSON types that a schema and its variants allow; empty if any is allowed."""
    merged = schema.merged
    types = {*merged.types, *(["null"] if merged.is_nullable else [])}
    variants = (*merged.one_of, *merged.any_of)
    if types - {"null"} or not variants or depth >= _MAX_DEPTH:
        constants = [merged.raw["const"]] if "const" in merged.raw else []
        return frozenset(types or map(json_type, as_list(merged.raw.get("enum")) or constants))
    inner = [allowed_types(variant, depth + 1) for variant in variants]
    # A variant without a type allows all of them.
    return frozenset() if not all(inner) else frozenset(types).union(*inner)


def allows_type(schema: Schema, *kinds: str) -> bool:
    """Whether a schema names at least one of some types."""
    return bool(allowed_types(schema) & set(kinds))


def convert_text(text: str, schema: Schema, validator: SchemaValidator) -> Any:
    """Convert a text to the first valid value: ``"5"`` gives ``5`` for ``type: integer``."""
    candidates = list(_candidate_values(text, allowed_types(schema)))
    if len(candidates) == 1:
        return candidates[0]
    return next((value for value in candidates if validator.is_valid(schema, value)), candidates[0])


def _candidate_values(text: str, kinds: frozenset[str]) -> Iterator[Any]:
    """Yield the values that a text can represent, the text itself last."""
    is_open = not kinds & _SCALARS
    is_number = len(text) < _MAX_NUMBER_LENGTH and _NUMBER.fullmatch(text) is not None
    if is_number and (is_open or kinds & {"number", "integer"}):
        yield parse_integer(text) if _INTEGER.fullmatch(text) else parse_decimal(text)
    if text in ("true", "false") and (is_open or "boolean" in kinds):
        yield text == "true"
    if text in ("", "null") and "null" in kinds:
        yield None
    yield text


class InvalidContentError(ValueError):
    """Raised for what is not JSON, XML or a form; the message gives the reason."""


def parse_json(text: str) -> Any:
    """Parse JSON strictly: no NaN, nothing nested too deeply; numbers keep their digits."""
    try:
        value = read_json(text, parse_constant=_reject_constant)
        is_too_deep = is_deeper_than(value, MAX_LEVELS)
    except json.JSONDecodeError as error:
        # The nesting that Python accepts depends on a recursion limit that others may have raised.
        is_too_deep = next(find_deep_json(text, MAX_LEVELS), None) is not None
        if not is_too_deep:
            where = f"line {error.lineno}, column {error.colno}"
            raise InvalidContentError(f"It is not valid JSON: {error.msg} ({where}).") from None
    except RecursionError:
        is_too_deep = True
    if is_too_deep:
        raise InvalidContentError("It is nested too deeply.")
    return value


def parse_json_or_text(text: str) -> Any:
    """Return the JSON value of a text, or the text itself if it is not JSON."""
    try:
        return parse_json(text)
    except InvalidContentError:
        return text


def _reject_constant(constant: str) -> NoReturn:
    raise InvalidContentError(f"It is not valid JSON: {constant} is not a JSON value.")


def schema_at(schema: Schema, path: Sequence[str], depth: int = 0) -> Schema | None:
    """Return the schema at a path of a value; for a choice, of the first variant that has it."""
    if not path:
        return schema
    inner = _direct_schema(schema.merged, path[0])
    if inner is not None:
        return schema_at(inner, path[1:], depth)
    if depth < _MAX_DEPTH:
        merged = schema.merged
        for variant in (*merged.one_of, *merged.any_of):
            result = schema_at(variant, path, depth + 1)
            if result is not None:
                return result
    return None


def _direct_schema(schema: Schema, step: str) -> Schema | None:
    result = schema.properties.get(step)
    if result is not None:
        return result
    if step.isdecimal() and len(step) < 10:
        first = schema.prefix_items
        result = first[int(step)] if int(step) < len(first) else schema.items
    additional = schema.additional_properties
    if result is None and additional is not None and additional.allows_anything:
        return additional
    return result


def member_schema(schema: Schema, name: str) -> Schema:
    """Return the schema of a member of an object; one that allows anything if there is none."""
    return schema_at(schema, (name,)) or Schema({}, schema.references)


def member_schemas(schema: Schema, depth: int = 0) -> dict[str, Schema]:
    """Return the schemas of the members that an object or any of its variants names."""
    merged = schema.merged
    result: dict[str, Schema] = {}
    if depth < _MAX_DEPTH:
        for variant in (*merged.one_of, *merged.any_of):
            result = {**member_schemas(variant, depth + 1), **result}
    return {**result, **merged.properties}


_KEYS = re.compile(r"\[([^\[\]]*)\]")
MAX_STEPS = 20


def bracket_keys(text: str) -> list[str]:
    """Return the keys of ``[key][key]``: ``[a][0]`` gives ``["a", "0"]``."""
    return _KEYS.findall(text)[:MAX_STEPS]


def convert_deep_object(
    pairs: list[tuple[list[str], str]], schema: Schema, validator: SchemaValidator
) -> Any:
    """Convert ``name[key][key]=value`` pairs: keys ``a, 0`` and ``a, 1`` give ``{"a": [x, y]}``."""
    text = next((text for steps, text in pairs if not steps), None)
    if text is not None:
        return convert_text(text, schema, validator)
    groups: dict[str, list[tuple[list[str], str]]] = {}
    for position, ([step, *rest], text) in enumerate(pairs):
        # "[]" means the next index, each time.
        groups.setdefault(step or f"[{position}]", []).append((rest, text))
    is_listed = all(step.strip("[]").isdecimal() for step in groups)
    if allows_type(schema, "array") and (is_listed or not allows_type(schema, "object")):
        items = member_schema(schema, "0")
        return [convert_deep_object(inner, items, validator) for inner in groups.values()]
    return {
        name: convert_deep_object(inner, member_schema(schema, name), validator)
        for name, inner in groups.items()
    }
