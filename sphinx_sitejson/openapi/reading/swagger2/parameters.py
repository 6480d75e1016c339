"""Convert schemas, parameters and headers."""

from __future__ import annotations

from typing import Any

from sphinx_sitejson.common.problems import JsonPath, quoted
from sphinx_sitejson.openapi.keywords import SLOTS, Slot, is_extension
from sphinx_sitejson.openapi.raw import as_dict, as_list
from sphinx_sitejson.openapi.reading.conversion_state import (
    ConversionState,
    Position,
    Raw,
    get_extensions,
    iter_objects,
)

_FILE = {"type": "string", "format": "binary"}
_VALUES = ("x-discriminator-value", "x-ms-discriminator-value")
"""Extensions for the discriminator value of a schema."""


def convert_schema(raw: Any, at: Position, state: ConversionState) -> Any:
    """Convert a schema and its subschemas: ``x-nullable`` becomes ``nullable``."""
    if not isinstance(raw, dict):
        return raw
    new: Raw = {}
    for key, value in raw.items():
        slot = SLOTS["schema"].get(key)
        if key == "items" and isinstance(value, list):
            new[key] = _convert_tuple(value, at / key, state)
        elif slot is not None:
            new[key] = _convert_subschemas(value, slot, at / key, state)
        elif key == "discriminator" and isinstance(value, str):
            state.rename(Position((*at.new, key), at.old), "propertyName", key)
            new[key] = {"propertyName": value}
        elif key == "discriminator":
            new[key] = _convert_discriminator(value)
        elif key == "type":
            new |= _convert_type(value)
        elif key == "x-nullable" and isinstance(value, bool):
            state.rename(at, "nullable", key)
            new.setdefault("nullable", value)
        elif key == "x-example" and "example" not in raw:
            state.rename(at, "example", key)
            new["example"] = value
        else:
            new[key] = value
    return state.copy_reference(new) if isinstance(new.get("$ref"), str) else new


def add_discriminator_mappings(schemas: Raw) -> None:
    """Add the discriminator values of schemas to the mappings of their base schemas."""
    for name, member in iter_objects(schemas):
        value = next((member[key] for key in _VALUES if isinstance(member.get(key), str)), None)
        for part in as_list(member.get("allOf")) if value is not None else ():
            base = schemas.get(str(as_dict(part).get("$ref")).removeprefix("#/definitions/"))
            found = as_dict(as_dict(base).get("discriminator"))
            if "propertyName" in found:
                found.setdefault("mapping", {})[value] = f"#/components/schemas/{name}"


def _convert_subschemas(value: Any, slot: Slot, at: Position, state: ConversionState) -> Any:
    if isinstance(value, list):
        return [convert_schema(item, at / index, state) for index, item in enumerate(value)]
    if slot.form == "map" and isinstance(value, dict):
        return {name: convert_schema(item, at / name, state) for name, item in value.items()}
    return convert_schema(value, at, state)


def _convert_tuple(items: list[Any], at: Position, state: ConversionState) -> Any:
    """Convert a list of item schemas to ``anyOf``, since OpenAPI 3.0 has no tuples."""
    state.report_loss(
        at.old,
        "OpenAPI 3.0 has no list of schemas here, one for each entry; they are shown as variants.",
    )
    variants: list[Any] = []
    for index, item in enumerate(items):
        if as_dict(item).get("type") != "null":
            position = Position((*at.new, "anyOf", len(variants)), (*at.old, index))
            state.moves.record(position)
            variants.append(convert_schema(item, position, state))
    new: Raw = {"anyOf": variants} if variants else {}
    return {**new, "nullable": True} if len(variants) < len(items) else new


def _convert_discriminator(discriminator: Any) -> Any:
    """Convert the references in a discriminator object as of OpenAPI 3.0."""
    if not isinstance(discriminator, dict):
        return discriminator
    targets = {
        value: name.replace("#/definitions/", "#/components/schemas/")
        for value, name in as_dict(discriminator.get("mapping")).items()
        if isinstance(name, str)
    }
    return {**discriminator, **({"mapping": targets} if targets else {})}


def _convert_type(value: Any) -> Raw:
    """Convert ``type`` to a single name: ``["string", "null"]`` becomes a nullable string."""
    if value == "file":
        return dict(_FILE)
    if value == "null":
        return {"nullable": True, "enum": [None]}
    if not isinstance(value, list):
        return {"type": value}
    names = [name for name in value if name != "null"]
    nullable: Raw = {"nullable": True} if "null" in value else {}
    if len(names) == 1:
        return {"type": names[0], **nullable}
    return {"anyOf": [{"type": name} for name in names], **nullable} if names else nullable


