"""The fields of forms and the parts of bodies in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Encoding, MediaType
from sphinx_sitejson.openapi.schemas import Schema

from .deep_objects import deep_value, keys_in
from .media_types import ContentType, covers
from .schema_parts import member_names, member_of
from .strict_json import NoJsonError, read_json_text
from .typed_values import allows, typed
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
