"""Validate the examples of documents and pages against their schemas."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

import jsonschema_rs

from sphinx_sitejson.common.json_documents.exact_json import convert_for_validator, exact_json
from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.common.problems import JsonPath, Location, key_path
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.keywords import validation_keywords
from sphinx_sitejson.openapi.model import Example, MediaType, Operation, Parameter
from sphinx_sitejson.openapi.raw import (
    Raw,
    RawObject,
    References,
    as_list,
    as_object,
    schema_name,
    without_keys,
)
from sphinx_sitejson.openapi.schemas import Schema, write_exclusive_bounds

from .generated_values import Direction, read_json_or_none
from .media_types import documented_response, media_kind
from .validation_cost import MAX_ERROR_UNITS, MAX_STEPS, UNCONVERTED, Cost, CostEstimator

DOCUMENT_URN = "urn:sitejson:document"
"""The URI by which converted schemas refer to the document."""

_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_COPIED_KEYWORDS = tuple(
    w for w in validation_keywords() if w not in ("type", "pattern", "required")
)
"""Keywords that are copied unchanged."""
_SCHEMA_KEYWORDS = validation_keywords("one")
_SCHEMA_LIST_KEYWORDS = tuple(word for word in validation_keywords("list") if word != "oneOf")
_UNCONDITIONAL_KEYWORDS = frozenset({"allOf", "anyOf", "not", "const", "if"})
"""Keywords that also apply to null."""
_SCHEMA_MAP_KEYWORDS = validation_keywords("map")
_PATTERNLESS_MAP_KEYWORDS = tuple(
    word for word in _SCHEMA_MAP_KEYWORDS if word != "patternProperties"
)
_COMPOSITION_KEYWORDS = frozenset({"allOf", "anyOf", "oneOf"})
_MAX_PART_DEPTH = 4
_MAX_PARTS = 50
_MAX_INLINED_SCHEMAS = 50_000
_DIRECTION_MARKERS = {
    None: ("readOnly", "writeOnly"),
    "request": ("readOnly",),
    "response": ("writeOnly",),
}
"""Properties with these keywords do not exist in a direction, so they are never required."""
_PATTERN_OPTIONS = jsonschema_rs.FancyRegexOptions(backtrack_limit=100_000)
_TOO_SLOW = jsonschema_rs.ValidationErrorKind.BacktrackLimitExceeded
"""The error for a pattern that takes too long; the value is then checked without patterns."""


class SchemaConverter:
    """Convert the OpenAPI schemas of one document to plain JSON Schema; raise for invalid ones.

    Properties that exist only in the other direction are not required.

    :param keep_patterns: whether to keep regular expressions, which a validator may reject.
    :param direction: the direction of the values, if known; examples may be of either, and their
        formats are not validated.
    """

    def __init__(
        self, document: OpenApiDocument, *, keep_patterns: bool, direction: Direction | None
    ) -> None:
        self._schemas = {name: schema.raw for name, schema in document.schemas.items()}
        self._references = References(document.data)
        self._open_parts: list[str] = []
        self._inlined_left = _MAX_INLINED_SCHEMAS
        # Which has other keywords.
        self._is_older = document.version.startswith("3.0")
        self._has_patterns = keep_patterns
        self._has_formats = direction is not None
        self._optional = _DIRECTION_MARKERS[direction]
        named = convert_for_validator(
            {name: self.convert(raw) for name, raw in self._schemas.items()}
        )
        schemas = {"components": {"schemas": named}}
        self._registry = jsonschema_rs.Registry([(DOCUMENT_URN, schemas)])
        self.costs = CostEstimator({_named_reference(name): each for name, each in named.items()})

    def convert_root(self, raw: Any) -> tuple[Any, Any]:
        """Return a converted schema and its validator; None for both if it is not supported."""
        self._inlined_left = _MAX_INLINED_SCHEMAS
        try:
            schema = convert_for_validator(self.convert(raw))
            validator = jsonschema_rs.Draft202012Validator(
                schema,
                registry=self._registry,
                validate_formats=self._has_formats,
                pattern_options=_PATTERN_OPTIONS,
            )
        except (ValueError, TypeError, RecursionError):
            return None, None
        return schema, validator

    def convert(self, raw: Any, optional: frozenset[str] = frozenset()) -> Any:
        """Convert one schema.

        ``{"type": "string", "nullable": true}`` gives ``{"type": ["string", "null"]}``.

        :param optional: properties that an enclosing schema marks for the other direction.
        """
        if not isinstance(raw, Mapping):
            return raw is not False
        self._inlined_left -= bool(self._open_parts)
        if self._inlined_left < 0:
            # Two parts with two parts each, and so on, are millions after a few levels.
            return UNCONVERTED
        reference = raw.get("$ref")
        if isinstance(reference, str):
            required = as_list(as_object(self._references.at(reference)).get("required"))
            # A named schema may require what the schema around it marks for the other direction.
            is_relaxed = any(isinstance(name, str) and name in optional for name in required)
            target = self._part(reference, optional) if is_relaxed else self._reference(reference)
            rest = without_keys(raw, "$ref")
            # Before OpenAPI 3.1, keywords beside $ref are ignored.
            if self._is_older or not rest:
                return target
            return {"allOf": [target, self.convert(rest)]}
        optional |= self._other_direction_properties(raw)
        converted = self._copy_constraints(raw, optional)
        for key in _SCHEMA_KEYWORDS:
            if isinstance(raw.get(key), Mapping | bool):
                converted[key] = self.convert(raw[key])
        for key in _SCHEMA_LIST_KEYWORDS:
            if isinstance(raw.get(key), list) and raw[key]:
                inner = optional if key in _COMPOSITION_KEYWORDS else frozenset()
                converted[key] = [self.convert(entry, inner) for entry in raw[key]]
        if isinstance(raw.get("oneOf"), list) and raw["oneOf"]:
            # Most authors mean anyOf: their oneOf schemas rarely exclude each other.
            choice = {"anyOf": [self.convert(entry, optional) for entry in raw["oneOf"]]}
            converted |= (
                {"allOf": [*converted.get("allOf", ()), choice]} if "anyOf" in converted else choice
            )
        for key in _SCHEMA_MAP_KEYWORDS if self._has_patterns else _PATTERNLESS_MAP_KEYWORDS:
            if isinstance(raw.get(key), Mapping):
                converted[key] = {name: self.convert(entry) for name, entry in raw[key].items()}
        if self._is_older and raw.get("nullable") is True:
            return _allow_null(converted)
        return converted

    def _reference(self, reference: str) -> Any:
        name = schema_name(reference)
        if name not in self._schemas:
            return self._part(reference)
        return {"$ref": _named_reference(name)}

    def _part(self, reference: str, optional: frozenset[str] = frozenset()) -> Any:
        """Convert a schema without a name, such as ``#/components/schemas/Tag/allOf/0``."""
        if reference in self._open_parts:
            # It contains itself: what is inside is not checked again.
            return True
        self._open_parts.append(reference)
        try:
            raw = self._references.at(reference)
            return self.convert(raw, optional) if isinstance(raw, Mapping | bool) else True
        finally:
            self._open_parts.pop()

    def _copy_constraints(self, raw: RawObject, optional: frozenset[str]) -> Raw:
        converted = {key: raw[key] for key in _COPIED_KEYWORDS if key in raw}
        kinds = raw.get("type")
        types = [kinds] if isinstance(kinds, str) else as_list(kinds)
        if types and all(name in _TYPES for name in types):
            converted["type"] = types
        for key, is_checked in (("pattern", self._has_patterns), ("format", self._has_formats)):
            if is_checked and isinstance(raw.get(key), str):
                converted[key] = raw[key]
        if isinstance(raw.get("required"), list):
            converted["required"] = [
                name
                for name in raw["required"]
                if isinstance(name, str)
                and name not in optional
                and self._is_in_both_directions(raw, name)
            ]
        write_exclusive_bounds(converted)
        return converted

    def _other_direction_properties(self, raw: RawObject) -> frozenset[str]:
        """Return the properties that some part of a composed schema marks for the other direction.

        One part may describe a property, and another one may require it.
        """
        if not _COMPOSITION_KEYWORDS & raw.keys():
            return frozenset()
        found: set[str] = set()
        waiting: deque[tuple[Any, int]] = deque([(raw, 0)])
        seen: set[int] = set()
        while waiting:
            part, depth = waiting.popleft()
            if isinstance(part, Mapping) and isinstance(part.get("$ref"), str):
                part = self._references.at(part["$ref"])
            if not isinstance(part, Mapping) or depth > _MAX_PART_DEPTH or id(part) in seen:
                continue
            seen.add(id(part))
            names = as_object(part.get("properties"))
            found.update(name for name in names if not self._is_in_both_directions(part, name))
            for key in _COMPOSITION_KEYWORDS & part.keys():
                waiting.extend((each, depth + 1) for each in as_list(part[key])[:_MAX_PARTS])
        return frozenset(found)

    def _is_in_both_directions(self, raw: RawObject, name: str) -> bool:
        member = as_object(as_object(raw.get("properties")).get(name))
        reference = member.get("$ref")
        target = as_object(self._references.at(reference)) if isinstance(reference, str) else {}
        return not any(each.get(key) is True for each in (member, target) for key in self._optional)


