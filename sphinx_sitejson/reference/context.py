"""What the pages of one document share, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.naming.titles import operation_title, short_titles
from sphinx_sitejson.openapi.references import unescape
from sphinx_sitejson.servers.http_messages.validation import SchemaValidator

from .fields.schema_descriptions import DescribedSchemas
from .options import ReferenceOptions
from .playground.schemas import CompactSchemas
from .security import SchemeWords
from .usage import UsageIndex
from .views import OperationLink

LARGE_DOCUMENT = 500
"""How many operations a document has at most whose pages show nested schemas as usual."""
BUDGET_OF_LARGE = 0


class ReferenceContext:
    """One document as the pages of a site see it."""

    def __init__(self, document: OpenApiDocument, options: ReferenceOptions) -> None:
        self.document = document
        self.options = options
        self.schemas = DescribedSchemas(document, options)

    @cached_property
    def usage(self) -> UsageIndex:
        """Where each schema is used."""
        return UsageIndex(self.document)

    @cached_property
    def schemas_apart(self) -> frozenset[str]:
        """The schemas that stand apart from all that refers to them.

        On compact pages these are all, elsewhere those that are used more than once.
        """
        if self.options.is_compact:
            return frozenset(self.document.schemas)
        if not self.options.are_shared_apart:
            return frozenset()
        usage = self.usage
        return frozenset(
            name
            for name in self.document.schemas
            if len(usage.operations(name)) + len(usage.schemas(name)) > 1
        )

    @cached_property
    def is_large(self) -> bool:
        """Whether the document has so many pages that each has to be short."""
        return len(self.document.operations) > LARGE_DOCUMENT

    @cached_property
    def field_budget(self) -> int:
        """How many fields the page of an operation shows before nested schemas become links."""
        budget = self.options.field_budget
        return min(budget, BUDGET_OF_LARGE) if self.is_large else budget

    @cached_property
    def schemes(self) -> SchemeWords:
        """The security schemes in words."""
        return SchemeWords()

    @cached_property
    def compact_schemas(self) -> CompactSchemas:
        """The schemas as playgrounds need them."""
        return CompactSchemas(self.document.references)

    @cached_property
    def response_validator(self) -> SchemaValidator:
        """The validator of the examples that playgrounds respond with."""
        return SchemaValidator(self.document, "response")

    def link_to(self, key: str) -> OperationLink | None:
        """Return the link to an operation, if it has a page."""
        operation = self.document.operations_by_key.get(key)
        if operation is None or operation.is_left_out:
            return None
        label = operation_title(operation)
        return OperationLink(key=key, label=label, document=self.document.location)

    def link_by_id(self, operation_id: str) -> OperationLink | None:
        """Return the link to an operation with an ``operationId``."""
        operation = self._by_id.get(operation_id)
        return self.link_to(operation.key) if operation else None

    def link_by_reference(self, reference: str) -> OperationLink | None:
        """Return the link to an operation that a pointer names: ``#/paths/~1pets/get``."""
        _, _, pointer = reference.partition("#/paths/")
        path, _, method = pointer.partition("/")
        return self.link_to(f"{unescape(method).upper()} {unescape(path)}") if method else None

    @cached_property
    def short_titles(self) -> Mapping[str, str]:
        """What the sidebar calls the operations, by key."""
        return short_titles((*self.document.operations, *self.document.webhooks))

    @cached_property
    def _by_id(self) -> Mapping[str, Operation]:
        found: dict[str, Operation] = {}
        for operation in self.document.operations:
            if operation.operation_id:
                found.setdefault(operation.operation_id, operation)
        return found


@lru_cache(maxsize=8)
def context_of(document: OpenApiDocument, options: ReferenceOptions) -> ReferenceContext:
    """Return what the pages of a document share."""
    return ReferenceContext(document, options)
