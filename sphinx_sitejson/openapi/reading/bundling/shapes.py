"""What stands where in an OpenAPI document, as far as references can occur.

Examples, defaults, enumerations and extensions are not part of it: a ``$ref`` in them is data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Form = Literal["one", "list", "map"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A key of an object: the kind of what it holds, and whether one, a list or a map of it."""

    kind: str
    form: Form = "one"


SECTIONS: Mapping[str, str] = {
    "schema": "schemas",
    "response": "responses",
    "parameter": "parameters",
    "example": "examples",
    "request body": "requestBodies",
    "header": "headers",
    "security scheme": "securitySchemes",
    "link": "links",
    "callback": "callbacks",
    "path item": "pathItems",
}
"""The kinds that can be referred to, and their sections of ``components``."""

KINDS: Mapping[str, str] = {section: kind for kind, section in SECTIONS.items()}

ANY_KEY = "*"
"""The key of a kind whose members all are of one kind."""


def _slots(form: Form, **keys: str) -> dict[str, Slot]:
    return {key: Slot(kind, form) for key, kind in keys.items()}


_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_ONE_SCHEMA = [
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
    "additionalItems",
]
_EXAMPLES = {"examples": Slot("example", "map")}
_SCHEMA_AND_CONTENT = {
    "schema": Slot("schema"),
    "content": Slot("media type", "map"),
    **_EXAMPLES,
}

SLOTS: Mapping[str, Mapping[str, Slot]] = {
    "document": {
        "info": Slot("plain"),
        "servers": Slot("plain", "list"),
        "tags": Slot("plain", "list"),
        "security": Slot("plain", "list"),
        "externalDocs": Slot("plain"),
        "paths": Slot("paths"),
        "webhooks": Slot("path item", "map"),
        "components": Slot("components"),
    },
    "components": {
        **{section: Slot(kind, "map") for section, kind in KINDS.items()},
        "mediaTypes": Slot("media type", "map"),
    },
    "path item": {
        **{method: Slot("operation") for method in _METHODS},
        "additionalOperations": Slot("operation", "map"),
        "parameters": Slot("parameter", "list"),
        "servers": Slot("plain", "list"),
    },
    "operation": {
        "parameters": Slot("parameter", "list"),
        "requestBody": Slot("request body"),
        "responses": Slot("responses"),
        "callbacks": Slot("callback", "map"),
        "servers": Slot("plain", "list"),
        "externalDocs": Slot("plain"),
    },
    "paths": {ANY_KEY: Slot("path item")},
    "responses": {ANY_KEY: Slot("response")},
    "callback": {ANY_KEY: Slot("path item")},
    "parameter": _SCHEMA_AND_CONTENT,
    "header": _SCHEMA_AND_CONTENT,
    "request body": _slots("map", content="media type"),
    "response": _slots("map", headers="header", content="media type", links="link"),
    "media type": {
        "schema": Slot("schema"),
        "itemSchema": Slot("schema"),
        "encoding": Slot("encoding", "map"),
        "prefixEncoding": Slot("encoding", "list"),
        "itemEncoding": Slot("encoding"),
        **_EXAMPLES,
    },
    "encoding": {
        "headers": Slot("header", "map"),
        "encoding": Slot("encoding", "map"),
        "prefixEncoding": Slot("encoding", "list"),
        "itemEncoding": Slot("encoding"),
    },
    "schema": {
        **dict.fromkeys(_ONE_SCHEMA, Slot("schema")),
        **_slots("list", allOf="schema", anyOf="schema", oneOf="schema", prefixItems="schema"),
        **dict.fromkeys(
            ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions"),
            Slot("schema", "map"),
        ),
    },
    "link": {"server": Slot("plain")},
    "example": {},
    "security scheme": {},
    "plain": {},
}
"""Every kind of object, with the keys that lead to further objects."""


def is_extension(key: str) -> bool:
    """Tell whether a key belongs to a tool and not to OpenAPI."""
    return key.startswith("x-")
