"""Each way to authorize a request, with a request that does it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation, SchemeUse, SecurityScheme
from sphinx_sitejson.reference.context import ReferenceContext
from sphinx_sitejson.reference.ids import PageIds
from sphinx_sitejson.reference.options import ReferenceOptions
from sphinx_sitejson.reference.samples import request_samples
from sphinx_sitejson.reference.security import security_view
from sphinx_sitejson.reference.views import CodeSampleView

from .views import AuthorizationView

WAY_ID = "security"
DEFAULT_LANGUAGE = "bash"
_WITHOUT_EXAMPLE = frozenset({"mutualTLS"})
"""What a request does not show: it happens before it."""


def ways_to_authorize(
    context: ReferenceContext, operations: tuple[Operation, ...]
) -> Iterator[AuthorizationView]:
    """Yield the ways of a document; the owner's own one stands for all of them."""
    document, options, ids = context.document, context.options, PageIds()
    if options.auth_method is not None:
        needing = next((each for each in operations if each.security != ()), None)
        if needing is not None:
            view = security_view(needing, options, context.schemes)
            samples = _samples(document, _simplest(operations, None), options)
            yield from (
                AuthorizationView(id=ids.new(WAY_ID, scheme.name), scheme=scheme, samples=samples)
                for alternative in (view.alternatives if view else ())
                for scheme in alternative
            )
        return
    for scheme in document.security_schemes.values():
        operation = _with_scheme(_simplest(operations, scheme), scheme)
        has_sample = scheme.type not in _WITHOUT_EXAMPLE
        yield AuthorizationView(
            id=ids.new(WAY_ID, scheme.name),
            scheme=context.schemes.of(SchemeUse(scheme=scheme)),
            samples=_samples(document, operation, options) if has_sample else (),
        )


def _simplest(operations: tuple[Operation, ...], scheme: SecurityScheme | None) -> Operation | None:
    """Return the operation whose request says least beside its credentials."""
    allowed = [each for each in operations if scheme is None or _takes(each, scheme)]

    def effort(operation: Operation) -> tuple[bool, int, int]:
        needed = sum(1 for parameter in operation.parameters if parameter.required)
        return operation.method != "GET", needed, len(operation.path)

    return min(allowed, key=effort, default=None)


def _takes(operation: Operation, scheme: SecurityScheme) -> bool:
    return any(
        use.scheme.name == scheme.name
        for alternative in operation.security or ()
        for use in alternative
    )


def _with_scheme(operation: Operation | None, scheme: SecurityScheme) -> Operation | None:
    """Return an operation as those call it who authorize that way and send nothing else."""
    if operation is None:
        return None
    needed = tuple(parameter for parameter in operation.parameters if parameter.required)
    return replace(
        operation, security=((SchemeUse(scheme=scheme),),), parameters=needed, extensions={}
    )


def _samples(
    document: OpenApiDocument, operation: Operation | None, options: ReferenceOptions
) -> tuple[CodeSampleView, ...]:
    if operation is None:
        return ()
    one = replace(options, languages=options.languages[:1] or (DEFAULT_LANGUAGE,))
    return request_samples(document, operation, one)[:1]
