"""Examples of a document that do not fit the schemas they are examples of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import Any

import jsonschema_rs

from sphinx_sitejson.common.json_documents.exact_json import exact_json, for_validator, read_json
from sphinx_sitejson.common.nesting import DEEPEST
from sphinx_sitejson.common.problems import JsonPath, key_path
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.json_schemas import BASE, JsonSchemas
from sphinx_sitejson.openapi.model import Example, MediaType, Operation, Parameter
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.openapi.value_paths import ValuePaths

from .generated_values import Direction
from .media_type_kinds import media_kind

_VALIDATED_KINDS = frozenset({"json", "form", "multipart"})
LONGEST_REASON = 140
MOST_ERRORS = 20
_MOST_KEPT = 32
_NO_CHOICE = "is not valid under any of the schemas listed in the 'anyOf' keyword"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """An example that does not fit, and why."""

    place: str
    """Where the example stands, in words."""
    reason: str
    path: JsonPath = ()
    """Where it stands in the data of the document."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place of the document, in words and as a path that may lead through references."""

    words: str
    path: JsonPath

    def inside(self, words: str, *steps: str | int) -> _Spot:
        return _Spot(f"{self.words}{words}", (*self.path, *steps))


class ExampleValidator:
    """Validate values against the schemas of one document.

    :param direction: where the values travel; examples may be of either direction.
    :param has_formats: whether texts are judged by their format, too.
    """

    def __init__(
        self,
        document: OpenApiDocument,
        *,
        direction: Direction | None = None,
        has_formats: bool = False,
    ) -> None:
        self._document = document
        self._has_formats = has_formats
        raw = {name: schema.raw for name, schema in document.schemas.items()}
        make = partial(
            JsonSchemas,
            raw,
            is_older=document.version.startswith("3.0"),
            direction=direction,
            has_formats=has_formats,
        )
        self._schemas = make()
        self._without_patterns = make(has_patterns=False)
        self._paths = ValuePaths(document)
        self._kept: dict[tuple[int, int], tuple[Any, Any]] = {}

    def misfits(self) -> Iterator[Misfit]:
        """Yield the examples of operations and of named schemas that do not fit."""
        for key, operation in self._document.operations_by_key.items():
            if not operation.is_left_out:
                yield from self._operation(key, operation)
        for name, schema in self._document.schemas.items():
            spot = _Spot(f"schema {name}", ("components", "schemas", name))
            yield from self._schema(spot, schema.raw)

    def _operation(self, key: str, operation: Operation) -> Iterator[Misfit]:
        for parameter in operation.parameters:
            path = self._paths.parameter(operation, parameter)
            yield from self._parameter(_Spot(f"{key}, parameter {parameter.name}", path), parameter)
        whole = _Spot(key, self._paths.operation(operation))
        if operation.request_body:
            body = whole.inside(", body", "requestBody")
            yield from self._bodies(body, operation.request_body.content)
        for response in operation.responses:
            spot = whole.inside(f", response {response.status}", "responses", response.status)
            yield from self._bodies(spot, response.content)
            for header in response.headers:
                inside = spot.inside(f", header {header.name}", "headers", header.name)
                yield from self._parameter(inside, header)

    def _parameter(self, spot: _Spot, parameter: Parameter) -> Iterator[Misfit]:
        if parameter.schema is not None:
            schema = parameter.schema
            content = ("content", parameter.media_type) if parameter.media_type else ()
            yield from self._examples(spot, parameter.examples, schema, content, is_text=True)
            if not schema.reference_name:
                inside = spot.inside("", *content, "schema")
                yield from self._schema(inside, schema.raw, is_text=True)

    def _bodies(self, spot: _Spot, media_types: Iterable[MediaType]) -> Iterator[Misfit]:
        for media in media_types:
            if media.schema is None or media_kind(media.name) not in _VALIDATED_KINDS:
                continue
            inside = spot.inside(f", {media.name}", "content", media.name)
            yield from self._examples(inside, media.examples, media.schema)
            if not media.schema.reference_name:
                yield from self._schema(inside.inside("", "schema"), media.schema.raw)

    def _examples(
        self,
        spot: _Spot,
        examples: Iterable[Example],
        schema: Schema,
        content: JsonPath = (),
        *,
        is_text: bool = False,
    ) -> Iterator[Misfit]:
        for example in examples:
            if example.has_value:
                words = f", example {example.name}" if example.name else ""
                steps = ("examples", example.name, "value") if example.name else ("example",)
                inside = spot.inside(words, *content, *steps)
                yield from self._check_value(inside, schema.raw, example.value, is_text=is_text)

    def _schema(
        self, spot: _Spot, raw: Any, depth: int = 0, *, is_text: bool = False
    ) -> Iterator[Misfit]:
        """Validate the examples inside a schema, each against the schema that contains it."""
        if not isinstance(raw, Mapping) or depth > DEEPEST:
            return
        if "example" in raw:
            yield from self._check_value(
                spot.inside("", "example"), raw, raw["example"], is_text=is_text
            )
        given = raw["examples"] if isinstance(raw.get("examples"), list) else []
        for index, value in enumerate(given):
            inside = spot.inside("", "examples", index)
            yield from self._check_value(inside, raw, value, is_text=is_text)
        for inside, part in _parts(spot, raw):
            yield from self._schema(inside, part, depth + 1, is_text=is_text)

    def _check_value(self, spot: _Spot, raw: Any, value: Any, *, is_text: bool) -> Iterator[Misfit]:
        """Validate one example.

        :param is_text: whether it is sent as text, as parameters and headers are; then a number
            and its digits are the same.
        """
        errors = self.errors(raw, value)
        for other in _other_forms(value, is_text=is_text) if errors else ():
            errors_of_other = self.errors(raw, other)
            if not errors_of_other or isinstance(other, dict | list):
                errors = errors_of_other
        if errors:
            path = self._paths.inside((), *spot.path)
            yield Misfit(place=spot.words, reason=errors[0], path=path)

    def errors(self, raw: Any, value: Any) -> list[str]:
        """Return in what a value differs from a schema; of very many differences the first."""
        return [*map(_error_text, self.differences(raw, value))]

    def differences(self, raw: Any, value: Any) -> list[Any]:
        """Return the same as the validator tells it, with the place of each."""
        for rules in self._rules:
            validator = self._validator(raw, *rules)
            try:
                if validator is not None:
                    return [*islice(validator.iter_errors(for_validator(value)), MOST_ERRORS)]
            except (ValueError, TypeError, RecursionError):
                continue
        return []

    def _validator(self, raw: Any, schemas: JsonSchemas, registry: Any) -> Any:
        """Return the validator of a schema; the last ones are cached, since compiling is slow."""
        # What is kept stays alive, so that nothing else can have its identity.
        key = (id(raw), id(schemas))
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = (raw, self._made(raw, schemas, registry))
        return self._kept[key][1]

    def _made(self, raw: Any, schemas: JsonSchemas, registry: Any) -> Any:
        try:
            return jsonschema_rs.Draft202012Validator(
                for_validator(schemas.converted(raw)),
                registry=registry,
                validate_formats=self._has_formats,
            )
        except (ValueError, TypeError, RecursionError):
            # The validator does not understand the schema; the next one has fewer rules.
            return None

    @cached_property
    def _rules(self) -> list[tuple[JsonSchemas, Any]]:
        rules = []
        for schemas in (self._schemas, self._without_patterns):
            try:
                registry = jsonschema_rs.Registry([(BASE, for_validator(schemas.document()))])
            except (ValueError, TypeError, RecursionError):
                continue
            rules.append((schemas, registry))
        return rules


