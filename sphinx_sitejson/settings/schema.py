"""The JSON Schema of the settings file, and its parts by name."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, cast

import jsonschema_rs

Schema = dict[str, Any]

SCHEMA_FILE_NAME = "site.schema.json"


def schema_text() -> str:
    """Return the JSON Schema of ``site.json``, as it ships with the package."""
    return files(__package__).joinpath(SCHEMA_FILE_NAME).read_text(encoding="utf-8")


@cache
def site_schema() -> Schema:
    """Return the schema of the whole file; nobody changes it."""
    schema: Schema = json.loads(schema_text())
    return schema


@cache
def site_validator() -> jsonschema_rs.Draft202012Validator:
    """Return the validator of the whole file."""
    return jsonschema_rs.Draft202012Validator(site_schema())


def rules_at(path: Iterable[str | int]) -> Schema:
    """Return the part of the schema at a path."""
    rules: Any = site_schema()
    for part in path:
        rules = rules[part]
    return cast("Schema", rules)


def resolved(schema: Schema) -> Schema:
    """Follow the reference of a schema, if it is one, to what it names."""
    reference = schema.get("$ref")
    return site_schema()["$defs"][reference.rpartition("/")[2]] if reference else schema
