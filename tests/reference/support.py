"""Short ways to views of small documents."""

from typing import Any

from openapi.support import document_of

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.reference.views.model import FieldView, OperationView, SchemaPageView
from sphinx_sitejson.reference.views.operation_page import operation_view
from sphinx_sitejson.reference.views.overview import schema_view


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def document_with(**schemas: Any) -> OpenApiDocument:
    return document_of(components={"schemas": schemas})


def page_of(raw: Any, *, options: ReferenceOptions | None = None, **schemas: Any) -> SchemaPageView:
    """Return the page of a schema called ``It``."""
    document = document_with(It=raw, **schemas)
    return schema_view(document, "It", options or ReferenceOptions())


def field_of(raw: Any, **schemas: Any) -> FieldView:
    """Return the field ``it`` of a schema that has only this field."""
    group = page_of({"properties": {"it": raw}}, **schemas).body.group
    assert group is not None
    return group.fields[0]


def operation_page(
    raw: dict[str, Any],
    *,
    method: str = "get",
    options: ReferenceOptions | None = None,
    **parts: Any,
) -> OperationView:
    """Return the page of one operation of ``/pets``."""
    document = document_of({"/pets": {method: raw}}, **parts)
    return operation_view(document, document.operations[0], options or ReferenceOptions())


def request_of(schema: Any, media: str = "application/json") -> dict[str, Any]:
    return {"requestBody": {"content": {media: {"schema": schema}}}}


def response_of(schema: Any, status: str = "200") -> dict[str, Any]:
    content = {"application/json": {"schema": schema}}
    return {"responses": {status: {"description": "", "content": content}}}


def all_fields(view: Any) -> list[FieldView]:
    """Return all fields of a view, however deep."""
    found: list[FieldView] = []
    waiting = [view]
    while waiting:
        value = waiting.pop()
        if isinstance(value, FieldView):
            found.append(value)
        if isinstance(value, tuple):
            waiting.extend(value)
        elif hasattr(value, "__dataclass_fields__"):
            waiting.extend(getattr(value, name) for name in value.__dataclass_fields__)
    return found
