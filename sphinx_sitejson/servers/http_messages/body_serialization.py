"""Serialize values as bodies, for every media type that a document may name."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.openapi.examples.media_type_kinds import essence, media_kind
from sphinx_sitejson.openapi.examples.xml import xml_lines
from sphinx_sitejson.openapi.model import Encoding, MediaType
from sphinx_sitejson.reference.request_samples.encoding import form_pairs, primitive_text
from sphinx_sitejson.reference.request_samples.request import Part
from sphinx_sitejson.reference.request_samples.sample_values import file_name_for, part_kind

BOUNDARY = "sitejson-5f2b8c1e9a7d4036"
"""No text of an example has it; the same each time, so that answers are."""
_EVENT_FIELDS = ("id", "event", "retry")
# The smallest pictures there are, so that an answer that says it is one can be shown.
_FILES = {
    "image/png": base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ),
    "image/gif": base64.b64decode("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="),
    "application/pdf": b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
}


@dataclass(frozen=True, slots=True)
class WrittenBody:
    """The bytes of a body, and the media type they are sent under."""

    content: bytes
    media_type: str


def written_body(value: Any, media: MediaType, *, sent_as: str) -> WrittenBody:
    """Write a value the way a media type wants it.

    :param sent_as: the name of the media type without patterns, with its parameters.
    """
    kind = media_kind(sent_as)
    if kind == "multipart" and isinstance(value, Mapping):
        content = multipart_bytes(_parts(value, media))
        return WrittenBody(content, f"{essence(sent_as)}; boundary={BOUNDARY}")
    if kind == "binary":
        return WrittenBody(file_bytes(value, sent_as), sent_as)
    return WrittenBody(_text(value, media, kind).encode("utf-8", "replace"), sent_as)


def file_bytes(value: Any, media_type: str) -> bytes:
    """Return the bytes of a file: a real one where the type has a small one, else the example."""
    bare = essence(media_type)
    family = f"{bare.partition('/')[0]}/*"
    found = _FILES.get(bare) or (_FILES["image/png"] if bare == "image/*" == family else None)
    return found if found is not None else primitive_text(value).encode("utf-8", "replace")


def _text(value: Any, media: MediaType, kind: str) -> str:
    if kind == "json":
        return f"{exact_json(value, indent=2)}\n"
    if kind == "json lines":
        return "".join(f"{exact_json(entry, is_compact=True)}\n" for entry in _entries(value))
    if kind == "events":
        return "".join(f"{_event(entry)}\n\n" for entry in _entries(value))
    if isinstance(value, str):
        return value
    if kind == "xml":
        return "".join(f"{line}\n" for line in xml_lines(value, media.schema))
    if kind == "form" and isinstance(value, Mapping):
        return urlencode(list(_fields(value, media)), errors="replace")
    return primitive_text(value)


def _entries(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _event(value: Any) -> str:
    """Write one event of a stream; other values are its data."""
    if not isinstance(value, Mapping) or "data" not in value:
        return _data_lines(value)
    fields = [f"{name}: {primitive_text(value[name])}" for name in _EVENT_FIELDS if name in value]
    return "\n".join([*fields, _data_lines(value["data"])])


def _data_lines(value: Any) -> str:
    return "\n".join(f"data: {line}" for line in primitive_text(value).split("\n"))


def _fields(value: Mapping[str, Any], media: MediaType) -> list[tuple[str, str]]:
    by_name = {encoding.name: encoding for encoding in media.encoding}
    found: list[tuple[str, str]] = []
    for name, member in value.items():
        encoding = by_name.get(name, Encoding(name=name))
        style, explode = encoding.style or "form", encoding.explode is not False
        found += form_pairs(str(name), member, style=style, explode=explode)
    return found


def _parts(value: Mapping[str, Any], media: MediaType) -> list[Part]:
    members = media.schema.merged.properties if media.schema else {}
    found: list[Part] = []
    for name, member in value.items():
        kind = part_kind(media, str(name), members.get(name))
        for entry in _entries(member):
            is_json = isinstance(entry, Mapping | list)
            media_type = kind.media_type or ("application/json" if is_json else "")
            found.append(
                Part(
                    name=str(name),
                    text=primitive_text(entry),
                    file_name=kind.file_name,
                    media_type=media_type,
                )
            )
    return found


def multipart_bytes(parts: list[Part] | tuple[Part, ...]) -> bytes:
    """Write parts with the boundary between them."""
    found = bytearray()
    for part in parts:
        name = part.name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"'
        if part.file_name:
            head += f'; filename="{part.file_name}"'
        if part.media_type or part.file_name:
            head += f"\r\nContent-Type: {part.media_type or 'application/octet-stream'}"
        content = file_bytes(part.text, part.media_type) if part.file_name else part.text.encode()
        found += f"{head}\r\n\r\n".encode() + content + b"\r\n"
    return bytes(found) + f"--{BOUNDARY}--\r\n".encode()


def file_body(media_type: str) -> WrittenBody:
    """Return a file of a media type, for a request that sends one."""
    return WrittenBody(file_bytes(file_name_for(media_type), media_type), media_type)
