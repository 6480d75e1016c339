"""Faults of settings: what is wrong with a value, what becomes of it, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.json_documents.edits import Leave, Remove
from sphinx_sitejson.common.json_documents.repairs import JSON_TYPE_NAMES, Repair, loss_of
from sphinx_sitejson.common.json_documents.validation_errors import Breach, breaches_of
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
    for breach in breaches_of(settings, schema.validator.iter_errors(settings)):
        rules = schema.rules_at(breach.schema_path[:-1])
        if breach.is_unknown_key:
            yield from _unknown_keys(breach, rules, schema)
        elif breach.schema_path[-1] == "dependentRequired":
            yield _missing_companion(breach, rules)
        elif breach.rule == "required":
            yield _missing_key(breach, rules)
        else:
            yield _wrong_value(breach, rules, schema)


def _unknown_keys(breach: Breach, rules: Schema, schema: SchemaFile) -> Iterator[Fault]:
    known = rules.get("properties", {})
    for key in breach.detail:
        outer, _, inner = key.partition(".")
        is_dotted = inner in schema.resolved(known.get(outer, {})).get("properties", {})
        meant = f' Did you mean "{inner}" inside "{outer}"?' if is_dotted else ""
        yield Fault(
            code="unknown_key",
            path=(*breach.path, key),
            statement=f"unknown key {quoted(key)}",
            consequence="it has no effect",
            hint=meant,
            nearest=None if meant else (key, tuple(known)),
            edit=Remove(),
            at_key=True,
        )


def _missing_key(breach: Breach, rules: Schema) -> Fault:
    stops = "x-stops" in rules
    return Fault(
        code="missing_key",
        path=breach.path,
        statement=f'the key "{breach.detail}" is required',
        consequence="" if stops else f"{key_path(breach.path)} is left out",
        edit=Remove() if breach.path else Leave(),
        stops_build=stops,
    )


def _missing_companion(breach: Breach, rules: Schema) -> Fault:
    companions = rules["dependentRequired"].items()
    key = next(key for key, names in companions if key in breach.value and breach.detail in names)
    return Fault(
        code="missing_key",
        path=(*breach.path, key),
        statement=f'"{key}" also needs the key "{breach.detail}"',
        consequence="it is left out",
        edit=Remove(),
        at_key=True,
    )


def _wrong_value(breach: Breach, rules: Schema, schema: SchemaFile) -> Fault:
    around = schema.rules_at(breach.alternatives[:-1]) if breach.alternatives else rules
    stops = "x-stops" in around and breach.rule == "type"
    is_choice = breach.rule == "enum" and isinstance(breach.value, str)
    return Fault(
        code="wrong_value",
        path=breach.path,
        statement=f"must be {_expected(breach, rules)}, not {JSON_TYPE_NAMES.shown(breach.value)}",
        consequence="" if stops else _consequence(breach, rules),
        nearest=(breach.value, tuple(breach.detail)) if is_choice else None,
        edit=Remove(),
        stops_build=stops,
    )


def _expected(breach: Breach, rules: Schema) -> str:
    if breach.rule == "enum":
        return f"one of {', '.join(map(quoted, breach.detail))}"
    if breach.alternatives:
        return JSON_TYPE_NAMES.types(breach.detail)
    if "x-expected" in rules:
        return str(rules["x-expected"])
    types = rules["type"]
    return JSON_TYPE_NAMES.types([types] if isinstance(types, str) else types)


def _consequence(breach: Breach, rules: Schema) -> str:
    has_default = breach.rule == "enum" or rules.get("type") in ("boolean", "number")
    is_entry = bool(breach.path) and isinstance(breach.path[-1], int)
    is_whole = bool(breach.alternatives)
    return (
        "the default is used"
        if has_default and not is_entry and not is_whole
        else loss_of(breach.path)
    )


def place_as_read(path: JsonPath, origins: Mapping[JsonPath, JsonPath]) -> JsonPath:
    """Return where a value of the settings stands in the file that they were read from."""
    for length in range(len(path), 0, -1):
        if path[:length] in origins:
            return (*origins[path[:length]], *path[length:])
    return path
