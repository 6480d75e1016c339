"""Schemas: a view of raw data that keeps names and follows references only when asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from math import lcm
from typing import Any

from .keywords import ANNOTATIONS, SCHEMA_KEYWORDS
from .raw import RawObject, flag_of, list_of, object_of, text_of, texts_of
from .references import LONGEST_CHAIN, References, schema_name

_LARGER_WINS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_SMALLER_WINS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_OWN_KEYWORDS = ("title", "description", "default", "example", "examples", "discriminator")
_GROUPS = (("if", "then", "else"), ("contains", "minContains", "maxContains"))
"""Keywords that belong together: two such rules hold beside each other."""
_ENUM_TEXTS = (
    *("x-enumDescriptions", "x-enum-descriptions", "x-enumdescriptions"),
    *("x-enum-varnames", "x-enumNames", "x-enum-names"),
)
"""Vendor extensions with one text for each value of ``enum``, by position."""

LONGEST_MERGE = 60
"""How many levels of parts in parts are merged; no sensible schema has more."""


def merged_all_of(
    raw: RawObject, references: References, taken: set[str] | None = None, depth: int = 0
) -> dict[str, Any]:
    """Return a schema with the meaning of ``allOf``: what each part says, in one object.

    Rules of one keyword are intersected. What cannot be written as one value of the keyword stays
    in ``allOf``, one entry for each rule, so that nothing is lost::

        allOf: [{pattern: ^a, minLength: 2}, {pattern: b$, minLength: 3}]
        pattern: ^a, minLength: 3, allOf: [{pattern: b$}]

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
        target = _follow_reference(object_of(part), references)
        _intersect(merged, merged_all_of(target, references, taken, depth + 1), references)
    # What the schema says of itself wins over what its parts say of themselves.
    return {**merged, **keywords}


def _follow_reference(raw: RawObject, references: References, depth: int = 0) -> RawObject:
    """Return the schema that a reference stands for, with what stands beside the reference.

    Since OpenAPI 3.1 both hold; of annotations, those beside the reference win. A reference that
    leads nowhere, or in a circle, stands for a schema without rules.
    """
    reference = raw.get("$ref")
    if not isinstance(reference, str):
        return raw
    siblings = {key: value for key, value in raw.items() if key != "$ref"}
    if depth == LONGEST_CHAIN:
        return siblings
    target = _follow_reference(object_of(references.at(reference)), references, depth + 1)
    if all(key not in target or key in ANNOTATIONS for key in siblings):
        return {**target, **siblings} if siblings else target
    parts = [*list_of(siblings.pop("allOf", None)), target]
    return merged_all_of({**siblings, "allOf": parts}, references)


def _intersect(merged: dict[str, Any], part: RawObject, references: References) -> None:
    """Add the rules of a part to those that were merged already."""
    part = dict(part)
    left = list_of(part.pop("allOf", None))
    for keys in _GROUPS:
        first = keys[0]
        if first in merged and first in part:
            group = {key: part.pop(key) for key in keys if key in part}
            if any(merged.get(key) != value for key, value in group.items()):
                left.append(group)
    if _is_list(merged, "enum") and _is_list(part, "enum") and merged["enum"] != part["enum"]:
        _name_enum_texts(merged)
        _name_enum_texts(part)
    if _has_flagged_bound(merged) or _has_flagged_bound(part):
        _write_exclusive_bounds(merged)
        _write_exclusive_bounds(part)
    for key, value in part.items():
        if key not in merged or key in _OWN_KEYWORDS:
            merged[key] = value
        elif _is_same(merged[key], value) or (key in ANNOTATIONS and key not in _COMBINED):
            continue
        elif key in _SUBSCHEMAS:
            merged[key] = _both_schemas(merged[key], value, references)
        elif key in _SUBSCHEMA_MAPS:
            merged[key] = _both_maps(merged[key], value, references)
        elif key == "prefixItems":
            merged[key] = _both_entries(merged[key], value, references)
        elif key == "multipleOf" and not _are_integers(merged[key], value):
            left.append({key: value})
        elif key in _COMBINED:
            before = merged[key]
            merged[key] = _COMBINED[key](before, value)
            if key == "enum":
                # Unlike a wider bound, a longer list does not follow from the shorter one.
                left += [{key: rule} for rule in (before, value) if rule != merged[key]]
        elif key in SCHEMA_KEYWORDS:
            left.append({key: value})
    if left:
        known = list_of(merged.get("allOf"))
        merged["allOf"] = [*known, *(entry for entry in left if entry not in known)]


