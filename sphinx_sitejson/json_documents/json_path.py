"""Finds the values of a document that a JSONPath query (RFC 9535) names, with their paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from sphinx_sitejson.problems import JsonPath

from .json_path_text import (
    Comparison,
    Expression,
    Filter,
    FilterCall,
    FilterConstant,
    Logic,
    Query,
    Segment,
    Selector,
    Slice,
    Wildcard,
    read_json_path,
)

Found = tuple[JsonPath, Any]

NOTHING = object()
"""What a query finds that finds no value."""


def find_values(query: str, document: Any) -> list[Found]:
    """Return the paths and values that a query finds; raise JsonPathError if it is none."""
    return _Search(document).follow(read_json_path(query), [((), document)])


class _Search:
    def __init__(self, document: Any) -> None:
        self._document = document

    def follow(self, query: Query, starts: list[Found]) -> list[Found]:
        found = starts
        for segment in query.segments:
            found = [each for start in found for each in self._step(segment, start)]
        return found

    def _step(self, segment: Segment, start: Found) -> Iterator[Found]:
        for place in _with_descendants(start) if segment.is_descendant else (start,):
            for selector in segment.selectors:
                yield from self._selected(selector, place)

    def _selected(self, selector: Selector, place: Found) -> Iterator[Found]:
        path, value = place
        if isinstance(selector, str):
            if isinstance(value, dict) and selector in value:
                yield (*path, selector), value[selector]
        elif isinstance(selector, int):
            if isinstance(value, list) and -len(value) <= selector < len(value):
                index = selector % len(value)
                yield (*path, index), value[index]
        elif isinstance(selector, Wildcard):
            yield from _members(place)
        elif isinstance(selector, Filter):
            members = list(_members(place))
            yield from (each for each in members if self._holds(selector.condition, each[1]))
        elif isinstance(value, list) and selector.step:
            for index in range(len(value))[_as_slice(selector)]:
                yield (*path, index), value[index]

    def _holds(self, condition: Expression, member: Any) -> bool:
        if isinstance(condition, Logic):
            results = (self._holds(part, member) for part in condition.parts)
            if condition.kind == "not":
                return not next(results)
            return all(results) if condition.kind == "and" else any(results)
        if isinstance(condition, Comparison):
            left, right = (self._value(each, member) for each in (condition.left, condition.right))
            return _compared(left, condition.operator, right)
        if isinstance(condition, Query):
            return bool(self._nodes(condition, member))
        return self._value(condition, member) is True

    def _nodes(self, query: Query, member: Any) -> list[Found]:
        return self.follow(query, [((), member if query.is_relative else self._document)])

    def _value(self, expression: Expression, member: Any) -> Any:
        if isinstance(expression, FilterConstant):
            return expression.value
        if isinstance(expression, Query):
            found = self._nodes(expression, member)
            return found[0][1] if len(found) == 1 else NOTHING
        if isinstance(expression, FilterCall):
            return self._called(expression, member)
        return self._holds(expression, member)

    def _called(self, call: FilterCall, member: Any) -> Any:
        first = call.arguments[0]
        if call.name == "count":
            return len(self._nodes(first, member)) if isinstance(first, Query) else NOTHING
        values = [self._value(argument, member) for argument in call.arguments]
        if call.name == "value":
            return values[0]
        if call.name == "length":
            return len(values[0]) if isinstance(values[0], str | list | dict) else NOTHING
        text, pattern = values
        if not (isinstance(text, str) and isinstance(pattern, str)):
            return False
        expression = _expression(pattern)
        if expression is None:
            return False
        test = expression.fullmatch if call.name == "match" else expression.search
        return test(text) is not None


@cache
def _expression(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern)
    except re.error:
        return None


def _members(place: Found) -> Iterator[Found]:
    path, value = place
    entries: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        entries = value.items()
    elif isinstance(value, list):
        entries = enumerate(value)
    for key, member in entries:
        yield (*path, key), member


def _with_descendants(start: Found) -> Iterator[Found]:
    waiting = [start]
    while waiting:
        place = waiting.pop()
        yield place
        waiting += reversed(list(_members(place)))


def _as_slice(selector: Slice) -> slice:
    return slice(selector.start, selector.end, selector.step)


def _compared(left: Any, operator: str, right: Any) -> bool:
    if operator in ("==", "!="):
        return _is_equal(left, right) == (operator == "==")
    if operator in ("<=", ">=") and _is_equal(left, right):
        return True
    are_numbers = all(
        isinstance(each, int | float) and each is not True and each is not False
        for each in (left, right)
    )
    are_texts = isinstance(left, str) and isinstance(right, str)
    if not (are_numbers or are_texts):
        return False
    return bool(left < right if operator[0] == "<" else left > right)


def _is_equal(left: Any, right: Any) -> bool:
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    return left is right or bool(left == right)
