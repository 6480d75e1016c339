"""Parse and validate bodies by their media types: JSON, XML, forms, multipart and streams."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl, unquote
from xml.etree import ElementTree

from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.model import Encoding, MediaType
from sphinx_sitejson.openapi.raw import (
    Raw,
    References,
    as_object,
    get_flag,
    get_text,
)
from sphinx_sitejson.openapi.schemas import Schema

from .example_validation import MAX_ERRORS
from .generated_values import MISSING
from .media_types import ContentType, is_media_type_match, media_kind
from .serialization import DELIMITERS, find_encoding, is_styled
from .typed_values import (
    InvalidContentError,
    allows_type,
    bracket_keys,
    convert_deep_object,
    convert_text,
    member_schema,
    member_schemas,
    parse_json,
    parse_json_or_text,
)
from .validation import SchemaValidator, ValidationIssue

MAX_FIELDS = 5_000

Pairs = Sequence[tuple[str, str]]


def parse_form(text: str) -> list[tuple[str, str]]:
    """Parse a URL-encoded form: ``a=1&b=x+y`` gives ``[("a", "1"), ("b", "x y")]``."""
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise InvalidContentError(f"The form has more than {MAX_FIELDS} fields.") from None


def decode_query_component(text: str) -> str:
    """Decode a name or a value of a query: ``a+b%20c`` gives ``a b c``."""
    return unquote(text.replace("+", " "), errors="replace")


def convert_form(
    pairs: Pairs, schema: Schema, encodings: Sequence[Encoding], validator: SchemaValidator
) -> Raw:
    """Convert the fields of a form to the object that its schema describes."""
    result, used_names = _convert_properties(pairs, member_schemas(schema), encodings, validator)
    for name, value in pairs:
        if name not in used_names and name not in result:
            result[name] = convert_text(value, member_schema(schema, name), validator)
    return result


def _convert_properties(
    pairs: Pairs,
    members: Mapping[str, Schema],
    encodings: Sequence[Encoding],
    validator: SchemaValidator,
) -> tuple[Raw, set[str]]:
    """Convert the fields that make up properties; return the values and the names of the fields."""
    result: Raw = {}
    used_names: set[str] = set()
    for name, member in members.items():
        encoding = find_encoding(encodings, name)
        fields = _property_fields(name, pairs, member, encoding)
        used_names.update(key for key, _ in fields)
        if fields:
            result[name] = _field_value(name, fields, member, encoding, validator)
    return result, used_names


def _property_fields(
    name: str, pairs: Pairs, member: Schema, encoding: Encoding
) -> list[tuple[str, str]]:
    """Return the fields that make up a property."""
    exact = [pair for pair in pairs if pair[0] == name]
    deep = [pair for pair in pairs if pair[0].startswith(f"{name}[") and pair[0].endswith("]")]
    fields = [*exact, *deep]
    is_spread = encoding.style == "form" and encoding.explode is not False
    if not fields and is_spread and allows_type(member, "object"):
        fields = [pair for pair in pairs if pair[0] in member_schemas(member)]
    return fields


def _field_value(
    name: str, fields: Pairs, member: Schema, encoding: Encoding, validator: SchemaValidator
) -> Any:
    if any(key != name for key, _ in fields):
        steps = [(bracket_keys(key[len(name) :]) or [key], text) for key, text in fields]
        return convert_deep_object(steps, member, validator)
    texts = [text for _, text in fields]
    if allows_type(member, "array"):
        return _array_value(texts, member, encoding, validator)
    if allows_type(member, "object") or media_kind(encoding.content_type or "text/plain") == "json":
        return _object_value(texts[0], member, encoding, validator)
    return convert_text(texts[0], member, validator) if len(texts) == 1 else texts


def _split_joined(text: str, encoding: Encoding) -> list[str] | None:
    """Split a text that holds all entries of a value; None if each has a field of its own."""
    delimiter = DELIMITERS.get(encoding.style)
    is_joined = bool(delimiter) if encoding.explode is None else not encoding.explode
    return text.split(delimiter or ",") if is_joined else None


def _object_value(text: str, member: Schema, encoding: Encoding, validator: SchemaValidator) -> Any:
    value = parse_json_or_text(text)
    entries = None if isinstance(value, dict) else _split_joined(text, encoding)
    if entries is None:
        return value
    # Names and values alternate: a,1,b,2.
    return {
        name: convert_text(entry, member_schema(member, name), validator)
        for name, entry in zip(entries[::2], entries[1::2], strict=False)
    }


def _array_value(
    texts: list[str], member: Schema, encoding: Encoding, validator: SchemaValidator
) -> Any:
    items = member_schema(member, "0")
    if len(texts) == 1 and isinstance(value := parse_json_or_text(texts[0]), list):
        return value
    if len(texts) == 1:
        texts = _split_joined(texts[0], encoding) or texts
    is_object = allows_type(items, "object", "array")
    return [
        parse_json_or_text(text) if is_object else convert_text(text, items, validator)
        for text in texts
    ]


@record
class ReceivedPart:
    """One part of a multipart body."""

    name: str
    content: bytes
    file_name: str | None
    media_type: str
    headers: Mapping[str, str]
    """Names in lower case."""


def parse_multipart(body: bytes, content_type: ContentType) -> list[ReceivedPart]:
    """Split a multipart body at its boundary (RFC 2046, section 5.1.1)."""
    boundary = content_type.parameters.get("boundary", "")
    if not boundary:
        raise InvalidContentError("The media type has no boundary.")
    delimiter = b"\r\n--" + boundary.encode("utf-8", "replace")
    first, *rest = (b"\r\n" + body).split(delimiter)
    if first.strip() or not rest or not rest[-1].startswith(b"--"):
        raise InvalidContentError("The body does not begin or end with its boundary.")
    if len(rest) > MAX_FIELDS:
        raise InvalidContentError(f"The body has more than {MAX_FIELDS} parts.")
    return [_parse_part(entry) for entry in rest[:-1]]


def _parse_part(entry: bytes) -> ReceivedPart:
    head, separator, content = entry.partition(b"\r\n\r\n")
    if not separator:
        raise InvalidContentError("A part of the body has no end of its headers.")
    lines = (line.partition(":") for line in head.decode("utf-8", "replace").split("\r\n"))
    headers = {name.strip().lower(): value.strip() for name, colon, value in lines if colon}
    disposition = ContentType.parse(headers.get("content-disposition"))
    return ReceivedPart(
        name=disposition.parameters.get("name", ""),
        content=content,
        file_name=disposition.parameters.get("filename"),
        media_type=headers.get("content-type", ""),
        headers=headers,
    )


def convert_multipart(
    parts: Sequence[ReceivedPart], media: MediaType, validator: SchemaValidator
) -> tuple[Raw, tuple[ValidationIssue, ...]]:
    """Convert the parts to the object that the schema describes; return it and its issues."""
    members = member_schemas(media.schema) if media.schema else {}
    texts = [(part.name, _decode(part)) for part in parts if part.file_name is None]
    styled = {
        name: member
        for name, member in members.items()
        if is_styled(find_encoding(media.encoding, name))
    }
    result, used_names = _convert_properties(texts, styled, media.encoding, validator)
    issues: list[ValidationIssue] = []
    for part in parts:
        if part.name in used_names:
            continue
        member = members.get(part.name)
        issues += _encoding_issues(part, find_encoding(media.encoding, part.name))
        is_list = member is not None and allows_type(member, "array")
        value = _part_value(part, member.merged.items if member and is_list else member, validator)
        if is_list and not (isinstance(value, list) and part.name not in result):
            result.setdefault(part.name, []).append(value)
        else:
            result[part.name] = value
    return result, tuple(issues)


def _decode(part: ReceivedPart) -> str:
    return part.content.decode("utf-8", "replace")


def _part_value(part: ReceivedPart, schema: Schema | None, validator: SchemaValidator) -> Any:
    """Return the value of a part; a file is decoded as Latin-1, one character for each byte."""
    if part.file_name is not None and media_kind(part.media_type or "a/b") != "json":
        return part.content.decode("latin-1")
    text = _decode(part)
    is_json = media_kind(part.media_type or "text/plain") == "json"
    if is_json or (schema is not None and allows_type(schema, "object", "array")):
        return parse_json_or_text(text)
    return convert_text(text, schema, validator) if schema is not None else text


def _encoding_issues(part: ReceivedPart, encoding: Encoding) -> Iterator[ValidationIssue]:
    """Yield the issues of the media type and the headers of a part."""
    accepted = [name.strip() for name in encoding.content_type.split(",") if name.strip()]
    sent_type = part.media_type or "text/plain"
    if accepted and not any(is_media_type_match(name, sent_type) for name in accepted):
        detail = (
            f"The part is of the type {sent_type}; the document asks for {', '.join(accepted)}."
        )
        yield ValidationIssue(detail=detail, path=(part.name,))
    for header in encoding.headers:
        if header.required and header.name.lower() not in part.headers:
            yield ValidationIssue(
                detail=f"The part has no header {header.name}.", path=(part.name,)
            )


_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
MAX_ELEMENTS = 50_000


def parse_xml(body: bytes, schema: Schema | None, validator: SchemaValidator) -> Any:
    """Parse an XML body and convert it to the value that its schema describes."""
    # Entities can expand a small document to a huge one; no API needs them.
    if _DOCTYPE.search(body) or _DOCTYPE.search(body.replace(b"\0", b"")):
        raise InvalidContentError("It has a document type, which is not read.")
    try:
        root = ElementTree.fromstring(body)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InvalidContentError(f"It is not valid XML: {error}.") from None
    _check_size(root)
    return _xml_value(root, schema, validator)


def _check_size(root: ElementTree.Element) -> None:
    level, count, depth = [root], 0, 0
    while level:
        count += len(level)
        depth += 1
        if depth > MAX_NESTING or count > MAX_ELEMENTS:
            raise InvalidContentError("It is nested too deeply, or too large.")
        level = [child for element in level for child in element]


def _xml_value(
    element: ElementTree.Element, schema: Schema | None, validator: SchemaValidator
) -> Any:
    """Convert an element to the value that its schema describes."""
    text = "".join(element.itertext())
    if schema is None:
        return text
    merged = schema.merged
    variants = merged.one_of or merged.any_of
    if variants and not merged.properties:
        # XML does not indicate which one is intended.
        merged = variants[0].merged
    if allows_type(merged, "object") or merged.properties:
        return _xml_object(element, merged, validator)
    if allows_type(merged, "array"):
        return [_xml_value(child, merged.items, validator) for child in element]
    return convert_text(text, merged, validator)


def _xml_object(element: ElementTree.Element, schema: Schema, validator: SchemaValidator) -> Raw:
    children: dict[str, list[ElementTree.Element]] = {}
    for child in element:
        children.setdefault(_local_name(child.tag), []).append(child)
    attributes = {_local_name(name): value for name, value in element.attrib.items()}
    result: Raw = {}
    for name, member in schema.properties.items():
        merged = member.merged
        hints = as_object(merged.raw.get("xml"))
        element_name = get_text(hints, "name") or name
        if get_flag(hints, "attribute") or hints.get("nodeType") == "attribute":
            if element_name in attributes:
                result[name] = convert_text(attributes[element_name], member, validator)
            continue
        items, is_list = merged.items, allows_type(merged, "array")
        is_wrapped = get_flag(hints, "wrapped") or hints.get("nodeType") == "element"
        if is_list and not is_wrapped:
            item_hints = as_object(items.merged.raw.get("xml")) if items else {}
            element_name = get_text(item_hints, "name") or element_name
        elements = children.pop(element_name, [])
        if not elements:
            continue
        if is_list:
            entries = elements[0] if is_wrapped else elements
            result[name] = [_xml_value(each, items, validator) for each in entries]
        else:
            result[name] = _xml_value(elements[0], member, validator)
    for name, elements in children.items():
        result[name] = _xml_value(elements[0], schema.additional_properties, validator)
    return result


def _local_name(name: str) -> str:
    return name.rpartition("}")[2]


MAX_STREAM_ENTRIES = 5_000


_ANY_SCHEMA = Schema({}, References({}))


def validate_body(
    body: bytes, content_type: ContentType, media: MediaType, validator: SchemaValidator
) -> tuple[ValidationIssue, ...]:
    """Parse a body and validate it against the schema of its media type."""
    try:
        return tuple(
            issue.at("body") for issue in _validate_content(body, content_type, media, validator)
        )
    except InvalidContentError as error:
        return (ValidationIssue(detail=str(error), location="body"),)
    except (UnicodeError, LookupError):
        detail = f"It cannot be read as {content_type.charset}."
        return (ValidationIssue(detail=detail, location="body"),)


def _validate_content(
    body: bytes, content_type: ContentType, media: MediaType, validator: SchemaValidator
) -> tuple[ValidationIssue, ...]:
    kind = media_kind(content_type.name or media.name)
    if kind in ("json lines", "events"):
        return _validate_stream(body.decode(content_type.charset), kind, media, validator)
    schema, value = media.schema, _parse(body, kind, content_type, media, validator)
    if kind == "multipart" and value is not MISSING:
        value, issues = convert_multipart(value, media, validator)
        if issues:
            return issues
    return () if schema is None or value is MISSING else validator.issues(schema, value)


def _parse(
    body: bytes, kind: str, content_type: ContentType, media: MediaType, validator: SchemaValidator
) -> Any:
    """Return the value of a body, of multipart its parts; MISSING if no schema can describe it."""
    schema = media.schema
    if kind == "json" and not content_type.name.endswith("yaml"):
        return parse_json(body.decode(content_type.charset).removeprefix("\ufeff"))
    if kind == "xml":
        return parse_xml(body, schema, validator)
    if kind == "form":
        pairs = parse_form(body.decode("ascii", "replace"))
        return convert_form(pairs, schema or _ANY_SCHEMA, media.encoding, validator)
    if kind == "multipart":
        parts = parse_multipart(body, content_type)
        # Unnamed parts are a list, which schemas of OpenAPI 3.0 and 3.1 cannot describe.
        return parts if all(part.name for part in parts) else MISSING
    if kind == "text":
        text = body.decode(content_type.charset)
        return text if schema is None else _text_value(text, schema, validator)
    # A schema can at most restrict the length of other bytes, in ways that differ.
    return MISSING


def _text_value(text: str, schema: Schema, validator: SchemaValidator) -> Any:
    if allows_type(schema, "string") or not allows_type(schema, "object", "array"):
        return convert_text(text, schema, validator)
    try:
        return parse_json(text)
    except InvalidContentError:
        # For example CSV, whose schema describes the rows.
        return MISSING


def _validate_stream(
    text: str, kind: str, media: MediaType, validator: SchemaValidator
) -> tuple[ValidationIssue, ...]:
    """Validate the entries of a stream one by one."""
    schema = media.item_schema
    if schema is None and media.schema is not None and allows_type(media.schema, "array"):
        schema = media.schema.merged.items
    if schema is None:
        return ()
    entries = _event_values(text) if kind == "events" else _line_values(text)
    results: list[ValidationIssue] = []
    for number, candidates in enumerate(entries, start=1):
        issues = min((validator.issues(schema, value) for value in candidates), key=len)
        results += [replace(each, detail=f"entry {number}: {each.detail}") for each in issues]
        if len(results) >= MAX_ERRORS:
            # Each entry may take as much time as one body.
            break
    return tuple(results)


def _line_values(text: str) -> Iterator[list[Any]]:
    lines = (line.strip("\x1e \t\r") for line in text.split("\n"))
    yield from ([parse_json(line)] for line in islice(filter(None, lines), MAX_STREAM_ENTRIES))


def _event_values(text: str) -> Iterator[list[Any]]:
    """Yield the candidate values of each event.

    A schema may describe the event with its data as text or as JSON, or the data alone.
    """
    blocks = text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n")
    for event in islice(filter(None, map(_parse_event, blocks)), MAX_STREAM_ENTRIES):
        if "data" not in event:
            yield [event]
            continue
        try:
            value = parse_json(event["data"])
            yield [event, {**event, "data": value}, value]
        except InvalidContentError:
            yield [event, event["data"]]


def _parse_event(block: str) -> Raw:
    event: Raw = {}
    for line in block.split("\n"):
        name, colon, value = line.partition(":")
        if colon and name:
            value = value.removeprefix(" ")
            event[name] = f"{event[name]}\n{value}" if name in event else value
    if str(event.get("retry", "")).isdecimal():
        event["retry"] = int(event["retry"])
    return event
