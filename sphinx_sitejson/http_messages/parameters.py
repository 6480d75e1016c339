"""Parse and validate parameters of paths, queries, headers and cookies.

The reverse of ``serialization``: parsing what it serializes gives the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from sphinx_sitejson.openapi.model import Parameter
from sphinx_sitejson.openapi.schemas import Schema

from .bodies import convert_form, decode_query_component, parse_form
from .media_types import media_kind
from .typed_values import (
    InvalidContentError,
    allowed_types,
    allows_type,
    bracket_keys,
    convert_deep_object,
    convert_text,
    member_schema,
    member_schemas,
    parse_json,
)
from .validation import SchemaValidator, ValidationIssue

IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
"""Header parameters of these names are ignored (OpenAPI 3.1, section 4.8.12)."""
MAX_PAIRS = 2_000
_DELIMITERS = {"spaceDelimited": r"%20|\+| ", "pipeDelimited": r"%7[Cc]|\|"}


@dataclass(frozen=True)
class RawParameters:
    """The path parameters, query and headers of a request, not decoded."""

    path: Mapping[str, str] = field(default_factory=dict)
    query: str = ""
    headers: Sequence[tuple[str, str]] = ()
    """Names in lower case."""

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Names and values of the query; only the names are decoded."""
        entries = (entry.partition("=") for entry in self.query.split("&")[:MAX_PAIRS] if entry)
        return [(decode_query_component(name), value) for name, _, value in entries]

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
        """Return a header; repeated headers are joined with commas."""
        values = [value for key, value in self.headers if key == name.lower()]
        return ",".join(values) if values else None


def validate_parameters(
    parameters: Iterable[Parameter], texts: RawParameters, validator: SchemaValidator
) -> Iterator[ValidationIssue]:
    """Parse and validate the parameters of a request, or the headers of a response."""
    known = [
        each
        for each in parameters
        # One that the path does not contain is an error of the document.
        if (each.location != "path" or each.name in texts.path)
        and (each.location != "header" or each.name.lower() not in IGNORED_HEADERS)
    ]
    names = frozenset(each.name for each in known if each.location == "query")
    for parameter in known:
        reader = _ParameterParser(parameter, texts, validator, names - {parameter.name})
        yield from (issue.at(parameter.location, parameter.name) for issue in reader.issues())


def decode_header(value: str) -> str:
    """Decode a header, read as Latin-1, as UTF-8 if that is valid (RFC 9110, section 5.5).

    ``"cafÃ©"`` becomes ``"café"``: pages send UTF-8.
    """
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


