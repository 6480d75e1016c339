"""Examples of a document that do not fit the schemas they are examples of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import jsonschema_rs

from sphinx_sitejson.nesting import DEEPEST
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.exact_json import exact_json, for_validator, read_json
from sphinx_sitejson.openapi.json_schemas import BASE, JsonSchemas
from sphinx_sitejson.openapi.model import Example, MediaType, Operation, Parameter
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.problems import key_path

from .media_kinds import media_kind

_VALIDATED_KINDS = frozenset({"json", "form", "multipart"})
LONGEST_REASON = 140
MOST_ERRORS = 20
_NO_CHOICE = "is not valid under any of the schemas listed in the 'anyOf' keyword"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """An example that does not fit, and why."""

    place: str
    """Where the example stands, in words."""
    reason: str


class ExampleJudge:
    """Judges examples by the schemas of one document."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document
        raw = {name: schema.raw for name, schema in document.schemas.items()}
        older = document.version.startswith("3.0")
        self._schemas = JsonSchemas(raw, is_older=older)
        self._without_patterns = JsonSchemas(raw, is_older=older, has_patterns=False)

    def misfits(self) -> Iterator[Misfit]:
        """Yield the examples of operations and of named schemas that do not fit."""
        for key, operation in self._document.operations_by_key.items():
            if not operation.is_left_out:
                yield from self._operation(key, operation)
        for name, schema in self._document.schemas.items():
            yield from self._schema(f"schema {name}", schema.raw)

    def _operation(self, key: str, operation: Operation) -> Iterator[Misfit]:
        for parameter in operation.parameters:
            yield from self._parameter(f"{key}, parameter {parameter.name}", parameter)
        if operation.request_body:
            yield from self._bodies(f"{key}, body", operation.request_body.content)
        for response in operation.responses:
            yield from self._bodies(f"{key}, response {response.status}", response.content)
            for header in response.headers:
                place = f"{key}, response {response.status}, header {header.name}"
                yield from self._parameter(place, header)

    def _parameter(self, place: str, parameter: Parameter) -> Iterator[Misfit]:
        if parameter.schema is not None:
            schema = parameter.schema
            yield from self._examples(place, parameter.examples, schema, is_text=True)
            if not schema.reference_name:
                yield from self._schema(place, schema.raw, is_text=True)

    def _bodies(self, place: str, media_types: Iterable[MediaType]) -> Iterator[Misfit]:
        for media in media_types:
            if media.schema is None or media_kind(media.name) not in _VALIDATED_KINDS:
                continue
            yield from self._examples(f"{place}, {media.name}", media.examples, media.schema)
            if not media.schema.reference_name:
                yield from self._schema(f"{place}, {media.name}", media.schema.raw)

    def _examples(
        self, place: str, examples: Iterable[Example], schema: Schema, *, is_text: bool = False
    ) -> Iterator[Misfit]:
        for example in examples:
            if example.has_value:
                name = f", example {example.name}" if example.name else ""
                where = f"{place}{name}"
                yield from self._judged(where, schema.raw, example.value, is_text=is_text)

    def _schema(
        self, place: str, raw: Any, depth: int = 0, *, is_text: bool = False
    ) -> Iterator[Misfit]:
        """Judge the examples inside a schema, each by the part that it stands in."""
        if not isinstance(raw, Mapping) or depth > DEEPEST:
            return
        given = [raw["example"]] if "example" in raw else []
        given += raw["examples"] if isinstance(raw.get("examples"), list) else []
        for value in given:
            yield from self._judged(place, raw, value, is_text=is_text)
        parts = [(f"{place}[]", raw.get("items"))]
        properties = raw.get("properties")
        if isinstance(properties, Mapping):
            parts += [(f"{place}.{name}", member) for name, member in properties.items()]
        for key in ("allOf", "anyOf", "oneOf"):
            parts += [(place, part) for part in raw[key]] if isinstance(raw.get(key), list) else []
        for where, part in parts:
            yield from self._schema(where, part, depth + 1, is_text=is_text)

    def _judged(self, place: str, raw: Any, value: Any, *, is_text: bool) -> Iterator[Misfit]:
        """Judge one example.

        :param is_text: whether it is sent as text, as parameters and headers are; then a number
            and its digits are the same.
        """
        errors = self.errors(raw, value)
        for other in _other_forms(value, is_text=is_text) if errors else ():
            errors_of_other = self.errors(raw, other)
            if not errors_of_other or isinstance(other, dict | list):
                errors = errors_of_other
        if errors:
            yield Misfit(place=place, reason=errors[0])

    def errors(self, raw: Any, value: Any) -> list[str]:
        """Return in what a value differs from a schema; of very many differences the first."""
        for schemas, registry in self._rules:
            try:
                validator = jsonschema_rs.Draft202012Validator(
                    for_validator(schemas.converted(raw)), registry=registry
                )
                return [
                    *map(_words, islice(validator.iter_errors(for_validator(value)), MOST_ERRORS))
                ]
            except (ValueError, TypeError, RecursionError):
                # The validator does not understand the schema; the next one has fewer rules.
                continue
        return []

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


def _words(error: Any) -> str:
    """Return what the validator says; of a long value only its begin, since the rule follows it."""
    path = key_path(tuple(error.instance_path))
    message = " ".join(str(error.message).split()).replace(_NO_CHOICE, "fits none of the choices")
    if len(message) > LONGEST_REASON:
        message = f"{message[:40]}… {message[-(LONGEST_REASON - 42) :]}"
    return f"{message} (at {path})" if path else message
