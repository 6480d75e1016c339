"""What a document says of each schema, worked out once however often a site shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.messages import Message, join_messages
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.keywords import ANNOTATIONS
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of, text_of
from sphinx_sitejson.openapi.references import LONGEST_CHAIN, escape
from sphinx_sitejson.openapi.schemas import Schema, is_null_only
from sphinx_sitejson.reference.deprecation import deprecation_facts
from sphinx_sitejson.reference.options import ReferenceOptions
from sphinx_sitejson.reference.texts.value_formatting import json_text, typed_value
from sphinx_sitejson.reference.views import EnumValue, ExampleView, ExtensionView, SchemaLink

from .constraints import (
    constraint_facts,
    enum_values,
    nested_facts,
    omitted_values_text,
    rules_beside,
)
from .nested_schemas import inside_of
from .protocols import Inside
from .type_labels import LONGEST_TITLE, has_format_in_label, map_values, type_label

MOST_WRAPPINGS = 10
"""How many wrappings are opened before they count as a circle."""


@dataclass(frozen=True, slots=True)
class PlainSchema:
    """A schema without its wrappings, and the names that were passed on the way to it."""

    schema: Schema
    names: tuple[str, ...] = ()


def plain_schema(schema: Schema) -> PlainSchema:
    """Take the wrappings off a schema; what a wrapping says of itself wins."""
    names: list[str] = []
    for _ in range(MOST_WRAPPINGS):
        names.extend(_names_on_the_way(schema))
        resolved = schema.resolved
        inner = _lone_part(resolved.raw) or _lone_choice(resolved.raw)
        if inner is None:
            schema = resolved
            break
        schema = Schema(inner, schema.references)
    plain = replace(schema.merged, allows_anything=schema.allows_anything)
    return PlainSchema(plain, tuple(dict.fromkeys(names)))


def _names_on_the_way(schema: Schema) -> Iterator[str]:
    """Yield the names that a chain of references passes."""
    for _ in range(LONGEST_CHAIN):
        reference = schema.raw.get("$ref")
        if not isinstance(reference, str):
            return
        if schema.reference_name:
            yield schema.reference_name
        schema = Schema.of(schema.references.at(reference), schema.references)


def _lone_part(raw: RawObject) -> dict[str, Any] | None:
    """Open ``allOf`` with one reference, the way 3.0 writes words beside a reference."""
    parts = [object_of(part) for part in list_of(raw.get("allOf"))]
    references = [part for part in parts if "$ref" in part]
    if len(references) != 1 or not _is_documentation_only(raw, "allOf", "type"):
        return None
    keywords: dict[str, Any] = {}
    for part in parts:
        if part is not references[0]:
            if not _is_documentation_only(part):
                return None
            keywords.update(part)
    return {**references[0], **keywords, **_annotations_of(raw)}


def _lone_choice(raw: RawObject) -> dict[str, Any] | None:
    """Open a choice between one schema and null, or of one schema."""
    key = next((key for key in ("oneOf", "anyOf") if key in raw), "")
    variants = [object_of(variant) for variant in list_of(raw.get(key))]
    others = [variant for variant in variants if not is_null_only(variant)]
    if len(others) != 1 or not _is_documentation_only(raw, key, "type"):
        return None
    nullable = {"nullable": True} if len(others) < len(variants) else {}
    return {**others[0], **_annotations_of(raw), **nullable}


def _is_documentation_only(raw: RawObject, *extra: str) -> bool:
    return all(key in ANNOTATIONS or key in extra or key.startswith("x-") for key in raw)


def _annotations_of(raw: RawObject) -> dict[str, Any]:
    annotations = {
        key: value for key, value in raw.items() if key in ANNOTATIONS or key[:2] == "x-"
    }
    types = raw.get("type")
    if isinstance(types, list) and "null" in types:
        annotations["nullable"] = True
    return annotations


MOST_EXAMPLES = 10
_MOST_LAYERS = 8
_BESIDE_ITEMS = frozenset(("properties", "prefixItems", "oneOf", "anyOf"))
_OF_ONE_VALUE = frozenset(
    ("default", "example", "examples", "deprecated", "readOnly", "writeOnly", "title")
)
"""What would be taken for the map's own if it stood beside a map."""
_ANY: tuple[Any, ...] = (True, {})
_IN_TYPE_LABEL = frozenset(("type", "format", "nullable", "items", "additionalProperties", "xml"))


