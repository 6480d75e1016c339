"""Values that schemas give themselves, and how variants name themselves in examples."""

from __future__ import annotations

from typing import Any, Final

from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of
from sphinx_sitejson.openapi.schemas import Discriminator, Schema

GIVEN_KEYWORDS = frozenset({"example", "examples", "default", "const", "enum"})


class Missing:
    """Stands where an example has no value."""


MISSING: Final = Missing()
"""No example was given, or the value was cut."""


def given_value(raw: RawObject) -> Any:
    """Return the value that a schema itself gives as an example, or MISSING."""
    if not GIVEN_KEYWORDS & raw.keys():
        return MISSING
    if "example" in raw:
        return raw["example"]
    examples = list_of(raw.get("examples"))
    if examples:
        return examples[0]
    for key in ("default", "const"):
        if raw.get(key) is not None:
            return raw[key]
    values = list_of(raw.get("enum"))
    return next((value for value in values if value is not None), None) if values else MISSING


def is_own_value(given: Any, schema: Schema) -> bool:
    """Whether a schema gives a value itself, not only one of its ``allOf`` parts."""
    return given_value(schema.resolved.raw) is given


def tag_of_variant(discriminator: Discriminator, variant: Schema) -> dict[str, str]:
    """Return the property that tells the variants apart, with the name of the chosen one."""
    name = discriminator.property_name
    tag = _tag_of(discriminator, variant.reference_name) or variant.reference_name
    own = object_of(object_of(variant.merged.raw.get("properties")).get(name))
    allowed = list_of(own.get("enum")) or [own.get("const", tag)]
    return {name: tag} if tag and tag in allowed else {}


def name_itself(value: dict[str, Any], discriminator: Discriminator, name: str) -> None:
    """Write the name of a schema that declares its own discriminator."""
    tag = _tag_of(discriminator, name)
    if tag or value[discriminator.property_name] == "string":
        value[discriminator.property_name] = tag or next(iter(discriminator.mapping), name)


def _tag_of(discriminator: Discriminator, name: str) -> str:
    return next((tag for tag, target in discriminator.mapping.items() if target == name), "")
