"""Parameters, bodies and responses of operations, as parts of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from http import HTTPStatus
from itertools import chain, repeat

from sphinx_sitejson.common.messages import Message, join_messages
from sphinx_sitejson.http_messages.example_values import sample_body
from sphinx_sitejson.http_messages.generated_values import generate_example
from sphinx_sitejson.http_messages.media_types import media_kind
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.http_messages.request import Body, MultipartBody, TextBody
from sphinx_sitejson.http_messages.visible_examples import (
    RenderedExample,
    media_examples,
    pretty_json,
)
from sphinx_sitejson.navigation.page_generation import PAGE_EXTENSION
from sphinx_sitejson.openapi.document import read_server
from sphinx_sitejson.openapi.model import (
    EXPLODED_STYLES,
    PARAMETER_LOCATIONS,
    Encoding,
    Example,
    ExternalDocs,
    Link,
    MediaType,
    Operation,
    Parameter,
    Response,
    Server,
    Tag,
)
from sphinx_sitejson.openapi.naming.titles import operation_description, operation_title
from sphinx_sitejson.openapi.raw import as_object, get_text
from sphinx_sitejson.openapi.schemas import Schema

from .context import ReferenceContext
from .fields import Direction, PageFields
from .ids import PageIds, id_part
from .model import (
    EncodingView,
    Facts,
    FactView,
    FieldView,
    LinkView,
    MediaTypeView,
    OperationView,
    ParameterSection,
    ResponseExample,
    ResponseView,
    ServerView,
    TagView,
    WebLink,
)
from .schema_texts import json_text, selected_extensions, typed_value
from .security import deprecation_facts, deprecation_note

_TITLES = {
    "path": Message("Path parameters"),
    "query": Message("Query parameters"),
    "header": Message("Header parameters"),
    "cookie": Message("Cookie parameters"),
    "querystring": Message("Query string"),
}


def parameter_sections(
    parameters: tuple[Parameter, ...], fields: PageFields, *, prefix: str
) -> tuple[ParameterSection, ...]:
    """Return a section for each location with parameters."""
    by_location: dict[str, list[FieldView]] = {}
    for one in _sort_parameters(parameters, fields.options):
        field = add_parameter(one, f"{prefix}{one.location}", fields, direction="request")
        by_location.setdefault(one.location, []).append(field)
    return tuple(
        ParameterSection(
            id=fields.ids.new(f"{prefix}{location}-parameters"),
            title=_TITLES[location],
            location=location,
            fields=tuple(members),
        )
        for location, members in by_location.items()
    )


def parameter_ids(
    parameters: tuple[Parameter, ...], options: ReferenceOptions, *, prefix: str
) -> Iterator[tuple[str, str]]:
    """Yield the names of parameters and the ids of their fields, without building the fields."""
    ids = PageIds()
    for one in _sort_parameters(parameters, options):
        yield one.name, ids.new(f"{prefix}{one.location}", one.name)


def _sort_parameters(
    parameters: tuple[Parameter, ...], options: ReferenceOptions
) -> Iterator[Parameter]:
    """Yield parameters by location, required ones first."""
    ordered = sorted(parameters, key=lambda one: not one.required)
    for location in PARAMETER_LOCATIONS:
        for one in parameters if options.maintain_order else ordered:
            if one.location == location:
                yield one


def add_parameter(
    parameter: Parameter, prefix: str, fields: PageFields, *, direction: Direction
) -> FieldView:
    """Add the field of a parameter or a header."""
    return fields.add(
        prefix,
        parameter.schema,
        direction=direction,
        name=parameter.name,
        required=parameter.required,
        description=parameter.description,
        facts=_parameter_facts(parameter),
        deprecated=parameter.deprecated,
        examples=tuple(map(example_view, parameter.examples)) or None,
        extensions=selected_extensions(parameter.extensions, fields.options),
    )


def example_view(example: Example) -> RenderedExample:
    """Return the view of a parameter's example."""
    text = json_text(example.value, indent=2) if example.has_value else ""
    return RenderedExample(
        title=example.summary or example.name,
        description=example.description,
        language="text" if example.serialized is not None else "json",
        code=text if example.serialized is None else example.serialized,
        url=example.external_url,
    )


def _parameter_facts(parameter: Parameter) -> Iterator[str]:
    if parameter.media_type:
        yield Message("sent as {type}", type=parameter.media_type)
    else:
        if not parameter.has_default_style:
            yield f"style: {parameter.style}"
        if parameter.explode != (parameter.style in EXPLODED_STYLES):
            yield f"explode: {json_text(parameter.explode)}"
    if parameter.allow_reserved:
        yield Message("reserved characters are not encoded")
    if parameter.allow_empty:
        yield Message("may be empty")
    if parameter.deprecated:
        yield from deprecation_facts(parameter.extensions)


