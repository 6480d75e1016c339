"""The playground of a WebSocket channel: a console that sends messages and shows what arrives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx_sitejson.http_messages.media_types import media_kind
from sphinx_sitejson.http_messages.request_building import placeholder_credentials
from sphinx_sitejson.openapi.model import Operation, Response
from sphinx_sitejson.openapi.raw import as_list, as_object

from ..views.context import ReferenceContext
from ..views.model import OperationView, ResponseView, ServerView
from .data import JsonSchema, PlaygroundParameter, server_json
from .schemas import RESPONSE_BUDGET

_SCHEMES = ("ws://", "wss://")
_MAX_EXAMPLES = 12
_MAX_EXAMPLE_LENGTH = 8_000
_PROTOCOL_HEADER = "sec-websocket-protocol"


@dataclass(frozen=True, slots=True, kw_only=True)
class SocketMessage:
    """A message of the channel."""

    name: str
    title: str
    is_json: bool = True
    schema: JsonSchema = True
    examples: tuple[tuple[str, str], ...] = ()
    """Titles and texts."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script, without defaults."""
        found: dict[str, Any] = {"title": self.title, "examples": self.examples}
        if not self.is_json:
            found["plain"] = True
        if self.schema is not True:
            found["schema"] = self.schema
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundSocket:
    """The data of the console of one page."""

    method: str
    address: str
    servers: tuple[ServerView, ...] = ()
    parameters: tuple[PlaygroundParameter, ...] = ()
    """Parameters of the address, and of the query string."""
    secrets: tuple[str, ...] = ()
    """The query parameters that are credentials."""
    headers: tuple[str, ...] = ()
    """The headers that the server expects, which a page cannot set."""
    has_protocols: bool = False
    """Whether the reader may name subprotocols."""
    messages: tuple[SocketMessage, ...] = ()
    """All messages of the channel, those of the operation first."""
    definitions: Mapping[str, str] = field(default_factory=dict)
    """Named schemas, each as JSON text."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON for the script, without the definitions."""
        return {
            "method": self.method,
            "address": self.address,
            "servers": [server_json(server) for server in self.servers],
            "parameters": [parameter.as_json() for parameter in self.parameters],
            "secrets": self.secrets,
            "headers": self.headers,
            "protocols": self.has_protocols,
            "messages": [message.as_json() for message in self.messages],
        }


def is_socket_url(url: str) -> bool:
    """Return whether a URL is that of a WebSocket."""
    return url.lower().startswith(_SCHEMES)


def socket_servers(servers: Iterable[ServerView]) -> tuple[ServerView, ...]:
    """Return the servers that a browser can connect to."""
    return tuple(server for server in servers if is_socket_url(server.url))


def socket_playground(
    operation: Operation, views: Mapping[str, OperationView], context: ReferenceContext
) -> PlaygroundSocket:
    """Return the data of the console of an operation.

    :param views: the views of all operations of its channel, by key.
    """
    view = views[operation.key]
    others = [each for each in channel_operations(operation, context) if each is not operation]
    messages: dict[str, SocketMessage] = {}
    for each in (operation, *others):
        for message in _messages(each, views[each.key], context):
            messages.setdefault(message.name, message)
    binding = context.document.references.resolve(
        as_object(as_object(operation.event).get("channelBindings")).get("ws")
    ).raw
    headers = {name.lower(): name for name, *_rest in _properties(binding.get("headers"), context)}
    secrets, hidden_headers = _credentials(operation)
    query = [
        PlaygroundParameter(
            name=name, location="query", required=is_required, schema=schema, **_sample(schema)
        )
        for name, schema, is_required in _properties(binding.get("query"), context)
    ]
    known = {parameter.name for parameter in query}
    query += [
        PlaygroundParameter(name=name, location="query", required=True)
        for name in secrets
        if name not in known
    ]
    has_protocols = headers.pop(_PROTOCOL_HEADER, None) is not None
    schemas = context.compact_schemas
    return PlaygroundSocket(
        method=operation.method,
        address=operation.address,
        servers=tuple(replace(server, facts=()) for server in socket_servers(view.servers)),
        parameters=(*_parameters(operation, view, context), *query),
        secrets=tuple(secrets),
        headers=tuple(dict.fromkeys((*headers.values(), *hidden_headers))),
        has_protocols=has_protocols,
        messages=tuple(messages.values()),
        definitions=dict(
            schemas.definitions([each.schema for each in messages.values()], RESPONSE_BUDGET)
        ),
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
) -> Iterator[SocketMessage]:
    shown = (*view.responses, *view.replies)
    for message, part in zip((*operation.responses, *operation.replies), shown, strict=True):
        yield _message(message, part, context)


def _message(message: Response, part: ResponseView, context: ReferenceContext) -> SocketMessage:
    media = next(iter(message.content), None)
    is_json = media is not None and media_kind(media.name) == "json"
    schema = media.schema if media else None
    examples = (
        (example.title, example.code)
        for each in part.media_types
        for example in each.examples
        if example.code and len(example.code) <= _MAX_EXAMPLE_LENGTH
    )
    return SocketMessage(
        name=message.status,
        title=part.title,
        is_json=is_json,
        schema=context.compact_schemas.inline(schema.raw) if schema and is_json else True,
        examples=tuple(examples)[:_MAX_EXAMPLES],
    )


def _parameters(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> Iterator[PlaygroundParameter]:
    ids = {each.name: each.id for section in view.parameters for each in section.fields}
    for parameter in operation.parameters:
        schema = context.compact_schemas.inline(parameter.schema.raw)
        yield PlaygroundParameter(
            name=parameter.name,
            location="path",
            required=True,
            schema=schema,
            field_id=ids.get(parameter.name, ""),
            **_sample(parameter.schema.raw),
        )


def _properties(raw: Any, context: ReferenceContext) -> Iterator[tuple[str, JsonSchema, bool]]:
    """Yield the properties of a schema of a binding: name, schema, and whether it is required."""
    schema = context.document.references.resolve(raw).raw
    required = as_list(schema.get("required"))
    for name, inner in as_object(schema.get("properties")).items():
        resolved = context.document.references.resolve(inner).raw
        yield name, resolved or True, name in required


def _sample(schema: Any) -> dict[str, Any]:
    """Return the value of a parameter that the document gives, if there is one."""
    raw = as_object(schema)
    for value in (raw.get("default"), *as_list(raw.get("examples"))[:1]):
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return {"sample": (str(value),), "is_initial": True}
    return {}


def _credentials(operation: Operation) -> tuple[list[str], list[str]]:
    """Return the query parameters and the headers that the first alternative requires."""
    credentials = placeholder_credentials(operation)
    return (
        [name for name, _placeholder in credentials.query],
        [name for name, _placeholder in credentials.all_headers],
    )
