"""A whole document: its operations, webhooks, schemas and what they share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.problems import JsonPath

from .model import (
    PARAMETER_LOCATIONS,
    ApiInfo,
    Callback,
    Encoding,
    Example,
    ExternalDocs,
    Link,
    MediaType,
    OAuthFlow,
    Operation,
    Parameter,
    ParameterLocation,
    RequestBody,
    Response,
    SchemeUse,
    SecurityAlternative,
    SecurityScheme,
    Server,
    ServerVariable,
    Tag,
)
from .raw import (
    NOTHING,
    RawObject,
    extensions_of,
    flag_of,
    list_of,
    named_objects,
    object_list,
    object_of,
    objects_in,
    text_of,
    texts_of,
)
from .references import LONGEST_CHAIN, References, unescape
from .schemas import Schema

_TEMPLATE = re.compile(r"\{([^{}/]+)\}")


def info_of(raw: RawObject) -> ApiInfo:
    """Read what a document says of the whole API."""
    info = object_of(raw.get("info"))
    contact, license_ = object_of(info.get("contact")), object_of(info.get("license"))
    return ApiInfo(
        title=text_of(info, "title"),
        version=text_of(info, "version"),
        summary=text_of(info, "summary"),
        description=text_of(info, "description"),
        terms=text_of(info, "termsOfService"),
        contact_name=text_of(contact, "name"),
        contact_url=text_of(contact, "url"),
        contact_email=text_of(contact, "email"),
        license_name=text_of(license_, "name"),
        license_identifier=text_of(license_, "identifier"),
        license_url=text_of(license_, "url"),
    )


def external_docs_of(raw: RawObject) -> ExternalDocs | None:
    """Read a link to more to read."""
    docs = object_of(raw.get("externalDocs"))
    url = text_of(docs, "url")
    return ExternalDocs(url=url, description=text_of(docs, "description")) if url else None


def servers_of(raw: RawObject) -> tuple[Server, ...]:
    """Read the servers of a document, a path or an operation; an empty URL is the root."""
    servers = object_list(raw.get("servers"))
    named = (server for server in servers if isinstance(server.get("url"), str))
    return tuple(server_of({**server, "url": server["url"].strip() or "/"}) for server in named)


def server_of(raw: RawObject) -> Server:
    """Read one server."""
    return Server(
        url=text_of(raw, "url"),
        name=text_of(raw, "name"),
        description=text_of(raw, "description"),
        variables=tuple(_read_server_variables(raw)),
    )


def server_templates(url: str) -> tuple[str, ...]:
    """Return the names of the variables in the address of a server."""
    return tuple(dict.fromkeys(_TEMPLATE.findall(url)))


def _read_server_variables(raw: RawObject) -> Iterator[ServerVariable]:
    """Yield the variables, also those that only the address names."""
    described = dict(named_objects(raw.get("variables")))
    for name in dict.fromkeys((*described, *server_templates(text_of(raw, "url")))):
        variable = described.get(name, NOTHING)
        yield ServerVariable(
            name=name,
            default=text_of(variable, "default") if "default" in variable else None,
            enum=texts_of(variable, "enum"),
            description=text_of(variable, "description"),
        )


def examples_of(raw: RawObject, references: References) -> tuple[Example, ...]:
    """Read the examples of a parameter or a body: the named ones, else the one."""
    named = tuple(
        example_of(name, references.resolve(example).raw)
        for name, example in named_objects(raw.get("examples"))
    )
    if named:
        return named
    return (Example(value=raw["example"], has_value=True),) if "example" in raw else ()


def example_of(name: str, raw: RawObject) -> Example:
    """Read one named example, in the spellings of all versions."""
    key = next((key for key in ("dataValue", "value") if key in raw), None)
    serialized: Any = raw.get("serializedValue")
    return Example(
        name=name,
        summary=text_of(raw, "summary"),
        description=text_of(raw, "description"),
        value=raw[key] if key else None,
        has_value=key is not None,
        serialized=serialized if isinstance(serialized, str) else None,
        external_url=text_of(raw, "externalValue"),
    )


class SecurityReader:
    """Reads the schemes once and requirements as they come."""

    def __init__(self, data: RawObject, references: References) -> None:
        self._data = data
        self._references = references

    @cached_property
    def schemes(self) -> Mapping[str, SecurityScheme]:
        """The schemes by name."""
        components = object_of(self._data.get("components"))
        return {
            name: _read_security_scheme(name, self._references.resolve(raw).raw)
            for name, raw in named_objects(components.get("securitySchemes"))
        }

    def of_operation(self, raw: RawObject) -> tuple[SecurityAlternative, ...] | None:
        """Return the alternatives of an operation: its own, else the document's."""
        source = raw if isinstance(raw.get("security"), list) else self._data
        if not isinstance(source.get("security"), list):
            return None
        return tuple(self._alternative(entry) for entry in object_list(source["security"]))

    def _alternative(self, raw: RawObject) -> SecurityAlternative:
        return tuple(
            SchemeUse(
                scheme=self.schemes.get(name) or SecurityScheme(name=name, type=""),
                scopes=tuple(scope for scope in list_of(scopes) if isinstance(scope, str)),
            )
            for name, scopes in raw.items()
        )


