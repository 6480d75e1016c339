"""Generate example values from schemas; finite and reproducible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.openapi.raw import RawObject, as_list, as_object
from sphinx_sitejson.openapi.references import References
from sphinx_sitejson.openapi.schemas import Discriminator, Schema

from .scalars import GENERIC_VALUES, distinct_values, generate_number, generate_text, value_for_name

EXPLICIT_VALUE_KEYWORDS = frozenset({"example", "examples", "default", "const", "enum"})


class Missing:
    """The type of `MISSING`."""


MISSING: Final = Missing()
"""There is no explicit value, or generation stopped at a limit."""


def explicit_value(raw: RawObject) -> Any:
    """Return the example, default or enum value of a schema, or MISSING."""
    if not EXPLICIT_VALUE_KEYWORDS & raw.keys():
        return MISSING
    if "example" in raw:
        return raw["example"]
    examples = as_list(raw.get("examples"))
    if examples:
        return examples[0]
    for key in ("default", "const"):
        if raw.get(key) is not None:
            return raw[key]
    values = as_list(raw.get("enum"))
    return next((value for value in values if value is not None), None) if values else MISSING


def is_direct_value(explicit: Any, schema: Schema) -> bool:
    """Return whether a value comes from the schema itself, not from an ``allOf`` part."""
    return explicit_value(schema.resolved.raw) is explicit


def discriminator_member(discriminator: Discriminator, variant: Schema) -> dict[str, str]:
    """Return the discriminator property with the value of a variant."""
    name = discriminator.property_name
    tag = _mapped_value(discriminator, variant.reference_name) or variant.reference_name
    own = as_object(as_object(variant.merged.raw.get("properties")).get(name))
    allowed = as_list(own.get("enum")) or [own.get("const", tag)]
    return {name: tag} if tag and tag in allowed else {}


def set_discriminator_value(value: dict[str, Any], discriminator: Discriminator, name: str) -> None:
    """Set the discriminator property of a schema that declares the discriminator itself."""
    tag = _mapped_value(discriminator, name)
    if tag or value[discriminator.property_name] == "string":
        value[discriminator.property_name] = tag or next(iter(discriminator.mapping), name)


def _mapped_value(discriminator: Discriminator, name: str) -> str:
    return next((tag for tag, target in discriminator.mapping.items() if target == name), "")


Direction = Literal["request", "response"]

_MAX_VALUES = 400
_DEPTHS = (12, 5, 3, 2, 1)
"""Depth limits to try in turn, until the example is small enough."""
_MAX_ITEMS = 200
"""Arrays that must be longer get only `_FEW_ITEMS` items."""
_FEW_ITEMS = 3
_NUMBER_KEYWORDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_VALUE_KEYWORDS = ("example", "default", "const")
_MAX_SEARCH_DEPTH = 3
_MAX_SEARCHED_PROPERTIES = 60
_DOCUMENTATION_KEYWORDS = frozenset({"discriminator", "title", "description", "nullable"})


def generate_example(schema: Schema, *, direction: Direction) -> Any:
    """Generate an example for a schema; the result is shared and must not be modified.

    ``{"type": "object", "properties": {"id": {"type": "integer"}}}`` gives ``{"id": 1}``.
    In requests, objects get their required members and those with explicit values, or all
    members if there are none of these.
    """
    if schema.raw.keys() == {"$ref"} and isinstance(schema.raw["$ref"], str):
        return _generate_named_example(schema.references, schema.raw["$ref"], direction)
    return _generate_example(schema, direction)


@lru_cache(maxsize=2048)
def _generate_named_example(references: References, reference: str, direction: Direction) -> Any:
    """Cache the examples of named schemas: many operations share an error response."""
    return _generate_example(Schema({"$ref": reference}, references), direction)


def _generate_example(schema: Schema, direction: Direction) -> Any:
    merged_by_name: dict[str, Schema] = {}
    for depth in _DEPTHS:
        walk = _ExampleGenerator(direction, depth, merged_by_name)
        value = walk.value(schema)
        if not walk.is_spent:
            break
    if isinstance(value, Missing):
        return {}
    return {} if value == "string" and _is_unconstrained(schema) else value


def has_explicit_value(schema: Schema) -> bool:
    """Return whether a schema, or something inside it, has an explicit value."""
    return _ExampleGenerator("request", _DEPTHS[0], {}).has_value(schema)


def requires_members(schema: Schema) -> bool:
    """Return whether an empty object would violate a schema."""
    merged = schema.merged
    return bool(merged.required or merged.one_of or merged.any_of) or merged.types != ("object",)


def _is_unconstrained(schema: Schema) -> bool:
    raw = schema.resolved.raw
    return not any(
        key in raw for key in ("type", "format", *EXPLICIT_VALUE_KEYWORDS, *_NUMBER_KEYWORDS)
    )


class _ExampleGenerator:
    """Generate one example within a depth limit and a budget of values."""

    def __init__(
        self, direction: Direction, max_depth: int, merged_by_name: dict[str, Schema]
    ) -> None:
        self._hidden = "readOnly" if direction == "request" else "writeOnly"
        self._is_request = direction == "request"
        self._has_value_by_name: dict[str, bool] = {}
        self._depth_left = max_depth
        self._budget = _MAX_VALUES
        self._merged_by_name = merged_by_name
        self._inside: list[str] = []
        self._nesting = 0

    @property
    def is_spent(self) -> bool:
        """Whether the budget is exhausted."""
        return self._budget <= 0

    def value(self, schema: Schema) -> Any:
        """Return a value, or MISSING for recursive schemas and when the budget is exhausted."""
        self._budget -= 1
        # Nested variants do not add depth to the value, but must end too.
        is_exhausted = self._budget <= 0 or self._nesting >= MAX_NESTING
        if is_exhausted or not schema.allows_anything or self._is_inside(schema):
            return MISSING
        return self._generate_inside(
            schema, lambda: self._generate_merged(schema, self._merged(schema))
        )

    def _generate_inside(self, schema: Schema, make: Callable[[], Any]) -> Any:
        reference = schema.raw.get("$ref")
        self._nesting += 1
        if isinstance(reference, str):
            self._inside.append(reference)
        value = make()
        if isinstance(reference, str):
            self._inside.pop()
        self._nesting -= 1
        return value

    def _is_inside(self, schema: Schema) -> bool:
        return schema.raw.get("$ref") in self._inside

    def _merged(self, schema: Schema) -> Schema:
        reference = schema.raw.get("$ref")
        if len(schema.raw) > 1 or not isinstance(reference, str):
            return schema.merged
        if reference not in self._merged_by_name:
            self._merged_by_name[reference] = schema.merged
        return self._merged_by_name[reference]

    def _generate_merged(self, schema: Schema, merged: Schema) -> Any:
        explicit = explicit_value(merged.raw)
        if explicit is MISSING:
            return self._generate_from_variants(merged, schema.reference_name)
        has_members = any(key in merged.raw for key in ("properties", "oneOf", "anyOf"))
        if not (has_members and isinstance(explicit, Mapping)) or is_direct_value(explicit, schema):
            return explicit
        value = self._generate_from_variants(merged, schema.reference_name)
        # The explicit value of an allOf part has only the members of that part.
        return {**value, **self._visible(merged, explicit)} if isinstance(value, dict) else value

    def _generate_from_variants(self, merged: Schema, name: str) -> Any:
        if "oneOf" not in merged.raw and "anyOf" not in merged.raw:
            return self._generate_by_type(merged, name)
        key = "oneOf" if merged.one_of else "anyOf"
        variants = merged.one_of or merged.any_of
        if not variants or self._is_chosen(variants):
            return self._generate_by_type(merged, name)
        variant = next((one for one in variants if not self._is_inside(one)), None)
        if variant is None:
            return MISSING
        value = self._generate_variant(merged, variant, key)
        discriminator = merged.discriminator
        if discriminator and isinstance(value, dict):
            return {**value, **discriminator_member(discriminator, variant)}
        return value

    def _is_chosen(self, variants: tuple[Schema, ...]) -> bool:
        """Return whether the current schema is a variant that inherited ``oneOf`` from its base."""
        return bool(self._inside) and any(
            variant.raw.get("$ref") == self._inside[-1] for variant in variants
        )

    def _generate_variant(self, merged: Schema, variant: Schema, key: str) -> Any:
        left_out = (key, "example", "examples", "default")
        base = {name: raw for name, raw in merged.raw.items() if name not in left_out}
        if not base.keys() - _DOCUMENTATION_KEYWORDS:
            return self.value(variant)
        both = {**base, "allOf": [*as_list(base.get("allOf")), variant.raw]}
        return self._generate_inside(variant, lambda: self.value(Schema(both, merged.references)))

    def _generate_by_type(self, schema: Schema, name: str) -> Any:
        kind = _example_type(schema)
        if kind == "object":
            return self._object(schema, name)
        if kind == "array":
            return self._array(schema)
        return _SCALAR_GENERATORS[kind](schema.raw)

    def _object(self, schema: Schema, name: str) -> Any:
        if self._depth_left <= 0:
            return {}
        self._depth_left -= 1
        found = dict(self._members(schema))
        self._depth_left += 1
        discriminator = schema.discriminator
        if discriminator and name and discriminator.property_name in found:
            set_discriminator_value(found, discriminator, name)
        return found

    def _members(self, schema: Schema) -> Iterator[tuple[str, Any]]:
        # Schemas are created lazily: there may be far more properties than fit an example.
        properties, required = as_object(schema.raw.get("properties")), schema.required
        for name, raw in self._request_properties(properties, required, schema).items():
            if self.is_spent:
                return
            member = Schema.of(raw, schema.references)
            is_required = name in required
            if not self._is_included(member, is_required=is_required):
                continue
            value = self.value(member)
            if not isinstance(value, Missing):
                yield name, self._suit_name(name, value, member)
            elif is_required and member.allows_anything and self._budget > 0:
                yield name, {}
        for name in sorted(required - properties.keys())[: max(0, self._budget)]:
            yield name, "string"
        if not properties and not required:
            yield from self._unnamed_members(schema)

    def _suit_name(self, name: str, value: Any, member: Schema) -> Any:
        """Replace a generic value by one that suits the property name."""
        if value not in GENERIC_VALUES or isinstance(value, bool):
            return value
        raw = self._merged(member).raw
        return value_for_name(name, value, raw) if explicit_value(raw) is MISSING else value

    def _request_properties(
        self, properties: RawObject, required: frozenset[str], schema: Schema
    ) -> RawObject:
        """Return the properties that are required in a request or have explicit values."""
        if not self._is_request:
            return properties
        needed = {
            name: raw
            for name, raw in [*properties.items()][:_MAX_VALUES]
            if name in required or self.has_value(Schema.of(raw, schema.references))
        }
        shown = (
            name
            for name, raw in needed.items()
            if self._is_included(Schema.of(raw, schema.references), is_required=name in required)
        )
        has_some = required - properties.keys() or next(shown, None) is not None
        return needed if has_some else properties

    def has_value(self, schema: Schema, depth: int = 0) -> bool:
        """Return whether a schema, or something inside it, has an explicit value."""
        reference = schema.raw.get("$ref")
        if not isinstance(reference, str):
            return self._search_value(schema, depth)
        if reference not in self._has_value_by_name:
            # For recursive schemas, which reach this entry again.
            self._has_value_by_name[reference] = False
            self._has_value_by_name[reference] = self._search_value(schema, depth)
        return self._has_value_by_name[reference]

    def _search_value(self, schema: Schema, depth: int) -> bool:
        raw = self._merged(schema).raw
        if any(key in raw for key in _VALUE_KEYWORDS) or as_list(raw.get("examples")):
            return True
        if depth >= _MAX_SEARCH_DEPTH:
            return False
        inside = [*as_object(raw.get("properties")).values()][:_MAX_SEARCHED_PROPERTIES]
        inside.append(raw.get("items"))
        return any(
            self.has_value(Schema.of(each, schema.references), depth + 1)
            for each in inside
            if isinstance(each, Mapping)
        )

    def _is_included(self, member: Schema, *, is_required: bool) -> bool:
        raw = member.raw if "$ref" not in member.raw else self._merged(member).raw
        if raw.get(self._hidden) is True or member.raw.get(self._hidden) is True:
            return False
        if "allOf" in raw and member.merged.raw.get(self._hidden) is True:
            return False
        return is_required or raw.get("deprecated") is not True

    def _unnamed_members(self, schema: Schema) -> Iterator[tuple[str, Any]]:
        """Yield one member for patternProperties or additionalProperties."""
        for pattern, member in schema.pattern_properties.items():
            name = generate_text({"pattern": pattern})
            yield from self._unnamed_member(name, member)
            return
        additional = schema.additional_properties
        if additional is not None and additional.raw:
            names = as_object(schema.raw.get("propertyNames"))
            name = self.value(Schema.of(names, schema.references)) if names else "key"
            yield from self._unnamed_member(str(name), additional)

    def _unnamed_member(self, name: str, member: Schema) -> Iterator[tuple[str, Any]]:
        value = self.value(member)
        if not isinstance(value, Missing):
            yield name, value

    def _array(self, schema: Schema) -> Any:
        if self._depth_left <= 0:
            return []
        self._depth_left -= 1
        values = list(self._items(schema))
        self._depth_left += 1
        return values

    def _items(self, schema: Schema) -> Iterator[Any]:
        most = _count(schema.raw.get("maxItems"), _MAX_VALUES)
        old_tuple = [Schema.of(raw, schema.references) for raw in as_list(schema.raw.get("items"))]
        first = (*schema.prefix_items, *old_tuple)[:most]
        yield from (value for value in map(self.value, first) if value is not MISSING)
        if first or schema.items is None or most == 0:
            return
        value = self.value(schema.items)
        if value is MISSING:
            return
        needed = min(_count(schema.raw.get("minItems"), 1), most)
        count = max(1, needed if needed <= _MAX_ITEMS else _FEW_ITEMS)
        yield from self._repeated(value, count, schema)

    def _repeated(self, value: Any, count: int, schema: Schema) -> Iterator[Any]:
        yield value
        if schema.raw.get("uniqueItems") is not True:
            yield from [value] * (count - 1)
        elif schema.items is not None:
            raw = schema.items.merged.raw
            others = as_list(raw.get("enum")) or distinct_values(value, count - 1, raw)
            yield from [other for other in others if other != value][: count - 1]

    def _visible(self, schema: Schema, explicit: RawObject) -> dict[str, Any]:
        members = schema.properties
        return {
            name: value
            for name, value in explicit.items()
            if name not in members or self._is_included(members[name], is_required=True)
        }


def _example_type(schema: Schema) -> str:
    kind = next((name for name in schema.types if name in _KINDS), None)
    if kind:
        return kind
    if schema.is_nullable and not schema.types and "type" in schema.raw:
        return "null"
    is_number = any(key in schema.raw for key in _NUMBER_KEYWORDS)
    return "number" if is_number else "string"


_SCALAR_GENERATORS: Mapping[str, Callable[[RawObject], Any]] = {
    "string": generate_text,
    "integer": lambda raw: generate_number(raw, is_integer=True),
    "number": lambda raw: generate_number(raw, is_integer=False),
    "boolean": lambda raw: True,
    "null": lambda raw: None,
}
_KINDS = frozenset({*_SCALAR_GENERATORS, "object", "array"})


def _count(value: Any, default: int) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else default
