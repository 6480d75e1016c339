"""Schemas without their wrappings: references followed, ``allOf`` merged, lone choices opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sphinx_sitejson.openapi.keywords import ANNOTATIONS
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of
from sphinx_sitejson.openapi.references import LONGEST_CHAIN
from sphinx_sitejson.openapi.schemas import Schema

from .enums import is_null

MOST_WRAPPINGS = 10
"""How many wrappings are opened before they count as a circle."""


@dataclass(frozen=True, slots=True)
class PlainSchema:
    """A schema without its wrappings, and the names that were passed on the way to it."""

    schema: Schema
    names: tuple[str, ...] = ()


def plain_schema(schema: Schema) -> PlainSchema:
    """Take the wrappings off a schema; what a wrapping says of itself wins."""
    names: list[str] = []
    for _ in range(MOST_WRAPPINGS):
        names.extend(_names_on_the_way(schema))
        resolved = schema.resolved
        inner = _lone_part(resolved.raw) or _lone_choice(resolved.raw)
        if inner is None:
            schema = resolved
            break
        schema = Schema(inner, schema.references)
    plain = replace(schema.merged, allows_anything=schema.allows_anything)
    return PlainSchema(plain, tuple(dict.fromkeys(names)))


def _names_on_the_way(schema: Schema) -> Iterator[str]:
    """Yield the names that a chain of references passes."""
    for _ in range(LONGEST_CHAIN):
        reference = schema.raw.get("$ref")
        if not isinstance(reference, str):
            return
        if schema.reference_name:
            yield schema.reference_name
        schema = Schema.of(schema.references.at(reference), schema.references)


def _lone_part(raw: RawObject) -> dict[str, Any] | None:
    """Open ``allOf`` with one reference, the way 3.0 writes words beside a reference."""
    parts = [object_of(part) for part in list_of(raw.get("allOf"))]
    references = [part for part in parts if "$ref" in part]
    if len(references) != 1 or not _is_documentation_only(raw, "allOf", "type"):
        return None
    keywords: dict[str, Any] = {}
    for part in parts:
        if part is not references[0]:
            if not _is_documentation_only(part):
                return None
            keywords.update(part)
    return {**references[0], **keywords, **_annotations_of(raw)}


def _lone_choice(raw: RawObject) -> dict[str, Any] | None:
    """Open a choice between one schema and null, or of one schema."""
    key = next((key for key in ("oneOf", "anyOf") if key in raw), "")
    variants = [object_of(variant) for variant in list_of(raw.get(key))]
    others = [variant for variant in variants if not is_null(variant)]
    if len(others) != 1 or not _is_documentation_only(raw, key, "type"):
        return None
    nullable = {"nullable": True} if len(others) < len(variants) else {}
    return {**others[0], **_annotations_of(raw), **nullable}


def _is_documentation_only(raw: RawObject, *extra: str) -> bool:
    return all(key in ANNOTATIONS or key in extra or key.startswith("x-") for key in raw)


def _annotations_of(raw: RawObject) -> dict[str, Any]:
    annotations = {
        key: value for key, value in raw.items() if key in ANNOTATIONS or key[:2] == "x-"
    }
    types = raw.get("type")
    if isinstance(types, list) and "null" in types:
        annotations["nullable"] = True
    return annotations
