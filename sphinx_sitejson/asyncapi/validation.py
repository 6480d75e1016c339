"""Check an AsyncAPI document: its structure, of which the invalid is left out, and its values."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

import jsonschema_rs

from sphinx_sitejson.common.json_documents.sources import MAX_FAULTS_PER_KIND
from sphinx_sitejson.common.json_documents.validation import (
    YAML_TYPE_NAMES,
    Put,
    Repair,
    Violation,
    collect_violations,
)
from sphinx_sitejson.common.problems import (
    JsonPath,
    did_you_mean,
    nearest_name,
    quoted,
    suggest_name,
)
from sphinx_sitejson.openapi.keywords import Slot, is_extension
from sphinx_sitejson.openapi.reading.losses import PARTS
from sphinx_sitejson.openapi.reading.validation.meta_schemas import MetaSchema
from sphinx_sitejson.openapi.reading.validation.repairs import find_repairs

from .keywords import ASYNCAPI_2, ASYNCAPI_3, GRAMMAR, OPEN_KINDS, Field, FieldType

Finding = tuple[JsonPath, str]

_EXPECTED: Mapping[FieldType, tuple[str, tuple[type, ...]]] = {
    "text": ("a string", (str, int, float)),
    "flag": ("true or false", (bool,)),
    "object": ("a mapping", (dict,)),
    "map": ("a mapping", (dict,)),
    "list": ("a list", (list,)),
    "any": ("", (object,)),
}
_ACTIONS = ("send", "receive")


class StructureCheck:
    """The valid part of a document, and the findings about the rest.

    :param data: the document; must not be modified.
    """

    def __init__(self, data: dict[str, Any], *, is_version_3: bool) -> None:
        self.findings: list[Finding] = []
        self.lost_parts: dict[JsonPath, JsonPath] = {}
        self._fields = ASYNCAPI_3 if is_version_3 else ASYNCAPI_2
        self._is_version_3 = is_version_3
        self.data: dict[str, Any] = self._object(data, "document", ()) or {}

    def _object(self, value: dict[str, Any], kind: str, path: JsonPath) -> dict[str, Any] | None:
        """Return the valid part of an object, or None if it is useless."""
        if kind in OPEN_KINDS or isinstance(value.get("$ref"), str):
            return value
        fields = self._fields.get(kind)
        if fields is None:
            return value
        new: dict[str, Any] = {}
        for key, member in value.items():
            field = fields.get(key)
            if is_extension(key) or (key == "deprecated" and isinstance(member, bool)):
                # Documents mark what is deprecated, though AsyncAPI has no such key.
                new[key] = member
            elif field is None:
                self._report_unknown_key(kind, (*path, key), member)
            elif (checked := self._member(member, field, (*path, key))) is not None:
                new[key] = checked
        missing = [name for name, field in fields.items() if field.is_required and name not in new]
        if not missing and kind == "operation" and self._is_version_3:
            missing = self._check_action(new, path)
        elif missing and missing[0] not in value:
            self._report(path, f"{quoted(missing[0])} is missing; the {kind} was ignored.", kind)
        elif missing and kind in PARTS:
            self.lost_parts[(*path, missing[0])] = path
        return None if missing else new

    def _check_action(self, operation: dict[str, Any], path: JsonPath) -> list[str]:
        action = operation["action"]
        if action in _ACTIONS:
            return []
        hint = did_you_mean(str(action), _ACTIONS)
        message = f'"action" must be "send" or "receive", not {quoted(str(action))}; '
        self._report((*path, "action"), f"{message}the operation was ignored.{hint}", "operation")
        return ["action"]

    def _member(self, value: Any, field: Field, path: JsonPath) -> Any:
        expected, types = _EXPECTED[field.type]
        if field.type == "list" and isinstance(value, dict) and "$ref" in value:
            return value
        is_flag = isinstance(value, bool) and field.type == "text"
        is_valid = isinstance(value, types) and not is_flag
        if not is_valid:
            # A schema may be true or false.
            if field.kind == "schema" and isinstance(value, bool):
                return value
            value_text = YAML_TYPE_NAMES.describe(value)
            # Without a value, nothing is lost but an operation that is named.
            kind = field.kind if value or field.kind == "operation" else ""
            self._report(path, f"must be {expected}, not {value_text}; it was ignored.", kind)
            return None
        if not field.kind:
            return value
        if field.type == "object":
            return self._object(value, field.kind, path)
        if field.type == "map" and isinstance(value.get("$ref"), str):
            return value
        entries: Iterable[tuple[Any, Any]]
        entries = value.items() if field.type == "map" else enumerate(value)
        valid_entries = [
            (key, checked)
            for key, entry in entries
            if (checked := self._entry(entry, field.kind, (*path, key))) is not None
        ]
        return dict(valid_entries) if field.type == "map" else [entry for _, entry in valid_entries]

    def _entry(self, value: Any, kind: str, path: JsonPath) -> Any:
        if isinstance(value, dict):
            return self._object(value, kind, path)
        if kind == "schema" and isinstance(value, bool):
            return value
        if isinstance(path[-1], str) and is_extension(path[-1]):
            return None
        value_text = YAML_TYPE_NAMES.describe(value)
        message = f"must be a mapping, not {value_text}; the {kind} was ignored."
        # A channel without a value has no operations, but other entries are lost with their names.
        is_lost = value or (isinstance(path[-1], str) and kind != "channel")
        self._report(path, message, kind if is_lost else "")
        return None

    def _report_unknown_key(self, kind: str, path: JsonPath, value: Any) -> None:
        key, fields = str(path[-1]), self._fields[kind]
        other = (ASYNCAPI_2 if self._is_version_3 else ASYNCAPI_3).get(kind, {})
        nearest = key if key in other else nearest_name(key, fields)
        slot = GRAMMAR.slots[kind].get(nearest or "")
        if key in other:
            version = "AsyncAPI 2" if self._is_version_3 else "AsyncAPI 3"
            message = f"the key {quoted(key)} belongs to {version}; it was ignored."
        else:
            hint = suggest_name(nearest) if nearest else ""
            message = f"unknown key {quoted(key)}; it was ignored.{hint}"
        self._report(path, message)
        if key == "$ref" or (isinstance(value, str) and value.startswith("#/")):
            slot, nearest = Slot(kind), None
        if slot and slot.kind in PARTS and value:
            self.lost_parts[path] = (*path[:-1], nearest) if nearest else path[:-1]

    def _report(self, path: JsonPath, message: str, lost_kind: str = "") -> None:
        self.findings.append((path, message))
        if lost_kind in PARTS:
            self.lost_parts[path] = path


_DISTINCTIVE_KEYS = ("type", "oneOf")
_MAX_VIOLATIONS = 10_000


def find_invalid_values(
    data: Mapping[str, Any], reported: Collection[JsonPath], *, is_version_3: bool
) -> list[Finding]:
    """Validate a document against the official JSON Schema of its version.

    Nothing is left out: pages show what a protocol or a tool may accept all the same.

    :param reported: the paths of what is reported already; their content is not validated.
    """
    rules = _meta_schema(3 if is_version_3 else 2)
    found = collect_violations(data, rules.errors(data), distinctive_keys=_DISTINCTIVE_KEYS)
    repairs: dict[tuple[JsonPath, str], Repair] = {}
    for violation in islice(found, _MAX_VIOLATIONS):
        is_reference = isinstance(violation.value, dict) and "$ref" in violation.value
        if is_reference or _is_reported(violation.path, reported):
            # References are allowed everywhere, and reported if they lead nowhere.
            continue
        for repair in _describe_violation(violation, rules):
            if not _is_reported(repair.path, reported):
                repairs.setdefault((repair.path, repair.statement), repair)
    return [
        # Fuzzy matching for suggestions is slow, and later messages are not shown.
        (repair.path, repair.message if number < MAX_FAULTS_PER_KIND else repair.statement)
        for number, repair in enumerate(repairs.values())
    ]


def _is_reported(path: JsonPath, reported: Collection[JsonPath]) -> bool:
    return any(path[:length] in reported for length in range(1, len(path) + 1))


def _describe_violation(violation: Violation, rules: MetaSchema) -> Iterator[Repair]:
    if violation.is_unknown_key:
        # Documents mark what is deprecated, though few objects of AsyncAPI have the key.
        keys = [key for key in violation.detail if key != "deprecated"]
        violation = replace(violation, detail=keys)
    for repair in find_repairs(violation, rules):
        if repair.is_silent:
            continue
        if isinstance(repair.edit, Put):
            yield repair
        elif violation.rule == "required":
            yield replace(repair, consequence="the rest is shown anyway")
        else:
            yield replace(repair, consequence="it is shown anyway")


@cache
def _meta_schema(version: int) -> MetaSchema:
    file = files(__package__).joinpath("meta_schemas", f"asyncapi-{version}.json")
    schema = json.loads(file.read_bytes())
    validator = jsonschema_rs.validator_for(schema, validate_formats=False)
    return MetaSchema(f"asyncapi-{version}", schema, validator)
