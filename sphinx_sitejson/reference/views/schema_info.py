"""Information about each schema of a document, computed once however often pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, reduce
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.messages import Message, form, join_messages
from sphinx_sitejson.common.records import record
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
    get_texts,
    iter_named_objects,
)
from sphinx_sitejson.openapi.schemas import Schema, is_null_only

from .model import EnumValue, Facts, FieldGroup, SchemaLink
from .schema_texts import (
    constraint_facts,
    enum_values,
    format_count,
    has_format_in_label,
    join_names,
    json_text,
    map_values,
    omitted_values_text,
    rules_beside,
    selected_extensions,
    typed_value,
    value_types,
)
from .security import deprecation_facts

MAX_WRAPPERS = 10
"""The number of wrappers that are removed before they count as recursion."""


def unwrap_schema(schema: Schema) -> tuple[Schema, tuple[str, ...]]:
    """Resolve references and unwrap ``allOf`` and choices of one schema; outer annotations win.

    The names are those of the references that led to the schema.
    """
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
    return unwrapped, tuple(dict.fromkeys(names))


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
        self.named_reference = cache(self._named_reference)
        """Return a reference to a named schema, so that recursion is detected."""
        self.link = cache(self._link)
        """Return the link to a named schema, if the document has it."""

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

    def _named_reference(self, name: str) -> Schema:
        raw = {"$ref": f"#/components/schemas/{quote(escape_pointer_part(name))}"}
        return Schema(raw, self.document.references)

    def _link(self, name: str) -> SchemaLink | None:
        schema = self.document.schemas.get(name)
        if schema is None:
            return None
        title = " ".join(schema.title.split())
        label = title if 0 < len(title) <= MAX_TITLE_LENGTH else name
        return SchemaLink(name=name, label=label, document=self.document.location)


@record
class Member:
    """A property, an item of a tuple, an additional choice, or a variant by its title."""

    name: str
    schema: Schema
    required: bool = False


@record
class NestedSchemas:
    """The schemas nested in a schema, one level deep."""

    group: FieldGroup = FieldGroup()
    """The labels and notes of their group, which has no fields or variants yet."""
    members: tuple[Member, ...] = ()
    variants: tuple[Member, ...] = ()

    @property
    def size(self) -> int:
        """The number of fields that count towards the budget of a page."""
        return len(self.members) + len(self.variants)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is nested."""
        return not self.size and self.group.is_empty


class SchemaInfo:
    """Information about a schema, independent of where it is used."""

    def __init__(self, schema: Schema, infos: SchemaInfos) -> None:
        self.source = schema
        self.schema, self._reference_names = unwrap_schema(schema)
        self.infos = infos
        self.nested: NestedSchemas | None = None
        """The nested schemas, once they are computed."""

    @cached_property
    def schema_link(self) -> SchemaLink | None:
        """The link to the schema itself, if it has a name."""
        links = (self.infos.link(name) for name in self._reference_names)
        return next(filter(None, links), None)

    @cached_property
    def link(self) -> SchemaLink | None:
        """The link to the schema, or to the element schema of an array or a map."""
        return next((layer.schema_link for layer in self._layers if layer.schema_link), None)

    @cached_property
    def base_link(self) -> SchemaLink | None:
        """The link to the first named part of ``allOf``, for a recursive schema without a name."""
        parts = as_list(self.element.source.resolved.raw.get("allOf"))
        references = (self.infos.get_raw(part).schema_link for part in parts)
        return next(filter(None, references), None)

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
            inner = self.infos.get(values)
            # Otherwise the map cannot show the information about its values as its own.
            is_covered = inner.schema.raw.keys().isdisjoint(_VALUE_KEYWORDS)
            return inner if inner.schema_link or is_covered else None
        if items is None or not schema.raw.keys().isdisjoint(_NOT_ONLY_ITEMS):
            return None
        return self.infos.get(items)

    @cached_property
    def is_nullable(self) -> bool:
        """Whether null is allowed."""
        return self.schema.is_nullable or None in as_list(self.schema.raw.get("enum"))

    @cached_property
    def type_label(self) -> str:
        """The type as a short label."""
        return type_label(self)

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
            *nested_facts(self.schema.raw, self.infos),
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
        raw = self.schema.raw
        return typed_value(raw["default"]) if "default" in raw else None

    @cached_property
    def examples(self) -> tuple[RenderedExample, ...]:
        return tuple(
            RenderedExample(code=json_text(value, indent=2)) for value in self._example_values
        )

    @cached_property
    def _example_values(self) -> list[Any]:
        """The examples; of an array without any, arrays of an example of its items."""
        raw = self.schema.raw
        values = as_list(raw.get("examples"))[:MAX_EXAMPLES]
        if not values and "example" in raw:
            return [raw["example"]]
        if not values and len(self._layers) > 1 and self.schema.items is not None:
            items = self._layers[1]
            return [] if items.schema_link else [[value] for value in items._example_values]
        return values

    @cached_property
    def extensions(self) -> Facts:
        """The vendor extensions that the settings list."""
        return selected_extensions(self.schema.raw, self.infos.options)

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
        if schema.is_deprecated:
            yield from deprecation_facts(raw)


