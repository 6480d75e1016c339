"""Values that samples send: of parameters, headers, bodies and the parts of bodies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.openapi.examples.generated_values import MISSING, generate_example
from sphinx_sitejson.openapi.examples.media_type_kinds import essence, media_kind
from sphinx_sitejson.openapi.model import Encoding, MediaType, Operation, Parameter
from sphinx_sitejson.openapi.raw import as_list, get_text
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.request_samples.visible_examples import (
    BOUNDARY,
    LONGEST_EXAMPLE,
    serialize_value,
)

from .encoding import (
    encode_content,
    encode_fields,
    encode_header,
    find_encoding,
    form_fields,
    form_pairs,
    is_styled,
    primitive_text,
)
from .request import Body, FileBody, FormBody, JsonBody, MultipartBody, Pairs, Part, TextBody

# What headers may be called; one that begins with "-" would be an option to some tools.
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~][A-Za-z0-9!#$%&'*+.^_`|~-]*")
_MAX_VALUE_LENGTH = 1000
_HINTS = frozenset(
    {"example", "examples", "default", "const", "enum", "format", "pattern", "minLength"}
)


_SET_BY_CLIENTS = ("content-length", "transfer-encoding")
"""Headers that frame a message (RFC 9112, section 6): a wrong value makes the server wait."""


def is_in_sample(parameter: Parameter, show_optional: bool | None) -> bool:
    """Whether samples include a parameter."""
    if parameter.location == "header" and parameter.name.lower() in _SET_BY_CLIENTS:
        return False
    if parameter.required:
        return True
    if parameter.deprecated or show_optional is False:
        return False
    raw = parameter.schema.resolved.raw
    has_example = bool(parameter.examples) or "example" in raw or bool(raw.get("examples"))
    return show_optional is True or has_example


def sample_value(parameter: Parameter) -> Any:
    """Return the value of a parameter in samples: an example, else a generated value."""
    is_in_path = parameter.location == "path"
    # "/jobs/" is another path than "/jobs/{state}"; other styles send the name, or a period.
    must_have_text = is_in_path and parameter.style == "simple"
    for example in parameter.examples:
        is_usable = example.has_value and not (must_have_text and example.value == "")
        if is_usable and not _is_long(example.value):
            return example.value
    if is_in_path and _is_unconstrained_text(parameter):
        # "/users/userId" is clearer than "/users/string".
        return parameter.name
    value = generate_example(parameter.schema, direction="request")
    if must_have_text and value == "":
        value = next(filter(None, as_list(parameter.schema.merged.raw.get("enum"))), "")
    return parameter.name if _is_long(value) or (must_have_text and value == "") else value


def valid_pairs(pairs: list[tuple[str, str]]) -> Pairs:
    """Return the pairs with valid names (RFC 9110, section 5.1), their values on one line."""
    return tuple(
        (name, "".join(char if char.isprintable() else " " for char in value).strip())
        for name, value in pairs
        if _TOKEN.fullmatch(name)
    )


def _is_long(value: Any) -> bool:
    return len(encode_content(value)) > _MAX_VALUE_LENGTH


def _is_unconstrained_text(parameter: Parameter) -> bool:
    schema = parameter.schema.merged
    is_text = schema.types in ((), ("string",)) and not (schema.one_of or schema.any_of)
    return is_text and not _HINTS & schema.raw.keys()


_FILE_BY_KIND = {"json": "body.json", "xml": "body.xml", "text": "body.txt"}


def chosen_media_type(operation: Operation) -> MediaType | None:
    """Return the media type of samples: JSON if there is one, else the first."""
    content = operation.request_body.content if operation.request_body else ()
    as_json = (media for media in content if media_kind(media.name) == "json")
    return next(as_json, content[0] if content else None)


def sample_body(media: MediaType) -> Body | None:
    """Return the body of a sample, or None if the document does not describe it."""
    kind = media_kind(media.name)
    value = body_value(media)
    if kind == "binary" and not isinstance(value, Mapping | list):
        return FileBody(
            file_name=file_name_for(media.name), media_type=concrete_media_type(media.name)
        )
    if value is MISSING:
        return None
    if kind == "json":
        return _json_body(value, media)
    if kind == "form" and isinstance(value, Mapping):
        return _form_body(value, media)
    if kind == "multipart" and isinstance(value, Mapping):
        parts = tuple(form_parts(value, media))
        return MultipartBody(parts=parts, media_type=multipart_type(media.name))
    text = value if isinstance(value, str) else serialize_value(value, media)
    if kind == "multipart" and isinstance(value, list):
        name = f"{multipart_type(media.name)}; boundary={BOUNDARY}"
        return TextBody(text=text.replace("\n", "\r\n"), media_type=name)
    return _text_body(text, media)


def body_value(media: MediaType) -> Any:
    """Return the value of a body in samples, or MISSING if the document does not describe it."""
    for example in media.examples:
        if example.serialized is not None:
            return example.serialized
        if example.has_value:
            return example.value
    if media.schema is not None:
        return generate_example(media.schema, direction="request")
    if media.item_schema is not None:
        return [generate_example(media.item_schema, direction="request")]
    return MISSING


def _json_body(value: Any, media: MediaType) -> Body:
    name = concrete_media_type(media.name)
    if isinstance(value, str):
        parsed = _parse_json_text(value)
        # Some documents have the text of a body instead of its value.
        value = value if parsed is MISSING else parsed
    if _is_too_long(value) or _is_too_deep(value):
        return FileBody(file_name="body.json", media_type=name)
    return JsonBody(value=value, media_type=name)


def _parse_json_text(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "[") or len(text) > LONGEST_EXAMPLE:
        return MISSING
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return MISSING


def _is_too_long(value: Any) -> bool:
    """Whether a value is too long for a sample, or cannot be serialized."""
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
    queue = [(value, 0)]
    while queue:
        each, depth = queue.pop()
        if depth > MAX_NESTING:
            return True
        if isinstance(each, Mapping | list):
            inner = each.values() if isinstance(each, Mapping) else each
            queue.extend((entry, depth + 1) for entry in inner)
    return False


def _text_body(text: str, media: MediaType) -> Body:
    if len(text) >= LONGEST_EXAMPLE:
        name = _FILE_BY_KIND.get(media_kind(media.name), "body.txt")
        return FileBody(file_name=name, media_type=concrete_media_type(media.name))
    return TextBody(text=text, media_type=concrete_media_type(media.name))


def _form_body(value: Mapping[str, Any], media: MediaType) -> Body:
    first = dict(islice(value.items(), MAX_FIELDS))
    fields = [each for each in form_fields(first, media) if len(each[1]) <= LONGEST_EXAMPLE]
    if any(reserved for _, _, reserved in fields):
        # Every tool encodes forms in its own way, and none preserves reserved characters.
        text = "".join(encode_fields(fields))
        return TextBody(text=text, media_type=concrete_media_type(media.name))
    return FormBody(fields=tuple((name, text) for name, text, _ in fields))


MAX_FIELDS = 100
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
_CONCRETE_TYPES: Mapping[str, str] = {
    "*/*": "application/json",
    "application/*": "application/json",
    "image/*": "image/png",
    "audio/*": "audio/mpeg",
    "video/*": "video/mp4",
    "text/*": "text/plain",
}
_TYPE_TOKEN = r"[A-Za-z0-9!#$&^_.+-]+"
_TYPE = re.compile(rf"(?:{_TYPE_TOKEN}|\*)/(?:{_TYPE_TOKEN}|\*)")
_PARAMETER = re.compile(rf"{_TYPE_TOKEN}=(?:{_TYPE_TOKEN}|\"[^\"\\\r\n]*\")")
# What is quoted may have a comma or a semicolon.
_COMMA_SEPARATED = re.compile(r'(?:[^,"]|"[^"]*")+')
_SEMICOLON_SEPARATED = re.compile(r'(?:[^;"]|"[^"]*")+')
SET_BY_PARTS = ("content-type", "content-disposition")
"""Headers of a part that follow from its type and name."""


def form_parts(value: Mapping[str, Any], media: MediaType) -> Iterator[Part]:
    """Yield the parts of a multipart body."""
    members = media.schema.merged.properties if media.schema else {}
    for name, member in list(value.items())[:MAX_FIELDS]:
        encoding = find_encoding(media, str(name))
        kind = part_kind(media, str(name), members.get(name))
        if kind.file_name:
            yield kind
        elif is_styled(encoding) and member is not None:
            pairs = form_pairs(str(name), member, style=encoding.style, explode=encoding.explode)
            yield from (Part(name=key, text=text, headers=kind.headers) for key, text in pairs)
        else:
            yield from _text_parts(kind, member)


def part_kind(media: MediaType, name: str, schema: Schema | None) -> Part:
    """Return the part of a property: its media type, and a file name if it is a file."""
    encoding = find_encoding(media, name)
    content_type = next(iter(part_types(media, name, schema)), "")
    media_essence = essence(content_type)
    is_file = _is_file(schema, media_essence)
    return Part(
        name=name,
        file_name=file_name_for(media_essence) if is_file else "",
        media_type=_CONCRETE_TYPES.get(media_essence, "") if "*" in media_essence else content_type,
        headers=tuple(_part_headers(encoding)),
    )


def part_types(media: MediaType, name: str, schema: Schema | None) -> tuple[str, ...]:
    """Return the media types of a part, with their parameters; they may be ranges."""
    schema_type = get_text(schema.resolved.raw, "contentMediaType") if schema else ""
    names = find_encoding(media, name).content_type or schema_type
    found = map(_clean_type, _COMMA_SEPARATED.findall(names))
    return tuple(each for each in found if each)


def _clean_type(text: str) -> str:
    """Return a media type with its valid parameters, or "" if it is invalid."""
    media_essence, *parameters = [each.strip() for each in _SEMICOLON_SEPARATED.findall(text)] or [
        ""
    ]
    valid = [each for each in parameters if _PARAMETER.fullmatch(each)]
    return "; ".join([media_essence.lower(), *valid]) if _TYPE.fullmatch(media_essence) else ""


def multipart_type(name: str) -> str:
    """Return the media type of a multipart body, without its boundary."""
    media_essence = essence(name)
    return (
        media_essence
        if re.fullmatch(r"multipart/[a-z0-9.+_-]+", media_essence)
        else "multipart/form-data"
    )


def concrete_media_type(name: str) -> str:
    """Return a concrete media type: ``image/*`` gives ``image/png``."""
    media_essence = essence(name)
    if "*" in media_essence:
        suffix = next((each for each in ("json", "xml") if media_essence.endswith(f"+{each}")), "")
        return _CONCRETE_TYPES.get(media_essence, f"application/{suffix or 'octet-stream'}")
    return "".join(char for char in name if char.isprintable()).strip()


def file_name_for(media_type: str) -> str:
    """Return a file name for a media type."""
    media_essence = essence(media_type)
    family = f"{media_essence.partition('/')[0]}/*"
    return _FILE_NAMES.get(media_essence) or _FILE_NAMES.get(family, "file.bin")


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
