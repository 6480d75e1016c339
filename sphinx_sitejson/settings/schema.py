"""The JSON Schema of the settings file, and its parts by name."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft202012Validator
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
    return Draft202012Validator(site_schema())


@cache
def group_validator() -> Validator:
    """Return the validator of one navigation group."""
    # It keeps the resolver of the whole schema, in which the group's references are looked up.
    return site_validator().evolve(schema=site_schema()["$defs"]["group"])


def resolved(schema: Schema) -> Schema:
    """Follow the reference of a schema, if it is one, to what it names."""
    reference = schema.get("$ref")
    return site_schema()["$defs"][reference.rpartition("/")[2]] if reference else schema
