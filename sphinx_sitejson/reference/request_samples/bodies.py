"""The body of a sample: from the examples of the document, else made from the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.common.nesting import DEEPEST
from sphinx_sitejson.openapi.examples.generated_values import MISSING, example_value
from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.examples.visible_examples import LONGEST_EXAMPLE, written_value
from sphinx_sitejson.openapi.model import Encoding, MediaType, Operation

from .body_parts import (
    MOST_FIELDS,
    encoding_of,
    file_name_for,
    form_parts,
    is_styled,
    multipart_type,
    sent_type,
)
from .encoding import compact_json, form_pairs, form_text
from .request import Body, FileBody, FormBody, JsonBody, MultipartBody, TextBody

_FILE_BY_KIND = {"json": "body.json", "xml": "body.xml", "text": "body.txt"}


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
        return _form_body(value, media)
    if kind == "multipart" and isinstance(value, Mapping):
        parts = tuple(form_parts(value, media))
        return MultipartBody(parts=parts, media_type=multipart_type(media.name))
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


def _form_body(value: Mapping[str, Any], media: MediaType) -> Body:
    fields = tuple(_form_fields(value, media))
    if any(reserved for _, _, reserved in fields):
        # Every tool has its own way to encode a form, and none leaves some characters as they are.
        return TextBody(text=form_text(fields), media_type=sent_type(media.name))
    return FormBody(fields=tuple((name, text) for name, text, _ in fields))


def _form_fields(value: Mapping[str, Any], media: MediaType) -> Iterator[tuple[str, str, bool]]:
    for name, member in list(value.items())[:MOST_FIELDS]:
        if member is None:
            continue
        encoding = encoding_of(media, name)
        for key, text in _pairs(str(name), member, encoding):
            if len(text) <= LONGEST_EXAMPLE:
                yield key, text, encoding.allow_reserved


def _pairs(name: str, value: Any, encoding: Encoding) -> tuple[tuple[str, str], ...]:
    is_document = isinstance(value, Mapping | list) and not is_styled(encoding)
    if is_document and encoding.content_type and media_kind(encoding.content_type) == "json":
        return ((name, compact_json(value)),)
    return form_pairs(name, value, style=encoding.style, explode=encoding.explode)
