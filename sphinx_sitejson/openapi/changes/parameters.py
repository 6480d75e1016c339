"""Changes of parameters and headers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.messages import Message, form, joined
from sphinx_sitejson.openapi.model import Encoding, MediaType, Operation, Parameter, RequestBody

from .results import (
    Change,
    RuleStatement,
    Statement,
    added,
    change,
    deprecation,
    moved,
    phrase,
    removed,
    requirement,
    word_text,
)
from .rules import Direction
from .schemas import Sameness, SchemaComparison

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
        yield from _compare_parameter_serialization(old, new)
    if old.allow_empty != new.allow_empty:
        if new.allow_empty:
            yield "empty-allowed", phrase("{place} may be empty now.")
        else:
            yield "empty-refused", phrase("{place} may no longer be empty.")


def _compare_parameter_serialization(old: Parameter, new: Parameter) -> Iterator[RuleStatement]:
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


BODY_LOCATION = Message("body")


def body_changes(
    old: RequestBody | None, new: RequestBody | None, direction: Direction, same: Sameness
) -> Iterator[Change]:
    """Yield what became of the body of a request."""
    if old is None and new is not None:
        rule = "required-body-added" if new.required else "body-added"
        yield change(rule, BODY_LOCATION, added(new.required), direction)
    elif old is not None and new is None:
        yield change("body-removed", BODY_LOCATION, removed(), direction)
    elif old is not None and new is not None:
        for rule, statement in requirement(old.required, new.required):
            yield change(rule, BODY_LOCATION, statement, direction)
        yield from media_type_changes(old.content, new.content, BODY_LOCATION, direction, same)


def media_type_changes(
    old: Iterable[MediaType],
    new: Iterable[MediaType],
    place: str,
    direction: Direction,
    same: Sameness,
) -> Iterator[Change]:
    """Yield what became of the forms of a body; how their names are written does not matter."""
    before = {_normalize_media_type(media.name): media for media in old}
    after = {_normalize_media_type(media.name): media for media in new}
    partners = {name: _matching_media_type(name, before, after) for name in before}
    for name, media in before.items():
        partner = partners[name]
        if partner is None:
            gone = phrase("{place}: the media type {name} was removed.", name=media.name)
            yield change("media-type-removed", place, gone, direction)
            continue
        if partner != name:
            became = phrase(
                "{place}: the media type {was} became {now}.",
                was=media.name,
                now=after[partner].name,
            )
            yield change(_media_rule(name, partner), place, became, direction)
        yield from _media_type(media, after[partner], place, direction, same)
    for name, media in after.items():
        if name not in partners.values():
            new_one = phrase("{place}: the media type {name} was added.", name=media.name)
            yield change("media-type-added", place, new_one, direction)


def _normalize_media_type(name: str) -> str:
    return "".join(name.lower().split())


def _matching_media_type(
    name: str, before: Mapping[str, MediaType], after: Mapping[str, MediaType]
) -> str | None:
    """Return the name under which a media type lives on: its own, or one around or inside it."""
    if name in after:
        return name
    left = [other for other in after if other not in before]
    bare = name.partition(";")[0]
    for fits in (
        lambda other: other.partition(";")[0] == bare,
        lambda other: _covers_media_type(other, bare) or _covers_media_type(bare, other),
    ):
        found = next(filter(fits, left), None)
        if found is not None:
            return found
    return None


def _covers_media_type(wide: str, narrow: str) -> bool:
    """Tell whether a range such as ``image/*`` covers a media type."""
    return wide == "*/*" or (wide.endswith("/*") and narrow.startswith(wide[:-1]))


def _media_rule(old: str, new: str) -> str:
    if _covers_media_type(new, old):
        return "media-type-wider"
    return "media-type-narrower" if _covers_media_type(old, new) else "media-type-parameters"


def _media_type(
    old: MediaType, new: MediaType, place: str, direction: Direction, same: Sameness
) -> Iterator[Change]:
    is_xml = "xml" in new.name.lower()
    schemas = SchemaComparison(direction, same, is_xml=is_xml)
    yield from schemas.compare(old.schema, new.schema, place)
    items = SchemaComparison(direction, same, is_xml=is_xml)
    yield from items.compare(old.item_schema, new.item_schema, joined("", (place, "[]")))
    before, after = ({one.name: one for one in media.encoding} for media in (old, new))
    for name in {**before, **after}:
        none = Encoding(name=name)
        first, second = before.get(name, none), after.get(name, none)
        part = joined("", (place, f".{name}"))
        yield from _encoding(first, second, part, direction, same)


def _encoding(
    old: Encoding, new: Encoding, place: str, direction: Direction, same: Sameness
) -> Iterator[Change]:
    if _normalize_media_type(old.content_type) != _normalize_media_type(new.content_type):
        statement = retyped(old.content_type, new.content_type)
        yield change("content-type-changed", place, statement, direction)
    for rule, statement in _compare_serialization(old, new):
        yield change(rule, place, statement, direction)
    yield from header_changes(old.headers, new.headers, place, direction, same)


def _compare_serialization(old: Encoding, new: Encoding) -> Iterator[RuleStatement]:
    if (old.style or "form") != (new.style or "form"):
        yield "style-changed", restyled(old.style, new.style)
    else:
        yield from exploding(_explodes(old), _explodes(new))
    yield from reserved(old.allow_reserved, new.allow_reserved)


def _explodes(encoding: Encoding) -> bool:
    return encoding.explode if encoding.explode is not None else encoding.style in ("", "form")
