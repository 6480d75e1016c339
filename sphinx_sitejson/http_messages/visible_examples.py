"""The examples that a page shows of a body, serialized for its media type and truncated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import json_chunks
from sphinx_sitejson.common.messages import Message, join_messages
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.model import Encoding, Example, MediaType
from sphinx_sitejson.openapi.schemas import Schema

from .generated_values import Direction, generate_body, generate_example, schema_examples
from .media_types import code_language, media_kind
from .request import BOUNDARY, replace_lone_surrogates
from .serialization import as_entries, body_chunks

MAX_JSON_DEPTH = 40
MAX_JSON_VALUES = 3_000
"""The number of values after which containers are emptied."""
_ELLIPSIS = "…"


_TRUNCATION_LEVELS = ((20, 400, 2_000), (5, 200, 400), (2, 60, 120), (1, 20, 40), (1, 4, 20))
"""The most entries of a list, members of an object and characters of a text, in turn."""


def _truncate(
    value: Any, limits: tuple[int, int, int], budget: Iterator[int], depth: int = 0
) -> Any:
    """Return a truncated copy of a value, of the same structure.

    :param budget: has an element for each value before containers are emptied.
    """
    entries, members, characters = limits
    if next(budget, None) is None or depth >= MAX_JSON_DEPTH:
        entries = members = 0
    if isinstance(value, Mapping):
        return {
            str(name): _truncate(member, limits, budget, depth + 1)
            for name, member in islice(value.items(), members)
        }
    if isinstance(value, list | tuple):
        return [_truncate(entry, limits, budget, depth + 1) for entry in value[:entries]]
    if isinstance(value, str) and len(value) > characters:
        return f"{value[:characters]}{_ELLIPSIS}"
    return value


LONGEST_EXAMPLE = 20_000
REST_LEFT_OUT = "… (example truncated)"
_BINARY = "<binary>"


@record
class RenderedExample:
    """An example rendered as code."""

    title: str = ""
    description: str = ""
    language: str = "json"
    code: str = ""
    url: str = ""
    """The URL of an external example."""
    headers: str = ""
    """The headers of a message, as JSON."""


def media_examples(media: MediaType, direction: Direction) -> tuple[RenderedExample, ...]:
    """Return the examples of a body; one is generated if the document has only a schema."""
    if media.examples:
        return tuple(_render_example(example, media) for example in media.examples)
    values = schema_examples(media.schema)
    if not values and (media.schema is not None or media.item_schema is not None):
        is_described = media.item_schema is not None or bool(media.schema and media.schema.raw)
        empty: Any = {} if media_kind(media.name) == "json" else "string"
        values = [generate_body(media, direction) if is_described else empty]
    return tuple(
        _render_example(
            Example(summary=f"Example {number}" if len(values) > 1 else "", value=value), media
        )
        for number, value in enumerate(values, start=1)
    )


def serialize_value(value: Any, media: MediaType) -> tuple[str, bool]:
    """Serialize a value for a media type; return the text, and whether JSON was truncated.

    ``{"a": 1}`` as a form gives ``a=1``.
    """
    text = _serialize_non_json(value, media)
    return _serialize_json(value) if text is None else (text, False)


def _serialize_non_json(value: Any, media: MediaType) -> str | None:
    """Serialize a value for a media type other than JSON; None for JSON."""
    kind = media_kind(media.name)
    if isinstance(value, str) and (kind != "json" or is_json_container(value)):
        return _join_truncated([value])
    if kind == "multipart" and isinstance(value, Mapping):
        return _join_truncated(_serialize_named_parts(value))
    if kind == "multipart" and isinstance(value, list):
        return _join_truncated(_serialize_parts(value, media)).replace("\r\n", "\n")
    if kind == "binary" and not isinstance(value, Mapping | list):
        return _BINARY
    chunks = body_chunks(value, media, kind, _one_line)
    return None if chunks is None else _join_truncated(chunks).rstrip("\n")


def pretty_json(value: Any) -> str:
    """Serialize a value as indented JSON, truncated to `LONGEST_EXAMPLE` characters."""
    return _serialize_json(value)[0]


def _serialize_json(value: Any) -> tuple[str, bool]:
    """Serialize a value as valid JSON; return the text, and whether it was truncated."""
    text = _join_truncated(_iter_json_chunks(value, indent=2))
    for limits in _TRUNCATION_LEVELS if text.endswith(REST_LEFT_OUT) else ():
        copy = _truncate(value, limits, iter(range(MAX_JSON_VALUES - 1)))
        truncated = _join_truncated(_iter_json_chunks(copy, indent=2))
        if not truncated.endswith(REST_LEFT_OUT):
            return truncated, True
    return text, False


def _render_example(example: Example, media: MediaType) -> RenderedExample:
    code, is_shortened = "", False
    if example.serialized is not None:
        code = _join_truncated([example.serialized])
    elif example.has_value or not example.external_url:
        code, is_shortened = serialize_value(example.value, media)
    return RenderedExample(
        title=example.summary or example.name,
        description=join_messages("\n\n", tuple(_example_notes(example, media, is_shortened))),
        language=code_language(media.name),
        code=code,
        url=example.external_url,
        headers="" if example.headers is None else pretty_json(example.headers),
    )


def _example_notes(example: Example, media: MediaType, is_shortened: bool) -> Iterator[str]:
    """Yield the description of an example, its data value, and a note that it is truncated."""
    if example.description:
        yield example.description
    if example.serialized is not None and example.has_value:
        # The serialized form alone does not show the data.
        yield f"```json\n{pretty_json(example.value)}\n```"
    elif is_shortened and media_kind(media.name) == "json":
        yield Message("This example is truncated.")


def _serialize_named_parts(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parts of a form, one per line."""
    separator = ""
    for name, member in value.items():
        for entry in as_entries(member):
            yield f"{separator}{name}={_one_line(entry)}"
            separator = "\n"