def _read_security_scheme(name: str, raw: RawObject) -> SecurityScheme:
    return SecurityScheme(
        name=name,
        type=text_of(raw, "type"),
        description=text_of(raw, "description"),
        parameter_name=text_of(raw, "name"),
        location=text_of(raw, "in"),
        scheme=text_of(raw, "scheme").lower(),
        bearer_format=text_of(raw, "bearerFormat"),
        openid_url=text_of(raw, "openIdConnectUrl"),
        oauth_metadata_url=text_of(raw, "oauth2MetadataUrl"),
        flows=tuple(_read_oauth_flow(kind, flow) for kind, flow in objects_in(raw.get("flows"))),
        deprecated=flag_of(raw, "deprecated"),
    )


def _read_oauth_flow(kind: str, raw: RawObject) -> OAuthFlow:
    scopes = object_of(raw.get("scopes"))
    return OAuthFlow(
        kind=kind,
        authorization_url=text_of(raw, "authorizationUrl"),
        device_authorization_url=text_of(raw, "deviceAuthorizationUrl"),
        token_url=text_of(raw, "tokenUrl"),
        refresh_url=text_of(raw, "refreshUrl"),
        scopes={name: text_of(scopes, name) for name in scopes},
    )


_DEFAULT_STYLES: Mapping[str, str] = {
    "path": "simple",
    "query": "form",
    "header": "simple",
    "cookie": "form",
}
_EXPLODED_STYLES = ("form", "cookie")
_DEEPEST_CALLBACK = 3
"""Callbacks may have callbacks; a document may even make a circle of them."""


