"""The playground of an operation of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sphinx_sitejson.common.network.urls import join_url
from sphinx_sitejson.http_messages.example_values import (
    body_value,
    is_in_sample,
    sample_body,
    sample_value,
)
from sphinx_sitejson.http_messages.generated_values import MISSING, explicit_value
from sphinx_sitejson.http_messages.media_types import concrete_media_type, file_name_for, media_kind
from sphinx_sitejson.http_messages.options import PLACEHOLDER
from sphinx_sitejson.http_messages.request import JsonBody, TextBody
from sphinx_sitejson.http_messages.serialization import part_kind, part_types
from sphinx_sitejson.http_messages.visible_examples import LONGEST_EXAMPLE
from sphinx_sitejson.openapi.model import (
    Encoding,
    Link,
    MediaType,
    OAuthFlow,
    Operation,
    Parameter,
    SchemeUse,
)
from sphinx_sitejson.openapi.raw import as_list, get_text
from sphinx_sitejson.openapi.schemas import Schema

from ..views.context import ReferenceContext
from ..views.model import OperationView, ServerView
from .data import (
    PlaygroundBody,
    PlaygroundFlow,
    PlaygroundParameter,
    PlaygroundPart,
    PlaygroundRequest,
    PlaygroundResponse,
    PlaygroundScheme,
    SchemeKind,
    document_label,
    script_json,
    simulated_responses,
    site_scheme,
)
from .schemas import REQUEST_BUDGET, RESPONSE_BUDGET, CompactSchemas

_MAX_EXAMPLES_LENGTH = 8_000
_MAX_EXAMPLES = 12
_MAX_LINK_LENGTH = 500
_MAX_DEPTH = 4
_FIELD_KINDS = ("json", "form", "multipart")
_TEXTLESS_KINDS = ("multipart", "binary")
"""The kinds whose forms have no field for a text."""
_STREAMS = ("json lines", "events")


def operation_playground(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> PlaygroundRequest:
    """Return the data of the playground of an operation."""
    schemas = context.compact_schemas
    body = operation.request_body
    parameters = tuple(_parameters(operation, view, context))
    bodies = tuple(_bodies(operation, view, schemas))
    responses = tuple(_responses(operation, view, context))
    request_schemas = [*(each.schema for each in parameters), *(each.schema for each in bodies)]
    definitions = dict(schemas.definitions(request_schemas, REQUEST_BUDGET))
    response_schemas = [schema for each in responses for schema in each.schemas.values()]
    definitions |= {
        name: text
        for name, text in schemas.definitions(response_schemas, RESPONSE_BUDGET)
        if name not in definitions
    }
    return PlaygroundRequest(
        method=operation.method,
        path=operation.path,
        key=operation.key,
        servers=tuple(_servers(view.servers, context.document.location)),
        security=_security(operation, context),
        parameters=parameters,
        is_body_required=body is not None and body.required,
        bodies=bodies,
        responses=responses,
        simulated_responses=tuple(simulated_responses(operation, context.response_validator))
        if context.options.is_simulated
        else (),
        accept=_accepted_types(operation),
        document=document_label(context.document.location),
        definitions=definitions,
    )


def _servers(servers: tuple[ServerView, ...], location: str) -> Iterator[ServerView]:
    """Yield the servers; relative URLs are resolved against the URL of the document."""
    is_remote = location.startswith(("http://", "https://"))
    for server in servers:
        is_complete = "://" in server.url.partition("{")[0] or server.url.startswith("{")
        url = server.url if is_complete or not is_remote else join_url(location, server.url)
        yield ServerView(
            url=url,
            label=server.label,
            description=server.description,
            variables=server.variables,
        )


def _parameters(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> Iterator[PlaygroundParameter]:
    ids = {
        (section.location, each.name): each.id
        for section in view.parameters
        for each in section.fields
    }
    for parameter in operation.parameters:
        sample = sample_value(parameter)
        is_explicit = _has_explicit_value(parameter, sample)
        is_sampled = is_in_sample(parameter, context.options.show_optional)
        yield PlaygroundParameter(
            name=parameter.name,
            location=parameter.location,
            schema=context.compact_schemas.inline(parameter.schema.raw),
            style="" if parameter.has_default_style else parameter.style,
            explode=None
            if parameter.explode == (parameter.style in ("form", "cookie"))
            else parameter.explode,
            reserved=parameter.allow_reserved,
            media_type=parameter.media_type,
            required=parameter.required,
            deprecated=parameter.deprecated,
            field_id=ids.get((parameter.location, parameter.name), ""),
            sample=(sample,) if parameter.required or is_explicit else None,
            is_initial=is_explicit and is_sampled,
            allow_empty=parameter.allow_empty,
            placeholder=get_text(parameter.schema.raw, PLACEHOLDER),
        )


def _has_explicit_value(parameter: Parameter, sample: Any) -> bool:
    """Whether the document has the value: as an example, as a default, or as an allowed value."""
    return any(example.has_value for example in parameter.examples) or _is_value_in_schema(
        sample, parameter.schema
    )


def _is_value_in_schema(value: Any, schema: Schema | None, depth: int = 0) -> bool:
    if schema is None or depth > _MAX_DEPTH:
        return False
    merged = schema.merged
    if explicit_value(merged.raw) is not MISSING:
        return True
    inside: list[tuple[Any, Schema | None]]
    if variants := merged.one_of or merged.any_of:
        inside = [(value, variants[0])]
    elif isinstance(value, Mapping):
        inside = [(each, merged.properties.get(name)) for name, each in value.items()]
    else:
        inside = [(each, merged.items) for each in as_list(value)]
    return bool(inside) and all(_is_value_in_schema(*each, depth + 1) for each in inside)


def _bodies(
    operation: Operation, view: OperationView, schemas: CompactSchemas
) -> Iterator[PlaygroundBody]:
    fields = {each.name: each.body for each in view.body.media_types} if view.body else {}
    body = operation.request_body
    for media in body.content if body else ():
        field = fields.get(media.name)
        yield replace(_body(media, schemas), field_id=field.id if field else "")


def _body(media: MediaType, schemas: CompactSchemas) -> PlaygroundBody:
    kind = media_kind(media.name)
    body = sample_body(media) if kind in _TEXTLESS_KINDS else None
    if isinstance(body, TextBody):
        # Neither a file nor the fields of a form: the body is edited as a text.
        return PlaygroundBody(media_type=body.media_type, kind="text", examples=(("", body.text),))
    schema = None if media.schema is None else schemas.inline(media.schema.raw)
    if schema is None and media.item_schema is not None:
        schema = {"type": "array", "items": schemas.inline(media.item_schema.raw)}
    return PlaygroundBody(
        media_type=concrete_media_type(media.name),
        kind=kind,
        schema=schema,
        examples=tuple(_examples(media)),
        parts=tuple(_parts(media, schemas)) if kind in ("form", "multipart") else (),
        file_name=file_name_for(media.name) if kind == "binary" else "",
        pattern=media.name if kind == "binary" and "*" in media.name else "",
    )


def _examples(media: MediaType) -> Iterator[tuple[str, Any]]:
    """Yield the examples of a body: the one in samples, and others up to a total length."""
    length = 0
    for index, (title, value) in enumerate(_all_examples(media)):
        length += len(script_json(value))
        if length > (_MAX_EXAMPLES_LENGTH if index else LONGEST_EXAMPLE):
            return
        yield title, value


def _all_examples(media: MediaType) -> Iterator[tuple[str, Any]]:
    explicit = [example for example in media.examples if example.has_value or example.serialized]
    if not explicit:
        value = body_value(media)
        if value is not MISSING and media_kind(media.name) != "binary":
            yield "", _as_typed(value, media)
        return
    for example in explicit[:_MAX_EXAMPLES]:
        single = replace(media, examples=(example,))
        yield example.summary or example.name, _as_typed(body_value(single), single)


def _as_typed(value: Any, media: MediaType) -> Any:
    """Return the initial value of the form: a value for fields, else the text of the body."""
    if media_kind(media.name) in _FIELD_KINDS and not isinstance(value, str):
        return value
    body = sample_body(media)
    if isinstance(body, JsonBody | TextBody):
        return body.value if isinstance(body, JsonBody) else body.text
    return value


def _parts(media: MediaType, schemas: CompactSchemas) -> Iterator[PlaygroundPart]:
    members = media.schema.merged.properties if media.schema else {}
    encodings = {encoding.name: encoding for encoding in media.encoding}
    for name in {**members, **encodings}:
        kind = part_kind(media, name, members.get(name))
        encoding = encodings.get(name) or Encoding(name=name)
        yield PlaygroundPart(
            name=name,
            media_type=", ".join(part_types(media, name, members.get(name))),
            file_name=kind.file_name,
            style=encoding.style,
            explode=encoding.explode,
            reserved=encoding.allow_reserved,
            headers=tuple(_part_header(header, schemas) for header in encoding.headers),
        )


def _part_header(header: Parameter, schemas: CompactSchemas) -> PlaygroundParameter:
    is_sampled = is_in_sample(header, None)
    return PlaygroundParameter(
        name=header.name,
        location="header",
        schema=schemas.inline(header.schema.raw),
        explode=header.explode or None,
        required=header.required,
        sample=(sample_value(header),) if is_sampled else None,
        is_initial=is_sampled,
    )


def _accepted_types(operation: Operation) -> tuple[str, ...]:
    """Return the media types of responses, if there is a choice."""
    names = dict.fromkeys(media.name for each in operation.responses for media in each.content)
    usable = tuple(concrete_media_type(name) for name in names if "*" not in name)
    return usable[:_MAX_EXAMPLES] if len(usable) > 1 else ()


def _links(links: tuple[Link, ...], context: ReferenceContext) -> Iterator[tuple[str, str, Any]]:
    for link in links:
        target = context.link_by_id(link.operation_id)
        target = target or context.link_by_reference(link.operation_ref)
        if target and len(script_json(link.parameters)) <= _MAX_LINK_LENGTH:
            yield link.name, target.key, link.parameters


def _responses(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> Iterator[PlaygroundResponse]:
    schemas = context.compact_schemas
    ids = {response.status: response.id for response in view.responses}
    for response in operation.responses:
        schemas_by_type = {}
        for media in response.content:
            schema = media.schema or media.item_schema
            kind = media_kind(media.name)
            if schema is not None and (kind == "json" or kind in _STREAMS):
                is_list = kind in _STREAMS and media.item_schema is None
                schemas_by_type[media.name] = True if is_list else schemas.inline(schema.raw)
        yield PlaygroundResponse(
            status=response.status,
            field_id=ids.get(response.status, ""),
            schemas=schemas_by_type,
            links=tuple(_links(response.links, context)),
        )


def _security(
    operation: Operation, context: ReferenceContext
) -> tuple[tuple[PlaygroundScheme, ...], ...]:
    if operation.security == ():
        return ()
    if context.options.auth_method is not None:
        return ((site_scheme(context.options),),)
    return tuple(
        tuple(_scheme(use, context) for use in alternative)
        for alternative in operation.security or ()
    )


def _scheme(use: SchemeUse, context: ReferenceContext) -> PlaygroundScheme:
    scheme = use.scheme
    return PlaygroundScheme(
        name=scheme.name,
        kind=_kind(scheme.type, scheme.scheme),
        title=context.schemes.view(use).title,
        location=scheme.location,
        parameter=scheme.parameter_name,
        scheme=scheme.scheme.title() if scheme.type == "http" else "",
        flows=tuple(_flow(flow) for flow in scheme.flows),
        metadata_url=scheme.openid_url or scheme.oauth_metadata_url,
        scopes=use.scopes,
    )


def _kind(type_: str, http_scheme: str) -> SchemeKind:
    if type_ == "apiKey":
        return "key"
    if type_ in ("oauth2", "openIdConnect"):
        return "oauth2"
    if type_ != "http":
        return "other"
    if http_scheme in ("basic", "digest"):
        return "basic" if http_scheme == "basic" else "digest"
    return "bearer" if http_scheme == "bearer" else "http"


def _flow(flow: OAuthFlow) -> PlaygroundFlow:
    return PlaygroundFlow(
        kind=flow.kind,
        authorization_url=flow.authorization_url,
        device_url=flow.device_authorization_url,
        token_url=flow.token_url,
        scopes=tuple(flow.scopes)[:60],
    )
