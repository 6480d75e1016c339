"""A walk through the schema of the settings, for the tests that hold it to other things."""

from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.settings.validation import SITE_SCHEMA

Schema = dict[str, Any]


def variants(schema: Schema) -> list[Schema]:
    """Return the schemas that a value may follow, references and unions resolved."""
    schema = SITE_SCHEMA.resolved(schema)
    branches = schema.get("anyOf") or [
        schema[word] for word in ("then", "else") if "$ref" in schema.get(word, {})
    ]
    if not branches:
        return [schema]
    return [inner for branch in branches for inner in variants(branch)]


def object_variants(schema: Schema) -> list[Schema]:
    return [inner for inner in variants(schema) if "properties" in inner]


def array_items(schema: Schema) -> list[Schema]:
    return [inner["items"] for inner in variants(schema) if "items" in inner]


def all_objects() -> Iterator[tuple[str, Schema]]:
    """Yield every object schema once, with the shortest path to it."""
    waiting: list[tuple[str, Schema]] = [("", SITE_SCHEMA.full)]
    met: list[int] = []
    while waiting:
        where, schema = waiting.pop(0)
        for variant in variants(schema):
            if "items" in variant:
                waiting.append((f"{where}[]", variant["items"]))
            if "properties" in variant and id(variant) not in met:
                met.append(id(variant))
                yield where, variant
                waiting += [
                    (f"{where}.{key}", inner) for key, inner in variant["properties"].items()
                ]


def used_keys(schema: Schema, value: Any) -> Iterator[tuple[int, str]]:
    """Yield each object schema that a value uses, by identity, with the keys it uses of it."""
    if isinstance(value, list):
        for items in array_items(schema):
            for entry in value:
                yield from used_keys(items, entry)
    if isinstance(value, dict):
        for variant in object_variants(schema):
            for key in value.keys() & variant["properties"].keys():
                yield id(variant), key
                yield from used_keys(variant["properties"][key], value[key])
