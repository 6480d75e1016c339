"""Functions and methods of JavaScript that have no effect, such as ``join`` and ``Object.keys``."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from urllib.parse import quote

from .operators import is_same, number, text_in_template, tidy
from .values import LONGEST_TEXT, NotData, PropValue, Run, is_true

Values = list[PropValue]
LONGEST_LIST = 10_000


def length_of(value: str | Values) -> int:
    """Return how long a text or a list is."""
    return len(value)


def called_method(owner: PropValue, name: str, given: Values, run: Run) -> PropValue:
    """Return what a method of a value returns.

    :raises NotData: when it is not among those without effects.
    """
    run.step()
    try:
        if isinstance(owner, str) and name in _TEXT_METHODS:
            run.step(len(owner) // 1000)
            return _short(_TEXT_METHODS[name](owner, given))
        if isinstance(owner, list) and name in _LIST_METHODS:
            run.step(len(owner))
            return _short(_LIST_METHODS[name](owner, given, run))
        is_number = isinstance(owner, int | float) and not isinstance(owner, bool)
        if is_number and name in _NUMBER_METHODS:
            return _NUMBER_METHODS[name](number(owner), given)
    except (IndexError, ValueError, OverflowError):
        raise NotData(name) from None
    raise NotData(name)


def _short(value: PropValue) -> PropValue:
    if isinstance(value, str | list) and len(value) > LONGEST_TEXT:
        raise NotData("too long")
    return value


def _text(given: Values, place: int, default: str = "") -> str:
    if place >= len(given) or given[place] is None:
        return default
    return text_in_template(given[place])


def _whole(given: Values, place: int, default: int = 0) -> int:
    if place >= len(given) or given[place] is None:
        return default
    return int(number(given[place]))


def _bounds(length: int, given: Values) -> slice:
    return slice(*slice(_whole(given, 0), _whole(given, 1, length)).indices(length))


def _between(text: str, given: Values) -> str:
    """Return a part of a text; unlike with ``slice``, the bounds may stand in either order."""
    ends = sorted(
        min(max(end, 0), len(text)) for end in (_whole(given, 0), _whole(given, 1, len(text)))
    )
    return text[ends[0] : ends[1]]


def _repeated(text: str, given: Values) -> str:
    count = _whole(given, 0)
    if count < 0 or count * len(text) > LONGEST_TEXT:
        raise NotData("too long")
    return text * count


def _padding(text: str, given: Values) -> str:
    missing, filling = _whole(given, 0) - len(text), _text(given, 1, " ")
    if missing > LONGEST_TEXT:
        raise NotData("too long")
    return (filling * (missing // max(len(filling), 1) + 1))[:missing] if missing > 0 else ""


def _pieces(text: str, given: Values) -> Values:
    if not given or given[0] is None:
        return [text]
    separator = _text(given, 0)
    return [*(text.split(separator) if separator else text)]


def _replaced(text: str, given: Values, count: int) -> str:
    if not isinstance(given[0], str) or not isinstance(given[1], str) or "$" in given[1]:
        raise NotData("replace")
    new = text.replace(given[0], given[1], count)
    return new


_TEXT_METHODS: Mapping[str, Callable[[str, Values], PropValue]] = {
    "toUpperCase": lambda text, given: text.upper(),
    "toLowerCase": lambda text, given: text.lower(),
    "trim": lambda text, given: text.strip(),
    "trimStart": lambda text, given: text.lstrip(),
    "trimEnd": lambda text, given: text.rstrip(),
    "slice": lambda text, given: text[_bounds(len(text), given)],
    "substring": _between,
    "charAt": lambda text, given: text[_whole(given, 0) : _whole(given, 0) + 1],
    "at": lambda text, given: text[_whole(given, 0)],
    "indexOf": lambda text, given: text.find(_text(given, 0)),
    "lastIndexOf": lambda text, given: text.rfind(_text(given, 0)),
    "includes": lambda text, given: _text(given, 0) in text,
    "startsWith": lambda text, given: text.startswith(_text(given, 0)),
    "endsWith": lambda text, given: text.endswith(_text(given, 0)),
    "split": _pieces,
    "replace": lambda text, given: _replaced(text, given, 1),
    "replaceAll": lambda text, given: _replaced(text, given, -1),
    "concat": lambda text, given: text + "".join(map(text_in_template, given)),
    "repeat": _repeated,
    "padStart": lambda text, given: _padding(text, given) + text,
    "padEnd": lambda text, given: text + _padding(text, given),
    "toString": lambda text, given: text,
}


def _grouped(value: float, given: Values) -> str:
    if given and given[0] not in (None, "en-US", "en"):
        raise NotData("toLocaleString")
    if len(given) > 1:
        raise NotData("toLocaleString")
    rounded = tidy(round(value, 3))
    return f"{rounded:,}"


_NUMBER_METHODS: Mapping[str, Callable[[float, Values], PropValue]] = {
    "toFixed": lambda value, given: f"{value:.{min(_whole(given, 0), 20)}f}",
    "toString": lambda value, given: text_in_template(value) if not given else _refused(),
    "toLocaleString": _grouped,
}


def _refused() -> PropValue:
    raise NotData("no such method")


def _each(values: Values, given: Values, run: Run) -> Values:
    """Return what a function makes of each value."""
    return [run.call(given[0], [value, place, values]) for place, value in enumerate(values)]


def _chosen(values: Values, given: Values, run: Run) -> Values:
    results = _each(values, given, run)
    return [value for value, result in zip(values, results, strict=True) if is_true(result)]


def _place_of(values: Values, wanted: PropValue) -> int:
    return next((place for place, value in enumerate(values) if is_same(value, wanted)), -1)


def _first_place(values: Values, given: Values, run: Run) -> int:
    results = _each(values, given, run)
    return next((place for place, result in enumerate(results) if is_true(result)), -1)


def _found(values: Values, given: Values, run: Run) -> PropValue:
    place = _first_place(values, given, run)
    return values[place] if place >= 0 else None


def _flat(values: Values) -> Values:
    return [inner for value in values for inner in (value if isinstance(value, list) else [value])]


def _reduced(values: Values, given: Values, run: Run) -> PropValue:
    rest, place = values, 0
    if len(given) > 1:
        result = given[1]
    else:
        result, rest, place = values[0], values[1:], 1
    for value in rest:
        result = run.call(given[0], [result, value, place, values])
        place += 1
    return result


_LIST_METHODS: Mapping[str, Callable[[Values, Values, Run], PropValue]] = {
    "map": _each,
    "filter": _chosen,
    "find": _found,
    "findIndex": _first_place,
    "some": lambda values, given, run: any(map(is_true, _each(values, given, run))),
    "every": lambda values, given, run: all(map(is_true, _each(values, given, run))),
    "flatMap": lambda values, given, run: _flat(_each(values, given, run)),
    "reduce": _reduced,
    "includes": lambda values, given, run: _place_of(values, given[0]) >= 0,
    "indexOf": lambda values, given, run: _place_of(values, given[0]),
    "join": lambda values, given, run: _text(given, 0, ",").join(map(text_in_template, values)),
    "slice": lambda values, given, run: values[_bounds(len(values), given)],
    "concat": lambda values, given, run: [*values, *_flat(given)],
    "flat": lambda values, given, run: _flat(values),
    "at": lambda values, given, run: values[_whole(given, 0)],
    "toReversed": lambda values, given, run: values[::-1],
    "toString": lambda values, given, run: ",".join(map(text_in_template, values)),
}


def _members(given: Values) -> dict[str, PropValue]:
    if not given or not isinstance(given[0], dict):
        raise NotData("no object")
    return given[0]


def _entries(given: Values) -> Values:
    return [[key, value] for key, value in _members(given).items()]


def _from(given: Values, run: Run) -> Values:
    source: Values
    if isinstance(given[0], dict):
        source = [None] * min(_whole([given[0].get("length")], 0), LONGEST_LIST)
    elif isinstance(given[0], str | list):
        source = [*given[0]]
    else:
        raise NotData("no list")
    run.step(len(source))
    return _each(source, given[1:], run) if len(given) > 1 else source


def _json(given: Values, run: Run) -> str:
    run.step(1000)
    indent = given[2] if len(given) > 2 and isinstance(given[2], int) else None
    separators = (",", ": ") if indent else (",", ":")
    try:
        text = json.dumps(
            given[0], indent=min(indent, 10) if indent else None, separators=separators,
            ensure_ascii=False,
        )  # fmt: skip
    except TypeError:
        raise NotData("no data") from None
    return str(_short(text))


def _as_number(given: Values) -> int | float:
    text = given[0].strip() if isinstance(given[0], str) else given[0]
    try:
        return tidy(float(text) if isinstance(text, str) else number(text))
    except ValueError:
        raise NotData("no number") from None


def _numbers(given: Values) -> list[int | float]:
    if not given:
        raise NotData("no number")
    return [number(value) for value in given]


FUNCTIONS: Mapping[str, Callable[[Values, Run], PropValue]] = {
    "Object.keys": lambda given, run: [*_members(given)],
    "Object.values": lambda given, run: [*_members(given).values()],
    "Object.entries": lambda given, run: _entries(given),
    "Array.isArray": lambda given, run: isinstance(given[0], list) if given else False,
    "Array.from": _from,
    "JSON.stringify": _json,
    "String": lambda given, run: text_in_template(given[0]) if given else "",
    "Number": lambda given, run: _as_number(given),
    "Boolean": lambda given, run: bool(given) and is_true(given[0]),
    "encodeURIComponent": lambda given, run: quote(_text(given, 0), safe="!'()*-._~"),
    "Math.round": lambda given, run: math.floor(number(given[0]) + 0.5),
    "Math.floor": lambda given, run: math.floor(number(given[0])),
    "Math.ceil": lambda given, run: math.ceil(number(given[0])),
    "Math.abs": lambda given, run: abs(number(given[0])),
    "Math.max": lambda given, run: max(_numbers(given)),
    "Math.min": lambda given, run: min(_numbers(given)),
}
"""By the name that pages call them."""