class DescribedSchemas:
    """All descriptions of one document."""

    def __init__(self, document: OpenApiDocument, options: ReferenceOptions) -> None:
        self.document = document
        self.options = options
        self._known: dict[tuple[int, bool], DescribedSchema] = {}
        self._named: dict[str, Schema] = {}
        self._links: dict[str, SchemaLink | None] = {}

    def of(self, schema: Schema) -> DescribedSchema:
        """Return the description of a schema."""
        # Raw data is never changed and each description keeps its own alive, so its
        # identity is a safe key, and the only one that costs nothing.
        key = (id(schema.raw), schema.allows_anything)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = DescribedSchema(schema, self)
        return known

    def raw(self, value: Any) -> DescribedSchema:
        """Return the description of raw data that is a schema."""
        return self.of(Schema.of(value, self.document.references))

    def named(self, name: str) -> Schema:
        """Return a named schema as a reference, so that it is known again inside itself."""
        if name not in self._named:
            raw = {"$ref": f"#/components/schemas/{quote(escape(name))}"}
            self._named[name] = Schema(raw, self.document.references)
        return self._named[name]

    def link(self, name: str) -> SchemaLink | None:
        """Return the link to a named schema, if the document has it."""
        if name not in self._links:
            self._links[name] = self._new_link(name)
        return self._links[name]

    def _new_link(self, name: str) -> SchemaLink | None:
        schema = self.document.schemas.get(name)
        if schema is None:
            return None
        title = " ".join(schema.title.split())
        label = title if 0 < len(title) <= LONGEST_TITLE else name
        return SchemaLink(name=name, label=label, document=self.document.location)