def body_examples(media_type: MediaType, direction: Direction) -> tuple[RenderedExample, ...]:
    """Return the views of the examples of a media type."""
    is_request = direction == "request"
    examples = media_examples(media_type, "request" if is_request else "response")
    if not is_request or media_kind(media_type.name) != "multipart":
        return examples
    singles = [replace(media_type, examples=(each,)) for each in media_type.examples]
    codes = [_multipart_example(sample_body(each)) for each in singles or [media_type]]
    return tuple(
        replace(example, code=code or example.code)
        for example, code in zip(examples, chain(codes, repeat("")), strict=False)
    )


def _multipart_example(body: Body | None) -> str:
    """Return the example of a multipart body as it is sent; "" for one without parts."""
    if isinstance(body, TextBody):
        return body.text.replace("\r\n", "\n")
    if not isinstance(body, MultipartBody):
        return ""
    return "\n".join(
        f"{part.name}={f'@{part.file_name}' if part.file_name else part.text}"
        for part in body.parts
    )


def schema_example(schema: Schema) -> RenderedExample:
    """Return the example of a schema, or a generated one."""
    return RenderedExample(code=pretty_json(generate_example(schema, direction="response")))


def response_examples(responses: Iterable[ResponseView]) -> tuple[ResponseExample, ...]:
    """Return the response examples by status and media type."""
    return tuple(
        ResponseExample(
            status=response.status,
            kind=response.kind,
            media_type=media_type.name,
            examples=media_type.examples,
        )
        for response in responses
        for media_type in response.media_types
        if media_type.examples
    )


def media_type_views(
    content: tuple[MediaType, ...],
    prefix: str,
    fields: PageFields,
    *,
    direction: Direction,
    body_id: str = "",
    has_fields: bool = True,
    is_minor: bool = False,
) -> tuple[MediaTypeView, ...]:
    """Return the views of all media types; the first has short ids, as most have only one.

    :param has_fields: whether bodies are described.
    :param is_minor: whether only the first level of nested fields is shown.
    """
    options, views = fields.options, []
    for position, media_type in enumerate(content):
        media_prefix = f"{prefix}-{id_part(media_type.name)}" if position else prefix
        schema = media_type.item_schema or media_type.schema
        body = None
        if schema and has_fields and options.has_fields:
            body = fields.add(
                media_prefix,
                schema,
                direction=direction,
                body_id="" if position else body_id,
                # Examples of a complete body are shown beside the page, not in its fields.
                examples=(),
                is_minor=is_minor,
                is_xml=media_kind(media_type.name) == "xml",
            )
        # For errors, which operations share, an example adds nothing to the schema.
        has_shared_examples = options.has_shared_examples and not is_minor
        is_only_link = options.links_shared_schemas and body is not None and body.is_cut
        has_examples = bool(media_type.examples) or has_shared_examples or not is_only_link
        view = MediaTypeView(
            name=media_type.name,
            description=media_type.description,
            body=body,
            examples=body_examples(media_type, direction) if has_examples else (),
            is_stream=media_type.item_schema is not None,
            encoding=tuple(
                _encoding_view(encoding, media_prefix, fields) for encoding in media_type.encoding
            ),
        )
        views.append(view)
    return tuple(views)


def _encoding_view(encoding: Encoding, prefix: str, fields: PageFields) -> EncodingView:
    header_prefix = f"{prefix}-{id_part(encoding.name)}-header"
    return EncodingView(
        name=encoding.name,
        facts=tuple(_encoding_facts(encoding)),
        headers=tuple(
            add_parameter(header, header_prefix, fields, direction="request")
            for header in encoding.headers
        ),
    )


def _encoding_facts(encoding: Encoding) -> Iterator[str]:
    if encoding.content_type:
        yield Message("content type: {type}", type=encoding.content_type)
    if encoding.style:
        yield f"style: {encoding.style}"
    if encoding.explode is not None:
        yield f"explode: {json_text(encoding.explode)}"
    if encoding.allow_reserved:
        yield Message("reserved characters are not encoded")


_ERRORS = frozenset({"4xx", "5xx", "default"})
_RANGES = {
    "1XX": Message("Information"),
    "2XX": Message("Success"),
    "3XX": Message("Redirection"),
    "4XX": Message("Client errors"),
    "5XX": Message("Server errors"),
}


def response_views(
    responses: tuple[Response, ...], fields: PageFields, *, prefix: str, direction: Direction
) -> tuple[ResponseView, ...]:
    """Return the views of all responses; errors with the same body share one description."""
    views: list[tuple[Response, ResponseView]] = []
    # Where schemas are listed separately, a body is only a link.
    has_bodies = fields.options.has_fields and not fields.options.links_shared_schemas
    for response in sorted(responses, key=_rank):
        kind = status_kind(response.status)
        response_id = fields.ids.new(f"{prefix}response", response.status)
        texts = (response.summary, response.description)
        same = (view for other, view in views if _have_same_body(other, response))
        same_body = next(same, None) if has_bodies else None
        view = ResponseView(
            id=response_id,
            status=response.status,
            title=status_title(response.status),
            kind=kind,
            description="\n\n".join(dict.fromkeys(filter(None, texts))),
            headers=tuple(
                add_parameter(header, f"{response_id}-header", fields, direction=direction)
                for header in response.headers
            ),
            media_types=media_type_views(
                response.content,
                response_id,
                fields,
                direction=direction,
                body_id=f"{response_id}-body",
                has_fields=same_body is None,
                # Operations share their errors: the first level is sufficient.
                is_minor=kind in _ERRORS,
            ),
            same_body=(same_body.title, same_body.id) if same_body else None,
            links=tuple(_link_view(link, fields.context) for link in response.links),
        )
        views.append((response, view))
    return tuple(view for _response, view in views)


