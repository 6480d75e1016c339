"""Choose the example to send: a documented one that fits its schema, otherwise a generated one.

An example that contradicts its schema would be a message that contradicts the document. Examples
in real documents are often older than their schemas, and generated ones are cut for size: both are
repaired where they almost fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.openapi.examples.generated_values import MISSING, generate_example
from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Example, MediaType, Parameter, Response
from sphinx_sitejson.openapi.raw import as_list
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.request_samples.encoding import encode_content, encode_header
from sphinx_sitejson.reference.request_samples.sample_values import is_in_sample

from .bodies import validate_body
from .body_serialization import SerializedBody, serialize_body
from .content_negotiation import ContentType
from .typed_values import InvalidJsonError, parse_json, schema_at
from .validation import SchemaValidator, ValidationIssue

MAX_ROUNDS = 12

Path = tuple[str, ...]


def coerce_value(value: Any, schema: Schema, validator: SchemaValidator) -> Any | None:
    """Return a copy of a value that is valid against its schema; None if it cannot be coerced.

    Missing properties are added and invalid values are generated again; what is still invalid is
    removed. ``{"id": "x"}`` may become ``{"id": 1, "name": "string"}``.
    """
    coercer = _Coercer(deepcopy(value), schema, validator)
    for _ in range(MAX_ROUNDS):
        issues = validator.issues(schema, coercer.value)
        if not issues:
            return coercer.value
        changes = [coercer.repair(issue) for issue in issues]
        if not any(changes):
            return None
    return None


class _Coercer:
    def __init__(self, value: Any, schema: Schema, validator: SchemaValidator) -> None:
        self.value = value
        self._schema = schema
        self._validator = validator
        self._attempts: set[tuple[Path, str]] = set()

    def repair(self, issue: ValidationIssue) -> bool:
        """Change the value to remove an issue; return whether anything changed."""
        path = pointer_steps(issue.pointer)
        if (path, issue.missing) not in self._attempts:
            self._attempts.add((path, issue.missing))
            if self._regenerate(path, issue.missing):
                return True
        return self._remove(path)

    def _regenerate(self, path: Path, missing: str) -> bool:
        full_path = (*path, missing) if missing else path
        schema = schema_at(self._schema, full_path)
        if schema is None or not full_path:
            return False
        source = schema if missing else without_examples(schema)
        return self._put(full_path, generate_example(source, direction=self._validator.direction))

    def _put(self, path: Path, value: Any) -> bool:
        parent, last = self._parent(path), path[-1]
        if isinstance(parent, dict):
            parent[last] = value
            return True
        if isinstance(parent, list) and last.isdecimal() and int(last) < len(parent):
            parent[int(last)] = value
            return True
        return False

    def _remove(self, path: Path) -> bool:
        parent = self._parent(path) if path else None
        if isinstance(parent, dict) and path[-1] in parent:
            del parent[path[-1]]
            return True
        if isinstance(parent, list) and path[-1].isdecimal() and int(path[-1]) < len(parent):
            del parent[int(path[-1])]
            return True
        return False

    def _parent(self, path: Path) -> Any:
        value = self.value
        for step in path[:-1]:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
                value = value[int(step)]
            else:
                return None
        return value


def pointer_steps(pointer: str) -> Path:
    """Split a JSON Pointer: ``/a/0/b~1c`` gives ``("a", "0", "b/c")``."""
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def without_examples(schema: Schema) -> Schema:
    """Return a schema without its own examples and defaults."""
    resolved = schema.resolved
    keywords = {
        key: value
        for key, value in resolved.raw.items()
        if key not in ("example", "examples", "default")
    }
    return Schema(keywords, schema.references, schema.allows_anything)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectedBody:
    """A body to send, the example it comes from, and the issues that are left."""

    body: SerializedBody
    example: str = ""
    """The name of the example; empty if it has none or was generated."""
    issues: tuple[ValidationIssue, ...] = ()


class UnknownExampleError(LookupError):
    """Raised if the document has no example of a name; ``available`` lists the names it has."""

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__()
        self.available = known


def select_body(
    media: MediaType, validator: SchemaValidator, *, media_type: str, example: str | None = None
) -> SelectedBody | None:
    """Return the body to send, or None if the document does not describe it.

    :param media_type: a concrete media type.
    :param example: the name of an example, which is then sent even if it is invalid.
    """
    if example is not None:
        return _select_named(media, validator, media_type, example)
    candidates: list[SelectedBody] = []
    # A documented example, repaired if necessary, is better than a generated one.
    for values in (_documented_values(media, validator), _generated_values(media, validator)):
        result = _select_valid(media, validator, media_type, list(values), candidates)
        if result is not None:
            return result
    return candidates[0] if candidates else None


def _select_valid(
    media: MediaType,
    validator: SchemaValidator,
    media_type: str,
    values: list[tuple[str, Any, bool]],
    candidates: list[SelectedBody],
) -> SelectedBody | None:
    """Return the first valid value, else the first that can be coerced."""
    for name, value, is_text in values:
        candidate = _serialize_candidate(media, validator, media_type, name, value, is_text=is_text)
        if not candidate.issues:
            return candidate
        candidates.append(candidate)
    for name, value, _ in values:
        coerced = coerce_value(value, media.schema, validator) if media.schema else None
        if coerced is not None:
            candidate = _serialize_candidate(
                media, validator, media_type, name, coerced, is_text=False
            )
            if not candidate.issues:
                return candidate
    return None


def _select_named(
    media: MediaType, validator: SchemaValidator, media_type: str, example: str
) -> SelectedBody | None:
    for each in media.examples:
        if each.name == example:
            for name, value, is_text in _example_forms(each, media, validator):
                return _serialize_candidate(
                    media, validator, media_type, name, value, is_text=is_text
                )
    raise UnknownExampleError(tuple(each.name for each in media.examples if each.name))


def _serialize_candidate(
    media: MediaType,
    validator: SchemaValidator,
    media_type: str,
    name: str,
    value: Any,
    *,
    is_text: bool,
) -> SelectedBody:
    if is_text:
        body = SerializedBody(str(value).encode("utf-8", "replace"), media_type)
    else:
        body = serialize_body(value, media, media_type=media_type)
    issues = validate_body(body.content, ContentType.parse(body.media_type), media, validator)
    return SelectedBody(body=body, example=name, issues=issues)


def _documented_values(
    media: MediaType, validator: SchemaValidator
) -> Iterator[tuple[str, Any, bool]]:
    """Yield the examples of a body, then those of its schema: name, value, is serialized."""
    for example in media.examples:
        yield from _example_forms(example, media, validator)
    if media.schema is not None:
        raw = media.schema.resolved.raw
        examples = as_list(raw.get("examples")) or ([raw["example"]] if "example" in raw else [])
        yield from (("", value, False) for value in examples)


def _generated_values(
    media: MediaType, validator: SchemaValidator
) -> Iterator[tuple[str, Any, bool]]:
    if media.schema is not None:
        yield "", generate_example(media.schema, direction=validator.direction), False
        plain = without_examples(media.schema)
        yield "", generate_example(plain, direction=validator.direction), False
    elif media.item_schema is not None:
        yield "", [generate_example(media.item_schema, direction=validator.direction)], False


def _example_forms(
    example: Example, media: MediaType, validator: SchemaValidator
) -> Iterator[tuple[str, Any, bool]]:
    """Yield the serialized text of an example, then its value."""
    if example.serialized is not None:
        yield example.name, example.serialized, True
    if not example.has_value:
        return
    value = example.value
    if isinstance(value, str) and media_kind(media.name) == "json" and media.schema is not None:
        try:
            parsed = parse_json(value)
        except InvalidJsonError:
            parsed = None
        # Some documents have the text of a JSON body, "{...}", where its value belongs.
        if isinstance(parsed, dict | list) and not validator.is_valid(media.schema, value):
            yield example.name, value, True
    yield example.name, value, False


def select_value(parameter: Parameter, validator: SchemaValidator) -> Any:
    """Return the first valid value of a parameter, coerced if necessary, else MISSING."""
    values = list(_parameter_values(parameter, validator))
    for value in values:
        if validator.is_valid(parameter.schema, value):
            return value
    coerced_values = (coerce_value(value, parameter.schema, validator) for value in values)
    return next((coerced for coerced in coerced_values if coerced is not None), MISSING)


def _parameter_values(parameter: Parameter, validator: SchemaValidator) -> Iterator[Any]:
    for example in parameter.examples:
        if example.has_value:
            yield example.value
            yield from _other_types(example.value)
    value = generate_example(parameter.schema, direction=validator.direction)
    yield value
    yield from _other_types(value)
    yield generate_example(without_examples(parameter.schema), direction=validator.direction)


def _other_types(value: Any) -> Iterator[Any]:
    """Yield the text of a number and the number of a text: both are sent the same way."""
    if isinstance(value, str):
        try:
            yield parse_json(value)
        except InvalidJsonError:
            return
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
# Set by the server itself, or wrong for the body as it is sent.
_NOT_FROM_EXAMPLES = frozenset(
    {
        "connection",
        "content-encoding",
        "content-length",
        "content-range",
        "content-type",
        "date",
        "keep-alive",
        "server",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


def response_headers(response: Response, validator: SchemaValidator) -> Iterator[tuple[str, str]]:
    """Yield the required headers of a response and those with examples."""
    for header in response.headers:
        is_usable = _TOKEN.fullmatch(header.name) is not None
        if not is_usable or header.name.lower() in _NOT_FROM_EXAMPLES:
            continue
        if is_in_sample(header, None):
            value = select_value(header, validator)
            if value is not MISSING:
                yield header.name, _header_text(header, value)


def _header_text(header: Parameter, value: object) -> str:
    """Serialize the value of a header on one line."""
    text = (
        encode_content(value) if header.media_type else encode_header(value, explode=header.explode)
    )
    return "".join(char if char.isprintable() else " " for char in text).strip()
