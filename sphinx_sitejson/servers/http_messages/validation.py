"""Validate values against their schemas, for requests or for responses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.examples.generated_values import Direction
from sphinx_sitejson.openapi.examples.validation import ExampleValidator
from sphinx_sitejson.openapi.schemas import Schema

LONGEST_DETAIL = 300
_DEEPEST_CHOICE = 3
_MOST_OPTIONS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong with a message."""

    detail: str
    place: str = ""
    """The part of the message: "path", "query", "header", "cookie" or "body"."""
    name: str = ""
    """The parameter, where the part has several."""
    pointer: str = ""
    """Where in the value, as a JSON Pointer."""
    missing: str = ""
    """The property that should be there."""

    def at(self, place: str, name: str = "") -> Fault:
        """Return the fault with the part of the message that it was found in."""
        return replace(self, place=place, name=name)

    def as_json(self) -> dict[str, str]:
        """Return what is known of it."""
        values = {
            "in": self.place,
            "name": self.name,
            "pointer": self.pointer,
            "detail": self.detail,
        }
        return {key: value for key, value in values.items() if value}

    def __str__(self) -> str:
        where = " ".join(part for part in (self.place, self.name, self.pointer) if part)
        return f"{where}: {self.detail}" if where else self.detail


class SchemaValidator:
    """Validate the values of one document in one direction: requests or responses."""

    def __init__(self, document: OpenApiDocument, direction: Direction) -> None:
        self.direction = direction
        self._validator = ExampleValidator(document, direction=direction, has_formats=True)

    def faults(self, schema: Schema, value: Any) -> tuple[Fault, ...]:
        """Return in what a value differs from a schema."""
        raw = schema.raw if schema.allows_anything else False
        found = self._validator.differences(raw, value)
        return tuple(dict.fromkeys(fault for error in found for fault in _error_faults(error)))

    def fits(self, schema: Schema, value: Any) -> bool:
        """Tell whether a value follows a schema."""
        return not self.faults(schema, value)


def pointer_of(path: Iterator[str | int] | list[str | int]) -> str:
    """Write a path as a JSON Pointer."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(f"/{step}" for step in steps)


def _error_faults(error: Any, depth: int = 0) -> Iterator[Fault]:
    """Yield what an error says; of a choice, what is wrong with the nearest of its variants."""
    variants = getattr(error.kind, "context", None)
    nearest = min(variants, key=_distance, default=None) if variants else None
    # That every variant is of another type is better said by the whole.
    is_helpful = nearest is not None and not any(_is_about_choice(each, error) for each in nearest)
    if nearest is not None and is_helpful and depth < _DEEPEST_CHOICE:
        for inner in nearest:
            yield from _error_faults(inner, depth + 1)
        return
    message = _message(error)
    if len(message) > LONGEST_DETAIL:
        # The rule stands behind the value.
        message = f"{message[:60]}… {message[-(LONGEST_DETAIL - 62) :]}"
    missing = error.kind.property if error.kind.name == "required" else ""
    yield Fault(detail=message, pointer=pointer_of(error.instance_path), missing=missing)


def _message(error: Any) -> str:
    message = " ".join(str(error.message).split())
    options = getattr(error.kind, "options", None)
    if error.kind.name == "enum" and isinstance(options, list) and len(options) <= _MOST_OPTIONS:
        # The validator itself names only the first two.
        listed = ", ".join(
            json.dumps(option, ensure_ascii=False, default=str) for option in options
        )
        return f"{message.partition(' is not one of ')[0]} is not one of {listed}"
    return message


def _distance(errors: list[Any]) -> tuple[bool, int]:
    """Return how far a variant is from a value: another constant means another variant."""
    is_other = any(each.kind.name in ("const", "enum", "type") for each in errors)
    return (is_other, len(errors))


def _is_about_choice(error: Any, choice: Any) -> bool:
    return error.kind.name == "type" and list(error.instance_path) == list(choice.instance_path)
