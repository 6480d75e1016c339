"""Parse and validate parameters of paths, queries, headers and cookies.

The reverse of ``request_samples.encoding``: parsing what it serializes gives the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from urllib.parse import unquote

from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Parameter
from sphinx_sitejson.openapi.schemas import Schema

from .bodies import form_values, read_pairs
from .typed_values import (
    NoJsonError,
    allows,
    deep_value,
    keys_in,
    kinds_of,
    member_names,
    member_of,
    read_json_text,
    typed,
)
from .validation import Fault, SchemaValidator

NOT_PARAMETERS = frozenset({"accept", "content-type", "authorization"})
"""Headers that OpenAPI says by other means; parameters of these names count for nothing."""
MOST_PAIRS = 2_000
_DELIMITERS = {"spaceDelimited": r"%20|\+| ", "pipeDelimited": r"%7[Cc]|\|"}


class _Absent:
    """Stands where a request does not have a parameter."""


ABSENT: Final = _Absent()


@dataclass(frozen=True)
class ReceivedTexts:
    """The parts of a request that parameters stand in, none of them decoded."""

    path: Mapping[str, str] = field(default_factory=dict)
    query: str = ""
    headers: Sequence[tuple[str, str]] = ()
    """Names in lower case."""

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The query as names, decoded, and values, not decoded."""
        return [(decoded_query_part(name), value) for name, value in _raw_pairs(self.query)]

    @cached_property
    def cookies(self) -> list[tuple[str, str]]:
        """The cookies, not decoded."""
        entries = (
            entry.partition("=")
            for name, value in self.headers
            if name == "cookie"
            for entry in value.split(";")
        )
        return [(name.strip(), value.strip()) for name, equals, value in entries if equals]

    def header(self, name: str) -> str | None:
        """Return a header; several of one name are one list."""
        values = [value for key, value in self.headers if key == name.lower()]
        return ",".join(values) if values else None


def decoded_query_part(text: str) -> str:
    """Decode a name or a value of a query."""
    return unquote(text.replace("+", " "), errors="replace")


def _raw_pairs(query: str) -> Iterator[tuple[str, str]]:
    for entry in query.split("&")[:MOST_PAIRS]:
        name, _, value = entry.partition("=")
        if entry:
            yield name, value


def parameter_faults(
    parameters: Iterable[Parameter], texts: ReceivedTexts, validator: SchemaValidator
) -> Iterator[Fault]:
    """Yield what is wrong with the parameters of a request."""
    known = [each for each in parameters if not _counts_for_nothing(each, texts)]
    names = frozenset(each.name for each in known if each.location == "query")
    for parameter in known:
        reader = _Reader(parameter, texts, validator, names - {parameter.name})
        yield from (fault.at(parameter.location, parameter.name) for fault in reader.faults())


def header_faults(
    header: Parameter, headers: Sequence[tuple[str, str]], validator: SchemaValidator
) -> Iterator[Fault]:
    """Yield what is wrong with one header of an answer."""
    reader = _Reader(header, ReceivedTexts(headers=headers), validator, frozenset())
    yield from (fault.at("header", header.name) for fault in reader.faults())


