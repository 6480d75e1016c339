"""The JSON Schema of the settings file, and its parts by name."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import jsonschema_rs

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

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
def site_validator() -> Validator:
    """Return the validator of the whole file."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(site_schema())


@cache
def _quick_validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(site_schema())


def is_surely_valid(value: Any) -> bool:
    """Tell quickly that a whole file has no fault; where it may have one, the validator says."""
    try:
        return _quick_validator().is_valid(value)
    except ValueError:
        return False  # nested too deeply for this validator


@cache
def group_validator() -> Validator:
    """Return the validator of one navigation group."""
    # It keeps the resolver of the whole schema, in which the group's references are looked up.
    return site_validator().evolve(schema=site_schema()["$defs"]["group"])


def resolved(schema: Schema) -> Schema:
    """Follow the reference of a schema, if it is one, to what it names."""
    reference = schema.get("$ref")
    return site_schema()["$defs"][reference.rpartition("/")[2]] if reference else schema
