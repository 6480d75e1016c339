"""Build the model of a document from its raw data: operations, servers, security, schemas."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from sphinx_sitejson.common.characters import escape_unreadable
from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.messages import Message, join_messages
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.common.problems import JsonPath

from .model import (
    DEFAULT_STYLES,
    EXPLODED_STYLES,
    MESSAGE,
    PARAMETER_LOCATIONS,
    UNPUBLISHED_KEYS,
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
    MAX_REFERENCE_CHAIN,
    Raw,
    RawObject,
    References,
    as_list,
    as_object,
    as_object_list,
    get_extensions,
    get_flag,
    get_reference,
    get_text,
    get_texts,
    iter_named_objects,
    iter_objects,
    reference_path,
    without_keys,
)
from .schemas import Schema

_TEMPLATE = re.compile(r"\{([^{}/]+)\}")
EVENT_KEY = "x-asyncapi"
"""The extension of converted AsyncAPI documents, and of the operations in them."""
MESSAGE_KEY = "x-message"
"""The extension of a response in them with what only a message has."""
FACTS_KEY = "x-facts"
"""The extension of objects in them with facts that OpenAPI has no keys for."""
HEADERS_KEY = "x-headers"
"""The extension of an example in them with the headers of the message."""
SHARED_DESCRIPTIONS = 3
"""The number of operations from which on a description does not distinguish them."""


def read_external_docs(raw: RawObject) -> ExternalDocs | None:
    """Read the ``externalDocs`` of an object; None without a URL."""
    docs = as_object(raw.get("externalDocs"))
    url = get_text(docs, "url")
    return ExternalDocs(url=url, description=get_text(docs, "description")) if url else None


def read_servers(raw: RawObject) -> tuple[Server, ...]:
    """Read the servers of a document, a path or an operation; an empty URL is the root."""
    servers = as_object_list(raw.get("servers"))
    named = (server for server in servers if isinstance(server.get("url"), str))
    return tuple(read_server({**server, "url": server["url"].strip() or "/"}) for server in named)


def read_server(raw: RawObject) -> Server:
    return Server(
        url=get_text(raw, "url"),
        name=get_text(raw, "name"),
        description=get_text(raw, "description"),
        variables=tuple(_read_server_variables(raw)),
        facts=_read_facts(raw),
    )


def _read_facts(raw: RawObject) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, fact)) for fact in as_list(raw.get(FACTS_KEY)))


def server_variable_names(url: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_TEMPLATE.findall(url)))


def _read_server_variables(raw: RawObject) -> Iterator[ServerVariable]:
    """Yield the server variables, including those that only the URL contains."""
    described = dict(iter_named_objects(raw.get("variables")))
    for name in dict.fromkeys((*described, *server_variable_names(get_text(raw, "url")))):
        variable = described.get(name, {})
        yield ServerVariable(
            name=name,
            default=get_text(variable, "default") if "default" in variable else None,
            enum=get_texts(variable, "enum"),
            description=get_text(variable, "description"),
        )


def read_examples(raw: RawObject, references: References) -> tuple[Example, ...]:
    """Read the examples of a parameter or a media type: ``examples``, else ``example``."""
    named = tuple(
        read_example(name, references.resolve(example))
        for name, example in iter_named_objects(raw.get("examples"))
    )
    if named:
        return named
    return (Example(value=raw["example"], has_value=True),) if "example" in raw else ()


def read_example(name: str, raw: RawObject) -> Example:
    """Read one named example; OpenAPI 3.2 adds ``dataValue`` and ``serializedValue``."""
    key = next((key for key in ("dataValue", "value") if key in raw), None)
    serialized: Any = raw.get("serializedValue")
    return Example(
        name=name,
        summary=get_text(raw, "summary"),
        description=get_text(raw, "description"),
        value=raw[key] if key else None,
        has_value=key is not None,
        serialized=serialized if isinstance(serialized, str) else None,
        external_url=get_text(raw, "externalValue"),
        headers=raw.get(HEADERS_KEY),
    )


def _read_security_scheme(name: str, raw: RawObject) -> SecurityScheme:
    return SecurityScheme(
        name=name,
        type=get_text(raw, "type"),
        description=get_text(raw, "description"),
        parameter_name=get_text(raw, "name"),
        location=get_text(raw, "in"),
        scheme=get_text(raw, "scheme").lower(),
        bearer_format=get_text(raw, "bearerFormat"),
        openid_url=get_text(raw, "openIdConnectUrl"),
        oauth_metadata_url=get_text(raw, "oauth2MetadataUrl"),
        flows=tuple(_read_oauth_flow(kind, flow) for kind, flow in iter_objects(raw.get("flows"))),
        deprecated=get_flag(raw, "deprecated"),
    )


def _read_oauth_flow(kind: str, raw: RawObject) -> OAuthFlow:
    scopes = as_object(raw.get("scopes"))
    return OAuthFlow(
        kind=kind,
        authorization_url=get_text(raw, "authorizationUrl"),
        device_authorization_url=get_text(raw, "deviceAuthorizationUrl"),
        token_url=get_text(raw, "tokenUrl"),
        refresh_url=get_text(raw, "refreshUrl"),
        scopes={name: get_text(scopes, name) for name in scopes},
    )


_NO_CONTENT = MediaType(name="")
_MAX_ENCODING_DEPTH = 3
_MAX_CALLBACK_DEPTH = 3
"""Callbacks may contain callbacks, even themselves."""


class OperationReader:
    """Read the operations of one document."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document
        self._references = document.references
        self._has_events = document.is_asyncapi

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
        shared = self._references.resolve(item)
        event = as_object(raw.get(EVENT_KEY)) if self._has_events else None
        return Operation(
            method=method,
            path=path,
            is_webhook=is_webhook and event is None,
            event=event,
            is_additional=is_additional,
            operation_id=get_text(raw, "operationId"),
            summary=get_text(raw, "summary"),
            description=get_text(raw, "description"),
            path_summary=get_text(shared, "summary"),
            path_description=get_text(shared, "description"),
            tags=get_texts(raw, "tags"),
            deprecated=get_flag(raw, "deprecated"),
            parameters=tuple(self._parameters(shared, raw)),
            request_body=self._request_body(raw.get("requestBody")),
            responses=tuple(self._responses(raw.get("responses"))),
            replies=tuple(self._responses(as_object(event.get("reply")).get("messages")))
            if event
            else (),
            callbacks=tuple(self._callbacks(raw, depth)) if depth < _MAX_CALLBACK_DEPTH else (),
            servers=read_servers(raw) or read_servers(shared) or self._document.servers,
            security=self._security(raw),
            external_docs=read_external_docs(raw),
            extensions={**get_extensions(shared), **get_extensions(raw)},
        )

    def _security(self, raw: RawObject) -> tuple[SecurityAlternative, ...] | None:
        """Return the alternatives of an operation, or those of the document if it has none."""
        source = raw if isinstance(raw.get("security"), list) else self._document.data
        if not isinstance(source.get("security"), list):
            return None
        schemes = self._document.security_schemes
        return tuple(
            tuple(
                SchemeUse(
                    scheme=schemes.get(name) or SecurityScheme(name=name, type=""),
                    scopes=get_texts(alternative, name),
                )
                for name in alternative
            )
            for alternative in as_object_list(source["security"])
        )

    def read_messages(self, raw: Any) -> Iterator[Operation]:
        """Read the messages of AsyncAPI, each as an operation."""
        for message in self._responses(raw):
            about = as_object(message.extensions.get(MESSAGE_KEY))
            yield Operation(
                method=MESSAGE,
                path=message.status,
                event={"address": message.status},
                summary=get_text(about, "title"),
                description=message.description,
                deprecated=get_flag(about, "deprecated"),
                responses=(replace(message, description=""),),
            )

    def _parameters(self, shared: RawObject, raw: RawObject) -> Iterator[Parameter]:
        """Yield the parameters; those of the operation override those of the path item."""
        found: dict[tuple[str, str], Parameter] = {}
        for source in (shared, raw):
            for entry in as_object_list(source.get("parameters")):
                parameter = self._references.resolve(entry)
                name, location = get_text(parameter, "name"), get_text(parameter, "in")
                for known in PARAMETER_LOCATIONS:
                    if name and known == location:
                        found[known, name] = self._parameter(name, known, parameter)
        yield from found.values()

    def _parameter(self, name: str, location: ParameterLocation, raw: RawObject) -> Parameter:
        content = next(self._media_types(raw.get("content")), _NO_CONTENT)
        style = get_text(raw, "style") or DEFAULT_STYLES.get(location, "")
        return Parameter(
            name=name,
            location=location,
            schema=content.schema or self._schema(raw.get("schema")),
            description=get_text(raw, "description"),
            required=location == "path" or get_flag(raw, "required"),
            deprecated=get_flag(raw, "deprecated"),
            style=style,
            explode=get_flag(raw, "explode", style in EXPLODED_STYLES),
            allow_reserved=get_flag(raw, "allowReserved"),
            allow_empty=get_flag(raw, "allowEmptyValue"),
            media_type=content.name,
            examples=read_examples(raw, self._references) or content.examples,
            extensions=get_extensions(raw),
        )

    def _request_body(self, raw: Any) -> RequestBody | None:
        body = self._references.resolve(raw)
        if not body:
            return None
        return RequestBody(
            description=get_text(body, "description"),
            required=get_flag(body, "required"),
            content=tuple(self._media_types(body.get("content"))),
        )

    def _media_types(self, raw: Any) -> Iterator[MediaType]:
        for name, entry in iter_named_objects(raw):
            media = self._references.resolve(entry)
            yield MediaType(
                name=name,
                description=get_text(media, "description"),
                schema=self._schema(media["schema"]) if "schema" in media else None,
                item_schema=self._schema(media["itemSchema"]) if "itemSchema" in media else None,
                examples=read_examples(media, self._references),
                encoding=tuple(self._encodings(media)),
            )

    def _encodings(self, raw: RawObject, prefix: str = "", depth: int = 0) -> Iterator[Encoding]:
        """Yield the encodings of a media type, and those inside of them.

        Their names are those of the values on pages: ``name``, ``[0]`` for the first of
        ``prefixEncoding``, ``items`` for ``itemEncoding``, ``outer.inner``.
        """
        dot = "." if prefix else ""
        named = [
            (f"{prefix}{dot}{key}", one) for key, one in iter_named_objects(raw.get("encoding"))
        ]
        positional = [
            (f"{prefix}[{position}]", as_object(one))
            for position, one in enumerate(as_list(raw.get("prefixEncoding")))
        ]
        if isinstance(item := raw.get("itemEncoding"), dict):
            others = Message("other items") if positional else Message("items")
            positional.append((join_messages(" ", (prefix, others)) if prefix else others, item))
        for name, encoding in (*named, *positional):
            explode = encoding.get("explode")
            yield Encoding(
                name=name,
                content_type=get_text(encoding, "contentType"),
                style=get_text(encoding, "style"),
                explode=explode if isinstance(explode, bool) else None,
                allow_reserved=get_flag(encoding, "allowReserved"),
                headers=self._headers(encoding.get("headers")),
            )
            if depth < _MAX_ENCODING_DEPTH:
                yield from self._encodings(encoding, name, depth + 1)

    def _headers(self, raw: Any) -> tuple[Parameter, ...]:
        return tuple(
            self._parameter(name, "header", self._references.resolve(header))
            for name, header in iter_named_objects(raw)
        )

    def _responses(self, raw: Any) -> Iterator[Response]:
        for status, entry in iter_named_objects(raw) if self._has_events else iter_objects(raw):
            response = self._references.resolve(entry)
            yield Response(
                status=status,
                summary=get_text(response, "summary"),
                description=get_text(response, "description"),
                headers=self._headers(response.get("headers")),
                content=tuple(self._media_types(response.get("content"))),
                links=tuple(self._links(response.get("links"))),
                extensions=get_extensions(response) if self._has_events else {},
            )

    def _links(self, raw: Any) -> Iterator[Link]:
        for name, entry in iter_named_objects(raw):
            link = self._references.resolve(entry)
            server = read_server(as_object(link.get("server")))
            yield Link(
                name=name,
                operation_id=get_text(link, "operationId"),
                operation_ref=get_text(link, "operationRef"),
                description=get_text(link, "description"),
                parameters=dict(as_object(link.get("parameters"))),
                request_body=link.get("requestBody"),
                server=server if server.url else None,
            )

    def _callbacks(self, raw: RawObject, depth: int) -> Iterator[Callback]:
        for name, entry in iter_named_objects(raw.get("callbacks")):
            for expression, item in iter_objects(self._references.resolve(entry)):
                resolved = self._references.resolve(item)
                yield Callback(
                    name=name,
                    expression=expression,
                    operations=tuple(
                        self.read(
                            method.upper(), expression, item, resolved[method], depth=depth + 1
                        )
                        for method in METHODS
                        if isinstance(resolved.get(method), dict)
                    ),
                )

    def _schema(self, raw: Any) -> Schema:
        return Schema.of(raw, self._references)


