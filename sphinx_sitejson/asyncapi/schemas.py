"""Payload schemas: their formats, and JSON Schema draft 7 in the form that OpenAPI 3.1 has."""

from __future__ import annotations

import json
import re
from typing import Any

from sphinx_sitejson.common.markdown_text import code_block
from sphinx_sitejson.common.nesting import MAX_LEVELS
from sphinx_sitejson.openapi.keywords import SLOTS, is_extension
from sphinx_sitejson.openapi.reading.conversion_state import ConversionState, Position, Raw

_JSON_SCHEMA = re.compile(
    r"application/(?:vnd\.aai\.asyncapi|schema|vnd\.oai\.openapi)\b|$", re.IGNORECASE
)
_LANGUAGES = (
    ("avro", "Avro", "json"),
    ("protobuf", "Protocol Buffers", "protobuf"),
    ("raml", "RAML", "yaml"),
    ("xml", "XML Schema", "xml"),
)


def is_json_schema(schema_format: str) -> bool:
    """Return whether a schema format is JSON Schema, as AsyncAPI or OpenAPI extend it."""
    return _JSON_SCHEMA.match(schema_format.strip()) is not None


def describe_non_json_schema(schema: Any, schema_format: str) -> str:
    """Return a schema of another format as Markdown: its name, and the schema as code."""
    language = next((each for each in _LANGUAGES if each[0] in schema_format.lower()), None)
    name = f"{language[1]} (`{schema_format}`)" if language else f"`{schema_format}`"
    if isinstance(schema, str):
        code, lexer = schema.strip("\n"), language[2] if language else "text"
    else:
        code, lexer = json.dumps(schema, indent=2, ensure_ascii=False, default=str), "json"
    return f"{name}:\n\n{code_block(code, lexer)}"


def convert_schema(value: Any, at: Position, state: ConversionState, depth: int = 0) -> Any:
    """Convert a schema; references are rewritten at the end of the conversion.

    ``{"items": [{"type": "string"}]}`` gives ``{"prefixItems": [{"type": "string"}]}``.
    """
    if not isinstance(value, dict) or depth > MAX_LEVELS:
        return value
    if "schemaFormat" in value and "schema" in value:
        return _convert_multi_format_schema(value, at, state, depth)
    if isinstance(value.get("$ref"), str):
        # Draft 7 ignores everything beside a reference.
        return state.copy_reference({"$ref": value["$ref"]})
    new: Raw = {}
    for key, member in value.items():
        slot = SLOTS["schema"].get(key)
        inner = at / key
        if key == "$schema":
            continue
        if key == "items" and isinstance(member, list):
            inner = state.rename(at, "prefixItems", "items")
            new["prefixItems"] = [
                convert_schema(entry, inner / index, state, depth + 1)
                for index, entry in enumerate(member)
            ]
        elif key == "additionalItems" and isinstance(value.get("items"), list):
            inner = state.rename(at, "items", "additionalItems")
            new["items"] = convert_schema(member, inner, state, depth + 1)
        elif key == "discriminator" and isinstance(member, str):
            new[key] = {"propertyName": member}
        elif slot is None or is_extension(key):
            new[key] = member
        elif slot.form == "one":
            new[key] = convert_schema(member, inner, state, depth + 1)
        elif isinstance(member, list):
            new[key] = [
                convert_schema(entry, inner / index, state, depth + 1)
                for index, entry in enumerate(member)
            ]
        elif isinstance(member, dict):
            new[key] = {
                name: convert_schema(entry, inner / name, state, depth + 1)
                for name, entry in member.items()
            }
        else:
            new[key] = member
    return new


def _convert_multi_format_schema(
    value: Raw, at: Position, state: ConversionState, depth: int
) -> Any:
    schema_format = str(value["schemaFormat"])
    state.moves.record(Position(at.new, (*at.old, "schema")))
    if is_json_schema(schema_format):
        return convert_schema(
            value["schema"], Position(at.new, (*at.old, "schema")), state, depth + 1
        )
    return {"description": describe_non_json_schema(value["schema"], schema_format)}
