"""Small documents for the tests."""

from typing import Any

from sphinx_sitejson.openapi.document import OpenApiDocument


def document_of(
    paths: dict[str, Any] | None = None,
    *,
    name: str = "api",
    location: str = "",
    openapi: str = "3.1.0",
    **parts: Any,
) -> OpenApiDocument:
    info = {"title": "Pets", "version": "1"}
    data = {"openapi": openapi, "info": info, "paths": paths or {}, **parts}
    location = location or f"/{name}.json"
    return OpenApiDocument(data, name=name, location=location, version=openapi, digest=name)


def operation_of(raw: dict[str, Any], *, path_item: dict[str, Any] | None = None, **parts: Any):
    """Read one operation, ``GET /pets``."""
    return document_of({"/pets": {**(path_item or {}), "get": raw}}, **parts).operations[0]


def schema_ref(name: str) -> dict[str, str]:
    """Return a reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}
