"""Bodies read by their media types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import MediaType
from sphinx_sitejson.openapi.references import References
from sphinx_sitejson.openapi.schemas import Schema

from .forms import BadFormError, form_values, multipart_values, read_pairs, read_parts
from .media_types import ContentType
from .strict_json import NoJsonError, read_json_text
from .typed_values import allows, typed
from .validation import Fault, SchemaValidator
from .xml_values import NoXmlError, read_xml

MOST_LINES = 5_000


class _Unread:
    """Stands for a body that no schema can validate."""


UNREAD: Final = _Unread()
_ANYTHING = Schema({}, References({}))


@dataclass(frozen=True, slots=True)
class ReadBody:
    """What a body stands for, and what is wrong with how it is written."""

    value: Any = UNREAD
    faults: tuple[Fault, ...] = ()


def body_faults(
    body: bytes, content_type: ContentType, media: MediaType, validator: SchemaValidator
) -> tuple[Fault, ...]:
    """Return what is wrong with a body, by what the document says of its media type."""
    try:
        return tuple(fault.at("body") for fault in _faults(body, content_type, media, validator))
    except (NoJsonError, BadFormError, NoXmlError) as error:
        return (Fault(detail=str(error), place="body"),)
    except (UnicodeError, LookupError):
        detail = f"It cannot be read as {content_type.charset}."
        return (Fault(detail=detail, place="body"),)


def _faults(
    body: bytes, content_type: ContentType, media: MediaType, validator: SchemaValidator
) -> tuple[Fault, ...]:
    kind = media_kind(content_type.name or media.name)
    if kind in ("json lines", "events"):
        return _stream_faults(body.decode(content_type.charset), kind, media, validator)
    read = _read(body, kind, content_type, media, validator)
    schema = media.schema
    if read.faults or schema is None or isinstance(read.value, _Unread):
        return read.faults
    return validator.faults(schema, read.value)


def _read(
    body: bytes, kind: str, content_type: ContentType, media: MediaType, validator: SchemaValidator
) -> ReadBody:
    schema = media.schema
    if kind == "json" and not content_type.name.endswith("yaml"):
        return ReadBody(read_json_text(body.decode(content_type.charset).removeprefix("\ufeff")))
    if kind == "xml":
        return ReadBody(read_xml(body, schema, validator))
    if kind == "form":
        pairs = read_pairs(body.decode("ascii", "replace"))
        return ReadBody(form_values(pairs, schema or _ANYTHING, media.encoding, validator))
    if kind == "multipart":
        parts = read_parts(body, content_type)
        if not all(part.name for part in parts):
            # Parts without names are a list, of which schemas of OpenAPI 3.0 and 3.1 say nothing.
            return ReadBody()
        return ReadBody(*multipart_values(parts, media, validator))
    if kind == "text":
        text = body.decode(content_type.charset)
        return ReadBody(text if schema is None else _text_value(text, schema, validator))
    # Of other bytes a schema can at most ask for a length, in ways that differ.
    return ReadBody()


def _text_value(text: str, schema: Schema, validator: SchemaValidator) -> Any:
    if allows(schema, "string") or not allows(schema, "object", "array"):
        return typed(text, schema, validator)
    try:
        return read_json_text(text)
    except NoJsonError:
        # Such as CSV, whose schema describes the rows.
        return UNREAD


def _stream_faults(
    text: str, kind: str, media: MediaType, validator: SchemaValidator
) -> tuple[Fault, ...]:
    """Validate the entries of a stream one by one."""
    schema = media.item_schema
    if schema is None and media.schema is not None and allows(media.schema, "array"):
        schema = media.schema.merged.items
    if schema is None:
        return ()
    entries = _events(text) if kind == "events" else _lines(text)
    found: list[Fault] = []
    for number, readings in enumerate(entries, start=1):
        faults = min((validator.faults(schema, value) for value in readings), key=len)
        found += [replace(each, detail=f"entry {number}: {each.detail}") for each in faults]
    return tuple(found)


def _lines(text: str) -> Iterator[list[Any]]:
    lines = (line.strip("\x1e \t\r") for line in text.split("\n"))
    yield from ([read_json_text(line)] for line in islice(filter(None, lines), MOST_LINES))


def _events(text: str) -> Iterator[list[Any]]:
    """Yield what each event may be: its fields, with its data as text or as JSON, or its data."""
    blocks = text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n")
    for event in islice(filter(None, map(_event, blocks)), MOST_LINES):
        if "data" not in event:
            yield [event]
            continue
        try:
            value = read_json_text(event["data"])
            yield [event, {**event, "data": value}, value]
        except NoJsonError:
            yield [event, event["data"]]


def _event(block: str) -> dict[str, Any]:
    event: dict[str, Any] = {}
    for line in block.split("\n"):
        name, colon, value = line.partition(":")
        if colon and name:
            value = value.removeprefix(" ")
            event[name] = f"{event[name]}\n{value}" if name in event else value
    if str(event.get("retry", "")).isdecimal():
        event["retry"] = int(event["retry"])
    return event
