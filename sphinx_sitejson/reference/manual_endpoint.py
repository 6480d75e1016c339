"""Endpoints that a page describes in its own words.

What the fields of the page say is kept as plain data, and read as if it stood in a document: so
samples, playground and texts are made as for any other operation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation

from .operation_page import operation_view
from .options import PLACEHOLDER, AuthMethod, FieldPlace, ReferenceOptions
from .views import CodeSampleView, OperationView, ResponseExample, ServerView

Schema = dict[str, Any]

_MEANINGS: tuple[tuple[str, Schema], ...] = (
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
_WORDS = {word: schema for words, schema in _MEANINGS for word in words.split()}
_ARRAY_OF = re.compile(r"(?:array|arr|list|set)\s*(?:<(.+)>|\[(.+)\]|\(?\s*of\s+(.+?)s?\)?)")
_MAP_OF = re.compile(r"(?:record|dict|dictionary|map|enum)\s*(?:<(.+)>|\[(.+)\])")
_BETWEEN = re.compile(r"\s*(?:\||\bor\b|/|,)\s*")
_QUOTED = re.compile(r"(['\"])(.*)\1")
DEEPEST = 6


def schema_of_type(text: str, depth: int = 0) -> Schema:
    """Return the schema that a type's words mean; words that nobody knows mean an object."""
    words = text.strip().lower()
    if not words:
        return {}
    if depth > DEEPEST:
        return {"type": "object"}
    if words in _WORDS:
        return dict(_WORDS[words])
    if words.endswith("[]"):
        return {"type": "array", "items": schema_of_type(words[:-2].strip("()"), depth + 1)}
    if found := _ARRAY_OF.fullmatch(words):
        inner = next(group for group in found.groups() if group)
        return {"type": "array", "items": schema_of_type(inner, depth + 1)}
    if found := _MAP_OF.fullmatch(words):
        is_enum = words.startswith("enum")
        return schema_of_type(found[1] or found[2], depth + 1) if is_enum else {"type": "object"}
    return _one_of_several(text, depth) or _beginning(words)


def _one_of_several(text: str, depth: int) -> Schema | None:
    """Read ``string | null`` and ``"up" | "down"``: values, or the first type."""
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    if len(parts) < 2:
        return None
    values = [found[2] for part in parts if (found := _QUOTED.fullmatch(part))]
    if len(values) == len(parts):
        return {"type": "string", "enum": values}
    schemas = [schema_of_type(part, depth + 1) for part in parts]
    real = [schema for schema in schemas if schema.get("type") != "null"]
    first = real[0] if real else {"type": "null"}
    if len(real) < len(schemas) and isinstance(first.get("type"), str):
        return {**first, "type": [first["type"], "null"]}
    return first


def _beginning(words: str) -> Schema:
    """Read ``string (up to 20 characters)``: the first word counts."""
    first = re.split(r"[\s(<\[:;]", words, maxsplit=1)[0]
    return dict(_WORDS.get(first, {"type": "object"}))