def _named_reference(name: str) -> str:
    """Return the reference to a named schema in the registered document."""
    escaped = name.replace("~", "~0").replace("/", "~1").replace("%", "%25")
    return f"{DOCUMENT_URN}#/components/schemas/{escaped}"


def _allow_null(converted: Raw) -> Raw:
    """Allow null by the type where possible, which keeps messages about other values short."""
    if "type" not in converted or _UNCONDITIONAL_KEYWORDS & converted.keys():
        return {"anyOf": [converted, {"type": "null"}]}
    enum = {"enum": [*converted["enum"], None]} if isinstance(converted.get("enum"), list) else {}
    return {**converted, **enum, "type": [*converted["type"], "null"]}


_VALIDATED_KINDS = frozenset({"json", "form", "multipart"})
MAX_REASON_LENGTH = 140
MAX_ERRORS = 20
_MAX_CACHED_VALIDATORS = 32
TOO_COMPLEX = "too complex to check"
"""The message about values whose validation would take too much time or memory."""
_NO_VARIANT_MESSAGE = "is not valid under any of the schemas listed in the 'anyOf' keyword"


@dataclass(frozen=True)
class _Place:
    """A schema, its place in the document, and an example of it."""

    description: str
    path: JsonPath
    """The path in the document, which may cross references."""
    is_text: bool = False
    """Whether values are sent as text, as parameters are: a number and its digits are the same."""
    schema: Any = None
    value: Any = None

    def inside(self, description: str, *steps: str | int, **changes: Any) -> _Place:
        inside = f"{self.description}{description}"
        return replace(self, description=inside, path=(*self.path, *steps), **changes)


