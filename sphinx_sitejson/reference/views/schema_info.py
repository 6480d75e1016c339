"""Information about each schema of a document, computed once however often pages show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.messages import Message, join_messages
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.http_messages.visible_examples import RenderedExample
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.keywords import ANNOTATIONS
from sphinx_sitejson.openapi.raw import (
    MAX_REFERENCE_CHAIN,
    RawObject,
    as_list,
    as_object,
    escape_pointer_part,
    get_text,
)
from sphinx_sitejson.openapi.schemas import Schema, is_null_only

from .model import EnumValue, ExtensionView, SchemaLink
from .nested_schemas import collect_nested
from .schema_model import NestedSchemas, json_text, selected_extensions, typed_value
from .schema_texts import (
    MAX_TITLE_LENGTH,
    constraint_facts,
    enum_values,
    has_format_in_label,
    map_values,
    nested_facts,
    omitted_values_text,
    rules_beside,
    type_label,
)
from .security import deprecation_facts

MAX_WRAPPERS = 10
"""The number of wrappers that are removed before they count as recursion."""


@dataclass(frozen=True, slots=True)
class UnwrappedSchema:
    """A schema without wrappers, and the names of the references that led to it."""

    schema: Schema
    names: tuple[str, ...] = ()


def unwrap_schema(schema: Schema) -> UnwrappedSchema:
    """Resolve references and unwrap ``allOf`` and choices of one schema; outer annotations win."""
    names: list[str] = []
    for _ in range(MAX_WRAPPERS):
        names.extend(_referenced_names(schema))
        resolved = schema.resolved
        inner = _unwrap_all_of(resolved.raw) or _unwrap_single_choice(resolved.raw)
        if inner is None:
            schema = resolved
            break
        schema = Schema(inner, schema.references)
    unwrapped = replace(schema.merged, allows_anything=schema.allows_anything)
    return UnwrappedSchema(unwrapped, tuple(dict.fromkeys(names)))


def _referenced_names(schema: Schema) -> Iterator[str]:
    """Yield the names that a chain of references passes."""
    for _ in range(MAX_REFERENCE_CHAIN):
        reference = schema.raw.get("$ref")
        if not isinstance(reference, str):
            return
        if schema.reference_name:
            yield schema.reference_name
        schema = Schema.of(schema.references.at(reference), schema.references)


def _unwrap_all_of(raw: RawObject) -> dict[str, Any] | None:
    """Unwrap ``allOf`` with one reference: OpenAPI 3.0 allows no annotations beside ``$ref``."""
    parts = [as_object(part) for part in as_list(raw.get("allOf"))]
    references = [part for part in parts if "$ref" in part]
    if len(references) != 1 or not _is_documentation_only(raw, "allOf", "type"):
        return None
    keywords: dict[str, Any] = {}
    for part in parts:
        if part is not references[0]:
            if not _is_documentation_only(part):
                return None
            keywords.update(part)
    return {**references[0], **keywords, **_collect_annotations(raw)}


def _unwrap_single_choice(raw: RawObject) -> dict[str, Any] | None:
    """Unwrap a choice of one schema, or of one schema and null."""
    key = next((key for key in ("oneOf", "anyOf") if key in raw), "")
    variants = [as_object(variant) for variant in as_list(raw.get(key))]
    others = [variant for variant in variants if not is_null_only(variant)]
    if len(others) != 1 or not _is_documentation_only(raw, key, "type"):
        return None
    nullable = {"nullable": True} if len(others) < len(variants) else {}
    return {**others[0], **_collect_annotations(raw), **nullable}


def _is_documentation_only(raw: RawObject, *extra: str) -> bool:
    return all(key in ANNOTATIONS or key in extra or key.startswith("x-") for key in raw)


def _collect_annotations(raw: RawObject) -> dict[str, Any]:
    annotations = {
        key: value for key, value in raw.items() if key in ANNOTATIONS or key[:2] == "x-"
    }
    types = raw.get("type")
    if isinstance(types, list) and "null" in types:
        annotations["nullable"] = True
    return annotations


MAX_EXAMPLES = 10
_MAX_LAYERS = 8
_NOT_ONLY_ITEMS = frozenset(("properties", "prefixItems", "oneOf", "anyOf"))
_VALUE_KEYWORDS = frozenset(
    ("default", "example", "examples", "deprecated", "readOnly", "writeOnly", "title")
)
"""Keywords of a value that would seem to belong to the map."""
_ANY: tuple[Any, ...] = (True, {})
_IN_TYPE_LABEL = frozenset(("type", "format", "nullable", "items", "additionalProperties", "xml"))


class SchemaInfos:
    """Information about all schemas of a document."""

    def __init__(self, document: OpenApiDocument, options: ReferenceOptions) -> None:
        self.document = document
        self.options = options
        self._infos_by_schema: dict[tuple[int, bool], SchemaInfo] = {}
        self._references: dict[str, Schema] = {}
        self._links: dict[str, SchemaLink | None] = {}

    def get(self, schema: Schema) -> SchemaInfo:
        """Return the information about a schema."""
        # Raw data is never changed and each description keeps its own alive, so its
        # identity is a safe key, and the only one that costs nothing.
        key = (id(schema.raw), schema.allows_anything)
        info = self._infos_by_schema.get(key)
        if info is None:
            info = self._infos_by_schema[key] = SchemaInfo(schema, self)
        return info

    def get_raw(self, value: Any) -> SchemaInfo:
        """Return the information about a schema that is raw data."""
        return self.get(Schema.of(value, self.document.references))

    def named_reference(self, name: str) -> Schema:
        """Return a reference to a named schema, so that recursion is detected."""
        if name not in self._references:
            raw = {"$ref": f"#/components/schemas/{quote(escape_pointer_part(name))}"}
            self._references[name] = Schema(raw, self.document.references)
        return self._references[name]

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
        label = title if 0 < len(title) <= MAX_TITLE_LENGTH else name
        return SchemaLink(name=name, label=label, document=self.document.location)


class SchemaInfo:
    """Information about a schema, independent of where it is used."""

    def __init__(self, schema: Schema, infos: SchemaInfos) -> None:
        unwrapped = unwrap_schema(schema)
        self.source = schema
        self.schema = unwrapped.schema
        self._reference_names = unwrapped.names
        self._infos = infos

    @cached_property
    def schema_link(self) -> SchemaLink | None:
        """The link to the schema itself, if it has a name."""
        links = (self._infos.link(name) for name in self._reference_names)
        return next((link for link in links if link), None)

    @cached_property
    def link(self) -> SchemaLink | None:
        """The link to the schema, or to the element schema of an array or a map."""
        return next((layer.schema_link for layer in self._layers if layer.schema_link), None)

    @cached_property
    def base_link(self) -> SchemaLink | None:
        """The link to the first named part of ``allOf``, for a recursive schema without a name."""
        parts = as_list(self.element.source.resolved.raw.get("allOf"))
        references = (self._infos.get_raw(part).schema_link for part in parts)
        return next((link for link in references if link), None)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names by which recursion is detected."""
        return frozenset(name for layer in self._layers for name in layer._reference_names)

    @property
    def element(self) -> SchemaInfo:
        """The element schema of the innermost array or map; otherwise the schema itself."""
        return self._layers[-1]

    @property
    def is_map_value(self) -> bool:
        """Whether the element is the value of a map."""
        return len(self._layers) > 1 and self._layers[-2].schema.items is None

    @cached_property
    def _layers(self) -> tuple[SchemaInfo, ...]:
        """The schema, its element schema, the element schema of that, and so on."""
        layers = [self]
        while len(layers) <= _MAX_LAYERS:
            inner = self._find_element(layers[-1].schema)
            if inner is None:
                return tuple(layers)
            layers.append(inner)
        # Recursive lists and maps have no innermost item.
        return (self,)

    def _find_element(self, schema: Schema) -> SchemaInfo | None:
        values, items = map_values(schema), schema.items
        if values is not None:
            inner = self._infos.get(values)
            return inner if inner.is_covered_by_map else None
        if items is None or not schema.raw.keys().isdisjoint(_NOT_ONLY_ITEMS):
            return None
        return self._infos.get(items)

    @property
    def is_covered_by_map(self) -> bool:
        """Whether a map can show the information about its values as its own."""
        return bool(self.schema_link) or self.schema.raw.keys().isdisjoint(_VALUE_KEYWORDS)

    @cached_property
    def is_deprecated(self) -> bool:
        """Whether it is deprecated."""
        return self.schema.is_deprecated

    @cached_property
    def is_read_only(self) -> bool:
        """Whether it is part of responses only."""
        return self.schema.is_read_only

    @cached_property
    def is_write_only(self) -> bool:
        """Whether it is part of requests only."""
        return self.schema.is_write_only

    @cached_property
    def has_nested(self) -> bool:
        """Whether it has nested schemas."""
        return not self.nested.is_empty

    @cached_property
    def is_nullable(self) -> bool:
        """Whether null is allowed."""
        return self.schema.is_nullable or None in as_list(self.schema.raw.get("enum"))

    @cached_property
    def type_label(self) -> str:
        """The type as a short label."""
        return type_label(self, self._infos)

    @cached_property
    def enum(self) -> tuple[EnumValue, ...]:
        """The allowed values."""
        return enum_values(self.schema.raw)

    @cached_property
    def effective_enum(self) -> tuple[EnumValue, ...]:
        """The allowed values, or those of the elements of an array or a map."""
        return self.enum or self.element.enum

    @cached_property
    def schema_facts(self) -> tuple[str, ...]:
        """The constraints of the schema itself."""
        return tuple(self._collect_facts())

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The constraints of the schema, and those of its elements ("each at least 1")."""
        each = (fact for layer in self._layers[1:] for fact in layer.schema_facts)
        return (
            *self.schema_facts,
            *(Message("each {fact}", fact=fact) for fact in each),
            *nested_facts(self.schema, self._infos),
        )

    @cached_property
    def summary(self) -> str:
        """The schema in one line, for rules that mention it."""
        if self.schema_link:
            return self.schema_link.label
        values = ", ".join(value.value for value in self.enum[:MAX_EXAMPLES])
        if values:
            return Message("one of {values}", values=values) if len(self.enum) > 1 else values
        label = self.type_label
        parts = (*(() if label == "any" else (label,)), *self.schema_facts)
        return join_messages(", ", parts) or label

    @cached_property
    def description(self) -> str:
        """The description, with that of elements of an array or a map without a page."""
        texts: list[str] = []
        for layer in self._layers:
            text = layer.schema.description
            if text and text not in texts and not (texts and layer.schema_link):
                texts.append(text)
        return "\n\n".join(texts)

    @cached_property
    def default(self) -> str | None:
        """The default."""
        raw = self.schema.raw
        return typed_value(raw["default"]) if "default" in raw else None

    @cached_property
    def examples(self) -> tuple[RenderedExample, ...]:
        """The examples."""
        raw = self.schema.raw
        values = as_list(raw.get("examples"))[:MAX_EXAMPLES]
        if not values and "example" in raw:
            values = [raw["example"]]
        return tuple(RenderedExample(code=json_text(value, indent=2)) for value in values)

    @cached_property
    def extensions(self) -> tuple[ExtensionView, ...]:
        """The vendor extensions that the settings list."""
        return selected_extensions(self.schema.raw, self._infos.options)

    @cached_property
    def nested(self) -> NestedSchemas:
        """The nested schemas."""
        return collect_nested(self, self._infos)

    @cached_property
    def is_covered_by_label(self) -> bool:
        """Whether the type label describes the schema completely."""
        if self.schema_link or self.extensions or not self.schema.allows_anything:
            return False
        if self.element is not self and not self.element.is_covered_by_label:
            return False
        if self.element is self and self.schema.raw.get("additionalProperties", True) not in _ANY:
            return False
        return all(key in _IN_TYPE_LABEL or key.startswith("x-") for key in self.schema.raw)

    def _collect_facts(self) -> Iterator[str]:
        raw, schema = self.schema.raw, self.schema
        if schema.format and not has_format_in_label(schema):
            yield Message("format: {format}", format=schema.format)
        yield from constraint_facts(raw)
        for part in rules_beside(raw):
            if get_text(part, "format"):
                yield Message("format: {format}", format=get_text(part, "format"))
            yield from constraint_facts(part)
        if omitted_values_text(raw):
            yield omitted_values_text(raw)
        if self.is_deprecated:
            yield from deprecation_facts(raw)
