"""Parse and validate bodies by their media types: JSON, XML, forms, multipart and streams."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote
from xml.etree import ElementTree

from sphinx_sitejson.common.nesting import DEEPEST
from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Encoding, MediaType
from sphinx_sitejson.openapi.raw import flag_of, object_of, text_of
from sphinx_sitejson.openapi.references import References
from sphinx_sitejson.openapi.schemas import Schema

from .content_negotiation import ContentType, covers
from .typed_values import (
    NoJsonError,
    allows,
    deep_value,
    keys_in,
    member_names,
    member_of,
    read_json_text,
    typed,
)
from .validation import Fault, SchemaValidator

MOST_FIELDS = 5_000
_DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|"}

Pairs = Sequence[tuple[str, str]]


class BadFormError(ValueError):
    """A body that is no form; the message says why."""


def read_pairs(text: str) -> list[tuple[str, str]]:
    """Return the fields of a form as it is sent."""
    found = []
    for entry in text.split("&"):
        name, _, value = entry.partition("=")
        if entry:
            found.append((_decoded(name), _decoded(value)))
    if len(found) > MOST_FIELDS:
        raise BadFormError(f"The form has more than {MOST_FIELDS} fields.")
    return found


def _decoded(text: str) -> str:
    return unquote(text.replace("+", " "), errors="replace")


def form_values(
    pairs: Pairs, schema: Schema, encodings: Iterable[Encoding], validator: SchemaValidator
) -> dict[str, Any]:
    """Return the fields of a form as the object that its schema describes."""
    members = member_names(schema)
    by_name = {encoding.name: encoding for encoding in encodings}
    found: dict[str, Any] = {}
    taken: set[str] = set()
    for name, member in members.items():
        encoding = by_name.get(name, Encoding(name=name))
        names, values = _fields_of(name, pairs, member, encoding)
        taken.update(names)
        if names:
            found[name] = _field_value(name, values, member, encoding, validator)
    for name, value in pairs:
        if name not in taken and name not in found:
            found[name] = typed(value, member_of(schema, name), validator)
    return found


def _fields_of(
    name: str, pairs: Pairs, member: Schema, encoding: Encoding
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the fields that make up a property: their names, and the fields."""
    own = [pair for pair in pairs if pair[0] == name]
    deep = [pair for pair in pairs if pair[0].startswith(f"{name}[") and pair[0].endswith("]")]
    fields = [*own, *deep]
    is_spread = encoding.style == "form" and encoding.explode is not False
    if not fields and is_spread and allows(member, "object"):
        fields = [pair for pair in pairs if pair[0] in member_names(member)]
    return [key for key, _ in fields], fields


def _field_value(
    name: str, fields: Pairs, member: Schema, encoding: Encoding, validator: SchemaValidator
) -> Any:
    if any(key != name for key, _ in fields):
        steps = [(keys_in(key[len(name) :]) or [key], text) for key, text in fields]
        return deep_value(steps, member, validator)
    texts = [text for _, text in fields]
    if allows(member, "array"):
        return _array(texts, member, encoding, validator)
    if allows(member, "object") or media_kind(encoding.content_type or "text/plain") == "json":
        return _json_or_text(texts[0])
    return typed(texts[0], member, validator) if len(texts) == 1 else texts


def _array(texts: list[str], member: Schema, encoding: Encoding, validator: SchemaValidator) -> Any:
    items = member_of(member, "0")
    if len(texts) == 1 and texts[0].lstrip()[:1] == "[":
        value = _json_or_text(texts[0])
        if isinstance(value, list):
            return value
    if encoding.explode is False and len(texts) == 1:
        texts = texts[0].split(_DELIMITERS.get(encoding.style, ","))
    is_object = allows(items, "object", "array")
    return [_json_or_text(text) if is_object else typed(text, items, validator) for text in texts]


def _json_or_text(text: str) -> Any:
    try:
        return read_json_text(text)
    except NoJsonError:
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedPart:
    """One part of a body in parts."""

    name: str
    content: bytes
    file_name: str | None = None
    media_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()


def read_parts(body: bytes, content_type: ContentType) -> list[ReceivedPart]:
    """Return the parts of a body; raise BadFormError for one that has no end or no begin."""
    boundary = content_type.parameters.get("boundary", "")
    if not boundary:
        raise BadFormError("The media type has no boundary.")
    delimiter = b"\r\n--" + boundary.encode("utf-8", "replace")
    first, *rest = (b"\r\n" + body).split(delimiter)
    if first.strip() or not rest or not rest[-1].startswith(b"--"):
        raise BadFormError("The body does not begin or end with its boundary.")
    if len(rest) > MOST_FIELDS:
        raise BadFormError(f"The body has more than {MOST_FIELDS} parts.")
    return [_part(entry) for entry in rest[:-1]]


def _part(entry: bytes) -> ReceivedPart:
    head, separator, content = entry.partition(b"\r\n\r\n")
    if not separator:
        raise BadFormError("A part of the body has no end of its headers.")
    headers = tuple(_part_headers(head))
    values = dict(headers)
    disposition = ContentType.read(values.get("content-disposition"))
    return ReceivedPart(
        name=disposition.parameters.get("name", ""),
        content=content,
        file_name=disposition.parameters.get("filename"),
        media_type=values.get("content-type", ""),
        headers=headers,
    )


def _part_headers(head: bytes) -> Iterator[tuple[str, str]]:
    for line in head.decode("utf-8", "replace").split("\r\n"):
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip().lower(), value.strip()