class OpenApiDocument:
    """A bundled and validated document.

    :param name: the file name without extension, by which pages refer to the document.
    :param location: the path in the project, or the URL.
    :param data: the raw data; must not be modified.
    :param digest: a hash of the content.
    :param original: the data before conversion, if it is Swagger 2.0 or AsyncAPI.
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
        self.components = as_object(data.get("components"))

    @property
    def info(self) -> RawObject:
        """The ``info`` object."""
        return as_object(self.data.get("info"))

    @property
    def title(self) -> str:
        """The title of the API."""
        return get_text(self.info, "title")

    @property
    def description(self) -> str:
        """The description of the API."""
        return get_text(self.info, "description")

    @property
    def api_version(self) -> str:
        """The version of the API, as opposed to the version of OpenAPI."""
        return get_text(self.info, "version")

    @property
    def is_asyncapi(self) -> bool:
        """Whether it is an AsyncAPI document, in the form of OpenAPI."""
        return EVENT_KEY in self.data

    @property
    def facts(self) -> tuple[tuple[str, ...], ...]:
        """Kind, value and description of what only an AsyncAPI document has."""
        return _read_facts(self.data) if self.is_asyncapi else ()

    @cached_property
    def servers(self) -> tuple[Server, ...]:
        """The servers of operations that define none themselves."""
        return read_servers(self.data)

    @cached_property
    def tags(self) -> Mapping[str, Tag]:
        """The tag objects by name."""
        tags = (self._tag(raw) for raw in as_object_list(self.data.get("tags")))
        return {tag.name: tag for tag in tags if tag.name}

    @cached_property
    def security_schemes(self) -> Mapping[str, SecurityScheme]:
        """The security schemes by name."""
        schemes = iter_named_objects(self.components.get("securitySchemes"))
        return {
            name: _read_security_scheme(name, self.references.resolve(raw)) for name, raw in schemes
        }

    @cached_property
    def external_docs(self) -> ExternalDocs | None:
        """The external documentation of the API."""
        return read_external_docs(self.data)

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """The operations of all paths, in the document's order."""
        operations = [
            self._reader.read(method, path, item, raw)
            for path, item in iter_objects(self.data.get("paths"))
            for method, raw in self._methods(item)
        ]
        times = Counter(operation.description for operation in operations if operation.description)
        return tuple(
            replace(operation, has_shared_description=True)
            if times[operation.description] >= SHARED_DESCRIPTIONS
            else operation
            for operation in operations
        )

    @cached_property
    def webhooks(self) -> tuple[Operation, ...]:
        """The webhooks in the document's order, or the operations of an AsyncAPI document."""
        return tuple(
            self._reader.read(method, name, item, raw, is_webhook=True, is_additional=position > 0)
            for name, item in iter_named_objects(self.data.get("webhooks"))
            for position, (method, raw) in enumerate(self._methods(item))
        )

    @property
    def operations_and_webhooks(self) -> tuple[Operation, ...]:
        return (*self.operations, *self.webhooks)

    @cached_property
    def messages(self) -> tuple[Operation, ...]:
        """The messages of an AsyncAPI document, each as an operation that has only the message.

        Messages of excluded operations are left out, but for those that others use, too.
        """
        if not self.is_asyncapi:
            return ()
        hidden: set[str] = set()
        shown: set[str] = set()
        for operation in self.webhooks:
            used = (each.status for each in (*operation.responses, *operation.replies))
            (hidden if operation.is_excluded else shown).update(used)
        responses = self._reader.read_messages(self.components.get("responses"))
        return tuple(each for each in responses if each.path not in hidden - shown)

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        """The named schemas."""
        return {
            name: Schema.of(raw, self.references)
            for name, raw in as_object(self.components.get("schemas")).items()
        }

    @cached_property
    def operations_by_key(self) -> Mapping[str, Operation]:
        """Operations and webhooks by key, such as ``GET /pets`` or ``webhook newPet``."""
        found: dict[str, Operation] = {}
        for operation in self.operations_and_webhooks:
            found.setdefault(operation.key, operation)
        return found

    @cached_property
    def operations_by_accepted_key(self) -> Mapping[str, Operation]:
        """Operations and webhooks by every spelling of their key that pages may use."""
        found = dict(self.operations_by_key)
        for operation in (*self.operations_by_key.values(), *self.messages):
            for key in operation.accepted_keys:
                found.setdefault(key, operation)
        return found

    @cached_property
    def operations_by_id(self) -> Mapping[str, Operation]:
        """Operations and webhooks that have an id."""
        found: dict[str, Operation] = {}
        for operation in self.operations_and_webhooks:
            if operation.operation_id:
                found.setdefault(operation.operation_id, operation)
        return found

    def raw_operation(self, operation: Operation) -> Raw:
        """Return the raw path item of an operation, without its other operations."""
        if operation.is_message:
            raw = as_object(self.components.get("responses"))[operation.path]
            return {operation.method: {"responses": {operation.path: raw}}}
        item = as_object(self.data.get(operation.section)).get(operation.path)
        resolved = self.references.resolve(item)
        raw_method = next(
            (raw for key, raw in self._methods(resolved) if key == operation.method), None
        )
        return {
            operation.method: raw_method,
            **without_keys(resolved, *METHODS, "additionalOperations"),
        }

    def operation_path(self, operation: Operation) -> JsonPath:
        """Return the path of an operation or a webhook in the raw data."""
        method = operation.method.lower()
        steps = (method,) if method in METHODS else ("additionalOperations", operation.method)
        return (operation.section, operation.path, *steps)

    def parameter_path(self, operation: Operation, parameter: Parameter) -> JsonPath:
        """Return the path of a parameter of the operation or of its path item."""
        own = self.operation_path(operation)
        identity = (parameter.name, parameter.location)
        for around in (own, own[:2]):
            path = self.resolve_path((*around, "parameters"))
            for index, entry in enumerate(as_object_list(self.references.value(path))):
                raw = self.references.resolve(entry)
                if (get_text(raw, "name"), get_text(raw, "in")) == identity:
                    return (*path, index)
        return own

    def resolve_path(self, path: JsonPath) -> JsonPath:
        """Return the path of a value after following the references on the way to it."""
        found: JsonPath = ()
        for step in path:
            found = (*self._target(found), step)
        return found

    def _target(self, path: JsonPath) -> JsonPath:
        for _ in range(MAX_REFERENCE_CHAIN):
            reference = get_reference(self.references.value(path))
            if reference is None or not reference.startswith("#/"):
                return path
            parts = reference_path(reference)
            path = tuple(int(part) if str(part).isdigit() else part for part in parts)
            if self.references.value(path) is None:
                path = parts
        return path

    @cached_property
    def _reader(self) -> OperationReader:
        return OperationReader(self)

    def _methods(self, item: RawObject) -> Iterator[tuple[str, RawObject]]:
        resolved = self.references.resolve(item)
        for method, raw in resolved.items():
            if method in METHODS and isinstance(raw, dict):
                yield method.upper(), raw
        for method, raw in iter_named_objects(resolved.get("additionalOperations")):
            yield method, raw

    def _tag(self, raw: RawObject) -> Tag:
        return Tag(
            name=get_text(raw, "name"),
            summary=get_text(raw, "summary")
            or get_text(raw, "x-displayName")
            or get_text(raw, "x-group"),
            description=get_text(raw, "description"),
            parent=get_text(raw, "parent"),
            kind=get_text(raw, "kind"),
            external_docs=read_external_docs(raw),
            extensions=get_extensions(raw),
        )


