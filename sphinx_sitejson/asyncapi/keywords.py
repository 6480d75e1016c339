"""The fields of AsyncAPI 2 and 3: their types, and the objects that they contain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.openapi.keywords import SLOTS, Grammar, Slot

FieldType = Literal["text", "flag", "object", "map", "list", "any"]

_FORMS: Mapping[str, Literal["one", "list", "map"]] = {
    "object": "one",
    "map": "map",
    "list": "list",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an object."""

    type: FieldType
    kind: str = ""
    """The kind of the objects that it contains."""
    is_required: bool = False
    """Whether the object is useless without it."""


_TEXT = Field("text")
_REQUIRED_TEXT = Field("text", is_required=True)
_TEXTS = Field("list")
_ANY = Field("any")


def _one(kind: str) -> Field:
    return Field("object", kind)


def _all(kind: str) -> Field:
    return Field("list", kind)


def _map(kind: str) -> Field:
    return Field("map", kind)


_DESCRIPTION = {"description": _TEXT}
_TEXTS_OF_OBJECT = {"title": _TEXT, "summary": _TEXT, **_DESCRIPTION}
_ABOUT = {"tags": _all("tag"), "externalDocs": _one("external docs")}
_BINDINGS = {"bindings": _one("bindings")}

_MESSAGE_TRAIT = {
    "name": _TEXT,
    **_TEXTS_OF_OBJECT,
    "headers": _one("schema"),
    "correlationId": _one("correlation id"),
    "contentType": _TEXT,
    **_ABOUT,
    **_BINDINGS,
    "examples": _all("message example"),
}
_MESSAGE = {**_MESSAGE_TRAIT, "payload": _ANY, "traits": _all("message trait")}

_SHARED: Mapping[str, Mapping[str, Field]] = {
    "contact": {"name": _TEXT, "url": _TEXT, "email": _TEXT},
    "license": {"name": _TEXT, "url": _TEXT},
    "server variable": {
        "enum": _TEXTS,
        "default": _TEXT,
        **_DESCRIPTION,
        "examples": _TEXTS,
    },
    "message example": {"name": _TEXT, "summary": _TEXT, "headers": _ANY, "payload": _ANY},
    "correlation id": {**_DESCRIPTION, "location": _REQUIRED_TEXT},
    "tag": {"name": _REQUIRED_TEXT, **_DESCRIPTION, "externalDocs": _one("external docs")},
    "external docs": {"url": _REQUIRED_TEXT, **_DESCRIPTION},
    "security scheme": {
        "type": _REQUIRED_TEXT,
        **_DESCRIPTION,
        "name": _TEXT,
        "in": _TEXT,
        "scheme": _TEXT,
        "bearerFormat": _TEXT,
        "flows": _ANY,
        "openIdConnectUrl": _TEXT,
        "scopes": _TEXTS,
    },
}

_COMPONENTS = {
    "schemas": _map("schema"),
    "servers": _map("server"),
    "serverVariables": _map("server variable"),
    "channels": _map("channel"),
    "messages": _map("message"),
    "securitySchemes": _map("security scheme"),
    "parameters": _map("parameter"),
    "correlationIds": _map("correlation id"),
    "operationTraits": _map("operation trait"),
    "messageTraits": _map("message trait"),
    "serverBindings": _map("bindings"),
    "channelBindings": _map("bindings"),
    "operationBindings": _map("bindings"),
    "messageBindings": _map("bindings"),
}
_DOCUMENT = {
    "asyncapi": _ANY,
    "id": _TEXT,
    "info": _one("info"),
    "servers": _map("server"),
    "defaultContentType": _TEXT,
    "channels": _map("channel"),
    "components": _one("components"),
}
_INFO = {
    "title": _TEXT,
    "version": _TEXT,
    **_DESCRIPTION,
    "termsOfService": _TEXT,
    "contact": _one("contact"),
    "license": _one("license"),
}
_OPERATION_2 = {
    "operationId": _TEXT,
    "summary": _TEXT,
    **_DESCRIPTION,
    "security": Field("list", "security requirement"),
    **_ABOUT,
    **_BINDINGS,
}
_OPERATION_3 = {
    **_TEXTS_OF_OBJECT,
    "security": _all("security scheme"),
    **_ABOUT,
    **_BINDINGS,
}

