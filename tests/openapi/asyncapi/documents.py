"""Documents that have every field of AsyncAPI 2 and 3, each with a text of its own."""

from typing import Any

from sphinx_sitejson.openapi.asyncapi.validation import ASYNCAPI_2, ASYNCAPI_3

_VALUES: dict[str, Any] = {
    "location": "$message.header#/{}",
    "url": "https://{}.example.com",
    "termsOfService": "https://{}.example.com",
    "email": "{}@example.com",
    "contentType": "application/{}",
    "host": "{}.example.com:9092",
    "pathname": "/{}",
    "enum": ["{}"],
    "default": "{}",
    "examples": ["{}"],
}
_NOT_TEXT = ("scopes", "flows", "in", "type", "scheme")


def marker(kind: str, name: str) -> str:
    """Return the text of a field, which is also a valid host name."""
    return f"mk-{kind}-{name}".replace(" ", "-").lower()


def texts(version: int, kind: str, *without: str) -> dict[str, Any]:
    """Return the fields of an object that are texts or lists of texts."""
    fields = (ASYNCAPI_3 if version == 3 else ASYNCAPI_2)[kind]
    found: dict[str, Any] = {}
    for name, field in fields.items():
        is_text = field.type == "text" or (field.type == "list" and not field.kind)
        if not is_text or name in without or name in _NOT_TEXT:
            continue
        form, text = _VALUES.get(name, "{}"), marker(kind, name)
        if field.type == "list":
            found[name] = [text]
        else:
            found[name] = form.format(text) if isinstance(form, str) else text
    return found


_BINDING_KEYS = {
    "server": "schemaRegistryUrl",
    "channel": "topic",
    "message": "schemaIdPayloadEncoding",
    "message trait": "schemaIdPayloadEncoding",
}


def _about(version: int, owner: str) -> dict[str, Any]:
    """Return tags, external documentation and bindings that name their owner."""
    tag = {"name": marker(owner, "tags")}
    return {
        "tags": [tag],
        "externalDocs": {"url": f"https://{marker(owner, 'externalDocs')}.example.com"},
        "bindings": {"kafka": {_BINDING_KEYS.get(owner, "groupId"): marker(owner, "bindings")}},
    }


def _tag(version: int) -> dict[str, Any]:
    return {
        **texts(version, "tag"),
        "externalDocs": {"url": "https://mk-tag-externaldocs.example.com"},
    }


def _schemes(version: int) -> dict[str, Any]:
    flow = {"tokenUrl": "https://mk-security-scheme-flows.example.com", "refreshUrl": ""}
    scopes = {"mk-security-scheme-scopes": "A scope."}
    name = "availableScopes" if version == 3 else "scopes"
    return {
        "mk-key": {"type": "httpApiKey", "in": "header", "name": "mk-security-scheme-name"},
        "mk-user": {"type": "apiKey", "in": "user"},
        "mk-bearer": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "mk-security-scheme-bearerformat",
            "description": "mk-security-scheme-description",
        },
        "mk-digest": {"type": "http", "scheme": "mk-security-scheme-scheme"},
        "mk-oauth": {
            "type": "oauth2",
            "flows": {"clientCredentials": {**flow, name: scopes}},
            **({"scopes": list(scopes)} if version == 3 else {}),
        },
        "mk-openid": {
            "type": "openIdConnect",
            "openIdConnectUrl": "https://mk-security-scheme-openidconnecturl.example.com",
        },
        "mk-sasl": {"type": "scramSha512"},
        "mk-server-security": {"type": "X509"},
        "mk-operation-security": {"type": "plain"},
        "mk-operation-trait-security": {"type": "gssapi"},
    }


def _server(version: int) -> dict[str, Any]:
    where = {"url": "mk-server-url.example.com:{port}"} if version == 2 else {}
    reference = "#/components/securitySchemes/mk-server-security"
    about = _about(version, "server")
    if version == 2:
        del about["externalDocs"]
    return {
        **texts(version, "server"),
        **where,
        **about,
        "variables": {
            "port": {
                **texts(version, "server variable"),
                "enum": [marker("server variable", "enum"), marker("server variable", "default")],
            }
        },
        "security": [{"$ref": reference}] if version == 3 else [{"mk-server-security": []}],
    }


def _message(version: int, kind: str) -> dict[str, Any]:
    without = ("schemaFormat", "name") if kind == "message" else ("schemaFormat",)
    found = {
        **texts(version, kind, *without),
        **_about(version, kind),
        "correlationId": texts(version, "correlation id"),
        "headers": {"type": "object", "properties": {marker(kind, "headers"): {}}},
        "examples": [
            {
                "name": marker("message example", "name"),
                "summary": marker("message example", "summary"),
                "headers": {"h": marker("message example", "headers")},
                "payload": {"p": marker("message example", "payload")},
            }
        ],
    }
    if kind == "message":
        found["name"] = marker(kind, "name")
        properties = {marker(kind, "payload"): {}, "mkpayload": {}}
        found["payload"] = {"type": "object", "properties": properties}
    return found


