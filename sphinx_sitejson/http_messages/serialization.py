"""Serialize parameters and bodies by the styles and encodings of OpenAPI, and values as XML.

The tests have a table of cases for this module and the scripts of the pages.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.openapi.model import Encoding, MediaType, Parameter
from sphinx_sitejson.openapi.raw import RawObject, as_object, get_flag, get_text
from sphinx_sitejson.openapi.schemas import Schema

from .media_types import (
    CONCRETE_TYPES,
    LIST_ENTRY,
    PARAMETER_ENTRY,
    essence,
    file_name_for,
    media_kind,
)
from .request import MultipartBody, Part

# Reserved characters that a value may keep; the others would end it or be read otherwise.
_SAFE_IN_QUERY = ":/?@!$'()*,;="
_SAFE_IN_PATH = ":@!$&'()*+,;="
_ENCODED_ALREADY = re.compile(r"(%[0-9A-Fa-f]{2})")
DELIMITERS: Mapping[str, str] = {"spaceDelimited": " ", "pipeDelimited": "|"}
_MAX_DEPTH = 20
WriteValue = Callable[[Any], str]
"""Returns a value as text."""


def encode_path(parameter: Parameter, value: Any) -> str:
    """Serialize a path parameter."""
    if parameter.media_type:
        return percent(encode_content(value))
    style, explode = parameter.style, parameter.explode
    write = _value_writer(_SAFE_IN_PATH if parameter.allow_reserved else "")
    if style == "matrix":
        pairs = _pairs(parameter.name, value, explode=explode, separator=",", write=write)
        return "".join(
            f";{percent(key)}={text}" if text else f";{percent(key)}" for key, text in pairs
        )
    is_label = style == "label"
    joined = ("." if is_label and explode else ",").join(_flat(value, explode=explode, write=write))
    return f".{joined}" if is_label and not _is_empty_list(value) else joined


def encode_query(parameter: Parameter, value: Any) -> str:
    """Write a parameter for the query: ``name=value``, several with ``&`` between them."""
    name, style = parameter.name, parameter.style
    if parameter.media_type:
        return f"{percent(name)}={percent(encode_content(value))}"
    write = _value_writer(_SAFE_IN_QUERY if parameter.allow_reserved else "")
    if style == "deepObject" and isinstance(value, Mapping | list):
        pairs = _deep_pairs(name, value, write)
    else:
        separator = percent(DELIMITERS.get(style, ","), ",")
        pairs = _pairs(name, value, explode=parameter.explode, separator=separator, write=write)
    return "&".join(f"{percent(key)}={text}" for key, text in pairs)


def encode_header(value: Any, *, explode: bool) -> str:
    """Write the value of a header; nothing in it is percent-encoded."""
    return ",".join(_flat(value, explode=explode, write=primitive_text))


def header_text(header: Parameter, value: Any) -> str:
    """Serialize the value of a header parameter, which may be described by ``content``."""
    return (
        encode_content(value) if header.media_type else encode_header(value, explode=header.explode)
    )


def cookie_pairs(parameter: Parameter, value: Any) -> Iterator[tuple[str, str]]:
    """Serialize a parameter as cookies; the style ``cookie`` does not encode values."""
    if parameter.media_type:
        return iter([(parameter.name, percent(encode_content(value)))])
    write = primitive_text if parameter.style == "cookie" else _value_writer("")
    return _pairs(parameter.name, value, explode=parameter.explode, separator=",", write=write)


def form_pairs(
    name: str, value: Any, *, style: str = "", explode: bool | None = None
) -> Iterator[tuple[str, str]]:
    """Serialize a property as form fields that are not yet percent-encoded.

    An object becomes JSON, unless the document has ``style`` or ``explode``.
    """
    if style == "deepObject" and isinstance(value, Mapping | list):
        return _deep_pairs(name, value, primitive_text)
    if isinstance(value, Mapping) and not style and explode is None:
        return iter([(name, compact_json(value))])
    return _pairs(
        name,
        _without_nulls(value),
        explode=style in ("", "form") if explode is None else explode,
        separator=DELIMITERS.get(style, ","),
        write=primitive_text,
    )


def form_fields(value: Mapping[str, Any], media: MediaType) -> Iterator[tuple[str, str, bool]]:
    """Yield the fields of a form, not yet encoded: name, text, and ``allowReserved``."""
    for name, member in value.items():
        encoding = find_encoding(media.encoding, str(name))
        if member is None:
            continue
        is_document = isinstance(member, Mapping | list) and not is_styled(encoding)
        if is_document and encoding.content_type and media_kind(encoding.content_type) == "json":
            yield str(name), compact_json(member), encoding.allow_reserved
            continue
        style, explode = encoding.style, encoding.explode
        for key, text in form_pairs(str(name), member, style=style, explode=explode):
            yield key, text, encoding.allow_reserved


def encode_fields(fields: Iterable[tuple[str, str, bool]]) -> Iterator[str]:
    """Yield form fields as text in chunks; marked ones preserve reserved characters."""
    separator = ""
    for name, value, reserved in fields:
        yield f"{separator}{percent(name)}={percent(value, _SAFE_IN_QUERY if reserved else '')}"
        separator = "&"


def find_encoding(encodings: Sequence[Encoding], name: str) -> Encoding:
    """Return the Encoding Object of a property, or an empty one."""
    found = (encoding for encoding in encodings if encoding.name == name)
    return next(found, Encoding(name=name))


def is_styled(encoding: Encoding) -> bool:
    """Whether a property is serialized like a parameter, by ``style``, ``explode`` and the like."""
    return bool(encoding.style) or encoding.explode is not None or encoding.allow_reserved


def encode_content(value: Any) -> str:
    """Serialize a parameter with ``content``: a string as it is, any other value as JSON."""
    return value if isinstance(value, str) else compact_json(value)


def percent(text: str, safe: str = "") -> str:
    """Percent-encode a text; with allowed characters, existing triplets are preserved, too."""
    if not safe:
        return quote(text, safe="", errors="replace")
    parts = _ENCODED_ALREADY.split(text)
    return "".join(
        part if index % 2 else quote(part, safe=safe, errors="replace")
        for index, part in enumerate(parts)
    )


def _value_writer(safe: str) -> WriteValue:
    """Return the function that percent-encodes one value, except for some characters."""
    return lambda value: percent(primitive_text(value), safe)


def primitive_text(value: Any) -> str:
    """Return a value as text; an array or object without a style becomes JSON."""
    return "" if value is None else encode_content(value)


def compact_json(value: Any) -> str:
    """Write a value as JSON on one line."""
    try:
        return exact_json(value, is_compact=True)
    except (RecursionError, ValueError, TypeError):
        return "…"


def _pairs(
    name: str, value: Any, *, explode: bool, separator: str, write: WriteValue
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of a value, or those of each of its entries or members."""
    if not explode:
        if not _is_empty_list(value):
            yield name, separator.join(_flat(value, explode=False, write=write))
        return
    value = _without_nulls(value)
    if isinstance(value, Mapping):
        yield from ((str(key), write(member)) for key, member in value.items())
    else:
        yield from ((name, write(entry)) for entry in as_entries(value))


