"""Schemas that are made of themselves: ``allOf`` that leads back to where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.problems import JsonPath, quoted
from sphinx_sitejson.openapi.references import schema_name

_ROOT: JsonPath = ("components", "schemas")
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class _Part:
    """A reference by which one named schema takes in another."""

    at: JsonPath
    to: str
    is_all_of: bool


def all_of_circles(data: dict[str, Any]) -> Iterator[tuple[JsonPath, str]]:
    """Yield the places at which a schema takes itself in, each circle where it closes."""
    components = data.get("components")
    schemas = components.get("schemas") if isinstance(components, dict) else None
    if isinstance(schemas, dict):
        parts = {name: list(_parts(schema, (*_ROOT, name))) for name, schema in schemas.items()}
        done: set[str] = set()
        for name in schemas:
            yield from _circles_from(name, parts, done)


def _circles_from(
    start: str, parts: dict[str, list[_Part]], done: set[str]
) -> Iterator[tuple[JsonPath, str]]:
    """Walk on from a schema; every one is entered once in all."""
    if start in done:
        return
    trail: dict[str, _Part | None] = {start: None}
    waiting = [iter(parts[start])]
    while waiting:
        part = next(waiting[-1], None)
        if part is None:
            waiting.pop()
            done.add(trail.popitem()[0])
        elif part.to in trail:
            names = list(trail)
            circle = names[names.index(part.to) :]
            steps = [*(trail[name] for name in circle[1:]), part]
            if any(step and step.is_all_of for step in steps):
                yield part.at, _message(circle)
        elif part.to in parts and part.to not in done:
            trail[part.to] = part
            waiting.append(iter(parts[part.to]))


def _parts(schema: Any, at: JsonPath, *, is_all_of: bool = False) -> Iterator[_Part]:
    """Yield what a schema is made of; what stands in a document is not very deep."""
    if not isinstance(schema, dict):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str) and schema_name(reference):
        yield _Part((*at, "$ref"), schema_name(reference), is_all_of)
    entries = schema.get("allOf")
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        yield from _parts(entry, (*at, "allOf", index), is_all_of=True)


def _message(circle: list[str]) -> str:
    others = ", ".join(map(quoted, circle[1 : _MOST_NAMED + 1]))
    more = " and others" if len(circle) > _MOST_NAMED + 1 else ""
    ways = f" by way of {others}{more}" if others else ""
    return f"the schema {quoted(circle[0])} is made of itself{ways}; it is taken in once."
