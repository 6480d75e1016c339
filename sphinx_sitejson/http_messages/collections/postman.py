"""A collection for Postman, format v2.1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json

from ..media_types import media_kind
from ..request import Body, FileBody, FormBody, MultipartBody, Part
from .building import Collection, CollectionRequest, Field, Folder, is_written_by_hand, raw_text

SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"


def write_collection(collection: Collection, indent: int | None = None) -> str:
    """Return the collection as JSON."""
    info = {"name": collection.name, "description": collection.description, "schema": SCHEMA}
    variables = [
        {"key": name, "value": value, "type": "string"}
        for name, value in collection.variables.items()
    ]
    items = list(map(_folder, collection.folders))
    data = {"info": info, "item": items, "variable": variables}
    return escape_unreadable(exact_json(data, indent=indent, is_compact=indent is None)) + "\n"


def _folder(folder: Folder) -> dict[str, Any]:
    items = [*map(_request, folder.requests), *map(_folder, folder.folders)]
    return {"name": folder.name, "description": folder.description, "item": items}


def _request(request: CollectionRequest) -> dict[str, Any]:
    content: dict[str, Any] = {
        "method": request.method,
        "description": request.description,
        "header": list(map(_field, request.headers)),
        "url": {
            "raw": request.url(request.path_template),
            "host": [request.base],
            "path": request.path_template.lstrip("/").split("/"),
            "query": list(map(_field, request.query)),
            "variable": [
                {"key": each.name, "value": each.value, "description": each.description}
                for each in request.path_parameters
            ],
        },
        "auth": _auth(request),
    }
    if request.body is not None:
        content["body"] = _body(request.body)
    return {"name": request.name, "request": content, "response": []}


def _field(field: Field) -> dict[str, Any]:
    off = {} if field.is_enabled else {"disabled": True}
    return {"key": field.name, "value": field.value, "description": field.description, **off}


def _auth(request: CollectionRequest) -> dict[str, Any]:
    if request.bearer:
        return _auth_entries("bearer", token=request.bearer)
    basic = request.basic_auth
    if basic:
        return _auth_entries(basic.scheme, username=basic.username, password=basic.password)
    return {"type": "noauth"}


def _auth_entries(kind: str, **values: str) -> dict[str, Any]:
    entries = [{"key": key, "value": value, "type": "string"} for key, value in values.items()]
    return {"type": kind, kind: entries}


def _body(body: Body) -> dict[str, Any]:
    if isinstance(body, FormBody):
        fields = [{"key": name, "value": value} for name, value in body.fields]
        return {"mode": "urlencoded", "urlencoded": fields}
    if isinstance(body, FileBody):
        return {"mode": "file", "file": {"src": body.file_name}}
    if isinstance(body, MultipartBody) and not is_written_by_hand(body):
        return {"mode": "formdata", "formdata": list(map(_part, body.parts))}
    kind = media_kind(body.media_type)
    language = kind if kind in ("json", "xml") else "text"
    return {"mode": "raw", "raw": raw_text(body), "options": {"raw": {"language": language}}}


def _part(part: Part) -> dict[str, Any]:
    return {"key": part.name, **dict(_part_values(part))}


def _part_values(part: Part) -> Iterator[tuple[str, str]]:
    yield ("type", "file" if part.file_name else "text")
    yield ("src", part.file_name) if part.file_name else ("value", part.text)
    if part.media_type:
        yield ("contentType", part.media_type)
