"""Type labels: "string (date-time)", "array of Pet", "map of string to integer"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx_sitejson.common.messages import Message, form, join_messages
from sphinx_sitejson.openapi.raw import as_list, json_type
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.fields.constraints import constant_choices

if TYPE_CHECKING:
    from .protocols import InfoProtocol, InfosProtocol

MAX_CHOICES = 3
"""A choice of more types is shown as their number."""
MAX_TITLE_LENGTH = 60

_MAX_DEPTH = 3
_ONE_OF = form("one of {number} types")
_ANY_OF = form("any of {number} types")
_NOT_ONLY_MAP = frozenset(
    ("properties", "patternProperties", "items", "prefixItems", "oneOf", "anyOf")
)
_FILES = frozenset({"binary", "file"})
"""The formats of files."""


def type_label(info: InfoProtocol, infos: InfosProtocol, depth: int = 0) -> str:
    """Return the label for the type of a schema."""
    schema = info.schema
    if not schema.allows_anything:
        return Message("never")
    label = _base_label(info, infos, depth)
    if info.is_nullable and label != "any":
        return Message("{type} or null", type=label) if label else "null"
    return label or Message("any")


def has_format_in_label(schema: Schema) -> bool:
    """Whether the label includes the format."""
    types = value_types(schema)
    return len(types) == 1 and types[0] not in ("object", "array")


def value_types(schema: Schema) -> tuple[str, ...]:
    """Return the types of a schema, or those of its allowed values."""
    types = schema.types
    if types:
        return types
    raw = schema.raw
    values = [raw["const"]] if "const" in raw else as_list(raw.get("enum"))
    values = values or [value for value, _ in constant_choices(raw)]
    return tuple(dict.fromkeys(json_type(value) for value in values if value is not None))


def map_values(schema: Schema) -> Schema | None:
    """Return the schema of the values, if the schema is only a map."""
    values = schema.additional_properties
    if values is None or not values.allows_anything or not values.raw:
        return None
    return values if schema.raw.keys().isdisjoint(_NOT_ONLY_MAP) else None


def choice_labels(info: InfoProtocol, infos: InfosProtocol, depth: int = 0) -> tuple[str, ...]:
    """Return the labels of the variants, if they are few and clear."""
    schema = info.schema
    variants = schema.one_of or schema.any_of
    if not variants or len(variants) > 2 * MAX_CHOICES or depth >= _MAX_DEPTH:
        return ()
    labels = (
        _without_null(type_label(infos.get(variant), infos, depth + 1)) for variant in variants
    )
    different = tuple(dict.fromkeys(labels))
    is_clear = not any(_is_vague(label) for label in different)
    is_clear = is_clear and len(_join_alternatives(different)) <= MAX_TITLE_LENGTH
    return different if len(different) <= MAX_CHOICES and is_clear else ()


def _base_label(info: InfoProtocol, infos: InfosProtocol, depth: int) -> str:
    schema = info.schema
    types = value_types(schema)
    has_choice = bool(schema.one_of or schema.any_of) and not info.enum
    # A named map shows the type of its values, unless it is itself an item or a value.
    is_named = has_choice or ("object" in types and (depth or map_values(schema) is None))
    if info.schema_link and is_named:
        return info.schema_link.label
    if types and not (has_choice and types == ("object",)):
        labels = (_single_label(name, info, infos, depth) for name in types)
        return _join_alternatives(dict.fromkeys(labels))
    if has_choice and not schema.raw.get("properties"):
        alternatives = choice_labels(info, infos, depth)
        return _join_alternatives(alternatives) or _count_label(schema)
    if has_choice or types:
        return "object"
    return "" if info.is_nullable and not _is_more_than_null(schema) else "any"


def _count_label(schema: Schema) -> Message:
    if schema.one_of:
        return Message(_ONE_OF, number=str(len(schema.one_of)))
    return Message(_ANY_OF, number=str(len(schema.any_of)))


def _is_vague(label: str) -> bool:
    is_counted = isinstance(label, Message) and label.form in (_ONE_OF, _ANY_OF)
    return is_counted or label in ("any", "never")


def _single_label(name: str, info: InfoProtocol, infos: InfosProtocol, depth: int) -> str:
    schema = info.schema
    if name == "array":
        return _array_label(schema, infos, depth)
    if name == "object":
        return _object_label(schema, infos, depth)
    if name == "string" and schema.format in _FILES:
        return Message("file")
    if schema.format and has_format_in_label(schema):
        return f"{name} ({schema.format})"
    return name


def _array_label(schema: Schema, infos: InfosProtocol, depth: int) -> str:
    if schema.prefix_items:
        return "tuple"
    if schema.items is None or depth >= _MAX_DEPTH:
        return "array"
    return Message("array of {type}", type=_nested_label(schema.items, infos, depth))


def _object_label(schema: Schema, infos: InfosProtocol, depth: int) -> str:
    values = map_values(schema)
    if values is None or depth >= _MAX_DEPTH:
        return "object"
    label = _nested_label(values, infos, depth)
    return "object" if label == "any" else Message("map of string to {type}", type=label)


def _nested_label(schema: Schema, infos: InfosProtocol, depth: int) -> str:
    label = type_label(infos.get(schema), infos, depth + 1)
    is_several = " or " in label or _is_vague(label)
    return join_messages("", ("(", label, ")")) if is_several and label != "any" else label


def _join_alternatives(labels: Iterable[str]) -> str:
    first, *others = tuple(labels) or ("",)
    for other in others:
        first = Message("{type} or {other}", type=first, other=other)
    return first


def _without_null(label: str) -> str:
    if isinstance(label, Message) and label.endswith(" or null"):
        return label.values["type"]
    return label


def _is_more_than_null(schema: Schema) -> bool:
    """Whether a schema without other types allows more than null."""
    return schema.raw.get("type") != "null"
