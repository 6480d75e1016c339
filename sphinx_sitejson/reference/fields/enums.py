"""Allowed values, with what the document says of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.raw import RawObject, list_of, object_of, text_of
from sphinx_sitejson.reference.texts.value_formatting import typed_value
from sphinx_sitejson.reference.views import EnumValue

MOST_VALUES = 1_000
"""Longer lists are cut, so that one of them cannot fill a site."""

_OF_LISTED_VALUES = frozenset({"type", "enum", "title", "description"})
"""What may stand beside the values of a variant; with anything else it is a schema to show."""
_DESCRIPTIONS = ("x-enumDescriptions", "x-enum-descriptions", "x-enumdescriptions")
_NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names")


def enum_values(raw: RawObject) -> tuple[EnumValue, ...]:
    """Return the allowed values; the type already says whether null is allowed."""
    if isinstance(raw.get("enum"), list):
        return tuple(_listed_values(raw))
    return tuple(
        EnumValue(value=typed_value(choice), description=words)
        for choice, words in constant_choices(raw)[:MOST_VALUES]
        if choice is not None
    )


def omitted_values_text(raw: RawObject) -> str:
    """Say how many allowed values are not listed."""
    extra = len(list_of(raw.get("enum"))) - MOST_VALUES
    return Message("{number} further values", number=str(extra)) if extra > 0 else ""


def constant_choices(raw: RawObject) -> list[tuple[Any, str]]:
    """Return values and words of variants that are nothing but values; none if one is more."""
    for key in ("oneOf", "anyOf"):
        choices = [_constants(object_of(variant)) for variant in list_of(raw.get(key))]
        found = [choice for each in choices for choice in each]
        if all(choices) and any(value is not None for value, _ in found):
            return found
    return []


def is_null(raw: RawObject) -> bool:
    """Whether null is the only value that a schema allows."""
    if raw.get("type") == "null" or ("const" in raw and raw["const"] is None):
        return True
    return raw.get("enum") == [None]


def _constants(raw: RawObject) -> list[tuple[Any, str]]:
    if is_null(raw):
        return [(None, "")]
    is_list = isinstance(raw.get("enum"), list) and raw.keys() <= _OF_LISTED_VALUES
    if "const" not in raw and not is_list:
        return []
    words = _joined(text_of(raw, "title"), text_of(raw, "description"))
    return [(value, words) for value in ([raw["const"]] if "const" in raw else raw["enum"])]


def _listed_values(raw: RawObject) -> Iterator[EnumValue]:
    descriptions = next((raw[key] for key in _DESCRIPTIONS if key in raw), None)
    names = next((raw[key] for key in _NAMES if key in raw), None)
    for position, value in enumerate(raw["enum"][:MOST_VALUES]):
        if value is None:
            continue
        words = _joined(_entry_of(names, position, value), _entry_of(descriptions, position, value))
        yield EnumValue(value=typed_value(value), description=words)


def _entry_of(entries: Any, position: int, value: Any) -> str:
    """Look up what stands for a value, in a list or in an object."""
    if isinstance(entries, list):
        found = entries[position] if position < len(entries) else ""
    else:
        texts = object_of(entries)
        found = texts.get(value if isinstance(value, str) else typed_value(value), "")
    return found.strip() if isinstance(found, str) else ""


def _joined(name: str, description: str) -> str:
    return f"{name}: {description}" if name and description else name or description