def _document_examples(document: OpenApiDocument) -> Iterator[_Place]:
    """Yield the examples of operations and of named schemas."""
    for key, operation in document.operations_by_key.items():
        if not operation.is_excluded:
            place = _Place(key, document.operation_path(operation))
            yield from _operation_examples(place, operation, document)
    for name, schema in document.schemas.items():
        yield from _schema_examples(
            _Place(f"schema {name}", ("components", "schemas", name)), schema.raw
        )


def _operation_examples(
    place: _Place, operation: Operation, document: OpenApiDocument
) -> Iterator[_Place]:
    for parameter in operation.parameters:
        path = document.parameter_path(operation, parameter)
        inside = replace(place.inside(f", parameter {parameter.name}"), path=path)
        yield from _parameter_examples(inside, parameter)
    if operation.request_body:
        body = place.inside(", body", "requestBody")
        yield from _body_examples(body, operation.request_body.content)
    for response in operation.responses:
        inside = place.inside(f", response {response.status}", "responses", response.status)
        yield from _body_examples(inside, response.content)
        for header in response.headers:
            location = inside.inside(f", header {header.name}", "headers", header.name)
            yield from _parameter_examples(location, header)


def _parameter_examples(place: _Place, parameter: Parameter) -> Iterator[_Place]:
    content = ("content", parameter.media_type) if parameter.media_type else ()
    inside = place.inside("", *content, is_text=True)
    yield from _described_examples(inside, parameter.examples, parameter.schema)


