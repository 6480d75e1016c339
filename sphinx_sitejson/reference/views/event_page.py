"""The view of an operation or a message of AsyncAPI; messages take the place of responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.http_messages.generated_values import generate_example
from sphinx_sitejson.http_messages.request_building import placeholder_credentials
from sphinx_sitejson.http_messages.samples import CodeSample
from sphinx_sitejson.http_messages.visible_examples import RenderedExample, pretty_json
from sphinx_sitejson.openapi.asyncapi.parts import LOCATION_KEY
from sphinx_sitejson.openapi.document import FACTS_KEY, MESSAGE_KEY
from sphinx_sitejson.openapi.model import MESSAGE, MediaType, Operation, Parameter, Response
from sphinx_sitejson.openapi.raw import RawObject, as_list, as_object, get_flag, get_text

from .event_samples import message_samples
from .fields import PageFields
from .model import FactView, FieldView, MediaTypeView, OperationView, ParameterSection, ResponseView
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
    message: Response, fields: PageFields, prefix: str, facts: tuple[FactView, ...] = ()
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
