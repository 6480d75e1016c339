"""Example values made from schemas: sensible, finite, and the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, Literal

from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of
from sphinx_sitejson.openapi.references import References
from sphinx_sitejson.openapi.schemas import Discriminator, Schema

from .scalars import MADE_WITHOUT_NAME, example_number, example_text, fitting_name, others_like

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


Direction = Literal["request", "response"]

_MOST_VALUES = 400
_DEPTHS = (12, 5, 3, 2, 1)
"""An example that would grow too large is made again, less deep, so the top levels stay whole."""
_MOST_ITEMS = 200
"""A list that must be longer than that is shown with a few."""
_FEW_ITEMS = 3
_NUMBER_KEYWORDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_OWN_VALUE = ("example", "default", "const")
_DEEPEST_GIVEN = 3
_MOST_LOOKED_AT = 60
_WORDS_ONLY = frozenset({"discriminator", "title", "description", "nullable"})


def example_value(schema: Schema, *, direction: Direction) -> Any:
    """Return an example that follows a schema.

    That of a request has the members that it needs and those that the document gives a value
    for; where there are none, all. Nobody may change it: it shares its parts with the document
    and with other examples.
    """
    if schema.raw.keys() == {"$ref"} and isinstance(schema.raw["$ref"], str):
        return _value_of_named(schema.references, schema.raw["$ref"], direction)
    return _made_value(schema, direction)


@lru_cache(maxsize=2048)
def _value_of_named(references: References, reference: str, direction: Direction) -> Any:
    """Make the example of a named schema once; many operations answer with the same error."""
    return _made_value(Schema({"$ref": reference}, references), direction)


def _made_value(schema: Schema, direction: Direction) -> Any:
    merged_by_name: dict[str, Schema] = {}
    for depth in _DEPTHS:
        walk = _Walk(direction, depth, merged_by_name)
        value = walk.value(schema)
        if not walk.is_spent:
            break
    if isinstance(value, Missing):
        return {}
    return {} if value == "string" and _is_unconstrained(schema) else value


def gives_value(schema: Schema) -> bool:
    """Whether the document gives a value for a schema, or for something inside it."""
    return _Walk("request", _DEPTHS[0], {}).is_given(schema)


def needs_members(schema: Schema) -> bool:
    """Whether a value of a schema cannot be empty."""
    merged = schema.merged
    return bool(merged.required or merged.one_of or merged.any_of) or merged.types != ("object",)


def _is_unconstrained(schema: Schema) -> bool:
    raw = schema.resolved.raw
    return not any(key in raw for key in ("type", "format", *GIVEN_KEYWORDS, *_NUMBER_KEYWORDS))


class _Walk:
    """One walk through a schema, with what is left of its budget."""

    def __init__(
        self, direction: Direction, deepest: int, merged_by_name: dict[str, Schema]
    ) -> None:
        self._hidden = "readOnly" if direction == "request" else "writeOnly"
        self._is_request = direction == "request"
        self._given_by_name: dict[str, bool] = {}
        self._deepest = deepest
        self._left = _MOST_VALUES
        self._merged_by_name = merged_by_name
        self._inside: list[str] = []
        self._nesting = 0

    @property
    def is_spent(self) -> bool:
        """Whether the example was cut for its size."""
        return self._left <= 0

    def value(self, schema: Schema) -> Any:
        """Return a value, or MISSING where a circle closes or the budget ends."""
        self._left -= 1
        # Choices of choices are no depth that a reader sees, but they must end too.
        too_far = self._left <= 0 or self._nesting >= MAX_NESTING
        if too_far or not schema.allows_anything or self._is_inside(schema):
            return MISSING
        return self._entered(schema, lambda: self._of_merged(schema, self._merged(schema)))

    def _entered(self, schema: Schema, make: Callable[[], Any]) -> Any:
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

    def _of_merged(self, schema: Schema, merged: Schema) -> Any:
        given = given_value(merged.raw)
        if given is MISSING:
            return self._of_variants(merged, schema.reference_name)
        has_members = any(key in merged.raw for key in ("properties", "oneOf", "anyOf"))
        if not (has_members and isinstance(given, Mapping)) or is_own_value(given, schema):
            return given
        value = self._of_variants(merged, schema.reference_name)
        # The example of one part of several shows only some of the members.
        return {**value, **self._visible(merged, given)} if isinstance(value, dict) else value

    def _of_variants(self, merged: Schema, name: str) -> Any:
        if "oneOf" not in merged.raw and "anyOf" not in merged.raw:
            return self._of_kind(merged, name)
        key = "oneOf" if merged.one_of else "anyOf"
        variants = merged.one_of or merged.any_of
        if not variants or self._is_chosen(variants):
            return self._of_kind(merged, name)
        variant = next((one for one in variants if not self._is_inside(one)), None)
        if variant is None:
            return MISSING
        value = self._of_variant(merged, variant, key)
        discriminator = merged.discriminator
        if discriminator and isinstance(value, dict):
            return {**value, **tag_of_variant(discriminator, variant)}
        return value

    def _is_chosen(self, variants: tuple[Schema, ...]) -> bool:
        """Whether the schema at hand is a variant that took the choice over from its base."""
        return bool(self._inside) and any(
            variant.raw.get("$ref") == self._inside[-1] for variant in variants
        )

    def _of_variant(self, merged: Schema, variant: Schema, key: str) -> Any:
        left_out = (key, "example", "examples", "default")
        base = {name: raw for name, raw in merged.raw.items() if name not in left_out}
        if not base.keys() - _WORDS_ONLY:
            return self.value(variant)
        both = {**base, "allOf": [*list_of(base.get("allOf")), variant.raw]}
        return self._entered(variant, lambda: self.value(Schema(both, merged.references)))

    def _of_kind(self, schema: Schema, name: str) -> Any:
        kind = _kind_of(schema)
        if kind == "object":
            return self._object(schema, name)
        if kind == "array":
            return self._array(schema)
        return _SCALARS[kind](schema.raw)

    def _object(self, schema: Schema, name: str) -> Any:
        if self._deepest <= 0:
            return {}
        self._deepest -= 1
        found = dict(self._members(schema))
        self._deepest += 1
        discriminator = schema.discriminator
        if discriminator and name and discriminator.property_name in found:
            name_itself(found, discriminator, name)
        return found

    def _members(self, schema: Schema) -> Iterator[tuple[str, Any]]:
        # Not all properties become schemas: there may be far more than an example has room for.
        properties, required = object_of(schema.raw.get("properties")), schema.required
        for name, raw in self._needed(properties, required, schema).items():
            if self.is_spent:
                return
            member = Schema.of(raw, schema.references)
            is_required = name in required
            if not self._is_shown(member, is_required=is_required):
                continue
            value = self.value(member)
            if not isinstance(value, Missing):
                yield name, self._named(name, value, member)
            elif is_required and member.allows_anything and self._left > 0:
                yield name, {}
        for name in sorted(required - properties.keys())[: max(0, self._left)]:
            yield name, "string"
        if not properties and not required:
            yield from self._free_members(schema)

    def _named(self, name: str, value: Any, member: Schema) -> Any:
        """Return what fits the name better than a value that was made without knowing it."""
        if value not in MADE_WITHOUT_NAME or isinstance(value, bool):
            return value
        raw = self._merged(member).raw
        return fitting_name(name, value, raw) if given_value(raw) is MISSING else value

    def _needed(self, properties: RawObject, required: frozenset[str], schema: Schema) -> RawObject:
        """Return the properties that a request has to have, or that the document gives."""
        if not self._is_request:
            return properties
        needed = {
            name: raw
            for name, raw in [*properties.items()][:_MOST_VALUES]
            if name in required or self.is_given(Schema.of(raw, schema.references))
        }
        shown = (
            name
            for name, raw in needed.items()
            if self._is_shown(Schema.of(raw, schema.references), is_required=name in required)
        )
        has_some = required - properties.keys() or next(shown, None) is not None
        return needed if has_some else properties

    def is_given(self, schema: Schema, depth: int = 0) -> bool:
        """Whether the document gives a value for a schema, or for something inside it."""
        reference = schema.raw.get("$ref")
        if not isinstance(reference, str):
            return self._gives(schema, depth)
        if reference not in self._given_by_name:
            # A recursive call that reaches it again finds nothing there.
            self._given_by_name[reference] = False
            self._given_by_name[reference] = self._gives(schema, depth)
        return self._given_by_name[reference]

    def _gives(self, schema: Schema, depth: int) -> bool:
        raw = self._merged(schema).raw
        if any(key in raw for key in _OWN_VALUE) or list_of(raw.get("examples")):
            return True
        if depth >= _DEEPEST_GIVEN:
            return False
        inside = [*object_of(raw.get("properties")).values()][:_MOST_LOOKED_AT]
        inside.append(raw.get("items"))
        return any(
            self.is_given(Schema.of(each, schema.references), depth + 1)
            for each in inside
            if isinstance(each, Mapping)
        )

    def _is_shown(self, member: Schema, *, is_required: bool) -> bool:
        raw = member.raw if "$ref" not in member.raw else self._merged(member).raw
        if raw.get(self._hidden) is True or member.raw.get(self._hidden) is True:
            return False
        if "allOf" in raw and member.merged.raw.get(self._hidden) is True:
            return False
        return is_required or raw.get("deprecated") is not True

    def _free_members(self, schema: Schema) -> Iterator[tuple[str, Any]]:
        """Yield one member that the schema allows without naming it."""
        for pattern, member in schema.pattern_properties.items():
            name = example_text({"pattern": pattern})
            yield from self._free_member(name, member)
            return
        additional = schema.additional_properties
        if additional is not None and additional.raw:
            names = object_of(schema.raw.get("propertyNames"))
            name = self.value(Schema.of(names, schema.references)) if names else "key"
            yield from self._free_member(str(name), additional)

    def _free_member(self, name: str, member: Schema) -> Iterator[tuple[str, Any]]:
        value = self.value(member)
        if not isinstance(value, Missing):
            yield name, value

    def _array(self, schema: Schema) -> Any:
        if self._deepest <= 0:
            return []
        self._deepest -= 1
        values = list(self._items(schema))
        self._deepest += 1
        return values

    def _items(self, schema: Schema) -> Iterator[Any]:
        most = _count(schema.raw.get("maxItems"), _MOST_VALUES)
        old_tuple = [Schema.of(raw, schema.references) for raw in list_of(schema.raw.get("items"))]
        first = (*schema.prefix_items, *old_tuple)[:most]
        yield from (value for value in map(self.value, first) if value is not MISSING)
        if first or schema.items is None or most == 0:
            return
        value = self.value(schema.items)
        if value is MISSING:
            return
        needed = min(_count(schema.raw.get("minItems"), 1), most)
        wanted = max(1, needed if needed <= _MOST_ITEMS else _FEW_ITEMS)
        yield from self._repeated(value, wanted, schema)

    def _repeated(self, value: Any, wanted: int, schema: Schema) -> Iterator[Any]:
        yield value
        if schema.raw.get("uniqueItems") is not True:
            yield from [value] * (wanted - 1)
        elif schema.items is not None:
            raw = schema.items.merged.raw
            others = list_of(raw.get("enum")) or others_like(value, wanted - 1, raw)
            yield from [other for other in others if other != value][: wanted - 1]

    def _visible(self, schema: Schema, given: RawObject) -> dict[str, Any]:
        members = schema.properties
        return {
            name: value
            for name, value in given.items()
            if name not in members or self._is_shown(members[name], is_required=True)
        }


def _kind_of(schema: Schema) -> str:
    kind = next((name for name in schema.types if name in _KINDS), None)
    if kind:
        return kind
    if schema.is_nullable and not schema.types and "type" in schema.raw:
        return "null"
    is_number = any(key in schema.raw for key in _NUMBER_KEYWORDS)
    return "number" if is_number else "string"


_SCALARS: Mapping[str, Callable[[RawObject], Any]] = {
    "string": example_text,
    "integer": lambda raw: example_number(raw, is_complete=True),
    "number": lambda raw: example_number(raw, is_complete=False),
    "boolean": lambda raw: True,
    "null": lambda raw: None,
}
_KINDS = frozenset({*_SCALARS, "object", "array"})


def _count(value: Any, default: int) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else default