ASYNCAPI_2: Mapping[str, Mapping[str, Field]] = {
    **_SHARED,
    "document": {**_DOCUMENT, **_ABOUT},
    "info": _INFO,
    "components": _COMPONENTS,
    "server": {
        "url": _REQUIRED_TEXT,
        "protocol": _TEXT,
        "protocolVersion": _TEXT,
        **_DESCRIPTION,
        "variables": _map("server variable"),
        "security": Field("list", "security requirement"),
        "tags": _all("tag"),
        **_BINDINGS,
    },
    "channel": {
        **_DESCRIPTION,
        "servers": _TEXTS,
        "subscribe": _one("operation"),
        "publish": _one("operation"),
        "parameters": _map("parameter"),
        **_BINDINGS,
    },
    "operation": {
        **_OPERATION_2,
        "traits": _all("operation trait"),
        "message": _one("message"),
    },
    "operation trait": _OPERATION_2,
    "parameter": {**_DESCRIPTION, "schema": _one("schema"), "location": _TEXT},
    "message": {
        **_MESSAGE,
        "messageId": _TEXT,
        "schemaFormat": _TEXT,
        "oneOf": _all("message"),
    },
    "message trait": {**_MESSAGE_TRAIT, "messageId": _TEXT, "schemaFormat": _TEXT},
}
"""The fields of AsyncAPI 2.0 to 2.6, by kind of object."""

ASYNCAPI_3: Mapping[str, Mapping[str, Field]] = {
    **_SHARED,
    "document": {**_DOCUMENT, "operations": _map("operation")},
    "info": {**_INFO, **_ABOUT},
    "components": {
        **_COMPONENTS,
        "operations": _map("operation"),
        "replies": _map("reply"),
        "replyAddresses": _map("reply address"),
        "externalDocs": _map("external docs"),
        "tags": _map("tag"),
    },
    "server": {
        "host": _REQUIRED_TEXT,
        "protocol": _TEXT,
        "protocolVersion": _TEXT,
        "pathname": _TEXT,
        **_TEXTS_OF_OBJECT,
        "variables": _map("server variable"),
        "security": _all("security scheme"),
        **_ABOUT,
        **_BINDINGS,
    },
    "channel": {
        "address": _ANY,
        "messages": _map("message"),
        **_TEXTS_OF_OBJECT,
        "servers": _all("server"),
        "parameters": _map("parameter"),
        **_ABOUT,
        **_BINDINGS,
    },
    "operation": {
        "action": _REQUIRED_TEXT,
        "channel": Field("object", "channel", is_required=True),
        **_OPERATION_3,
        "traits": _all("operation trait"),
        "messages": _all("message"),
        "reply": _one("reply"),
    },
    "operation trait": _OPERATION_3,
    "reply": {
        "address": _one("reply address"),
        "channel": _one("channel"),
        "messages": _all("message"),
    },
    "reply address": {"location": _REQUIRED_TEXT, **_DESCRIPTION},
    "parameter": {
        "enum": _TEXTS,
        "default": _TEXT,
        **_DESCRIPTION,
        "examples": _TEXTS,
        "location": _TEXT,
    },
    "message": _MESSAGE,
    "message trait": _MESSAGE_TRAIT,
}
"""The fields of AsyncAPI 3, by kind of object."""

OPEN_KINDS = frozenset({"schema", "bindings", "security requirement"})
"""The kinds of objects whose keys are not those of AsyncAPI."""


def _slots() -> dict[str, dict[str, Slot]]:
    """Return where objects are nested, in either version."""
    slots: dict[str, dict[str, Slot]] = {}
    for fields in (ASYNCAPI_2, ASYNCAPI_3):
        for kind, members in fields.items():
            slots.setdefault(kind, {}).update(
                (name, Slot(field.kind, _FORMS[field.type]))
                for name, field in members.items()
                if field.kind
            )
    for kind in ("message", "message trait"):
        slots[kind]["payload"] = Slot("schema")
    # A schema in a format of its own is nested in an object that names the format.
    slots["schema"] = {**SLOTS["schema"], "schema": Slot("schema")}
    return slots | {kind: {} for kind in ("bindings", "security requirement")}


GRAMMAR = Grammar(
    slots=_slots(),
    sections={
        field.kind: ("components", section)
        for section, field in ASYNCAPI_3["components"].items()
        if field.kind != "bindings"
    },
)
"""Where references may stand; targets in other files are copied into ``components``."""
