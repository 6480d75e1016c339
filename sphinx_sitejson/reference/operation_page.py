"""The page of an operation or a webhook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sphinx_sitejson.openapi.document import OpenApiDocument, server_of
from sphinx_sitejson.openapi.model import Callback, ExternalDocs, Operation, Server
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.openapi.raw import object_of

from .bodies import BodyPart
from .compact import compact_operation, without_shared
from .context import ReferenceContext, context_of
from .deprecation import deprecation_note
from .examples import response_examples
from .fields.field_views import Direction, PageFields
from .ids import PageIds
from .options import ReferenceOptions
from .parameters import ParameterPart
from .responses import response_parts
from .samples import request_samples
from .security import security_view
from .texts.value_formatting import typed_value
from .views import (
    CallbackView,
    CodeSampleView,
    ExtensionView,
    OperationView,
    SecurityView,
    ServerVariableView,
    ServerView,
    TagView,
)


def operation_view(
    document: OpenApiDocument,
    operation: Operation,
    options: ReferenceOptions,
    *,
    anchor: str = "",
) -> OperationView:
    """Return all that a page shows of an operation.

    :param anchor: the id of the operation where it is one of several on a page; all others begin
        with it.
    """
    context = context_of(document, options)
    fields = PageFields(
        context.schemas,
        PageIds(),
        apart=context.schemas_apart,
        budget=context.field_budget,
    )
    prefix = f"{anchor}-" if anchor else ""
    part = OperationPart(operation, fields, context, prefix=prefix)
    fields.expand()
    view = replace(part.view(), anchor=anchor)
    if not options.is_compact:
        return view
    compact = compact_operation(view)
    if not options.has_overview:
        return compact
    has_own_servers = bool(options.base_urls) or operation.servers != document.servers
    return without_shared(compact, has_own_servers=has_own_servers)


class OperationPart:
    """An operation on a page: the one that the page is about, or one of its callbacks."""

    def __init__(
        self,
        operation: Operation,
        fields: PageFields,
        context: ReferenceContext,
        *,
        prefix: str = "",
        is_callback: bool = False,
    ) -> None:
        self._operation = operation
        self._context = context
        self._is_callback = is_callback
        options = context.options
        # What the API itself sends is an answer in the eyes of those who receive it.
        is_event = operation.is_webhook or self._is_callback
        sent: Direction = "response" if is_event else "request"
        answered: Direction = "request" if is_event else "response"
        self._parameters = ParameterPart(operation.parameters, fields, options, prefix=prefix)
        body = operation.request_body
        self._body = (
            BodyPart(body, f"{prefix}body", fields, options, direction=sent) if body else None
        )
        self._responses = response_parts(
            operation.responses, fields, context, prefix=prefix, direction=answered
        )
        self._callbacks = [
            _CallbackPart(callback, fields, context, prefix=prefix)
            for callback in operation.callbacks
        ]

    def view(self) -> OperationView:
        """Return the operation as it is shown."""
        operation, options = self._operation, self._context.options
        responses = tuple(part.view() for part in self._responses)
        return OperationView(
            key=operation.key,
            title=operation_title(operation),
            method=operation.method,
            path=operation.path,
            is_webhook=operation.is_webhook,
            operation_id=operation.operation_id,
            description=operation.description,
            path_summary=operation.path_summary,
            path_description=operation.path_description,
            deprecated=operation.deprecated,
            deprecation_note=deprecation_note(operation.extensions),
            tags=tuple(self._tag(name) for name in operation.tags),
            external_docs=docs_link(operation.external_docs),
            servers=self._servers(),
            security=self._security(),
            parameters=self._parameters.views(),
            body=self._body.view() if self._body else None,
            responses=responses,
            callbacks=tuple(part.view() for part in self._callbacks),
            samples=self._samples(),
            response_examples=() if self._is_callback else response_examples(responses),
            extensions=shown_extensions(operation.extensions, options),
        )

    def _servers(self) -> tuple[ServerView, ...]:
        """Return the base URLs; what the API itself sends goes to none of them."""
        if self._operation.is_webhook or self._is_callback:
            return ()
        own = self._context.options.base_urls
        if own:
            return tuple(server_view(server_of({"url": url})) for url in own)
        return tuple(server_view(server) for server in self._operation.servers)

    def _security(self) -> SecurityView | None:
        operation, context = self._operation, self._context
        if self._is_callback:
            return None
        if operation.is_webhook:
            # The document's security is that of the API, not of those who listen to it.
            raw = object_of(context.document.raw_operation(operation).get(operation.method))
            if "security" not in raw:
                return None
        return security_view(operation, context.options, context.schemes)

    def _samples(self) -> tuple[CodeSampleView, ...]:
        context = self._context
        if self._is_callback:
            return ()
        return request_samples(context.document, self._operation, context.options)

    def _tag(self, name: str) -> TagView:
        tag = self._context.document.tags.get(name)
        if tag is None:
            return TagView(name=name)
        docs = tag.external_docs
        return TagView(
            name=tag.summary or name,
            description=tag.description,
            url=docs.url if docs else "",
        )


class _CallbackPart:
    """A request that the API sends back."""

    def __init__(
        self, callback: Callback, fields: PageFields, context: ReferenceContext, *, prefix: str
    ) -> None:
        self._callback = callback
        self._id = fields.ids.new(f"{prefix}callback", callback.name)
        self._operations = [
            OperationPart(
                operation,
                fields,
                context,
                prefix=f"{self._id}-{operation.method.lower()}-",
                is_callback=True,
            )
            for operation in callback.operations
        ]

    def view(self) -> CallbackView:
        """Return the callback as it is shown."""
        return CallbackView(
            id=self._id,
            name=self._callback.name,
            expression=self._callback.expression,
            operations=tuple(part.view() for part in self._operations),
        )


def shown_extensions(
    extensions: Mapping[str, object], options: ReferenceOptions
) -> tuple[ExtensionView, ...]:
    """Return the vendor extensions that the owner wants to see."""
    return tuple(
        ExtensionView(name=name, value=typed_value(extensions[name]))
        for name in options.extensions
        if name in extensions
    )


def docs_link(docs: ExternalDocs | None) -> tuple[str, str] | None:
    """Return label and address of more to read."""
    return (docs.description or docs.url, docs.url) if docs else None


def server_view(server: Server) -> ServerView:
    """Return a base URL as it is shown."""
    return ServerView(
        url=server.url,
        label=server.name,
        description=server.description,
        variables=tuple(
            ServerVariableView(
                name=variable.name,
                default=variable.default,
                enum=variable.enum,
                description=variable.description,
            )
            for variable in server.variables
        ),
    )
