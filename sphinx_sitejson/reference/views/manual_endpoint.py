"""Endpoints that a page documents by hand, without an OpenAPI document.

The fields of the page are stored as plain data and read like a document, so that samples,
playground and texts are generated as for any other operation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.common.records import record
from sphinx_sitejson.http_messages.options import (
    PLACEHOLDER,
    AuthMethod,
    FieldLocation,
    ReferenceOptions,
)
from sphinx_sitejson.http_messages.samples import CodeSample
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation

from .model import OperationView, ResponseExample, ServerView
from .operation_page import operation_view

RawData = dict[str, Any]
"""A schema, or another part of a document."""

_TYPE_NAMES: tuple[tuple[str, RawData], ...] = (
    ("string str text hash xml enum char binary html", {"type": "string"}),
    ("date", {"type": "string", "format": "date"}),
    ("datetime date-time timestamp", {"type": "string", "format": "date-time"}),
    ("url uri", {"type": "string", "format": "uri"}),
    ("uuid", {"type": "string", "format": "uuid"}),
    ("email", {"type": "string", "format": "email"}),
    ("bytes", {"type": "string", "format": "byte"}),
    ("integer int int32 int64", {"type": "integer"}),
    ("number num float decimal long double", {"type": "number"}),
    ("boolean bool", {"type": "boolean"}),
    ("object obj record dict dictionary map hashmap", {"type": "object"}),
    ("array arr list", {"type": "array", "items": {}}),
    ("file", {"type": "string", "format": "binary"}),
    ("any json mixed", {}),
    ("null none undefined", {"type": "null"}),
)
_SCHEMAS_BY_NAME = {name: schema for names, schema in _TYPE_NAMES for name in names.split()}
_ARRAY_OF = re.compile(r"(?:array|arr|list|set)\s*(?:<(.+)>|\[(.+)\]|\(?\s*of\s+(.+?)s?\)?)")
_MAP_OF = re.compile(r"(?:record|dict|dictionary|map|enum)\s*(?:<(.+)>|\[(.+)\])")
_UNION_SEPARATOR = re.compile(r"\s*(?:\||\bor\b|/|,)\s*")
_QUOTED = re.compile(r"(['\"])(.*)\1")
MAX_TYPE_DEPTH = 6


def parse_type(text: str, depth: int = 0) -> RawData:
    """Parse the type of a field: ``date`` gives ``{"type": "string", "format": "date"}``."""
    name = text.strip().lower()
    if not name:
        return {}
    if depth > MAX_TYPE_DEPTH:
        return {"type": "object"}
    if name in _SCHEMAS_BY_NAME:
        return dict(_SCHEMAS_BY_NAME[name])
    if name.endswith("[]"):
        return {"type": "array", "items": parse_type(name[:-2].strip("()"), depth + 1)}
    if match := _ARRAY_OF.fullmatch(name):
        inner = next(group for group in match.groups() if group)
        return {"type": "array", "items": parse_type(inner, depth + 1)}
    if match := _MAP_OF.fullmatch(name):
        is_enum = name.startswith("enum")
        return parse_type(match[1] or match[2], depth + 1) if is_enum else {"type": "object"}
    if union := _parse_union(text, depth):
        return union
    # ``string (up to 20 characters)`` by its first word; an unknown type is an object.
    first = re.split(r"[\s(<\[:;]", name, maxsplit=1)[0]
    return dict(_SCHEMAS_BY_NAME.get(first, {"type": "object"}))


def _parse_union(text: str, depth: int) -> RawData | None:
    """Parse ``string | null`` and ``"up" | "down"``: an enum of values, or the first type."""
    parts = [part for part in _UNION_SEPARATOR.split(text.strip()) if part]
    if len(parts) < 2:
        return None
    values = [match[2] for part in parts if (match := _QUOTED.fullmatch(part))]
    if len(values) == len(parts):
        return {"type": "string", "enum": values}
    schemas = [parse_type(part, depth + 1) for part in parts]
    real = [schema for schema in schemas if schema.get("type") != "null"]
    first = real[0] if real else {"type": "null"}
    if len(real) < len(schemas) and isinstance(first.get("type"), str):
        return {**first, "type": [first["type"], "null"]}
    return first


AUTH_METHODS: tuple[AuthMethod, ...] = ("bearer", "basic", "key")
MAX_CACHED_PAGES = 500
_DOCUMENT_VERSION = "3.1.0"
_MAX_FIELD_DEPTH = 20
_PATH_PART = re.compile(r"\{([^{}/]+)\}")


@record
class ManualField:
    """A field that a page documents."""

    name: str
    location: FieldLocation
    type_text: str = ""
    required: bool = False
    deprecated: bool = False
    default: str | None = None
    """A value as JSON, as are the next ones."""
    initial: str | None = None
    """The initial value of an input."""
    example: str | None = None
    placeholder: str = ""
    description: str = ""
    """As plain text."""
    fields: tuple[ManualField, ...] = ()
    """The nested fields."""


@record
class ManualEndpoint:
    """An endpoint that a page documents."""

    method: str
    url: str
    fields: tuple[ManualField, ...] = ()
    content_type: str = ""
    auth_method: str = ""
    """The method in the front matter, which wins over the settings; ``none`` for none."""


@record
class ManualExamples:
    """Requests and responses of a page that replace the generated ones."""

    requests: tuple[CodeSample, ...]
    responses: tuple[ResponseExample, ...]


def endpoint_view(endpoint: ManualEndpoint, options: ReferenceOptions) -> OperationView:
    """Return the view of an endpoint, with generated request samples."""
    document, operation = endpoint_operation(endpoint)
    resolved = endpoint_options(endpoint, options)
    view = operation_view(document, operation, resolved)
    # Only the URL of the page or the settings is shown, never an invented server.
    servers = tuple(ServerView(url=base) for base in resolved.base_urls)
    return replace(view, title="", servers=servers, response_examples=())


def endpoint_options(endpoint: ManualEndpoint, options: ReferenceOptions) -> ReferenceOptions:
    """Return the options of an endpoint: its base URL and authentication method win."""
    base = _base_url(endpoint.url)
    resolved = replace(options, base_urls=(base,)) if base else options
    for method in AUTH_METHODS:
        if endpoint.auth_method == method:
            name = options.auth.name if options.auth.method == method else None
            return replace(resolved, auth=replace(options.auth, method=method, name=name))
    return resolved


@lru_cache(maxsize=MAX_CACHED_PAGES)
def endpoint_operation(endpoint: ManualEndpoint) -> tuple[OpenApiDocument, Operation]:
    """Return an endpoint as the only operation of a generated document."""
    base = _base_url(endpoint.url)
    path = endpoint.url.removeprefix(base) if base else endpoint.url
    path = path if path.startswith("/") else f"/{path}"
    data: RawData = {
        "openapi": _DOCUMENT_VERSION,
        "paths": {path: {endpoint.method.lower(): _raw_operation(endpoint)}},
        "components": {"securitySchemes": dict(_security_schemes(endpoint))},
    }
    if base:
        data["servers"] = [{"url": base}]
    document = OpenApiDocument(data, name="", location="", version=_DOCUMENT_VERSION)
    return document, next(iter(document.operations), Operation(method=endpoint.method, path=path))


def _base_url(url: str) -> str:
    parts = split_url(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else ""


def _raw_operation(endpoint: ManualEndpoint) -> RawData:
    fields = (*endpoint.fields, *_undocumented_path_parameters(endpoint))
    raw: RawData = {
        "parameters": [
            _raw_parameter(field)
            for location in ("path", "query", "header", "cookie")
            for field in fields
            if field.location == location and not _is_credential(field)
        ]
    }
    if body := [field for field in fields if field.location == "body"]:
        raw["requestBody"] = _raw_body(body, endpoint.content_type)
    if response := [field for field in fields if field.location == "response"]:
        raw["responses"] = {"200": {"content": {"application/json": {"schema": _object(response)}}}}
    credentials = [field.name for field in endpoint.fields if _is_credential(field)]
    if endpoint.auth_method == "none":
        raw["security"] = []
    elif credentials:
        raw["security"] = [{name: [] for name in credentials}]
    return raw


def _undocumented_path_parameters(endpoint: ManualEndpoint) -> Iterator[ManualField]:
    """Yield the path parameters that the page does not document, which a request needs as well."""
    documented = {field.name for field in endpoint.fields if field.location == "path"}
    for name in dict.fromkeys(_PATH_PART.findall(split_url(endpoint.url).path)):
        if name not in documented:
            yield ManualField(name=name, location="path", type_text="string", required=True)


def _is_credential(field: ManualField) -> bool:
    return field.location == "auth" or (
        field.location == "header" and field.name.lower() == "authorization"
    )


def _security_schemes(endpoint: ManualEndpoint) -> Iterable[tuple[str, Mapping[str, str]]]:
    for field in endpoint.fields:
        if not _is_credential(field):
            continue
        hints = f"{field.type_text} {field.default} {field.placeholder} {field.description}".lower()
        is_standard = field.name.lower() == "authorization"
        scheme = next((name for name in ("bearer", "basic") if name in hints), "")
        if is_standard and scheme:
            yield field.name, {"type": "http", "scheme": scheme}
        else:
            yield field.name, {"type": "apiKey", "in": "header", "name": field.name}


def _raw_parameter(field: ManualField) -> RawData:
    raw: RawData = {
        "name": field.name,
        "in": field.location,
        "required": field.required or field.location == "path",
        "deprecated": field.deprecated,
        "description": field.description,
        "schema": _schema(field),
    }
    value = field.initial if field.initial is not None else field.example
    if value is not None:
        raw["example"] = _value(value)
    return raw


def _raw_body(fields: Iterable[ManualField], content_type: str) -> RawData:
    schema = _object(fields)
    has_file = any("file" in field.type_text.lower() for field in fields)
    kind = content_type or ("multipart/form-data" if has_file else "application/json")
    return {"required": bool(schema["required"]), "content": {kind: {"schema": schema}}}


def _object(fields: Iterable[ManualField], depth: int = 0) -> RawData:
    return {
        "type": "object",
        "properties": {field.name: _schema(field, depth) for field in fields},
        "required": [field.name for field in fields if field.required],
    }


def _schema(field: ManualField, depth: int = 0) -> RawData:
    schema = parse_type(field.type_text)
    if field.fields and depth < _MAX_FIELD_DEPTH:
        nested = _object(field.fields, depth + 1)
        schema = {**schema, "items": nested} if schema.get("type") == "array" else nested
    schema["description"] = field.description
    if field.placeholder:
        schema[PLACEHOLDER] = field.placeholder
    if field.deprecated:
        schema["deprecated"] = True
    for key, value in (("default", field.default), ("example", field.initial or field.example)):
        if value is not None:
            schema[key] = _value(value)
    return schema


def _value(text: str) -> Any:
    try:
        return read_json(text)
    except ValueError:
        return text