def _body_examples(place: _Place, media_types: Iterable[MediaType]) -> Iterator[_Place]:
    for media in media_types:
        if media.schema is not None and media_kind(media.name) in _VALIDATED_KINDS:
            inside = place.inside(f", {media.name}", "content", media.name)
            yield from _described_examples(inside, media.examples, media.schema)


def _described_examples(
    place: _Place, examples: Iterable[Example], schema: Schema
) -> Iterator[_Place]:
    """Yield the examples beside a schema, and those inside it if it is not a named one."""
    for example in examples:
        if example.has_value:
            suffix = f", example {example.name}" if example.name else ""
            steps = ("examples", example.name, "value") if example.name else ("example",)
            yield place.inside(suffix, *steps, schema=schema.raw, value=example.value)
    if not schema.reference_name:
        yield from _schema_examples(place.inside("", "schema"), schema.raw)


def _schema_examples(place: _Place, raw: Any, depth: int = 0) -> Iterator[_Place]:
    """Yield the examples inside a schema, each with the schema that contains it."""
    if not isinstance(raw, Mapping) or depth > MAX_NESTING:
        return
    if "example" in raw:
        yield place.inside("", "example", schema=raw, value=raw["example"])
    for index, value in enumerate(as_list(raw.get("examples"))):
        yield place.inside("", "examples", index, schema=raw, value=value)
    yield from _schema_examples(place.inside("[]", "items"), raw.get("items"), depth + 1)
    for name, member in as_object(raw.get("properties")).items():
        inside = place.inside(f".{name}", "properties", name)
        yield from _schema_examples(inside, member, depth + 1)
    for key in ("allOf", "anyOf", "oneOf"):
        for index, part in enumerate(as_list(raw.get(key))):
            yield from _schema_examples(place.inside("", key, index), part, depth + 1)


class ComplexityError(Exception):
    """Raised for a value that is too complex to check."""


class ExampleValidator:
    """Validate values against the schemas of one document.

    :param direction: the direction of the values; examples may be of either.
    """

    def __init__(self, document: OpenApiDocument, direction: Direction | None = None) -> None:
        self._document = document
        self.direction = direction
        self._validators: dict[tuple[int, int], tuple[Any, Any, Any]] = {}

    def find_invalid_examples(self) -> Iterator[tuple[JsonPath, str, str]]:
        """Yield the invalid examples of operations and of named schemas.

        Each has its path in the raw data, its location for messages, and the reason.
        """
        for each in _document_examples(self._document):
            errors = self.errors(each.schema, each.value)
            for other in _alternative_readings(each) if errors else ():
                errors_of_other = self.errors(each.schema, other)
                if not errors_of_other or isinstance(other, dict | list):
                    errors = errors_of_other
            if errors:
                yield self._document.resolve_path(each.path), each.description, errors[0]

    def errors(self, raw: Any, value: Any) -> list[str]:
        """Return the validation errors of a value as messages, at most `MAX_ERRORS`."""
        try:
            return [*map(_error_text, self.find_errors(raw, value))]
        except ComplexityError:
            return [TOO_COMPLEX]

    def find_errors(self, raw: Any, value: Any) -> list[Any]:
        """Return the validation errors of a value, at most `MAX_ERRORS`.

        Raise ComplexityError for a value that would take too much time or memory.
        """
        is_complex = False
        for rules in self._rules:
            schema, validator = self._validator(raw, rules)
            if validator is None:
                continue
            try:
                cost = rules.costs.estimate(schema, value)
                # Without patterns it may take less time.
                is_complex = cost.steps > MAX_STEPS
                found = [] if is_complex else _collect_errors(validator, value, cost)
                if not is_complex and not any(isinstance(each.kind, _TOO_SLOW) for each in found):
                    return found
            except (ValueError, TypeError, RecursionError):
                continue
        if is_complex:
            raise ComplexityError
        return []

    def _validator(self, raw: Any, rules: SchemaConverter) -> tuple[Any, Any]:
        """Return a converted schema and its validator; the last ones are cached."""
        # The cache holds the schema too, so that no other object can get the same id().
        key = (id(raw), id(rules))
        if key not in self._validators:
            if len(self._validators) >= _MAX_CACHED_VALIDATORS:
                self._validators.clear()
            self._validators[key] = (raw, *rules.convert_root(raw))
        return self._validators[key][1:]

    @cached_property
    def _rules(self) -> list[SchemaConverter]:
        """What converts the schemas: with patterns, and without them if those cannot be used."""
        rules = []
        for keep_patterns in (True, False):
            with suppress(ValueError, TypeError, RecursionError):
                rules.append(
                    SchemaConverter(
                        self._document, keep_patterns=keep_patterns, direction=self.direction
                    )
                )
        return rules


