"""The context of a document: what its API pages share, computed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import Any

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.http_messages.validation import SchemaValidator
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.keywords import KINDS, Slot
from sphinx_sitejson.openapi.model import Link, Operation
from sphinx_sitejson.openapi.naming.titles import operation_title, short_titles
from sphinx_sitejson.openapi.raw import (
    as_object,
    component_name,
    schema_name,
    unescape_pointer_part,
)
from sphinx_sitejson.openapi.reading.locations import iter_members

from ..playground.data import CompactSchemas
from .model import OperationLink
from .schema_info import SchemaInfos


def _iter_references(raw: Any, slot: Slot) -> Iterator[str]:
    """Yield the references in raw data; examples and other values are skipped."""
    queue = [(raw, slot)]
    while queue:
        value, slot = queue.pop()
        if slot.form == "one" and isinstance(value, Mapping):
            reference = value.get("$ref")
            if isinstance(reference, str):
                yield reference
        inner = [
            (member, kind) for member, _, kind in iter_members(value, slot) if kind is not None
        ]
        queue.extend(reversed(inner))


LARGE_DOCUMENT = 500
"""The number of operations above which pages link to nested schemas instead of showing them."""


class ReferenceContext:
    """What the API pages of one document share."""

    def __init__(self, document: OpenApiDocument, options: ReferenceOptions) -> None:
        self.document = document
        self.options = options
        self.schemas = SchemaInfos(document, options)
        self._component_references = cache(self._find_component_references)
        self.validator = cache(partial(SchemaValidator, document))
        """Return the validator of the examples of a direction, for playgrounds."""

    @cached_property
    def operations_by_schema(self) -> Mapping[str, Sequence[str]]:
        """The keys of the operations and webhooks that refer to a schema directly."""
        found: dict[str, list[str]] = {}
        for key, operation in self.document.operations_by_key.items():
            for name in () if operation.is_excluded else self._used_schemas(operation):
                found.setdefault(name, []).append(key)
        return found

    @cached_property
    def schemas_by_schema(self) -> Mapping[str, Sequence[str]]:
        """The names of the schemas that refer to a schema directly."""
        found: dict[str, list[str]] = {}
        for user, schema in self.document.schemas.items():
            references = _iter_references(schema.raw, Slot("schema"))
            for name in dict.fromkeys(map(schema_name, references)):
                if name and name != user:
                    found.setdefault(name, []).append(user)
        return found

    def _used_schemas(self, operation: Operation) -> Iterable[str]:
        """Return the schemas that an operation names, by way of other components too."""
        found: dict[str, None] = {}
        visited: set[str] = set()
        item = self.document.raw_operation(operation)
        queue = list(_iter_references(item.pop(operation.method), Slot("operation")))
        queue += _iter_references(item, Slot("path item"))
        reply = as_object(as_object(operation.event).get("reply"))
        queue += _iter_references(reply.get("messages"), Slot("response", "map"))
        while queue:
            reference = queue.pop(0)
            if schema_name(reference):
                found[schema_name(reference)] = None
            elif component_name(reference) and reference not in visited:
                visited.add(reference)
                queue.extend(self._component_references(reference))
        return found

    def _find_component_references(self, reference: str) -> Sequence[str]:
        kind = KINDS.get(reference.split("/")[2], "plain")
        raw = self.document.references.at(reference)
        return list(dict.fromkeys(_iter_references(raw, Slot(kind))))

    @cached_property
    def separate_schemas(self) -> frozenset[str]:
        """The schemas that are links wherever they are used.

        On compact pages these are all, elsewhere those that are used more than once.
        """
        if self.options.is_compact:
            return frozenset(self.document.schemas)
        if not self.options.links_shared_schemas:
            return frozenset()
        operations, schemas = self.operations_by_schema, self.schemas_by_schema
        return frozenset(
            name
            for name in self.document.schemas
            if len([*operations.get(name, ()), *schemas.get(name, ())]) > 1
        )

    @cached_property
    def is_large(self) -> bool:
        """Whether the document has so many pages that each has to be short."""
        return len(self.document.operations) > LARGE_DOCUMENT

    @cached_property
    def field_budget(self) -> int:
        """The number of fields on an operation page before nested schemas become links."""
        return 0 if self.is_large else self.options.field_budget

    @cached_property
    def compact_schemas(self) -> CompactSchemas:
        """The schemas as playgrounds need them."""
        return CompactSchemas(self.document.references)

    def operation_link(self, key: str) -> OperationLink | None:
        """Return the link to an operation, if it has a page."""
        operation = self._linked.get(key)
        if operation is None or operation.is_excluded:
            return None
        label = operation_title(operation)
        return OperationLink(key=key, label=label, document=self.document.location)

    @cached_property
    def _linked(self) -> Mapping[str, Operation]:
        messages = {message.key: message for message in self.document.messages}
        return {**self.document.operations_by_key, **messages}

    def link_target(self, link: Link) -> OperationLink | None:
        """Return the link to the operation that can follow a response, if it has a page.

        A document names it by its ``operationId``, or by a pointer: ``#/paths/~1pets/get``.
        """
        operation = self.document.operations_by_id.get(link.operation_id)
        is_request = operation is not None and not operation.is_webhook
        if operation and is_request and (target := self.operation_link(operation.key)):
            return target
        path, _, method = link.operation_ref.partition("#/paths/")[2].partition("/")
        key = f"{unescape_pointer_part(method).upper()} {unescape_pointer_part(path)}"
        return self.operation_link(key) if method else None

    @cached_property
    def operations_by_channel(self) -> Mapping[str, Sequence[Operation]]:
        """The operations of an AsyncAPI document by the name of their channel."""
        found: dict[str, list[Operation]] = {}
        for operation in self.document.webhooks:
            if operation.event is not None:
                found.setdefault(operation.channel_name, []).append(operation)
        return found

    @cached_property
    def links_by_message(self) -> Mapping[str, Sequence[OperationLink]]:
        """Links to the operations that send or receive a message, or reply with it."""
        found: dict[str, list[OperationLink]] = {}
        for operation in self.document.webhooks:
            if link := self.operation_link(operation.key):
                messages = (*operation.responses, *operation.replies)
                for name in dict.fromkeys(message.status for message in messages):
                    found.setdefault(name, []).append(link)
        return found

    @cached_property
    def short_titles(self) -> Mapping[str, str]:
        """The titles of the operations in the sidebar, by key."""
        return short_titles(self.document.operations_and_webhooks)


@lru_cache(maxsize=8)
def reference_context(document: OpenApiDocument, options: ReferenceOptions) -> ReferenceContext:
    """Return what the pages of a document share."""
    return ReferenceContext(document, options)
