"""Compare parameters, headers, request bodies, media types and encodings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.messages import Message, form, join_messages

from ..model import Encoding, MediaType, Operation, Parameter, RequestBody
from .results import (
    Change,
    RuleStatement,
    Statement,
    added_statement,
    compare_deprecation,
    compare_required,
    describe_removal,
    keyword_statement,
    make_change,
    make_statement,
    quote_text,
    removed_statement,
)
from .rules import Direction
from .schemas import DocumentEquality, SchemaComparison

PATH_PARAMETER = re.compile(r"\{([^{}]*)\}")
_PARAMETER_LOCATIONS = {
    "path": form("path parameter {name}"),
    "query": form("query parameter {name}"),
    "querystring": form("querystring parameter {name}"),
    "header": form("header parameter {name}"),
    "cookie": form("cookie parameter {name}"),
}
_PLAIN_TYPES = frozenset({"string", "number", "integer", "boolean"})


def compare_parameters(
    old: Operation, new: Operation, direction: Direction, equality: DocumentEquality
) -> Iterator[Change]:
    """Yield the changes of parameters; their order and the names of path parameters are ignored."""
    yield from _compare_by_key(
        _index_parameters(old), _index_parameters(new), _parameter_location, direction, equality
    )


def compare_headers(
    old: Iterable[Parameter],
    new: Iterable[Parameter],
    location: str,
    direction: Direction,
    equality: DocumentEquality,
) -> Iterator[Change]:
    """Yield the changes of the headers of a response or of a form part."""
    before, after = ({one.name.lower(): one for one in headers} for headers in (old, new))
    for headers in (before, after):
        # OpenAPI ignores a Content-Type header; the media type describes it.
        headers.pop("content-type", None)

    def locate(header: Parameter) -> str:
        return Message("{place} header {name}", place=location, name=header.name)

    yield from _compare_by_key(before, after, locate, direction, equality)


def _index_parameters(operation: Operation) -> dict[Any, Parameter]:
    """Index parameters by location and name; path parameters by their position in the path."""
    positions = {name: index for index, name in enumerate(PATH_PARAMETER.findall(operation.path))}
    found: dict[Any, Parameter] = {}
    for parameter in operation.parameters:
        name: str | int = parameter.name
        if parameter.location == "path":
            name = positions.get(parameter.name, parameter.name)
        elif parameter.location == "header":
            name = parameter.name.lower()
        found[parameter.location, name] = parameter
    return found


def _parameter_location(parameter: Parameter) -> str:
    return Message(_PARAMETER_LOCATIONS[parameter.location], name=parameter.name)


def _compare_by_key(
    before: Mapping[Any, Parameter],
    after: Mapping[Any, Parameter],
    locate: Callable[[Parameter], str],
    direction: Direction,
    equality: DocumentEquality,
) -> Iterator[Change]:
    for key, parameter in before.items():
        if key not in after:
            rule, statement = describe_removal(
                parameter.extensions, parameter.deprecated, "parameter-removed"
            )
            yield make_change(rule, locate(parameter), statement, direction)
    for key, parameter in after.items():
        location = locate(parameter)
        earlier = before.get(key)
        if earlier is None:
            rule = "required-parameter-added" if parameter.required else "parameter-added"
            yield make_change(rule, location, added_statement(parameter.required), direction)
            continue
        for rule, statement in _compare_parameter(earlier, parameter):
            yield make_change(rule, location, statement, direction)
        is_text = not (earlier.media_type or parameter.media_type)
        schemas = SchemaComparison(direction, equality, is_text=is_text)
        yield from schemas.compare(earlier.schema, parameter.schema, location)


def _compare_parameter(old: Parameter, new: Parameter) -> Iterator[RuleStatement]:
    yield from compare_required(old.required, new.required)
    yield from compare_deprecation(old.deprecated, new.deprecated, old.extensions, new.extensions)
    if old.media_type.lower() != new.media_type.lower():
        yield "content-type-changed", content_type_statement(old.media_type, new.media_type)
    elif not new.media_type:
        yield from _compare_parameter_serialization(old, new)
    if old.allow_empty != new.allow_empty:
        if new.allow_empty:
            yield "empty-allowed", make_statement("{place} may be empty now.")
        else:
            yield "empty-refused", make_statement("{place} may no longer be empty.")


def _compare_parameter_serialization(old: Parameter, new: Parameter) -> Iterator[RuleStatement]:
    if old.style != new.style:
        yield "style-changed", style_statement(old.style, new.style)
    elif not (_is_scalar(old) and _is_scalar(new)):
        yield from compare_explode(old.explode, new.explode)
    yield from compare_allow_reserved(old.allow_reserved, new.allow_reserved)


def compare_explode(before: bool, after: bool) -> Iterator[RuleStatement]:
    """Yield a change of ``explode``."""
    if before != after:
        was, now = (json.dumps(value) for value in (before, after))
        yield "explode-changed", keyword_statement("explode", was, now)


def compare_allow_reserved(before: bool, after: bool) -> Iterator[RuleStatement]:
    """Yield a change of ``allowReserved``."""
    if after and not before:
        yield (
            "reserved-allowed",
            make_statement("{place}: reserved characters may be sent as they are now."),
        )
    elif before and not after:
        yield (
            "reserved-refused",
            make_statement("{place}: reserved characters have to be encoded now."),
        )


def content_type_statement(was: str, now: str) -> Statement:
    """Return the statement for a changed content type."""
    return make_statement(
        "{place}: the content type changed from {was} to {now}.",
        was=quote_text(was),
        now=quote_text(now),
    )


def style_statement(was: str, now: str) -> Statement:
    """Return the statement for a changed ``style``."""
    return keyword_statement("style", quote_text(was), quote_text(now))


def _is_scalar(parameter: Parameter) -> bool:
    """Return whether a parameter is a single value, for which ``explode`` has no effect."""
    found = parameter.schema.merged.types
    return bool(found) and set(found) <= _PLAIN_TYPES


BODY_LOCATION = Message("body")


def compare_request_bodies(
    old: RequestBody | None,
    new: RequestBody | None,
    direction: Direction,
    equality: DocumentEquality,
) -> Iterator[Change]:
    """Yield the changes of a request body."""
    if old is None and new is not None:
        rule = "required-body-added" if new.required else "body-added"
        yield make_change(rule, BODY_LOCATION, added_statement(new.required), direction)
    elif old is not None and new is None:
        yield make_change("body-removed", BODY_LOCATION, removed_statement(), direction)
    elif old is not None and new is not None:
        for rule, statement in compare_required(old.required, new.required):
            yield make_change(rule, BODY_LOCATION, statement, direction)
        yield from compare_media_types(old.content, new.content, BODY_LOCATION, direction, equality)


def compare_media_types(
    old: Iterable[MediaType],
    new: Iterable[MediaType],
    location: str,
    direction: Direction,
    equality: DocumentEquality,
) -> Iterator[Change]:
    """Yield the changes of the media types of a body; case and spaces in names are ignored."""
    before = {_normalize_media_type(media.name): media for media in old}
    after = {_normalize_media_type(media.name): media for media in new}
    partners = {name: _matching_media_type(name, before, after) for name in before}
    for name, media in before.items():
        partner = partners[name]
        if partner is None:
            statement = make_statement(
                "{place}: the media type {name} was removed.", name=media.name
            )
            yield make_change("media-type-removed", location, statement, direction)
            continue
        if partner != name:
            statement = make_statement(
                "{place}: the media type {was} became {now}.",
                was=media.name,
                now=after[partner].name,
            )
            yield make_change(_media_type_rule(name, partner), location, statement, direction)
        yield from _compare_media_type(media, after[partner], location, direction, equality)
    for name, media in after.items():
        if name not in partners.values():
            statement = make_statement("{place}: the media type {name} was added.", name=media.name)
            yield make_change("media-type-added", location, statement, direction)


def _normalize_media_type(name: str) -> str:
    return "".join(name.lower().split())


def _matching_media_type(
    name: str, before: Mapping[str, MediaType], after: Mapping[str, MediaType]
) -> str | None:
    """Return the new name of a media type: the same, or one that covers it or is covered by it."""
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
    """Return whether a range such as ``image/*`` covers a media type."""
    return wide == "*/*" or (wide.endswith("/*") and narrow.startswith(wide[:-1]))


def _media_type_rule(old: str, new: str) -> str:
    if _covers_media_type(new, old):
        return "media-type-wider"
    return "media-type-narrower" if _covers_media_type(old, new) else "media-type-parameters"


def _compare_media_type(
    old: MediaType, new: MediaType, location: str, direction: Direction, equality: DocumentEquality
) -> Iterator[Change]:
    is_xml = "xml" in new.name.lower()
    schemas = SchemaComparison(direction, equality, is_xml=is_xml)
    yield from schemas.compare(old.schema, new.schema, location)
    items = SchemaComparison(direction, equality, is_xml=is_xml)
    yield from items.compare(old.item_schema, new.item_schema, join_messages("", (location, "[]")))
    before, after = ({one.name: one for one in media.encoding} for media in (old, new))
    for name in {**before, **after}:
        none = Encoding(name=name)
        first, second = before.get(name, none), after.get(name, none)
        part = join_messages("", (location, f".{name}"))
        yield from _compare_encoding(first, second, part, direction, equality)


def _compare_encoding(
    old: Encoding, new: Encoding, location: str, direction: Direction, equality: DocumentEquality
) -> Iterator[Change]:
    if _normalize_media_type(old.content_type) != _normalize_media_type(new.content_type):
        statement = content_type_statement(old.content_type, new.content_type)
        yield make_change("content-type-changed", location, statement, direction)
    for rule, statement in _compare_serialization(old, new):
        yield make_change(rule, location, statement, direction)
    yield from compare_headers(old.headers, new.headers, location, direction, equality)


def _compare_serialization(old: Encoding, new: Encoding) -> Iterator[RuleStatement]:
    if (old.style or "form") != (new.style or "form"):
        yield "style-changed", style_statement(old.style, new.style)
    else:
        yield from compare_explode(_is_exploded(old), _is_exploded(new))
    yield from compare_allow_reserved(old.allow_reserved, new.allow_reserved)


def _is_exploded(encoding: Encoding) -> bool:
    return encoding.explode if encoding.explode is not None else encoding.style in ("", "form")
