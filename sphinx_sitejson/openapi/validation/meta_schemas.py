"""The official meta-schemas of OpenAPI, and the version of a document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema_rs

from sphinx_sitejson.common.json_documents.exact_json import convert_for_validator
from sphinx_sitejson.common.json_documents.validation import YAML_TYPE_NAMES
from sphinx_sitejson.common.problems import JsonPath, quoted
from sphinx_sitejson.common.records import record

from ..raw import Raw, as_object

VERSIONS = ("3.0", "3.1", "3.2")
SWAGGER = "2.0"
ASYNCAPI = "asyncapi"
"""The rules of AsyncAPI documents, once they are converted to the form of OpenAPI."""
_BASE = "https://sphinx-sitejson.invalid"
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BLANK = r"^\s*$"
_NOT_BLANK = r"\S"
_ANY_KEYS = (
    "properties",
    "patternProperties",
    "mapping",
    "encoding",
    "parameters",
    "security-requirement",
    "SecurityRequirement",
)
"""Maps whose keys are names from elsewhere: properties, parameters, values, schemes."""
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True)
class MetaSchema:
    """The meta-schema of one version, and its validator."""

    version: str
    schema: Raw
    validator: Any

    def errors(self, document: Any) -> Iterator[Any]:
        """Yield the validation errors of a document."""
        found: Iterator[Any] = self.validator.iter_errors(convert_for_validator(document))
        return found

    def known_keys(self, schema_path: JsonPath) -> frozenset[str]:
        """Return the keys of the object whose rule is at a path of the meta-schema."""
        rules: Any = self.schema
        for part in schema_path[:-1]:
            rules = as_object(rules).get(str(part))
        return frozenset(as_object(rules).get("properties", ()))


def is_valid_later_key(schema_path: Sequence[str | int], key: str, value: Any) -> bool:
    """Return whether an unknown key is valid in a later version of OpenAPI.

    :param schema_path: the path of the rule that rejected the key.
    """
    names = [str(part) for part in schema_path[1:-1]]
    kind = _CAPITAL.sub("-", names[0]).lower() if len(names) == 1 else ""
    at = f"/$defs/{kind}" if kind else ""
    rules: Any = meta_schema(VERSIONS[-1]).schema
    rules = rules["$defs"].get(kind, {}) if kind else rules
    if len(names) > 1 or key not in rules.get("properties", {}):
        return False
    return bool(_later_validator(f"{at}/properties/{key}").is_valid(convert_for_validator(value)))


@cache
def _later_validator(pointer: str) -> Any:
    return _validator_with_schemas(meta_schema(VERSIONS[-1]).schema, pointer)


@cache
def meta_schema(version: str) -> MetaSchema:
    family = "swagger" if version == SWAGGER else "openapi"
    file = f"{family}-{VERSIONS[-1] if version == ASYNCAPI else version}.json"
    schema = _load_schema(file)
    _adapt_schema(schema, version)
    _reject_blank_names(schema)
    if version in (SWAGGER, "3.0"):
        validator = jsonschema_rs.validator_for(schema, validate_formats=False)
    else:
        validator = _validator_with_schemas(schema)
    return MetaSchema(version, schema, validator)


def is_valid_schema_object(value: Any) -> bool:
    """Return whether a value is a valid schema of OpenAPI 3.1 or later."""
    return bool(_schema_objects().is_valid(convert_for_validator(value)))


@cache
def _schema_objects() -> Any:
    return jsonschema_rs.validator_for(
        {"$schema": _DRAFT, "$ref": f"{_BASE}/dialect"},
        registry=_registry(),
        validate_formats=False,
    )


def _validator_with_schemas(document_schema: Raw, pointer: str = "") -> Any:
    """Return a validator that also validates schema objects, which the meta-schema leaves open."""
    schema = {
        "$id": f"{_BASE}/document",
        "$schema": _DRAFT,
        "$ref": f"{document_schema['$id']}#{pointer}",
        "$defs": {"schema": {"$dynamicAnchor": "meta", "$ref": f"{_BASE}/dialect"}},
    }
    return jsonschema_rs.validator_for(
        schema, registry=_registry(document_schema), validate_formats=False
    )


def _registry(*extra: Raw) -> Any:
    vocabulary = _reject_blank_names(_load_schema("schema-object.json"))
    dialect = {
        "$id": f"{_BASE}/dialect",
        "$schema": _DRAFT,
        "$dynamicAnchor": "meta",
        "allOf": [{"$ref": _DRAFT}, {"$ref": vocabulary["$id"]}],
    }
    schemas = (vocabulary, dialect, *extra)
    return jsonschema_rs.Registry([(schema["$id"], schema) for schema in schemas])


def _load_schema(name: str) -> Raw:
    schema: Raw = json.loads(files(__package__).joinpath("schemas", name).read_bytes())
    return schema


def _iter_rules(schema: Raw) -> Iterator[tuple[str, Raw]]:
    """Yield all objects of a schema with their keys."""
    waiting: list[tuple[str, Any]] = [("", schema)]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            yield key, value
            waiting.extend(value.items())
        elif isinstance(value, list):
            waiting.extend((key, entry) for entry in value)


def _reject_blank_names(schema: Raw) -> Raw:
    """Reject blank names, which can be neither shown nor sent."""
    for key, rules in [*_iter_rules(schema)]:
        properties = rules.get("properties")
        if isinstance(properties, dict):
            for name in _name_rules(key, properties):
                name["pattern"] = _NOT_BLANK
        members = rules.get("additionalProperties")
        if isinstance(members, dict) and rules.get("type") == "object" and key not in _ANY_KEYS:
            # The meta-schema of OpenAPI 3.0 uses a draft without "propertyNames".
            rules.setdefault("patternProperties", {})[_BLANK] = {"not": {}}
    return schema


def _name_rules(key: str, properties: Raw) -> Iterator[Raw]:
    """Yield the rules for names: of tags, parameters, API keys and discriminators."""
    if (key.lower() == "tag" or "in" in properties) and "name" in properties:
        yield properties["name"]
    if "propertyName" in properties:
        yield properties["propertyName"]
    if "operationId" in properties and "tags" in properties:
        yield properties["tags"]["items"]


def _adapt_schema(schema: Raw, version: str) -> None:
    """Correct a meta-schema where it differs from its specification."""
    if version == "3.0":
        sections = schema["definitions"]["Components"]["properties"]
        for section in sections.values():
            # Components with invalid names are validated like others.
            (section["additionalProperties"],) = section.pop("patternProperties").values()
        # Bundling copies the path items of other files here.
        items = {"type": "object", "additionalProperties": {"$ref": "#/definitions/PathItem"}}
        sections["pathItems"] = items
    elif version != SWAGGER:
        rules = schema["$defs"]
        rules["callbacks"].setdefault("patternProperties", {})["^x-"] = True
        # The meta-schema of 3.1 calls it "body" by mistake.
        rules["link"]["properties"].setdefault("server", {"$ref": "#/$defs/server"})
    if version == ASYNCAPI:
        # Its own structure is validated before: messages have names and no statuses, addresses
        # need no slash, and protocols have security schemes of their own.
        rules["responses"] = {"additionalProperties": {"$ref": "#/$defs/response-or-reference"}}
        rules["security-scheme"] = {"type": "object"}
        for section in rules["components"]["properties"].values():
            section.pop("propertyNames", None)
        rules["components"].pop("patternProperties", None)


_VERSION = re.compile(r"3(?:\.(\d+))?(?:\.\d+)?(?:-.+)?")
_COMPLETE = re.compile(r"3\.\d+\.\d+(?:-.+)?")
_ASYNCAPI = re.compile(r"([23])(?:\.(\d+))?(?:\.\d+)?(?:-.+)?")
_SWAGGER = re.compile(r"2(?:\.0(?:\.\d+)?)?")
_PARTS = ("paths", "webhooks", "components")
_SWAGGER_PARTS = ("paths", "definitions")
_ONLY_IN_SWAGGER = ("definitions", "basePath", "host", "securityDefinitions", "swagger")


@record
class DocumentVersion:
    """The version of a document: the meta-schema to use, and what is wrong with it."""

    rules: str | None
    message: str = ""
    declared: str = ""
    """The complete version of an OpenAPI 3 document, which its data gets."""
    at: JsonPath = ("openapi",)


def detect_version(value: Any) -> DocumentVersion:
    """Detect the version of a document; `rules` is None if it cannot be used.

    ``{"openapi": "3.1.0", "paths": {}}`` gives the rules ``3.1``.
    """
    if not isinstance(value, dict):
        kind = YAML_TYPE_NAMES.describe(value)
        return _unusable(f"an OpenAPI document must be a mapping of keys and values, not {kind}.")
    if "openapi" not in value:
        if ASYNCAPI in value:
            return _detect_asyncapi(value)
        if "swagger" in value:
            return _detect_swagger(value, "swagger")
        return _unusable('the key "openapi" is missing; Swagger 2.0 and OpenAPI 3.x are supported.')
    declared = value["openapi"]
    if _is_swagger(declared) and any(key in value for key in _ONLY_IN_SWAGGER):
        return _detect_swagger(value, "openapi")
    if isinstance(declared, bool) or not isinstance(declared, str | int | float):
        kind = YAML_TYPE_NAMES.describe(declared)
        return _unusable(f'the version must be a string such as "3.1.0", not {kind}.', "openapi")
    match = _VERSION.fullmatch(_short(declared))
    if match is None:
        return _unusable(
            f"the version {quoted(_short(declared))} is not known; Swagger 2.0 and OpenAPI 3.x are "
            "supported.",
            "openapi",
        )
    if not any(part in value for part in _PARTS):
        return _unusable('the document has none of "paths", "webhooks", and "components".')
    return _detect_openapi_3(declared, int(match[1] or 0))


def _detect_asyncapi(value: Raw) -> DocumentVersion:
    declared = value[ASYNCAPI]
    found = _ASYNCAPI.fullmatch(_short(declared))
    if found is None:
        version_text = (
            quoted(_short(declared)) if _short(declared) else YAML_TYPE_NAMES.describe(declared)
        )
        return _unusable(
            f"the version {version_text} is not known; AsyncAPI 2 and 3 are read.", ASYNCAPI
        )
    message = ""
    if not isinstance(declared, str):
        message = f'the version must be a string such as "{found[1]}.0.0"; it is read that way.'
    elif found[1] == "2" and found[2] and int(found[2]) > 6:
        message = f"AsyncAPI {found[1]}.{found[2]} is not known; it is read as AsyncAPI 2.6."
    return DocumentVersion(rules=ASYNCAPI, message=message, at=(ASYNCAPI,))


def _detect_openapi_3(declared: Any, minor: int) -> DocumentVersion:
    name = f"3.{minor}"
    if name not in VERSIONS:
        newest = VERSIONS[-1]
        message = f"OpenAPI {name} is not known yet; the document is read as OpenAPI {newest}."
        return DocumentVersion(rules=newest, message=message, declared=f"{newest}.0")
    if isinstance(declared, str) and _COMPLETE.fullmatch(declared):
        return DocumentVersion(rules=name, declared=declared)
    message = f'the version must be a string such as "{name}.0"; it is read that way.'
    return DocumentVersion(rules=name, message=message, declared=f"{name}.0")


def _is_swagger(version: Any) -> bool:
    return bool(_SWAGGER.fullmatch(_short(version)))


def _detect_swagger(value: Raw, key: str) -> DocumentVersion:
    declared = value[key]
    if isinstance(declared, bool) or not isinstance(declared, str | int | float):
        kind = YAML_TYPE_NAMES.describe(declared)
        return _unusable(f'the version must be the string "{SWAGGER}", not {kind}.', key)
    if not _is_swagger(declared):
        return _unusable(
            f"the document is Swagger {_short(declared)}; Swagger 2.0 and OpenAPI 3.x are "
            "supported.",
            key,
        )
    if not any(part in value for part in _SWAGGER_PARTS):
        return _unusable('the document has neither "paths" nor "definitions".')
    message = ""
    if key != "swagger" or declared != SWAGGER:
        message = f'the version must be written "swagger": "{SWAGGER}"; it is read that way.'
    return DocumentVersion(rules=SWAGGER, message=message, at=(key,))


def _unusable(message: str, *at: str) -> DocumentVersion:
    return DocumentVersion(rules=None, message=message, at=at)


def _short(value: Any) -> str:
    return str(value)[:40] if isinstance(value, str | int | float) else ""
