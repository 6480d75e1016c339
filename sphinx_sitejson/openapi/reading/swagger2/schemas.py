"""Schemas: the words that are written differently, and the references."""

from __future__ import annotations

from typing import Any

from sphinx_sitejson.openapi.keywords import SLOTS, Slot

from .conversion_state import ConversionState, Raw, entries, mapping, objects
from .position_map import At

_FILE = {"type": "string", "format": "binary"}
_VALUES = ("x-discriminator-value", "x-ms-discriminator-value")
"""What a schema says about itself where its base has a discriminator."""


def schema(raw: Any, at: At, state: ConversionState) -> Any:
    """Convert one schema, and those in it."""
    if not isinstance(raw, dict):
        return raw
    new: Raw = {}
    for key, value in raw.items():
        slot = SLOTS["schema"].get(key)
        if key == "items" and isinstance(value, list):
            new[key] = _tuple(value, at / key, state)
        elif slot is not None:
            new[key] = _inside(value, slot, at / key, state)
        elif key == "discriminator" and isinstance(value, str):
            state.moved(At((*at.new, key), at.old), "propertyName", key)
            new[key] = {"propertyName": value}
        elif key == "discriminator":
            new[key] = _as_in_openapi(value)
        elif key == "type":
            new |= _typed(value)
        elif key == "x-nullable" and isinstance(value, bool):
            state.moved(at, "nullable", key)
            new.setdefault("nullable", value)
        elif key == "x-example" and "example" not in raw:
            state.moved(at, "example", key)
            new["example"] = value
        else:
            new[key] = value
    return state.reference(new) if isinstance(new.get("$ref"), str) else new


def with_mappings(schemas: Raw) -> None:
    """Let discriminators know the values that schemas claim for themselves."""
    for name, member in objects(schemas):
        value = next((member[key] for key in _VALUES if isinstance(member.get(key), str)), None)
        for part in entries(member.get("allOf")) if value is not None else ():
            base = schemas.get(str(mapping(part).get("$ref")).removeprefix("#/definitions/"))
            found = mapping(mapping(base).get("discriminator"))
            if "propertyName" in found:
                found.setdefault("mapping", {})[value] = f"#/components/schemas/{name}"


def _inside(value: Any, slot: Slot, at: At, state: ConversionState) -> Any:
    if isinstance(value, list):
        return [schema(item, at / index, state) for index, item in enumerate(value)]
    if slot.form == "map" and isinstance(value, dict):
        return {name: schema(item, at / name, state) for name, item in value.items()}
    return schema(value, at, state)


def _tuple(items: list[Any], at: At, state: ConversionState) -> Any:
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
            variants.append(schema(item, place, state))
    new: Raw = {"anyOf": variants} if variants else {}
    return {**new, "nullable": True} if len(variants) < len(items) else new


def _as_in_openapi(discriminator: Any) -> Any:
    """Copy a discriminator that is written as OpenAPI 3.0 does, with the new addresses."""
    if not isinstance(discriminator, dict):
        return discriminator
    targets = {
        value: name.replace("#/definitions/", "#/components/schemas/")
        for value, name in mapping(discriminator.get("mapping")).items()
        if isinstance(name, str)
    }
    return {**discriminator, **({"mapping": targets} if targets else {})}


def _typed(value: Any) -> Raw:
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
