"""Faults of settings: what is wrong with a value, what becomes of it, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.json_documents.edits import Leave, Remove
from sphinx_sitejson.common.json_documents.repairs import JSON_TYPE_NAMES, Repair, loss_of
from sphinx_sitejson.common.json_documents.validation_errors import Violation, collect_violations
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, key_path, quoted
from sphinx_sitejson.settings.schema import SITE_SCHEMA, Schema, SchemaFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(Repair):
    """One fault, before it is known where in the file it stands."""

    code: ProblemCode
    at_key: bool = False
    """Whether its place is that of the key, not of the value."""
    stops_build: bool = False

    @property
    def left_out(self) -> JsonPath | None:
        """What is left out because of it."""
        return self.path if isinstance(self.edit, Remove) else None


def is_inside(path: JsonPath, others: set[JsonPath]) -> bool:
    """Tell whether a value is one of the others or belongs to one of them."""
    return any(path[:length] in others for length in range(len(path) + 1))


def schema_faults(settings: Any, schema: SchemaFile = SITE_SCHEMA) -> list[Fault]:
    """Return what the schema finds wrong with the value of a whole settings file."""
    # Two rules of the schema may find the same fault.
    return list(dict.fromkeys(_schema_faults(settings, schema)))


def _schema_faults(settings: Any, schema: SchemaFile) -> Iterator[Fault]:
    for violation in collect_violations(settings, schema.validator.iter_errors(settings)):
        rules = schema.rules_at(violation.schema_path[:-1])
        if violation.is_unknown_key:
            yield from _unknown_keys(violation, rules, schema)
        elif violation.schema_path[-1] == "dependentRequired":
            yield _missing_companion(violation, rules)
        elif violation.rule == "required":
            yield _missing_key(violation, rules)
        else:
            yield _wrong_value(violation, rules, schema)


def _unknown_keys(violation: Violation, rules: Schema, schema: SchemaFile) -> Iterator[Fault]:
    known = rules.get("properties", {})
    for key in violation.detail:
        outer, _, inner = key.partition(".")
        is_dotted = inner in schema.resolved(known.get(outer, {})).get("properties", {})
        meant = f' Did you mean "{inner}" inside "{outer}"?' if is_dotted else ""
        yield Fault(
            code=ProblemCode.UNKNOWN_KEY,
            path=(*violation.path, key),
            statement=f"unknown key {quoted(key)}",
            consequence="it has no effect",
            hint=meant,
            nearest=None if meant else (key, tuple(known)),
            edit=Remove(),
            at_key=True,
        )


def _missing_key(violation: Violation, rules: Schema) -> Fault:
    stops = "x-stops" in rules
    return Fault(
        code=ProblemCode.MISSING_KEY,
        path=violation.path,
        statement=f'the key "{violation.detail}" is required',
        consequence="" if stops else f"{key_path(violation.path)} is left out",
        edit=Remove() if violation.path else Leave(),
        stops_build=stops,
    )


def _missing_companion(violation: Violation, rules: Schema) -> Fault:
    companions = rules["dependentRequired"].items()
    key = next(
        key for key, names in companions if key in violation.value and violation.detail in names
    )
    return Fault(
        code=ProblemCode.MISSING_KEY,
        path=(*violation.path, key),
        statement=f'"{key}" also needs the key "{violation.detail}"',
        consequence="it is left out",
        edit=Remove(),
        at_key=True,
    )


def _wrong_value(violation: Violation, rules: Schema, schema: SchemaFile) -> Fault:
    around = schema.rules_at(violation.alternatives[:-1]) if violation.alternatives else rules
    stops = "x-stops" in around and violation.rule == "type"
    is_choice = violation.rule == "enum" and isinstance(violation.value, str)
    found = JSON_TYPE_NAMES.shown(violation.value)
    return Fault(
        code=ProblemCode.WRONG_VALUE,
        path=violation.path,
        statement=f"must be {_expected(violation, rules)}, not {found}",
        consequence="" if stops else _consequence(violation, rules),
        nearest=(violation.value, tuple(violation.detail)) if is_choice else None,
        edit=Remove(),
        stops_build=stops,
    )


def _expected(violation: Violation, rules: Schema) -> str:
    if violation.rule == "enum":
        return f"one of {', '.join(map(quoted, violation.detail))}"
    if violation.alternatives:
        return JSON_TYPE_NAMES.types(violation.detail)
    if "x-expected" in rules:
        return str(rules["x-expected"])
    types = rules["type"]
    return JSON_TYPE_NAMES.types([types] if isinstance(types, str) else types)


def _consequence(violation: Violation, rules: Schema) -> str:
    has_default = violation.rule == "enum" or rules.get("type") in ("boolean", "number")
    is_entry = bool(violation.path) and isinstance(violation.path[-1], int)
    is_complete = bool(violation.alternatives)
    return (
        "the default is used"
        if has_default and not is_entry and not is_complete
        else loss_of(violation.path)
    )


def place_as_read(path: JsonPath, origins: Mapping[JsonPath, JsonPath]) -> JsonPath:
    """Return where a value of the settings stands in the file that they were read from."""
    for length in range(len(path), 0, -1):
        if path[:length] in origins:
            return (*origins[path[:length]], *path[length:])
    return path
