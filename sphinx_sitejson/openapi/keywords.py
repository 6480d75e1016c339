"""The table of all OpenAPI keywords: where each may appear in a document, and what it is for.

Code that walks through documents, checks values, or compares schemas uses this table. A
``$ref`` in examples, defaults, enumerations and extensions is data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.common.network import METHODS

Form = Literal["one", "list", "map"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A key of an object: the kind of what it holds, and whether one, a list or a map of it."""

    kind: str
    form: Form = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """A word of a schema."""

    schemas: Form | None = None
    """Whether it holds a schema, a list or a map of them."""
    is_data: bool = False
    """Whether it holds values of the API."""
    is_newer: bool = False
    """Whether it, or a way to write it, came with OpenAPI 3.1."""
    is_validated: bool = False
    """Whether examples are judged by it."""
    is_annotation: bool = False
    """Whether it says nothing of which values are right."""
    in_page: bool | None = None
    """Whether the playground validates it; None for keywords without validation."""


_LIMIT = Keyword(is_validated=True, in_page=True)
_NEWER_LIMIT = Keyword(is_validated=True, is_newer=True, in_page=True)
_NEWER_UNREAD = Keyword(is_validated=True, is_newer=True, in_page=False)
_ANNOTATION = Keyword(is_annotation=True)
_NEWER = Keyword(is_newer=True)
_READ_ONLY_BY_PEOPLE = Keyword(is_annotation=True, in_page=True)


def _one(**facts: bool | None) -> Keyword:
    return Keyword(schemas="one", **facts)  # type: ignore[arg-type]


SCHEMA_KEYWORDS: Mapping[str, Keyword] = {
    "type": _NEWER_LIMIT,
    "enum": Keyword(is_validated=True, is_data=True),
    "const": Keyword(is_validated=True, is_data=True, is_newer=True, in_page=True),
    "multipleOf": _LIMIT,
    "minimum": _LIMIT,
    "maximum": _LIMIT,
    "exclusiveMinimum": _NEWER_LIMIT,
    "exclusiveMaximum": _NEWER_LIMIT,
    "minLength": _LIMIT,
    "maxLength": _LIMIT,
    "pattern": _LIMIT,
    "minItems": _LIMIT,
    "maxItems": _LIMIT,
    "uniqueItems": _LIMIT,
    "minProperties": _LIMIT,
    "maxProperties": _LIMIT,
    "required": _LIMIT,
    "minContains": _NEWER_UNREAD,
    "maxContains": _NEWER_UNREAD,
    "dependentRequired": _NEWER_UNREAD,
    "dependencies": Keyword(in_page=False),
    "items": _one(is_validated=True, in_page=True),
    "additionalProperties": _one(is_validated=True, in_page=True),
    "not": _one(is_validated=True, in_page=True),
    "contains": _one(is_validated=True, is_newer=True, in_page=False),
    "propertyNames": _one(is_validated=True, is_newer=True, in_page=False),
    "if": _one(is_validated=True, is_newer=True, in_page=False),
    "then": _one(is_validated=True, is_newer=True, in_page=False),
    "else": _one(is_validated=True, is_newer=True, in_page=False),
    "unevaluatedItems": _one(is_newer=True, in_page=False),
    "unevaluatedProperties": _one(is_newer=True, in_page=False),
    "contentSchema": _one(is_newer=True),
    "additionalItems": _one(in_page=False),
    "allOf": Keyword(schemas="list", is_validated=True, in_page=True),
    "anyOf": Keyword(schemas="list", is_validated=True, in_page=True),
    "oneOf": Keyword(schemas="list", is_validated=True, in_page=True),
    "prefixItems": Keyword(schemas="list", is_validated=True, is_newer=True, in_page=True),
    "properties": Keyword(schemas="map", is_validated=True, in_page=True),
    "dependentSchemas": Keyword(schemas="map", is_validated=True, is_newer=True, in_page=False),
    "patternProperties": Keyword(schemas="map", is_validated=True, is_newer=True, in_page=True),
    "$defs": Keyword(schemas="map", is_newer=True),
    "definitions": Keyword(schemas="map"),
    "$dynamicRef": Keyword(is_newer=True, in_page=False),
    "$recursiveRef": Keyword(in_page=False),
    "$anchor": _NEWER,
    "$dynamicAnchor": _NEWER,
    "$id": _NEWER,
    "$schema": _NEWER,
    "$comment": Keyword(is_annotation=True, is_newer=True),
    "format": Keyword(in_page=True),
    "contentMediaType": Keyword(is_newer=True, in_page=True),
    "contentEncoding": Keyword(is_newer=True, in_page=True),
    "title": _READ_ONLY_BY_PEOPLE,
    "description": _ANNOTATION,
    "default": Keyword(is_annotation=True, is_data=True, in_page=True),
    "example": Keyword(is_annotation=True, is_data=True),
    "examples": Keyword(is_annotation=True, is_data=True, is_newer=True),
    "externalDocs": _ANNOTATION,
    "deprecated": _READ_ONLY_BY_PEOPLE,
    "readOnly": _READ_ONLY_BY_PEOPLE,
    "writeOnly": _READ_ONLY_BY_PEOPLE,
    "nullable": _READ_ONLY_BY_PEOPLE,
    "xml": _ANNOTATION,
}
"""The keywords of schemas and their properties, in the order in which validators receive them."""

