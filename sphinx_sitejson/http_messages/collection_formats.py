"""Collections in the formats of API clients."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.openapi.raw import Raw

from .collections import Collection, CollectionRequest, Field, Folder, is_written_by_hand, raw_text
from .media_types import media_kind
from .request import Body, FileBody, FormBody, MultipartBody, Part, replace_lone_surrogates

BRUNO_VERSION = "1.0.0"


def write_bruno(collection: Collection, indent: int | None = None) -> str:
    """Return the collection as JSON, which is also YAML."""
    data = {
        "opencollection": BRUNO_VERSION,
        "info": {"name": collection.name, "version": collection.version},
        "request": {"variables": _named_values(collection.variables.items())},
        "items": _bruno_items((), collection.folders),
        "bundled": True,
        "docs": collection.description,
    }
    return escape_unreadable(exact_json(data, indent=indent)) + "\n"


def _bruno_items(requests: Iterable[CollectionRequest], folders: Iterable[Folder]) -> list[Raw]:
    items = [*map(_bruno_request, requests), *map(_bruno_folder, folders)]
    for number, item in enumerate(items, start=1):
        item["info"]["seq"] = number
    return items


def _bruno_folder(folder: Folder) -> Raw:
    return {
        "info": {"name": folder.name, "type": "folder"},
        "docs": folder.description,
        "items": _bruno_items(folder.requests, folder.folders),
    }


def _bruno_request(request: CollectionRequest) -> Raw:
    http: Raw = {
        "method": request.method,
        "url": request.url(request.path_template),
        "headers": _fields(request.headers, "name"),
        "params": [
            *({**each, "type": "query"} for each in _fields(request.query, "name")),
            *({**each, "type": "path"} for each in _fields(request.path_parameters, "name")),
        ],
    }
    if request.body is not None:
        http["body"] = _bruno_body(request.body)
    kind, values = _credentials(request)
    if values:
        http["auth"] = {"type": kind, **values}
    return {
        "info": {"name": request.name, "type": "http"},
        "http": http,
        # The values of parameters are encoded already.
        "settings": {"encodeUrl": False},
        "docs": request.description,
    }


def _fields(fields: Iterable[Field], key: str) -> list[Raw]:
    return [
        {key: each.name, "value": each.value, "description": each.description}
        | ({} if each.is_enabled else {"disabled": True})
        for each in fields
    ]


def _credentials(request: CollectionRequest) -> tuple[str, dict[str, str]]:
    """Return the kind of the authentication of a request, and its values."""
    basic = request.basic_auth
    if request.bearer:
        return "bearer", {"token": request.bearer}
    if basic is None:
        return "noauth", {}
    return basic.scheme, {"username": basic.username, "password": basic.password}


def _bruno_body(body: Body) -> Raw:
    if isinstance(body, FormBody):
        return {"type": "form-urlencoded", "data": _named_values(body.fields)}
    if isinstance(body, FileBody):
        file = {"filePath": body.file_name, "contentType": body.media_type, "selected": True}
        return {"type": "file", "data": [file]}
    if isinstance(body, MultipartBody) and not is_written_by_hand(body):
        parts = [_part(each, "name", {"value": [each.file_name]}) for each in body.parts]
        return {"type": "multipart-form", "data": parts}
    return {"type": _text_kind(body), "data": raw_text(body)}


def _named_values(pairs: Iterable[tuple[str, str]], key: str = "name") -> list[dict[str, str]]:
    return [{key: name, "value": value} for name, value in pairs]


def _text_kind(body: Body) -> str:
    kind = media_kind(body.media_type)
    return kind if kind in ("json", "xml") else "text"


def _part(part: Part, key: str, file: Raw) -> Raw:
    """Return a part of a form.

    :param file: what describes a file.
    """
    value = {"type": "file", **file} if part.file_name else {"type": "text", "value": part.text}
    content_type = {"contentType": part.media_type} if part.media_type else {}
    return {key: part.name, **value, **content_type}


_SEPARATOR = re.compile(r"^###", re.MULTILINE)


def write_http_file(collection: Collection, indent: int | None = None) -> str:
    """Return the text of the file."""
    lines = [f"# {_one_line(collection.name)} {collection.version}".rstrip(), ""]
    lines += [f"@{name} = {value}" for name, value in collection.variables.items()]
    requests = [text for folder in collection.folders for text in _http_requests(folder, "")]
    return replace_lone_surrogates("\n".join([*lines, "", *requests]))


def _http_requests(folder: Folder, above: str) -> Iterator[str]:
    path = f"{above}{_one_line(folder.name)} / "
    for request in folder.requests:
        yield f"### {path}{_one_line(request.name)}\n{_http_request(request)}\n"
    for inner in folder.folders:
        yield from _http_requests(inner, path)


def _http_request(request: CollectionRequest) -> str:
    lines = [f"{request.method} {request.url(request.path)}"]
    if request.bearer:
        lines.append(f"Authorization: Bearer {request.bearer}")
    elif basic := request.basic_auth:
        # Both editors encode the two of them.
        kind = basic.scheme.title()
        lines.append(f"Authorization: {kind} {basic.username} {basic.password}")
    lines += [f"{each.name}: {each.value}" for each in request.headers if each.is_enabled]
    if isinstance(request.body, MultipartBody) and not is_written_by_hand(request.body):
        lines.append(f"Content-Type: {request.body.boundary_media_type}")
    body = _http_body(request)
    return "\n".join([*lines, "", body] if body else lines)


def _http_body(request: CollectionRequest) -> str:
    body = request.body
    if body is None:
        return ""
    if isinstance(body, FileBody):
        return f"< ./{body.file_name}"
    if isinstance(body, MultipartBody):
        pieces = (
            piece if isinstance(piece, str) else f"< ./{piece.file_name}" for piece in body.pieces
        )
        return "".join(pieces).replace("\r\n", "\n").rstrip("\n")
    # Three number signs at the beginning of a line would end the request.
    return _SEPARATOR.sub(" ###", raw_text(body))


def _one_line(text: str) -> str:
    return " ".join(text.split())


POSTMAN_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"


def write_postman(collection: Collection, indent: int | None = None) -> str:
    """Return the collection as JSON."""
    info = {
        "name": collection.name,
        "description": collection.description,
        "schema": POSTMAN_SCHEMA,
    }
    variables = _postman_values(collection.variables.items())
    items = list(map(_postman_folder, collection.folders))
    data = {"info": info, "item": items, "variable": variables}
    return escape_unreadable(exact_json(data, indent=indent, is_compact=indent is None)) + "\n"


def _postman_folder(folder: Folder) -> Raw:
    items = [*map(_postman_request, folder.requests), *map(_postman_folder, folder.folders)]
    return {"name": folder.name, "description": folder.description, "item": items}


def _postman_request(request: CollectionRequest) -> Raw:
    kind, values = _credentials(request)
    content: Raw = {
        "method": request.method,
        "description": request.description,
        "header": _fields(request.headers, "key"),
        "url": {
            "raw": request.url(request.path_template),
            "host": [request.base],
            "path": request.path_template.lstrip("/").split("/"),
            "query": _fields(request.query, "key"),
            "variable": _fields(request.path_parameters, "key"),
        },
        "auth": {"type": kind, **({kind: _postman_values(values.items())} if values else {})},
    }
    if request.body is not None:
        content["body"] = _postman_body(request.body)
    return {"name": request.name, "request": content, "response": []}


def _postman_values(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{**each, "type": "string"} for each in _named_values(pairs, "key")]


def _postman_body(body: Body) -> Raw:
    if isinstance(body, FormBody):
        return {"mode": "urlencoded", "urlencoded": _named_values(body.fields, "key")}
    if isinstance(body, FileBody):
        return {"mode": "file", "file": {"src": body.file_name}}
    if isinstance(body, MultipartBody) and not is_written_by_hand(body):
        parts = [_part(each, "key", {"src": each.file_name}) for each in body.parts]
        return {"mode": "formdata", "formdata": parts}
    options = {"raw": {"language": _text_kind(body)}}
    return {"mode": "raw", "raw": raw_text(body), "options": options}


@dataclass(frozen=True)
class CollectionFormat:
    """A format, the clients that read it, how its files end, and what writes one."""

    client: str
    suffix: str
    write: Callable[[Collection, int | None], str]
    """Receives the indentation of JSON that people read; None writes it on one line."""


FORMATS: Mapping[str, CollectionFormat] = {
    "postman": CollectionFormat("Postman", ".postman_collection.json", write_postman),
    "bruno": CollectionFormat("Bruno", ".opencollection.json", write_bruno),
    "http": CollectionFormat("VS Code, JetBrains (.http)", ".http", write_http_file),
}
