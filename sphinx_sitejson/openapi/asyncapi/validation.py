"""Check an AsyncAPI document: its structure, of which the invalid is left out, and its values."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files
from itertools import islice
from typing import Any, Literal

import jsonschema_rs

from sphinx_sitejson.common.json_documents.validation import (
    YAML_TYPE_NAMES,
    Put,
    Repair,
    Violation,
    collect_violations,
)
from sphinx_sitejson.common.problems import (
    Finding,
    JsonPath,
    did_you_mean,
    nearest_name,
    quoted,
    suggest_name,
)

from ..keywords import SLOTS, Grammar, Slot, is_extension
from ..raw import Raw, get_reference, list_members
from ..reading.losses import PARTS
from ..validation.meta_schemas import MetaSchema
from ..validation.repairs import find_repairs, repair_messages

FieldType = Literal["text", "one", "map", "list", "any"]


@dataclass(frozen=True)
class Field:
    """A field of an object."""

    type: FieldType
    kind: str = ""
    """The kind of the objects that it contains."""
    is_required: bool = False
    """Whether the object is useless without it."""


_TEXT = Field("text")
_REQUIRED_TEXT = Field("text", is_required=True)
_TEXTS = Field("list")
_ANY = Field("any")


def _texts(*names: str) -> dict[str, Field]:
    """Return fields with texts that an object may have."""
    return dict.fromkeys(names, _TEXT)


_one = partial(Field, "one")
_all = partial(Field, "list")
_map = partial(Field, "map")

_DESCRIPTION = _texts("description")
_TEXTS_OF_OBJECT = _texts("title", "summary", "description")
_ABOUT = {"tags": _all("tag"), "externalDocs": _one("external docs")}
_BINDINGS = {"bindings": _one("bindings")}

_MESSAGE_TRAIT = {
    **_texts("name", "title", "summary", "description"),
    "headers": _one("schema"),
    "correlationId": _one("correlation id"),
    "contentType": _TEXT,
    **_ABOUT,
    **_BINDINGS,
    "examples": _all("message example"),
}
_MESSAGE = {**_MESSAGE_TRAIT, "payload": _ANY, "traits": _all("message trait")}

_VARIABLE = {"enum": _TEXTS, **_texts("default", "description"), "examples": _TEXTS}

_SHARED: Mapping[str, Mapping[str, Field]] = {
    "contact": _texts("name", "url", "email"),
    "license": _texts("name", "url"),
    "server variable": _VARIABLE,
    "message example": {**_texts("name", "summary"), "headers": _ANY, "payload": _ANY},
    "correlation id": {**_DESCRIPTION, "location": _REQUIRED_TEXT},
    "tag": {"name": _REQUIRED_TEXT, **_DESCRIPTION, "externalDocs": _one("external docs")},
    "external docs": {"url": _REQUIRED_TEXT, **_DESCRIPTION},
    "security scheme": {
        "type": _REQUIRED_TEXT,
        **_texts("description", "name", "in", "scheme", "bearerFormat"),
        "flows": _ANY,
        "openIdConnectUrl": _TEXT,
        "scopes": _TEXTS,
    },
}

_COMPONENTS = {
    "schemas": _map("schema"),
    "servers": _map("server"),
    "serverVariables": _map("server variable"),
    "channels": _map("channel"),
    "messages": _map("message"),
    "securitySchemes": _map("security scheme"),
    "parameters": _map("parameter"),
    "correlationIds": _map("correlation id"),
    "operationTraits": _map("operation trait"),
    "messageTraits": _map("message trait"),
    "serverBindings": _map("bindings"),
    "channelBindings": _map("bindings"),
    "operationBindings": _map("bindings"),
    "messageBindings": _map("bindings"),
}
_DOCUMENT = {
    "asyncapi": _ANY,
    "id": _TEXT,
    "info": _one("info"),
    "servers": _map("server"),
    "defaultContentType": _TEXT,
    "channels": _map("channel"),
    "components": _one("components"),
}
_INFO = {
    **_texts("title", "version", "description", "termsOfService"),
    "contact": _one("contact"),
    "license": _one("license"),
}
_OPERATION_2 = {
    **_texts("operationId", "summary", "description"),
    "security": _all("security requirement"),
    **_ABOUT,
    **_BINDINGS,
}
_OPERATION_3 = {**_TEXTS_OF_OBJECT, "security": _all("security scheme"), **_ABOUT, **_BINDINGS}

ASYNCAPI_2: Mapping[str, Mapping[str, Field]] = {
    **_SHARED,
    "document": {**_DOCUMENT, **_ABOUT},
    "info": _INFO,
    "components": _COMPONENTS,
    "server": {
        "url": _REQUIRED_TEXT,
        **_texts("protocol", "protocolVersion", "description"),
        "variables": _map("server variable"),
        "security": _all("security requirement"),
        "tags": _all("tag"),
        **_BINDINGS,
    },
    "channel": {
        **_DESCRIPTION,
        "servers": _TEXTS,
        "subscribe": _one("operation"),
        "publish": _one("operation"),
        "parameters": _map("parameter"),
        **_BINDINGS,
    },
    "operation": {**_OPERATION_2, "traits": _all("operation trait"), "message": _one("message")},
    "operation trait": _OPERATION_2,
    "parameter": {**_DESCRIPTION, "schema": _one("schema"), "location": _TEXT},
    "message": {**_MESSAGE, **_texts("messageId", "schemaFormat"), "oneOf": _all("message")},
    "message trait": {**_MESSAGE_TRAIT, **_texts("messageId", "schemaFormat")},
}
"""The fields of AsyncAPI 2.0 to 2.6, by kind of object."""

ASYNCAPI_3: Mapping[str, Mapping[str, Field]] = {
    **_SHARED,
    "document": {**_DOCUMENT, "operations": _map("operation")},
    "info": {**_INFO, **_ABOUT},
    "components": {
        **_COMPONENTS,
        "operations": _map("operation"),
        "replies": _map("reply"),
        "replyAddresses": _map("reply address"),
        "externalDocs": _map("external docs"),
        "tags": _map("tag"),
    },
    "server": {
        "host": _REQUIRED_TEXT,
        **_texts("protocol", "protocolVersion", "pathname", "title", "summary", "description"),
        "variables": _map("server variable"),
        "security": _all("security scheme"),
        **_ABOUT,
        **_BINDINGS,
    },
    "channel": {
        "address": _ANY,
        "messages": _map("message"),
        **_TEXTS_OF_OBJECT,
        "servers": _all("server"),
        "parameters": _map("parameter"),
        **_ABOUT,
        **_BINDINGS,
    },
    "operation": {
        "action": _REQUIRED_TEXT,
        "channel": _one("channel", is_required=True),
        **_OPERATION_3,
        "traits": _all("operation trait"),
        "messages": _all("message"),
        "reply": _one("reply"),
    },
    "operation trait": _OPERATION_3,
    "reply": {
        "address": _one("reply address"),
        "channel": _one("channel"),
        "messages": _all("message"),
    },
    "reply address": {"location": _REQUIRED_TEXT, **_DESCRIPTION},
    "parameter": {**_VARIABLE, "location": _TEXT},
    "message": _MESSAGE,
    "message trait": _MESSAGE_TRAIT,
}
"""The fields of AsyncAPI 3, by kind of object."""


def _slots() -> dict[str, dict[str, Slot]]:
    """Return where objects are nested, in either version."""
    slots: dict[str, dict[str, Slot]] = {}
    for fields in (ASYNCAPI_2, ASYNCAPI_3):
        for kind, members in fields.items():
            slots.setdefault(kind, {}).update(
                (name, Slot(field.kind, field.type))
                for name, field in members.items()
                if field.kind and field.type != "text" and field.type != "any"
            )
    for kind in ("message", "message trait"):
        slots[kind]["payload"] = Slot("schema")
    # A schema in a format of its own is nested in an object that names the format.
    slots["schema"] = {**SLOTS["schema"], "schema": Slot("schema")}
    return slots | {kind: {} for kind in ("bindings", "security requirement")}


GRAMMAR = Grammar(
    slots=_slots(),
    sections={
        field.kind: ("components", section)
        for section, field in ASYNCAPI_3["components"].items()
        if field.kind != "bindings"
    },
)
"""Where references may stand; targets in other files are copied into ``components``."""

_EXPECTED: Mapping[FieldType, tuple[str, tuple[type, ...]]] = {
    "text": ("a string", (str, int, float)),
    "one": ("a mapping", (dict,)),
    "map": ("a mapping", (dict,)),
    "list": ("a list", (list,)),
    "any": ("", (object,)),
}
_ACTIONS = ("send", "receive")


def is_version_3(data: Mapping[str, Any]) -> bool:
    """Return whether a document is of version 3."""
    return str(data.get("asyncapi", "")).startswith("3")


class StructureCheck:
    """The valid part of a document, and the findings about the rest.

    :param data: the document; must not be modified.
    """

    def __init__(self, data: Raw) -> None:
        self.findings: list[Finding] = []
        self.lost_parts: dict[JsonPath, JsonPath] = {}
        self._is_version_3 = is_version_3(data)
        self._fields = ASYNCAPI_3 if self._is_version_3 else ASYNCAPI_2
        self.data: Raw = self._object(data, "document", ()) or {}

    def _object(self, value: Raw, kind: str, path: JsonPath) -> Raw | None:
        """Return the valid part of an object, or None if it is useless."""
        fields = self._fields.get(kind)
        if fields is None or get_reference(value) is not None:
            return value
        new: Raw = {}
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

    def _check_action(self, operation: Raw, path: JsonPath) -> list[str]:
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
        if field.type == "one":
            return self._object(value, field.kind, path)
        if field.type == "map" and get_reference(value) is not None:
            return value
        valid_entries = [
            (key, checked)
            for key, entry in list_members(value)
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


def find_invalid_values(data: Mapping[str, Any], reported: Collection[JsonPath]) -> list[Finding]:
    """Validate a document against the official JSON Schema of its version.

    Nothing is left out: pages show what a protocol or a tool may accept all the same.

    :param reported: the paths of what is reported already; their content is not validated.
    """
    rules = _meta_schema(3 if is_version_3(data) else 2)
    found = collect_violations(data, rules.errors(data), distinctive_keys=_DISTINCTIVE_KEYS)
    repairs: dict[Finding, Repair] = {}
    for violation in islice(found, _MAX_VIOLATIONS):
        is_reference = isinstance(violation.value, dict) and "$ref" in violation.value
        if is_reference or _is_reported(violation.path, reported):
            # References are allowed everywhere, and reported if they lead nowhere.
            continue
        for repair in _describe_violation(violation, rules):
            if not _is_reported(repair.path, reported):
                repairs.setdefault((repair.path, repair.statement), repair)
    return list(repair_messages(repairs.values()))


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
