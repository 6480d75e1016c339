"""An OpenCollection file: the form of a collection in a single file that Bruno imports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json

from ..media_types import media_kind
from ..request import Body, FileBody, FormBody, MultipartBody, Part
from .building import Collection, CollectionRequest, Field, Folder, is_written_by_hand, raw_text

VERSION = "1.0.0"


def write_collection(collection: Collection, indent: int | None = None) -> str:
    """Return the collection as JSON, which is also YAML."""
    variables = [{"name": name, "value": value} for name, value in collection.variables.items()]
    data = {
        "opencollection": VERSION,
        "info": {"name": collection.name, "version": collection.version},
        "request": {"variables": variables},
        "items": _items((), collection.folders),
        "bundled": True,
        "docs": collection.description,
    }
    return escape_unreadable(exact_json(data, indent=indent)) + "\n"


def _items(
    requests: Iterable[CollectionRequest], folders: Iterable[Folder]
) -> list[dict[str, Any]]:
    items = [*map(_request, requests), *map(_folder, folders)]
    for number, item in enumerate(items, start=1):
        item["info"]["seq"] = number
    return items


def _folder(folder: Folder) -> dict[str, Any]:
    return {
        "info": {"name": folder.name, "type": "folder"},
        "docs": folder.description,
        "items": _items(folder.requests, folder.folders),
    }


def _request(request: CollectionRequest) -> dict[str, Any]:
    http: dict[str, Any] = {
        "method": request.method,
        "url": request.url(request.path_template),
        "headers": list(map(_field, request.headers)),
        "params": [
            *({**_field(each), "type": "query"} for each in request.query),
            *({**_field(each), "type": "path"} for each in request.path_parameters),
        ],
    }
    if request.body is not None:
        http["body"] = _body(request.body)
    if auth := _auth(request):
        http["auth"] = auth
    return {
        "info": {"name": request.name, "type": "http"},
        "http": http,
        # The values of parameters are encoded already.
        "settings": {"encodeUrl": False},
        "docs": request.description,
    }


def _field(field: Field) -> dict[str, Any]:
    off = {} if field.is_enabled else {"disabled": True}
    return {"name": field.name, "value": field.value, "description": field.description, **off}


def _auth(request: CollectionRequest) -> dict[str, str]:
    if request.bearer:
        return {"type": "bearer", "token": request.bearer}
    basic = request.basic_auth
    if basic is None:
        return {}
    return {"type": basic.scheme, "username": basic.username, "password": basic.password}


def _body(body: Body) -> dict[str, Any]:
    if isinstance(body, FormBody):
        fields = [{"name": name, "value": value} for name, value in body.fields]
        return {"type": "form-urlencoded", "data": fields}
    if isinstance(body, FileBody):
        file = {"filePath": body.file_name, "contentType": body.media_type, "selected": True}
        return {"type": "file", "data": [file]}
    if isinstance(body, MultipartBody) and not is_written_by_hand(body):
        return {"type": "multipart-form", "data": list(map(_part, body.parts))}
    kind = media_kind(body.media_type)
    return {"type": kind if kind in ("json", "xml") else "text", "data": raw_text(body)}


def _part(part: Part) -> dict[str, Any]:
    kind: dict[str, Any] = {"type": "text", "value": part.text}
    if part.file_name:
        kind = {"type": "file", "value": [part.file_name]}
    if part.media_type:
        kind["contentType"] = part.media_type
    return {"name": part.name, **kind}