def _collect_errors(validator: Any, value: Any, cost: Cost) -> list[Any]:
    """Return the errors of a value: all of them, or the first, as the memory allows."""
    value = convert_for_validator(value)
    if cost.errors <= MAX_ERROR_UNITS:
        return [*islice(validator.iter_errors(value), MAX_ERRORS)]
    if validator.is_valid(value):
        return []
    if cost.first > MAX_ERROR_UNITS:
        raise ComplexityError
    try:
        validator.validate(value)
    except jsonschema_rs.ValidationError as error:
        return [error]
    return []


def _alternative_readings(example: _Place) -> Iterator[Any]:
    """Yield other values that an example may represent, such as ``{"a": 1}`` for its JSON text."""
    value = example.value
    if isinstance(value, str):
        # Examples of bodies are often written as serialized text.
        parsed = read_json_or_none(value)
        if isinstance(parsed, dict | list) or (example.is_text and parsed is not None):
            yield parsed
    elif example.is_text and isinstance(value, bool | int | float):
        yield exact_json(value)


def _error_text(error: Any) -> str:
    """Return the message of an error; a long one is shortened in the middle."""
    path = key_path(tuple(error.instance_path))
    message = " ".join(str(error.message).split()).replace(
        _NO_VARIANT_MESSAGE, "matches none of the variants"
    )
    if len(message) > MAX_REASON_LENGTH:
        message = f"{message[:40]}… {message[-(MAX_REASON_LENGTH - 42) :]}"
    return f"{message} (at {path})" if path else message


_STATUS = re.compile(r"\b[1-5](?:\d\d|XX)\b", re.IGNORECASE)
_ELISIONS = ("...", "…")
_STREAMS = ("json lines", "events")


@record
class PageExample:
    """A block of JSON among the requests or responses of a page."""

    is_response: bool
    title: str
    code: str
    location: Location


def validate_page_example(
    example: PageExample, operation: Operation, validator: ExampleValidator
) -> tuple[str, str] | None:
    """Return a body and the reason if an example matches none of the bodies it may illustrate.

    Examples that are abbreviated with dots or are no valid JSON are not validated.
    """
    value = read_json_or_none(example.code)
    if value is None or any(dots in example.code for dots in _ELISIONS):
        return None
    found: list[tuple[str, list[str]]] = []
    for location, media in _candidate_bodies(example, operation):
        if media.schema is None or media_kind(media.name) in _STREAMS:
            # There is nothing to validate it by, or it may be only a part of the body.
            return None
        found.append((location, validator.errors(media.schema.raw, value)))
    if not found or not all(errors for _, errors in found):
        return None
    # Without a status in its title, an example most likely shows a success.
    likely = [each for each in found if each[0].startswith(("body", "response 2"))] or found
    location, errors = min(likely, key=lambda each: len(each[1]))
    return f"{operation.key}, {location}", errors[0]


def _candidate_bodies(
    example: PageExample, operation: Operation
) -> Iterator[tuple[str, MediaType]]:
    """Yield the bodies that a block of JSON may be an example of, with their locations."""
    if example.is_response:
        # A title may name the status: ``200 OK``.
        match = _STATUS.search(example.title)
        named = documented_response(operation.responses, match[0].upper()) if match else None
        responses = [named] if named else () if match else operation.responses
        contents = [(f"response {each.status}", each.content) for each in responses]
    else:
        contents = [("body", operation.request_body.content)] if operation.request_body else []
    for location, content in contents:
        for media in content:
            if media_kind(media.name) in ("json", *_STREAMS):
                yield location, media
