"""Compare parameters, headers, request bodies, media types and encodings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from sphinx_sitejson.common.messages import Message, form, join_messages

from ..model import Encoding, MediaType, Operation, Parameter, RequestBody
from .places import Changes, Place
from .schemas import SchemaComparison

PATH_PARAMETER = re.compile(r"\{([^{}]*)\}")
_PARAMETER_LOCATIONS = {
    "path": form("path parameter {name}"),
    "query": form("query parameter {name}"),
    "querystring": form("querystring parameter {name}"),
    "header": form("header parameter {name}"),
    "cookie": form("cookie parameter {name}"),
}
_PLAIN_TYPES = frozenset({"string", "number", "integer", "boolean"})


def compare_parameters(old: Operation, new: Operation, place: Place) -> Changes:
    """Yield the changes of parameters; their order and the names of path parameters are ignored."""
    yield from _compare_by_key(_index_parameters(old), _index_parameters(new), place)


def compare_headers(old: Iterable[Parameter], new: Iterable[Parameter], place: Place) -> Changes:
    """Yield the changes of the headers of a response or of a form part."""
    before, after = ({one.name.lower(): one for one in headers} for headers in (old, new))
    for headers in (before, after):
        # OpenAPI ignores a Content-Type header; the media type describes it.
        headers.pop("content-type", None)
    yield from _compare_by_key(before, after, place)


def _parameter_place(parameter: Parameter, place: Place) -> Place:
    """Return the place of a parameter of an operation, or of a header inside of it."""
    if not place.location:
        return place.at(Message(_PARAMETER_LOCATIONS[parameter.location], name=parameter.name))
    return place.at(Message("{place} header {name}", place=place.location, name=parameter.name))


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


def _compare_by_key(
    before: Mapping[Any, Parameter], after: Mapping[Any, Parameter], place: Place
) -> Changes:
    for key, parameter in before.items():
        if key not in after:
            yield _parameter_place(parameter, place).removal(
                "parameter-removed", parameter.extensions, is_deprecated=parameter.deprecated
            )
    for key, parameter in after.items():
        at, earlier = _parameter_place(parameter, place), before.get(key)
        if earlier is None:
            yield at.change("required-parameter-added" if parameter.required else "parameter-added")
            continue
        yield from _compare_parameter(earlier, parameter, at)
        is_text = not (earlier.media_type or parameter.media_type)
        yield from SchemaComparison(is_text=is_text).compare(earlier.schema, parameter.schema, at)


def _compare_parameter(old: Parameter, new: Parameter, place: Place) -> Changes:
    yield from place.toggle("became-required", old.required, new.required)
    yield from place.compare_deprecation(
        old.deprecated, new.deprecated, old.extensions, new.extensions
    )
    if old.media_type.lower() != new.media_type.lower():
        yield from place.compare_texts("content-type-changed", old.media_type, new.media_type)
    elif not new.media_type:
        if old.style != new.style:
            yield from place.compare_texts("style-changed", old.style, new.style, name="style")
        elif not (_is_scalar(old) and _is_scalar(new)):
            yield from _compare_explode(old.explode, new.explode, place)
        yield from place.toggle("reserved-allowed", old.allow_reserved, new.allow_reserved)
    yield from place.toggle("empty-allowed", old.allow_empty, new.allow_empty)


def _compare_explode(before: bool, after: bool, place: Place) -> Changes:
    if before != after:
        was, now = (json.dumps(value) for value in (before, after))
        yield place.change("explode-changed", name="explode", was=was, now=now)


def _is_scalar(parameter: Parameter) -> bool:
    """Return whether a parameter is a single value, for which ``explode`` has no effect."""
    found = parameter.schema.merged.types
    return bool(found) and set(found) <= _PLAIN_TYPES


def compare_request_bodies(
    old: RequestBody | None, new: RequestBody | None, place: Place
) -> Changes:
    """Yield the changes of a request body."""
    place = place.at(Message("body"))
    if old is None and new is not None:
        yield place.change("required-body-added" if new.required else "body-added")
    elif old is not None and new is None:
        yield place.change("body-removed")
    elif old is not None and new is not None:
        yield from place.toggle("became-required", old.required, new.required)
        yield from compare_media_types(old.content, new.content, place)


def compare_media_types(
    old: Iterable[MediaType], new: Iterable[MediaType], place: Place
) -> Changes:
    """Yield the changes of the media types of a body; case and spaces in names are ignored."""
    before = {_normalize_media_type(media.name): media for media in old}
    after = {_normalize_media_type(media.name): media for media in new}
    partners = {name: _matching_media_type(name, before, after) for name in before}
    for name, media in before.items():
        partner = partners[name]
        if partner is None:
            yield place.change("media-type-removed", name=media.name)
            continue
        if partner != name:
            rule = "media-type-parameters"
            if _covers_media_type(partner, name):
                rule = "media-type-wider"
            elif _covers_media_type(name, partner):
                rule = "media-type-narrower"
            yield place.change(rule, was=media.name, now=after[partner].name)
        yield from _compare_media_type(media, after[partner], place)
    for name, media in after.items():
        if name not in partners.values():
            yield place.change("media-type-added", name=media.name)


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
    same = (other for other in left if other.partition(";")[0] == bare)
    wider = (
        other
        for other in left
        if _covers_media_type(other, bare) or _covers_media_type(bare, other)
    )
    return next(chain(same, wider), None)


def _covers_media_type(wide: str, narrow: str) -> bool:
    """Return whether a range such as ``image/*`` covers a media type."""
    return wide == "*/*" or (wide.endswith("/*") and narrow.startswith(wide[:-1]))


def _compare_media_type(old: MediaType, new: MediaType, place: Place) -> Changes:
    is_xml = "xml" in new.name.lower()
    yield from SchemaComparison(is_xml=is_xml).compare(old.schema, new.schema, place)
    items = place.at(join_messages("", (place.location, "[]")))
    yield from SchemaComparison(is_xml=is_xml).compare(old.item_schema, new.item_schema, items)
    before, after = ({one.name: one for one in media.encoding} for media in (old, new))
    for name in {**before, **after}:
        none = Encoding(name=name)
        part = place.at(join_messages("", (place.location, f".{name}")))
        yield from _compare_encoding(before.get(name, none), after.get(name, none), part)


def _compare_encoding(old: Encoding, new: Encoding, place: Place) -> Changes:
    if _normalize_media_type(old.content_type) != _normalize_media_type(new.content_type):
        yield from place.compare_texts("content-type-changed", old.content_type, new.content_type)
    if (old.style or "form") != (new.style or "form"):
        yield from place.compare_texts("style-changed", old.style, new.style, name="style")
    else:
        yield from _compare_explode(_is_exploded(old), _is_exploded(new), place)
    yield from place.toggle("reserved-allowed", old.allow_reserved, new.allow_reserved)
    yield from compare_headers(old.headers, new.headers, place)


def _is_exploded(encoding: Encoding) -> bool:
    return encoding.explode if encoding.explode is not None else encoding.style in ("", "form")
