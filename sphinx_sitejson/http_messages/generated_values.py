"""Generate example values from schemas; finite and reproducible."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, Final, Literal

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json
from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.openapi.keywords import ANNOTATIONS, SCHEMA_KEYWORDS
from sphinx_sitejson.openapi.model import MediaType
from sphinx_sitejson.openapi.raw import (
    Raw,
    RawObject,
    References,
    as_count,
    as_list,
    as_object,
    json_type,
    select_keys,
    without_keys,
)
from sphinx_sitejson.openapi.schemas import Discriminator, Schema, is_same_json

from .generated_scalars import (
    GENERIC_VALUES,
    distinct_values,
    generate_number,
    generate_text,
    is_valid,
    value_for_name,
)
from .media_types import media_kind

EXPLICIT_VALUE_KEYWORDS = frozenset({"example", "examples", "default", "const", "enum"})


MISSING: Final[Any] = object()
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
    if raw.get("default") is not None:
        return raw["default"]
    if "const" in raw:
        return raw["const"]
    values = as_list(raw.get("enum"))
    return next((value for value in values if value is not None), None) if values else MISSING


def _typed_value(schema: Schema, *, is_body: bool) -> Any:
    """Return the explicit value of a schema in its type, or MISSING.

    The example ``"18"`` of an integer is 18, and the example 18 of a string is ``"18"``. Other
    values of a wrong type are ignored, so that a sample is what a server accepts. The text of a
    whole body remains, which may be written in another format, such as XML.
    """
    explicit = explicit_value(schema.raw)
    if explicit is MISSING or _is_of_type(explicit, schema):
        return explicit
    fixed = explicit_value(select_keys(schema.raw, "const", "enum"))
    if fixed is not MISSING:
        return fixed
    if isinstance(explicit, str):
        is_structured = not {"object", "array"}.isdisjoint(schema.types)
        read = read_json_or_none(explicit)
        if read is not None and _is_of_type(read, schema):
            return read
        return explicit if is_body and is_structured else MISSING
    is_scalar = isinstance(explicit, bool | int | float)
    return exact_json(explicit) if is_scalar and "string" in schema.types else MISSING


def read_json_or_none(text: str) -> Any:
    """Return the JSON value that a text represents; None if it represents none."""
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return None


def _is_of_type(value: Any, schema: Schema) -> bool:
    """Return whether a value has a type of the schema, or is null: many authors omit that type."""
    types, name = schema.types, json_type(value)
    if "type" not in schema.raw or value is None or not _KINDS.issuperset(types):
        return True
    if name == "number" and value.is_integer():
        name = "integer"
    return name in types or (name == "integer" and "number" in types)


def discriminator_member(discriminator: Discriminator, variant: Schema) -> dict[str, str]:
    """Return the discriminator property with the value of a variant."""
    name = discriminator.property_name
    tag = _mapped_value(discriminator, variant.reference_name) or variant.reference_name
    member = variant.merged.properties.get(name)
    member_raw: RawObject = member.merged.raw if member else {}
    allowed = as_list(member_raw.get("enum")) or [member_raw.get("const", tag)]
    return {name: tag} if tag and tag in allowed else {}


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
_CONDITIONS = frozenset({"if", "dependentRequired", "dependentSchemas"})
_CONDITION_KEYWORDS = _CONDITIONS | {"then", "else"}
_MOST_ROUNDS = 4
"""What a condition adds to a value can be the condition of something else."""
_MOST_VARIATIONS = 500
_DEEPEST_CONDITION = 8
_LARGEST_CONDITION = 2_000
"""How many schemas it may have; ten variants that contain each other have 10^8 in eight levels."""
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


def generate_body(media: MediaType, direction: Direction) -> Any:
    """Generate an example of a body, or return MISSING if the document does not describe it."""
    if media.schema is not None:
        return generate_example(media.schema, direction=direction)
    if media.item_schema is not None:
        return [generate_example(media.item_schema, direction=direction)]
    return MISSING


def schema_examples(schema: Schema | None) -> list[Any]:
    """Return the explicit examples of a schema."""
    raw = schema.resolved.raw if schema is not None else {}
    return as_list(raw.get("examples")) or ([raw["example"]] if "example" in raw else [])


def _generate_example(schema: Schema, direction: Direction) -> Any:
    merged_by_name: dict[str, Schema] = {}
    for depth in _DEPTHS:
        walk = _ExampleGenerator(direction, depth, merged_by_name)
        value = walk.value(schema)
        if not walk.is_spent:
            break
    if value is MISSING:
        return {}
    return {} if value == "string" and _is_unconstrained(schema) else value


def _is_unconstrained(schema: Schema) -> bool:
    keywords = schema.merged.raw.keys() & SCHEMA_KEYWORDS.keys()
    return not any(key in EXPLICIT_VALUE_KEYWORDS or key not in ANNOTATIONS for key in keywords)


def _recurring_schema(schema: Schema) -> str | int | None:
    """Return what identifies a schema that can contain itself: its reference, or its object.

    ``{"allOf": [{"$ref": …}], "nullable": true}`` is a reference that says more in OpenAPI 3.0.
    """
    reference = schema.raw.get("$ref")
    parts = as_list(schema.raw.get("allOf"))
    if len(parts) == 1 and schema.raw.keys() - {"allOf"} <= _DOCUMENTATION_KEYWORDS:
        reference = as_object(parts[0]).get("$ref")
    if isinstance(reference, str):
        return reference
    return id(schema.raw) if parts else None


class _ExampleGenerator:
    """Generate one example within a depth limit and a budget of values."""

    def __init__(
        self, direction: Direction, max_depth: int, merged_by_name: dict[str, Schema]
    ) -> None:
        self._direction: Direction = direction
        self._hidden = "readOnly" if direction == "request" else "writeOnly"
        self._has_value_by_name: dict[str, bool] = {}
        self._depth_left = max_depth
        self._budget = _MAX_VALUES
        self._merged_by_name = merged_by_name
        self._inside: list[str | int | None] = []
        self._is_shortest = max_depth == 0
        self._is_endless = False

    @property
    def is_spent(self) -> bool:
        """Whether the budget is exhausted."""
        return self._budget <= 0

    def value(self, schema: Schema) -> Any:
        """Return a value, or MISSING for recursive schemas and when the budget is exhausted."""
        self._budget -= 1
        # Nested variants do not add depth to the value, but must end too.
        is_exhausted = self._budget <= 0 or len(self._inside) >= MAX_NESTING
        if is_exhausted or not schema.allows_anything or self._is_inside(schema):
            return MISSING
        self._inside.append(_recurring_schema(schema))
        value = self._generate_merged(schema, self._merged(schema))
        self._inside.pop()
        return value

    def _is_inside(self, schema: Schema) -> bool:
        recurring = _recurring_schema(schema)
        return recurring is not None and recurring in self._inside

    def _merged(self, schema: Schema) -> Schema:
        reference = schema.raw.get("$ref")
        if len(schema.raw) > 1 or not isinstance(reference, str):
            return schema.merged
        if reference not in self._merged_by_name:
            self._merged_by_name[reference] = schema.merged
        return self._merged_by_name[reference]

    def _generate_merged(self, schema: Schema, merged: Schema) -> Any:
        explicit = _typed_value(merged, is_body=len(self._inside) == 1)
        if explicit is MISSING:
            return self._generate_from_rules(merged, schema.reference_name)
        has_members = any(key in merged.raw for key in ("properties", "oneOf", "anyOf"))
        visible = self._without_hidden(merged, explicit)
        if not (has_members and isinstance(explicit, Mapping)) or (
            # The value comes from the schema itself, not from an allOf part.
            explicit_value(schema.resolved.raw) is explicit
        ):
            return visible
        value = self._generate_from_rules(merged, schema.reference_name)
        # The explicit value of an allOf part has only the members of that part.
        return {**value, **visible} if isinstance(value, dict) else value

    def _generate_from_rules(self, merged: Schema, name: str) -> Any:
        """Return a value that satisfies the conditional subschemas and is not excluded."""
        raw, value = merged.raw, self._generate_from_variants(merged, name)
        parts = [raw, *map(as_object, as_list(raw.get("allOf")))]
        if any(_CONDITIONS & part.keys() for part in parts):
            value = self._apply_conditions(merged, name, value, parts)
        excluded = [part["not"] for part in parts if "not" in part]
        if not excluded or value is MISSING:
            return value
        rule = _inline_references({"not": {"anyOf": excluded}}, merged.references)
        others = chain([value], _smaller_objects(merged, value), self._others(merged, value))
        fitting = (other for other in islice(others, _MOST_VARIATIONS) if is_valid(rule, other))
        return next(fitting, value)

    def _apply_conditions(
        self, merged: Schema, name: str, value: Any, parts: list[RawObject]
    ) -> Any:
        base, *rest = (without_keys(part, *_CONDITION_KEYWORDS) for part in parts)
        added: list[Any] = []
        for number in range(_MOST_ROUNDS):
            met = [rule for part in parts for rule in _rules_met(part, value, merged.references)]
            if value is MISSING or all(rule in added for rule in met):
                break
            # An added member can make its own condition false; it stays nevertheless.
            unmet = [rule for rule in added if rule not in met] if number > 1 else []
            added = [*unmet, *met]
            both = Schema({**base, "allOf": [*filter(None, rest), *added]}, merged.references)
            value = self._generate_from_variants(both.merged, name)
        return value

    def _others(self, schema: Schema, value: Any) -> Iterator[Any]:
        """Yield additional values that match a schema, different ones first."""
        merged = self._merged(schema)
        raw = merged.raw
        if isinstance(raw.get("enum"), list) or "const" in raw:
            yield from as_list(raw.get("enum"))
        elif merged.one_of or merged.any_of:
            for variant in merged.one_of or merged.any_of:
                other = self.value(variant)
                if other is not MISSING:
                    yield other
                    yield from self._others(variant, other)
        elif isinstance(value, dict):
            properties = merged.properties
            for name in value:
                member = properties.get(name) or merged.additional_properties
                if member is not None and member.raw:
                    others = self._others(member, value[name])
                    yield from ({**value, name: other} for other in others if other != value[name])
        elif isinstance(value, list):
            item = merged.items
            if item is not None and value:
                yield from ([other, *value[1:]] for other in self._others(item, value[0]))
            if len(value) > as_count(raw.get("minItems"), 0):
                yield value[:-1]
        elif value is not None:
            yield from distinct_values(value, raw)

    def _generate_from_variants(self, merged: Schema, name: str) -> Any:
        if "oneOf" not in merged.raw and "anyOf" not in merged.raw:
            return self._generate_by_type(merged, name)
        key = "oneOf" if merged.one_of else "anyOf"
        variants = merged.one_of or merged.any_of
        # The current schema may be a variant that inherited oneOf from its base.
        named = next((each for each in reversed(self._inside) if isinstance(each, str)), "")
        is_chosen = any(variant.raw.get("$ref") == named for variant in variants)
        rest = Schema(without_keys(merged.raw, key), merged.references)
        if is_chosen and not merged.types and _is_unconstrained(rest):
            return MISSING
        if is_chosen or not variants:
            return self._generate_by_type(merged, name)
        variant = next((one for one in variants if not self._is_inside(one)), None)
        if variant is None:
            return MISSING
        value = self._generate_variant(merged, variant, key)
        discriminator = merged.discriminator
        if discriminator and isinstance(value, dict):
            return {**value, **discriminator_member(discriminator, variant)}
        return value

    def _generate_variant(self, merged: Schema, variant: Schema, key: str) -> Any:
        base = without_keys(merged.raw, key, "example", "examples", "default")
        if not base.keys() - _DOCUMENTATION_KEYWORDS:
            return self.value(variant)
        both = {**base, "allOf": [*as_list(base.get("allOf")), variant.raw]}
        self._inside.append(_recurring_schema(variant))
        value = self.value(Schema(both, merged.references))
        self._inside.pop()
        return value

    def _generate_by_type(self, schema: Schema, name: str) -> Any:
        kind = _example_type(schema)
        if kind == "object":
            return self._object(schema, name)
        if kind == "array":
            return self._array(schema)
        if kind == "string" and "contentSchema" in schema.raw:
            return self._encoded_content(schema)
        return _SCALAR_GENERATORS[kind](schema.raw)

    def _encoded_content(self, schema: Schema) -> str:
        """Return a text that contains a value, such as the JSON in the data of an event."""
        value = self.value(Schema.of(schema.raw["contentSchema"], schema.references))
        media_type = schema.raw.get("contentMediaType", "application/json")
        if value is MISSING or media_kind(str(media_type)) != "json":
            return generate_text(schema.raw)
        text = exact_json(value)
        if schema.raw.get("contentEncoding") == "base64":
            return base64.b64encode(text.encode()).decode()
        return text

    def _object(self, schema: Schema, name: str) -> Any:
        self._depth_left -= 1
        found = dict(self._members(schema))
        self._depth_left += 1
        self._fit_size(found, schema)
        discriminator = schema.discriminator
        if discriminator and name and discriminator.property_name in found:
            tag = _mapped_value(discriminator, name)
            if tag or found[discriminator.property_name] == "string":
                found[discriminator.property_name] = tag or next(iter(discriminator.mapping), name)
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
            if value is not MISSING:
                if value in GENERIC_VALUES:
                    rules = self._merged(member).raw
                    if explicit_value(rules) is MISSING:
                        value = value_for_name(name, value, rules)
                yield name, value
            elif is_required and member.allows_anything and self._budget > 0:
                yield name, self._value_of_recursion(member)
        for name in sorted(required - properties.keys())[: max(0, self._budget)]:
            value = self._value_of_name(name, schema)
            yield name, "string" if value is MISSING else value
        if not properties and not required and self._depth_left >= 0:
            yield from islice(self._unnamed_members(schema), 1)

    def _value_of_recursion(self, member: Schema) -> Any:
        """Return a value for a required member of a schema that contains itself.

        Its own optional members are omitted, which may contain it again. It is empty if there is
        no finite value.
        """
        if member.is_nullable:
            return None
        if "array" in self._merged(member).types:
            return []
        if self._is_shortest:
            self._is_endless = True
            return {}
        shortest = _ExampleGenerator(self._direction, 0, self._merged_by_name)
        shortest._budget = self._budget
        value = shortest.value(member)
        self._budget = shortest._budget
        return {} if shortest._is_endless or value is MISSING else value

    def _fit_size(self, found: Raw, schema: Schema) -> None:
        least = min(as_count(schema.raw.get("minProperties"), 0), _MAX_ITEMS)
        most = max(least, as_count(schema.raw.get("maxProperties"), _MAX_VALUES))
        if len(found) < least:
            properties = schema.properties
            hidden = {
                name
                for name, member in properties.items()
                if not self._is_included(member, is_required=True)
            }
            named = (
                (name, self.value(member))
                for name, member in properties.items()
                if name not in found and name not in hidden
            )
            for name, value in chain(named, self._unnamed_members(schema)):
                if len(found) >= least or self.is_spent:
                    break
                if name not in hidden and value is not MISSING:
                    found.setdefault(name, value)
        if len(found) > most:
            required = schema.required
            optional = [name for name in found if name not in required]
            for name in optional[most - len(found) :]:
                del found[name]

    def _value_of_name(self, name: str, schema: Schema) -> Any:
        """Return the value of a member that is required but not among the properties."""
        members = [
            member
            for pattern, member in schema.pattern_properties.items()
            if is_valid({"pattern": pattern}, name)
        ]
        additional = schema.additional_properties
        if not members and additional is not None:
            members = [additional]
        if not any(member.raw for member in members):
            return "string"
        both = {"allOf": [member.raw for member in members]}
        return self.value(members[0] if len(members) == 1 else Schema(both, schema.references))

    def _request_properties(
        self, properties: RawObject, required: frozenset[str], schema: Schema
    ) -> RawObject:
        """Return the properties that are required in a request or have explicit values."""
        if self._depth_left < 0:
            return {name: raw for name, raw in properties.items() if name in required}
        if self._direction == "response":
            return properties
        needed: Raw = {}
        has_some = not required <= properties.keys()
        for name, raw in islice(properties.items(), _MAX_VALUES):
            member = Schema.of(raw, schema.references)
            if name in required or self.has_value(member):
                needed[name] = raw
                has_some = has_some or self._is_included(member, is_required=name in required)
        return needed if has_some else properties

    def has_value(self, schema: Schema, depth: int = 0) -> bool:
        """Return whether a schema, or something inside it, has an explicit value."""
        reference = schema.raw.get("$ref")
        if isinstance(reference, str):
            if reference in self._has_value_by_name:
                return self._has_value_by_name[reference]
            # For recursive schemas, which reach this entry again.
            self._has_value_by_name[reference] = False
        raw = self._merged(schema).raw
        found = any(key in raw for key in _VALUE_KEYWORDS) or bool(as_list(raw.get("examples")))
        if not found and depth < _MAX_SEARCH_DEPTH:
            inside = [*as_object(raw.get("properties")).values()][:_MAX_SEARCHED_PROPERTIES]
            found = any(
                self.has_value(Schema.of(each, schema.references), depth + 1)
                for each in (*inside, raw.get("items"))
                if isinstance(each, Mapping)
            )
        if isinstance(reference, str):
            self._has_value_by_name[reference] = found
        return found

    def _is_included(self, member: Schema, *, is_required: bool) -> bool:
        raw = member.raw if "$ref" not in member.raw else self._merged(member).raw
        if raw.get(self._hidden) is True or member.raw.get(self._hidden) is True:
            return False
        if "allOf" in raw and member.merged.raw.get(self._hidden) is True:
            return False
        return is_required or raw.get("deprecated") is not True

    def _unnamed_members(self, schema: Schema) -> Iterator[tuple[str, Any]]:
        """Yield members for patternProperties and additionalProperties."""
        for pattern, member in schema.pattern_properties.items():
            names = {"type": "string", "pattern": pattern}
            yield from self._members_of_names(Schema(names, schema.references), member)
        additional = schema.additional_properties
        is_needed = as_count(schema.raw.get("minProperties"), 0) > 0
        if additional is None and is_needed:
            additional = Schema({}, schema.references)
        if additional is not None and (
            additional.raw or (is_needed and additional.allows_anything)
        ):
            names = {"type": "string", **as_object(schema.raw.get("propertyNames"))}
            yield from self._members_of_names(Schema(names, schema.references), additional)

    def _members_of_names(self, names: Schema, member: Schema) -> Iterator[tuple[str, Any]]:
        value = self.value(member)
        if value is MISSING:
            return
        first = self.value(names) if names.raw != {"type": "string"} else "key"
        yield str(first), value
        yield from ((str(other), value) for other in self._others(names, first))

    def _array(self, schema: Schema) -> Any:
        needs_items = "contains" in schema.raw or as_count(schema.raw.get("minItems"), 0) > 0
        if self._depth_left <= 0 and not needs_items:
            return []
        self._depth_left -= 1
        values = self._items(schema)
        self._depth_left += 1
        # A list that must not be empty is omitted where its entries would contain it again.
        is_refused = not values and as_count(schema.raw.get("minItems"), 0) > 0
        return MISSING if is_refused and any(each is not None for each in self._inside) else values

    def _items(self, schema: Schema) -> list[Any]:
        raw = schema.raw
        most = as_count(raw.get("maxItems"), _MAX_VALUES)
        old_tuple = [Schema.of(item, schema.references) for item in as_list(raw.get("items"))]
        first = (*schema.prefix_items, *old_tuple)[:most]
        values = [value for value in map(self.value, first) if value is not MISSING]
        rest = schema.items
        if old_tuple:
            rest = Schema.of(raw.get("additionalItems", True), schema.references)
        for part in (raw, *map(as_object, as_list(raw.get("allOf")))):
            if "contains" in part:
                self._add_contained(values, part, schema, rest)
        needed = min(as_count(raw.get("minItems"), 0), most)
        if needed > _MAX_ITEMS:
            needed = _FEW_ITEMS
        target_length = needed if values or rest is None else max(needed, min(1, most))
        if rest is None:
            rest = Schema({}, schema.references)
        if len(values) < target_length and rest.allows_anything:
            self._add_values(values, rest, target_length - len(values), schema)
        return values

    def _add_contained(
        self, values: list[Any], rules: RawObject, schema: Schema, rest: Schema | None
    ) -> None:
        """Add entries until enough of them follow ``contains``."""
        rule = _inline_references(rules["contains"], schema.references)
        found = sum(is_valid(rule, value) for value in values)
        missing = min(as_count(rules.get("minContains"), 1), _MAX_ITEMS) - found
        both = {"allOf": [rest.raw if rest else {}, rules["contains"]]}
        if missing > 0 and (rest is None or rest.allows_anything):
            item = Schema(both, schema.references)
            self._add_values(values, item, missing, schema)

    def _add_values(self, values: list[Any], item: Schema, count: int, schema: Schema) -> None:
        """Add entries that follow a schema, all different where they have to be."""
        value = self.value(item)
        if value is MISSING:
            return
        if schema.raw.get("uniqueItems") is not True:
            values += [value] * count
            return
        # Values that were already generated may be equal, too.
        others = islice(chain([value], self._others(item, value)), _MOST_VARIATIONS)
        target_length = len(values) + count
        for other in others:
            if len(values) >= target_length:
                break
            if not any(is_same_json(other, each) for each in values):
                values.append(other)

    def _without_hidden(self, schema: Schema, value: Any, depth: int = 0) -> Any:
        """Omit the members of an explicit value that are not in this direction."""
        if depth > _DEPTHS[0]:
            return value
        if isinstance(value, list) and schema.items is not None:
            item = self._merged(schema.items)
            return [self._without_hidden(item, each, depth + 1) for each in value]
        if not isinstance(value, Mapping):
            return value
        members = schema.properties
        return {
            name: self._without_hidden(self._merged(members[name]), each, depth + 1)
            if name in members
            else each
            for name, each in value.items()
            if name not in members or self._is_included(members[name], is_required=True)
        }


def _smaller_objects(schema: Schema, value: Any) -> Iterator[Raw]:
    """Yield an object without each of its optional members."""
    required = schema.required
    members = as_object(value)
    if len(members) > as_count(schema.raw.get("minProperties"), 0):
        yield from (without_keys(members, name) for name in members if name not in required)


def _rules_met(part: RawObject, value: Any, references: References) -> Iterator[Any]:
    """Yield the schemas that a value has to follow because of what it is."""
    if "if" in part:
        is_met = is_valid(_inline_references(part["if"], references), value)
        branch = part.get("then" if is_met else "else")
        if branch is not None:
            yield branch
    members = value if isinstance(value, Mapping) else {}
    for name, names in as_object(part.get("dependentRequired")).items():
        if name in members:
            yield {"required": names}
    for name, schema in as_object(part.get("dependentSchemas")).items():
        if name in members:
            yield schema


def _inline_references(raw: Any, references: References) -> Any:
    """Return a schema with references replaced by their targets, down to some depth."""
    inline: Any = {}
    for levels in range(_DEEPEST_CONDITION, 0, -1):
        room = iter(range(_LARGEST_CONDITION))
        inline = _inline_levels(raw, references, levels, room)
        if next(room, None) is not None:
            break
    return inline


def _inline_levels(raw: Any, references: References, levels: int, room: Iterator[int]) -> Any:
    """Inline some levels; there is room for as many schemas as the iterator has elements."""
    if not isinstance(raw, Mapping):
        return raw is not False
    if levels < 0 or next(room, None) is None:
        return {}
    if isinstance(raw.get("$ref"), str):
        raw = Schema(raw, references).resolved.raw
    inner = partial(_inline_levels, references=references, levels=levels - 1, room=room)
    inline: Raw = {}
    for key, value in raw.items():
        keyword = SCHEMA_KEYWORDS.get(key)
        if keyword is None:
            continue
        if keyword.schemas == "one":
            inline[key] = inner(value)
        elif keyword.schemas == "list":
            inline[key] = [*map(inner, as_list(value))]
        elif keyword.schemas == "map":
            inline[key] = {name: inner(each) for name, each in as_object(value).items()}
        elif not keyword.is_annotation:
            inline[key] = value
    return inline


def _example_type(schema: Schema) -> str:
    kind = next((name for name in schema.types if name in _KINDS), None)
    if kind:
        return kind
    has_variants = "oneOf" in schema.raw or "anyOf" in schema.raw
    has_null_only = "type" in schema.raw or (has_variants and not schema.has_variants)
    if schema.is_nullable and not schema.types and has_null_only:
        return "null"
    return "number" if any(key in schema.raw for key in _NUMBER_KEYWORDS) else "string"


_SCALAR_GENERATORS: Mapping[str, Callable[[RawObject], Any]] = {
    "string": generate_text,
    "integer": lambda raw: generate_number(raw, is_integer=True),
    "number": lambda raw: generate_number(raw, is_integer=False),
    "boolean": lambda raw: True,
    "null": lambda raw: None,
}
_KINDS = frozenset({*_SCALAR_GENERATORS, "object", "array"})
