"""Merging ``allOf``: one schema that asks for all that its parts ask for."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any

from .raw import RawObject, list_of, object_of
from .references import References

_LARGER_WINS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_SMALLER_WINS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_OWN_KEYWORDS = ("title", "description", "default", "example", "examples", "discriminator")


LONGEST_MERGE = 60
"""How many levels of parts in parts are merged; no sensible schema has more."""


def merged_all_of(
    raw: RawObject, references: References, taken: set[str] | None = None, depth: int = 0
) -> dict[str, Any]:
    """Return a schema without ``allOf`` that means the same.

    :param taken: the references that are part of it already: asking twice for the same
        changes nothing, so each is merged once, however many ways lead to it.
    """
    taken = set() if taken is None else taken
    merged = {key: value for key, value in raw.items() if key != "allOf"}
    keywords = {key: merged.pop(key) for key in _OWN_KEYWORDS if key in merged}
    for part in list_of(raw.get("allOf")) if depth < LONGEST_MERGE else ():
        reference = object_of(part).get("$ref")
        if isinstance(reference, str):
            if reference in taken:
                continue
            taken.add(reference)
        target = references.resolve(part).raw
        _take_over(merged, merged_all_of(target, references, taken, depth + 1))
    # What the schema says of itself wins over what its parts say of themselves.
    return {**merged, **keywords}


def _take_over(merged: dict[str, Any], part: RawObject) -> None:
    for key, value in part.items():
        if key not in merged:
            merged[key] = value
        elif key in _COMBINED:
            merged[key] = _COMBINED[key](merged[key], value)
        elif key in ("oneOf", "anyOf") and merged[key] != value:
            # Two independent choices: the second stays a part of its own, so nothing is lost.
            merged["allOf"] = [*list_of(merged.get("allOf")), {key: value}]
        elif key in _OWN_KEYWORDS:
            merged[key] = value


def _both_properties(first: Any, second: Any) -> dict[str, Any]:
    both = dict(object_of(first))
    for name, schema in object_of(second).items():
        is_new = name not in both or both[name] == schema
        both[name] = schema if is_new else {"allOf": [both[name], schema]}
    return both


def _both_lists(first: Any, second: Any) -> list[Any]:
    return [*list_of(first), *(entry for entry in list_of(second) if entry not in list_of(first))]


def _common_entries(first: Any, second: Any) -> list[Any]:
    common = [entry for entry in list_of(first) if entry in list_of(second)]
    return common or list_of(first)


def _common_types(first: Any, second: Any) -> Any:
    firsts = [first] if isinstance(first, str) else list_of(first)
    seconds = [second] if isinstance(second, str) else list_of(second)
    common = [name for name in firsts if name in seconds]
    return (common[0] if len(common) == 1 else common) or first


def _common_multiple(first: Any, second: Any) -> Any:
    both_integers = isinstance(first, int) and isinstance(second, int)
    return lcm(first, second) if both_integers else second


def _of_numbers(choose: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def combine(first: Any, second: Any) -> Any:
        numbers = [value for value in (first, second) if isinstance(value, int | float)]
        return choose(numbers) if numbers else first

    return combine


_COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "properties": _both_properties,
    "patternProperties": _both_properties,
    "required": _both_lists,
    "enum": _common_entries,
    "type": _common_types,
    "multipleOf": _common_multiple,
    **dict.fromkeys(_LARGER_WINS, _of_numbers(max)),
    **dict.fromkeys(_SMALLER_WINS, _of_numbers(min)),
}
