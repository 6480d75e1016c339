"""Validate the examples of documents and pages against their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import jsonschema_rs

from sphinx_sitejson.common.json_documents.exact_json import (
    convert_for_validator,
    exact_json,
    read_json,
)
from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.common.problems import JsonPath, key_path
from sphinx_sitejson.openapi.document import OpenApiDocument, ValuePaths
from sphinx_sitejson.openapi.model import Example, MediaType, Operation, Parameter
from sphinx_sitejson.openapi.schemas import Schema

from ..keywords import validation_keywords
from ..references import schema_name
from .generated_values import Direction
from .media_type_kinds import media_kind

if TYPE_CHECKING:
    from sphinx_sitejson.common.problems import Place
    from sphinx_sitejson.openapi.model import MediaType, Operation, Response

BASE = "urn:sitejson:document"
"""The name under which a validator knows the document."""

_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_PLAIN = tuple(w for w in validation_keywords() if w not in ("type", "pattern", "required"))
"""Words that are kept as they are written."""
_ONE = validation_keywords("one")
_LISTS = tuple(word for word in validation_keywords("list") if word != "oneOf")
_WHOLE = frozenset({"allOf", "anyOf", "not", "const", "if"})
"""Words that nothing is exempt from, not even null."""
_NAMED = validation_keywords("map")
_NAMED_WITHOUT_PATTERNS = tuple(word for word in _NAMED if word != "patternProperties")
_COMPOSED = frozenset({"allOf", "anyOf", "oneOf"})
_DEEPEST_PART = 4
_MOST_PARTS = 50
_OPTIONAL = {
    None: ("readOnly", "writeOnly"),
    "request": ("readOnly",),
    "response": ("writeOnly",),
}
"""What is not to be had in one direction, so that nobody can ask for it there."""


class JsonSchemas:
    """Converts the schemas of one document.

    Properties that only the other direction has are not required; an example may be of either.

    :param is_older: whether the document follows OpenAPI 3.0, which has words of its own.
    :param has_patterns: whether regular expressions are kept; a validator may not know them.
    :param direction: where values travel, if that is known.
    :param has_formats: whether texts are judged by their format, too.
    """

    def __init__(
        self,
        schemas: Mapping[str, Any],
        *,
        is_older: bool,
        has_patterns: bool = True,
        direction: Literal["request", "response"] | None = None,
        has_formats: bool = False,
    ) -> None:
        self._schemas = schemas
        self._is_older = is_older
        self._has_patterns = has_patterns
        self._has_formats = has_formats
        self._optional = _OPTIONAL[direction]

    def document(self) -> dict[str, Any]:
        """Return all named schemas, to be known as `BASE`."""
        named = {name: self.converted(raw) for name, raw in self._schemas.items()}
        return {"components": {"schemas": named}}

    def converted(self, raw: Any, optional: frozenset[str] = frozenset()) -> Any:
        """Return one schema.

        :param optional: properties that a schema around this one has for another direction only.
        """
        if not isinstance(raw, Mapping):
            return raw is not False
        reference = raw.get("$ref")
        if isinstance(reference, str):
            target = self._reference(reference)
            rest = {key: value for key, value in raw.items() if key != "$ref"}
            # Before OpenAPI 3.1 nothing beside a reference counts.
            return target if self._is_older or not rest else self._both(target, rest)
        optional |= self._of_other_direction(raw)
        made = self._own_words(raw, optional)
        for key in _ONE:
            if key in raw and isinstance(raw[key], Mapping | bool):
                made[key] = self.converted(raw[key])
        for key in _LISTS:
            if isinstance(raw.get(key), list) and raw[key]:
                inner = optional if key in _COMPOSED else frozenset()
                made[key] = [self.converted(entry, inner) for entry in raw[key]]
        if isinstance(raw.get("oneOf"), list) and raw["oneOf"]:
            # Most authors mean "at least one": their schemas seldom exclude each other.
            choice = {"anyOf": [self.converted(entry, optional) for entry in raw["oneOf"]]}
            made |= {"allOf": [*made.get("allOf", ()), choice]} if "anyOf" in made else choice
        for key in _NAMED if self._has_patterns else _NAMED_WITHOUT_PATTERNS:
            if isinstance(raw.get(key), Mapping):
                made[key] = {name: self.converted(entry) for name, entry in raw[key].items()}
        if self._is_older and raw.get("nullable") is True:
            return _or_null(made)
        return made

    def _both(self, target: Any, rest: Mapping[str, Any]) -> Any:
        return {"allOf": [target, self.converted(rest)]}

    def _reference(self, reference: str) -> Any:
        name = schema_name(reference)
        if name not in self._schemas:
            return True
        escaped = name.replace("~", "~0").replace("/", "~1").replace("%", "%25")
        return {"$ref": f"{BASE}#/components/schemas/{escaped}"}

    def _own_words(self, raw: Mapping[str, Any], optional: frozenset[str]) -> dict[str, Any]:
        made = {key: raw[key] for key in _PLAIN if key in raw}
        kinds = raw.get("type")
        types = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else []
        if types and all(name in _TYPES for name in types):
            made["type"] = types
        if self._has_patterns and isinstance(raw.get("pattern"), str):
            made["pattern"] = raw["pattern"]
        if self._has_formats and isinstance(raw.get("format"), str):
            made["format"] = raw["format"]
        if isinstance(raw.get("required"), list):
            names = raw["required"]
            made["required"] = [
                name
                for name in names
                if isinstance(name, str)
                and name not in optional
                and self._is_always_there(raw, name)
            ]
        for key, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            if isinstance(made.get(key), bool):
                is_exclusive = made.pop(key)
                if is_exclusive and limit in made:
                    made[key] = made.pop(limit)
        return made

    def _of_other_direction(self, raw: Mapping[str, Any]) -> frozenset[str]:
        """Return the properties of a composed schema that some part of it has for that alone.

        One part may describe a property, and another one require it.
        """
        if not _COMPOSED & raw.keys():
            return frozenset()
        found: set[str] = set()
        waiting: list[tuple[Any, int]] = [(raw, 0)]
        while waiting:
            part, depth = waiting.pop()
            if isinstance(part, Mapping) and isinstance(part.get("$ref"), str):
                part = self._schemas.get(schema_name(part["$ref"]))
            if not isinstance(part, Mapping) or depth > _DEEPEST_PART:
                continue
            properties = part.get("properties")
            names = properties if isinstance(properties, Mapping) else ()
            found.update(name for name in names if not self._is_always_there(part, name))
            for key in _COMPOSED & part.keys():
                parts = part[key] if isinstance(part[key], list) else ()
                waiting.extend((each, depth + 1) for each in parts[:_MOST_PARTS])
        return frozenset(found)

    def _is_always_there(self, raw: Mapping[str, Any], name: str) -> bool:
        properties = raw.get("properties")
        member = properties.get(name) if isinstance(properties, Mapping) else None
        if not isinstance(member, Mapping):
            return True
        keywords = [*member.items()]
        if isinstance(reference := member.get("$ref"), str):
            target = self._schemas.get(schema_name(reference))
            keywords += target.items() if isinstance(target, Mapping) else ()
        return not any(key in self._optional and value is True for key, value in keywords)


def _or_null(made: dict[str, Any]) -> dict[str, Any]:
    """Allow null; where it can be said with the type, other values keep their own messages."""
    if "type" not in made or _WHOLE & made.keys():
        return {"anyOf": [made, {"type": "null"}]}
    enum = {"enum": [*made["enum"], None]} if isinstance(made.get("enum"), list) else {}
    return {**made, **enum, "type": [*made["type"], "null"]}


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
        if not isinstance(raw, Mapping) or depth > MAX_NESTING:
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
                    return [
                        *islice(validator.iter_errors(convert_for_validator(value)), MOST_ERRORS)
                    ]
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
                convert_for_validator(schemas.converted(raw)),
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
                registry = jsonschema_rs.Registry(
                    [(BASE, convert_for_validator(schemas.document()))]
                )
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


_STATUS = re.compile(r"\b[1-5](?:\d\d|XX)\b", re.IGNORECASE)
_ELISIONS = ("...", "…")
_STREAMS = ("json lines", "events")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenJson:
    """A block of JSON among the requests or answers of a page."""

    is_answer: bool
    title: str
    code: str
    place: Place


@dataclass(frozen=True, slots=True)
class _CandidateBody:
    """What a block of JSON may be an example of."""

    place: str
    media: MediaType
    is_success: bool = True


def misfit_of(
    example: WrittenJson, operation: Operation, validator: ExampleValidator
) -> Misfit | None:
    """Return why a page's example fits none of the bodies that it may be an example of.

    What is left out with dots, has comments or is no JSON for another reason is not judged.
    """
    if any(dots in example.code for dots in _ELISIONS):
        return None
    value = parsed_json(example.code)
    bodies = list(_candidate_bodies(example, operation))
    if value is None or not bodies or any(_may_be_anything(body.media) for body in bodies):
        return None
    found = [(body, validator.errors(_raw_body_schema(body), value)) for body in bodies]
    if any(not errors for _, errors in found):
        return None
    # A reader expects a success where no status is named.
    likely = [each for each in found if each[0].is_success] or found
    body, errors = min(likely, key=lambda each: len(each[1]))
    return Misfit(place=f"{operation.key}, {body.place}", reason=errors[0])


def _candidate_bodies(example: WrittenJson, operation: Operation) -> Iterator[_CandidateBody]:
    if not example.is_answer:
        body = operation.request_body
        yield from (
            _CandidateBody("body", media)
            for media in _json_media_types(body.content if body else ())
        )
        return
    for response in _matching_responses(example.title, operation.responses):
        is_success = response.status.startswith("2")
        for media in _json_media_types(response.content):
            yield _CandidateBody(f"response {response.status}", media, is_success)


def _matching_responses(title: str, responses: Sequence[Response]) -> Sequence[Response]:
    """Return the answers that a title can mean: the one of its status, else all."""
    named = _STATUS.search(title)
    if not named:
        return responses
    status = named[0].upper()
    by_status = {response.status.upper(): response for response in responses}
    for name in (status, f"{status[0]}XX", "DEFAULT"):
        if name in by_status:
            return [by_status[name]]
    return ()


def _json_media_types(content: Sequence[MediaType]) -> Iterator[MediaType]:
    yield from (media for media in content if media_kind(media.name) in ("json", *_STREAMS))


def _may_be_anything(media: MediaType) -> bool:
    """Whether there is no schema, or JSON is only a part of what is sent."""
    return media.schema is None or media_kind(media.name) in _STREAMS


def _raw_body_schema(body: _CandidateBody) -> Any:
    return body.media.schema.raw if body.media.schema else True
