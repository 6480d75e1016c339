"""The examples that a page shows of a body: those of the document, else one that is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import json_chunks
from sphinx_sitejson.common.messages import Message, join_messages
from sphinx_sitejson.openapi.model import Example, MediaType
from sphinx_sitejson.openapi.raw import list_of
from sphinx_sitejson.openapi.schemas import Schema

from .generated_values import Direction, example_value
from .media_type_kinds import code_language, media_kind
from .xml import xml_lines

MAX_JSON_DEPTH = 40
MAX_JSON_VALUES = 3_000
"""Of the whole; what comes after them is empty."""
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limits:
    entries: int
    members: int
    text: int


_TRUNCATION_LEVELS = (
    _Limits(entries=20, members=400, text=2_000),
    _Limits(entries=5, members=200, text=400),
    _Limits(entries=2, members=60, text=120),
    _Limits(entries=1, members=20, text=40),
    _Limits(entries=1, members=4, text=20),
)


def shorter_values(value: Any) -> Any:
    """Yield a value with less and less of it, each of the same shape."""
    for limits in _TRUNCATION_LEVELS:
        yield _Shortening(limits).of(value)


class _Shortening:
    """One walk through a value, with what is left of its budget."""

    def __init__(self, limits: _Limits) -> None:
        self._limits = limits
        self._left = MAX_JSON_VALUES

    def of(self, value: Any, depth: int = 0) -> Any:
        self._left -= 1
        is_over = self._left <= 0 or depth >= MAX_JSON_DEPTH
        if isinstance(value, Mapping):
            members = islice(value.items(), 0 if is_over else self._limits.members)
            return {str(name): self.of(member, depth + 1) for name, member in members}
        if isinstance(value, list | tuple):
            entries = islice(value, 0 if is_over else self._limits.entries)
            return [self.of(entry, depth + 1) for entry in entries]
        if isinstance(value, str) and len(value) > self._limits.text:
            return f"{value[: self._limits.text]}{_ELLIPSIS}"
        return value


__all__ = [
    "Direction",
    "ShownExample",
    "example_value",
    "media_examples",
    "pretty_json",
    "written_value",
]

LONGEST_EXAMPLE = 20_000
REST_LEFT_OUT = "… (the rest of this example is left out)"
_BINARY = "<binary>"
_EVENT_FIELDS = ("id", "event", "retry")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownExample:
    """An example, ready to be shown as code."""

    title: str = ""
    description: str = ""
    language: str = "json"
    code: str = ""
    url: str = ""
    """Where the example can be read, when it is not part of the document."""


def media_examples(media: MediaType, direction: Direction) -> tuple[ShownExample, ...]:
    """Return the examples of a body, at least one if the document says what the body is like."""
    if media.examples:
        return tuple(_shown(example, media) for example in media.examples)
    given = tuple(_schema_examples(media.schema))
    if given:
        count = len(given)
        return tuple(
            _shown(Example(summary=f"Example {number}" if count > 1 else "", value=value), media)
            for number, value in enumerate(given, start=1)
        )
    if media.schema is None and media.item_schema is None:
        return ()
    return (_shown(Example(value=_made_value(media, direction)), media),)


def written_value(value: Any, media: MediaType) -> str:
    """Write a value the way a media type wants it, all that is readable of it."""
    return _written(value, media)[0]


def _written(value: Any, media: MediaType) -> tuple[str, bool]:
    """Write a value for a media type; the other part says whether its JSON is shortened."""
    text = _other_than_json(value, media)
    return _shortened_json(value) if text is None else (text, False)


def _other_than_json(value: Any, media: MediaType) -> str | None:
    """Write a value in what a media type has instead of JSON, if it has that."""
    kind = media_kind(media.name)
    if isinstance(value, str) and (kind != "json" or _is_json_container(value)):
        return _cut([value])
    if kind == "json lines":
        return _cut(f"{_one_line(entry)}\n" for entry in _entries(value)).rstrip("\n")
    if kind == "events":
        return _cut(f"{_event(entry)}\n\n" for entry in _entries(value)).rstrip("\n")
    if kind == "xml":
        return _cut(f"{line}\n" for line in xml_lines(value, media.schema)).rstrip("\n")
    if kind in ("form", "multipart") and isinstance(value, Mapping):
        return _cut(_form(value, is_multipart=kind == "multipart"))
    if kind == "binary" and not isinstance(value, Mapping | list):
        return _BINARY
    return None


def pretty_json(value: Any) -> str:
    """Write a value as JSON that people read; of a very long one, as much as there is room for."""
    return _shortened_json(value)[0]


def _shortened_json(value: Any) -> tuple[str, bool]:
    """Write a value as JSON that parses, and say whether a part had to be left out for it."""
    text = _cut(_json_pieces(value, indent=2))
    if not _is_cut(text):
        return text, False
    shorter = (_cut(_json_pieces(each, indent=2)) for each in shorter_values(value))
    whole = next((each for each in shorter if not _is_cut(each)), None)
    return (text, False) if whole is None else (whole, True)


def _is_cut(text: str) -> bool:
    return text.endswith(REST_LEFT_OUT)


def _shown(example: Example, media: MediaType) -> ShownExample:
    code, is_shortened = "", False
    if example.serialized is not None:
        code = _cut([example.serialized])
    elif example.has_value or not example.external_url:
        code, is_shortened = _written(example.value, media)
    return ShownExample(
        title=example.summary or example.name,
        description=join_messages("\n\n", tuple(_words_of(example, media, is_shortened))),
        language=code_language(media.name),
        code=code,
        url=example.external_url,
    )


def _words_of(example: Example, media: MediaType, is_shortened: bool) -> Iterator[str]:
    """Yield what is said of an example: by the document, and of what its code does not show."""
    if example.description:
        yield example.description
    if example.serialized is not None and example.has_value:
        # What is sent says little of what it means.
        yield f"```json\n{pretty_json(example.value)}\n```"
    elif is_shortened and media_kind(media.name) == "json":
        yield Message("This example is truncated.")


def _schema_examples(schema: Schema | None) -> Iterator[Any]:
    """Yield the examples that stand in the schema itself."""
    if schema is None:
        return
    raw = schema.resolved.raw
    examples = list_of(raw.get("examples"))
    if examples:
        yield from examples
    elif "example" in raw:
        yield raw["example"]


def _made_value(media: MediaType, direction: Direction) -> Any:
    if media.schema is not None and media.schema.raw:
        return example_value(media.schema, direction=direction)
    if media.item_schema is not None:
        return [example_value(media.item_schema, direction=direction)]
    return {} if media_kind(media.name) == "json" else "string"


def _entries(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _event(value: Any) -> str:
    """Write one event of a stream; other values are its data."""
    if not isinstance(value, Mapping) or "data" not in value:
        return f"data: {_one_line(value)}"
    fields = [f"{name}: {_one_line(value[name])}" for name in _EVENT_FIELDS if name in value]
    return "\n".join([*fields, f"data: {_one_line(value['data'])}"])


def _form(value: Mapping[str, Any], *, is_multipart: bool) -> Iterator[str]:
    """Yield the fields of a form: as they are sent, or, for parts, one on each line."""
    separator = ""
    for name, member in value.items():
        for entry in _entries(member):
            text = _one_line(entry)
            yield separator
            yield (f"{name}={text}" if is_multipart else f"{_encoded(str(name))}={_encoded(text)}")
            separator = "\n" if is_multipart else "&"


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="replace")


def _one_line(value: Any) -> str:
    if isinstance(value, str):
        return value
    return _cut(_json_pieces(value))


def _json_pieces(value: Any, indent: int | None = None) -> Iterator[str]:
    try:
        yield from json_chunks(value, indent=indent)
    except (RecursionError, ValueError, TypeError):
        # Too deep, in a circle, or with keys that JSON does not know: what came so far stays.
        yield f"\n{REST_LEFT_OUT}"


def _is_json_container(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _cut(chunks: Iterable[str]) -> str:
    """Join chunks until they are too long to show; then end at a line and say so."""
    kept: list[str] = []
    length = 0
    for chunk in chunks:
        kept.append(chunk)
        length += len(chunk)
        if length > LONGEST_EXAMPLE:
            text = "".join(kept)[:LONGEST_EXAMPLE]
            full_lines = text.rpartition("\n")[0]
            text = full_lines if len(full_lines) > LONGEST_EXAMPLE // 2 else text
            return _well_formed(f"{text}\n{REST_LEFT_OUT}")
    return _well_formed("".join(kept))


def _well_formed(text: str) -> str:
    """Write characters that no page can hold as JSON writes them."""
    return escape_unreadable(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
