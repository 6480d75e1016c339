"""Schemas of OpenAPI as plain JSON Schema, so that a validator can check values by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from .keywords import validation_keywords
from .references import schema_name

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