def _counts_for_nothing(parameter: Parameter, texts: ReceivedTexts) -> bool:
    if parameter.location == "path":
        # One that the path has no place for is a mistake of the document.
        return parameter.name not in texts.path
    return parameter.location == "header" and parameter.name.lower() in NOT_PARAMETERS


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one parameter.

    :param others: the names of the other parameters of the query.
    """

    parameter: Parameter
    texts: ReceivedTexts
    validator: SchemaValidator
    others: frozenset[str]

    def faults(self) -> tuple[Fault, ...]:
        try:
            readings = [*self._readings()]
        except NoJsonError as error:
            return (Fault(detail=str(error)),)
        if not readings:
            message = self.validator.direction
            missing = Fault(detail=f"It is required, and the {message} does not have it.")
            return (missing,) if self.parameter.required else ()
        if self.parameter.allow_empty and "" in readings:
            return ()
        found = [self.validator.faults(self.parameter.schema, value) for value in readings]
        return min(found, key=len)

    def _readings(self) -> Iterator[Any]:
        """Yield the values that the request may mean; none when it does not have the parameter."""
        if self.parameter.location == "querystring":
            yield from self._query_string_values()
            return
        if self.parameter.media_type:
            yield from self._document()
            return
        schema = self.parameter.schema
        kinds = kinds_of(schema)
        if self.parameter.style == "deepObject" and kinds & {"object", "array"}:
            yield from self._deep_values(schema)
        elif "object" in kinds:
            value = self._object(schema)
            if not isinstance(value, _Absent):
                yield value
        if "array" in kinds and self.parameter.style != "deepObject":
            entries = self._entries()
            if entries is not None:
                yield self._array(entries, schema)
        if kinds - {"object", "array"} or not kinds:
            yield from self._scalars(schema)

    def _query_string_values(self) -> Iterator[Any]:
        if not self.texts.query:
            return
        if media_kind(self.parameter.media_type) == "form":
            yield form_values(
                read_pairs(self.texts.query), self.parameter.schema, (), self.validator
            )
        else:
            yield self._content(decoded_query_part(self.texts.query))

    def _document(self) -> Iterator[Any]:
        """Yield a parameter that is a document of its own."""
        for text in self._own_texts():
            yield self._content(self._plain(text))
            return

    def _content(self, text: str) -> Any:
        is_json = media_kind(self.parameter.media_type) == "json"
        # Objects of other types are written as JSON, too: there is no other way for them.
        is_object = allows(self.parameter.schema, "object", "array")
        return read_json_text(text) if is_json or is_object else text

    def _own_texts(self) -> list[str]:
        """Return all values that stand under the name of the parameter, not decoded."""
        name, location = self.parameter.name, self.parameter.location
        if location == "path":
            text = self.texts.path.get(name)
            return [] if text is None else [self._without_prefix(text)]
        if location == "header":
            value = self.texts.header(name)
            return [] if value is None else [value]
        pairs = self.texts.cookies if location == "cookie" else self.texts.pairs
        return [value for key, value in pairs if key == name]

    def _without_prefix(self, text: str) -> str:
        """Return a part of a path without what its style begins with."""
        style, name = self.parameter.style, self.parameter.name
        if style == "label":
            return text.removeprefix(".")
        if style == "matrix" and text.startswith(";"):
            key, _, value = text[1:].partition("=")
            return value if unquote(key) == name else text[1:]
        return text

    def _plain(self, text: str) -> str:
        if self.parameter.location == "header" or self.parameter.style == "cookie":
            return text
        if self.parameter.location == "query":
            return decoded_query_part(text)
        return unquote(text, errors="replace")

    def _scalars(self, schema: Schema) -> Iterator[Any]:
        texts = self._own_texts()
        if len(texts) > 1:
            yield [self._plain(text) for text in texts]
        elif texts:
            yield typed(self._plain(texts[0]), schema, self.validator)

    def _entries(self) -> list[str] | None:
        """Return the entries of an array, not decoded; None when there is no array at all."""
        texts, style = self._own_texts(), self.parameter.style
        if not texts:
            return None
        if self.parameter.location in ("query", "cookie") and self.parameter.explode:
            return texts
        if style == "matrix" and self.parameter.explode:
            raw = self.texts.path[self.parameter.name].split(";")[1:]
            return [entry.partition("=")[2] for entry in raw]
        separator = "\\." if style == "label" and self.parameter.explode else ","
        entries = re.split(_DELIMITERS.get(style, separator), ",".join(texts))
        if self.parameter.location == "header":
            entries = [entry.strip() for entry in entries]
        return [] if entries == [""] else entries

    def _array(self, entries: list[str], schema: Schema) -> list[Any]:
        return [
            typed(self._plain(entry), member_of(schema, str(index)), self.validator)
            for index, entry in enumerate(entries)
        ]

    def _object(self, schema: Schema) -> Any:
        pairs = self._object_pairs(schema)
        if pairs is None:
            return ABSENT
        return {
            key: typed(self._plain(value), member_of(schema, key), self.validator)
            for key, value in pairs
        }

    def _object_pairs(self, schema: Schema) -> list[tuple[str, str]] | None:
        parameter = self.parameter
        if parameter.location in ("query", "cookie") and parameter.explode:
            pairs = self.texts.pairs if parameter.location == "query" else self.texts.cookies
            return [pair for pair in pairs if self._is_member(pair[0], schema)] or None
        if parameter.style == "matrix" and parameter.explode:
            raw = self.texts.path.get(parameter.name, "")
            return [_split_pair(entry) for entry in raw.split(";")[1:]]
        texts = self._own_texts()
        if not texts:
            return None
        separator = "\\." if parameter.style == "label" and parameter.explode else ","
        entries = re.split(_DELIMITERS.get(parameter.style, separator), ",".join(texts))
        if parameter.explode:
            return [_split_pair(entry.strip()) for entry in entries if entry]
        keys = [self._plain(entry.strip()) for entry in entries[::2]]
        return [*zip(keys, entries[1::2], strict=False)]

    def _is_member(self, name: str, schema: Schema) -> bool:
        """Tell whether a pair is a member: by its name, or because it is nobody else's."""
        if name in member_names(schema):
            return True
        additional = schema.merged.additional_properties
        is_free = additional is not None and additional.allows_anything
        return is_free and name not in self.others

    def _deep_values(self, schema: Schema) -> Iterator[Any]:
        pairs = [
            (keys_in(key[len(self.parameter.name) :]), self._plain(value))
            for key, value in self.texts.pairs
            if _is_below(self.parameter.name, key)
        ]
        if pairs:
            yield deep_value(pairs, schema, self.validator)


def _is_below(name: str, key: str) -> bool:
    return key.startswith(f"{name}[") and key.endswith("]")


def _split_pair(entry: str) -> tuple[str, str]:
    name, _, value = entry.partition("=")
    return unquote(name, errors="replace"), value
