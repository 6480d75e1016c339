"""Compact schemas for the playground: only keywords that affect values, within a budget."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from sphinx_sitejson.common.nesting import iter_values
from sphinx_sitejson.http_messages.options import PLACEHOLDER
from sphinx_sitejson.openapi.keywords import UNSUPPORTED_IN_PLAYGROUND, playground_keywords
from sphinx_sitejson.openapi.raw import References, as_object, schema_name

from .data import JsonSchema, script_json
from .pattern_cost import is_slow_pattern

MAX_INLINE_LENGTH = 12_000
"""The number of characters of a schema without a name; deeper parts are cut."""
REQUEST_BUDGET = 16_000
"""The number of characters of the named schemas of a request."""
RESPONSE_BUDGET = 5_000
"""The number of characters of additional schemas of the responses."""
_DEPTHS = (30, 6, 4, 3, 2, 1)
_MAX_ENUM_VALUES = 500
_MAX_TEXT_LENGTH = 400

_PLAIN = playground_keywords()
_OPTIONAL_ANNOTATIONS = frozenset({"title", "default", "deprecated"})
"""Annotations that may be dropped when they are too long."""
_KEYWORDS_AT_LIMIT = ("type", "format", "readOnly", "writeOnly", "nullable")
_SCHEMA = playground_keywords("one")
_SCHEMA_LISTS = playground_keywords("list")
_SCHEMA_MAPS = playground_keywords("map")


class CompactSchemas:
    """The compact schemas of a document, each named one computed once."""

    def __init__(self, references: References) -> None:
        self._references = references
        self._definition = cache(self._compact_named)

    def inline(self, raw: Any) -> JsonSchema:
        """Return a compact schema, in which named schemas stay references."""
        for depth in _DEPTHS:
            compact = _compact(raw, depth)
            if depth == _DEPTHS[-1] or len(script_json(compact)) <= MAX_INLINE_LENGTH:
                return compact
        return True

    def definitions(self, roots: Iterable[Any], budget: int) -> Iterator[tuple[str, str]]:
        """Yield the named schemas that others refer to, nearest first, within the budget.

        A reference to an omitted one allows any value.
        """
        queue = deque(dict.fromkeys(name for root in roots for name in _iter_references(root)))
        seen = set(queue)
        remaining = budget
        while queue and remaining > 0:
            reference = queue.popleft()
            text, inner = self._definition(reference)
            if len(text) > remaining:
                continue
            remaining -= len(text)
            yield reference, text
            for name in inner:
                if name not in seen:
                    seen.add(name)
                    queue.append(name)

    def _compact_named(self, reference: str) -> tuple[str, tuple[str, ...]]:
        """Return the text of a named schema, and the references in it."""
        is_pointer = reference.startswith("#")
        target = reference if is_pointer else f"#/components/schemas/{reference}"
        compact = self.inline(self._references.at(target))
        return script_json(compact), tuple(dict.fromkeys(_iter_references(compact)))


def _compact(raw: Any, depth: int) -> JsonSchema:
    if isinstance(raw, bool):
        return raw
    schema = as_object(raw)
    if depth <= 0:
        return _cut(schema)
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key in UNSUPPORTED_IN_PLAYGROUND:
            found["partial"] = True
            if _has_secret(value):
                found["cut"] = True
        elif key in _PLAIN:
            if key == "pattern" and _is_slow(value):
                found["partial"] = True
            elif not _is_long(value):
                found[key] = value
            elif key not in _OPTIONAL_ANNOTATIONS:
                found["partial"] = True
        elif key in _SCHEMA:
            found[key] = _compact(value, depth - 1)
        elif key in _SCHEMA_LISTS and isinstance(value, list):
            found[key] = [_compact(entry, depth - 1) for entry in value]
        elif key in _SCHEMA_MAPS:
            members = as_object(value).items()
            found[key] = {str(name): _compact(member, depth - 1) for name, member in members}
        elif key in _SPECIAL:
            found.update(_SPECIAL[key](value))
    return _without_slow_names(found)


def _without_slow_names(schema: dict[str, Any]) -> dict[str, Any]:
    """Omit names with slow patterns; then other names are not validated either."""
    patterns = schema.get("patternProperties", {})
    names = {name: member for name, member in patterns.items() if not _is_slow(name)}
    if len(names) == len(patterns):
        return schema
    others = {key: value for key, value in schema.items() if key != "additionalProperties"}
    return {**others, "patternProperties": names, "partial": True}


def _is_slow(pattern: Any) -> bool:
    return isinstance(pattern, str) and is_slow_pattern(pattern)


def _cut(schema: Mapping[str, Any]) -> JsonSchema:
    """Return the type of a schema that is nested too deeply, marked as cut."""
    found = {
        key: schema[key]
        for key in _KEYWORDS_AT_LIMIT
        if isinstance(schema.get(key), str | list | bool)
    }
    keywords = (
        _PLAIN
        | _SCHEMA
        | _SCHEMA_LISTS
        | _SCHEMA_MAPS
        | UNSUPPORTED_IN_PLAYGROUND
        | _SPECIAL.keys()
    )
    if (schema.keys() & keywords) - {*_KEYWORDS_AT_LIMIT, *_OPTIONAL_ANNOTATIONS}:
        found["cut"] = True
    return found or True


def _has_secret(value: Any) -> bool:
    """Whether an ignored part of a schema has secrets, which links must not include."""
    return any(
        each.get("writeOnly") is True or each.get("format") == "password"
        for _path, each in iter_values(value)
        if isinstance(each, dict)
    )


def _reference(value: Any) -> dict[str, Any]:
    # A named schema has its short name; other targets keep their pointer.
    return {"$ref": schema_name(value) or value} if isinstance(value, str) else {}


def _enum(value: Any) -> dict[str, Any]:
    is_short = isinstance(value, list) and len(value) <= _MAX_ENUM_VALUES
    return {"enum": value} if is_short else {"partial": True}


def _discriminator(value: Any) -> dict[str, Any]:
    raw = as_object(value)
    if not isinstance(raw.get("propertyName"), str):
        return {}
    mapping = {
        name: schema_name(target) or target
        for name, target in as_object(raw.get("mapping")).items()
        if isinstance(target, str)
    }
    return {"discriminator": {"propertyName": raw["propertyName"], "mapping": mapping}}


def _placeholder(value: Any) -> dict[str, Any]:
    is_short = isinstance(value, str) and len(value) <= _MAX_TEXT_LENGTH
    return {"placeholder": value} if is_short else {}


_SPECIAL = {
    PLACEHOLDER: _placeholder,
    "$ref": _reference,
    "enum": _enum,
    "discriminator": _discriminator,
}


def _is_long(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) > _MAX_TEXT_LENGTH
    return isinstance(value, Mapping | list) and len(script_json(value)) > _MAX_TEXT_LENGTH * 5


def _iter_references(schema: Any) -> Iterator[str]:
    """Yield the references in a compact schema, nearest first."""
    queue = deque([schema])
    while queue:
        each = queue.popleft()
        if isinstance(each, list):
            queue.extend(each)
        elif isinstance(each, Mapping):
            reference = each.get("$ref")
            if isinstance(reference, str):
                yield reference
            for key in (*_SCHEMA, *_SCHEMA_LISTS):
                if key in each:
                    queue.append(each[key])
            for key in _SCHEMA_MAPS:
                queue.extend(as_object(each.get(key)).values())