MAX_CLAUSES = 20
"""A rule with more clauses is reduced to their number."""
_PROPERTY_KEYWORDS = (
    "properties",
    "patternProperties",
    "oneOf",
    "anyOf",
    "allOf",
    "unevaluatedProperties",
)


def nested_facts(raw: RawObject, infos: SchemaInfos) -> Iterator[str]:
    """Yield the constraints by subschemas: ``contains``, ``propertyNames``, ``not``."""
    if "contains" in raw:
        text = infos.get_raw(raw["contains"]).summary
        low, high = raw.get("minContains", 1), raw.get("maxContains")
        amount = format_count(low, high, "entries") or Message("entries")
        yield Message("contains {amount} of: {words}", amount=amount, words=text)
    if as_object(raw.get("propertyNames")):
        names = infos.get_raw(raw["propertyNames"])
        text = names.summary
        if text.startswith("string, "):
            text = join_messages(", ", names.schema_facts)
        yield Message("property names: {words}", words=text)
    if "not" in raw:
        yield Message("not {words}", words=_describe_negation(raw["not"], infos))
    if raw.get("additionalProperties") is False and _is_empty_object(raw):
        yield Message("no properties")
    for part in rules_beside(raw):
        yield from nested_facts(part, infos)


def rule_notes(info: SchemaInfo) -> Iterator[str]:
    """Yield the rules among several properties, each as a sentence."""
    raw, infos = info.schema.raw, info.infos
    undeclared = [name for name in get_texts(raw, "required") if name not in _properties(raw)]
    if undeclared:
        yield Message("Requires {names}.", names=_join_names(undeclared))
    for part in (raw, *rules_beside(raw)):
        yield from _iter_conditions(part, infos)
    yield from _iter_dependencies(raw, infos)


def _iter_conditions(raw: RawObject, infos: SchemaInfos) -> Iterator[str]:
    if "if" not in raw:
        return
    condition = _describe_clauses(raw["if"], infos)
    if "then" in raw:
        clauses = _describe_clauses(raw["then"], infos)
        yield Message("If {condition}: {clauses}.", condition=condition, clauses=clauses)
    if "else" in raw:
        clauses = _describe_clauses(raw["else"], infos)
        if "then" in raw:
            yield Message("Otherwise: {clauses}.", clauses=clauses)
        else:
            yield Message("Unless {condition}: {clauses}.", condition=condition, clauses=clauses)