class DescribedSchema:
    """One schema in words; where it stands and what surrounds it is no matter here."""

    def __init__(self, schema: Schema, book: DescribedSchemas) -> None:
        plain = plain_schema(schema)
        self.source = schema
        self.schema = plain.schema
        self._own_names = plain.names
        self._book = book

    @cached_property
    def own_link(self) -> SchemaLink | None:
        """The page of the schema itself, if it has a name."""
        links = (self._book.link(name) for name in self._own_names)
        return next((link for link in links if link), None)

    @cached_property
    def link(self) -> SchemaLink | None:
        """The page of the schema, or of what a list or a map holds."""
        return next((layer.own_link for layer in self._layers if layer.own_link), None)

    @cached_property
    def base_link(self) -> SchemaLink | None:
        """The page of the first named part, for a schema that is met again and has none."""
        parts = list_of(self.element.source.resolved.raw.get("allOf"))
        references = (self._book.raw(part).own_link for part in parts)
        return next((link for link in references if link), None)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names under which it would be met again in a circle."""
        return frozenset(name for layer in self._layers for name in layer._own_names)

    @property
    def element(self) -> DescribedSchema:
        """What stands inside: of a list or a map what it holds, of anything else itself."""
        return self._layers[-1]

    @property
    def is_held_by_map(self) -> bool:
        """Whether the innermost of its lists and maps is a map."""
        return len(self._layers) > 1 and self._layers[-2].schema.items is None

    @cached_property
    def _layers(self) -> tuple[DescribedSchema, ...]:
        """The schema, what it holds, what that holds, and so on."""
        found = [self]
        while len(found) <= _MOST_LAYERS:
            held = self._held_by(found[-1].schema)
            if held is None:
                return tuple(found)
            found.append(held)
        # Lists and maps that are nested in a circle hold nothing to speak of.
        return (self,)

    def _held_by(self, schema: Schema) -> DescribedSchema | None:
        values, items = map_values(schema), schema.items
        if values is not None:
            held = self._book.of(values)
            return held if held.is_covered_by_map else None
        if items is None or not schema.raw.keys().isdisjoint(_BESIDE_ITEMS):
            return None
        return self._book.of(items)

    @property
    def is_covered_by_map(self) -> bool:
        """Whether all that is said of it can stand beside a map that holds it."""
        return bool(self.own_link) or self.schema.raw.keys().isdisjoint(_OF_ONE_VALUE)

    @cached_property
    def is_deprecated(self) -> bool:
        """Whether it is on its way out."""
        return self.schema.is_deprecated

    @cached_property
    def is_read_only(self) -> bool:
        """Whether it belongs in answers only."""
        return self.schema.is_read_only

    @cached_property
    def is_write_only(self) -> bool:
        """Whether it belongs in requests only."""
        return self.schema.is_write_only

    @cached_property
    def has_inside(self) -> bool:
        """Whether anything is nested in it."""
        return not self.inside.is_empty

    @cached_property
    def is_nullable(self) -> bool:
        """Whether null is allowed."""
        return self.schema.is_nullable or None in list_of(self.schema.raw.get("enum"))

    @cached_property
    def type_label(self) -> str:
        """The type in a few words."""
        return type_label(self, self._book)

    @cached_property
    def enum(self) -> tuple[EnumValue, ...]:
        """The allowed values."""
        return enum_values(self.schema.raw)

    @cached_property
    def shown_enum(self) -> tuple[EnumValue, ...]:
        """The allowed values, of a list or a map those of what it holds."""
        return self.enum or self.element.enum

    @cached_property
    def own_facts(self) -> tuple[str, ...]:
        """What it says of its own values, in words."""
        return tuple(self._own_facts())

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """All constraints in words, of a list or a map also those of what it holds."""
        each = (fact for layer in self._layers[1:] for fact in layer.own_facts)
        return (
            *self.own_facts,
            *(Message("each {fact}", fact=fact) for fact in each),
            *nested_facts(self.schema, self._book),
        )

    @cached_property
    def words(self) -> str:
        """The schema in one line, for rules that speak of it."""
        if self.own_link:
            return self.own_link.label
        values = ", ".join(value.value for value in self.enum[:MOST_EXAMPLES])
        if values:
            return Message("one of {values}", values=values) if len(self.enum) > 1 else values
        label = self.type_label
        parts = (*(() if label == "any" else (label,)), *self.own_facts)
        return join_messages(", ", parts) or label

    @cached_property
    def description(self) -> str:
        """The description; of a list or a map also that of what it holds, if it has no page."""
        said: list[str] = []
        for layer in self._layers:
            text = layer.schema.description
            if text and text not in said and not (said and layer.own_link):
                said.append(text)
        return "\n\n".join(said)

    @cached_property
    def default(self) -> str | None:
        """The default."""
        raw = self.schema.raw
        return typed_value(raw["default"]) if "default" in raw else None

    @cached_property
    def examples(self) -> tuple[ExampleView, ...]:
        """The examples."""
        raw = self.schema.raw
        values = list_of(raw.get("examples"))[:MOST_EXAMPLES]
        if not values and "example" in raw:
            values = [raw["example"]]
        return tuple(ExampleView(code=json_text(value, indent=2)) for value in values)

    @cached_property
    def extensions(self) -> tuple[ExtensionView, ...]:
        """The vendor extensions that the owner wants to see."""
        raw = self.schema.raw
        return tuple(
            ExtensionView(name=name, value=typed_value(raw[name]))
            for name in self._book.options.extensions
            if name in raw
        )

    @cached_property
    def inside(self) -> Inside:
        """What is nested in it."""
        return inside_of(self, self._book)

    @cached_property
    def is_bare(self) -> bool:
        """Whether its type says all there is to say of it."""
        if self.own_link or self.extensions or not self.schema.allows_anything:
            return False
        if self.element is not self and not self.element.is_bare:
            return False
        if self.element is self and self.schema.raw.get("additionalProperties", True) not in _ANY:
            return False
        return all(key in _IN_TYPE_LABEL or key.startswith("x-") for key in self.schema.raw)

    def _own_facts(self) -> Iterator[str]:
        raw, schema = self.schema.raw, self.schema
        if schema.format and not has_format_in_label(schema):
            yield Message("format: {format}", format=schema.format)
        yield from constraint_facts(raw)
        for part in rules_beside(raw):
            if text_of(part, "format"):
                yield Message("format: {format}", format=text_of(part, "format"))
            yield from constraint_facts(part)
        if omitted_values_text(raw):
            yield omitted_values_text(raw)
        if self.is_deprecated:
            yield from deprecation_facts(raw)
