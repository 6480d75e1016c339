"""Schema objects: a view of the raw data with references resolved and allOf merged on demand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from math import lcm
from typing import Any

from .keywords import ANNOTATIONS, SCHEMA_KEYWORDS
from .raw import (
    MAX_REFERENCE_CHAIN,
    Raw,
    RawObject,
    References,
    as_list,
    as_object,
    get_flag,
    get_reference,
    get_text,
    get_texts,
    schema_name,
    without_keys,
)

_LARGER_WINS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_SMALLER_WINS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_ANNOTATIONS = ("title", "description", "default", "example", "examples", "discriminator")
_GROUPS = (("if", "then", "else"), ("contains", "minContains", "maxContains"))
"""Keywords that belong together: two such rules hold beside each other."""
_ENUM_TEXTS = (
    *("x-enumDescriptions", "x-enum-descriptions", "x-enumdescriptions"),
    *("x-enum-varnames", "x-enumNames", "x-enum-names"),
)
"""Vendor extensions with one text for each value of ``enum``, by position."""

MAX_MERGE_DEPTH = 60
"""The number of nested ``allOf`` levels that are merged."""


def merge_all_of(
    raw: RawObject, references: References, merged_refs: set[str] | None = None, depth: int = 0
) -> Raw:
    """Merge the parts of ``allOf`` into one equivalent schema.

    Rules of one keyword are intersected. What cannot be written as one value of the keyword stays
    in ``allOf``, one entry for each rule, so that nothing is lost::

        allOf: [{pattern: ^a, minLength: 2}, {pattern: b$, minLength: 3}]
        pattern: ^a, minLength: 3, allOf: [{pattern: b$}]

    :param merged_refs: the references that were merged already. Merging one again would
        change nothing, so each is merged once.
    """
    merged_refs = set() if merged_refs is None else merged_refs
    merged = without_keys(raw, "allOf")
    keywords = {key: merged.pop(key) for key in _ANNOTATIONS if key in merged}
    for part in as_list(raw.get("allOf")) if depth < MAX_MERGE_DEPTH else ():
        reference = get_reference(part)
        if reference is not None:
            if reference in merged_refs:
                continue
            merged_refs.add(reference)
        target = _follow_reference(as_object(part), references)
        _intersect(merged, merge_all_of(target, references, merged_refs, depth + 1), references)
    # Annotations of the schema win over those of its parts.
    return {**merged, **keywords}


def _follow_reference(raw: RawObject, references: References, depth: int = 0) -> RawObject:
    """Return the schema that a reference stands for, with what stands beside the reference.

    Since OpenAPI 3.1 both hold; of annotations, those beside the reference win. A reference that
    leads nowhere, or in a circle, stands for a schema without rules.
    """
    reference = get_reference(raw)
    if reference is None:
        return raw
    siblings = without_keys(raw, "$ref")
    if depth == MAX_REFERENCE_CHAIN:
        return siblings
    target = _follow_reference(as_object(references.at(reference)), references, depth + 1)
    if all(key not in target or key in ANNOTATIONS for key in siblings):
        return {**target, **siblings} if siblings else target
    parts = [*as_list(siblings.pop("allOf", None)), target]
    return merge_all_of({**siblings, "allOf": parts}, references)


def _intersect(merged: Raw, part: RawObject, references: References) -> None:
    """Add the rules of a part to those that were merged already."""
    part = dict(part)
    left = as_list(part.pop("allOf", None))
    for keys in _GROUPS:
        first = keys[0]
        if first in merged and first in part:
            group = {key: part.pop(key) for key in keys if key in part}
            if any(merged.get(key) != value for key, value in group.items()):
                left.append(group)
    enums = [raw["enum"] for raw in (merged, part) if isinstance(raw.get("enum"), list)]
    if len(enums) == 2 and enums[0] != enums[1]:
        _name_enum_texts(merged)
        _name_enum_texts(part)
    write_exclusive_bounds(merged)
    write_exclusive_bounds(part)
    for key, value in part.items():
        if key not in merged or key in _ANNOTATIONS:
            merged[key] = value
        elif is_same_json(merged[key], value) or (key in ANNOTATIONS and key not in _COMBINERS):
            continue
        elif key in _SUBSCHEMAS:
            merged[key] = _both_schemas(merged[key], value, references)
        elif key in _SUBSCHEMA_MAPS:
            merged[key] = _both_maps(merged[key], value, references)
        elif key == "prefixItems":
            merged[key] = _both_entries(merged[key], value, references)
        elif key == "multipleOf" and not (isinstance(merged[key], int) and isinstance(value, int)):
            left.append({key: value})
        elif key in _COMBINERS:
            before = merged[key]
            merged[key] = _COMBINERS[key](before, value)
            if key == "enum":
                # Unlike a wider bound, a longer list does not follow from the shorter one.
                left += [{key: rule} for rule in (before, value) if rule != merged[key]]
        elif key in SCHEMA_KEYWORDS:
            left.append({key: value})
    if left:
        known = as_list(merged.get("allOf"))
        merged["allOf"] = [*known, *(entry for entry in left if entry not in known)]


def is_same_json(first: Any, second: Any) -> bool:
    """Compare JSON values; for Python ``True`` equals 1."""
    return bool(first == second) and isinstance(first, bool) == isinstance(second, bool)


def _name_enum_texts(raw: Raw) -> None:
    """Write texts of values by value instead of by position, since values may be left out."""
    for key in _ENUM_TEXTS:
        if isinstance(raw.get(key), list):
            names = (
                value if isinstance(value, str) else json.dumps(value) for value in raw["enum"]
            )
            raw[key] = dict(zip(names, raw[key], strict=False))


def write_exclusive_bounds(raw: Raw) -> None:
    """Write ``exclusiveMinimum: true`` of OpenAPI 3.0 as the number that 3.1 has there."""
    for flag, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(raw.get(flag), bool):
            is_exclusive = raw.pop(flag)
            if is_exclusive and bound in raw:
                raw[flag] = raw.pop(bound)


def _both_schemas(first: Any, second: Any, references: References) -> Any:
    """Return a schema for the values that follow two schemas."""
    if first is False or second is False:
        return False
    if not isinstance(first, dict) or not isinstance(second, dict):
        return first if isinstance(first, dict) else second
    if not first or not second or first == second:
        return first or second
    # A part that the other one includes says nothing new; the name of the other stays visible.
    if first.keys() == second.keys() == {"$ref"}:
        if _includes(first, second["$ref"], references):
            return first
        if _includes(second, first["$ref"], references):
            return second
    return {"allOf": [first, second]}


def _includes(schema: RawObject, reference: Any, references: References, depth: int = 0) -> bool:
    """Whether a schema has another one among its ``allOf`` parts, however deep."""
    if schema.get("$ref") == reference:
        return True
    parts = as_list(references.resolve(schema).get("allOf")) if depth < 10 else ()
    return any(_includes(as_object(part), reference, references, depth + 1) for part in parts)


def _both_maps(first: Any, second: Any, references: References) -> Raw:
    both = dict(as_object(first))
    for name, schema in as_object(second).items():
        both[name] = _both_schemas(both[name], schema, references) if name in both else schema
    return both


def _both_entries(first: Any, second: Any, references: References) -> list[Any]:
    pairs = zip_longest(as_list(first), as_list(second), fillvalue=True)
    return [_both_schemas(one, other, references) for one, other in pairs]


def _either_rule(first: Any, second: Any) -> Any:
    """Return the schema of ``not``: no value may follow one of the two."""
    choices = [
        choice
        for schema in (first, second)
        for choice in (
            as_list(schema["anyOf"]) if set(as_object(schema)) == {"anyOf"} else [schema]
        )
    ]
    return {"anyOf": choices}


def _combine_lists(first: Any, second: Any) -> list[Any]:
    return [*as_list(first), *(entry for entry in as_list(second) if entry not in as_list(first))]


def _both_requirements(first: Any, second: Any) -> Raw:
    names = {**as_object(first), **as_object(second)}
    return {name: _combine_lists(first.get(name), second.get(name)) for name in names}


def _intersect_entries(first: Any, second: Any) -> list[Any]:
    common = [entry for entry in as_list(first) if entry in as_list(second)]
    return common or as_list(first)


def _intersect_types(first: Any, second: Any) -> Any:
    """Return the types that both allow; every integer is a number."""
    firsts, seconds = (
        [each] if isinstance(each, str) else as_list(each) for each in (first, second)
    )
    common = [name for name in firsts if name in seconds]
    for some, others in ((firsts, seconds), (seconds, firsts)):
        if "integer" in some and "number" in others and "integer" not in common:
            common.append("integer")
    return (common[0] if len(common) == 1 else common) or first


def _combine_numbers(choose: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def combine(first: Any, second: Any) -> Any:
        numbers = [value for value in (first, second) if isinstance(value, int | float)]
        return choose(numbers) if numbers else first

    return combine


_SUBSCHEMAS = frozenset(
    (
        *("items", "additionalProperties", "propertyNames", "contentSchema"),
        *("unevaluatedItems", "unevaluatedProperties", "additionalItems"),
    )
)
"""Keywords with a schema that all values inside have to follow."""
_SUBSCHEMA_MAPS = ("properties", "patternProperties", "dependentSchemas")

_COMBINERS: dict[str, Callable[[Any, Any], Any]] = {
    "required": _combine_lists,
    "dependentRequired": _both_requirements,
    "enum": _intersect_entries,
    "type": _intersect_types,
    "not": _either_rule,
    "multipleOf": lcm,
    "nullable": lambda first, second: bool(first and second),
    **dict.fromkeys(
        ("uniqueItems", "readOnly", "writeOnly", "deprecated"),
        lambda first, second: bool(first or second),
    ),
    **dict.fromkeys(_LARGER_WINS, _combine_numbers(max)),
    **dict.fromkeys(_SMALLER_WINS, _combine_numbers(min)),
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


def is_null_only(raw: RawObject) -> bool:
    """Whether null is the only value that a variant adds, in any of its spellings.

    Besides ``{"type": "null"}`` generators write ``{"enum": [null]}``, ``{"const": null}`` and, for
    OpenAPI 3.0, ``{"nullable": true}`` with nothing else.
    """
    if raw.get("type") in ("null", ["null"]) or ("const" in raw and raw["const"] is None):
        return True
    rules = raw.keys() - ANNOTATIONS
    return raw.get("enum") == [None] or (raw.get("nullable") is True and not rules)


@dataclass(frozen=True)
class Discriminator:
    """The discriminator object (OpenAPI 3.1, section 4.8.25)."""

    property_name: str
    mapping: dict[str, str]
    """The schema names by discriminator value."""
    default: str
    """The name of the schema for all other values (OpenAPI 3.2)."""


@dataclass(frozen=True)
class Schema:
    """One schema of a document.

    Subschemas are created on access, so recursive schemas are harmless until they are walked.
    """

    raw: RawObject
    references: References = field(compare=False, repr=False)
    allows_anything: bool = True
    """False only for the schema ``false``, which allows no value."""

    @classmethod
    def of(cls, value: Any, references: References) -> Schema:
        """Make a schema from raw data, which may be ``true`` or ``false``."""
        return cls(as_object(value), references, allows_anything=value is not False)

    @property
    def reference_name(self) -> str:
        """The name of the schema that this one refers to, if it refers to a named one."""
        return schema_name(get_reference(self.raw) or "")

    @property
    def resolved(self) -> Schema:
        """The schema with its reference resolved; keywords beside ``$ref`` win."""
        if "$ref" not in self.raw:
            return self
        return Schema(_follow_reference(self.raw, self.references), self.references)

    @property
    def merged(self) -> Schema:
        """The resolved schema with its ``allOf`` parts merged."""
        resolved = self.resolved
        if "allOf" not in resolved.raw:
            return resolved
        return Schema(merge_all_of(resolved.raw, self.references), self.references)

    @property
    def types(self) -> tuple[str, ...]:
        """The types without ``null``; inferred from other keywords if ``type`` is missing."""
        declared = self.raw.get("type")
        if isinstance(declared, str | list):
            names = [declared] if isinstance(declared, str) else declared
            return tuple(name for name in names if isinstance(name, str) and name != "null")
        inferred = next((name for key, name in _TYPE_BY_KEYWORD.items() if key in self.raw), None)
        return (inferred,) if inferred else ()

    @property
    def is_nullable(self) -> bool:
        """Whether null is allowed: by ``nullable``, the type list, or a null variant."""
        type_value = self.raw.get("type")
        has_null_type = type_value == "null" or "null" in as_list(type_value)
        return (
            has_null_type
            or get_flag(self.raw, "nullable")
            or any(
                is_null_only(as_object(variant))
                for key in ("oneOf", "anyOf")
                for variant in as_list(self.raw.get(key))
            )
        )

    @property
    def title(self) -> str:
        return get_text(self.raw, "title")

    @property
    def description(self) -> str:
        return get_text(self.raw, "description")

    @property
    def format(self) -> str:
        return get_text(self.raw, "format")

    @property
    def is_deprecated(self) -> bool:
        """Whether the schema is deprecated."""
        return get_flag(self.raw, "deprecated")

    @property
    def is_read_only(self) -> bool:
        """Whether the value occurs only in responses."""
        return get_flag(self.raw, "readOnly")

    @property
    def is_write_only(self) -> bool:
        """Whether the value occurs only in requests."""
        return get_flag(self.raw, "writeOnly")

    @property
    def required(self) -> frozenset[str]:
        """The names of the required properties."""
        return frozenset(get_texts(self.raw, "required"))

    @property
    def properties(self) -> dict[str, Schema]:
        """The properties by name, in the document's order."""
        return self._members("properties")

    @property
    def pattern_properties(self) -> dict[str, Schema]:
        """The schemas of properties by a pattern of their names."""
        return self._members("patternProperties")

    @property
    def additional_properties(self) -> Schema | None:
        """The schema of additional properties; None if the keyword is missing."""
        return self._optional("additionalProperties")

    @property
    def items(self) -> Schema | None:
        """The schema of array items; None if the keyword is missing."""
        return self._optional("items")

    @property
    def prefix_items(self) -> tuple[Schema, ...]:
        """The schemas of the first items of an array, by position."""
        return tuple(self._schema(raw) for raw in as_list(self.raw.get("prefixItems")))

    @property
    def one_of(self) -> tuple[Schema, ...]:
        """The ``oneOf`` variants without null."""
        return self._variants("oneOf")

    @property
    def any_of(self) -> tuple[Schema, ...]:
        """The ``anyOf`` variants without null."""
        return self._variants("anyOf")

    @property
    def has_variants(self) -> bool:
        """Whether the schema has ``oneOf`` or ``anyOf`` variants besides null."""
        return bool(self.one_of or self.any_of)

    @property
    def discriminator(self) -> Discriminator | None:
        """The discriminator of the variants."""
        raw = as_object(self.raw.get("discriminator"))
        name = get_text(raw, "propertyName")
        if not name:
            return None
        mapping = {
            value: schema_name(target) or target
            for value, target in as_object(raw.get("mapping")).items()
            if isinstance(target, str)
        }
        default = get_text(raw, "defaultMapping")
        return Discriminator(name, mapping, schema_name(default) or default)

    def _optional(self, key: str) -> Schema | None:
        value = self.raw.get(key)
        return None if value is None else self._schema(value)

    def _members(self, key: str) -> dict[str, Schema]:
        return {name: self._schema(raw) for name, raw in as_object(self.raw.get(key)).items()}

    def _variants(self, key: str) -> tuple[Schema, ...]:
        raws = as_list(self.raw.get(key))
        return tuple(self._schema(raw) for raw in raws if as_object(raw).get("type") != "null")

    def _schema(self, raw: Any) -> Schema:
        return Schema.of(raw, self.references)