def _iter_dependencies(raw: RawObject, infos: SchemaInfos) -> Iterator[str]:
    for key in ("dependentRequired", "dependencies"):
        for name, needed in as_object(raw.get(key)).items():
            names = [entry for entry in as_list(needed) if isinstance(entry, str)]
            if names:
                yield Message(
                    "If {name} is given, {clauses}.",
                    name=name,
                    clauses=_describe_requirement(names),
                )
    for key in ("dependentSchemas", "dependencies"):
        for name, schema in iter_named_objects(raw.get(key)):
            clauses = _describe_clauses(schema, infos)
            yield Message("If {name} is given: {clauses}.", name=name, clauses=clauses)


def closing_notes(info: SchemaInfo) -> Iterator[str]:
    """Yield whether other properties or items are allowed, as sentences."""
    raw, infos = info.schema.raw, info.infos
    others = [raw.get(key) for key in ("additionalProperties", "unevaluatedProperties")]
    if False in others and not _is_empty_object(raw):
        yield Message("No other properties.")
    elif "properties" in raw and (True in others or {} in others):
        yield Message("Other properties are allowed.")
    if isinstance(others[1], dict) and others[1]:
        yield Message("Other properties: {words}.", words=infos.get_raw(others[1]).summary)
    if raw.get("items") is False or raw.get("unevaluatedItems") is False:
        yield Message("No other items.")
    elif as_object(raw.get("unevaluatedItems")):
        yield Message("Other items: {words}.", words=infos.get_raw(raw["unevaluatedItems"]).summary)


def _is_empty_object(raw: RawObject) -> bool:
    """Whether a schema declares no properties."""
    return not any(raw.get(key) for key in _PROPERTY_KEYWORDS)


def _describe_negation(value: Any, infos: SchemaInfos) -> str:
    info = infos.get_raw(value)
    raw = info.schema.raw
    names = get_texts(raw, "required")
    if names and not info.schema_link:
        text = form("with {names} together") if len(names) > 1 else form("with {names}")
        return Message(text, names=_join_names(names))
    if "const" in raw:
        return typed_value(raw["const"])
    choices = [infos.get_raw(choice).summary for choice in as_list(raw.get("anyOf"))]
    return join_names(choices, is_choice=True) if choices else info.summary


def _describe_clauses(value: Any, infos: SchemaInfos) -> str:
    """Describe what a subschema requires: "kind is ship and crew is required"."""
    info = infos.get_raw(value)
    if not info.schema.allows_anything:
        return Message("not allowed")
    if info.schema_link:
        return Message("as {name}", name=info.schema_link.label)
    raw = info.schema.raw
    properties = _properties(raw)
    clauses = [_describe_property(name, schema, infos) for name, schema in properties.items()]
    needed = [
        name
        for name in get_texts(raw, "required")
        if "const" not in as_object(properties.get(name))
    ]
    if needed:
        clauses.append(_describe_requirement(needed))
    if len(clauses) > MAX_CLAUSES:
        return Message("{number} further rules", number=str(len(clauses)))
    return join_names(clauses) if clauses else info.summary


def _describe_property(name: str, schema: Any, infos: SchemaInfos) -> str:
    info = infos.get_raw(schema)
    if not info.schema.allows_anything:
        return Message("{name} is not allowed", name=name)
    raw = info.schema.raw
    if not raw:
        return Message("{name} is given", name=name)
    words = typed_value(raw["const"]) if "const" in raw else info.summary
    return Message("{name} is {words}", name=name, words=words)


def _describe_requirement(names: Sequence[str]) -> str:
    if len(names) == 1:
        return Message("{names} is required", names=names[0])
    return Message("{names} are required", names=_join_names(names))


def _properties(raw: RawObject) -> RawObject:
    return as_object(raw.get("properties"))


def _join_names(names: Sequence[str]) -> str:
    listed = names[:MAX_CLAUSES]
    extra = len(names) - len(listed)
    if extra <= 0:
        return join_names(listed)
    return join_names([*listed, Message("{number} more", number=str(extra))])


