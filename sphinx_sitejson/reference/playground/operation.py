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
from sphinx_sitejson.http_messages.validation import SchemaValidator
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
from ..views.model import OperationView
from ..views.security import scheme_title
from .data import (
    REQUEST_BUDGET,
    RESPONSE_BUDGET,
    CompactSchemas,
    PlaygroundData,
    ScriptData,
    document_label,
    parameter_data,
    script_json,
    server_data,
    simulated_responses,
    site_scheme,
    without_empty,
)

_MAX_EXAMPLES_LENGTH = 8_000
_MAX_EXAMPLES = 12
_MAX_LINK_LENGTH = 500
_MAX_SCOPES = 60
_MAX_DEPTH = 4
_FIELD_KINDS = ("json", "form", "multipart")
_TEXTLESS_KINDS = ("multipart", "binary")
"""The kinds whose forms have no field for a text."""
_STREAMS = ("json lines", "events")


def operation_playground(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> PlaygroundData:
    schemas = context.compact_schemas
    body = operation.request_body
    parameters = list(_parameters(operation, view, context))
    media_types = view.body.media_types if view.body else ()
    body_ids = {each.name: each.body.id for each in media_types if each.body}
    bodies = [
        _body(media, context, body_ids.get(media.name, ""))
        for media in (body.content if body else ())
    ]
    responses = dict(_responses(operation, view, context))
    request_schemas = [each.get("schema") for each in (*parameters, *bodies)]
    definitions = dict(schemas.definitions(request_schemas, REQUEST_BUDGET))
    response_schemas = [schema for each in responses.values() for schema in each[1].values()]
    for name, text in schemas.definitions(response_schemas, RESPONSE_BUDGET):
        definitions.setdefault(name, text)
    optional = {
        "security": _security(operation, context),
        "parameters": parameters,
        "bodies": bodies,
        "responses": responses,
        "answers": list(simulated_responses(operation, context.validator("response")))
        if context.options.is_simulated
        else [],
        "accept": _accepted_types(operation),
        # Links from responses to other operations name the file of the document.
        "document": document_label(context.document.location),
        "bodyRequired": body is not None and body.required,
    }
    return PlaygroundData(
        values={
            "method": operation.method,
            "path": operation.path,
            "key": operation.key,
            "servers": [
                server_data(server, _server_url(server.url, context.document.location))
                for server in view.servers
            ],
            **without_empty(optional),
        },
        definitions=definitions,
    )


def _server_url(url: str, location: str) -> str:
    """Resolve a relative URL against that of the document."""
    is_complete = "://" in url.partition("{")[0] or url.startswith("{")
    is_remote = location.startswith(("http://", "https://"))
    return url if is_complete or not is_remote else join_url(location, url)


def _parameters(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> Iterator[ScriptData]:
    ids = {
        (section.location, each.name): each.id
        for section in view.parameters
        for each in section.fields
    }
    for parameter in operation.parameters:
        sample = sample_value(parameter)
        # The document has it as an example, as a default, or as an allowed value.
        is_explicit = any(example.has_value for example in parameter.examples)
        is_explicit = is_explicit or _is_value_in_schema(sample, parameter.schema)
        has_default_explode = parameter.explode == (parameter.style in ("form", "cookie"))
        yield parameter_data(
            parameter.name,
            parameter.location,
            schema=context.compact_schemas.inline(parameter.schema.raw),
            explode=None if has_default_explode else parameter.explode,
            sample=sample if parameter.required or is_explicit else MISSING,
            style="" if parameter.has_default_style else parameter.style,
            reserved=parameter.allow_reserved,
            type=parameter.media_type,
            required=parameter.required,
            deprecated=parameter.deprecated,
            id=ids.get((parameter.location, parameter.name), ""),
            given=is_explicit and is_in_sample(parameter, context.options.show_optional),
            empty=parameter.allow_empty,
            placeholder=get_text(parameter.schema.raw, PLACEHOLDER),
        )


def _is_value_in_schema(value: Any, schema: Schema | None, depth: int = 0) -> bool:
    if schema is None or depth > _MAX_DEPTH:
        return False
    merged = schema.merged
    raw, limit = merged.raw, merged.raw.get("minimum")
    # Only null is valid, or a number between two equal limits.
    is_fixed = limit is not None and limit == raw.get("maximum")
    if explicit_value(raw) is not MISSING or raw.get("type") in ("null", ["null"]) or is_fixed:
        return True
    inside: list[tuple[Any, Schema | None]]
    if variants := merged.one_of or merged.any_of:
        inside = [(value, variants[0])]
    elif isinstance(value, Mapping):
        inside = [(each, merged.properties.get(name)) for name, each in value.items()]
    else:
        inside = [(each, merged.items) for each in as_list(value)]
    return bool(inside) and all(_is_value_in_schema(*each, depth + 1) for each in inside)


def _body(media: MediaType, context: ReferenceContext, field_id: str) -> ScriptData:
    name = media.name
    schemas = context.compact_schemas
    kind = media_kind(name)
    body = sample_body(media) if kind in _TEXTLESS_KINDS else None
    if isinstance(body, TextBody):
        # Neither a file nor the fields of a form: the body is edited as a text.
        examples = [("", body.text)]
        return without_empty(
            {"type": body.media_type, "kind": "text", "examples": examples, "id": field_id}
        )
    found: ScriptData = {"type": concrete_media_type(name), "kind": kind}
    if media.schema is not None:
        found["schema"] = schemas.inline(media.schema.raw)
    elif media.item_schema is not None:
        found["schema"] = {"type": "array", "items": schemas.inline(media.item_schema.raw)}
    is_binary = kind == "binary"
    optional = {
        "examples": list(_examples(media)),
        "parts": dict(_parts(media, schemas)) if kind in ("form", "multipart") else {},
        "file": file_name_for(name) if is_binary else "",
        "wrong": _wrong_example(media, context.validator("request")) if kind == "xml" else None,
        "id": field_id,
        # Within a range of media types, the file determines the type.
        "pattern": name if is_binary and "*" in name else "",
    }
    return {**found, **without_empty(optional)}


def _wrong_example(media: MediaType, validator: SchemaValidator) -> Any:
    """Return the value of an example that contradicts its schema, if the form has only its text."""
    value = body_value(media)
    if media.schema is None or not isinstance(value, Mapping | list):
        return None
    is_long = len(script_json(value)) > _MAX_EXAMPLES_LENGTH
    return None if is_long or validator.is_valid(media.schema, value) else value


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


def _parts(media: MediaType, schemas: CompactSchemas) -> Iterator[tuple[str, ScriptData]]:
    """Yield the names of the properties of a form with how each is sent."""
    members = media.schema.merged.properties if media.schema else {}
    encodings = {encoding.name: encoding for encoding in media.encoding}
    for name in {**members, **encodings}:
        encoding = encodings.get(name) or Encoding(name=name)
        optional = {
            # One or several, with commas between them; that of the file that is chosen wins.
            "type": ", ".join(part_types(media, name, members.get(name))),
            "file": part_kind(media, name, members.get(name)).file_name,
            "style": encoding.style,
            "reserved": encoding.allow_reserved,
            "headers": [_part_header(header, schemas) for header in encoding.headers],
        }
        part = without_empty(optional)
        if encoding.explode is not None:
            part["explode"] = encoding.explode
        if part:
            yield name, part


def _part_header(header: Parameter, schemas: CompactSchemas) -> ScriptData:
    is_sampled = is_in_sample(header, None)
    return parameter_data(
        header.name,
        "header",
        schema=schemas.inline(header.schema.raw),
        explode=header.explode or None,
        sample=sample_value(header) if is_sampled else MISSING,
        required=header.required,
        given=is_sampled,
    )


def _accepted_types(operation: Operation) -> tuple[str, ...]:
    """Return the media types of responses, if there is a choice."""
    names = dict.fromkeys(media.name for each in operation.responses for media in each.content)
    usable = tuple(concrete_media_type(name) for name in names if "*" not in name)
    return usable[:_MAX_EXAMPLES] if len(usable) > 1 else ()


def _links(links: tuple[Link, ...], context: ReferenceContext) -> Iterator[tuple[str, str, Any]]:
    for link in links:
        target = context.link_target(link)
        if target and len(script_json(link.parameters)) <= _MAX_LINK_LENGTH:
            yield link.name, target.key, link.parameters


def _responses(
    operation: Operation, view: OperationView, context: ReferenceContext
) -> Iterator[tuple[str, list[Any]]]:
    """Yield each status with the id of its field, its schemas by media type, and its links."""
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
        found: list[Any] = [ids.get(response.status, ""), schemas_by_type]
        if links := list(_links(response.links, context)):
            found.append(links)
        yield response.status, found


def _security(operation: Operation, context: ReferenceContext) -> list[list[ScriptData]]:
    """Return the alternatives; an empty one means "no credentials"."""
    if operation.security == ():
        return []
    if context.options.auth.method:
        return [[site_scheme(context.options.auth)]]
    return [list(map(_scheme, alternative)) for alternative in operation.security or ()]


def _scheme(use: SchemeUse) -> ScriptData:
    scheme = use.scheme
    return without_empty(
        {
            "name": scheme.name,
            "kind": _kind(scheme.type, scheme.scheme),
            "title": scheme_title(scheme),
            "in": scheme.location,
            "parameter": scheme.parameter_name,
            "scheme": scheme.scheme.title() if scheme.type == "http" else "",
            "flows": [_flow(flow) for flow in scheme.flows],
            "metadata": scheme.openid_url or scheme.oauth_metadata_url,
            "scopes": use.scopes,
        }
    )


def _kind(type_: str, http_scheme: str) -> str:
    if type_ == "http":
        return http_scheme if http_scheme in ("basic", "digest", "bearer") else "http"
    return {"apiKey": "key", "oauth2": "oauth2", "openIdConnect": "oauth2"}.get(type_, "other")


def _flow(flow: OAuthFlow) -> ScriptData:
    return without_empty(
        {
            "kind": flow.kind,
            "authorize": flow.authorization_url,
            "device": flow.device_authorization_url,
            "token": flow.token_url,
            "scopes": tuple(flow.scopes)[:_MAX_SCOPES],
        }
    )