def _operation(version: int, kind: str) -> dict[str, Any]:
    name = marker(kind, "security")
    security = {"$ref": f"#/components/securitySchemes/{name}"} if version == 3 else {name: []}
    return {
        **texts(version, kind, "action"),
        **_about(version, kind),
        "security": [security],
        **({} if "trait" in kind else {"externalDocs": texts(version, "external docs")}),
    }


def _with_traits(version: int, kind: str) -> dict[str, Any]:
    """Return two objects: one with all fields, one that has them from a trait."""
    make = _message if kind == "message" else _operation
    trait = f"{kind} trait"
    return {"whole": make(version, kind), "trait": make(version, trait)}


def _info(version: int) -> dict[str, Any]:
    return {
        **texts(version, "info"),
        "contact": texts(version, "contact"),
        "license": texts(version, "license"),
    }


FOREIGN = {
    "name": "Foreign",
    "payload": {"type": "record", "name": "mk-message-schemaformat", "fields": []},
}


def every_field_2() -> dict[str, Any]:
    """Return a document with every field of AsyncAPI 2.6."""
    operation, message = _with_traits(2, "operation"), _with_traits(2, "message")
    avro = "application/vnd.apache.avro;version=1.9.0"
    return {
        "asyncapi": "2.6.0",
        "id": marker("document", "id"),
        "defaultContentType": "application/mk-document-defaultcontenttype",
        "info": _info(2),
        "tags": [{"name": marker("document", "tags")}],
        "externalDocs": {"url": "https://mk-document-externaldocs.example.com"},
        "servers": {"mk-servers": _server(2)},
        "channels": {
            "mk/channels/{id}": {
                **texts(2, "channel", "servers"),
                "servers": ["mk-servers"],
                "bindings": {"kafka": {"topic": marker("channel", "bindings")}},
                "parameters": {"id": {**texts(2, "parameter"), "schema": {"title": "MkSchema"}}},
                "publish": {
                    **operation["whole"],
                    "tags": [*operation["whole"]["tags"], _tag(2)],
                    "message": {
                        "oneOf": [
                            message["whole"],
                            {"payload": {}, "traits": [message["trait"]]},
                            {**FOREIGN, "schemaFormat": avro},
                            {"name": "Plain"},
                        ]
                    },
                },
                "subscribe": {
                    "traits": [operation["trait"]],
                    "message": {"$ref": "#/components/messages/Shared"},
                },
            }
        },
        "components": {
            "schemas": {"MkShared": {"type": "string"}},
            "messages": {"Shared": {"payload": {"$ref": "#/components/schemas/MkShared"}}},
            "securitySchemes": _schemes(2),
        },
    }


def every_field_3() -> dict[str, Any]:
    """Return a document with every field of AsyncAPI 3.0."""
    operation, message = _with_traits(3, "operation"), _with_traits(3, "message")
    avro = "application/vnd.apache.avro;version=1.9.0"
    foreign = {"schemaFormat": avro, "schema": FOREIGN["payload"]}
    about = {
        "tags": [{"name": marker("info", "tags")}],
        "externalDocs": {"url": "https://mk-info-externaldocs.example.com"},
    }
    messages = [{"$ref": f"#/channels/Main/messages/{name}"} for name in ("All", "Avro", "Trait")]
    return {
        "asyncapi": "3.0.0",
        "id": marker("document", "id"),
        "defaultContentType": "application/mk-document-defaultcontenttype",
        "info": {**_info(3), **about},
        "servers": {"main": _server(3), "other": {"host": "other", "protocol": "ws"}},
        "channels": {
            "Main": {
                **texts(3, "channel"),
                **_about(3, "channel"),
                "address": "mk/channel/address/{id}",
                "servers": [{"$ref": "#/servers/main"}],
                "parameters": {"id": texts(3, "parameter")},
                "messages": {
                    "All": message["whole"],
                    "Avro": {**FOREIGN, "payload": foreign},
                    "Trait": {"payload": {}, "traits": [message["trait"]]},
                    "Plain": {"payload": {}},
                },
            },
            "Replies": {
                "address": "mk/reply/channel",
                "messages": {"Answer": {"name": "mk-reply-messages", "payload": {}}},
            },
        },
        "operations": {
            "sendAll": {
                "action": "send",
                "channel": {"$ref": "#/channels/Main"},
                **operation["whole"],
                "tags": [*operation["whole"]["tags"], _tag(3)],
                "messages": messages,
                "reply": {
                    "address": texts(3, "reply address"),
                    "channel": {"$ref": "#/channels/Replies"},
                    "messages": [{"$ref": "#/channels/Replies/messages/Answer"}],
                },
            },
            "receiveTrait": {
                "action": "receive",
                "channel": {"$ref": "#/channels/Main"},
                "traits": [operation["trait"]],
                "messages": messages[:1],
            },
        },
        "components": {"schemas": {"MkShared": {"type": "string"}}, "securitySchemes": _schemes(3)},
    }
