"""The collection of a document for API clients: its folders, requests and variables, and files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation, Parameter
from sphinx_sitejson.openapi.naming.groups import OperationGroup, operation_groups
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.openapi.raw import Raw

from .example_values import is_in_sample, sample_value
from .media_types import media_kind
from .options import ReferenceOptions
from .request import (
    BasicAuth,
    Body,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Pairs,
    Part,
    SampleRequest,
    replace_lone_surrogates,
)
from .request_building import (
    Credentials,
    SampledParameters,
    cookie_values,
    header_pairs,
    placeholder_credentials,
    query_parts,
    request_base_url,
    sample_request,
    scheme_credentials,
    security_alternatives,
)
from .serialization import encode_path

# A segment that is only a parameter; clients do not support parameters inside a segment.
_PARAMETER_SEGMENT = re.compile(r"(?<=/)\{([\w.~-]+)\}(?=/|$)")
_PLACEHOLDER = re.compile(r"<([^<>]+)>")
_NO_NAME = re.compile(r"\W+")
_BEARER = "Bearer "


@record
class Field:
    """A parameter or a header of a request, encoded as it is sent."""

    name: str
    value: str
    description: str = ""
    is_enabled: bool = True


@record
class CollectionRequest:
    """A request; ``{{name}}`` is replaced by the value of a variable."""

    name: str
    description: str
    method: str
    base: str
    """The variable of the base URL: ``{{baseUrl}}``."""
    path: str
    """The path as it is sent: ``/pets/7``."""
    path_template: str
    """The path with the names of its parameters: ``/pets/:petId``."""
    path_parameters: tuple[Field, ...]
    query: tuple[Field, ...]
    headers: tuple[Field, ...]
    """All headers except those of `bearer` and `basic_auth`."""
    body: Body | None
    bearer: str
    """The token of an ``Authorization`` header."""
    basic_auth: BasicAuth | None

    def url(self, path: str) -> str:
        """Return the URL with the enabled query parameters."""
        pairs = [
            f"{each.name}={each.value}" if each.value else each.name
            for each in self.query
            if each.is_enabled
        ]
        return f"{self.base}{path}{'?' if pairs else ''}{'&'.join(pairs)}"


@record
class Folder:
    """The requests of a tag, and the folders below."""

    name: str
    description: str
    requests: tuple[CollectionRequest, ...]
    folders: tuple[Folder, ...]


@record
class Collection:
    """The requests of a document."""

    name: str
    version: str
    description: str
    variables: Mapping[str, str]
    """Base URLs, server variables, and placeholders for credentials."""
    folders: tuple[Folder, ...]


def build_collection(
    document: OpenApiDocument, options: ReferenceOptions, titles: Mapping[str, str] | None = None
) -> Collection:
    """Return the collection of a document: what its pages show, in the order of the navigation.

    :param titles: the titles of pages by the keys of their operations, where they are not those
        of the document.
    """
    builder = _Builder(document, options, titles or {})
    listed = [operation for operation in document.operations if operation.is_listed]
    folders = tuple(map(builder.folder, operation_groups(document.tags, listed)))
    return Collection(
        name=document.title or document.name,
        version=document.api_version,
        description=document.description,
        variables=builder.variables,
        folders=folders,
    )


class _Builder:
    def __init__(
        self, document: OpenApiDocument, options: ReferenceOptions, titles: Mapping[str, str]
    ) -> None:
        self._document = document
        self._options = options
        self._titles = titles
        self._bases: dict[str, str] = {}
        self._server_variables: dict[str, str] = {}
        self._placeholders: dict[str, str] = {}

    @property
    def variables(self) -> dict[str, str]:
        """The variables, each after those that its value refers to."""
        bases = {name: url for url, name in self._bases.items()}
        return {**self._placeholders, **self._server_variables, **bases}

    def folder(self, group: OperationGroup) -> Folder:
        return Folder(
            name=str(group.title),
            description=group.tag.description if group.tag else "",
            requests=tuple(map(self._request, group.operations)),
            folders=tuple(map(self.folder, group.groups)),
        )

    def _request(self, operation: Operation) -> CollectionRequest:
        credentials = self._credentials(operation)
        values = [(parameter, sample_value(parameter)) for parameter in operation.parameters]
        template = _PARAMETER_SEGMENT.sub(r":\1", operation.path)
        in_path = tuple(each for each in operation.parameters if each.location == "path")
        bare = replace(operation, security=(), parameters=in_path)
        sample = sample_request(bare, base_url="")
        templated = sample_request(replace(bare, path=template, request_body=None), base_url="")
        # Some documents distinguish operations by a query in the path: "/run?action=list".
        path_template, _, fixed_query = templated.url.partition("?")
        bearer, headers = _split_bearer(credentials.headers)
        sent = [(parameter, value) for parameter, value in values if self._is_enabled(parameter)]
        sample = replace(sample, headers=headers, cookies=cookie_values(sent, credentials))
        return CollectionRequest(
            name=self._titles.get(operation.key) or operation_title(operation),
            description=operation.description,
            method=sample.method,
            base=self._base(operation),
            path=sample.url.partition("?")[0],
            path_template=path_template,
            path_parameters=tuple(
                _field(parameter, parameter.name, encode_path(parameter, value))
                for parameter, value in values
                if parameter.location == "path" and f":{parameter.name}" in template.split("/")
            ),
            query=(*_split_query(fixed_query), *self._query(values, credentials)),
            headers=tuple(self._headers(values, sample)),
            body=sample.body,
            bearer=bearer,
            basic_auth=credentials.basic_auth,
        )

    def _query(self, values: SampledParameters, credentials: Credentials) -> Iterator[Field]:
        for parameter, value in values:
            for part in query_parts([(parameter, value)]):
                yield from (
                    _field(parameter, each.name, each.value, self._is_enabled(parameter))
                    for each in _split_query(part)
                )
        yield from _fields(credentials.query)

    def _headers(self, values: SampledParameters, sample: SampleRequest) -> Iterator[Field]:
        """Yield the headers of credentials, parameters, cookies and the body."""
        yield from _fields(sample.headers)
        for parameter, value in values:
            for name, text in header_pairs([(parameter, value)]):
                yield _field(parameter, name, text, self._is_enabled(parameter))
        yield from _fields((*sample.cookie_header, *sample.content_header))
        if isinstance(sample.body, MultipartBody) and is_written_by_hand(sample.body):
            yield Field(name="Content-Type", value=sample.body.boundary_media_type)

    def _is_enabled(self, parameter: Parameter) -> bool:
        return is_in_sample(parameter, self._options.show_optional)

    def _base(self, operation: Operation) -> str:
        """Return the variable of the base URL of an operation, numbered if there are several."""
        servers = operation.servers[:1]
        for variable in (each for server in servers for each in server.variables):
            self._server_variables.setdefault(_variable_name(variable.name), variable.value or "")
        named = tuple(
            replace(
                server,
                variables=tuple(
                    replace(each, default=_reference(_variable_name(each.name)))
                    for each in server.variables
                ),
            )
            for server in servers
        )
        served = replace(operation, servers=named)
        url = request_base_url(self._document, served, self._options).rstrip("/")
        number = len(self._bases) + 1
        return _reference(self._bases.setdefault(url, f"baseUrl{number if number > 1 else ''}"))

    def _credentials(self, operation: Operation) -> Credentials:
        """Return the credentials of an operation, with a variable for each placeholder."""
        auth = self._options.auth
        if auth.method:
            return self._with_variables(placeholder_credentials(operation, auth), "")
        alternative = next(iter(security_alternatives(operation)), ())
        return Credentials.merge(
            self._with_variables(scheme_credentials(scheme), scheme.name) for scheme in alternative
        )

    def _with_variables(self, credentials: Credentials, scheme: str) -> Credentials:
        basic = credentials.basic_auth

        def fill(text: str) -> str:
            return _PLACEHOLDER.sub(lambda found: self._variable(scheme, found, basic), text)

        def fill_all(pairs: Pairs) -> Pairs:
            return tuple((name, fill(value)) for name, value in pairs)

        return Credentials(
            headers=fill_all(credentials.headers),
            query=fill_all(credentials.query),
            cookies=fill_all(credentials.cookies),
            basic_auth=basic
            and replace(basic, username=fill(basic.username), password=fill(basic.password)),
        )

    def _variable(self, scheme: str, placeholder: re.Match[str], basic: BasicAuth | None) -> str:
        """Return the variable for a placeholder: the scheme's name distinguishes two keys."""
        parts = [scheme, placeholder[1]] if basic or not scheme else [scheme]
        name = _variable_name("_".join(filter(None, parts)))
        self._placeholders.setdefault(name, placeholder[0])
        return _reference(name)