def _have_same_body(first: Response, second: Response) -> bool:
    """Whether two error responses have the same schemas; their examples may differ."""
    bodies = [[*map(_body_signature, each.content)] for each in (first, second)]
    are_errors = {status_kind(first.status), status_kind(second.status)} <= _ERRORS
    return are_errors and bodies[0] == bodies[1] and any(media.schema for media in first.content)


def _body_signature(media: MediaType) -> tuple[object, ...]:
    schemas = (media.schema, media.item_schema)
    return media.name, *(schema.raw if schema else None for schema in schemas), media.encoding


def _rank(response: Response) -> int:
    """Sort key of responses: success first, and the one for all other statuses last."""
    return 0 if response.status.startswith("2") else 2 if response.status == "default" else 1


def status_title(status: str) -> str:
    """Return the status with its phrase: "200 OK", "4XX Client errors", "Any other status"."""
    if status.lower() == "default":
        return Message("Any other status")
    if status.upper() in _RANGES:
        return join_messages(" ", (status.upper(), _RANGES[status.upper()]))
    try:
        return f"{status} {HTTPStatus(int(status)).phrase}"
    except ValueError:
        return status


def status_kind(status: str) -> str:
    """Return the class of a status: ``404`` gives ``4xx``, and ``default`` stays."""
    return f"{status[0]}xx" if len(status) == 3 and status[0] in "12345" else "default"


def _link_view(link: Link, context: ReferenceContext) -> LinkView:
    target = context.link_target(link)
    return LinkView(
        name=link.name,
        description=link.description,
        target=target,
        target_label="" if target else link.operation_id or link.operation_ref,
        facts=tuple(_link_facts(link)),
    )


def _link_facts(link: Link) -> Iterator[str]:
    for name, expression in link.parameters.items():
        yield f"{name} = {typed_value(expression)}"
    if link.request_body is not None:
        yield Message("request body = {value}", value=typed_value(link.request_body))
    if link.server:
        yield Message("server: {url}", url=link.server.url)


def operation_head(operation: Operation, context: ReferenceContext) -> OperationView:
    """Return a view with what requests and messages have in common: title, texts and tags."""
    page = as_object(operation.extensions.get(PAGE_EXTENSION))
    return OperationView(
        key=operation.key,
        title=operation_title(operation),
        method=operation.method,
        path=operation.path,
        operation_id=operation.operation_id,
        description="\n\n".join(
            filter(None, (operation_description(operation), get_text(page, "content")))
        ),
        path_summary=operation.path_summary,
        path_description=operation.path_description,
        deprecated=operation.deprecated,
        deprecation_note=deprecation_note(operation.extensions),
        tags=tuple(_tag_views(operation, context)),
        external_docs=docs_link(operation.external_docs),
        extensions=selected_extensions(operation.extensions, context.options),
    )


def _tag_views(operation: Operation, context: ReferenceContext) -> Iterator[TagView]:
    for name in operation.tags:
        tag = context.document.tags.get(name) or Tag(name=name)
        url = tag.external_docs.url if tag.external_docs else ""
        yield TagView(name=tag.summary or name, description=tag.description, url=url)


def docs_link(docs: ExternalDocs | None) -> WebLink | None:
    """Return the label and URL of external documentation."""
    return (docs.description or docs.url, docs.url) if docs else None


def server_views(servers: Iterable[Server], options: ReferenceOptions) -> tuple[ServerView, ...]:
    """Return the views of the servers in the settings, else of those of the document."""
    named = [read_server({"url": url}) for url in options.base_urls]
    return tuple(map(server_view, named or servers))


def server_view(server: Server) -> ServerView:
    return ServerView(
        url=server.url,
        label=server.name,
        description=server.description,
        variables=server.variables,
        facts=fact_views(server.facts),
    )


_FACTS = {
    "id": Message("ID"),
    "name": Message("Name"),
    "message id": Message("Message ID"),
    "tag": Message("Tag"),
    "see also": Message("See also"),
    "correlation id": Message("Correlation ID"),
    "authorization": Message("Authorization"),
}


def fact_views(facts: Iterable[Sequence[str]]) -> Facts:
    """Return the facts of an AsyncAPI document; some kinds have labels of their own."""
    return tuple(
        FactView(name=_FACTS.get(name, name), value=value, description=description)
        for name, value, description in facts
    )