def _serialize_parts(values: list[Any], media: MediaType) -> Iterator[str]:
    """Yield a multipart body whose parts have no names, such as ``multipart/mixed`` (RFC 2046)."""
    by_name = {str(encoding.name): encoding for encoding in media.encoding}
    for index, value in enumerate(values):
        names = (f"[{index}]", "other items", "items")
        encoding = next((by_name[name] for name in names if name in by_name), Encoding(name=""))
        schema = _item_schema(media, index)
        content_type = encoding.content_type.partition(",")[0].strip() or _default_type(
            value, schema
        )
        yield f"--{BOUNDARY}\r\nContent-Type: {content_type}\r\n"
        for header in encoding.headers:
            examples = [each.value for each in header.examples if each.has_value]
            example = (examples or [generate_example(header.schema, direction="request")])[0]
            yield f"{header.name}: {_one_line(example)}\r\n"
        part = MediaType(name=content_type, schema=schema)
        text = _BINARY if _is_binary(schema) else serialize_value(value, part)[0]
        yield f"\r\n{text}\r\n"
    yield f"--{BOUNDARY}--"


def _item_schema(media: MediaType, index: int) -> Schema | None:
    if media.item_schema is not None:
        return media.item_schema
    schema = media.schema.merged if media.schema else None
    if schema is None:
        return None
    return schema.prefix_items[index] if index < len(schema.prefix_items) else schema.items


def _default_type(value: Any, schema: Schema | None) -> str:
    """Return the media type of a part without one (OpenAPI 3.2, section 4.15.1.1)."""
    raw = schema.merged.raw if schema else {}
    if isinstance(raw.get("contentMediaType"), str):
        return str(raw["contentMediaType"])
    if isinstance(value, Mapping | list):
        return "application/json"
    has_bytes = "contentEncoding" in raw or _is_binary(schema)
    return "application/octet-stream" if has_bytes else "text/plain"


def _is_binary(schema: Schema | None) -> bool:
    return schema is not None and schema.merged.format == "binary"


def _one_line(value: Any) -> str:
    if isinstance(value, str):
        return value
    return _join_truncated(_iter_json_chunks(value))


def _iter_json_chunks(value: Any, indent: int | None = None) -> Iterator[str]:
    try:
        yield from json_chunks(value, indent=indent)
    except (RecursionError, ValueError, TypeError):
        # Too deep, circular, or with keys that JSON does not allow.
        yield f"\n{REST_LEFT_OUT}"


def is_json_container(text: str) -> bool:
    """Whether a text begins like an object or a list."""
    return text.lstrip()[:1] in ("{", "[")


def _join_truncated(chunks: Iterable[str]) -> str:
    """Join chunks up to `LONGEST_EXAMPLE` characters; then end at a line with a note."""
    text = ""
    for chunk in chunks:
        text += chunk
        if len(text) > LONGEST_EXAMPLE:
            text = text[:LONGEST_EXAMPLE]
            full_lines = text.rpartition("\n")[0]
            text = full_lines if len(full_lines) > LONGEST_EXAMPLE // 2 else text
            text += f"\n{REST_LEFT_OUT}"
            break
    # What HTML cannot contain is escaped as in JSON.
    return escape_unreadable(replace_lone_surrogates(text))