class OperationReader:
    """Turns raw operations of one document into the model."""

    def __init__(
        self, references: References, security: SecurityReader, servers: tuple[Server, ...]
    ) -> None:
        self._references = references
        self._security = security
        self._servers = servers

    def read(
        self,
        method: str,
        path: str,
        item: RawObject,
        raw: RawObject,
        *,
        is_webhook: bool = False,
        is_additional: bool = False,
        depth: int = 0,
    ) -> Operation:
        """Read one operation of a path item."""
        shared = self._references.resolve(item).raw
        return Operation(
            method=method,
            path=path,
            is_webhook=is_webhook,
            is_additional=is_additional,
            operation_id=text_of(raw, "operationId"),
            summary=text_of(raw, "summary"),
            description=text_of(raw, "description"),
            path_summary=text_of(shared, "summary"),
            path_description=text_of(shared, "description"),
            tags=texts_of(raw, "tags"),
            deprecated=flag_of(raw, "deprecated"),
            parameters=tuple(self._parameters(shared, raw)),
            request_body=self._request_body(raw.get("requestBody")),
            responses=tuple(self._responses(raw.get("responses"))),
            callbacks=tuple(self._callbacks(raw, depth)) if depth < _DEEPEST_CALLBACK else (),
            servers=servers_of(raw) or servers_of(shared) or self._servers,
            security=self._security.of_operation(raw),
            external_docs=external_docs_of(raw),
            extensions={**extensions_of(shared), **extensions_of(raw)},
        )

    def _parameters(self, shared: RawObject, raw: RawObject) -> Iterator[Parameter]:
        """Yield the parameters; one of the operation replaces that of the path."""
        found: dict[tuple[str, str], Parameter] = {}
        for source in (shared, raw):
            for entry in object_list(source.get("parameters")):
                parameter = self._parameter(self._references.resolve(entry).raw)
                if parameter is not None:
                    found[parameter.location, parameter.name] = parameter
        yield from found.values()

    def _parameter(self, raw: RawObject) -> Parameter | None:
        name, location = text_of(raw, "name"), text_of(raw, "in")
        known = next((known for known in PARAMETER_LOCATIONS if known == location), None)
        if not name or known is None:
            return None
        return self._described_parameter(name, known, raw)

    def _described_parameter(
        self, name: str, location: ParameterLocation, raw: RawObject
    ) -> Parameter:
        content = next(self._media_types(raw.get("content")), None)
        style = text_of(raw, "style") or _DEFAULT_STYLES.get(location, "")
        schema = (content.schema if content else None) or self._schema(raw.get("schema"))
        return Parameter(
            name=name,
            location=location,
            schema=schema,
            description=text_of(raw, "description"),
            required=location == "path" or flag_of(raw, "required"),
            deprecated=flag_of(raw, "deprecated"),
            style=style,
            explode=flag_of(raw, "explode", style in _EXPLODED_STYLES),
            allow_reserved=flag_of(raw, "allowReserved"),
            allow_empty=flag_of(raw, "allowEmptyValue"),
            media_type=content.name if content else "",
            examples=examples_of(raw, self._references) or (content.examples if content else ()),
            extensions=extensions_of(raw),
        )

    def _request_body(self, raw: Any) -> RequestBody | None:
        body = self._references.resolve(raw).raw
        if not body:
            return None
        return RequestBody(
            description=text_of(body, "description"),
            required=flag_of(body, "required"),
            content=tuple(self._media_types(body.get("content"))),
        )

    def _media_types(self, raw: Any) -> Iterator[MediaType]:
        for name, entry in named_objects(raw):
            media = self._references.resolve(entry).raw
            yield MediaType(
                name=name,
                schema=self._schema(media["schema"]) if "schema" in media else None,
                item_schema=self._schema(media["itemSchema"]) if "itemSchema" in media else None,
                examples=examples_of(media, self._references),
                encoding=tuple(self._encodings(media.get("encoding"))),
            )

    def _encodings(self, raw: Any) -> Iterator[Encoding]:
        for name, encoding in named_objects(raw):
            explode = encoding.get("explode")
            yield Encoding(
                name=name,
                content_type=text_of(encoding, "contentType"),
                style=text_of(encoding, "style"),
                explode=explode if isinstance(explode, bool) else None,
                allow_reserved=flag_of(encoding, "allowReserved"),
                headers=self._headers(encoding.get("headers")),
            )

    def _headers(self, raw: Any) -> tuple[Parameter, ...]:
        return tuple(
            self._described_parameter(name, "header", self._references.resolve(header).raw)
            for name, header in named_objects(raw)
        )

    def _responses(self, raw: Any) -> Iterator[Response]:
        for status, entry in objects_in(raw):
            response = self._references.resolve(entry).raw
            yield Response(
                status=status,
                summary=text_of(response, "summary"),
                description=text_of(response, "description"),
                headers=self._headers(response.get("headers")),
                content=tuple(self._media_types(response.get("content"))),
                links=tuple(self._links(response.get("links"))),
            )

    def _links(self, raw: Any) -> Iterator[Link]:
        for name, entry in named_objects(raw):
            link = self._references.resolve(entry).raw
            server = server_of(object_of(link.get("server")))
            yield Link(
                name=name,
                operation_id=text_of(link, "operationId"),
                operation_ref=text_of(link, "operationRef"),
                description=text_of(link, "description"),
                parameters=dict(object_of(link.get("parameters"))),
                request_body=link.get("requestBody"),
                server=server if server.url else None,
            )

    def _callbacks(self, raw: RawObject, depth: int) -> Iterator[Callback]:
        for name, entry in named_objects(raw.get("callbacks")):
            for expression, item in objects_in(self._references.resolve(entry).raw):
                resolved = self._references.resolve(item).raw
                yield Callback(
                    name=name,
                    expression=expression,
                    operations=tuple(
                        self.read(
                            method.upper(), expression, item, resolved[method], depth=depth + 1
                        )
                        for method in METHODS
                        if isinstance(resolved.get(method), Mapping)
                    ),
                )

    def _schema(self, raw: Any) -> Schema:
        return Schema.of(raw, self._references)


