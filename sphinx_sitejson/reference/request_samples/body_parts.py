"""The parts of a body, and what media types they have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sphinx_sitejson.openapi.examples.media_type_kinds import essence, media_kind
from sphinx_sitejson.openapi.examples.visible_examples import LONGEST_EXAMPLE
from sphinx_sitejson.openapi.model import Encoding, MediaType
from sphinx_sitejson.openapi.raw import text_of
from sphinx_sitejson.openapi.schemas import Schema

from .encoding import encode_header, form_pairs, primitive_text
from .inputs import is_in_sample, sample_value, valid_pairs
from .request import Part

MOST_FIELDS = 100
_FILE_NAMES: Mapping[str, str] = {
    "image/*": "image.png",
    "image/png": "image.png",
    "image/jpeg": "image.jpg",
    "image/gif": "image.gif",
    "image/svg+xml": "image.svg",
    "audio/*": "audio.mp3",
    "audio/mpeg": "audio.mp3",
    "video/*": "video.mp4",
    "video/mp4": "video.mp4",
    "application/pdf": "document.pdf",
    "application/zip": "archive.zip",
    "text/csv": "data.csv",
    "text/plain": "text.txt",
}
_SENT_FOR_PATTERN: Mapping[str, str] = {
    "*/*": "application/json",
    "application/*": "application/json",
    "image/*": "image/png",
    "audio/*": "audio/mpeg",
    "video/*": "video/mp4",
    "text/*": "text/plain",
}
_WORD = r"[A-Za-z0-9!#$&^_.+-]+"
_TYPE = re.compile(rf"(?:{_WORD}|\*)/(?:{_WORD}|\*)")
_PARAMETER = re.compile(rf"{_WORD}=(?:{_WORD}|\"[^\"\\\r\n]*\")")
# What is quoted may have a comma or a semicolon.
_BETWEEN_COMMAS = re.compile(r'(?:[^,"]|"[^"]*")+')
_BETWEEN_SEMICOLONS = re.compile(r'(?:[^;"]|"[^"]*")+')
SET_BY_PARTS = ("content-type", "content-disposition")
"""Headers of a part that are what its type and name say."""


def form_parts(value: Mapping[str, Any], media: MediaType) -> Iterator[Part]:
    """Yield the parts that a value makes."""
    members = media.schema.merged.properties if media.schema else {}
    for name, member in list(value.items())[:MOST_FIELDS]:
        encoding = encoding_of(media, str(name))
        kind = part_kind(media, str(name), members.get(name))
        if kind.file_name:
            yield kind
        elif is_styled(encoding) and member is not None:
            pairs = form_pairs(str(name), member, style=encoding.style, explode=encoding.explode)
            yield from (Part(name=key, text=text, headers=kind.headers) for key, text in pairs)
        else:
            yield from _text_parts(kind, member)


def part_kind(media: MediaType, name: str, schema: Schema | None) -> Part:
    """Return how a property is sent as a part: its media type, and a file's name if it is one."""
    encoding = encoding_of(media, name)
    content_type = next(iter(part_types(media, name, schema)), "")
    bare = essence(content_type)
    is_file = _is_file(schema, bare)
    return Part(
        name=name,
        file_name=file_name_for(bare) if is_file else "",
        media_type=_SENT_FOR_PATTERN.get(bare, "") if "*" in bare else content_type,
        headers=tuple(_part_headers(encoding)),
    )


def part_types(media: MediaType, name: str, schema: Schema | None) -> tuple[str, ...]:
    """Return the media types that a part may have, with their parameters; maybe patterns."""
    own_type = text_of(schema.resolved.raw, "contentMediaType") if schema else ""
    names = encoding_of(media, name).content_type or own_type
    found = map(_clean_type, _BETWEEN_COMMAS.findall(names))
    return tuple(each for each in found if each)


def _clean_type(text: str) -> str:
    """Return a media type with the parameters that are written as they should be."""
    bare, *parameters = [each.strip() for each in _BETWEEN_SEMICOLONS.findall(text)] or [""]
    kept = [each for each in parameters if _PARAMETER.fullmatch(each)]
    return "; ".join([bare.lower(), *kept]) if _TYPE.fullmatch(bare) else ""


def multipart_type(name: str) -> str:
    """Return the type of a body in parts that can be sent; its boundary is known only then."""
    bare = essence(name)
    return bare if re.fullmatch(r"multipart/[a-z0-9.+_-]+", bare) else "multipart/form-data"


def sent_type(name: str) -> str:
    """Return a media type that can be sent: no pattern, and on one line."""
    bare = essence(name)
    if "*" in bare:
        suffix = next((each for each in ("json", "xml") if bare.endswith(f"+{each}")), "")
        return _SENT_FOR_PATTERN.get(bare, f"application/{suffix or 'octet-stream'}")
    return "".join(char for char in name if char.isprintable()).strip()


def file_name_for(media_type: str) -> str:
    """Return what a file of a media type may be called."""
    bare = essence(media_type)
    family = f"{bare.partition('/')[0]}/*"
    return _FILE_NAMES.get(bare) or _FILE_NAMES.get(family, "file.bin")


def encoding_of(media: MediaType, name: str) -> Encoding:
    """Return what the document says of how a property is sent."""
    found = (encoding for encoding in media.encoding if encoding.name == name)
    return next(found, Encoding(name=name))


def is_styled(encoding: Encoding) -> bool:
    """Whether a document says that a property is written as a parameter is."""
    return bool(encoding.style) or encoding.explode is not None or encoding.allow_reserved


def _part_headers(encoding: Encoding) -> Iterator[tuple[str, str]]:
    found = [
        (header.name, encode_header(sample_value(header), explode=header.explode))
        for header in encoding.headers
        if is_in_sample(header, None) and header.name.lower() not in SET_BY_PARTS
    ]
    yield from valid_pairs(found)


def _text_parts(kind: Part, value: Any) -> Iterator[Part]:
    entries = value if isinstance(value, list) else [value]
    for entry in entries:
        is_json = isinstance(entry, Mapping | list)
        text = primitive_text(entry)
        if entry is not None and len(text) <= LONGEST_EXAMPLE:
            media_type = kind.media_type or ("application/json" if is_json else "")
            yield replace(kind, text=text, media_type=media_type)


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
