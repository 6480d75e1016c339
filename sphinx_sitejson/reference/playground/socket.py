"""The playground of a WebSocket channel: a console that sends messages and shows what arrives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sphinx_sitejson.http_messages.media_types import media_kind
from sphinx_sitejson.http_messages.request_building import placeholder_credentials
from sphinx_sitejson.openapi.model import Operation, Response
from sphinx_sitejson.openapi.raw import as_list, as_object

from ..views.context import ReferenceContext
from ..views.model import OperationView, ResponseView, ServerView
from .data import (
    RESPONSE_BUDGET,
    JsonSchema,
    PlaygroundData,
    ScriptData,
    parameter_data,
    server_data,
)

_SCHEMES = ("ws://", "wss://")
_MAX_EXAMPLES = 12
_MAX_EXAMPLE_LENGTH = 8_000
_PROTOCOL_HEADER = "sec-websocket-protocol"


def is_socket_url(url: str) -> bool:
    """Return whether a URL is that of a WebSocket."""
    return url.lower().startswith(_SCHEMES)


def socket_servers(servers: Iterable[ServerView]) -> tuple[ServerView, ...]:
    """Return the servers that a browser can connect to."""
    return tuple(server for server in servers if is_socket_url(server.url))


def socket_playground(
    operation: Operation, views: Mapping[str, OperationView], context: ReferenceContext
) -> PlaygroundData:
    """Return the data of the console of an operation.

    :param views: the views of all operations of its channel, by key.
    """
    view = views[operation.key]
    others = [each for each in channel_operations(operation, context) if each is not operation]
    # All messages of the channel, those of the operation first.
    messages: dict[str, ScriptData] = {}
    for each in (operation, *others):
        for name, message in _messages(each, views[each.key], context):
            messages.setdefault(name, message)
    binding = context.document.references.resolve(
        as_object(as_object(operation.event).get("channelBindings")).get("ws")
    )
    headers = {name.lower(): name for name, *_rest in _properties(binding.get("headers"), context)}
    credentials = placeholder_credentials(operation)
    secrets = [name for name, _placeholder in credentials.query]
    query = {
        name: parameter_data(name, "query", required=is_required, schema=schema, **_sample(schema))
        for name, schema, is_required in _properties(binding.get("query"), context)
    }
    for name in secrets:
        query.setdefault(name, parameter_data(name, "query", required=True))
    has_protocols = headers.pop(_PROTOCOL_HEADER, None) is not None
    hidden_headers = (name for name, _placeholder in credentials.all_headers)
    message_schemas = [each.get("schema") for each in messages.values()]
    return PlaygroundData(
        values={
            "method": operation.method,
            "address": operation.address,
            "servers": list(map(server_data, socket_servers(view.servers))),
            "parameters": [*_parameters(operation, view, context), *query.values()],
            "secrets": secrets,
            # The headers that the server expects, which a page cannot set.
            "headers": list(dict.fromkeys((*headers.values(), *hidden_headers))),
            "protocols": has_protocols,
            "messages": list(messages.values()),
        },
        definitions=dict(context.compact_schemas.definitions(message_schemas, RESPONSE_BUDGET)),
        is_socket=True,
    )


def channel_operations(operation: Operation, context: ReferenceContext) -> tuple[Operation, ...]:
    """Return the operations of the same channel that have pages."""
    return tuple(
        other
        for other in context.operations_by_channel.get(operation.channel_name, ())
        if not other.is_excluded or other is operation
    )


def _messages(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> Iterator[tuple[str, ScriptData]]:
    """Yield the names of messages and their data."""
    shown = (*view.responses, *view.replies)
    for message, part in zip((*operation.responses, *operation.replies), shown, strict=True):
        yield message.status, _message(message, part, context)


def _message(message: Response, part: ResponseView, context: ReferenceContext) -> ScriptData:
    media = next(iter(message.content), None)
    examples = [
        (example.title, example.code)
        for each in part.media_types
        for example in each.examples
        if example.code and len(example.code) <= _MAX_EXAMPLE_LENGTH
    ]
    found: ScriptData = {"title": part.title, "examples": examples[:_MAX_EXAMPLES]}
    if media is None or media_kind(media.name) != "json":
        found["plain"] = True
    elif media.schema:
        schema = context.compact_schemas.inline(media.schema.raw)
        found |= {} if schema is True else {"schema": schema}
    return found


def _parameters(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> Iterator[ScriptData]:
    ids = {each.name: each.id for section in view.parameters for each in section.fields}
    for parameter in operation.parameters:
        yield parameter_data(
            parameter.name,
            "path",
            required=True,
            schema=context.compact_schemas.inline(parameter.schema.raw),
            id=ids.get(parameter.name, ""),
            **_sample(parameter.schema.raw),
        )


def _properties(raw: Any, context: ReferenceContext) -> Iterator[tuple[str, JsonSchema, bool]]:
    """Yield the properties of a schema of a binding: name, schema, and whether it is required."""
    schema = context.document.references.resolve(raw)
    required = as_list(schema.get("required"))
    for name, inner in as_object(schema.get("properties")).items():
        resolved = context.document.references.resolve(inner)
        yield name, resolved or True, name in required


def _sample(schema: Any) -> ScriptData:
    """Return the value of a parameter that the document gives, if there is one."""
    raw = as_object(schema)
    for value in (raw.get("default"), *as_list(raw.get("examples"))[:1]):
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return {"sample": str(value), "given": True}
    return {}