MAX_CHOICES = 3
"""A choice of more types is shown as their number."""
MAX_TITLE_LENGTH = 60

_MAX_DEPTH = 3
_ONE_OF = form("one of {number} types")
_ANY_OF = form("any of {number} types")
_FILES = frozenset({"binary", "file"})
"""The formats of files."""


def type_label(info: SchemaInfo, depth: int = 0) -> str:
    """Return the label for the type of a schema."""
    if not info.schema.allows_anything:
        return Message("never")
    label = _base_label(info, depth)
    if info.is_nullable and label != "any":
        return Message("{type} or null", type=label) if label else "null"
    return label or Message("any")


def choice_labels(info: SchemaInfo, depth: int = 0) -> tuple[str, ...]:
    """Return the labels of the variants, if they are few and clear."""
    schema = info.schema
    variants = schema.one_of or schema.any_of
    if not variants or len(variants) > 2 * MAX_CHOICES or depth >= _MAX_DEPTH:
        return ()
    labels = (_without_null(type_label(info.infos.get(each), depth + 1)) for each in variants)
    different = tuple(dict.fromkeys(labels))
    is_clear = len(different) <= MAX_CHOICES and not any(map(_is_vague, different))
    is_short = len(_join_alternatives(different)) <= MAX_TITLE_LENGTH
    return different if is_clear and is_short else ()


def _base_label(info: SchemaInfo, depth: int) -> str:
    schema = info.schema
    types = value_types(schema)
    has_choice = bool(schema.one_of or schema.any_of) and not info.enum
    # A named map shows the type of its values, unless it is itself an item or a value.
    is_named = has_choice or ("object" in types and (depth or map_values(schema) is None))
    if info.schema_link and is_named:
        return info.schema_link.label
    if types and not (has_choice and types == ("object",)):
        labels = (_single_label(name, info, depth) for name in types)
        return _join_alternatives(dict.fromkeys(labels))
    if has_choice and not schema.raw.get("properties"):
        alternatives = choice_labels(info, depth)
        variants = schema.one_of or schema.any_of
        count = Message(_ONE_OF if schema.one_of else _ANY_OF, number=str(len(variants)))
        return _join_alternatives(alternatives) or count
    if has_choice or types:
        return "object"
    # A schema without other types may allow more than null.
    return "" if info.is_nullable and schema.raw.get("type") == "null" else "any"


def _is_vague(label: str) -> bool:
    is_counted = isinstance(label, Message) and label.form in (_ONE_OF, _ANY_OF)
    return is_counted or label in ("any", "never")


def _single_label(name: str, info: SchemaInfo, depth: int) -> str:
    schema = info.schema
    if name == "array":
        if schema.prefix_items:
            return "tuple"
        if schema.items is None or depth >= _MAX_DEPTH:
            return "array"
        return Message("array of {type}", type=_nested_label(info.infos.get(schema.items), depth))
    if name == "object":
        values = map_values(schema) if depth < _MAX_DEPTH else None
        label = "any" if values is None else _nested_label(info.infos.get(values), depth)
        return "object" if label == "any" else Message("map of string to {type}", type=label)
    if name == "string" and schema.format in _FILES:
        return Message("file")
    if schema.format and has_format_in_label(schema):
        return f"{name} ({schema.format})"
    return name


def _nested_label(info: SchemaInfo, depth: int) -> str:
    label = type_label(info, depth + 1)
    is_several = " or " in label or _is_vague(label)
    return join_messages("", ("(", label, ")")) if is_several and label != "any" else label


def _join_alternatives(labels: Iterable[str]) -> str:
    alternatives = tuple(labels) or ("",)
    return reduce(
        lambda type_, other: Message("{type} or {other}", type=type_, other=other), alternatives
    )


def _without_null(label: str) -> str:
    if isinstance(label, Message) and label.endswith(" or null"):
        return label.values["type"]
    return label
