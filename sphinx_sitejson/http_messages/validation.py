"""Validate values against their schemas, for requests or for responses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.schemas import Schema

from .example_validation import TOO_COMPLEX, ComplexityError, ExampleValidator
from .generated_values import Direction

MAX_DETAIL_LENGTH = 300
_MAX_CHOICE_DEPTH = 3
_MAX_OPTIONS = 20


@record
class ValidationIssue:
    """One way in which a message differs from its document."""

    detail: str
    location: str = ""
    """The part of the message: "path", "query", "header", "cookie", "body" or "status"."""
    name: str = ""
    """The parameter, where the part has several."""
    path: JsonPath = ()
    """The path of the invalid value."""
    missing: str = ""
    """The required property that is missing."""
    is_unchecked: bool = False
    """Whether the value may be valid, but is too complex to check."""

    def at(self, location: str, name: str = "") -> ValidationIssue:
        """Return the issue with the part of the message that it was found in."""
        return replace(self, location=location, name=name)

    @property
    def pointer(self) -> str:
        """The path as a JSON Pointer (RFC 6901): ``/a/0``."""
        return "".join(f"/{str(s).replace('~', '~0').replace('/', '~1')}" for s in self.path)

    def as_json(self) -> dict[str, str]:
        """Return the fields that are set, for JSON."""
        keys = ("in", "name", "pointer", "detail")
        values = (self.location, self.name, self.pointer, self.detail)
        return {key: value for key, value in zip(keys, values, strict=True) if value}

    def __str__(self) -> str:
        where = " ".join(part for part in (self.location, self.name, self.pointer) if part)
        return f"{where}: {self.detail}" if where else self.detail


class SchemaValidator(ExampleValidator):
    """Validate the values of one document in one direction: requests or responses."""

    direction: Direction

    def issues(self, schema: Schema, value: Any) -> tuple[ValidationIssue, ...]:
        """Validate a value and return its issues."""
        raw = schema.raw if schema.allows_anything else False
        try:
            result = self.find_errors(raw, value)
        except ComplexityError:
            return (ValidationIssue(detail=TOO_COMPLEX, is_unchecked=True),)
        return tuple(dict.fromkeys(issue for error in result for issue in _error_issues(error)))

    def is_valid(self, schema: Schema, value: Any) -> bool:
        """Whether a value is known to be valid against a schema."""
        return not self.issues(schema, value)


def _error_issues(error: Any, depth: int = 0) -> Iterator[ValidationIssue]:
    """Yield the issues of an error; for a choice, those of the closest variant."""
    variants = getattr(error.kind, "context", None) or ()
    nearest = min(variants, key=_distance, default=None)
    # If every variant has another type, the error of the choice is more helpful.
    if (
        nearest is not None
        and depth < _MAX_CHOICE_DEPTH
        and not any(
            each.kind.name == "type" and list(each.instance_path) == list(error.instance_path)
            for each in nearest
        )
    ):
        for inner in nearest:
            yield from _error_issues(inner, depth + 1)
        return
    message = _message(error)
    if len(message) > MAX_DETAIL_LENGTH:
        # The violated rule is at the end of the message.
        message = f"{message[:60]}… {message[-(MAX_DETAIL_LENGTH - 62) :]}"
    missing = error.kind.property if error.kind.name == "required" else ""
    yield ValidationIssue(detail=message, path=tuple(error.instance_path), missing=missing)


def _message(error: Any) -> str:
    message = " ".join(str(error.message).split())
    options = getattr(error.kind, "options", None)
    if error.kind.name == "enum" and isinstance(options, list) and len(options) <= _MAX_OPTIONS:
        # The validator lists only the first two options.
        listed = ", ".join(
            json.dumps(option, ensure_ascii=False, default=str) for option in options
        )
        return f"{message.partition(' is not one of ')[0]} is not one of {listed}"
    return message


def _distance(errors: list[Any]) -> tuple[bool, int]:
    """Sort key of variants: a different constant or type means another variant."""
    is_other = any(each.kind.name in ("const", "enum", "type") for each in errors)
    return (is_other, len(errors))
