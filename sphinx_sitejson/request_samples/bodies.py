"""The body of a sample: from the examples of the document, else made from the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_sitejson.json_documents.exact_json import read_json
from sphinx_sitejson.nesting import DEEPEST
from sphinx_sitejson.openapi.examples.media_kinds import essence, media_kind
from sphinx_sitejson.openapi.examples.shown import LONGEST_EXAMPLE, written_value
from sphinx_sitejson.openapi.examples.values import MISSING, example_value
from sphinx_sitejson.openapi.model import Encoding, MediaType, Operation
from sphinx_sitejson.openapi.raw import text_of
from sphinx_sitejson.openapi.schemas import Schema

from .encoding import form_pairs, primitive_text
from .request import Body, FileBody, FormBody, JsonBody, MultipartBody, Part, TextBody

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
_MEDIA_TYPE = re.compile(r"[a-z0-9.+_-]+/[a-z0-9.+_-]+")
_FILE_BY_KIND = {"json": "body.json", "xml": "body.xml", "text": "body.txt"}
_MOST_FIELDS = 100


def chosen_media_type(operation: Operation) -> MediaType | None:
    """Return the media type that samples use: JSON if there is one, else the first."""
    content = operation.request_body.content if operation.request_body else ()
    as_json = (media for media in content if media_kind(media.name) == "json")
    return next(as_json, content[0] if content else None)


def sample_body(media: MediaType) -> Body | None:
    """Return what to send, or None when the document does not say what the body is like."""
    kind = media_kind(media.name)
    value = body_value(media)
    if kind == "binary" and not isinstance(value, Mapping | list):
        return FileBody(file_name=file_name_for(media.name), media_type=sent_type(media.name))
    if value is MISSING:
        return None
    if kind == "json":
        return _json_body(value, media)
    if kind == "form" and isinstance(value, Mapping):
        return FormBody(fields=tuple(_form_fields(value, media)))
    if kind == "multipart" and isinstance(value, Mapping):
        return MultipartBody(parts=tuple(_parts(value, media)))
    text = value if isinstance(value, str) else written_value(value, media)
    return _text_body(text, media)


def body_value(media: MediaType) -> Any:
    """Return the value of a sample, or MISSING when the document does not say what it is like."""
    for example in media.examples:
        if example.serialized is not None:
            return example.serialized
        if example.has_value:
            return example.value
    if media.schema is not None:
        return example_value(media.schema, direction="request")
    if media.item_schema is not None:
        return [example_value(media.item_schema, direction="request")]
    return MISSING


def _json_body(value: Any, media: MediaType) -> Body:
    name = sent_type(media.name)
    if isinstance(value, str):
        parsed = _parsed(value)
        # Some documents give the text of a body where its value is meant.
        value = value if parsed is MISSING else parsed
    if _is_too_long(value) or _is_too_deep(value):
        return FileBody(file_name="body.json", media_type=name)
    return JsonBody(value=value, media_type=name)


def _parsed(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "[") or len(text) > LONGEST_EXAMPLE:
        return MISSING
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return MISSING


def _is_too_long(value: Any) -> bool:
    """Whether a value is too long, or too odd, to be written into a program."""
    length = 0
    try:
        for chunk in json.JSONEncoder().iterencode(value):
            length += len(chunk)
            if length > LONGEST_EXAMPLE:
                return True
    except (RecursionError, ValueError, TypeError):
        return True
    return False


def _is_too_deep(value: Any) -> bool:
    waiting = [(value, 0)]
    while waiting:
        each, depth = waiting.pop()
        if depth > DEEPEST:
            return True
        if isinstance(each, Mapping | list):
            inner = each.values() if isinstance(each, Mapping) else each
            waiting.extend((entry, depth + 1) for entry in inner)
    return False


def _text_body(text: str, media: MediaType) -> Body:
    if len(text) >= LONGEST_EXAMPLE:
        name = _FILE_BY_KIND.get(media_kind(media.name), "body.txt")
        return FileBody(file_name=name, media_type=sent_type(media.name))
    return TextBody(text=text, media_type=sent_type(media.name))


def _form_fields(value: Mapping[str, Any], media: MediaType) -> Iterator[tuple[str, str]]:
    for name, member in list(value.items())[:_MOST_FIELDS]:
        encoding = _encoding_of(media, name)
        pairs = form_pairs(
            str(name),
            member,
            style=encoding.style or "form",
            explode=encoding.explode is not False,
        )
        yield from ((key, text) for key, text in pairs if len(text) <= LONGEST_EXAMPLE)


def _parts(value: Mapping[str, Any], media: MediaType) -> Iterator[Part]:
    members = media.schema.merged.properties if media.schema else {}
    for name, member in list(value.items())[:_MOST_FIELDS]:
        kind = part_kind(media, str(name), members.get(name))
        if kind.file_name:
            yield kind
        else:
            yield from _text_parts(str(name), member, kind.media_type)


def part_kind(media: MediaType, name: str, schema: Schema | None) -> Part:
    """Return how a property is sent as a part: its media type, and a file's name if it is one."""
    own_type = text_of(schema.resolved.raw, "contentMediaType") if schema else ""
    content_type = _part_type(_encoding_of(media, name).content_type or own_type)
    is_file = _is_file(schema, content_type)
    file_name = file_name_for(content_type) if is_file else ""
    return Part(name=name, file_name=file_name, media_type=content_type)


def _text_parts(name: str, value: Any, content_type: str) -> Iterator[Part]:
    entries = value if isinstance(value, list) else [value]
    for entry in entries:
        is_json = isinstance(entry, Mapping | list)
        text = primitive_text(entry)
        if len(text) <= LONGEST_EXAMPLE:
            media_type = content_type or ("application/json" if is_json else "")
            yield Part(name=name, text=text, media_type=media_type)


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


def sent_type(name: str) -> str:
    """Return a media type that can be sent: no pattern, and on one line."""
    bare = essence(name)
    if "*" in bare:
        suffix = next((each for each in ("json", "xml") if bare.endswith(f"+{each}")), "")
        return _SENT_FOR_PATTERN.get(bare, f"application/{suffix or 'octet-stream'}")
    return "".join(char for char in name if char.isprintable()).strip()


def _part_type(names: str) -> str:
    """Return the first of several media types without its parameters.

    What follows a semicolon or a comma can make curl send a file of the reader's.
    """
    bare = essence(names.partition(",")[0])
    return bare if _MEDIA_TYPE.fullmatch(bare) else ""


def _encoding_of(media: MediaType, name: str) -> Encoding:
    found = (encoding for encoding in media.encoding if encoding.name == name)
    return next(found, Encoding(name=name))


def file_name_for(media_type: str) -> str:
    """Return what a file of a media type may be called."""
    bare = essence(media_type)
    family = f"{bare.partition('/')[0]}/*"
    return _FILE_NAMES.get(bare) or _FILE_NAMES.get(family, "file.bin")