def _parts(spot: _Spot, raw: Mapping[str, Any]) -> Iterator[tuple[_Spot, Any]]:
    """Yield the schemas inside a schema."""
    yield spot.inside("[]", "items"), raw.get("items")
    properties = raw.get("properties")
    if isinstance(properties, Mapping):
        for name, member in properties.items():
            yield spot.inside(f".{name}", "properties", name), member
    for key in ("allOf", "anyOf", "oneOf"):
        for index, part in enumerate(raw[key] if isinstance(raw.get(key), list) else ()):
            yield spot.inside("", key, index), part


def _other_forms(value: Any, *, is_text: bool) -> Iterator[Any]:
    """Yield what an example may mean besides itself."""
    if isinstance(value, str):
        # A body is often given as the text that is sent.
        parsed = parsed_json(value)
        if isinstance(parsed, dict | list) or (is_text and parsed is not None):
            yield parsed
    elif is_text and isinstance(value, bool | int | float):
        yield exact_json(value)


def parsed_json(text: str) -> Any:
    """Return what a text of JSON stands for, or nothing when it is none."""
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return None


def _error_text(error: Any) -> str:
    """Return what the validator says; of a long value only its begin, since the rule follows it."""
    path = key_path(tuple(error.instance_path))
    message = " ".join(str(error.message).split()).replace(
        _NO_CHOICE, "matches none of the variants"
    )
    if len(message) > LONGEST_REASON:
        message = f"{message[:40]}… {message[-(LONGEST_REASON - 42) :]}"
    return f"{message} (at {path})" if path else message