def _deep_pairs(
    prefix: str, value: Any, write: WriteValue, depth: int = 0
) -> Iterator[tuple[str, str]]:
    """Yield ``name[key]`` pairs; OpenAPI leaves arrays open, so they follow common practice."""
    value = _without_nulls(value)
    if isinstance(value, Mapping) and depth < _MAX_DEPTH:
        for key, member in value.items():
            yield from _deep_pairs(f"{prefix}[{key}]", member, write, depth + 1)
    elif isinstance(value, list) and depth < _MAX_DEPTH:
        for index, entry in enumerate(value):
            key = index if isinstance(entry, Mapping | list) else ""
            yield from _deep_pairs(f"{prefix}[{key}]", entry, write, depth + 1)
    else:
        yield prefix, write(value)


def _flat(value: Any, *, explode: bool, write: WriteValue) -> Iterator[str]:
    """Yield the entries of an array, or the names and values of an object."""
    value = _without_nulls(value)
    if not isinstance(value, Mapping):
        yield from map(write, as_entries(value))
        return
    for key, member in value.items():
        if explode:
            yield f"{write(str(key))}={write(member)}"
        else:
            yield write(str(key))
            yield write(member)


def _without_nulls(value: Any) -> Any:
    """Return an array or an object without null, which is not sent."""
    if isinstance(value, Mapping):
        return {key: member for key, member in value.items() if member is not None}
    return [entry for entry in value if entry is not None] if isinstance(value, list) else value


def _is_empty_list(value: Any) -> bool:
    return isinstance(value, Mapping | list) and not value


BOUNDARY = "sitejson-5f2b8c1e9a7d4036"
"""Does not occur in examples; constant, so that responses are reproducible."""
_EVENT_FIELDS = ("id", "event", "retry")
_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
_FILES = {
    "image/*": _PNG,
    "image/png": _PNG,
    "image/gif": base64.b64decode("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="),
    "application/pdf": b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
}
"""The smallest valid files, so that clients can display a response of these types."""


@dataclass(frozen=True)
class SerializedBody:
    """The bytes of a body and its media type."""

    content: bytes
    media_type: str