NEWER_KEYWORDS = frozenset(word for word, facts in SCHEMA_KEYWORDS.items() if facts.is_newer)
ANNOTATIONS = frozenset(word for word, facts in SCHEMA_KEYWORDS.items() if facts.is_annotation)


def validation_keywords(schemas: Form | None = None) -> tuple[str, ...]:
    """Return the words that examples are judged by, of those that hold schemas in one form."""
    return tuple(
        word
        for word, facts in SCHEMA_KEYWORDS.items()
        if facts.is_validated and facts.schemas == schemas
    )


def page_keywords(schemas: Form | None = None) -> frozenset[str]:
    """Return the words that the playground reads, of those that hold schemas in one form."""
    return frozenset(
        word
        for word, facts in SCHEMA_KEYWORDS.items()
        if facts.in_page and facts.schemas == schemas
    )


UNREAD_IN_PAGE = frozenset(
    word for word, facts in SCHEMA_KEYWORDS.items() if facts.in_page is False
)
"""What decides over values, but is not read in the page: it must not say that all was checked."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """What stands where in the documents of one family of versions."""

    slots: Mapping[str, Mapping[str, Slot]]
    """Every kind of object, with the keys that lead to further objects."""
    sections: Mapping[str, tuple[str, ...]]
    """The kinds that can be referred to, and where a document keeps them to share."""


ANY_KEY = "*"
"""The key of a kind whose members all are of one kind."""


def _slots(form: Form, **keys: str) -> dict[str, Slot]:
    return {key: Slot(kind, form) for key, kind in keys.items()}


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
        **{method: Slot("operation") for method in METHODS},
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
        word: Slot("schema", facts.schemas)
        for word, facts in SCHEMA_KEYWORDS.items()
        if facts.schemas is not None
    },
    "link": {"server": Slot("plain")},
    "example": {},
    "security scheme": {},
    "plain": {},
}
"""Every kind of object, with the keys that lead to further objects."""

OPENAPI_3 = Grammar(
    slots=SLOTS,
    sections={kind: ("components", section) for kind, section in SECTIONS.items()},
)

DATA: Mapping[str, frozenset[str]] = {
    "schema": frozenset(word for word, facts in SCHEMA_KEYWORDS.items() if facts.is_data),
    "parameter": frozenset({"example"}),
    "header": frozenset({"example"}),
    "media type": frozenset({"example"}),
    "example": frozenset({"value", "dataValue", "serializedValue"}),
    "link": frozenset({"requestBody"}),
}
"""For each kind of object, the keys that hold data and no text."""

DATA_EVERYWHERE = frozenset().union(*DATA.values()) - {
    key for kind in SLOTS.values() for key in kind
}
"""Keys that hold data wherever they stand."""

NAMED: frozenset[str] = frozenset({"scopes", "variables"}) | {
    key
    for kind in SLOTS.values()
    for key, slot in kind.items()
    if slot.form == "map" or ANY_KEY in SLOTS[slot.kind]
}
"""Keys whose values have names, not keys: a property may be called ``default``."""


def is_extension(key: str) -> bool:
    """Tell whether a key belongs to a tool and not to OpenAPI."""
    return key.startswith("x-")