def serialize_published_document(document: OpenApiDocument) -> str:
    """Return the bundled document as JSON, without operations marked internal or excluded.

    Swagger 2.0 documents stay Swagger 2.0, and AsyncAPI documents AsyncAPI.
    """
    data = dict(document.original)
    if document.is_asyncapi:
        data |= _strip_unpublished_events(data)
    for section in ("paths", "webhooks"):
        if isinstance(data.get(section), dict):
            items = {path: _strip_unpublished(item) for path, item in data[section].items()}
            data[section] = {path: item for path, item in items.items() if item != {}}
    return escape_unreadable(exact_json(data, is_compact=True)) + "\n"


def _strip_unpublished_events(data: RawObject) -> Raw:
    """Return the sections of an AsyncAPI document that have operations, without unpublished ones.

    Version 2 has them in channels, version 3 in a section of their own.
    """
    return {
        section: {
            name: _published(entry, ("publish", "subscribe")) if isinstance(entry, dict) else entry
            for name, entry in _published(as_object(data[section])).items()
        }
        for section in ("channels", "operations")
        if section in data
    }


def _strip_unpublished(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    published = _published(item, METHODS)
    operations = published.get("additionalOperations")
    if isinstance(operations, dict):
        published["additionalOperations"] = _published(operations)
    # A path item that lost all its operations is removed.
    has_lost_all = len(published) < len(item) and not published.keys() & set(METHODS)
    return {} if has_lost_all else published


def _published(raw: RawObject, operation_keys: Collection[str] | None = None) -> Raw:
    """Return an object without unpublished operations, which only some of its keys may have."""
    return {
        key: value
        for key, value in raw.items()
        if (operation_keys is not None and key not in operation_keys)
        or not any(as_object(value).get(mark) is True for mark in UNPUBLISHED_KEYS)
    }