def serialize_body(value: Any, media: MediaType, *, media_type: str) -> SerializedBody:
    """Serialize a value as its media type requires.

    ``{"a": [1, 2]}`` gives ``a=1&a=2`` for ``application/x-www-form-urlencoded``.

    :param media_type: a concrete media type, with its parameters.
    """
    kind = media_kind(media_type)
    if kind == "multipart" and isinstance(value, Mapping):
        members = media.schema.merged.properties if media.schema else {}
        content = serialize_multipart(
            part
            for name, member in value.items()
            for part in text_parts(
                part_kind(media, str(name), members.get(name)), as_entries(member)
            )
        )
        return SerializedBody(content, f"{essence(media_type)}; boundary={BOUNDARY}")
    if kind == "binary":
        return SerializedBody(file_content(value, media_type), media_type)
    return SerializedBody(
        _serialize_text(value, media, kind).encode("utf-8", "replace"), media_type
    )


def file_content(value: Any, media_type: str) -> bytes:
    """Return the smallest valid file of a media type; for other types, the example."""
    return _FILES.get(essence(media_type)) or primitive_text(value).encode("utf-8", "replace")


def _serialize_text(value: Any, media: MediaType, kind: str) -> str:
    if kind == "json":
        return f"{exact_json(value, indent=2)}\n"
    if isinstance(value, str) and kind not in ("json lines", "events"):
        return value
    write = compact_json if kind == "json lines" else primitive_text
    chunks = body_chunks(value, media, kind, write)
    return primitive_text(value) if chunks is None else "".join(chunks)


def body_chunks(value: Any, media: MediaType, kind: str, write: WriteValue) -> Iterator[str] | None:
    """Return the text of a body in chunks; None for other kinds than streams, XML and forms.

    :param write: returns an entry of a stream as text.
    """
    if kind == "json lines":
        return (f"{write(entry)}\n" for entry in as_entries(value))
    if kind == "events":
        return (f"{_serialize_event(entry, write)}\n\n" for entry in as_entries(value))
    if kind == "xml":
        return (f"{line}\n" for line in xml_lines(value, media.schema))
    is_form = kind == "form" and isinstance(value, Mapping)
    return encode_fields(form_fields(value, media)) if is_form else None


def as_entries(value: Any) -> list[Any]:
    """Return the entries of a list, or the value alone."""
    return value if isinstance(value, list) else [value]


def _serialize_event(value: Any, write: WriteValue) -> str:
    """Serialize one server-sent event; a value that is not an event becomes its data."""
    if not isinstance(value, Mapping) or "data" not in value:
        value = {"data": value}
    fields = [f"{name}: {write(value[name])}" for name in _EVENT_FIELDS if name in value]
    return "\n".join([*fields, *(f"data: {line}" for line in write(value["data"]).split("\n"))])


def text_parts(kind: Part, entries: list[Any]) -> Iterator[Part]:
    """Yield the part of each entry of a property, from the part that all of them have."""
    for entry in entries:
        is_json = isinstance(entry, Mapping | list)
        media_type = kind.media_type or ("application/json" if is_json else "")
        yield replace(kind, text=primitive_text(entry), media_type=media_type)


def serialize_multipart(parts: Iterable[Part]) -> bytes:
    """Serialize the parts of a multipart body."""
    return b"".join(
        piece.encode() if isinstance(piece, str) else file_content(piece.text, piece.media_type)
        for piece in MultipartBody(parts=tuple(parts), boundary=BOUNDARY).pieces
    )


def sample_file_body(media_type: str) -> SerializedBody:
    """Return a file of a media type, for a request that uploads one."""
    return SerializedBody(file_content(file_name_for(media_type), media_type), media_type)


_TYPE_TOKEN = r"[A-Za-z0-9!#$&^_.+-]+"
_TYPE = re.compile(rf"(?:{_TYPE_TOKEN}|\*)/(?:{_TYPE_TOKEN}|\*)")
_PLAIN_PARAMETER = re.compile(rf"{_TYPE_TOKEN}=(?:{_TYPE_TOKEN}|\"[^\"\\\r\n]*\")")


def part_kind(media: MediaType, name: str, schema: Schema | None) -> Part:
    """Return the part of a property: its media type, and a file name if it is a file."""
    content_type = next(iter(part_types(media, name, schema)), "")
    media_essence = essence(content_type)
    is_file = _is_file(schema, media_essence)
    return Part(
        name=name,
        file_name=file_name_for(media_essence) if is_file else "",
        media_type=CONCRETE_TYPES.get(media_essence, "") if "*" in media_essence else content_type,
    )


def part_types(media: MediaType, name: str, schema: Schema | None) -> tuple[str, ...]:
    """Return the media types of a part, with their parameters; they may be ranges."""
    schema_type = get_text(schema.resolved.raw, "contentMediaType") if schema else ""
    names = find_encoding(media.encoding, name).content_type or schema_type
    found = map(_clean_type, LIST_ENTRY.findall(names))
    return tuple(each for each in found if each)