class OpenApiDocument:
    """A bundled, checked document.

    :param name: how pages name it: the file's name without its extension.
    :param location: where it was read: a path in the project, or a URL.
    :param data: the raw data; nobody changes it.
    :param digest: a short text that differs when the content does.
    :param original: the data in the format that the author wrote, if that is Swagger 2.0.
    """

    def __init__(
        self,
        data: RawObject,
        *,
        name: str,
        location: str,
        version: str,
        digest: str = "",
        original: RawObject | None = None,
    ) -> None:
        self.data = data
        self.original = data if original is None else original
        self.name = name
        self.location = location
        self.version = version
        self.digest = digest
        self.references = References(data)
        self._components = object_of(data.get("components"))

    @cached_property
    def info(self) -> ApiInfo:
        """What the document says of the whole API."""
        return info_of(self.data)

    @property
    def title(self) -> str:
        """The title of the API."""
        return self.info.title

    @property
    def description(self) -> str:
        """The description of the API."""
        return self.info.description

    @property
    def api_version(self) -> str:
        """The version of the API, which is not the version of OpenAPI."""
        return self.info.version

    @cached_property
    def servers(self) -> tuple[Server, ...]:
        """The servers of all operations that name none of their own."""
        return servers_of(self.data)

    @cached_property
    def tags(self) -> Mapping[str, Tag]:
        """The tags that the document describes, by name."""
        tags = (self._tag(raw) for raw in object_list(self.data.get("tags")))
        return {tag.name: tag for tag in tags if tag.name}

    @cached_property
    def security_schemes(self) -> Mapping[str, SecurityScheme]:
        """The security schemes by name."""
        return self._security.schemes

    @cached_property
    def external_docs(self) -> ExternalDocs | None:
        """Where to read more about the API."""
        return external_docs_of(self.data)

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """The operations of all paths, in the document's order."""
        return tuple(
            self._reader.read(method, path, item, raw)
            for path, item in objects_in(self.data.get("paths"))
            for method, raw in self._methods(item)
        )

    @cached_property
    def webhooks(self) -> tuple[Operation, ...]:
        """The webhooks, in the document's order."""
        return tuple(
            self._reader.read(method, name, item, raw, is_webhook=True, is_additional=position > 0)
            for name, item in named_objects(self.data.get("webhooks"))
            for position, (method, raw) in enumerate(self._methods(item))
        )

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        """The named schemas."""
        return {
            name: Schema.of(raw, self.references)
            for name, raw in object_of(self._components.get("schemas")).items()
        }

    @cached_property
    def operations_by_key(self) -> Mapping[str, Operation]:
        """Operations and webhooks as pages name them."""
        found: dict[str, Operation] = {}
        for operation in (*self.operations, *self.webhooks):
            found.setdefault(operation.key, operation)
        return found

    @cached_property
    def operations_by_written_key(self) -> Mapping[str, Operation]:
        """Operations and webhooks by all that pages may write for their keys."""
        found = dict(self.operations_by_key)
        for operation in self.operations_by_key.values():
            for key in operation.written_keys:
                found.setdefault(key, operation)
        return found

    @cached_property
    def operations_by_id(self) -> Mapping[str, Operation]:
        """Operations and webhooks that have an id."""
        found: dict[str, Operation] = {}
        for operation in (*self.operations, *self.webhooks):
            if operation.operation_id:
                found.setdefault(operation.operation_id, operation)
        return found

    def raw_operation(self, operation: Operation) -> dict[str, Any]:
        """Return the raw path item that an operation stands in, without the other operations."""
        section = "webhooks" if operation.is_webhook else "paths"
        item = object_of(self.data.get(section)).get(operation.path)
        resolved = self.references.resolve(item).raw
        own = next((raw for key, raw in self._methods(resolved) if key == operation.method), None)
        others = (*METHODS, "additionalOperations")
        return {
            operation.method: own,
            **{key: value for key, value in resolved.items() if key not in others},
        }

    @cached_property
    def _security(self) -> SecurityReader:
        return SecurityReader(self.data, self.references)

    @cached_property
    def _reader(self) -> OperationReader:
        return OperationReader(self.references, self._security, self.servers)

    def _methods(self, item: RawObject) -> Iterator[tuple[str, RawObject]]:
        resolved = self.references.resolve(item).raw
        for method, raw in resolved.items():
            if method in METHODS and isinstance(raw, Mapping):
                yield method.upper(), raw
        for method, raw in named_objects(resolved.get("additionalOperations")):
            yield method, raw

    def _tag(self, raw: RawObject) -> Tag:
        return Tag(
            name=text_of(raw, "name"),
            summary=text_of(raw, "summary")
            or text_of(raw, "x-displayName")
            or text_of(raw, "x-group"),
            description=text_of(raw, "description"),
            parent=text_of(raw, "parent"),
            kind=text_of(raw, "kind"),
            external_docs=external_docs_of(raw),
            extensions=extensions_of(raw),
        )