@dataclass(frozen=True)
class _ParameterParser:
    """Parses one parameter.

    :param others: the names of the other query parameters.
    """

    parameter: Parameter
    texts: RawParameters
    validator: SchemaValidator
    others: frozenset[str]

    def issues(self) -> tuple[ValidationIssue, ...]:
        try:
            candidates = [*self._candidate_values()]
        except InvalidContentError as error:
            return (ValidationIssue(detail=str(error)),)
        if not candidates:
            detail = f"It is required, but missing from the {self.validator.direction}."
            missing = ValidationIssue(detail=detail)
            return (missing,) if self.parameter.required else ()
        if self.parameter.allow_empty and "" in candidates:
            return ()
        results = [self.validator.issues(self.parameter.schema, value) for value in candidates]
        return min(results, key=len)

    def _candidate_values(self) -> Iterator[Any]:
        """Yield the candidate values of the parameter; none if the request does not have it."""
        if self.parameter.location == "querystring":
            query = self.texts.query
            if query and media_kind(self.parameter.media_type) == "form":
                yield convert_form(parse_form(query), self.parameter.schema, (), self.validator)
            elif query:
                yield self._parse_content(decode_query_component(query))
            return
        if self.parameter.media_type:
            # The parameter is described by "content".
            for text in self._raw_values()[:1]:
                yield self._parse_content(self._decode(text))
            return
        schema = self.parameter.schema
        kinds = allowed_types(schema)
        if self.parameter.style == "deepObject" and kinds & {"object", "array"}:
            yield from self._deep_values(schema)
        elif "object" in kinds:
            pairs = self._object_pairs(schema)
            if pairs is not None:
                yield {key: self._convert(value, schema, key) for key, value in pairs}
        if "array" in kinds and self.parameter.style != "deepObject":
            entries = self._entries()
            if entries is not None:
                yield [
                    self._convert(entry, schema, str(index)) for index, entry in enumerate(entries)
                ]
        if kinds - {"object", "array"} or not kinds:
            texts = self._raw_values()
            if len(texts) > 1:
                yield [self._decode(text) for text in texts]
            elif texts:
                yield convert_text(self._decode(texts[0]), schema, self.validator)

    def _parse_content(self, text: str) -> Any:
        is_json = media_kind(self.parameter.media_type) == "json"
        # Objects of other media types are sent as JSON, too; nothing else is specified.
        is_object = allows_type(self.parameter.schema, "object", "array")
        return parse_json(text) if is_json or is_object else text

    def _raw_values(self) -> list[str]:
        """Return all values of the parameter, not decoded."""
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
        """Remove the prefix of the styles ``label`` (``.``) and ``matrix`` (``;name=``)."""
        style, name = self.parameter.style, self.parameter.name
        if style == "label":
            return text.removeprefix(".")
        if style == "matrix" and text.startswith(";"):
            key, _, value = text[1:].partition("=")
            return value if unquote(key) == name else text[1:]
        return text

    def _decode(self, text: str) -> str:
        if self.parameter.location == "header" or self.parameter.style == "cookie":
            return text
        if self.parameter.location == "query":
            return decode_query_component(text)
        return unquote(text, errors="replace")

    def _convert(self, text: str, schema: Schema, member: str) -> Any:
        return convert_text(self._decode(text), member_schema(schema, member), self.validator)

    @property
    def _is_repeated(self) -> bool:
        """Whether each entry or member is a pair of its own."""
        return self.parameter.location in ("query", "cookie") and self.parameter.explode

    def _split(self) -> list[str] | None:
        """Return the texts between the delimiters of a style; None if the request has none."""
        texts, style = self._raw_values(), self.parameter.style
        if not texts:
            return None
        if style == "matrix" and self.parameter.explode:
            return self.texts.path[self.parameter.name].split(";")[1:]
        separator = r"\." if style == "label" and self.parameter.explode else ","
        return re.split(_DELIMITERS.get(style, separator), ",".join(texts))

    def _entries(self) -> list[str] | None:
        """Return the entries of an array, not decoded; None if the request has no array."""
        if self._is_repeated:
            return self._raw_values() or None
        entries = self._split()
        if entries is not None and self.parameter.style == "matrix" and self.parameter.explode:
            return [entry.partition("=")[2] for entry in entries]
        if entries is not None and self.parameter.location == "header":
            entries = [entry.strip() for entry in entries]
        return [] if entries == [""] else entries

    def _object_pairs(self, schema: Schema) -> list[tuple[str, str]] | None:
        if self._is_repeated:
            is_query = self.parameter.location == "query"
            sent = self.texts.pairs if is_query else self.texts.cookies
            members, additional = member_schemas(schema), schema.merged.additional_properties
            is_open = additional is not None and additional.allows_anything
            # A pair is a member by its name, or because no other parameter has that name.
            return [
                (name, value)
                for name, value in sent
                if name in members or (is_open and name not in self.others)
            ] or None
        entries = self._split()
        if entries is None:
            return None
        if self.parameter.explode:
            pairs = (entry.strip().partition("=") for entry in entries if entry)
            return [(unquote(name, errors="replace"), value) for name, _, value in pairs]
        keys = [self._decode(entry.strip()) for entry in entries[::2]]
        return [*zip(keys, entries[1::2], strict=False)]

    def _deep_values(self, schema: Schema) -> Iterator[Any]:
        name = self.parameter.name
        pairs = [
            (bracket_keys(key[len(name) :]), self._decode(value))
            for key, value in self.texts.pairs
            if key.startswith(f"{name}[") and key.endswith("]")
        ]
        if pairs:
            yield convert_deep_object(pairs, schema, self.validator)
