"""The views of operations and schemas, each made once in a process."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from sphinx_sitejson.openapi.library import FoundOperation, FoundSchema, NotFound, OpenApiLibrary
from sphinx_sitejson.reference.context import context_of
from sphinx_sitejson.reference.operation_page import operation_view
from sphinx_sitejson.reference.options import ReferenceOptions
from sphinx_sitejson.reference.playground import PlaygroundRequest
from sphinx_sitejson.reference.playground_operation import operation_playground
from sphinx_sitejson.reference.schema_page import schema_view
from sphinx_sitejson.reference.views import OperationView, SchemaPageView, ServerView

REMEMBERED_VIEWS = 2_000
"""A page needs its view when it is read and when it is written; more would cost too much memory."""


class ReferenceShelf:
    """Hands out views by document and name."""

    def __init__(self, library: OpenApiLibrary, options: ReferenceOptions) -> None:
        self._library = library
        self.options = options
        self.operation = lru_cache(maxsize=REMEMBERED_VIEWS)(self._operation)
        self.schema = lru_cache(maxsize=REMEMBERED_VIEWS)(self._schema)

    def view_of(self, found: FoundOperation | FoundSchema) -> OperationView | SchemaPageView:
        """Return the view of what a binding found."""
        location = found.document.location
        if isinstance(found, FoundOperation):
            return self.operation(location, found.operation.key)
        return self.schema(location, found.name)

    def endpoint(self, method: str, url: str) -> OperationView:
        """Return the view of an endpoint that no document describes."""
        parts = urlsplit(url)
        base = f"{parts.scheme}://{parts.netloc}" if parts.scheme else ""
        bases = (base,) if base else self.options.base_urls
        path = url.removeprefix(base) if base else url
        return OperationView(
            key=f"{method} {url}",
            title="",
            method=method,
            path=path if path.startswith("/") else f"/{path}",
            servers=tuple(ServerView(url=base) for base in bases),
        )

    def playground(self, location: str, key: str) -> PlaygroundRequest:
        """Return what the playground of an operation is made of."""
        found = self._library.find_operation(key, location)
        assert not isinstance(found, NotFound)
        context = context_of(found.document, self.options)
        return operation_playground(found.operation, self.operation(location, key), context)

    def _operation(self, location: str, key: str) -> OperationView:
        found = self._library.find_operation(key, location)
        assert not isinstance(found, NotFound)
        return operation_view(found.document, found.operation, self.options)

    def _schema(self, location: str, name: str) -> SchemaPageView:
        found = self._library.find_schema(name, location)
        assert not isinstance(found, NotFound)
        return schema_view(found.document, name, self.options)