def _clean_type(text: str) -> str:
    """Return a media type with its valid parameters, or "" if it is invalid."""
    media_essence, *parameters = map(str.strip, PARAMETER_ENTRY.findall(text) or [""])
    valid = [each for each in parameters if _PLAIN_PARAMETER.fullmatch(each)]
    return "; ".join([media_essence.lower(), *valid]) if _TYPE.fullmatch(media_essence) else ""


def _is_file(schema: Schema | None, content_type: str) -> bool:
    if content_type and media_kind(content_type) == "binary":
        return True
    if schema is None:
        return False
    raw = schema.merged.raw
    items = schema.merged.items
    if items is not None:
        raw = items.merged.raw
    has_content_type = "contentMediaType" in raw and "contentEncoding" not in raw
    return raw.get("format") == "binary" or has_content_type


_MAX_XML_DEPTH = 30
_TEXT_KINDS = ("text", "cdata")
_FORBIDDEN_CHARACTERS = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_lines(value: Any, schema: Schema | None) -> Iterator[str]:
    """Yield the lines of an XML document, so that a long one can be truncated early."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    named = schema.reference_name if schema else ""
    yield from _write_element(_Element(named or "root", schema), value, depth=0)


class _Element:
    """How values of a schema are written as XML."""

    def __init__(self, default_name: str, schema: Schema | None) -> None:
        self.schema = schema.merged if schema else None
        hints: RawObject = as_object(self.schema.raw.get("xml")) if self.schema else {}
        prefix = get_text(hints, "prefix")
        namespace = get_text(hints, "namespace")
        kind = hints.get("nodeType")
        name = _valid_name(get_text(hints, "name") or default_name)
        declared = f"xmlns:{_valid_name(prefix)}" if prefix else "xmlns"
        self.name = f"{_valid_name(prefix)}:{name}" if prefix else name
        self.namespace = _attribute(declared, namespace) if namespace else ""
        self.is_attribute = get_flag(hints, "attribute") or kind == "attribute"
        self.is_wrapped = get_flag(hints, "wrapped") or kind == "element"
        self.text_kind = kind if kind in _TEXT_KINDS else ""
        """``text`` or ``cdata`` for a value that is the text of the element around it."""


def _write_element(element: _Element, value: Any, depth: int) -> Iterator[str]:
    indent = "  " * depth
    start = f"{indent}<{element.name}{element.namespace}"
    if depth > _MAX_XML_DEPTH:
        yield f"{start}>…</{element.name}>"
    elif isinstance(value, Mapping):
        attributes, texts, children = _split(element, value)
        start += "".join(attributes)
        text = "".join(texts)
        if not children:
            yield f"{start}>{text}</{element.name}>" if text else f"{start}/>"
            return
        yield f"{start}>{text}"
        for child, inner in children:
            write = (
                _write_items if isinstance(inner, list) and not child.is_wrapped else _write_element
            )
            yield from write(child, inner, depth + 1)
        yield f"{indent}</{element.name}>"
    elif isinstance(value, list):
        yield f"{start}>"
        yield from _write_items(element, value, depth + 1)
        yield f"{indent}</{element.name}>"
    else:
        yield f"{start}>{escape(_xml_text(value))}</{element.name}>"


def _split(
    element: _Element, value: RawObject
) -> tuple[list[str], list[str], list[tuple[_Element, Any]]]:
    """Return the attributes, the texts and the children of an element."""
    attributes: list[str] = []
    texts: list[str] = []
    children: list[tuple[_Element, Any]] = []
    members = element.schema.properties if element.schema else {}
    for name, inner in value.items():
        child = _Element(str(name), members.get(name))
        if isinstance(inner, Mapping | list) or not (child.is_attribute or child.text_kind):
            children.append((child, inner))
        elif child.is_attribute:
            attributes.append(_attribute(child.name, _xml_text(inner)))
        elif child.text_kind == "text":
            texts.append(escape(_xml_text(inner)))
        else:
            # The end of a section cannot be inside of it.
            text = _xml_text(inner).replace("]]>", "]]]]><![CDATA[>")
            texts.append(f"<![CDATA[{text}]]>")
    return attributes, texts, children


def _write_items(element: _Element, values: list[Any], depth: int) -> Iterator[str]:
    items = element.schema.items if element.schema else None
    item = _Element(element.name.rpartition(":")[2], items)
    for value in values:
        yield from _write_element(item, value, depth)


def _attribute(name: str, value: str) -> str:
    return f" {name}={quoteattr(value)}"


def _xml_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else _FORBIDDEN_CHARACTERS.sub("�", str(value))


def _valid_name(name: str) -> str:
    cleaned = re.sub(r"[^\w.-]", "_", name)
    return cleaned if re.match(r"[^\W\d]", cleaned) else f"_{cleaned}"
