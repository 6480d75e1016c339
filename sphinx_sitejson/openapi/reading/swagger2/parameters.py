"""Parameters of the path, the query and the headers, and the headers of responses."""

from __future__ import annotations

from typing import Any

from sphinx_sitejson.common.problems import JsonPath, quoted
from sphinx_sitejson.openapi.keywords import SLOTS, Slot, is_extension

from .state import At, ConversionState, Raw, entries, extensions, mapping, objects

_FILE = {"type": "string", "format": "binary"}
_VALUES = ("x-discriminator-value", "x-ms-discriminator-value")
"""What a schema says about itself where its base has a discriminator."""


def convert_schema(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert one schema, and those in it."""
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
            state.moved(At((*at.new, key), at.old), "propertyName", key)
            new[key] = {"propertyName": value}
        elif key == "discriminator":
            new[key] = _convert_discriminator(value)
        elif key == "type":
            new |= _convert_type(value)
        elif key == "x-nullable" and isinstance(value, bool):
            state.moved(at, "nullable", key)
            new.setdefault("nullable", value)
        elif key == "x-example" and "example" not in raw:
            state.moved(at, "example", key)
            new["example"] = value
        else:
            new[key] = value
    return state.reference(new) if isinstance(new.get("$ref"), str) else new


def add_discriminator_mappings(schemas: Raw) -> None:
    """Let discriminators know the values that schemas claim for themselves."""
    for name, member in objects(schemas):
        value = next((member[key] for key in _VALUES if isinstance(member.get(key), str)), None)
        for part in entries(member.get("allOf")) if value is not None else ():
            base = schemas.get(str(mapping(part).get("$ref")).removeprefix("#/definitions/"))
            found = mapping(mapping(base).get("discriminator"))
            if "propertyName" in found:
                found.setdefault("mapping", {})[value] = f"#/components/schemas/{name}"


def _convert_subschemas(value: Any, slot: Slot, at: At, state: ConversionState) -> Any:
    if isinstance(value, list):
        return [convert_schema(item, at / index, state) for index, item in enumerate(value)]
    if slot.form == "map" and isinstance(value, dict):
        return {name: convert_schema(item, at / name, state) for name, item in value.items()}
    return convert_schema(value, at, state)


def _convert_tuple(items: list[Any], at: At, state: ConversionState) -> Any:
    """Write entries that each have a schema of their own as variants of all entries."""
    state.lose(
        at.old,
        "OpenAPI 3.0 has no list of schemas here, one for each entry; they are shown as variants.",
    )
    variants: list[Any] = []
    for index, item in enumerate(items):
        if mapping(item).get("type") != "null":
            place = At((*at.new, "anyOf", len(variants)), (*at.old, index))
            state.moves.note(place)
            variants.append(convert_schema(item, place, state))
    new: Raw = {"anyOf": variants} if variants else {}
    return {**new, "nullable": True} if len(variants) < len(items) else new


def _convert_discriminator(discriminator: Any) -> Any:
    """Copy a discriminator that is written as OpenAPI 3.0 does, with the new addresses."""
    if not isinstance(discriminator, dict):
        return discriminator
    targets = {
        value: name.replace("#/definitions/", "#/components/schemas/")
        for value, name in mapping(discriminator.get("mapping")).items()
        if isinstance(name, str)
    }
    return {**discriminator, **({"mapping": targets} if targets else {})}


def _convert_type(value: Any) -> Raw:
    """Write a type as OpenAPI 3.0 does: one name; more of them are variants."""
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
"""Where a value stands beside its name: in the query and in forms."""
_BARE_VALUE_STYLES: dict[str, Raw] = {"csv": {"style": "simple"}}
"""Where only the value stands: in the path and in headers."""


def convert_collection_format(raw: Raw, path: JsonPath, state: ConversionState) -> Raw:
    """Return the style of a parameter, a header or a form field; say what it cannot tell."""
    if raw.get("type") != "array":
        return {}
    styles = _NAMED_VALUE_STYLES if raw.get("in") in ("query", "formData") else _BARE_VALUE_STYLES
    written: Any = raw.get("collectionFormat", "csv")
    _report_nested_formats(mapping(raw.get("items")), (*path, "items"), state)
    if written not in styles:
        _report_unknown_format(written, (*path, "collectionFormat"), state)
        written = "csv"
    return dict(styles[written])


def _report_nested_formats(items: Raw, path: JsonPath, state: ConversionState) -> None:
    while items.get("type") == "array":
        written = items.get("collectionFormat", "csv")
        state.lose(
            (*path, "collectionFormat") if "collectionFormat" in items else path,
            f"OpenAPI 3.0 cannot say how a list inside a list is joined ({quoted(str(written))}); "
            "the list is shown without it.",
        )
        items, path = mapping(items.get("items")), (*path, "items")


def _report_unknown_format(written: Any, path: JsonPath, state: ConversionState) -> None:
    state.lose(
        path,
        f"OpenAPI 3.0 has no style for the collectionFormat {quoted(str(written))} here; requests "
        "are shown with commas.",
    )


CONVERTED_EXTENSIONS = frozenset({"x-example", "x-examples", "x-nullable"})
_PARAMETER_KEYS = ("name", "in", "description", "required", "deprecated")
_NOT_IN_SCHEMAS = frozenset(
    {*_PARAMETER_KEYS, "allowEmptyValue", "collectionFormat", "schema", "example", "$ref"}
)


def convert_parameter(raw: Raw, at: At, state: ConversionState) -> Raw:
    """Convert a parameter that is no part of a body."""
    state.moves.note(at)
    new = {key: raw[key] for key in _PARAMETER_KEYS if key in raw}
    if raw.get("in") == "query" and "allowEmptyValue" in raw:
        new["allowEmptyValue"] = raw["allowEmptyValue"]
    return {**new, **_convert_value_description(raw, at, state)}


def convert_header(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert a header of a response, which has no name of its own."""
    if not isinstance(raw, dict):
        return raw
    new = {"description": raw["description"]} if "description" in raw else {}
    return {**new, **_convert_value_description(raw, at, state)}


def convert_value_schema(raw: Raw, at: At, state: ConversionState) -> Any:
    """Return the schema of what a parameter, a header or a form field holds."""
    if "schema" in raw:
        # A mistake, but a plain one: it is how OpenAPI 3.0 writes it.
        return convert_schema(raw["schema"], at / "schema", state)
    facts = {
        key: _strip_collection_format(value) if key == "items" else value
        for key, value in raw.items()
        if key not in _NOT_IN_SCHEMAS and (not is_extension(key) or key == "x-nullable")
    }
    return convert_schema(facts, at, state)


def convert_parameter_examples(raw: Raw, at: At, state: ConversionState) -> Raw:
    """Return the examples of a parameter, which are extensions in Swagger 2.0."""
    given = raw.get("x-examples")
    if isinstance(given, list):
        given = {str(number): value for number, value in enumerate(given, start=1)}
    if isinstance(given, dict) and given:
        state.moved(at, "examples", "x-examples")
        return {"examples": {name: {"value": value} for name, value in given.items()}}
    if "x-example" in raw:
        state.moved(at, "example", "x-example")
        return {"example": raw["x-example"]}
    return {}


def _convert_value_description(raw: Raw, at: At, state: ConversionState) -> Raw:
    inside = At((*at.new, "schema"), at.old)
    state.moves.note(inside)
    return {
        **convert_collection_format(raw, at.old, state),
        "schema": convert_value_schema(raw, inside, state),
        **convert_parameter_examples(raw, at, state),
        **extensions(raw, read=CONVERTED_EXTENSIONS),
    }


def _strip_collection_format(items: Any) -> Any:
    if not isinstance(items, dict):
        return items
    return {
        key: _strip_collection_format(value) if key == "items" else value
        for key, value in items.items()
        if key != "collectionFormat"
    }