def multipart_values(
    parts: Iterable[ReceivedPart], media: MediaType, validator: SchemaValidator
) -> tuple[dict[str, Any], tuple[Fault, ...]]:
    """Return the parts as the object that the schema describes, and what is wrong with them."""
    members = member_names(media.schema) if media.schema else {}
    by_name = {encoding.name: encoding for encoding in media.encoding}
    found: dict[str, Any] = {}
    faults: list[Fault] = []
    for part in parts:
        member = members.get(part.name)
        encoding = by_name.get(part.name, Encoding(name=part.name))
        faults += _encoding_faults(part, encoding)
        is_list = member is not None and allows(member, "array")
        schema = member.merged.items if is_list and member is not None else member
        value = _part_value(part, schema, validator)
        if is_list and not (isinstance(value, list) and part.name not in found):
            found.setdefault(part.name, []).append(value)
        else:
            found[part.name] = value
    return found, tuple(faults)


def _part_value(part: ReceivedPart, schema: Schema | None, validator: SchemaValidator) -> Any:
    """Return what a part stands for; a file stays the text of its bytes."""
    if part.file_name is not None and media_kind(part.media_type or "a/b") != "json":
        return part.content.decode("latin-1")
    text = part.content.decode("utf-8", "replace")
    is_json = media_kind(part.media_type or "text/plain") == "json"
    if is_json or (schema is not None and allows(schema, "object", "array")):
        return _json_or_text(text)
    return typed(text, schema, validator) if schema is not None else text


def _encoding_faults(part: ReceivedPart, encoding: Encoding) -> Iterator[Fault]:
    """Yield what is wrong with the type and the headers of a part."""
    pointer = f"/{part.name}"
    wanted = [name.strip() for name in encoding.content_type.split(",") if name.strip()]
    given = part.media_type or "text/plain"
    if wanted and not any(covers(name, given) for name in wanted):
        detail = f"The part is of the type {given}; the document asks for {', '.join(wanted)}."
        yield Fault(detail=detail, pointer=pointer)
    names = {name for name, _ in part.headers}
    for header in encoding.headers:
        if header.required and header.name.lower() not in names:
            yield Fault(detail=f"The part has no header {header.name}.", pointer=pointer)


_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
MOST_ELEMENTS = 50_000


class NoXmlError(ValueError):
    """A body that is not XML, or has what is not read; the message says why."""


def read_xml(body: bytes, schema: Schema | None, validator: SchemaValidator) -> Any:
    """Return the value that a document stands for."""
    # Entities can make a small document a huge one; no API needs them.
    if _DOCTYPE.search(body) or _DOCTYPE.search(body.replace(b"\0", b"")):
        raise NoXmlError("It has a document type, which is not read.")
    try:
        root = ElementTree.fromstring(body)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise NoXmlError(f"It is not valid XML: {error}.") from None
    _check_size(root)
    return _Reader(validator).value(root, schema)


def _check_size(root: ElementTree.Element) -> None:
    level, count, depth = [root], 0, 0
    while level:
        count += len(level)
        depth += 1
        if depth > DEEPEST or count > MOST_ELEMENTS:
            raise NoXmlError("It is nested too deeply, or too large.")
        level = [child for element in level for child in element]


class _Reader:
    def __init__(self, validator: SchemaValidator) -> None:
        self._validator = validator

    def value(self, element: ElementTree.Element, schema: Schema | None) -> Any:
        """Return what an element stands for."""
        if schema is None:
            return _text(element)
        merged = _chosen(schema.merged)
        if allows(merged, "object") or merged.properties:
            return self._object(element, merged)
        if allows(merged, "array"):
            return [self.value(child, merged.items) for child in element]
        return typed(_text(element), merged, self._validator)

    def _object(self, element: ElementTree.Element, schema: Schema) -> dict[str, Any]:
        children: dict[str, list[ElementTree.Element]] = {}
        for child in element:
            children.setdefault(_local(child.tag), []).append(child)
        attributes = {_local(name): value for name, value in element.attrib.items()}
        found: dict[str, Any] = {}
        for name, member in schema.properties.items():
            value = self._member(name, member, children, attributes)
            if value is not None:
                found[name] = value[0]
        additional = schema.additional_properties
        for name, elements in children.items():
            found[name] = self.value(elements[0], additional)
        return found

    def _member(
        self,
        name: str,
        member: Schema,
        children: dict[str, list[ElementTree.Element]],
        attributes: Mapping[str, str],
    ) -> tuple[Any] | None:
        """Return the value of a property, if it is there; what it is made of is used up."""
        merged = member.merged
        hints = object_of(merged.raw.get("xml"))
        own = text_of(hints, "name") or name
        if flag_of(hints, "attribute") or hints.get("nodeType") == "attribute":
            text = attributes.get(own)
            return None if text is None else (typed(text, member, self._validator),)
        if not allows(merged, "array"):
            elements = children.pop(own, [])
            return (self.value(elements[0], member),) if elements else None
        items = merged.items
        if flag_of(hints, "wrapped") or hints.get("nodeType") == "element":
            wrappers = children.pop(own, [])
            return ([self.value(each, items) for each in wrappers[0]],) if wrappers else None
        item_name = text_of(object_of(items.merged.raw.get("xml")), "name") if items else ""
        elements = children.pop(item_name or own, [])
        return ([self.value(each, items) for each in elements],) if elements else None


def _chosen(schema: Schema) -> Schema:
    """Return the first variant of a choice: XML does not say which one it is."""
    variants = schema.one_of or schema.any_of
    return variants[0].merged if variants and not schema.properties else schema


def _text(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def _local(name: str) -> str:
    return name.rpartition("}")[2]


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