_NAMED_VALUE_STYLES: dict[str, Raw] = {
    "csv": {"style": "form", "explode": False},
    "ssv": {"style": "spaceDelimited", "explode": False},
    "pipes": {"style": "pipeDelimited", "explode": False},
    "multi": {"style": "form", "explode": True},
}
"""Styles of values that follow their name: in the query and in forms."""
_BARE_VALUE_STYLES: dict[str, Raw] = {"csv": {"style": "simple"}}
"""Styles of values without a name: in the path and in headers."""


def convert_collection_format(raw: Raw, path: JsonPath, state: ConversionState) -> Raw:
    """Convert ``collectionFormat`` to ``style`` and ``explode``; report what is lost.

    ``pipes`` in the query gives ``{"style": "pipeDelimited", "explode": False}``.
    """
    if raw.get("type") != "array":
        return {}
    styles = _NAMED_VALUE_STYLES if raw.get("in") in ("query", "formData") else _BARE_VALUE_STYLES
    collection_format: Any = raw.get("collectionFormat", "csv")
    _report_nested_formats(as_dict(raw.get("items")), (*path, "items"), state)
    if collection_format not in styles:
        _report_unknown_format(collection_format, (*path, "collectionFormat"), state)
        collection_format = "csv"
    return dict(styles[collection_format])


def _report_nested_formats(items: Raw, path: JsonPath, state: ConversionState) -> None:
    while items.get("type") == "array":
        collection_format = items.get("collectionFormat", "csv")
        state.report_loss(
            (*path, "collectionFormat") if "collectionFormat" in items else path,
            f"OpenAPI 3.0 cannot express how a list inside a list is joined "
            f"({quoted(str(collection_format))}); the list is shown without it.",
        )
        items, path = as_dict(items.get("items")), (*path, "items")


def _report_unknown_format(value: Any, path: JsonPath, state: ConversionState) -> None:
    state.report_loss(
        path,
        f"OpenAPI 3.0 has no style for the collectionFormat {quoted(str(value))} here; requests "
        "are shown with commas.",
    )


CONVERTED_EXTENSIONS = frozenset({"x-example", "x-examples", "x-nullable"})
_PARAMETER_KEYS = ("name", "in", "description", "required", "deprecated")
_NOT_IN_SCHEMAS = frozenset(
    {*_PARAMETER_KEYS, "allowEmptyValue", "collectionFormat", "schema", "example", "$ref"}
)


def convert_parameter(raw: Raw, at: Position, state: ConversionState) -> Raw:
    """Convert a path, query or header parameter."""
    state.moves.record(at)
    new = {key: raw[key] for key in _PARAMETER_KEYS if key in raw}
    if raw.get("in") == "query" and "allowEmptyValue" in raw:
        new["allowEmptyValue"] = raw["allowEmptyValue"]
    return {**new, **_convert_value_description(raw, at, state)}


def convert_header(raw: Any, at: Position, state: ConversionState) -> Any:
    """Convert a response header."""
    if not isinstance(raw, dict):
        return raw
    new = {"description": raw["description"]} if "description" in raw else {}
    return {**new, **_convert_value_description(raw, at, state)}


def convert_value_schema(raw: Raw, at: Position, state: ConversionState) -> Any:
    """Return the schema of a parameter, a header or a form field."""
    if "schema" in raw:
        # Some documents use "schema" in non-body parameters, as in OpenAPI 3.0.
        return convert_schema(raw["schema"], at / "schema", state)
    facts = {
        key: _strip_collection_format(value) if key == "items" else value
        for key, value in raw.items()
        if key not in _NOT_IN_SCHEMAS and (not is_extension(key) or key == "x-nullable")
    }
    return convert_schema(facts, at, state)


def convert_parameter_examples(raw: Raw, at: Position, state: ConversionState) -> Raw:
    """Convert ``x-example`` and ``x-examples`` of a parameter."""
    examples = raw.get("x-examples")
    if isinstance(examples, list):
        examples = {str(number): value for number, value in enumerate(examples, start=1)}
    if isinstance(examples, dict) and examples:
        state.rename(at, "examples", "x-examples")
        return {"examples": {name: {"value": value} for name, value in examples.items()}}
    if "x-example" in raw:
        state.rename(at, "example", "x-example")
        return {"example": raw["x-example"]}
    return {}


def _convert_value_description(raw: Raw, at: Position, state: ConversionState) -> Raw:
    inside = Position((*at.new, "schema"), at.old)
    state.moves.record(inside)
    return {
        **convert_collection_format(raw, at.old, state),
        "schema": convert_value_schema(raw, inside, state),
        **convert_parameter_examples(raw, at, state),
        **get_extensions(raw, exclude=CONVERTED_EXTENSIONS),
    }


def _strip_collection_format(items: Any) -> Any:
    if not isinstance(items, dict):
        return items
    return {
        key: _strip_collection_format(value) if key == "items" else value
        for key, value in items.items()
        if key != "collectionFormat"
    }