def is_written_by_hand(body: MultipartBody) -> bool:
    """Whether a body is sent as a text, as clients have only forms with plain parts."""
    return not body.is_plain and not any(part.file_name for part in body.parts)


def raw_text(body: Body) -> str:
    """Return a body as the text that is sent."""
    if isinstance(body, JsonBody):
        # What is not printable, such as marks that reverse a text, is escaped as JSON allows.
        return "".join(
            char if char == "\n" or char.isprintable() else json.dumps(char)[1:-1]
            for char in exact_json(body.value, indent=2)
        )
    return SampleRequest(method="", url="", body=body).body_text


def _variable_name(text: str) -> str:
    """Return a name without characters that some client does not accept."""
    return _NO_NAME.sub("_", text).strip("_") or "value"


def _reference(variable: str) -> str:
    return f"{{{{{variable}}}}}"


def _fields(pairs: Pairs) -> Iterator[Field]:
    return (Field(name=name, value=value) for name, value in pairs)


def _split_query(query: str) -> Iterator[Field]:
    for pair in filter(None, query.split("&")):
        name, _, value = pair.partition("=")
        yield Field(name=name, value=value)


def _split_bearer(headers: Pairs) -> tuple[str, Pairs]:
    """Return the bearer token of some headers, and the other headers."""
    for name, value in headers:
        if name == "Authorization" and value.startswith(_BEARER):
            rest = tuple(pair for pair in headers if pair != (name, value))
            return value.removeprefix(_BEARER), rest
    return "", headers


def _field(parameter: Parameter, name: str, value: str, is_enabled: bool = True) -> Field:
    return Field(name=name, value=value, description=parameter.description, is_enabled=is_enabled)


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
    items = [*map(_bruno_request, requests)]
    for folder in folders:
        inner = _bruno_items(folder.requests, folder.folders)
        info = {"name": folder.name, "type": "folder"}
        items.append({"info": info, "docs": folder.description, "items": inner})
    for number, item in enumerate(items, start=1):
        item["info"]["seq"] = number
    return items


def _bruno_request(request: CollectionRequest) -> Raw:
    http: Raw = {
        "method": request.method,
        "url": request.url(request.path_template),
        "headers": _field_values(request.headers, "name"),
        "params": [
            *({**each, "type": "query"} for each in _field_values(request.query, "name")),
            *({**each, "type": "path"} for each in _field_values(request.path_parameters, "name")),
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


def _field_values(fields: Iterable[Field], key: str) -> list[Raw]:
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
        "header": _field_values(request.headers, "key"),
        "url": {
            "raw": request.url(request.path_template),
            "host": [request.base],
            "path": request.path_template.lstrip("/").split("/"),
            "query": _field_values(request.query, "key"),
            "variable": _field_values(request.path_parameters, "key"),
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
