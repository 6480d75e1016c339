"""Types and constraints of a schema as short texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from sphinx_sitejson.common.messages import Message, form, join_messages
from sphinx_sitejson.openapi.raw import (
    RawObject,
    as_list,
    as_object,
    get_text,
    get_texts,
    iter_named_objects,
    json_type,
)
from sphinx_sitejson.openapi.schemas import Schema, is_null_only

from .model import EnumValue
from .schema_model import join_names, json_text, typed_value

if TYPE_CHECKING:
    from .schema_model import InfoProtocol, InfosProtocol

Unit = Literal["characters", "items", "properties", "entries"]

_UNITS: dict[Unit, tuple[str, str]] = {
    "characters": (form("{number} character"), form("{number} characters")),
    "items": (form("{number} item"), form("{number} items")),
    "properties": (form("{number} property"), form("{number} properties")),
    "entries": (form("{number} entry"), form("{number} entries")),
}
_COUNTS: tuple[tuple[str, str, Unit], ...] = (
    ("minLength", "maxLength", "characters"),
    ("minItems", "maxItems", "items"),
    ("minProperties", "maxProperties", "properties"),
)


def constraint_facts(raw: RawObject) -> Iterator[str]:
    """Yield the constraints of a schema itself: ``{"minimum": 1}`` gives "at least 1"."""
    if "const" in raw:
        yield Message("always {value}", value=json_text(raw["const"]))
    yield from _iter_ranges(raw)
    if _is_number(raw.get("multipleOf")):
        yield Message("multiple of {number}", number=_format_number(raw["multipleOf"]))
    for low, high, unit in _COUNTS:
        if low in raw or high in raw:
            yield from _iter_counts(raw.get(low), raw.get(high), unit)
    if get_text(raw, "pattern"):
        yield Message("matches {pattern}", pattern=get_text(raw, "pattern"))
    if raw.get("uniqueItems") is True:
        yield Message("unique items")
    if get_text(raw, "contentEncoding"):
        yield Message("encoded as {encoding}", encoding=get_text(raw, "contentEncoding"))
    if get_text(raw, "contentMediaType"):
        yield Message("media type {type}", type=get_text(raw, "contentMediaType"))


_RULE_TEXTS = frozenset(
    (
        *("pattern", "format", "const", "multipleOf", "contentEncoding", "contentMediaType"),
        *("contains", "minContains", "maxContains", "not", "if", "then", "else"),
    )
)


def rules_beside(raw: RawObject) -> tuple[RawObject, ...]:
    """Return the parts of a merged ``allOf`` that are facts of the value itself.

    ``{"pattern": "^a", "allOf": [{"pattern": "b$"}]}`` gives ``{"pattern": "b$"}``: a value has to
    match both.
    """
    parts = (as_object(part) for part in as_list(raw.get("allOf")))
    return tuple(part for part in parts if part and part.keys() <= _RULE_TEXTS)


def format_count(low: Any, high: Any, unit: Unit) -> str:
    """Format a range of counts: "1 to 3 entries"; "" without bounds."""
    return next(_iter_counts(low, high, unit), "")


def _iter_ranges(raw: RawObject) -> Iterator[str]:
    low, is_above = _bound(raw, "minimum", "exclusiveMinimum", larger=True)
    high, is_below = _bound(raw, "maximum", "exclusiveMaximum", larger=False)
    if low is not None and high is not None and not is_above and not is_below:
        yield _format_number(low) if low == high else _format_span(low, high)
        return
    if low is not None:
        amount = _format_number(low)
        yield (
            Message("greater than {amount}", amount=amount)
            if is_above
            else Message("at least {amount}", amount=amount)
        )
    if high is not None:
        amount = _format_number(high)
        yield (
            Message("less than {amount}", amount=amount)
            if is_below
            else Message("at most {amount}", amount=amount)
        )


def _bound(
    raw: RawObject, inclusive: str, exclusive: str, *, larger: bool
) -> tuple[float | None, bool]:
    """Return the tighter bound and whether it is exclusive (in OpenAPI 3.0, a boolean)."""
    bound: Any = raw.get(inclusive)
    other: Any = raw.get(exclusive)
    if not _is_number(bound):
        return (other, True) if _is_number(other) else (None, False)
    if not _is_number(other):
        return bound, other is True
    other_is_tighter = other >= bound if larger else other <= bound
    return (other, True) if other_is_tighter else (bound, False)


def _iter_counts(low: Any, high: Any, unit: Unit) -> Iterator[str]:
    has_low, has_high = _is_number(low) and low > 0, _is_number(high)
    is_one = (high if has_high else low) == 1
    if has_low and has_high and low != high:
        yield _format_amount(_format_span(low, high), unit, is_one)
    elif has_low and has_high:
        yield Message("exactly {amount}", amount=_format_amount(_format_number(low), unit, is_one))
    elif has_low:
        yield Message("at least {amount}", amount=_format_amount(_format_number(low), unit, is_one))
    elif has_high:
        yield Message("at most {amount}", amount=_format_amount(_format_number(high), unit, is_one))


def _format_span(low: Any, high: Any) -> Message:
    return Message("{low} to {high}", low=_format_number(low), high=_format_number(high))


def _format_amount(number: str, unit: Unit, is_one: bool) -> Message:
    one, many = _UNITS[unit]
    return Message(one if is_one else many, number=number)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _format_number(value: Any) -> str:
    is_complete = type(value) is float and value.is_integer() and abs(value) < 1e15
    return json_text(int(value) if is_complete else value)


MAX_VALUES = 1_000
"""Longer lists are cut, so that one of them does not fill every page."""

_ENUM_KEYWORDS = frozenset({"type", "enum", "title", "description"})
"""The keywords of a variant that only lists values; with any other it is shown as a schema."""
_DESCRIPTIONS = ("x-enumDescriptions", "x-enum-descriptions", "x-enumdescriptions")
_NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names")


def enum_values(raw: RawObject) -> tuple[EnumValue, ...]:
    """Return the allowed values without null, which the type label names."""
    if isinstance(raw.get("enum"), list):
        return tuple(_listed_values(raw))
    return tuple(
        EnumValue(value=typed_value(choice), description=text)
        for choice, text in constant_choices(raw)[:MAX_VALUES]
        if choice is not None
    )


def omitted_values_text(raw: RawObject) -> str:
    """Return a text with the number of values that are not listed."""
    extra = len(as_list(raw.get("enum"))) - MAX_VALUES
    return Message("{number} further values", number=str(extra)) if extra > 0 else ""


def constant_choices(raw: RawObject) -> list[tuple[Any, str]]:
    """Return the values and descriptions of a choice that consists only of constants."""
    for key in ("oneOf", "anyOf"):
        choices = [_constants(as_object(variant)) for variant in as_list(raw.get(key))]
        found = [choice for each in choices for choice in each]
        if all(choices) and any(value is not None for value, _ in found):
            return found
    return []


def _constants(raw: RawObject) -> list[tuple[Any, str]]:
    if is_null_only(raw):
        return [(None, "")]
    is_list = isinstance(raw.get("enum"), list) and raw.keys() <= _ENUM_KEYWORDS
    if "const" not in raw and not is_list:
        return []
    text = _join_texts(get_text(raw, "title"), get_text(raw, "description"))
    return [(value, text) for value in ([raw["const"]] if "const" in raw else raw["enum"])]


def _listed_values(raw: RawObject) -> Iterator[EnumValue]:
    descriptions = next((raw[key] for key in _DESCRIPTIONS if key in raw), None)
    names = next((raw[key] for key in _NAMES if key in raw), None)
    for position, value in enumerate(raw["enum"][:MAX_VALUES]):
        if value is None:
            continue
        text = _join_texts(
            _enum_text(names, position, value), _enum_text(descriptions, position, value)
        )
        yield EnumValue(value=typed_value(value), description=text)


def _enum_text(entries: Any, position: int, value: Any) -> str:
    """Return the text for an allowed value, from a list by position or from an object by value."""
    if isinstance(entries, list):
        found = entries[position] if position < len(entries) else ""
    else:
        texts = as_object(entries)
        found = texts.get(value if isinstance(value, str) else typed_value(value), "")
    return found.strip() if isinstance(found, str) else ""


def _join_texts(name: str, description: str) -> str:
    return f"{name}: {description}" if name and description else name or description


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


def nested_facts(schema: Schema, infos: InfosProtocol) -> Iterator[str]:
    """Yield the constraints by subschemas: ``contains``, ``propertyNames``, ``not``."""
    raw = schema.raw
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
        yield from nested_facts(Schema(part, schema.references), infos)


def rule_notes(schema: Schema, infos: InfosProtocol) -> tuple[str, ...]:
    """Return the rules among several properties, each as a sentence."""
    return tuple(_iter_rules(schema, infos))


def _iter_rules(schema: Schema, infos: InfosProtocol) -> Iterator[str]:
    raw = schema.raw
    undeclared = [name for name in get_texts(raw, "required") if name not in _properties(raw)]
    if undeclared:
        yield Message("Requires {names}.", names=_join_names(undeclared))
    for part in (raw, *rules_beside(raw)):
        yield from _iter_conditions(part, infos)
    yield from _iter_dependencies(raw, infos)


def _iter_conditions(raw: RawObject, infos: InfosProtocol) -> Iterator[str]:
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


def _iter_dependencies(raw: RawObject, infos: InfosProtocol) -> Iterator[str]:
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


def closing_notes(schema: Schema, infos: InfosProtocol) -> tuple[str, ...]:
    """Return whether other properties or items are allowed, as sentences."""
    return tuple(_iter_closing_notes(schema.raw, infos))


def _iter_closing_notes(raw: RawObject, infos: InfosProtocol) -> Iterator[str]:
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
        text = infos.get_raw(raw["unevaluatedItems"]).summary
        yield Message("Other items: {words}.", words=text)


def _is_empty_object(raw: RawObject) -> bool:
    """Whether a schema declares no properties."""
    return not any(raw.get(key) for key in _PROPERTY_KEYWORDS)


def _describe_negation(value: Any, infos: InfosProtocol) -> str:
    info = infos.get_raw(value)
    raw = info.schema.raw
    names = get_texts(raw, "required")
    if names and not info.schema_link:
        if len(names) > 1:
            return Message("with {names} together", names=_join_names(names))
        return Message("with {names}", names=_join_names(names))
    if "const" in raw:
        return typed_value(raw["const"])
    choices = [infos.get_raw(choice).summary for choice in as_list(raw.get("anyOf"))]
    return join_names(choices, is_choice=True) if choices else info.summary


def _describe_clauses(value: Any, infos: InfosProtocol) -> str:
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


def _describe_property(name: str, schema: Any, infos: InfosProtocol) -> str:
    info = infos.get_raw(schema)
    if not info.schema.allows_anything:
        return Message("{name} is not allowed", name=name)
    raw = info.schema.raw
    if "const" in raw:
        return Message("{name} is {words}", name=name, words=typed_value(raw["const"]))
    if not raw:
        return Message("{name} is given", name=name)
    return Message("{name} is {words}", name=name, words=info.summary)


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