AUTH_METHODS: tuple[AuthMethod, ...] = ("bearer", "basic", "key")
MAX_CACHED_PAGES = 500
_DOCUMENT_VERSION = "3.1.0"
_DEEPEST = 20
_PATH_PART = re.compile(r"\{([^{}/]+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenField:
    """A field that a page describes."""

    name: str
    place: FieldPlace
    type_text: str = ""
    required: bool = False
    deprecated: bool = False
    default: str | None = None
    """A value as JSON, as are the next ones."""
    initial: str | None = None
    """What an input begins with."""
    example: str | None = None
    placeholder: str = ""
    description: str = ""
    """In plain words."""
    fields: tuple[WrittenField, ...] = ()
    """What is nested in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenEndpoint:
    """An endpoint that a page describes."""

    method: str
    url: str
    fields: tuple[WrittenField, ...] = ()
    content_type: str = ""
    auth_method: str = ""
    """Of the page itself: ``none``, or a way to authorize that wins over the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenExamples:
    """Requests and answers that a page shows instead of those that would be made."""

    requests: tuple[CodeSampleView, ...] = ()
    answers: tuple[ResponseExample, ...] = ()

    def put_into(self, view: OperationView) -> OperationView:
        """Return a view with these examples in place of its own."""
        return replace(
            view,
            samples=self.requests or view.samples,
            response_examples=self.answers or view.response_examples,
        )


def written_view(endpoint: WrittenEndpoint, options: ReferenceOptions) -> OperationView:
    """Return the view of an endpoint, with samples of its request."""
    document, operation = written_operation(endpoint)
    own = options_for(endpoint, options)
    view = operation_view(document, operation, own)
    # Of the address only what the page or the settings say is shown, no invented server.
    bases = (_base_of(endpoint.url),) if _base_of(endpoint.url) else own.base_urls
    return replace(
        view, title="", servers=tuple(ServerView(url=base) for base in bases), response_examples=()
    )


def options_for(endpoint: WrittenEndpoint, options: ReferenceOptions) -> ReferenceOptions:
    """Return the options of an endpoint's page: its own address and way to authorize win."""
    base = _base_of(endpoint.url)
    own = replace(options, base_urls=(base,)) if base else options
    for method in AUTH_METHODS:
        if endpoint.auth_method == method:
            name = options.auth_name if options.auth_method == method else ""
            return replace(own, auth_method=method, auth_name=name)
    return own


@lru_cache(maxsize=MAX_CACHED_PAGES)
def written_operation(endpoint: WrittenEndpoint) -> tuple[OpenApiDocument, Operation]:
    """Return an endpoint as an operation, and a document that has nothing else."""
    base = _base_of(endpoint.url)
    path = endpoint.url.removeprefix(base) if base else endpoint.url
    path = path if path.startswith("/") else f"/{path}"
    data: dict[str, Any] = {
        "openapi": _DOCUMENT_VERSION,
        "paths": {path: {endpoint.method.lower(): _raw_operation(endpoint)}},
        "components": {"securitySchemes": dict(_security_schemes(endpoint))},
    }
    if base:
        data["servers"] = [{"url": base}]
    document = OpenApiDocument(data, name="", location="", version=_DOCUMENT_VERSION)
    operations = document.operations
    if operations:
        return document, operations[0]
    return document, Operation(method=endpoint.method, path=path)


def _base_of(url: str) -> str:
    parts = split_url(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else ""


def _raw_operation(endpoint: WrittenEndpoint) -> dict[str, Any]:
    by_place: dict[str, list[WrittenField]] = {}
    for field in (*endpoint.fields, *_untold_parts(endpoint)):
        by_place.setdefault(field.place, []).append(field)
    raw: dict[str, Any] = {
        "parameters": [
            _raw_parameter(field)
            for place in ("path", "query", "header", "cookie")
            for field in by_place.get(place, ())
            if not _is_credential(field)
        ]
    }
    if body := by_place.get("body"):
        raw["requestBody"] = _raw_body(body, endpoint.content_type)
    if answer := by_place.get("response"):
        raw["responses"] = {"200": {"content": {"application/json": {"schema": _object(answer)}}}}
    credentials = [field.name for field in endpoint.fields if _is_credential(field)]
    if endpoint.auth_method == "none":
        raw["security"] = []
    elif credentials:
        raw["security"] = [{name: [] for name in credentials}]
    return raw


def _untold_parts(endpoint: WrittenEndpoint) -> Iterator[WrittenField]:
    """Yield the parts of the path that the page does not describe; a request needs them too."""
    told = {field.name for field in endpoint.fields if field.place == "path"}
    for name in dict.fromkeys(_PATH_PART.findall(split_url(endpoint.url).path)):
        if name not in told:
            yield WrittenField(name=name, place="path", type_text="string", required=True)


def _is_credential(field: WrittenField) -> bool:
    return field.place == "auth" or (
        field.place == "header" and field.name.lower() == "authorization"
    )


def _security_schemes(endpoint: WrittenEndpoint) -> Iterable[tuple[str, Mapping[str, str]]]:
    for field in endpoint.fields:
        if not _is_credential(field):
            continue
        hints = f"{field.type_text} {field.default} {field.placeholder} {field.description}".lower()
        is_standard = field.name.lower() == "authorization"
        scheme = next((word for word in ("bearer", "basic") if word in hints), "")
        if is_standard and scheme:
            yield field.name, {"type": "http", "scheme": scheme}
        else:
            yield field.name, {"type": "apiKey", "in": "header", "name": field.name}


def _raw_parameter(field: WrittenField) -> dict[str, Any]:
    raw: dict[str, Any] = {
        "name": field.name,
        "in": field.place,
        "required": field.required or field.place == "path",
        "deprecated": field.deprecated,
        "description": field.description,
        "schema": _schema(field),
    }
    shown = field.initial if field.initial is not None else field.example
    if shown is not None:
        raw["example"] = _value(shown)
    return raw


def _raw_body(fields: Iterable[WrittenField], content_type: str) -> dict[str, Any]:
    schema = _object(fields)
    has_file = any("file" in field.type_text.lower() for field in fields)
    kind = content_type or ("multipart/form-data" if has_file else "application/json")
    return {"required": bool(schema["required"]), "content": {kind: {"schema": schema}}}


def _object(fields: Iterable[WrittenField], depth: int = 0) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {field.name: _schema(field, depth) for field in fields},
        "required": [field.name for field in fields if field.required],
    }


def _schema(field: WrittenField, depth: int = 0) -> dict[str, Any]:
    schema = schema_of_type(field.type_text)
    if field.fields and depth < _DEEPEST:
        inside = _object(field.fields, depth + 1)
        is_array = schema.get("type") == "array"
        schema = {**schema, "items": inside} if is_array else inside
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