def _is_same(first: Any, second: Any) -> bool:
    """Compare JSON values; for Python ``True`` equals 1."""
    return bool(first == second) and isinstance(first, bool) == isinstance(second, bool)


def _is_list(raw: RawObject, key: str) -> bool:
    return isinstance(raw.get(key), list)


def _name_enum_texts(raw: dict[str, Any]) -> None:
    """Write texts of values by value instead of by position, since values may be left out."""
    for key in _ENUM_TEXTS:
        if _is_list(raw, key):
            names = (
                value if isinstance(value, str) else json.dumps(value) for value in raw["enum"]
            )
            raw[key] = dict(zip(names, raw[key], strict=False))


def _value_name(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _has_flagged_bound(raw: RawObject) -> bool:
    return any(isinstance(raw.get(key), bool) for key in ("exclusiveMinimum", "exclusiveMaximum"))


def _write_exclusive_bounds(raw: dict[str, Any]) -> None:
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
    parts = list_of(references.resolve(schema).raw.get("allOf")) if depth < 10 else ()
    return any(_includes(object_of(part), reference, references, depth + 1) for part in parts)


def _both_maps(first: Any, second: Any, references: References) -> dict[str, Any]:
    both = dict(object_of(first))
    for name, schema in object_of(second).items():
        is_new = name not in both or both[name] == schema
        both[name] = schema if is_new else _both_schemas(both[name], schema, references)
    return both


def _both_entries(first: Any, second: Any, references: References) -> list[Any]:
    pairs = zip_longest(list_of(first), list_of(second), fillvalue=True)
    return [_both_schemas(one, other, references) for one, other in pairs]


def _either_rule(first: Any, second: Any) -> Any:
    """Return the schema of ``not``: no value may follow one of the two."""
    choices = [
        choice
        for schema in (first, second)
        for choice in (
            list_of(schema["anyOf"]) if set(object_of(schema)) == {"anyOf"} else [schema]
        )
    ]
    return {"anyOf": choices}


def _both_lists(first: Any, second: Any) -> list[Any]:
    return [*list_of(first), *(entry for entry in list_of(second) if entry not in list_of(first))]


def _both_requirements(first: Any, second: Any) -> dict[str, Any]:
    names = {**object_of(first), **object_of(second)}
    return {name: _both_lists(first.get(name), second.get(name)) for name in names}


def _common_entries(first: Any, second: Any) -> list[Any]:
    common = [entry for entry in list_of(first) if entry in list_of(second)]
    return common or list_of(first)


def _common_types(first: Any, second: Any) -> Any:
    """Return the types that both allow; every integer is a number."""
    firsts = [first] if isinstance(first, str) else list_of(first)
    seconds = [second] if isinstance(second, str) else list_of(second)
    common = [name for name in firsts if name in seconds]
    for some, others in ((firsts, seconds), (seconds, firsts)):
        if "integer" in some and "number" in others and "integer" not in common:
            common.append("integer")
    return (common[0] if len(common) == 1 else common) or first


def _are_integers(*values: Any) -> bool:
    return all(isinstance(value, int) for value in values)


def _of_numbers(choose: Callable[..., Any]) -> Callable[[Any, Any], Any]:
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
_SUBSCHEMA_MAPS = frozenset(("properties", "patternProperties", "dependentSchemas"))

_COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "required": _both_lists,
    "dependentRequired": _both_requirements,
    "enum": _common_entries,
    "type": _common_types,
    "not": _either_rule,
    "multipleOf": lcm,
    "nullable": lambda first, second: bool(first and second),
    **dict.fromkeys(
        ("uniqueItems", "readOnly", "writeOnly", "deprecated"),
        lambda first, second: bool(first or second),
    ),
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


def is_null_only(raw: RawObject) -> bool:
    """Whether null is the only value that a variant adds, in any of its spellings.

    Besides ``{"type": "null"}`` generators write ``{"enum": [null]}``, ``{"const": null}`` and, for
    OpenAPI 3.0, ``{"nullable": true}`` with nothing else.
    """
    if raw.get("type") in ("null", ["null"]) or ("const" in raw and raw["const"] is None):
        return True
    rules = raw.keys() - ANNOTATIONS
    return raw.get("enum") == [None] or (raw.get("nullable") is True and not rules)


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
        return Schema(_follow_reference(self.raw, self.references), self.references)

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
            is_null_only(object_of(variant))
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
