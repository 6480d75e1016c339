"""The view of an operation or a webhook, in full, and compact for paginated output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.http_messages.request_building import request_base_url, sample_request
from sphinx_sitejson.http_messages.samples import CodeSample, languages_for, samples_for
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Callback, Operation, Server
from sphinx_sitejson.openapi.raw import as_object

from .context import LARGE_DOCUMENT, ReferenceContext, reference_context
from .fields import Direction, PageFields
from .model import BodyView, CallbackView, MediaTypeView, OperationView, ResponseView, SecurityView
from .operation_parts import (
    media_type_views,
    operation_head,
    parameter_sections,
    response_examples,
    response_views,
    server_views,
)
from .security import security_view

LARGE_DOCUMENT_LANGUAGES = 3
"""The number of sample languages for a large document, unless the settings list languages."""


def request_samples(
    document: OpenApiDocument, operation: Operation, options: ReferenceOptions
) -> tuple[CodeSample, ...]:
    """Return the request samples of an operation; for a webhook, only those in the document."""
    languages = languages_for(options.languages, options.added_languages)
    if operation.is_webhook:
        languages = ()
    if not options.languages and len(document.operations) > LARGE_DOCUMENT:
        languages = languages[:LARGE_DOCUMENT_LANGUAGES]
    request = sample_request(
        operation,
        base_url=request_base_url(document, operation, options),
        site_auth=options.auth,
        show_optional=options.show_optional,
    )
    return samples_for(operation, request, languages)


MAX_SHORT_EXAMPLE_LINES = 12
"""The number of lines up to which an example is shown beside the main one."""


def compact_operation(view: OperationView) -> OperationView:
    """Return an operation with one sample and one response example, for paginated output."""
    written = [sample for sample in view.samples if sample.code]
    # The first sample of the document, else the first generated one.
    samples = sorted(written, key=lambda sample: bool(sample.generator))[:1]
    # A generated sample already contains the body.
    with_code = not any(sample.generator for sample in samples)
    body = view.body
    if body:
        media_types = (
            _compact_examples(media, with_code=with_code and not number)
            for number, media in enumerate(body.media_types)
        )
        body = replace(body, media_types=tuple(media_types))
    responses = tuple(_compact_responses(view.responses))
    return replace(
        view,
        samples=tuple(samples),
        body=body,
        responses=responses,
        callbacks=tuple(
            replace(callback, operations=tuple(map(compact_operation, callback.operations)))
            for callback in view.callbacks
        ),
        response_examples=response_examples(responses),
    )


def _compact_responses(responses: Iterable[ResponseView]) -> Iterator[ResponseView]:
    """Yield the responses with the example of the first successful one only."""
    all_responses = list(responses)
    with_code = [each for each in all_responses if any(m.examples for m in each.media_types)]
    successful = [each for each in with_code if each.kind == "2xx"]
    chosen = next(iter(successful or with_code), None)
    for response in all_responses:
        needs_example = response is chosen
        media_types = []
        for media in response.media_types:
            media_types.append(_compact_examples(media, with_code=needs_example))
            needs_example = needs_example and not media.examples
        yield replace(response, media_types=tuple(media_types))


def _compact_examples(media: MediaTypeView, *, with_code: bool) -> MediaTypeView:
    """Keep the code of the first example and of short ones, and the descriptions of the others."""
    examples = []
    for number, example in enumerate(media.examples):
        is_distinguishable = len(media.examples) > 1 or example.title or example.description
        is_short = example.code.count("\n") < MAX_SHORT_EXAMPLE_LINES
        if not (with_code and not number) and not (is_distinguishable and is_short):
            example = replace(example, code="", headers="")
        if any((example.title, example.description, example.code, example.url, example.headers)):
            examples.append(example)
    return replace(media, examples=tuple(examples))


def operation_view(
    document: OpenApiDocument, operation: Operation, options: ReferenceOptions, *, anchor: str = ""
) -> OperationView:
    """Return the view of an operation.

    :param anchor: the id of the operation where it is one of several on a page; all others begin
        with it.
    """
    context = reference_context(document, options)
    fields = PageFields(
        context, separate_schemas=context.separate_schemas, budget=context.field_budget
    )
    prefix = f"{anchor}-" if anchor else ""
    if operation.event is not None:
        # Few projects have such documents.
        from .event_page import event_view

        view = event_view(operation, fields, prefix=prefix)
    else:
        view = _operation_view(operation, fields, prefix=prefix)
    fields.expand()
    view = replace(view, anchor=anchor)
    if not options.is_compact:
        return view
    compact = compact_operation(view)
    if not options.has_overview:
        return compact
    # The overview of the document has what is the same for all operations.
    return replace(
        compact,
        tags=tuple(replace(tag, description="") for tag in view.tags),
        are_servers_shared=not options.base_urls and operation.servers == document.servers,
    )


def _operation_view(
    operation: Operation, fields: PageFields, *, prefix: str, is_callback: bool = False
) -> OperationView:
    """Return the view of an operation of a page, or of one of its callbacks."""
    context, options = fields.context, fields.options
    # What the API itself sends is a response for its receivers.
    is_event = operation.is_webhook or is_callback
    request_direction: Direction = "response" if is_event else "request"
    response_direction: Direction = "request" if is_event else "response"
    # Without servers, the URL is "/" (OpenAPI 3.1, section 4.8.1): the site itself.
    servers = operation.servers or (Server(url="/"),)
    parameters = parameter_sections(operation.parameters, fields, prefix=prefix)
    body = None
    if request_body := operation.request_body:
        body = BodyView(
            description=request_body.description,
            required=request_body.required,
            media_types=media_type_views(
                request_body.content, f"{prefix}body", fields, direction=request_direction
            ),
        )
    responses = response_views(
        operation.responses, fields, prefix=prefix, direction=response_direction
    )
    return replace(
        operation_head(operation, context),
        is_webhook=operation.is_webhook,
        # Webhooks and callbacks are sent to no server of the API.
        servers=() if is_event else server_views(servers, options),
        security=None if is_callback else _security(operation, context),
        parameters=parameters,
        body=body,
        responses=responses,
        callbacks=tuple(
            _callback_view(callback, fields, prefix) for callback in operation.callbacks
        ),
        samples=() if is_callback else request_samples(context.document, operation, options),
        response_examples=() if is_callback else response_examples(responses),
    )


def _security(operation: Operation, context: ReferenceContext) -> SecurityView | None:
    if operation.is_webhook:
        # The document's security is that of the API, not of those who listen to it.
        raw = as_object(context.document.raw_operation(operation).get(operation.method))
        if "security" not in raw:
            return None
    return security_view(operation, context.options)


def _callback_view(callback: Callback, fields: PageFields, prefix: str) -> CallbackView:
    callback_id = fields.ids.new(f"{prefix}callback", callback.name)
    return CallbackView(
        id=callback_id,
        name=callback.name,
        expression=callback.expression,
        operations=tuple(
            _operation_view(
                operation,
                fields,
                prefix=f"{callback_id}-{operation.method.lower()}-",
                is_callback=True,
            )
            for operation in callback.operations
        ),
    )
