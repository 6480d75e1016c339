"""Types and constraints of a schema as short texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from sphinx_sitejson.common.characters import UNREADABLE, escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.messages import Message, form, join_messages
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.openapi.raw import RawObject, as_list, as_object, get_text, json_type
from sphinx_sitejson.openapi.schemas import Schema, is_null_only

from .model import EnumValue, Facts, FactView

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
        if text := format_count(raw.get(low), raw.get(high), unit):
            yield text
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


def _iter_ranges(raw: RawObject) -> Iterator[str]:
    low, is_above = _bound(raw, "minimum", "exclusiveMinimum", larger=True)
    high, is_below = _bound(raw, "maximum", "exclusiveMaximum", larger=False)
    if low is not None and high is not None and not is_above and not is_below:
        yield _format_number(low) if low == high else _format_span(low, high)
        return
    if low is not None:
        text = form("greater than {amount}") if is_above else form("at least {amount}")
        yield Message(text, amount=_format_number(low))
    if high is not None:
        text = form("less than {amount}") if is_below else form("at most {amount}")
        yield Message(text, amount=_format_number(high))


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


def format_count(low: Any, high: Any, unit: Unit) -> str:
    """Format a range of counts: "1 to 3 entries"; "" without bounds."""
    has_low, has_high = _is_number(low) and low > 0, _is_number(high)
    if not (has_low or has_high):
        return ""
    number = high if has_high else low
    one, many = _UNITS[unit]
    text = one if number == 1 else many
    if has_low and has_high and low != high:
        return Message(text, number=_format_span(low, high))
    amount = Message(text, number=_format_number(number))
    if not has_high:
        return Message("at least {amount}", amount=amount)
    return Message(form("exactly {amount}") if has_low else form("at most {amount}"), amount=amount)


def _format_span(low: Any, high: Any) -> Message:
    return Message("{low} to {high}", low=_format_number(low), high=_format_number(high))


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


_NOT_ONLY_MAP = frozenset(
    ("properties", "patternProperties", "items", "prefixItems", "oneOf", "anyOf")
)


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


MAX_VALUE_LENGTH = 5_000
"""In characters; a longer value belongs in an example, not beside a field."""


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Write a value as JSON."""
    try:
        text = escape_unreadable(exact_json(value, indent=indent))
    except (RecursionError, ValueError):
        return "…"
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"


def typed_value(value: Any) -> str:
    """Write a value as readers would type it: texts bare, unless that could mislead."""
    if not isinstance(value, str):
        return json_text(value)
    if value == value.strip() and value and not _is_ambiguous(value):
        return value if len(value) <= MAX_VALUE_LENGTH else f"{value[:MAX_VALUE_LENGTH]}…"
    return json_text(value)


def selected_extensions(extensions: Mapping[str, object], options: ReferenceOptions) -> Facts:
    """Return the vendor extensions that the settings list."""
    return tuple(
        FactView(name=name, value=typed_value(extensions[name]))
        for name in options.extensions
        if name in extensions
    )


def join_names(names: Iterable[str], *, is_choice: bool = False) -> str:
    """Write names as a list in a sentence: ``a, b and c``, of a choice ``a, b or c``."""
    *first, last = tuple(names) or ("",)
    if not first:
        return last
    before = join_messages(", ", first)
    if is_choice:
        return Message("{names} or {last}", names=before, last=last)
    return Message("{names} and {last}", names=before, last=last)


def _is_ambiguous(text: str) -> bool:
    if UNREADABLE.search(text) or text in ("true", "false", "null") or text.startswith('"'):
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
