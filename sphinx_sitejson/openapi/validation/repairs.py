"""The message and the repair for each violation of a meta-schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.json_documents.sources import MAX_FAULTS_PER_KIND
from sphinx_sitejson.common.json_documents.validation import (
    YAML_TYPE_NAMES,
    Leave,
    Put,
    Remove,
    Rename,
    Repair,
    Violation,
    describe_loss,
)
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.problems import Finding, JsonPath, quoted

from ..keywords import NEWER_KEYWORDS, SCHEMA_KEYWORDS
from .meta_schemas import SWAGGER, MetaSchema, is_valid_later_key, is_valid_schema_object

_EXTENSION_KEYS = {"example": "x-example", "examples": "x-examples", "nullable": "x-nullable"}
"""Keys that parameters and headers have since OpenAPI 3, and their extensions in Swagger 2."""
_LATER_PARAMETER_KEYS = ("schema", "deprecated", "title")
_PARAMETER_DEFINITIONS = ("SubSchema", "bodyParameter", "header", "primitivesItems")
"""The ends of the names of the definitions of parameters, headers, and the items of one."""
_SWAGGER_STATUS_RANGE = re.compile(r"[1-5]XX")
_HOST = re.compile(r"(?:[a-z]+:)?//(?P<host>[^{}/ :\\]+(?::\d+)?)/?$", re.IGNORECASE)
_OPTIONAL_SWAGGER_KEYS = {
    "bodyParameter": ("name", "schema"),
    "nonBodyParameter": ("type",),
    "header": ("type",),
}
"""Required keys without which an object can still be shown."""
_MISPLACED_TYPES = ("object", "file")
_SHOWN_ANYWAY = "it is shown anyway"
_REST_SHOWN_ANYWAY = "the rest is shown anyway"
_READ_THAT_WAY = "it is read that way"
_LATER_KEY = "belongs to a later version of OpenAPI"


def _keep(path: JsonPath, statement: str, consequence: str = _SHOWN_ANYWAY) -> Repair:
    return Repair(path=path, statement=statement, edit=Leave(), consequence=consequence)


def _remove(
    path: JsonPath, statement: str, nearest: tuple[str, tuple[str, ...]] | None = None
) -> Repair:
    loss = describe_loss(path)
    return Repair(path=path, statement=statement, edit=Remove(), consequence=loss, nearest=nearest)


def _put(path: JsonPath, statement: str, value: Any, consequence: str) -> Repair:
    return Repair(path=path, statement=statement, edit=Put(value), consequence=consequence)


def _rename(path: JsonPath, new: str) -> Repair:
    statement = f"{quoted(str(path[-1]))} must be written {quoted(new)}"
    return Repair(path=path, statement=statement, edit=Rename(new), consequence=_READ_THAT_WAY)


def _key_is(path: JsonPath, statement: str) -> str:
    return f"{quoted(str(path[-1]))} {statement}"


def find_swagger_repairs(violation: Violation) -> Iterator[Repair]:
    """Yield the repairs that are specific to Swagger 2.0.

    Many Swagger 2.0 documents use keys of later versions, such as ``nullable``; these are kept.
    """
    value = violation.value
    if violation.is_unknown_key:
        keys = [str(key) for key in violation.detail or ()]
        repairs = [_repair_swagger_key(violation, key, value) for key in keys]
        # If one key needs a general repair, all keys of the violation get one.
        yield from (repair for repair in repairs if all(repairs) and repair)
    elif violation.rule == "required" and violation.detail in _OPTIONAL_SWAGGER_KEYS.get(
        _definition_name(violation), ()
    ):
        statement = f"the key {quoted(str(violation.detail))} is required"
        yield _keep(violation.path, statement, _REST_SHOWN_ANYWAY)
    elif violation.path[-1:] == ("type",) and value in _MISPLACED_TYPES:
        yield _keep(violation.path, f"must not be {quoted(value)} here")
    elif violation.path == ("host",) and isinstance(value, str) and (match := _HOST.match(value)):
        host = match["host"]
        statement = f"must be a host only, not {YAML_TYPE_NAMES.describe(value)}"
        yield _put(violation.path, statement, host, f"it is read as {quoted(host)}")


def _repair_swagger_key(violation: Violation, key: str, value: Any) -> Repair | None:
    path, definition = (*violation.path, key), _definition_name(violation)
    is_parameter = definition == "nonBodyParameter" or definition.endswith(_PARAMETER_DEFINITIONS)
    if is_parameter and key in _EXTENSION_KEYS and _EXTENSION_KEYS[key] not in value:
        return _rename(path, _EXTENSION_KEYS[key])
    if (
        (definition == "schema" and key in SCHEMA_KEYWORDS)
        or (is_parameter and key in _LATER_PARAMETER_KEYS)
        or (definition == "responses" and _SWAGGER_STATUS_RANGE.fullmatch(key))
    ):
        return _keep(path, _key_is(path, _LATER_KEY))
    if is_valid_later_key(violation.schema_path, key, value.get(key)):
        return _remove(path, _key_is(path, _LATER_KEY))
    return None


def _definition_name(violation: Violation) -> str:
    """Return the name of the violated definition in the meta-schema."""
    return "".join(map(str, violation.schema_path[1:2]))


_DEFAULTS: dict[str, Any] = {
    "info": {"title": "", "version": ""},
    "title": "",
    "version": "",
    "description": "",
    "paths": {},
    "responses": {},
    "content": {},
    "scopes": {},
    "required": True,
}
"""Defaults for missing required keys, so that their object can be kept."""
_OPTIONAL_KEYS = (
    "schema",
    "default",
    "flows",
    "tokenUrl",
    "authorizationUrl",
    "refreshUrl",
    "deviceAuthorizationUrl",
    "openIdConnectUrl",
    "scheme",
    "operationId",
    "operationRef",
)
"""Required keys without which an object can still be shown."""
_TOLERATED_RULES = (
    "minProperties",
    "maxProperties",
    "uniqueItems",
    "propertyNames",
    "oneOf",
    "not",
    "pattern",
)
_HARMLESS_KEYS = {
    "http": ("in", "name"),
    "oauth2": ("in", "name", "scheme", "bearerFormat"),
    "openIdConnect": ("in", "name", "scheme", "bearerFormat"),
}
"""Keys of other security schemes that are redundant here; NestJS writes ``in: header`` beside
``type: http`` in every document."""
_NO_RESPONSE = "no response is described"
_NEWER_KEYWORD = "is written as in OpenAPI 3.1"
_STATUS_RANGE = re.compile(r"[1-5][xX]{2}")


def find_repairs(violation: Violation, rules: MetaSchema) -> Iterator[Repair]:
    """Yield the repairs of a violation."""
    value = violation.value
    if rules.version == SWAGGER and (swagger_repairs := [*find_swagger_repairs(violation)]):
        yield from swagger_repairs
    elif violation.is_unknown_key:
        for key in map(str, violation.detail or ()):
            yield _repair_unknown_key(violation, key, value, rules)
    elif violation.rule == "required":
        yield _repair_missing_key(violation)
    elif nameless := [*_repair_blank_names(violation, value)]:
        yield from nameless
    elif violation.rule in ("type", "enum", "const", "anyOf"):
        yield _repair_wrong_value(violation, value)
    else:
        yield _repair_other(violation, value)


def repair_messages(repairs: Iterable[Repair]) -> Iterator[Finding]:
    """Yield the paths of repairs and the messages about them."""
    for number, repair in enumerate(repairs):
        # Fuzzy matching for suggestions is slow, and later messages are not shown.
        yield repair.path, repair.message if number < MAX_FAULTS_PER_KIND else repair.statement


def make_removal(violation: Violation) -> Repair:
    """Return the removal of a value that no other repair made valid."""
    statement = f"does not follow the rule {quoted(violation.rule)}"
    return (_remove if violation.path else _keep)(violation.path, statement)


def _repair_unknown_key(violation: Violation, key: str, value: Any, rules: MetaSchema) -> Repair:
    path = (*violation.path, key)
    is_scheme = violation.path[:-1] == ("components", "securitySchemes")
    if is_scheme and key in _HARMLESS_KEYS.get(str(value.get("type")), ()):
        return Repair(path=path, statement="", edit=Remove(), is_silent=True)
    new = _intended_key(violation, key, value)
    if new is not None and new not in value:
        return _rename(path, new)
    if _is_newer_keyword(violation, key, value.get(key)):
        return _keep(path, _key_is(path, _NEWER_KEYWORD))
    if is_valid_later_key(violation.schema_path, key, value.get(key)):
        return _keep(path, _key_is(path, _LATER_KEY))
    known = tuple(sorted(rules.known_keys(violation.schema_path)))
    return _remove(path, f"unknown key {quoted(key)}", (key, known))


def _intended_key(violation: Violation, key: str, value: Any) -> str | None:
    """Return the intended key if only a slash or the case is wrong: ``GET`` gives ``get``."""
    holder = violation.path[-1] if violation.path else ""
    if violation.path == ("paths",) and isinstance(value.get(key), dict):
        return f"/{key}"
    if holder == "responses" and _STATUS_RANGE.fullmatch(key):
        return key.upper()
    is_path_item = _definition_name(violation) in ("PathItem", "path-item", "pathItem")
    return key.lower() if is_path_item and key.lower() in METHODS else None


def _repair_blank_names(violation: Violation, value: Any) -> Iterator[Repair]:
    """Yield the removal of entries with blank names, whichever rule rejected them."""
    paths: list[JsonPath] = [violation.path] if violation.rule == "not" else []
    if violation.rule == "propertyNames":
        paths = [(*violation.path, name) for name in value]
    for path in paths:
        if path and isinstance(path[-1], str) and not path[-1].strip():
            yield _remove(path, "must have a name")


def _repair_missing_key(violation: Violation) -> Repair:
    key, path = str(violation.detail), violation.path
    statement = f"the key {quoted(key)} is required"
    if key in _DEFAULTS:
        default = _DEFAULTS[key]
        default_text = "true" if default is True else "empty"
        return _put((*path, key), statement, default, f"it is taken as {default_text}")
    if key in _OPTIONAL_KEYS or not path:
        if key == "default" and path[-1:] == ("responses",):
            statement = _NO_RESPONSE
        return _keep(path, statement, _REST_SHOWN_ANYWAY)
    return _remove(path, statement)


def _repair_wrong_value(violation: Violation, value: Any) -> Repair:
    path = violation.path
    key = path[-1] if path else ""
    if _is_newer_keyword(violation, str(key), value):
        return _keep(path, _key_is(path, _NEWER_KEYWORD))
    if key in ("exclusiveMinimum", "exclusiveMaximum") and isinstance(value, bool):
        # In the notation of OpenAPI 3.0; the readers of schemas support both.
        return Repair(path=path, statement="", edit=Leave(), is_silent=True)
    statement = f"must be {_expected_text(violation)}, not {YAML_TYPE_NAMES.describe(value)}"
    read_as = _coerce(violation, value)
    if read_as is not None:
        return _put(path, statement, read_as, f"it is read as {YAML_TYPE_NAMES.describe(read_as)}")
    is_choice = violation.rule == "enum" and isinstance(value, str)
    nearest = (value, tuple(map(str, violation.detail))) if is_choice else None
    return _remove(path, statement, nearest)


_FORMS: Mapping[str | int, str] = {
    **dict.fromkeys(("$id", "$self"), 'be a URL without a fragment ("#")'),
    **dict.fromkeys(
        ("$anchor", "$dynamicAnchor"),
        "be a name of letters, digits, and hyphens that starts with a letter",
    ),
    "host": "be a host such as api.example.com",
    "basePath": "be a path that starts with a slash",
}
"""What the text of a key must be, for messages."""
_ANY_FORM = "have the form that the specification defines"


def _repair_other(violation: Violation, value: Any) -> Repair:
    if violation.rule == "pattern" and isinstance(value, str) and not value.strip():
        return _remove(violation.path, "must not be empty")
    key = violation.path[-1] if violation.path else ""
    value_text = YAML_TYPE_NAMES.describe(value)
    statements = {
        "minItems": "must not be empty",
        "minProperties": _NO_RESPONSE if key == "responses" else "must not be empty",
        "maxProperties": f"must not have more than {violation.detail} entries",
        "uniqueItems": "must not have the same entry twice",
        "not": "has keys that exclude each other",
        "oneOf": "has keys that exclude each other",
        "propertyNames": 'has a name with other characters than letters, digits, ".", "_", and "-"',
        "pattern": f"must {_FORMS.get(key, _ANY_FORM)}, not {value_text}",
        "minimum": f"must be at least {violation.detail}, not {value_text}",
        "exclusiveMinimum": f"must be more than {violation.detail}, not {value_text}",
    }
    statement = statements.get(violation.rule, f"does not follow the rule {quoted(violation.rule)}")
    stays = violation.rule in _TOLERATED_RULES or not violation.path
    return (_keep if stays else _remove)(violation.path, statement)


def _is_newer_keyword(violation: Violation, key: str, value: Any) -> bool:
    """Return whether a keyword of a schema of OpenAPI 3.0 is a valid one of OpenAPI 3.1."""
    is_in_schema = violation.schema_path[:2] == ("definitions", "Schema")
    return is_in_schema and key in NEWER_KEYWORDS and is_valid_schema_object({key: value})


def _coerce(violation: Violation, value: Any) -> Any:
    """Convert a value to the expected type if that is unambiguous: ``"true"`` gives true."""
    types = violation.detail if violation.rule == "type" else ()
    if isinstance(value, bool | int | float) and "string" in types:
        return exact_json(value)
    if isinstance(value, str) and "boolean" in types and value.lower() in ("true", "false"):
        return value.lower() == "true"
    if isinstance(value, str) and {"integer", "number"} & set(types) and value.isdecimal():
        return int(value[:100])
    return None


def _expected_text(violation: Violation) -> str:
    if violation.rule == "const":
        return YAML_TYPE_NAMES.describe(violation.detail)
    if violation.rule == "enum":
        return f"one of {', '.join(map(YAML_TYPE_NAMES.describe, violation.detail))}"
    if violation.rule == "type":
        return YAML_TYPE_NAMES.types(violation.detail)
    if violation.path[-1:] == ("type",):
        return f"one of {', '.join(map(quoted, YAML_TYPE_NAMES.names))}"
    return "one of the allowed forms"
