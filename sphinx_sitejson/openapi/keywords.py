"""The table of all OpenAPI keywords: where each may appear in a document, and what it is for.

Code that walks through documents, checks values, or compares schemas uses this table. A
``$ref`` in examples, defaults, enumerations and extensions is data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.records import record

Form = Literal["one", "list", "map"]


@dataclass(frozen=True)
class Slot:
    """The value of a key: the kind of object, and whether it is one, a list or a map of them."""

    kind: str
    form: Form = "one"


@record
class Keyword:
    """The properties of a schema keyword."""

    schemas: Form | None = None
    """Whether the value is a schema, a list or a map of schemas."""
    is_data: bool = False
    """Whether the value is data of the API, in which ``$ref`` has no meaning."""
    is_since_31: bool = False
    """Whether the keyword, or a form of its value, was added in OpenAPI 3.1."""
    is_validated: bool = False
    """Whether examples are validated against it."""
    is_annotation: bool = False
    """Whether it does not constrain values."""
    in_playground: bool | None = None
    """Whether the playground validates it; None for keywords without validation."""


_LIMIT = Keyword(is_validated=True, in_playground=True)
_NEWER_LIMIT = Keyword(is_validated=True, is_since_31=True, in_playground=True)
_NEWER_UNSUPPORTED = Keyword(is_validated=True, is_since_31=True, in_playground=False)
_NEWER_UNVALIDATED = Keyword(is_since_31=True, in_playground=False)
_UNSUPPORTED = Keyword(in_playground=False)
_ANNOTATION = Keyword(is_annotation=True)
_NEWER = Keyword(is_since_31=True)
_PLAYGROUND_ANNOTATION = Keyword(is_annotation=True, in_playground=True)


def _nested(form: Form, keyword: Keyword | None = None) -> Keyword:
    """Return a keyword whose value is a schema, a list or a map of schemas."""
    return replace(keyword or Keyword(), schemas=form)


SCHEMA_KEYWORDS: Mapping[str, Keyword] = {
    "type": _NEWER_LIMIT,
    "enum": Keyword(is_validated=True, is_data=True),
    "const": Keyword(is_validated=True, is_data=True, is_since_31=True, in_playground=True),
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
    "minContains": _NEWER_UNSUPPORTED,
    "maxContains": _NEWER_UNSUPPORTED,
    "dependentRequired": _NEWER_UNSUPPORTED,
    "dependencies": _UNSUPPORTED,
    "items": _nested("one", _LIMIT),
    "additionalProperties": _nested("one", _LIMIT),
    "not": _nested("one", _LIMIT),
    **dict.fromkeys(
        ("contains", "propertyNames", "if", "then", "else"), _nested("one", _NEWER_UNSUPPORTED)
    ),
    "unevaluatedItems": _nested("one", _NEWER_UNVALIDATED),
    "unevaluatedProperties": _nested("one", _NEWER_UNVALIDATED),
    "contentSchema": _nested("one", _NEWER),
    "additionalItems": _nested("one", _UNSUPPORTED),
    "allOf": _nested("list", _LIMIT),
    "anyOf": _nested("list", _LIMIT),
    "oneOf": _nested("list", _LIMIT),
    "prefixItems": _nested("list", _NEWER_LIMIT),
    "properties": _nested("map", _LIMIT),
    "dependentSchemas": _nested("map", _NEWER_UNSUPPORTED),
    "patternProperties": _nested("map", _NEWER_LIMIT),
    "$defs": _nested("map", _NEWER),
    "definitions": _nested("map"),
    "$dynamicRef": _NEWER_UNVALIDATED,
    "$recursiveRef": _UNSUPPORTED,
    "$anchor": _NEWER,
    "$dynamicAnchor": _NEWER,
    "$id": _NEWER,
    "$schema": _NEWER,
    "$comment": Keyword(is_annotation=True, is_since_31=True),
    "format": Keyword(in_playground=True),
    "contentMediaType": Keyword(is_since_31=True, in_playground=True),
    "contentEncoding": Keyword(is_since_31=True, in_playground=True),
    "title": _PLAYGROUND_ANNOTATION,
    "description": _ANNOTATION,
    "default": Keyword(is_annotation=True, is_data=True, in_playground=True),
    "example": Keyword(is_annotation=True, is_data=True),
    "examples": Keyword(is_annotation=True, is_data=True, is_since_31=True),
    "externalDocs": _ANNOTATION,
    "deprecated": _PLAYGROUND_ANNOTATION,
    "readOnly": _PLAYGROUND_ANNOTATION,
    "writeOnly": _PLAYGROUND_ANNOTATION,
    "nullable": _PLAYGROUND_ANNOTATION,
    "xml": _ANNOTATION,
}
"""The keywords of schemas and their properties, in the order in which validators receive them."""

NEWER_KEYWORDS = frozenset(name for name, keyword in SCHEMA_KEYWORDS.items() if keyword.is_since_31)
ANNOTATIONS = frozenset(name for name, keyword in SCHEMA_KEYWORDS.items() if keyword.is_annotation)


def validation_keywords(schemas: Form | None = None) -> tuple[str, ...]:
    """Return the keywords that examples are validated against, by the form of their schemas."""
    return tuple(
        name
        for name, keyword in SCHEMA_KEYWORDS.items()
        if keyword.is_validated and keyword.schemas == schemas
    )


def playground_keywords(schemas: Form | None = None) -> frozenset[str]:
    """Return the keywords that the playground supports, by the form of their schemas."""
    return frozenset(
        name
        for name, keyword in SCHEMA_KEYWORDS.items()
        if keyword.in_playground and keyword.schemas == schemas
    )


UNSUPPORTED_IN_PLAYGROUND = frozenset(
    name for name, keyword in SCHEMA_KEYWORDS.items() if keyword.in_playground is False
)
"""Constraints that the playground ignores, so that it cannot report a value as valid."""

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
"""The kinds of objects that can be referenced, and their sections of ``components``."""

KINDS: Mapping[str, str] = {section: kind for kind, section in SECTIONS.items()}


@record
class Grammar:
    """The structure of the documents of one family of versions."""

    slots: Mapping[str, Mapping[str, Slot]]
    """Every kind of object, with the keys that contain other objects."""
    sections: Mapping[str, tuple[str, ...]]
    """The kinds of objects that can be referenced, and the paths of their sections."""


ANY_KEY = "*"
"""A placeholder for all keys of an object whose members have the same type."""


_EXAMPLES = {"examples": Slot("example", "map")}
_ENCODINGS = {
    "encoding": Slot("encoding", "map"),
    "prefixEncoding": Slot("encoding", "list"),
    "itemEncoding": Slot("encoding"),
}
_SCHEMA_AND_CONTENT = {"schema": Slot("schema"), "content": Slot("media type", "map"), **_EXAMPLES}

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
    "request body": {"content": Slot("media type", "map")},
    "response": {
        "headers": Slot("header", "map"),
        "content": Slot("media type", "map"),
        "links": Slot("link", "map"),
    },
    "media type": {
        "schema": Slot("schema"),
        "itemSchema": Slot("schema"),
        **_ENCODINGS,
        **_EXAMPLES,
    },
    "encoding": {"headers": Slot("header", "map"), **_ENCODINGS},
    "schema": {
        name: Slot("schema", keyword.schemas)
        for name, keyword in SCHEMA_KEYWORDS.items()
        if keyword.schemas is not None
    },
    "link": {"server": Slot("plain")},
    "example": {},
    "security scheme": {},
    "plain": {},
}
"""Every kind of object, with the keys that contain other objects."""

OPENAPI_3 = Grammar(
    slots=SLOTS, sections={kind: ("components", section) for kind, section in SECTIONS.items()}
)

DATA_KEYS: Mapping[str, frozenset[str]] = {
    "schema": frozenset(name for name, keyword in SCHEMA_KEYWORDS.items() if keyword.is_data),
    "parameter": frozenset({"example"}),
    "header": frozenset({"example"}),
    "media type": frozenset({"example"}),
    "example": frozenset({"value", "dataValue", "serializedValue"}),
    "link": frozenset({"requestBody"}),
}
"""For each kind of object, the keys whose values are data of the API."""

ALWAYS_DATA_KEYS = frozenset().union(*DATA_KEYS.values()) - {
    key for kind in SLOTS.values() for key in kind
}
"""Keys whose values are data in every kind of object."""

NAMED_MAP_KEYS: frozenset[str] = frozenset({"scopes", "variables"}) | {
    key
    for kind in SLOTS.values()
    for key, slot in kind.items()
    if slot.form == "map" or ANY_KEY in SLOTS[slot.kind]
}
"""Keys of maps by free names, in which an entry may be called ``default``."""

SAMPLE_EXTENSIONS = ("x-codeSamples", "x-code-samples")
"""The keys of code samples in operations."""


def is_extension(key: str) -> bool:
    """Return whether a key is a vendor extension."""
    return key.startswith("x-")
