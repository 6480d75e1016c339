"""Changes of parameters and headers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.model import Operation, Parameter

from .deprecation import deprecation
from .equality import Sameness
from .results import Change, change
from .rules import Direction
from .schemas import SchemaComparison
from .sentences import RuleStatement, Statement, added, moved, phrase, removed, requirement
from .value_texts import word_text

TEMPLATE = re.compile(r"\{([^{}]*)\}")
_PLACES = {
    "path": form("path parameter {name}"),
    "query": form("query parameter {name}"),
    "querystring": form("querystring parameter {name}"),
    "header": form("header parameter {name}"),
    "cookie": form("cookie parameter {name}"),
}
_PLAIN_TYPES = frozenset({"string", "number", "integer", "boolean"})


def parameter_changes(
    old: Operation, new: Operation, direction: Direction, same: Sameness
) -> Iterator[Change]:
    """Yield what became of the parameters; their order does not matter, nor names in the path."""
    yield from _compared(_by_name(old), _by_name(new), _parameter_place, direction, same)


def header_changes(
    old: Iterable[Parameter],
    new: Iterable[Parameter],
    place: str,
    direction: Direction,
    same: Sameness,
) -> Iterator[Change]:
    """Yield what became of the headers of an answer or of a part of a form."""
    before, after = ({one.name.lower(): one for one in headers} for headers in (old, new))
    for headers in (before, after):
        # The media type says more of it.
        headers.pop("content-type", None)

    def place_of(header: Parameter) -> str:
        return Message("{place} header {name}", place=place, name=header.name)

    yield from _compared(before, after, place_of, direction, same)


def _by_name(operation: Operation) -> dict[Any, Parameter]:
    """Return parameters by place and name; those of a path by where they stand in it."""
    positions = {name: index for index, name in enumerate(TEMPLATE.findall(operation.path))}
    found: dict[Any, Parameter] = {}
    for parameter in operation.parameters:
        name: str | int = parameter.name
        if parameter.location == "path":
            name = positions.get(parameter.name, parameter.name)
        elif parameter.location == "header":
            name = parameter.name.lower()
        found[parameter.location, name] = parameter
    return found


def _parameter_place(parameter: Parameter) -> str:
    return Message(_PLACES[parameter.location], name=parameter.name)


def _compared(
    before: Mapping[Any, Parameter],
    after: Mapping[Any, Parameter],
    place_of: Callable[[Parameter], str],
    direction: Direction,
    same: Sameness,
) -> Iterator[Change]:
    for key, parameter in before.items():
        if key not in after:
            yield change("parameter-removed", place_of(parameter), removed(), direction)
    for key, parameter in after.items():
        place = place_of(parameter)
        earlier = before.get(key)
        if earlier is None:
            rule = "required-parameter-added" if parameter.required else "parameter-added"
            yield change(rule, place, added(parameter.required), direction)
            continue
        for rule, statement in _own_changes(earlier, parameter):
            yield change(rule, place, statement, direction)
        is_text = not (earlier.media_type or parameter.media_type)
        schemas = SchemaComparison(direction, same, is_text=is_text)
        yield from schemas.compare(earlier.schema, parameter.schema, place)


def _own_changes(old: Parameter, new: Parameter) -> Iterator[RuleStatement]:
    yield from requirement(old.required, new.required)
    yield from deprecation(old.deprecated, new.deprecated, old.extensions, new.extensions)
    if old.media_type.lower() != new.media_type.lower():
        yield "content-type-changed", retyped(old.media_type, new.media_type)
    elif not new.media_type:
        yield from _writing(old, new)
    if old.allow_empty != new.allow_empty:
        if new.allow_empty:
            yield "empty-allowed", phrase("{place} may be empty now.")
        else:
            yield "empty-refused", phrase("{place} may no longer be empty.")


def _writing(old: Parameter, new: Parameter) -> Iterator[RuleStatement]:
    if old.style != new.style:
        yield "style-changed", restyled(old.style, new.style)
    elif not (_is_plain(old) and _is_plain(new)):
        yield from exploding(old.explode, new.explode)
    yield from reserved(old.allow_reserved, new.allow_reserved)


def exploding(before: bool, after: bool) -> Iterator[RuleStatement]:
    """Yield whether arrays and objects are written otherwise."""
    if before != after:
        was, now = (json.dumps(value) for value in (before, after))
        yield "explode-changed", moved("explode", was, now)


def reserved(before: bool, after: bool) -> Iterator[RuleStatement]:
    """Yield whether characters that mean something in a URL are sent otherwise."""
    if after and not before:
        yield (
            "reserved-allowed",
            phrase("{place}: reserved characters may be sent as they are now."),
        )
    elif before and not after:
        yield "reserved-refused", phrase("{place}: reserved characters have to be encoded now.")


def retyped(was: str, now: str) -> Statement:
    """Say that something has another content type."""
    return phrase(
        "{place}: the content type changed from {was} to {now}.",
        was=word_text(was),
        now=word_text(now),
    )


def restyled(was: str, now: str) -> Statement:
    """Say that values are written in another style."""
    return moved("style", word_text(was), word_text(now))


def _is_plain(parameter: Parameter) -> bool:
    """Tell whether a parameter has one value, which is written the same way exploded or not."""
    found = parameter.schema.merged.types
    return bool(found) and set(found) <= _PLAIN_TYPES
