"""The view of an operation or a message of AsyncAPI; messages take the place of responses.

Its samples send and receive messages by Kafka, MQTT, AMQP and WebSocket.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader

from sphinx_sitejson.common.files import TEMPLATES
from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.http_messages.generated_values import generate_example
from sphinx_sitejson.http_messages.request_building import placeholder_credentials, server_url
from sphinx_sitejson.http_messages.samples import CodeSample
from sphinx_sitejson.http_messages.visible_examples import RenderedExample, pretty_json
from sphinx_sitejson.openapi.asyncapi.parts import KAFKA_MECHANISM, KAFKA_PROTOCOL, LOCATION_KEY
from sphinx_sitejson.openapi.document import FACTS_KEY, MESSAGE_KEY
from sphinx_sitejson.openapi.model import MESSAGE, MediaType, Operation, Parameter, Response, Server
from sphinx_sitejson.openapi.raw import RawObject, as_list, as_object, get_flag, get_text

from .fields import PageFields
from .model import (
    Facts,
    FactView,
    FieldView,
    MediaTypeView,
    OperationView,
    ParameterSection,
    ResponseView,
)
from .operation_parts import (
    add_parameter,
    fact_views,
    media_type_views,
    operation_head,
    response_examples,
    server_view,
)
from .security import security_view


def event_view(operation: Operation, fields: PageFields, *, prefix: str) -> OperationView:
    """Return the view of an operation.

    :param prefix: what the ids begin with where it is one of several on a page.
    """
    context = fields.context
    event = as_object(operation.event)
    parameters = tuple(
        _add_parameter(each, f"{prefix}path", fields) for each in operation.parameters
    )
    responses = tuple(_message_view(each, fields, prefix) for each in operation.responses)
    reply_facts = tuple(_reply_facts(operation))
    replies = tuple(
        _message_view(each, fields, f"{prefix}reply-", reply_facts) for each in operation.replies
    )
    sections = (
        ParameterSection(
            id=fields.ids.new(f"{prefix}path-parameters"),
            title=Message("Channel parameters"),
            location="path",
            fields=parameters,
        ),
    )
    if operation.is_message:
        responses = tuple(replace(response, page=None) for response in responses)
    return replace(
        operation_head(operation, context),
        path=get_text(event, "address"),
        is_event=True,
        path_summary=get_text(event, "channel"),
        path_description=get_text(event, "channelDescription"),
        servers=tuple(map(server_view, operation.servers)),
        security=security_view(operation, fields.options),
        parameters=sections if parameters else (),
        responses=responses,
        replies=replies,
        facts=(*(() if replies else reply_facts), *fact_views(as_list(event.get(FACTS_KEY)))),
        samples=_samples(operation, responses),
        response_examples=response_examples(responses),
        used_by=(
            tuple(context.links_by_message.get(operation.path, ())) if operation.is_message else ()
        ),
    )


def _add_parameter(parameter: Parameter, prefix: str, fields: PageFields) -> FieldView:
    location = get_text(parameter.extensions, LOCATION_KEY)
    return fields.add(
        prefix,
        parameter.schema,
        direction="both",
        name=parameter.name,
        required=True,
        description=parameter.description,
        facts=(Message("taken from {location}", location=location),) if location else (),
    )


def _message_view(
    message: Response, fields: PageFields, prefix: str, facts: Facts = ()
) -> ResponseView:
    """Return the view of a message of an operation, or of its reply.

    :param facts: where it is sent, if it is a reply.
    """
    about = as_object(message.extensions.get(MESSAGE_KEY))
    message_id = fields.ids.new(f"{prefix}message", message.status)
    title = get_text(about, "title") or message.status
    headers = tuple(
        add_parameter(header, f"{message_id}-header", fields, direction="both")
        for header in message.headers
    )
    media_types = media_type_views(
        message.content, message_id, fields, direction="both", body_id=f"{message_id}-payload"
    )
    return ResponseView(
        id=message_id,
        status=title,
        title=title,
        kind="message",
        description=message.description,
        headers=headers,
        media_types=tuple(
            _with_headers(message, *pair) for pair in zip(message.content, media_types, strict=True)
        ),
        facts=(*facts, *_message_facts(about, title)),
        page=fields.context.operation_link(f"{MESSAGE} {message.status}"),
    )


def _with_headers(message: Response, media_type: MediaType, view: MediaTypeView) -> MediaTypeView:
    """Add headers to the generated examples of a payload."""
    has_payload = bool(media_type.schema or media_type.item_schema)
    if media_type.examples or not message.headers or (has_payload and not view.examples):
        return view
    headers = {
        header.name: generate_example(header.schema, direction="response")
        for header in message.headers
    }
    code = pretty_json(headers)
    examples = view.examples or (RenderedExample(),)
    return replace(view, examples=tuple(replace(each, headers=code) for each in examples))


def _message_facts(about: RawObject, title: str) -> Iterator[FactView]:
    if get_flag(about, "deprecated"):
        yield FactView(name=Message("Deprecated"), value="true")
    for fact in as_list(about.get("facts")):
        if fact[:2] != ["name", title]:
            yield from fact_views((fact,))


def _reply_facts(operation: Operation) -> Iterable[FactView]:
    reply = as_object(as_object(operation.event).get("reply"))
    if location := get_text(reply, "location"):
        text = get_text(reply, "description")
        yield FactView(name=Message("Reply to"), value=location, description=text)
    if address := get_text(reply, "address"):
        yield FactView(name=Message("Reply channel"), value=address)


def _samples(operation: Operation, messages: tuple[ResponseView, ...]) -> tuple[CodeSample, ...]:
    """Return code that sends or receives the first message.

    A message without an example, such as one in Avro, is a placeholder with its media type.
    """
    media_types = [media_type for message in messages for media_type in message.media_types]
    examples = [
        *(example.code for each in media_types for example in each.examples if example.code),
        *(f"<{each.name}>" for each in media_types),
    ]
    credentials = placeholder_credentials(operation)
    return message_samples(
        operation,
        next(iter(examples), ""),
        headers=credentials.all_headers,
        query=credentials.query,
    )


SENDING = ("SEND", "PUBLISH")
RECEIVING = ("RECEIVE", "SUBSCRIBE")
PASSWORD_TYPES = ("userPassword", "plain", "scramSha256", "scramSha512")
"""The types of security schemes with a user name and a password."""
USERNAME, PASSWORD = "<username>", "<password>"
_VARIABLE = re.compile(r"\{([^{}]+)\}")
_SECURE = ("mqtts", "secure-mqtt", "amqps")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def message_samples(
    operation: Operation,
    example: str,
    *,
    headers: Iterable[tuple[str, str]] = (),
    query: Iterable[tuple[str, str]] = (),
) -> tuple[CodeSample, ...]:
    """Return programs that do what an operation says, for the first server with a known protocol.

    :param example: the example of a message, as pages show it.
    :param headers: the credentials that a handshake by HTTP has as headers.
    :param query: those that are parameters of its URL.
    """
    if operation.method not in (*SENDING, *RECEIVING):
        return ()
    for server in operation.servers:
        url = server_url(server)
        protocol = _PROTOCOLS.get(split_url(url).scheme)
        if protocol:
            values = _template_values(operation, server, url)
            values |= {"payload": _quote_payload(example), "headers": dict(headers)}
            values["path_url"] = _path_url(url, values["address"], query)
            return tuple(
                CodeSample(
                    language=language,
                    label=label,
                    code=_templates().get_template(f"{protocol}.{suffix}.jinja").render(values),
                    generator=language,
                )
                for language, label, suffix in _LANGUAGES
            )
    return ()


_LANGUAGES = (("python", "Python", "py"), ("javascript", "JavaScript", "js"))


@cache
def _templates() -> Environment:
    environment = Environment(loader=FileSystemLoader(TEMPLATES / "samples"))
    environment.globals.update(
        text=_text, kafka_settings=_kafka_settings, username=USERNAME, password=PASSWORD
    )
    return environment


def _template_values(operation: Operation, server: Server, url: str) -> dict[str, Any]:
    """Return what a program needs to know of a server and a channel."""
    event = as_object(operation.event)
    bindings = as_object(event.get("channelBindings"))
    address = _fill_address(get_text(event, "address"), operation)
    types = {use.scheme.type for use in (operation.security or ((),))[0]}
    has_password = not types.isdisjoint(PASSWORD_TYPES)
    settings = {
        name: value
        for name, value, _text in server.facts
        if name in (KAFKA_PROTOCOL, KAFKA_MECHANISM)
    }
    if has_password and KAFKA_MECHANISM in settings:
        settings.update({"sasl.username": USERNAME, "sasl.password": PASSWORD})
    scheme, rest = split_url(url).scheme, _SCHEME.sub("", url)
    is_secure = scheme in _SECURE
    host = rest.partition("/")[0]
    hostname, _colon, port = host.rpartition(":")
    if scheme.startswith("amqp"):
        login = f"{USERNAME}:{PASSWORD}@" if has_password else ""
        server_url = f"{'amqps' if is_secure else 'amqp'}://{login}{rest}"
    else:
        server_url = f"{'mqtts' if is_secure else 'mqtt'}://{host}"
    amqp = as_object(bindings.get("amqp"))
    exchange = get_text(as_object(amqp.get("exchange")), "name")
    return {
        "is_sending": operation.method in SENDING,
        "is_secure": is_secure,
        "has_password": has_password,
        "server_url": server_url,
        "host": host,
        "hostname": hostname or host,
        "port": int(port) if port.isdecimal() and len(port) < 6 else 8883 if is_secure else 1883,
        "address": address,
        # A parameter without a value matches one level of an MQTT topic.
        "topic_filter": _VARIABLE.sub("+", address),
        "topic": get_text(as_object(bindings.get("kafka")), "topic") or address,
        "queue": get_text(as_object(amqp.get("queue")), "name") or address,
        "amqp_exchange": "" if exchange == "default" else exchange,
        "client_settings": settings,
        "settings": {"bootstrap.servers": host, **settings},
    }


def _path_url(url: str, address: str, query: Iterable[tuple[str, str]]) -> str:
    """Return the URL of a channel that is a path of the server, such as that of a WebSocket."""
    path, base = address.lstrip("/"), url.rstrip("/")
    joined = f"{base}/{path}" if path and not base.endswith(f"/{path}") else base
    parameters = "&".join(f"{quote(name)}={value}" for name, value in query)
    return f"{joined}{'&' if '?' in joined else '?'}{parameters}" if parameters else joined


def _fill_address(address: str, operation: Operation) -> str:
    """Fill in the parameters of an address that have a default, an example or allowed values."""
    values: dict[str, str] = {}
    for parameter in operation.parameters:
        raw = parameter.schema.raw
        listed = (as_list(raw.get(key))[:1] for key in ("examples", "enum"))
        for value in chain([raw.get("default")], *listed):
            if isinstance(value, str | int) and not isinstance(value, bool):
                values.setdefault(parameter.name, str(value))
    return _VARIABLE.sub(lambda found: values.get(found[1], found[0]), address)


def _text(value: Any) -> str:
    """Return a literal that Python and JavaScript both read."""
    return json.dumps(value, ensure_ascii=False)


def _quote_payload(example: str) -> str:
    """Return a string literal for JSON on one line, without escapes if possible."""
    try:
        value = _text(json.loads(example))
    except ValueError:
        # Other examples stay as they are.
        value = example
    is_plain = value.isprintable() and "'" not in value and "\\" not in value
    return f"'{value}'" if is_plain else _text(value)


def _kafka_settings(settings: Mapping[str, str]) -> str:
    """Return a dict of settings, on several lines if it would be a long one."""
    pairs = [f"{_text(name)}: {_text(value)}" for name, value in settings.items()]
    if len(pairs) <= 2:
        return f"{{{', '.join(pairs)}}}"
    lines = "".join(f"    {pair},\n" for pair in pairs)
    return f"{{\n{lines}}}"


_PROTOCOLS = {
    **dict.fromkeys(("kafka", "kafka-secure"), "kafka"),
    **dict.fromkeys(("mqtt", "mqtt5", "mqtts", "secure-mqtt"), "mqtt"),
    **dict.fromkeys(("amqp", "amqps"), "amqp"),
    **dict.fromkeys(("ws", "wss"), "websocket"),
}
"""The templates of each protocol."""
