"""Schemas: a view of raw data that keeps names and follows references only when asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from .raw import RawObject, flag_of, list_of, object_of, text_of, texts_of
from .references import References, schema_name

_LARGER_WINS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_SMALLER_WINS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_OWN_KEYWORDS = ("title", "description", "default", "example", "examples", "discriminator")


LONGEST_MERGE = 60
"""How many levels of parts in parts are merged; no sensible schema has more."""


def merged_all_of(
    raw: RawObject, references: References, taken: set[str] | None = None, depth: int = 0
) -> dict[str, Any]:
    """Return a schema without ``allOf`` that means the same.

    :param taken: the references that are part of it already: asking twice for the same
        changes nothing, so each is merged once, however many ways lead to it.
    """
    taken = set() if taken is None else taken
    merged = {key: value for key, value in raw.items() if key != "allOf"}
    keywords = {key: merged.pop(key) for key in _OWN_KEYWORDS if key in merged}
    for part in list_of(raw.get("allOf")) if depth < LONGEST_MERGE else ():
        reference = object_of(part).get("$ref")
        if isinstance(reference, str):
            if reference in taken:
                continue
            taken.add(reference)
        target = references.resolve(part).raw
        _take_over(merged, merged_all_of(target, references, taken, depth + 1))
    # What the schema says of itself wins over what its parts say of themselves.
    return {**merged, **keywords}


def _take_over(merged: dict[str, Any], part: RawObject) -> None:
    for key, value in part.items():
        if key not in merged:
            merged[key] = value
        elif key in _COMBINED:
            merged[key] = _COMBINED[key](merged[key], value)
        elif key in ("oneOf", "anyOf") and merged[key] != value:
            # Two independent choices: the second stays a part of its own, so nothing is lost.
            merged["allOf"] = [*list_of(merged.get("allOf")), {key: value}]
        elif key in _OWN_KEYWORDS:
            merged[key] = value


def _both_properties(first: Any, second: Any) -> dict[str, Any]:
    both = dict(object_of(first))
    for name, schema in object_of(second).items():
        is_new = name not in both or both[name] == schema
        both[name] = schema if is_new else {"allOf": [both[name], schema]}
    return both


def _both_lists(first: Any, second: Any) -> list[Any]:
    return [*list_of(first), *(entry for entry in list_of(second) if entry not in list_of(first))]


def _common_entries(first: Any, second: Any) -> list[Any]:
    common = [entry for entry in list_of(first) if entry in list_of(second)]
    return common or list_of(first)


def _common_types(first: Any, second: Any) -> Any:
    firsts = [first] if isinstance(first, str) else list_of(first)
    seconds = [second] if isinstance(second, str) else list_of(second)
    common = [name for name in firsts if name in seconds]
    return (common[0] if len(common) == 1 else common) or first


def _common_multiple(first: Any, second: Any) -> Any:
    both_integers = isinstance(first, int) and isinstance(second, int)
    return lcm(first, second) if both_integers else second


def _of_numbers(choose: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def combine(first: Any, second: Any) -> Any:
        numbers = [value for value in (first, second) if isinstance(value, int | float)]
        return choose(numbers) if numbers else first

    return combine


_COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "properties": _both_properties,
    "patternProperties": _both_properties,
    "required": _both_lists,
    "enum": _common_entries,
    "type": _common_types,
    "multipleOf": _common_multiple,
    **dict.fromkeys(_LARGER_WINS, _of_numbers(max)),
    **dict.fromkeys(_SMALLER_WINS, _of_numbers(min)),
}


_TYPE_BY_KEYWORD = {
    "properties": "object",
    "additionalProperties": "object",
    "patternProperties": "object",
    "required": "object",
    "items": "array",
    "prefixItems": "array",
    "minItems": "array",
    "pattern": "string",
    "minLength": "string",
    "maxLength": "string",
}


@dataclass(frozen=True, slots=True)
class Discriminator:
    """The property that tells which of several schemas a value follows."""

    property_name: str
    mapping: dict[str, str] = field(default_factory=dict)
    """Values and the names of their schemas."""


@dataclass(frozen=True, slots=True)
class Schema:
    """One schema of a document.

    Its members are made when they are asked for, so a schema that contains
    itself costs nothing until somebody walks around the circle.
    """

    raw: RawObject
    references: References = field(compare=False, repr=False)
    allows_anything: bool = True
    """False only for the schema ``false``, which no value follows."""

    @classmethod
    def of(cls, value: Any, references: References) -> Schema:
        """Make a schema of raw data; ``true`` and ``false`` are schemas too."""
        return cls(object_of(value), references, allows_anything=value is not False)

    @property
    def reference_name(self) -> str:
        """The name of the schema that this one refers to, if it refers to a named one."""
        reference = self.raw.get("$ref")
        return schema_name(reference) if isinstance(reference, str) else ""

    @property
    def resolved(self) -> Schema:
        """The schema behind references; what stands beside a reference wins."""
        if "$ref" not in self.raw:
            return self
        beside = {key: value for key, value in self.raw.items() if key != "$ref"}
        target = self.references.resolve({"$ref": self.raw["$ref"]}).raw
        return Schema({**target, **beside}, self.references)

    @property
    def merged(self) -> Schema:
        """The resolved schema with its ``allOf`` parts taken into it."""
        resolved = self.resolved
        if "allOf" not in resolved.raw:
            return resolved
        return Schema(merged_all_of(resolved.raw, self.references), self.references)

    @property
    def types(self) -> tuple[str, ...]:
        """The types a value may have, ``null`` left out; guessed from keywords if not given."""
        given = self.raw.get("type")
        if isinstance(given, str):
            return () if given == "null" else (given,)
        if isinstance(given, list):
            return tuple(name for name in given if isinstance(name, str) and name != "null")
        guess = next((name for key, name in _TYPE_BY_KEYWORD.items() if key in self.raw), None)
        return (guess,) if guess else ()

    @property
    def is_nullable(self) -> bool:
        """Whether ``null`` is a value too: ``nullable``, a type list, or a null variant."""
        given = self.raw.get("type")
        has_null_type = given == "null" or (isinstance(given, list) and "null" in given)
        return has_null_type or flag_of(self.raw, "nullable") or self._has_null_variant

    @property
    def _has_null_variant(self) -> bool:
        return any(
            object_of(variant).get("type") == "null"
            for key in ("oneOf", "anyOf")
            for variant in list_of(self.raw.get(key))
        )

    @property
    def title(self) -> str:
        """The title."""
        return text_of(self.raw, "title")

    @property
    def description(self) -> str:
        """The description."""
        return text_of(self.raw, "description")

    @property
    def format(self) -> str:
        """The format."""
        return text_of(self.raw, "format")

    @property
    def is_deprecated(self) -> bool:
        """Whether the schema is on its way out."""
        return flag_of(self.raw, "deprecated")

    @property
    def is_read_only(self) -> bool:
        """Whether a value belongs in answers only."""
        return flag_of(self.raw, "readOnly")

    @property
    def is_write_only(self) -> bool:
        """Whether a value belongs in requests only."""
        return flag_of(self.raw, "writeOnly")

    @property
    def required(self) -> frozenset[str]:
        """The names of the required properties."""
        return frozenset(texts_of(self.raw, "required"))

    @property
    def properties(self) -> dict[str, Schema]:
        """The properties by name, in the document's order."""
        return self._members("properties")

    @property
    def pattern_properties(self) -> dict[str, Schema]:
        """The properties by a pattern of their names."""
        return self._members("patternProperties")

    @property
    def additional_properties(self) -> Schema | None:
        """What other properties look like; None when the schema does not say."""
        value = self.raw.get("additionalProperties")
        return None if value is None else self._schema(value)

    @property
    def items(self) -> Schema | None:
        """What the entries of an array look like."""
        value = self.raw.get("items")
        return None if value is None else self._schema(value)

    @property
    def prefix_items(self) -> tuple[Schema, ...]:
        """The first entries of an array, each with its own schema."""
        return self._variants("prefixItems")

    @property
    def one_of(self) -> tuple[Schema, ...]:
        """The variants of which a value follows exactly one, null left out."""
        return self._variants("oneOf")

    @property
    def any_of(self) -> tuple[Schema, ...]:
        """The variants of which a value follows at least one, null left out."""
        return self._variants("anyOf")

    @property
    def has_variants(self) -> bool:
        """Whether the schema has ``oneOf`` or ``anyOf`` variants besides null."""
        return bool(self.one_of or self.any_of)

    @property
    def discriminator(self) -> Discriminator | None:
        """The property that tells the variants apart."""
        raw = object_of(self.raw.get("discriminator"))
        name = text_of(raw, "propertyName")
        if not name:
            return None
        mapping = {
            value: schema_name(target) or target
            for value, target in object_of(raw.get("mapping")).items()
            if isinstance(target, str)
        }
        return Discriminator(name, mapping)

    def _members(self, key: str) -> dict[str, Schema]:
        return {name: self._schema(raw) for name, raw in object_of(self.raw.get(key)).items()}

    def _variants(self, key: str) -> tuple[Schema, ...]:
        raws = list_of(self.raw.get(key))
        return tuple(self._schema(raw) for raw in raws if object_of(raw).get("type") != "null")

    def _schema(self, raw: Any) -> Schema:
        return Schema.of(raw, self.references)
