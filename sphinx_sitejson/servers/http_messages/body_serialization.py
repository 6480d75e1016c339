"""Serialize values as bodies, for every media type that a document may name."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.openapi.examples.media_type_kinds import essence, media_kind
from sphinx_sitejson.openapi.examples.xml import xml_lines
from sphinx_sitejson.openapi.model import MediaType
from sphinx_sitejson.reference.request_samples.encoding import encode_form, primitive_text
from sphinx_sitejson.reference.request_samples.request import Part
from sphinx_sitejson.reference.request_samples.sample_values import file_name_for, part_kind

BOUNDARY = "sitejson-5f2b8c1e9a7d4036"
"""Does not occur in examples; constant, so that responses are reproducible."""
_EVENT_FIELDS = ("id", "event", "retry")
# The smallest valid files, so that clients can display a response of these types.
_FILES = {
    "image/png": base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ),
    "image/gif": base64.b64decode("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="),
    "application/pdf": b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
}


@dataclass(frozen=True, slots=True)
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
        content = serialize_multipart(_multipart_parts(value, media))
        return SerializedBody(content, f"{essence(media_type)}; boundary={BOUNDARY}")
    if kind == "binary":
        return SerializedBody(file_content(value, media_type), media_type)
    return SerializedBody(
        _serialize_text(value, media, kind).encode("utf-8", "replace"), media_type
    )


def file_content(value: Any, media_type: str) -> bytes:
    """Return the smallest valid file of a media type; for other types, the example."""
    bare = essence(media_type)
    family = f"{bare.partition('/')[0]}/*"
    result = _FILES.get(bare) or (_FILES["image/png"] if bare == "image/*" == family else None)
    return result if result is not None else primitive_text(value).encode("utf-8", "replace")


def _serialize_text(value: Any, media: MediaType, kind: str) -> str:
    if kind == "json":
        return f"{exact_json(value, indent=2)}\n"
    if kind == "json lines":
        return "".join(f"{exact_json(entry, is_compact=True)}\n" for entry in _as_list(value))
    if kind == "events":
        return "".join(f"{_serialize_event(entry)}\n\n" for entry in _as_list(value))
    if isinstance(value, str):
        return value
    if kind == "xml":
        return "".join(f"{line}\n" for line in xml_lines(value, media.schema))
    if kind == "form" and isinstance(value, Mapping):
        return "".join(encode_form(value, media))
    return primitive_text(value)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _serialize_event(value: Any) -> str:
    """Serialize one server-sent event; a value that is not an event becomes its data."""
    if not isinstance(value, Mapping) or "data" not in value:
        return _data_lines(value)
    fields = [f"{name}: {primitive_text(value[name])}" for name in _EVENT_FIELDS if name in value]
    return "\n".join([*fields, _data_lines(value["data"])])


def _data_lines(value: Any) -> str:
    return "\n".join(f"data: {line}" for line in primitive_text(value).split("\n"))


def _multipart_parts(value: Mapping[str, Any], media: MediaType) -> list[Part]:
    members = media.schema.merged.properties if media.schema else {}
    results: list[Part] = []
    for name, member in value.items():
        kind = part_kind(media, str(name), members.get(name))
        for entry in _as_list(member):
            is_json = isinstance(entry, Mapping | list)
            media_type = kind.media_type or ("application/json" if is_json else "")
            results.append(
                Part(
                    name=str(name),
                    text=primitive_text(entry),
                    file_name=kind.file_name,
                    media_type=media_type,
                )
            )
    return results


def serialize_multipart(parts: list[Part] | tuple[Part, ...]) -> bytes:
    """Serialize the parts of a multipart body."""
    result = bytearray()
    for part in parts:
        name = part.name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"'
        if part.file_name:
            head += f'; filename="{part.file_name}"'
        if part.media_type or part.file_name:
            head += f"\r\nContent-Type: {part.media_type or 'application/octet-stream'}"
        content = file_content(part.text, part.media_type) if part.file_name else part.text.encode()
        result += f"{head}\r\n\r\n".encode() + content + b"\r\n"
    return bytes(result) + f"--{BOUNDARY}--\r\n".encode()


def sample_file_body(media_type: str) -> SerializedBody:
    """Return a file of a media type, for a request that uploads one."""
    return SerializedBody(file_content(file_name_for(media_type), media_type), media_type)
