"""How the errors of a JSON Schema validator become faults in plain words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from sphinx_sitejson.problems import JsonPath, did_you_mean, key_path, quoted

from .fault import Fault
from .schema import Schema, resolved

if TYPE_CHECKING:
    from jsonschema import ValidationError

_TYPE_NAMES = {
    "string": "a string",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cause:
    """A rule of the schema that a value breaks."""

    keyword: str
    rule: Any
    schema: Schema
    value: Any
    path: JsonPath

    @classmethod
    def from_error(cls, error: ValidationError, at: JsonPath) -> Self:
        assert isinstance(error.schema, dict)
        return cls(
            keyword=str(error.validator),
            rule=error.validator_value,
            schema=error.schema,
            value=error.instance,
            path=(*at, *error.absolute_path),
        )


def faults_of(errors: Iterable[ValidationError], at: JsonPath = ()) -> Iterator[Fault]:
    """Turn the errors of a value, which stands at a path of the file, into faults."""
    for error in errors:
        for inner in _meant_errors(error):
            cause = _Cause.from_error(inner, at)
            match cause.keyword:
                case "additionalProperties":
                    yield from _unknown_keys(cause)
                case "required":
                    yield from _missing_keys(cause)
                case "dependentRequired":
                    yield from _missing_companions(cause)
                case _:
                    yield _wrong_value(cause)


def _meant_errors(error: ValidationError) -> Iterator[ValidationError]:
    """Look into a union: report the branch that the value was meant for, not all of them."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in (error.context or ()) if error.validator == "anyOf" else ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    fitting = [errors for errors in branches.values() if not any(map(_is_other_type, errors))]
    if not fitting:
        yield error
        return
    for inner in min(fitting, key=len):
        yield from _meant_errors(inner)


def _is_other_type(error: ValidationError) -> bool:
    return error.validator == "type" and not error.path


def _unknown_keys(cause: _Cause) -> Iterator[Fault]:
    known = cause.schema.get("properties", {})
    patterns = cause.schema.get("patternProperties", {})
    for key in cause.value:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        yield Fault(
            code="unknown_key",
            path=(*cause.path, key),
            statement=f"unknown key {quoted(key)}",
            consequence="it has no effect",
            hint=_nearest_key(key, known),
            left_out=(*cause.path, key),
            at_key=True,
        )


def _nearest_key(key: str, known: Schema) -> str:
    outer, dot, inner = key.partition(".")
    if dot and inner in resolved(known.get(outer, {})).get("properties", {}):
        return f' Did you mean "{inner}" inside "{outer}"?'
    return did_you_mean(key, known)


def _missing_keys(cause: _Cause) -> Iterator[Fault]:
    for key in cause.rule:
        if key not in cause.value:
            yield Fault(
                code="missing_key",
                path=cause.path,
                statement=f'the key "{key}" is required',
                consequence=f"{key_path(cause.path)} is left out",
                left_out=cause.path or None,
                stops_build="x-stops" in cause.schema,
            )


def _missing_companions(cause: _Cause) -> Iterator[Fault]:
    for key, companions in cause.rule.items():
        missing = [f'"{name}"' for name in companions if name not in cause.value]
        if key in cause.value and missing:
            yield Fault(
                code="missing_key",
                path=(*cause.path, key),
                statement=f'"{key}" also needs the key {" and ".join(missing)}',
                consequence="it is left out",
                left_out=(*cause.path, key),
                at_key=True,
            )


def _wrong_value(cause: _Cause) -> Fault:
    is_text = isinstance(cause.value, str)
    allowed = cause.rule if cause.keyword == "enum" else ()
    return Fault(
        code="wrong_value",
        path=cause.path,
        statement=f"must be {_expected(cause)}, not {_found(cause.value)}",
        consequence=_consequence(cause),
        hint=did_you_mean(cause.value, allowed) if is_text else "",
        left_out=cause.path,
        stops_build="x-stops" in cause.schema and cause.keyword in ("type", "anyOf"),
    )


def _expected(cause: _Cause) -> str:
    if cause.keyword == "enum":
        return f"one of {', '.join(map(quoted, cause.rule))}"
    if "x-expected" in cause.schema:
        return str(cause.schema["x-expected"])
    *others, last = (_TYPE_NAMES[name] for name in _allowed_types(cause.schema))
    return f"{', '.join(others)} or {last}" if others else last


def _allowed_types(schema: Schema) -> list[str]:
    if "anyOf" in schema:
        return [name for branch in schema["anyOf"] for name in _allowed_types(resolved(branch))]
    types = schema["type"]
    return [types] if isinstance(types, str) else types


def _found(value: Any) -> str:
    """Show a value in a message: a short one itself, a large one by its kind."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict | list):
        return _TYPE_NAMES["object" if isinstance(value, dict) else "array"]
    return quoted(json.dumps(value)).strip('"')


def _consequence(cause: _Cause) -> str:
    if cause.path and isinstance(cause.path[-1], int):
        return "the entry is left out"
    has_default = cause.keyword == "enum" or cause.schema.get("type") in ("boolean", "number")
    return "the default is used" if has_default else "it is left out"
