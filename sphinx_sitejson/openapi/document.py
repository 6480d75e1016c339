"""A whole document: its operations, webhooks, schemas and what they share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from sphinx_sitejson.common.network.methods import METHODS

from .common_objects import external_docs_of, info_of, servers_of
from .model import ApiInfo, ExternalDocs, Operation, SecurityScheme, Server, Tag
from .operations import OperationReader
from .raw import (
    RawObject,
    extensions_of,
    named_objects,
    object_list,
    object_of,
    objects_in,
    text_of,
)
from .references import References
from .schemas import Schema
from .security import SecurityReader


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
