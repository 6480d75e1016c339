"""The JSON Schemas of the settings files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, cast

import jsonschema_rs

Schema = dict[str, Any]

SCHEMA_FILE_NAME = "site.schema.json"
DOCS_SCHEMA_FILE_NAME = "docs.schema.json"


@dataclass(frozen=True)
class SchemaFile:
    """The schema of a settings file in the package."""

    name: str

    @property
    def text(self) -> str:
        """The text of the schema."""
        return files(__package__).joinpath(self.name).read_text(encoding="utf-8")

    @cached_property
    def full(self) -> Schema:
        """The parsed schema, which must not be changed."""
        schema: Schema = json.loads(self.text)
        return schema

    @cached_property
    def validator(self) -> jsonschema_rs.Draft202012Validator:
        """The compiled validator."""
        return jsonschema_rs.Draft202012Validator(self.full)

    def rules_at(self, path: Iterable[str | int]) -> Schema:
        """Return the part of the schema at a path."""
        rules: Any = self.full
        for part in path:
            rules = rules[part]
        return cast("Schema", rules)

    def resolved(self, schema: Schema) -> Schema:
        """Resolve ``$ref`` to a definition; other schemas are returned unchanged."""
        reference = schema.get("$ref")
        return self.full["$defs"][reference.rpartition("/")[2]] if reference else schema


SITE_SCHEMA = SchemaFile(SCHEMA_FILE_NAME)
DOCS_SCHEMA = SchemaFile(DOCS_SCHEMA_FILE_NAME)


def schema_text(name: str = SCHEMA_FILE_NAME) -> str:
    """Return the JSON Schema of a settings file."""
    return SchemaFile(name).text
