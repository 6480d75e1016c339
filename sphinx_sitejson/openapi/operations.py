"""Operations: parameters, bodies, responses, callbacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_sitejson.common.network.methods import METHODS

from .common_objects import examples_of, external_docs_of, server_of, servers_of
from .model import (
    PARAMETER_LOCATIONS,
    Callback,
    Encoding,
    Link,
    MediaType,
    Operation,
    Parameter,
    ParameterLocation,
    RequestBody,
    Response,
    Server,
)
from .raw import (
    RawObject,
    extensions_of,
    flag_of,
    named_objects,
    object_list,
    object_of,
    objects_in,
    text_of,
    texts_of,
)
from .references import References
from .schemas import Schema
from .security import SecurityReader

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