class ValuePaths:
    """Finds paths in one document, past its references."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document

    def operation(self, operation: Operation) -> JsonPath:
        """Return the path of an operation or a webhook."""
        method = operation.method.lower()
        steps = (method,) if method in METHODS else ("additionalOperations", operation.method)
        return (*self._item(operation), *steps)

    def parameter(self, operation: Operation, parameter: Parameter) -> JsonPath:
        """Return the path of a parameter: in the operation, else beside it."""
        for start in (self.operation(operation), self._item(operation)):
            path = (*self.behind(start), "parameters")
            for index, entry in enumerate(object_list(self._value(path))):
                raw = self._document.references.resolve(entry).raw
                if (text_of(raw, "name"), text_of(raw, "in")) == (
                    parameter.name,
                    parameter.location,
                ):
                    return (*path, index)
        return self.operation(operation)

    def behind(self, path: JsonPath) -> JsonPath:
        """Return the path of the object that a path leads to, references on the way and at its end
        followed.
        """
        found: JsonPath = ()
        for step in path:
            found = (*self._target(found), step)
        return self._target(found)

    def inside(self, path: JsonPath, *steps: str | int) -> JsonPath:
        """Return the path of a value inside an object; the value itself may be a reference."""
        *before, last = steps
        return (*self.behind((*path, *before)), last)

    def _item(self, operation: Operation) -> JsonPath:
        return ("webhooks" if operation.is_webhook else "paths", operation.path)

    def _target(self, path: JsonPath) -> JsonPath:
        for _ in range(LONGEST_CHAIN):
            reference = object_of(self._value(path)).get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#/"):
                return path
            parts = map(unescape, reference.removeprefix("#/").split("/"))
            path = tuple(int(part) if part.isdigit() else part for part in parts)
            if self._value(path) is None:
                path = tuple(map(str, path))
        return path

    def _value(self, path: JsonPath) -> Any:
        value: Any = self._document.data
        for step in path:
            if isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                value = object_of(value).get(step)  # type: ignore[arg-type]
        return value


_UNPUBLISHED_KEYS = ("x-internal", "x-excluded")
_SECTIONS = ("paths", "webhooks")


def published_json(document: OpenApiDocument) -> str:
    """Return the bundled document as JSON, without operations that have no page by its own wish.

    It has the format that its author wrote.
    """
    data = dict(document.original)
    for section in _SECTIONS:
        if isinstance(items := data.get(section), Mapping):
            data[section] = {path: _without_unpublished(item) for path, item in items.items()}
            data[section] = {path: item for path, item in data[section].items() if item != {}}
    return escape_unreadable(exact_json(data)) + "\n"


def _without_unpublished(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    kept = {key: value for key, value in item.items() if not _is_unpublished(key, value)}
    operations = kept.get("additionalOperations")
    if isinstance(operations, Mapping):
        kept["additionalOperations"] = {
            method: value for method, value in operations.items() if not _is_marked(value)
        }
    # A path that had operations and has none left says nothing any more.
    has_lost_all = len(kept) < len(item) and not kept.keys() & set(METHODS)
    return {} if has_lost_all else kept


def _is_unpublished(key: str, value: Any) -> bool:
    return key in METHODS and _is_marked(value)


def _is_marked(value: Any) -> bool:
    return isinstance(value, Mapping) and any(value.get(mark) is True for mark in _UNPUBLISHED_KEYS)
